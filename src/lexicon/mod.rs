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

/// Stands in the table for up to four words.
const GAP: u16 = u16::MAX;
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
    let second = rest.first().map_or(0, |word| word.hash);
    let mut sequences = starting_with(first);
    core::iter::from_fn(move || {
        // A sequence is the number of its cue, the number of words after the first, and those words.
        while let [cue, length, tail @ ..] = sequences {
            let (pattern, others) = tail.split_at_checked(usize::from(*length))?;
            sequences = others;
            // Most sequences fail at their second word.
            let wanted = pattern.first().copied().unwrap_or(GAP);
            if wanted != GAP && table::WORDS.get(usize::from(wanted)) != Some(&second) {
                continue;
            }
            if let (Some(length), Some(cue)) = (self::length(pattern, rest), table::CUES.get(usize::from(*cue))) {
                return Some(Match { cue, words: 1 + length });
            }
        }
        None
    })
}

/// The sequences that begin with a word.
#[inline]
fn starting_with(hash: u32) -> &'static [u16] {
    let bound = |bounds: &[u16], at: usize| usize::from(bounds.get(at).copied().unwrap_or(0));
    let bucket = (hash >> table::SHIFT) as usize;
    let past = bound(&table::BUCKETS, bucket + 1);
    let mut word = bound(&table::BUCKETS, bucket);
    while word < past {
        if table::WORDS.get(word) == Some(&hash) {
            let sequences = bound(&table::STARTS, word)..bound(&table::STARTS, word + 1);
            return table::SEQUENCES.get(sequences).unwrap_or(&[]);
        }
        word += 1;
    }
    &[]
}

/// How many words the pattern takes, if it fits.
fn length(pattern: &[u16], words: &[Word]) -> Option<usize> {
    for (at, wanted) in pattern.iter().enumerate() {
        if *wanted == GAP {
            let after = pattern.get(at + 1..)?;
            return (at..=at + LONGEST_GAP).find_map(|at| length(after, words.get(at..)?).map(|length| at + length));
        }
        if table::WORDS.get(usize::from(*wanted)) != words.get(at).map(|word| &word.hash) {
            return None;
        }
    }
    Some(pattern.len())
}
