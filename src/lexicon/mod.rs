//! The cue lexicon: which words make an element of which class.
//!
//! The source is `data/cues.tsv`; `table.rs` is generated from it by `tests/lexicon.rs`, which also runs the examples and
//! counter-examples. Constants only: nothing is built at start. A word costs one probe of a hash table.

mod table;

use crate::class::Class;
use crate::element::Kind;
use crate::text::Word;

/// Where the scope of a cue lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    After,
    Before,
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

/// The words of a cue after the first. [`GAP`] stands for up to four words.
struct Sequence {
    cue: u16,
    rest: &'static [u32],
}

/// FNV-1a never gives it for a word of the lexicon; the generator checks.
const GAP: u32 = 0;
const LONGEST_GAP: usize = 4;

/// A cue found among the words of a sentence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) cue: &'static Cue,
    /// How many words it spans.
    pub(crate) words: usize,
}

/// The cues that begin at the first of `words`, longest first within a class.
pub(crate) fn matches(words: &[Word]) -> impl Iterator<Item = Match> + '_ {
    let sequences = words.first().map_or(&[][..], |word| starting_with(word.hash));
    let rest = words.get(1..).unwrap_or(&[]);
    sequences.iter().filter_map(move |sequence| {
        let words = 1 + length(sequence.rest, rest)?;
        Some(Match { cue: table::CUES.get(usize::from(sequence.cue))?, words })
    })
}

fn starting_with(hash: u32) -> &'static [Sequence] {
    let mut slot = hash as usize % table::SLOTS.len();
    loop {
        let first = table::SLOTS.get(slot).copied().unwrap_or(0);
        let Some((key, from, to)) = usize::from(first).checked_sub(1).and_then(|index| table::FIRST.get(index)) else {
            return &[];
        };
        if *key == hash {
            return table::SEQUENCES.get(usize::from(*from)..usize::from(*to)).unwrap_or(&[]);
        }
        slot = (slot + 1) % table::SLOTS.len();
    }
}

/// How many words the pattern takes, if it fits.
fn length(pattern: &[u32], words: &[Word]) -> Option<usize> {
    match pattern {
        [] => Some(0),
        [GAP, rest @ ..] => (0..=LONGEST_GAP.min(words.len()))
            .find_map(|gap| length(rest, words.get(gap..)?).map(|length| gap + length)),
        [hash, rest @ ..] => match words {
            [word, words @ ..] if word.hash == *hash => length(rest, words).map(|length| 1 + length),
            _ => None,
        },
    }
}
