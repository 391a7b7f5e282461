//! Clauses of one sentence that the summary tells apart (E1): each is looked for by its own words.

use super::Target;
use super::clauses::{self, Judgement};
use super::index::Scratch;
use super::pair::Pair;
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{Sentence, Span};

/// The judgement on a clause by the place that says most of it, where that place keeps it: three quarters of all that stands
/// from the punctuation before it to its end has to be there, so that it is said of the same thing.
pub(super) fn kept(
    source: &Extraction<'_>,
    sentence: &Sentence,
    mark: &Mark,
    target: &Target<'_>,
    scratch: &mut Scratch,
) -> Option<Judgement> {
    let words = words_in(&source.scan, mark.span);
    let ends = |at: u32| {
        let pair = Span::new(at - 1, at + 1).slice(&source.scan.words);
        matches!(pair, [left, right] if Span::new(left.end, right.start).of(source.scan.text).contains([',', ';', ':', '(', '.']))
    };
    let start = (sentence.words.start + 1..words.start + 1).rev().find(|at| ends(*at)).unwrap_or(sentence.words.start);
    let clause = Sentence { words: Span::new(start, words.end), ..*sentence };
    if clause.words.len() == sentence.words.len() {
        return None;
    }
    let at = target.index.align(&target.text, clause.words.slice(&source.scan.words), 0.0, scratch)?;
    if at.forward < 0.75 || at.shared < 2 {
        return None;
    }
    let pair = Pair::new(source, &clause, &target.text, at);
    let judgement = clauses::judge(&pair, mark.class, &[mark]).pop()?;
    judgement.status.is_kept().then_some(judgement)
}
