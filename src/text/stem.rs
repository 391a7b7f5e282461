//! Hashes of words and of their stems, computed while the word is read.
//!
//! FNV-1a, 32 bit, over lower-case UTF-8. Two words that share a hash are taken for the same word: with a summary's few
//! thousand distinct words the chance is about one in a million a pair.
//! The stem is the hash of a prefix, chosen by the word's ending; the hash of each of the last prefixes is remembered, so
//! the word is never read twice. It conflates inflection and the commonest nominalisations (deletes, deleted, deletion).

const OFFSET: u32 = 0x811c_9dc5;
const PRIME: u32 = 0x0100_0193;
const KEPT: usize = 8;

/// The hash of a word given in lower case.
pub(crate) const fn hash(lower: &str) -> u32 {
    let bytes = lower.as_bytes();
    let (mut state, mut rest) = (OFFSET, bytes);
    while let [byte, tail @ ..] = rest {
        state = (state ^ *byte as u32).wrapping_mul(PRIME);
        rest = tail;
    }
    state
}

/// Hashes a word byte by byte.
pub(crate) struct Hasher {
    state: u32,
    length: usize,
    /// Hashes of the last prefixes and the last bytes, rotating.
    prefixes: [u32; KEPT],
    bytes: [u8; KEPT],
}

impl Hasher {
    pub(crate) const fn new() -> Hasher {
        Hasher { state: OFFSET, length: 0, prefixes: [OFFSET; KEPT], bytes: [0; KEPT] }
    }

    /// Takes the next byte, already in lower case.
    #[inline]
    pub(crate) fn push(&mut self, lower: u8) {
        let slot = self.length % KEPT;
        if let (Some(prefix), Some(byte)) = (self.prefixes.get_mut(slot), self.bytes.get_mut(slot)) {
            *prefix = self.state;
            *byte = lower;
        }
        self.state = (self.state ^ u32::from(lower)).wrapping_mul(PRIME);
        self.length += 1;
    }

    pub(crate) const fn finish(&self) -> u32 {
        self.state
    }

    /// The byte `back` from the end, 1 for the last.
    fn byte(&self, back: usize) -> u8 {
        if back > self.length {
            return 0;
        }
        self.bytes.get((self.length - back) % KEPT).copied().unwrap_or(0)
    }

    fn ends(&self, suffix: &[u8]) -> bool {
        suffix.iter().rev().enumerate().all(|(index, byte)| self.byte(index + 1) == *byte)
    }

    /// The hash without the last `cut` bytes (at most seven).
    fn without(&self, cut: usize) -> u32 {
        if cut == 0 {
            return self.state;
        }
        self.prefixes.get((self.length - cut) % KEPT).copied().unwrap_or(self.state)
    }

    /// The hash of the stem.
    pub(crate) fn stem(&self) -> u32 {
        if self.length < 4 || !self.byte(1).is_ascii_alphabetic() {
            return self.state;
        }
        self.without(self.suffix().min(KEPT - 1))
    }

    /// How many bytes of the ending are inflection.
    fn suffix(&self) -> usize {
        // (ending, bytes to cut, shortest word); the first that fits, longest endings first.
        const ENDINGS: [(&[u8], usize, usize); 18] = [
            (b"ication", 7, 10),
            (b"ations", 6, 9),
            (b"ation", 5, 8),
            (b"ments", 5, 9),
            (b"ment", 4, 8),
            (b"ions", 4, 7),
            (b"ating", 5, 8),
            (b"ings", 4, 7),
            (b"ion", 3, 6),
            (b"ing", 3, 6),
            (b"ies", 3, 5),
            (b"ied", 3, 5),
            (b"ates", 4, 7),
            (b"ated", 4, 7),
            (b"ate", 3, 6),
            (b"ed", 2, 5),
            (b"es", 2, 5),
            (b"ly", 2, 6),
        ];
        let last = self.byte(1);
        if !matches!(last, b's' | b'd' | b'g' | b'n' | b't' | b'e' | b'y') {
            return 0;
        }
        let cut =
            ENDINGS.iter().find(|(ending, _, shortest)| self.length >= *shortest && self.ends(ending)).map_or_else(
                || usize::from(last == b's' && !matches!(self.byte(2), b's' | b'u' | b'i')),
                |(_, cut, _)| *cut,
            );
        let end = self.byte(cut + 1);
        // running → run, but not passed → pas; deploys, deploying, deployment → deplo, as deploy.
        let doubled = (2..=3).contains(&cut) && end == self.byte(cut + 2) && !matches!(end, b'l' | b's' | b'z' | b'e');
        let vowel = matches!(end, b'y' | b'e') && self.length > cut + 3;
        cut + usize::from(doubled || vowel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem(word: &str) -> u32 {
        let mut hasher = Hasher::new();
        word.bytes().for_each(|byte| hasher.push(byte));
        assert_eq!(hasher.finish(), hash(word));
        hasher.stem()
    }

    #[test]
    fn inflection_and_nominalisation_share_a_stem() {
        for family in [
            &["delete", "deletes", "deleted", "deleting", "deletion"][..],
            &["deploy", "deploys", "deployed", "deploying", "deployment"],
            &["run", "runs", "running"],
            &["rule", "rules"],
            &["migrate", "migrates", "migrated", "migrating", "migration", "migrations"],
            &["retry", "retries", "retried", "retrying"],
            &["verify", "verified", "verifies", "verification"],
            &["pass", "passed", "passing", "passes"],
        ] {
            let first = stem(family[0]);
            for word in family {
                assert_eq!(stem(word), first, "{word}");
            }
        }
        for (a, b) in [("must", "mush"), ("port", "post"), ("status", "state"), ("this", "the"), ("address", "add")] {
            assert_ne!(stem(a), stem(b), "{a} {b}");
        }
    }
}
