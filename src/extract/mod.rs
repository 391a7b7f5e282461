//! Text → elements (D): one pass a message, no decision.

mod clause;
mod declared;
mod identifier;
mod leave;
mod owner;
mod request;
mod shapes;

pub(crate) use declared::PATTERN;
pub(crate) use owner::owner;

use crate::class::Class;
use crate::element::Kind;
use crate::lexicon::HostCues;
use crate::text::{Scan, Span, offset, scan};
use alloc::vec::Vec;

/// An element before anyone asks for its words: spans only.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) class: Class,
    pub(crate) kind: Kind,
    /// Bytes: the token of an identifier, cue and scope of the others.
    pub(crate) span: Span,
    /// Bytes of the cue; empty for identifiers and declared strings.
    pub(crate) cue: Span,
    /// The words of the sentence that the cue speaks about, without the cue; for identifiers the words of the token.
    pub(crate) scope: Span,
    /// Index of its sentence.
    pub(crate) sentence: u32,
    /// The row of the lexicon; empty for identifiers and declared strings.
    pub(crate) id: &'static str,
}

/// A text with what was found in it, in the order of the text.
pub(crate) struct Extraction<'a> {
    pub(crate) scan: Scan<'a>,
    pub(crate) marks: Vec<Mark>,
}

/// What a host adds.
#[derive(Clone, Copy)]
pub(crate) struct Host<'a> {
    pub(crate) declared: &'a [&'a str],
    pub(crate) patterns: &'a [&'a str],
    pub(crate) cues: &'a HostCues,
}

/// Finds every element of a text.
#[inline(never)]
pub(crate) fn extract<'a>(text: &'a str, host: Host<'_>) -> Extraction<'a> {
    let scan = scan(text);
    let mut marks = Vec::new();
    let declared = declared::find(&scan, host.declared, host.patterns);
    let mut next = declared.iter().peekable();
    for (index, sentence) in scan.sentences.iter().enumerate() {
        let index = offset(index);
        let first = marks.len();
        identifier::find(&scan, index, sentence, &mut marks);
        if sentence.region.speaks() {
            clause::find(&scan, index, sentence, host.cues, &mut marks);
        }
        while let Some(mark) = next.next_if(|mark| mark.sentence == index) {
            marks.push(*mark);
        }
        if let Some(found) = marks.get_mut(first..) {
            in_order(found);
        }
    }
    Extraction { scan, marks }
}

/// The sentence that holds a byte.
pub(crate) fn sentence_at(scan: &Scan<'_>, byte: u32) -> u32 {
    let past = scan.sentences.partition_point(|sentence| sentence.span.start <= byte);
    offset(past.saturating_sub(1))
}

/// Sorts the marks of one sentence by place: few, and nearly in order.
fn in_order(marks: &mut [Mark]) {
    let place = |mark: &Mark| (mark.span.start, mark.span.end, mark.class);
    for from in 1..marks.len() {
        let mut at = from;
        while let Some([left, right]) = at.checked_sub(1).and_then(|left| marks.get_mut(left..=at)) {
            if place(left) <= place(right) {
                break;
            }
            core::mem::swap(left, right);
            at -= 1;
        }
    }
}

/// The words that a span of bytes touches.
pub(crate) fn words_in(scan: &Scan<'_>, span: Span) -> Span {
    words_among(scan, Span::new(0, offset(scan.words.len())), span)
}

/// Those among some words that a span of bytes touches.
fn words_among(scan: &Scan<'_>, words: Span, span: Span) -> Span {
    let among = words.slice(&scan.words);
    let first = among.partition_point(|word| word.end <= span.start);
    let past = among.partition_point(|word| word.start < span.end);
    Span::new(words.start + offset(first), words.start + offset(past.max(first)))
}
