//! Text → elements (D): one pass a message, no decision.

mod clause;
mod identifier;
mod shapes;

use crate::class::Class;
use crate::element::Kind;
use crate::text::{Scan, Span, scan};
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

/// Finds every element of a text.
pub(crate) fn extract<'a>(text: &'a str, declared: &[&str]) -> Extraction<'a> {
    let scan = scan(text);
    let mut marks = Vec::new();
    for (index, sentence) in scan.sentences.iter().enumerate() {
        let index = crate::text::offset(index);
        let first = marks.len();
        identifier::find(&scan, index, sentence, &mut marks);
        if sentence.region.speaks() {
            clause::find(&scan, index, sentence, &mut marks);
        }
        if let Some(found) = marks.get_mut(first..) {
            found.sort_by_key(|mark: &Mark| (mark.span.start, mark.span.end, mark.class));
        }
    }
    if !declared.is_empty() {
        find_declared(&scan, declared, &mut marks);
        marks.sort_by_key(|mark| (mark.sentence, mark.span.start, mark.span.end, mark.class));
    }
    Extraction { scan, marks }
}

/// The sentence that holds a byte.
pub(crate) fn sentence_at(scan: &Scan<'_>, byte: u32) -> u32 {
    let past = scan.sentences.partition_point(|sentence| sentence.span.start <= byte);
    crate::text::offset(past.saturating_sub(1))
}

fn find_declared(scan: &Scan<'_>, declared: &[&str], marks: &mut Vec<Mark>) {
    for string in declared.iter().filter(|string| !string.is_empty()) {
        for (start, found) in scan.text.match_indices(string) {
            let span = Span::new(crate::text::offset(start), crate::text::offset(start + found.len()));
            marks.push(Mark {
                class: Class::Declared,
                kind: Kind::Declared,
                span,
                cue: Span::default(),
                scope: words_in(scan, span),
                sentence: sentence_at(scan, span.start),
                id: "",
            });
        }
    }
}

/// The words that a span of bytes touches.
pub(crate) fn words_in(scan: &Scan<'_>, span: Span) -> Span {
    let first = scan.words.partition_point(|word| word.end <= span.start);
    let past = scan.words.partition_point(|word| word.start < span.end);
    Span::new(crate::text::offset(first), crate::text::offset(past.max(first)))
}
