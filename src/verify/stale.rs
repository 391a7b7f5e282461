//! `two-live-values` (E4): the summary holds a value that the source replaced, and does not tell it as old.

use super::Target;
use super::findings::Found;
use super::identifiers::occurrences;
use super::index::content_stems;
use super::value::key;
use crate::class::Class;
use crate::element::FindingKind;
use crate::extract::{Extraction, Mark, sentence_at};
use crate::text::{Sentence, hash, holds, is_content};
use alloc::vec::Vec;

/// A value of the source and the one that took its place: message and mark of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    pub(crate) old: (u32, u32),
    pub(crate) new: (u32, u32),
}

/// Words that tell a value as one of the past, or tell the change itself.
const PAST: [u32; 22] = [
    hash("not"),
    hash("no"),
    hash("was"),
    hash("were"),
    hash("previous"),
    hash("previously"),
    hash("instead"),
    hash("from"),
    hash("old"),
    hash("former"),
    hash("formerly"),
    hash("earlier"),
    hash("originally"),
    hash("before"),
    hash("rather"),
    hash("replaced"),
    hash("replaces"),
    hash("until"),
    hash("superseded"),
    hash("changed"),
    hash("isn't"),
    hash("wasn't"),
];

/// The sentences of the summary in which a replaced value lives on: with it stand the words that old and new share.
pub(crate) fn two_live_values(sources: &[Extraction<'_>], summary: &Target<'_>, replaced: &[Replaced]) -> Vec<Found> {
    /// Places of one value beyond these are not looked at, nor more than the latest changes: linear time.
    const MOST: usize = 16;
    const LATEST: usize = 500;
    let mut found: Vec<Found> = Vec::new();
    let scan = &summary.text.scan;
    for pair in replaced.iter().rev().take(LATEST) {
        let (Some((source, old, said)), Some((fresh, new, now))) = (look(sources, pair.old), look(sources, pair.new))
        else {
            continue;
        };
        let value = |source: &Extraction<'_>, mark: &Mark| key(mark.kind, mark.span.of(source.scan.text));
        if value(source, old) == value(fresh, new) {
            continue;
        }
        let anew = content_stems(fresh.scan.words(now));
        let about = source.scan.words(said).iter().filter(|word| is_content(word) && !old.span.overlaps(word.span()));
        let common: Vec<u64> =
            about.map(|word| word.stem.into()).filter(|stem| anew.binary_search(stem).is_ok()).collect();
        for place in occurrences(summary, source, old).into_iter().take(MOST) {
            let Some(sentence) = scan.sentences.get(sentence_at(scan, place.start) as usize) else { continue };
            let words = scan.words(sentence);
            let there = content_stems(words);
            let past = words.iter().any(|word| PAST.contains(&word.hash)) || holds(sentence.span.of(scan.text), "→");
            if past
                || !common.iter().all(|stem| there.binary_search(stem).is_ok())
                || found.iter().any(|found| found.span == sentence.span)
            {
                continue;
            }
            found.push(Found {
                kind: FindingKind::TwoLiveValues,
                class: Some(Class::Identifier),
                span: sentence.span,
                against: Some((pair.new.0, now.span)),
            });
        }
    }
    found
}

fn look<'a>(
    sources: &'a [Extraction<'a>],
    (message, mark): (u32, u32),
) -> Option<(&'a Extraction<'a>, &'a Mark, &'a Sentence)> {
    let source = sources.get(message as usize)?;
    let mark = source.marks.get(mark as usize)?;
    Some((source, mark, source.scan.sentences.get(mark.sentence as usize)?))
}
