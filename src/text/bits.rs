//! Words and what each of them announces, as bits: laid out while compiling, found by one probe.

use super::scan::Word;
use super::stem::{EMPTY, step};

/// Open addressing by the hash of a word; more slots than words.
pub(crate) struct Bits<const SLOTS: usize> {
    words: [u32; SLOTS],
    bits: [u32; SLOTS],
}

impl<const SLOTS: usize> Bits<SLOTS> {
    /// From rows of words with a blank between two; a word in several rows has the bits of all.
    // The indices run over the arrays themselves, and the compiler would refuse one that did not.
    #[allow(clippy::indexing_slicing)]
    pub(crate) const fn new(rows: &[(u32, &str)]) -> Bits<SLOTS> {
        let (mut words, mut bits) = ([0; SLOTS], [0; SLOTS]);
        let mut row = 0;
        while row < rows.len() {
            let listed = rows[row].1.as_bytes();
            let (mut at, mut word) = (0, EMPTY);
            while at <= listed.len() {
                if at < listed.len() && listed[at] != b' ' {
                    word = step(word, listed[at]);
                } else {
                    let mut slot = word as usize % SLOTS;
                    while words[slot] != 0 && words[slot] != word {
                        slot = (slot + 1) % SLOTS;
                    }
                    words[slot] = word;
                    bits[slot] |= rows[row].0;
                    word = EMPTY;
                }
                at += 1;
            }
            row += 1;
        }
        Bits { words, bits }
    }

    /// What a word announces; 0 for nearly all.
    pub(crate) fn of(&self, word: &Word) -> u32 {
        let mut slot = word.hash as usize % SLOTS;
        loop {
            match self.words.get(slot).copied().unwrap_or(0) {
                0 => return 0,
                found if found == word.hash => return self.bits.get(slot).copied().unwrap_or(0),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }
}
