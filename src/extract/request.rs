//! What is asked for (D4): a verb at the head of what is said.

use super::Mark;
use super::clause::{Clauses, bytes};
use crate::class::Class;
use crate::element::Kind;
use crate::text::{Scan, Sentence, Span, Word, hash, list, offset};

/// What is asked for: a sentence, or what follows a speaker's name or "while …," in it, that begins with such a verb.
pub(super) fn request(clauses: &mut Clauses<'_>, index: u32, sentence: &Sentence) -> Option<Mark> {
    /// No later word begins it.
    const LATEST: usize = 16;
    let Clauses { scan, words, .. } = *clauses;
    let (mut start, mut polite, mut fronted) = (0, true, false);
    for (at, word) in words.iter().enumerate() {
        let after = at.checked_sub(1).and_then(|before| words.get(before)).map(|before| before.end as usize);
        let mark = after.and_then(|end| scan.text.as_bytes().get(end));
        // "It is fine with us, so publish it", "all good, go ahead and publish".
        let anew = mark == Some(&b',') && [const { hash("so") }, const { hash("go") }].contains(&word.hash);
        if at < 8 && is_labelled(scan, words, at) || fronted && mark == Some(&b',') || anew {
            (start, polite, fronted) = (at, true, false);
        }
        if polite
            && at - start <= 4
            && matches!(words.get(at..at + 4), Some([go, ahead, and, _]) if [go.hash, ahead.hash, and.hash] == GO_AHEAD)
        {
            let base = sentence.words.start + offset(at);
            let scope = Span::new(base + 3, sentence.words.start + offset(clauses.end(at + 3)));
            let cue = word.span();
            let span = cue.hull(bytes(scan, scope));
            return (!scope.is_empty()).then_some(Mark {
                class: Class::Obligation,
                kind: Kind::Request,
                span,
                cue,
                scope,
                sentence: index,
                id: "request",
            });
        }
        fronted |= at == start && FRONTS.contains(&word.hash);
        let leads = polite && at - start <= 4;
        polite &= word.is(list::POLITE) || at == 0 && is_called(scan, words);
        if at > if fronted { LATEST } else { 8 + start } {
            return None;
        }
        if leads && word.is(list::REQUEST) && !is_noun(words, at) {
            let base = sentence.words.start;
            let scope = Span::new(base + offset(at) + 1, base + offset(clauses.end(at + 1)));
            let cue = word.span();
            return (!scope.is_empty()).then(|| Mark {
                class: Class::Obligation,
                kind: Kind::Request,
                span: cue.hull(bytes(scan, scope)),
                cue,
                scope,
                sentence: index,
                id: "request",
            });
        }
    }
    None
}

const GO_AHEAD: [u32; 3] = [hash("go"), hash("ahead"), hash("and")];

/// Words that put a clause before the one that asks: "while it runs, fix the other".
const FRONTS: [u32; 8] = [
    hash("while"),
    hash("when"),
    hash("whenever"),
    hash("if"),
    hash("once"),
    hash("after"),
    hash("before"),
    hash("as"),
];

/// "Margit, please fix it".
fn is_called(scan: &Scan<'_>, words: &[Word]) -> bool {
    let [name, please, ..] = words else { return false };
    please.hash == const { hash("please") } && Span::new(name.end, please.start).of(scan.text) == ", "
}

/// "Agent: fix it".
fn is_labelled(scan: &Scan<'_>, words: &[Word], at: usize) -> bool {
    let Some([before, word]) = at.checked_sub(1).and_then(|before| words.get(before..=at)) else { return false };
    word.start == before.end + 2 && scan.text.as_bytes().get(before.end as usize) == Some(&b':')
}

/// "Test results are in": what is followed by a verb asks for nothing.
fn is_noun(words: &[Word], at: usize) -> bool {
    words.iter().skip(at + 1).take(2).any(|word| word.is(list::FINITE))
}
