//! Word by word: the longest common subsequence of two sentences, and what stands in the gaps.

use crate::text::{Span, Word, offset};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// For each word of the source, the word of the target it is matched with; worked out when it is first asked for, since a
/// sentence that stands there word for word is judged without it.
pub(crate) struct Diff<'a> {
    source: &'a [Word],
    target: &'a [Word],
    matched: OnceCell<Vec<Option<u32>>>,
}

/// Longer sentences are cut: [`crate::text`] makes none longer than 160 words, and two may be joined.
const LONGEST: usize = 330;

impl<'a> Diff<'a> {
    /// Compares by stem. Time and memory are the product of the lengths, both bounded.
    pub(crate) fn new(source: &'a [Word], target: &'a [Word]) -> Diff<'a> {
        Diff { source: cut(source), target: cut(target), matched: OnceCell::new() }
    }

    fn all(&self) -> &[Option<u32>] {
        self.matched.get_or_init(|| common(self.source, self.target))
    }

    /// Where a word of the source went.
    pub(crate) fn matched(&self, word: u32) -> Option<u32> {
        self.all().get(word as usize).copied().flatten()
    }

    /// The words of the target between the nearest matched neighbours of a span of source words.
    pub(crate) fn gap(&self, span: Span) -> Span {
        let past = offset(self.target.len());
        let before = (0..span.start).rev().find_map(|word| self.matched(word)).map_or(0, |word| word + 1);
        let after = (span.end..offset(self.source.len())).find_map(|word| self.matched(word)).unwrap_or(past);
        Span::new(before, after.max(before))
    }

    /// How many words of the source are matched.
    pub(crate) fn count(&self) -> usize {
        self.all().iter().flatten().count()
    }
}

fn common(source: &[Word], target: &[Word]) -> Vec<Option<u32>> {
    let mut matched = vec![None; source.len()];
    let mut keep = |row: usize, column: usize| {
        if let Some(slot) = matched.get_mut(row) {
            *slot = Some(offset(column));
        }
    };
    // Both begin alike: the longest common subsequence begins with that.
    let alike = source.iter().zip(target).take_while(|(left, right)| left.stem == right.stem).count();
    (0..alike).for_each(|at| keep(at, at));
    let (source, target) = (source.get(alike..).unwrap_or(&[]), target.get(alike..).unwrap_or(&[]));
    if source.is_empty() || target.is_empty() {
        return matched;
    }
    let width = target.len() + 1;
    let mut lengths = vec![0u16; (source.len() + 1) * width];
    // From the last row up: each needs the one below it only.
    for (row, left) in source.iter().enumerate().rev() {
        let Some((above, below)) = lengths.split_at_mut_checked((row + 1) * width) else { continue };
        let Some(above) = above.get_mut(row * width..) else { continue };
        let (mut after, mut across) = (0, 0);
        for ((slot, right), down) in above.iter_mut().zip(target).zip(below.iter()).rev() {
            after = if left.stem == right.stem { across + 1 } else { after.max(*down) };
            across = *down;
            *slot = after;
        }
    }
    let cell = |row: usize, column: usize| lengths.get(row * width + column).copied().unwrap_or(0);
    let (mut row, mut column) = (0, 0);
    while let (Some(left), Some(right)) = (source.get(row), target.get(column)) {
        if left.stem == right.stem {
            keep(alike + row, alike + column);
            row += 1;
            column += 1;
        } else if cell(row + 1, column) >= cell(row, column + 1) {
            row += 1;
        } else {
            column += 1;
        }
    }
    matched
}

fn cut(words: &[Word]) -> &[Word] {
    words.get(..words.len().min(LONGEST)).unwrap_or(words)
}
