//! `promoted` (E4): all told as done while something is owed, a box ticked that is open; and what is told as a fact.

use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, held, marks_of, stems};
use super::state::{DONE, OUTCOME, state, subject, told};
use super::{Selected, Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{Sentence, Span, hash, is_content, offset};
use alloc::vec::Vec;

/// Words for all that there is to do.
const WHOLE: [u32; 18] = [
    hash("task"),
    hash("tasks"),
    hash("item"),
    hash("items"),
    hash("work"),
    hash("everything"),
    hash("job"),
    hash("jobs"),
    hash("step"),
    hash("steps"),
    hash("todo"),
    hash("todos"),
    hash("project"),
    hash("request"),
    hash("requests"),
    hash("goal"),
    hash("goals"),
    hash("fully"),
];

/// "All items complete", while the source holds something that is still to do: what was found of that, told by each such
/// sentence of the summary.
pub(super) fn all_done(sources: &[Extraction<'_>], selected: &Selected, summary: &Target<'_>, all: &mut Vec<Found>) {
    let mut live: Option<Option<(u32, Span)>> = None;
    for (at, sentence) in summary.text.scan.sentences.iter().enumerate() {
        let words = summary.text.scan.words(sentence);
        let mut rest = words.iter().filter(|word| is_content(word) && state(word) == 0).peekable();
        if rest.peek().is_none()
            || !rest.all(|word| WHOLE.contains(&word.hash))
            || !ends(&summary.text, offset(at), sentence)
        {
            continue;
        }
        let against = *live.get_or_insert_with(|| owed(sources, selected));
        if against.is_some() {
            all.push(found(FindingKind::Promoted, sentence.span, against));
        }
    }
}

/// The last task that is open, or what was promised last: that is still ahead; an older promise may have been kept without a
/// word.
fn owed(sources: &[Extraction<'_>], selected: &Selected) -> Option<(u32, Span)> {
    sources.iter().zip(selected).enumerate().rev().find_map(|(message, (source, selected))| {
        let last = message + 1 == sources.len();
        let owed = |(mark, live): &(&Mark, &bool)| {
            **live && (matches!(mark.kind, Kind::OpenTask | Kind::Waiting) || last && mark.kind == Kind::Promise)
        };
        let (mark, _) = source.marks.iter().zip(selected).rev().find(owed)?;
        Some((offset(message), source.scan.sentences.get(mark.sentence as usize)?.span))
    })
}

pub(super) const fn found(kind: FindingKind, span: Span, against: Option<(u32, Span)>) -> Found {
    Found { kind, class: Some(Class::Obligation), span, against }
}

/// So many claims of a kind are looked at: each costs a look at what the source says of it.
const MOST: usize = 32;

/// `[x]` for what the source last told with `[ ]`, and the other way round, where nothing later speaks of it.
pub(super) fn boxes(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut left, mut done) = (&summary.text, MOST, None);
    for sentence in &text.scan.sentences {
        let about = stems(text.scan.words(sentence));
        let Some(told) = ticked(text, sentence).filter(|_| left > 0 && !about.is_empty()) else { continue };
        left -= 1;
        let places = mentions.holding(&about, 50);
        let item = |(_, source, _, there): &Place<'_>| {
            held(&about, source.scan.words(there)) == 100 && ticked(source, there).is_some()
        };
        let Some(last) = places.iter().rposition(item) else { continue };
        let (Some((message, source, _, there)), later) = (places.get(last), places.get(last + 1..)) else { continue };
        // The other boxes of the list tell nothing of this one.
        let tells = |place: &Place<'_>| item(place) || ticked(place.1, place.3).is_none();
        let same = stems(source.scan.words(there)).iter().filter(|stem| !about.contains(stem)).count() < 2;
        let tools = || sources.tools.iter().skip(*message as usize + 1).any(|tool| *tool);
        let mut done = || *done.get_or_insert_with(|| super::mentions::places(&sources.texts).any(bare));
        if ticked(source, there) == Some(!told)
            && same
            && !later.is_some_and(|later| later.iter().any(tells))
            && !(told && (tools() || done()))
        {
            let kind = if told { FindingKind::Promoted } else { FindingKind::Invented };
            all.push(found(kind, sentence.span, Some((*message, there.span))));
        }
    }
}

/// Whether a sentence tells hardly more than that something is done.
fn bare((_, source, at, sentence): Place<'_>) -> bool {
    subject(source.scan.words(sentence)).len() < 2 && ends(source, at, sentence)
}

/// Whether a sentence tells as a fact that something is done.
pub(super) fn ends(text: &Extraction<'_>, at: u32, sentence: &Sentence) -> bool {
    told(text, at, sentence.words, 0) & (DONE | OUTCOME) != 0 && told_as_fact(text, at, sentence)
}

/// Whether the box before a sentence is ticked, if there is one.
fn ticked(text: &Extraction<'_>, sentence: &Sentence) -> Option<bool> {
    let said = sentence.span.of(text.scan.text);
    let ticked = said.starts_with("[x]") || said.starts_with("[X]");
    (ticked || said.starts_with("[ ]")).then_some(ticked)
}

pub(super) fn told_as_fact(text: &Extraction<'_>, at: u32, sentence: &Sentence) -> bool {
    let doubt = |mark: &Mark| {
        // What is gone is done.
        !matches!(mark.class, Class::Identifier | Class::Declared) && mark.id != "resolved"
    };
    !asks(text, sentence) && !marks_of(text, Span::new(at, at + 1)).iter().any(doubt)
}

/// Whether the message after a question answers it: a few words that ask, deny and put off nothing.
pub(super) fn answered(sources: &[Extraction<'_>], question: usize) -> bool {
    const MOST: usize = 6;
    const OTHERWISE: [u32; 8] =
        [hash("no"), hash("nope"), hash("nah"), hash("not"), hash("never"), hash("wait"), hash("hold"), hash("later")];
    let Some(Extraction { scan, .. }) = sources.get(question + 1) else { return false };
    (1..=MOST).contains(&scan.words.len())
        && !any_of(&scan.words, &OTHERWISE)
        && !scan.sentences.iter().any(|sentence| sentence.question)
}

pub(super) fn asks(text: &Extraction<'_>, sentence: &Sentence) -> bool {
    sentence.span.of(text.scan.text).trim_end().ends_with('?')
}
