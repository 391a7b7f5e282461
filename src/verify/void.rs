//! What a summary holds and does not say: what it strikes out, hides in a comment or tells under a heading as over (E1).

use super::{Judgement, Outcomes, Sources, Target};
use crate::element::Status;
use crate::text::{Region, Span, Word, hash, offset, ordered};
use alloc::vec::Vec;

/// Words that tell what follows them as over.
const OVER: [u32; 13] = [
    hash("outdated"),
    hash("obsolete"),
    hash("superseded"),
    hash("deprecated"),
    hash("revoked"),
    hash("withdrawn"),
    hash("expired"),
    hash("retired"),
    hash("cancelled"),
    hash("canceled"),
    hash("rescinded"),
    hash("lifted"),
    hash("longer"),
];

/// The same, alone or beside a name for rules: "previous work" may go on.
const PAST: [u32; 7] = [
    hash("old"),
    hash("previous"),
    hash("previously"),
    hash("former"),
    hash("formerly"),
    hash("earlier"),
    hash("past"),
];

const RULES: [u32; 8] = [
    hash("rule"),
    hash("rules"),
    hash("constraints"),
    hash("instructions"),
    hash("requirements"),
    hash("restrictions"),
    hash("guidelines"),
    hash("decisions"),
];

/// What is kept only there is not kept.
pub(super) fn unsaid(sources: &Sources<'_>, summary: &Target<'_>, outcomes: &mut Outcomes) {
    let void = places(sources, summary);
    if void.is_empty() {
        return;
    }
    for outcome in outcomes.marks.iter_mut().flatten().flatten() {
        let Some(span) = outcome.judgement.evidence.filter(|_| outcome.judgement.status.is_kept()) else { continue };
        // They stand in order, and hardly within each other.
        let past = void.partition_point(|void| void.start <= span.start);
        if void.iter().take(past).rev().take(3).any(|void| void.contains(span)) {
            let because = "it stands where it is told as over";
            outcome.judgement = Judgement::new(Status::Unverified, Some(span), because);
        }
    }
}

/// Such places, as bytes. A label of the source's own is none.
fn places(sources: &Sources<'_>, summary: &Target<'_>) -> Vec<Span> {
    let scan = &summary.text.scan;
    let mut void = Vec::new();
    for (open, close) in [("~~", "~~"), ("<!--", "-->")] {
        let mut from = 0;
        while let Some(start) = find(scan.text, from, open) {
            let Some(end) = find(scan.text, start + open.len(), close) else { break };
            void.push(Span::new(offset(start), offset(end)));
            from = end + close.len();
        }
    }
    // The section that is told as over, from the end of its head.
    let mut section: Option<u32> = None;
    for sentence in &scan.sentences {
        let words = scan.words(sentence);
        let text = sentence.span.of(scan.text);
        let label = text.find(": ").map_or(text.len(), |at| at + 1);
        let head = sentence.region == Region::Heading || text.trim_end_matches(['*', '_']).ends_with(':');
        if head {
            if let Some(start) = section.take() {
                void.push(Span::new(start, sentence.span.start));
            }
            section = (is_over(words) && !sources.says(words)).then_some(sentence.span.end);
        } else if label < text.len() && text.len() > label {
            let start = sentence.span.start + offset(label);
            let past = words.partition_point(|word| word.start < start);
            if past < 4 && is_over(words.get(..past).unwrap_or(&[])) && !sources.says(words) {
                void.push(Span::new(start, sentence.span.end));
            }
        }
    }
    void.extend(section.map(|start| Span::new(start, offset(scan.text.len()))));
    ordered(void, |span| span.start)
}

fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    text.get(from..)?.find(what).map(|at| at + from)
}

/// Whether a heading or a label tells what follows as over.
fn is_over(words: &[Word]) -> bool {
    let has = |of: &[u32]| words.iter().any(|word| of.contains(&word.hash));
    let denied = has(&[hash("not"), hash("never"), hash("isn't"), hash("aren't")]);
    words.len() < 9 && !denied && (has(&OVER) || has(&PAST) && (words.len() == 1 || has(&RULES)))
}
