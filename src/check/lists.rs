//! What a report tells: elements, findings, how much survived, which messages weigh most.

use super::Event;
use super::detail;
use super::live::Live;
use crate::element::{Because, Element, Evidence, Finding, FindingKind, Part, Status};
use crate::extract::{Extraction, Mark};
use crate::report::Retention;
use crate::select::is_selected;
use crate::text::{offset, ordered};
use crate::verify::{self, Outcomes, Target};
use alloc::vec::Vec;

/// The messages that hold most of what is not kept, the heaviest first.
pub(super) fn heaviest(outcomes: &Outcomes) -> Vec<u32> {
    const MOST: usize = 5;
    let open = |marks: &Vec<Option<verify::Outcome>>| {
        offset(marks.iter().flatten().filter(|outcome| !outcome.judgement.status.is_kept()).count())
    };
    let counts: Vec<(u32, u32)> =
        outcomes.marks.iter().enumerate().map(|(at, marks)| (open(marks), offset(at))).collect();
    let heavy = counts.into_iter().filter(|(count, _)| *count > 0).collect();
    ordered(heavy, |(count, _)| u32::MAX - count).into_iter().take(MOST).map(|(_, message)| message).collect()
}

pub(super) fn element(source: &Extraction<'_>, message: usize, mark: &Mark, because: Because) -> Element {
    let text = source.scan.text;
    Element {
        class: mark.class,
        kind: mark.kind,
        text: mark.span.of(text).into(),
        message: offset(message),
        start: mark.span.start,
        end: mark.span.end,
        cue: (!mark.cue.is_empty()).then(|| mark.cue.of(text).into()),
        scope: None,
        order: None,
        owner: None,
        discharge: None,
        stance: None,
        settled_by: None,
        selected: is_selected(because),
        because,
        status: None,
        evidence: None,
    }
}

pub(super) fn elements(
    sources: &[Extraction<'_>],
    because: &[Vec<Because>],
    live: &Live<'_>,
    outcomes: &Outcomes,
    targets: &[Target<'_>],
) -> Vec<Element> {
    let mut elements = Vec::new();
    for (message, ((source, because), marks)) in sources.iter().zip(because).zip(&outcomes.marks).enumerate() {
        for (at, ((mark, because), outcome)) in source.marks.iter().zip(because).zip(marks).enumerate() {
            let Some(outcome) = outcome else { continue };
            let mut element = element(source, message, mark, *because);
            element.status = Some(outcome.judgement.status);
            let found = outcome.judgement.evidence.zip(targets.get(outcome.target));
            let found = found.map(|(span, target)| target.evidence(span));
            let corrected = || {
                let over = outcome.judgement.status == Status::Superseded;
                over.then(|| live.correction(sources, message, at)).flatten()
            };
            let by = live.by(message, at).or_else(corrected);
            element.evidence = found.or_else(|| detail::place(sources, by?));
            detail::fill(&mut element, sources, mark, Some(by));
            elements.push(element);
        }
    }
    elements
}

/// Those of the summary in its order, then those of the source.
pub(super) fn findings(
    event: &Event<'_>,
    sources: &[Extraction<'_>],
    outcomes: &Outcomes,
    retention: &[Retention],
) -> Vec<Finding> {
    let of_source = verify::injected(event.source, sources);
    let of_summary = ordered(outcomes.findings.clone(), |found| found.span.start);
    let all = of_summary.into_iter().chain(verify::skewed(retention, event.summary)).chain(of_source);
    all.map(|found| {
        let evidence = found.against.and_then(|(message, span)| {
            let text = sources.get(message as usize)?.scan.text;
            Some(Evidence {
                part: Part::Source,
                message: Some(message),
                start: span.start,
                end: span.end,
                text: span.of(text).into(),
            })
        });
        let text = match &evidence {
            Some(evidence) if found.kind == FindingKind::Injected => evidence.text.clone(),
            _ => found.span.of(event.summary).into(),
        };
        Finding { kind: found.kind, class: found.class, text, start: found.span.start, end: found.span.end, evidence }
    })
    .collect()
}

pub(super) fn retention(sources: &[Extraction<'_>], outcomes: &Outcomes) -> Vec<Retention> {
    let mut counts: Vec<Retention> = Vec::new();
    for (source, marks) in sources.iter().zip(&outcomes.marks) {
        for (mark, outcome) in source.marks.iter().zip(marks) {
            let Some(outcome) = outcome else { continue };
            let kept = u32::from(outcome.judgement.status.is_kept());
            match counts.iter_mut().find(|count| count.class == mark.class && count.kind == mark.kind) {
                Some(count) => {
                    count.selected += 1;
                    count.kept += kept;
                }
                None => counts.push(Retention { class: mark.class, kind: mark.kind, kept, selected: 1 }),
            }
        }
    }
    ordered(counts, |count| (count.class as u32) << 8 | count.kind as u32)
}
