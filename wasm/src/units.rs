//! Offsets in bytes of UTF-8 turned into UTF-16 units, which is what a JavaScript string is indexed by.

use alloc::{vec, vec::Vec};
use core::cell::OnceCell;
use fidelity_floor::{Element, Event, Evidence, Explanation, Finding, FindingKind, Part, Passage, Step};

/// A mark every so many bytes of a text that is not ASCII.
const STEP: usize = 256;

/// The texts that offsets of a report point into.
pub(crate) struct Offsets<'a> {
    source: Vec<Text<'a>>,
    tail: Vec<Text<'a>>,
    summary: Text<'a>,
    pinned: Text<'a>,
}

impl<'a> Offsets<'a> {
    pub(crate) fn new(event: &Event<'a>) -> Offsets<'a> {
        Offsets {
            source: event.source.iter().map(|message| Text::new(message.text)).collect(),
            tail: event.tail.iter().map(|message| Text::new(message.text)).collect(),
            summary: Text::new(event.summary),
            pinned: Text::new(event.pinned),
        }
    }

    pub(crate) fn elements(&self, elements: &mut [Element]) {
        for element in elements {
            if let Some(text) = self.text(Part::Source, Some(element.message)) {
                text.convert(&mut element.start, &mut element.end);
            }
            let Element { scope, order, owner, discharge, settled_by, evidence, message, .. } = element;
            self.passage(*message, scope.as_mut());
            self.passage(*message, owner.as_mut());
            if let Some(order) = order {
                self.passage(*message, Some(&mut order.first));
                self.passage(*message, Some(&mut order.second));
            }
            self.evidence(discharge.as_mut().map(|discharge| &mut discharge.by));
            self.evidence(settled_by.as_mut());
            self.evidence(evidence.as_mut());
        }
    }

    #[inline(never)]
    fn passage(&self, message: u32, passage: Option<&mut Passage>) {
        if let Some(passage) = passage
            && let Some(text) = self.text(Part::Source, Some(message))
        {
            text.convert(&mut passage.start, &mut passage.end);
        }
    }

    pub(crate) fn explanation(&self, explanation: &mut Explanation) {
        self.elements(core::slice::from_mut(&mut explanation.element));
        for step in &mut explanation.steps {
            if let Step::Aligned { with, .. } | Step::Compared { with } = step {
                self.evidence(Some(with));
            }
        }
    }

    /// A finding points into the summary; `injected` into the message that its evidence names.
    pub(crate) fn findings(&self, findings: &mut [Finding]) {
        for finding in findings {
            let text = match (finding.kind, &finding.evidence) {
                (FindingKind::Injected, Some(evidence)) => self.text(evidence.part, evidence.message),
                _ => Some(&self.summary),
            };
            if let Some(text) = text {
                text.convert(&mut finding.start, &mut finding.end);
            }
            self.evidence(finding.evidence.as_mut());
        }
    }

    #[inline(never)]
    fn evidence(&self, evidence: Option<&mut Evidence>) {
        if let Some(evidence) = evidence
            && let Some(text) = self.text(evidence.part, evidence.message)
        {
            text.convert(&mut evidence.start, &mut evidence.end);
        }
    }

    fn text(&self, part: Part, message: Option<u32>) -> Option<&Text<'a>> {
        let at = message.unwrap_or(0) as usize;
        match part {
            Part::Source => self.source.get(at),
            Part::Tail => self.tail.get(at),
            Part::Summary => Some(&self.summary),
            Part::Pinned => Some(&self.pinned),
        }
    }
}

struct Text<'a> {
    text: &'a str,
    /// The units before every [`STEP`]th byte, made when first asked for; empty for ASCII, where both counts agree.
    marks: OnceCell<Vec<u32>>,
}

impl<'a> Text<'a> {
    fn new(text: &'a str) -> Text<'a> {
        Text { text, marks: OnceCell::new() }
    }

    fn convert(&self, start: &mut u32, end: &mut u32) {
        *start = self.units(*start);
        *end = self.units(*end);
    }

    fn units(&self, byte: u32) -> u32 {
        let marks = self.marks.get_or_init(|| marks(self.text));
        let at = (byte as usize).min(self.text.len());
        match marks.get(at / STEP) {
            Some(before) => before + count(self.text.as_bytes().get(at / STEP * STEP..at).unwrap_or_default()),
            None => byte,
        }
    }
}

fn marks(text: &str) -> Vec<u32> {
    if text.is_ascii() {
        return Vec::new();
    }
    let mut units = 0;
    let mut marks = vec![0];
    for chunk in text.as_bytes().chunks(STEP) {
        units += count(chunk);
        marks.push(units);
    }
    marks
}

/// A character counts where it begins: one unit, two if it takes four bytes.
pub(crate) fn count(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(byte & 0xC0 != 0x80) + u32::from(*byte >= 0xF0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_boundary_of_a_mixed_text_converts() {
        let text = "aß漢🙂".repeat(200) + &"x".repeat(300);
        let of = Text::new(&text);
        let boundaries = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let mut compared = 0;
        for at in boundaries {
            let expected = text[..at].encode_utf16().count();
            assert_eq!(of.units(at as u32) as usize, expected);
            compared += 1;
        }
        assert_eq!(compared, 4 * 200 + 300 + 1);
        assert_eq!(Text::new("plain").units(3), 3);
    }
}
