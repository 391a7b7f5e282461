//! Whether a text holds an answer, as a string or as an element of another text (I3).

use super::{Sources, Target, identifiers, in_summary};
use crate::class::Class;
use crate::extract::Extraction;
use crate::text::KeySet;
use alloc::vec;
use alloc::vec::Vec;

/// Whether a short text stands in the target: an identifier as a value (E2), anything else as its words one after another.
pub(crate) fn stands(wanted: &Extraction<'_>, target: &Target<'_>) -> bool {
    let text = wanted.scan.text.trim();
    let whole = |mark: &&crate::extract::Mark| {
        mark.class == Class::Identifier && mark.span.of(wanted.scan.text).len() == text.len()
    };
    if let Some(mark) = wanted.marks.iter().find(whole) {
        return !identifiers::occurrences(target, wanted, mark).is_empty();
    }
    let words = &wanted.scan.words;
    if words.is_empty() {
        return crate::text::holds(target.text.scan.text, text);
    }
    let same = |window: &[crate::text::Word]| window.iter().zip(words).all(|(there, here)| there.hash == here.hash);
    target.text.scan.words.windows(words.len()).any(same)
}

/// For each mark of the only source, whether the target keeps it (E1).
pub(crate) fn keeps(sources: &Sources<'_>, target: &Target<'_>) -> Vec<bool> {
    let all = vec![vec![true; sources.texts.first().map_or(0, |source| source.marks.len())]];
    let outcomes = in_summary(sources, &all, &KeySet::new(), target, None);
    let kept = |outcome: &Option<super::Outcome>| outcome.is_some_and(|outcome| outcome.judgement.status.is_kept());
    outcomes.marks.first().map(|marks| marks.iter().map(kept).collect()).unwrap_or_default()
}
