//! What an agent says while it looks around: "I'll start by reading the parser" (D7). The next step does not need it.

use crate::class::Class;
use crate::element::Kind;
use crate::extract::Extraction;
use crate::text::{Sentence, Word, hash, is_content, list, offset};
use alloc::vec::Vec;

/// The sentences that announce a look and nothing else, in order.
pub(super) fn talk(source: &Extraction<'_>) -> Vec<u32> {
    let sentences = source.scan.sentences.iter().enumerate();
    let opens = sentences
        .filter(|(at, sentence)| announces(source.scan.words(sentence)) && is_free(source, offset(*at), sentence));
    opens.map(|(at, _)| offset(at)).collect()
}

/// Verbs of looking and of beginning, and so their stems.
fn looks(word: &Word) -> bool {
    const LOOK: [u32; 17] = [
        hash("look"),
        hash("check"),
        hash("read"),
        hash("search"),
        hash("see"),
        hash("examine"),
        hash("inspect"),
        hash("explore"),
        hash("review"),
        hash("investigate"),
        hash("find"),
        hash("think"),
        hash("understand"),
        hash("list"),
        hash("start"),
        hash("begin"),
        hash("go"),
    ];
    LOOK.contains(&word.hash) || LOOK.contains(&word.stem)
}

/// "I'll", "let me", "I'm going to", "I should", and then a verb of looking.
fn announces(words: &[Word]) -> bool {
    const OPEN: [u32; 7] =
        [hash("i'll"), hash("i"), hash("let"), hash("let's"), hash("we'll"), hash("i'm"), hash("i'd")];
    const TAKE: [u32; 2] = [hash("take"), hash("have")];
    let at = words.iter().take(4).position(|word| OPEN.contains(&word.hash));
    let Some(rest) = at.and_then(|at| words.get(at + 1..)) else { return false };
    let Some(verb) = rest.iter().take(6).find(|word| looks(word) || is_content(word) && !passes(word)) else {
        return false;
    };
    looks(verb) || TAKE.contains(&verb.hash) && rest.iter().take(8).any(looks)
}

/// "Going to", "now", "quickly": the verb comes after it.
fn passes(word: &Word) -> bool {
    word.is(list::POLITE) || [const { hash("going") }, const { hash("quickly") }].contains(&word.hash)
}

/// Nothing in it waits, asks, denies, has a day or a condition, or does more than look.
fn is_free(source: &Extraction<'_>, at: u32, sentence: &Sentence) -> bool {
    const LATER: [u32; 6] =
        [hash("tomorrow"), hash("tonight"), hash("later"), hash("you"), hash("your"), hash("after")];
    const GOING: [u32; 4] = [hash("going"), hash("proceeding"), hash("anything"), hash("making")];
    let words = source.scan.words(sentence);
    let first = source.marks.partition_point(|mark| mark.sentence < at);
    let mut marks = source.marks.iter().skip(first).take_while(|mark| mark.sentence == at);
    let next = |at: usize| words.get(at + 1);
    sentence.region.speaks()
        && !sentence.question
        && !marks.any(|mark| {
            mark.class == Class::Negation
                || matches!(mark.kind, Kind::Until | Kind::Condition | Kind::Waiting | Kind::Date)
        })
        && words.iter().enumerate().all(|(at, word)| {
            let before = word.hash == const { hash("before") };
            let joins = [const { hash("and") }, const { hash("then") }, const { hash("to") }].contains(&word.hash);
            let waits = before && next(at).is_none_or(|word| !GOING.contains(&word.hash));
            let does = joins && next(at).is_some_and(|word| word.is(list::REQUEST) && !looks(word));
            !(LATER.contains(&word.hash) || waits || does)
        })
}
