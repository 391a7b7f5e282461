//! What a statement is about, and whether another one speaks of the same.

use super::Here;
use super::words::{ASIDE, DOUBT, EMPTY, GUESS, NOT, RULE, bits};
use crate::class::Class;
use crate::extract::Mark;
use crate::text::{Span, Word, hash, holds, is_content};
use alloc::vec::Vec;

/// The words of a statement that another one has to say to speak of the same, and which of them is the verb.
pub(super) struct Wanted {
    pub(super) words: Vec<Word>,
    verb: u32,
}

impl Wanted {
    pub(super) const fn of(words: Vec<Word>) -> Wanted {
        Wanted { words, verb: 0 }
    }

    /// The same of one mark of the sentence: its verb is the first word from its cue on.
    pub(super) fn from(&mut self, mark: &Mark) {
        self.verb = self.words.iter().find(|word| word.start >= mark.cue.start).map_or(0, |word| word.stem);
    }
}

/// What a sentence says, without its cues, and without what follows "until", "because" and the like.
pub(super) fn wanted(there: &Here<'_>) -> Wanted {
    let mut words: Vec<Word> = Vec::new();
    for word in there.words() {
        let bits = bits(word);
        if bits & ASIDE != 0 && !words.is_empty() {
            break;
        }
        let plain = is_content(word) && bits & (EMPTY | RULE | GUESS | DOUBT | NOT) == 0;
        if plain && !there.marks().iter().any(|mark| is_cue_of(mark, word)) {
            words.push(*word);
        }
    }
    Wanted::of(words)
}

/// Whether a word is of the cue of a mark; the verb of a request is more than a cue.
pub(super) fn is_cue_of(mark: &Mark, word: &Word) -> bool {
    mark.class != Class::Identifier && mark.id != "request" && mark.cue.overlaps(word.span())
}

/// Whether two words stand side by side, as in a name or a compound.
fn adjacent(text: &str, left: &Word, right: &Word) -> bool {
    left.end + 1 == right.start
        && matches!(Span::new(left.end, right.start).of(text), " " | "-" | "/" | "." | "_" | ":")
}

fn has(words: &[Word], stem: u32) -> bool {
    words.iter().any(|word| word.stem == stem)
}

/// Whether `there` says all the wanted words, about the same thing: compounds are whole, and no word that narrows a thing
/// stands beside it ("the staging gate" is not "the gate").
pub(super) fn covers(text: &str, wanted: &Wanted, there_text: &str, there: &[Word]) -> bool {
    let Wanted { words, verb } = wanted;
    if words.is_empty() || !words.iter().all(|word| has(there, word.stem)) {
        return false;
    }
    let mut pairs = words.iter().zip(words.iter().skip(1));
    let whole = pairs.all(|(left, right)| {
        left.stem == *verb
            || !adjacent(text, left, right)
            || there
                .iter()
                .zip(there.iter().skip(1))
                .any(|(a, b)| a.stem == left.stem && b.stem == right.stem && adjacent(there_text, a, b))
    });
    whole
        && !there.iter().zip(there.iter().skip(1)).any(|(left, right)| {
            let (held, holds) = (has(words, left.stem), has(words, right.stem));
            let told = right.stem == *verb && is_past(there_text, right);
            let before = holds && !held && is_foreign(left) && !told;
            let after = held && !holds && is_foreign(right) && !right.span().of(there_text).ends_with("ly");
            (before || after) && adjacent(there_text, left, right)
        })
}

/// A word that says something else.
fn is_foreign(word: &Word) -> bool {
    is_content(word) && bits(word) == 0
}

/// How many words of `there` say something else than the wanted ones.
pub(super) fn extras(wanted: &[Word], there: &[Word]) -> usize {
    there.iter().filter(|word| is_foreign(word) && !has(wanted, word.stem)).count()
}

/// "rotated", "restarted": told as past.
pub(super) fn is_past(text: &str, word: &Word) -> bool {
    word.hash != word.stem && word.end - word.start > 4 && word.span().of(text).ends_with("ed")
}

/// "the merged branch": a participle that describes.
pub(super) fn describes(words: &[Word], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|word| ARTICLES.contains(&word.hash))
}

const ARTICLES: [u32; 6] = [hash("the"), hash("a"), hash("an"), hash("this"), hash("that"), hash("your")];

/// Somebody's words, told again.
pub(super) fn is_quoted(here: &Here<'_>) -> bool {
    let text = here.sentence.span.of(here.text());
    let head = here.text().get(..here.sentence.span.start as usize).unwrap_or("");
    text.as_bytes().contains(&b'"') || holds(text, "“") || head.ends_with("> ")
}
