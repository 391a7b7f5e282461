//! Word by word: the longest common subsequence of two sentences, and what stands in the gaps.

use crate::text::{Span, Word};
use alloc::vec;
use alloc::vec::Vec;

/// For each word of the source, the word of the target it is matched with.
pub(crate) struct Diff {
    matched: Vec<Option<u32>>,
    target: u32,
}

/// Longer sentences are cut: [`crate::text`] makes none longer than 160 words, and two may be joined.
const LONGEST: usize = 330;

impl Diff {
    /// Compares by stem. Time and memory are the product of the lengths, both bounded.
    pub(crate) fn new(source: &[Word], target: &[Word]) -> Diff {
        let (source, target) = (cut(source), cut(target));
        let width = target.len() + 1;
        let mut lengths = vec![0u16; (source.len() + 1) * width];
        let cell = |lengths: &[u16], row: usize, column: usize| lengths.get(row * width + column).copied().unwrap_or(0);
        for (row, left) in source.iter().enumerate().rev() {
            for (column, right) in target.iter().enumerate().rev() {
                let length = if left.stem == right.stem {
                    cell(&lengths, row + 1, column + 1) + 1
                } else {
                    cell(&lengths, row + 1, column).max(cell(&lengths, row, column + 1))
                };
                if let Some(slot) = lengths.get_mut(row * width + column) {
                    *slot = length;
                }
            }
        }
        let mut matched = vec![None; source.len()];
        let (mut row, mut column) = (0, 0);
        while let (Some(left), Some(right)) = (source.get(row), target.get(column)) {
            if left.stem == right.stem {
                if let Some(slot) = matched.get_mut(row) {
                    *slot = Some(column as u32);
                }
                row += 1;
                column += 1;
            } else if cell(&lengths, row + 1, column) >= cell(&lengths, row, column + 1) {
                row += 1;
            } else {
                column += 1;
            }
        }
        Diff { matched, target: target.len() as u32 }
    }

    /// Where a word of the source went.
    pub(crate) fn matched(&self, word: u32) -> Option<u32> {
        self.matched.get(word as usize).copied().flatten()
    }

    /// The words of the target between the nearest matched neighbours of a span of source words.
    pub(crate) fn gap(&self, span: Span) -> Span {
        let before = (0..span.start).rev().find_map(|word| self.matched(word)).map_or(0, |word| word + 1);
        let after = (span.end..self.matched.len() as u32).find_map(|word| self.matched(word)).unwrap_or(self.target);
        Span::new(before, after.max(before))
    }

    /// How many words of the source are matched.
    pub(crate) fn count(&self) -> usize {
        self.matched.iter().flatten().count()
    }
}

fn cut(words: &[Word]) -> &[Word] {
    words.get(..words.len().min(LONGEST)).unwrap_or(words)
}
