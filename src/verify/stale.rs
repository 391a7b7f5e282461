//! `two-live-values` (E4): the summary holds a value that the source replaced, and does not tell it as old.

use super::back::SAID_LATER;
use super::findings::Found;
use super::identifiers::occurrences;
use super::index::content_stems;
use super::pair::{any_of, clauses, has_stem, held, stems};
use super::state::is_past as is_past_verb;
use super::value::key;
use super::{Judgement, Outcomes, Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Status};
use crate::extract::{Extraction, Mark, sentence_at};
use crate::text::{Sentence, Span, Word, hash, holds, is_content};
use alloc::vec::Vec;

/// A value of the source and the one that took its place: message and mark of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    pub(crate) old: (u32, u32),
    pub(crate) new: (u32, u32),
}

/// A value that a user seems to have corrected, and the new one: message and mark of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Correction {
    pub(crate) old: (u32, u32),
    pub(crate) new: (u32, u32),
    /// The content stems that the new value is told with.
    pub(crate) about: Vec<u32>,
    /// "7171, not 7070": the old one is named.
    pub(crate) named: bool,
}

/// Words that tell a value as one of the past, or tell the change itself.
const PAST: [u32; 25] = [
    hash("asked"),
    hash("initially"),
    hash("original"),
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
            if is_past(summary, sentence, place)
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

/// The sentences of the summary that tell a value as live which a user seems to have corrected, in the words of the old sentence or
/// of the new one; and what stands where the old value stood is no other value if it is the new one.
pub(crate) fn outdated(
    sources: &Sources<'_>,
    summary: &Target<'_>,
    corrections: &[Correction],
    outcomes: &mut Outcomes,
) {
    /// Places of one value beyond these are not looked at, nor more than the latest corrections: linear time.
    const MOST: usize = 16;
    const LATEST: usize = 200;
    let (scan, texts) = (&summary.text.scan, sources.texts.as_slice());
    let is_stale = |found: &&Found| found.kind == FindingKind::TwoLiveValues;
    let mut stale: Vec<Span> = outcomes.findings.iter().filter(is_stale).map(|found| found.span).take(LATEST).collect();
    let mut excused: Vec<((u32, Span), Span)> = Vec::new();
    for correction in corrections.iter().rev().take(LATEST) {
        let (Some((source, old, said)), Some((fresh, new, now))) =
            (look(texts, correction.old), look(texts, correction.new))
        else {
            continue;
        };
        let (there, again) = (source.scan.words(said), occurrences(summary, fresh, new));
        let slots = outcomes.marks.get_mut(correction.old.0 as usize);
        let slot = slots.and_then(|slots| slots.get_mut(correction.old.1 as usize)?.as_mut());
        let altered = |judgement: &Judgement| judgement.status == Status::Altered || judgement.because == SAID_LATER;
        if let Some(outcome) = slot.filter(|outcome| altered(&outcome.judgement))
            && let Some(span) = outcome.judgement.evidence
            && again.iter().any(|again| again.overlaps(span))
        {
            outcome.judgement = Judgement::new(Status::Superseded, None, "a user corrected it later");
        }
        excused.extend(again.iter().take(MOST).map(|span| ((correction.old.0, said.span), *span)));
        let value = old.scope.slice(&source.scan.words);
        let apart = |words: &[Word]| {
            let mut stems = stems(words);
            stems.retain(|stem| !has_stem(value, *stem));
            stems
        };
        let about = apart(there);
        for place in occurrences(summary, source, old).into_iter().take(MOST) {
            let at = sentence_at(scan, place.start) as usize;
            let Some(sentence) = scan.sentences.get(at) else { continue };
            let words = scan.words(sentence);
            // "Three retries were set. They were raised to five" tells a change.
            let around = sentence.span.hull(scan.sentences.get(at + 1).map_or(sentence.span, |next| next.span));
            // An answer that is nothing but the value is about whatever it answers.
            let told = |words: &[Word]| {
                about.is_empty()
                    || held(&about, words) >= 50
                    || held(&apart(words), there) >= 50
                    || !correction.about.is_empty() && held(&correction.about, words) == 100
            };
            if sentence.question
                || is_past(summary, sentence, place)
                || !(correction.named || told(words))
                || sources.says(words) && !again.is_empty()
                || again.iter().any(|span| around.contains(*span))
                || stale.contains(&sentence.span)
            {
                continue;
            }
            stale.push(sentence.span);
            outcomes.findings.push(Found {
                kind: FindingKind::TwoLiveValues,
                class: Some(Class::Identifier),
                span: sentence.span,
                against: Some((correction.new.0, now.span)),
            });
        }
    }
    outcomes.findings.retain(|found| {
        let told = |(said, new): &((u32, Span), Span)| found.against == Some(*said) && found.span.overlaps(*new);
        found.kind != FindingKind::Invented || !excused.iter().any(told)
    });
}

/// Whether the clause of a value tells it as one of the past.
fn is_past(summary: &Target<'_>, sentence: &Sentence, place: Span) -> bool {
    const TO: [u32; 4] = [hash("to"), hash("moved"), hash("switched"), hash("away")];
    const MORE: [u32; 4] = [hash("more"), hash("later"), hash("less"), hash("fewer")];
    let scan = &summary.text.scan;
    let clauses = clauses(&summary.text, sentence.words, &[const { hash("and") }]);
    let own = clauses
        .map(|clause| clause.slice(&scan.words))
        .find(|words| words.iter().any(|word| word.span().overlaps(place)));
    let words = own.unwrap_or(&[]);
    // "No more than 6" tells no past, nor does "from" behind the value, nor "was set to 6".
    let plain = |at: usize, word: &Word| {
        let next = words.get(at + 1);
        let passive = [const { hash("was") }, const { hash("were") }].contains(&word.hash);
        next.is_some_and(|next| MORE.contains(&next.hash) || passive && is_past_verb(next.span().of(scan.text), next))
            || word.hash == const { hash("from") } && (word.start > place.start || !any_of(words, &TO))
    };
    let past = words.iter().enumerate().any(|(at, word)| PAST.contains(&word.hash) && !plain(at, word));
    past || holds(sentence.span.of(scan.text), "→")
}

fn look<'a>(
    sources: &'a [Extraction<'a>],
    (message, mark): (u32, u32),
) -> Option<(&'a Extraction<'a>, &'a Mark, &'a Sentence)> {
    let source = sources.get(message as usize)?;
    let mark = source.marks.get(mark as usize)?;
    Some((source, mark, source.scan.sentences.get(mark.sentence as usize)?))
}
