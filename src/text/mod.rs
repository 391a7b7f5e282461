//! Text as words, chunks and sentences: one pass, no meaning yet.

mod bits;
mod clock;
mod letters;
mod line;
mod order;
mod scan;
mod segment;
mod stem;
mod words;

pub(crate) use bits::Bits;
pub(crate) use clock::clock;
pub(crate) use letters::{holds, in_word, is_upper, lower, place_of};
pub(crate) use line::is_fence;
pub(crate) use order::{KeySet, join, ordered, sort};
pub(crate) use scan::{Chunk, Word, is_content, mask, shape};
pub(crate) use segment::{Region, Scan, Sentence, scan};
pub(crate) use stem::{Hasher, hash, irregular, step};
pub(crate) use words::{is_listed, list, lists_of, number_word};

/// A half-open range of bytes or of indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    pub(crate) const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    pub(crate) const fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    pub(crate) const fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest span over both.
    pub(crate) fn hull(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text there; empty where the span is none of its character ranges.
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// The items there; empty where the span is out of range.
    pub(crate) fn slice<T>(self, items: &[T]) -> &[T] {
        items.get(self.start as usize..self.end as usize).unwrap_or(&[])
    }
}

/// An offset that fits: texts are at most [`crate::MAX_BYTES`] long.
pub(crate) const fn offset(index: usize) -> u32 {
    if index > u32::MAX as usize { u32::MAX } else { index as u32 }
}
