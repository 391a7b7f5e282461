//! The cue lexicon: which words make an element of which class.
//!
//! The source is `data/cues.tsv`; `table.rs` is generated from it by `tests/lexicon.rs`, which also runs the examples and
//! counter-examples. Constants only: nothing is built at start. A word costs one probe of a hash table.

mod host;
mod table;

pub use host::HostCue;
pub(crate) use host::{HOST, HostCues};

use crate::class::Class;
use crate::element::Kind;
use crate::text::Word;

/// Where the words are that a cue speaks about, within its clause (D7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Side {
    /// After it.
    After,
    /// Before it.
    Before,
    /// On both sides.
    Both,
}

/// One row of the lexicon.
#[derive(Debug)]
pub(crate) struct Cue {
    /// The row's id, for explanations.
    pub(crate) id: &'static str,
    pub(crate) class: Class,
    /// `None` for a phrase that looks like a cue of the class and is none ("not only").
    pub(crate) kind: Option<Kind>,
    pub(crate) side: Side,
}

const LONGEST_GAP: usize = 4;

/// A cue found among the words of a sentence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match<'a> {
    pub(crate) cue: &'a Cue,
    /// How many words it spans.
    pub(crate) words: usize,
}

/// The cues that begin at the first of `words`, longest first within a class.
pub(crate) fn matches(words: &[Word]) -> impl Iterator<Item = Match<'_>> {
    let (first, rest) = words.split_first().map_or((0, words), |(first, rest)| (first.hash, rest));
    let second = rest.first().copied();
    let mut bytes = starting_with(first);
    let (mut left, mut length, mut cue) = (0, 0, 0);
    core::iter::from_fn(move || {
        loop {
            while left == 0 {
                // A group of sequences: how many, and 5 bits above that, how many words each has after the first; the number
                // of their cue; their words. 0 ends the list.
                let [head @ (1..), number, tail @ ..] = bytes else { return None };
                (left, length, cue, bytes) = (head & 31, head >> 5, *number, tail);
            }
            left -= 1;
            let pattern = bytes;
            if length > 0 {
                let (wanted, after) = split(bytes);
                bytes = after;
                for _ in 1..length {
                    bytes = split(bytes).1;
                }
                // Most sequences fail at their second word.
                if wanted.is_some_and(|wanted| !second.is_some_and(|word| is(wanted, word))) {
                    continue;
                }
            }
            if let (Some(length), Some(cue)) = (self::length(pattern, length, rest), table::CUES.get(usize::from(cue)))
            {
                return Some(Match { cue, words: 1 + length });
            }
        }
    })
}

/// Whether a sequence begins with the first of `words`.
pub(crate) fn begins(words: &[Word]) -> bool {
    words.first().is_some_and(|word| !starting_with(word.hash).is_empty())
}

/// The groups of the sequences that begin with a word.
#[inline]
fn starting_with(hash: u32) -> &'static [u8] {
    let bound = |bucket: usize| {
        let evenly = (bucket * table::FIRSTS) >> table::BITS;
        (evenly + usize::from(table::BUCKETS.get(bucket).copied().unwrap_or(128))).wrapping_sub(128)
    };
    let bucket = (hash >> (u32::BITS - table::BITS)) as usize;
    let (mut word, past) = (bound(bucket), bound(bucket + 1));
    while word < past {
        if table::WORDS.get(word) == Some(&low(hash)) {
            let start = table::STARTS.get(word).copied().map_or(usize::MAX, usize::from);
            return table::SEQUENCES.get(start..).unwrap_or(&[]);
        }
        word += 1;
    }
    &[]
}

/// The low bytes of a hash, the lowest first.
#[inline]
const fn low(hash: u32) -> [u8; 3] {
    let [a, b, c, _] = hash.to_le_bytes();
    [a, b, c]
}

/// Whether a word of the table, by its number, has the hash of this one, as far as the table knows it.
#[inline]
fn is(number: usize, word: Word) -> bool {
    table::WORDS.get(number) == Some(&low(word.hash))
}

/// The number of the word that comes next, none for a gap, and what follows. A byte for a word that only continues sequences,
/// two for the others; 0 stands for up to four words.
#[inline]
fn split(bytes: &[u8]) -> (Option<usize>, &[u8]) {
    match bytes {
        [high @ (240..), low, tail @ ..] => (Some(usize::from(high - 240) << 8 | usize::from(*low)), tail),
        [byte @ (1..), tail @ ..] => (Some(table::FIRSTS + usize::from(*byte) - 1), tail),
        [_, tail @ ..] => (None, tail),
        [] => (None, bytes),
    }
}

/// How many words the pattern of so many pieces takes, if it fits.
fn length(mut pattern: &[u8], pieces: u8, words: &[Word]) -> Option<usize> {
    for at in 0..pieces {
        let (wanted, after) = split(pattern);
        pattern = after;
        let place = usize::from(at);
        match wanted {
            None => {
                return (place..=place + LONGEST_GAP).find_map(|at_most| {
                    length(after, pieces - at - 1, words.get(at_most..)?).map(|length| at_most + length)
                });
            }
            Some(wanted) if !words.get(place).is_some_and(|word| is(wanted, *word)) => return None,
            Some(_) => {}
        }
    }
    Some(pieces.into())
}
