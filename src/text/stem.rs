//! Hashes of words and of their stems, computed while the word is read.
//!
//! FNV-1a, 32 bit, over lower-case UTF-8. Two words that share a hash are taken for the same word: with a summary's few
//! thousand distinct words the chance is about one in a million a pair.
//! The stem is the hash of a prefix, chosen by the word's ending: the hash with the last bytes taken back, so the word is
//! never read twice. It conflates inflection and the commonest nominalisations (deletes, deleted, deletion).

/// The hash of no bytes.
pub(crate) const EMPTY: u32 = 0x811c_9dc5;
const PRIME: u32 = 0x0100_0193;
/// Times the prime, this is 1 (modulo 2³²): a byte can be taken back.
const INVERSE: u32 = 0x359c_449b;

/// The hash with one more byte.
pub(crate) const fn step(state: u32, byte: u8) -> u32 {
    (state ^ byte as u32).wrapping_mul(PRIME)
}

/// The hash of a word given in lower case.
pub(crate) const fn hash(lower: &str) -> u32 {
    let (mut state, mut rest) = (EMPTY, lower.as_bytes());
    while let [byte, tail @ ..] = rest {
        state = step(state, *byte);
        rest = tail;
    }
    state
}

/// Hashes a word byte by byte.
#[derive(Clone, Copy)]
pub(crate) struct Hasher {
    state: u32,
    length: usize,
    /// The last eight bytes, the last one lowest.
    last: u64,
}

/// An ending: its bytes as in [`Hasher::last`], how many they are, how many are cut, the shortest word it is cut from.
struct Ending(u64, u32, usize, usize);

const fn ending(text: &str, cut: usize, shortest: usize) -> Ending {
    let (mut bytes, mut rest) = (0, text.as_bytes());
    while let [byte, tail @ ..] = rest {
        bytes = bytes << 8 | *byte as u64;
        rest = tail;
    }
    Ending(bytes, text.len() as u32, cut, shortest)
}

/// By their last letter; the first that fits counts.
static S: [Ending; 7] = [
    ending("ations", 6, 9),
    ending("ments", 5, 9),
    ending("ions", 4, 7),
    ending("ings", 4, 7),
    ending("ies", 3, 5),
    ending("ates", 4, 7),
    ending("es", 2, 5),
];
static N: [Ending; 3] = [ending("ication", 7, 10), ending("ation", 5, 8), ending("ion", 3, 6)];
static D: [Ending; 3] = [ending("ied", 3, 5), ending("ated", 4, 7), ending("ed", 2, 5)];
static G: [Ending; 2] = [ending("ating", 5, 8), ending("ing", 3, 6)];
static T: [Ending; 1] = [ending("ment", 4, 8)];
static E: [Ending; 1] = [ending("ate", 3, 6)];
static Y: [Ending; 1] = [ending("ly", 2, 6)];

/// Forms that no ending tells, with the stem of their verb.
const IRREGULAR: [(&str, &str); 35] = [
    ("lent", "lend"),
    ("taught", "teach"),
    ("caught", "catch"),
    ("drew", "draw"),
    ("drawn", "draw"),
    ("cancelled", "cancel"),
    ("cancelling", "cancel"),
    ("used", "use"),
    ("using", "use"),
    ("going", "go"),
    ("goes", "go"),
    ("sent", "send"),
    ("told", "tell"),
    ("kept", "keep"),
    ("built", "build"),
    ("bought", "buy"),
    ("paid", "pay"),
    ("sold", "sell"),
    ("shown", "show"),
    ("written", "writ"),
    ("wrote", "writ"),
    ("made", "mak"),
    ("taken", "tak"),
    ("took", "tak"),
    ("given", "giv"),
    ("gave", "giv"),
    ("froze", "freez"),
    ("frozen", "freez"),
    ("chosen", "choos"),
    ("chose", "choos"),
    ("begun", "begin"),
    ("began", "begin"),
    ("brought", "bring"),
    ("spent", "spend"),
    ("withdrawn", "withdraw"),
];

/// As many slots as make few of them meet; a slot without a form is empty.
const SLOTS: usize = 128;

// Made while the crate is compiled: an index out of bounds would be an error there.
#[allow(clippy::indexing_slicing)]
static FORMS: [(u32, u32); SLOTS] = {
    let (mut table, mut at) = ([(0, 0); SLOTS], 0);
    while at < IRREGULAR.len() {
        let (form, stem) = (hash(IRREGULAR[at].0), hash(IRREGULAR[at].1));
        let mut slot = form as usize % SLOTS;
        while table[slot].0 != 0 {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = (form, stem);
        at += 1;
    }
    table
};

/// The stem of a form that no ending tells.
#[inline(never)]
pub(crate) fn irregular(form: u32) -> Option<u32> {
    let from = form as usize % SLOTS;
    let slots = FORMS.iter().skip(from).chain(&FORMS);
    slots.take_while(|(other, _)| *other != 0).find(|(other, _)| *other == form).map(|(_, stem)| *stem)
}

impl Hasher {
    pub(crate) const fn new() -> Hasher {
        Hasher { state: EMPTY, length: 0, last: 0 }
    }

    /// Takes the next byte, already in lower case.
    #[inline(always)]
    pub(crate) const fn push(&mut self, lower: u8) {
        self.state = step(self.state, lower);
        self.last = self.last << 8 | lower as u64;
        self.length += 1;
    }

    pub(crate) const fn finish(self) -> u32 {
        self.state
    }

    /// The byte `back` from the end, 1 for the last, 8 at most.
    const fn byte(self, back: usize) -> u8 {
        (self.last >> (back * 8 - 8)) as u8
    }

    /// The hash of the stem.
    pub(crate) fn stem(self) -> u32 {
        const MOST: usize = 7;
        if let Some(stem) = irregular(self.state) {
            return stem;
        }
        let (mut state, mut last) = (self.state, self.last);
        for _ in 0..self.suffix().min(MOST) {
            state = state.wrapping_mul(INVERSE) ^ (last & 0xff) as u32;
            last >>= 8;
        }
        state
    }

    /// How many bytes of the ending are inflection.
    fn suffix(self) -> usize {
        if self.length < 4 {
            return 0;
        }
        let last = self.byte(1);
        let endings: &[Ending] = match last {
            b's' => &S,
            b'n' => &N,
            b'd' => &D,
            b'g' => &G,
            b't' => &T,
            b'e' => &E,
            b'y' => &Y,
            _ => return 0,
        };
        let fits = |Ending(bytes, length, _, shortest): &&Ending| {
            self.length >= *shortest && (self.last ^ bytes) << (64 - length * 8) == 0
        };
        let cut = endings.iter().find(fits).map_or_else(
            || usize::from(last == b's' && !matches!(self.byte(2), b's' | b'u' | b'i')),
            |Ending(_, _, cut, _)| *cut,
        );
        let end = self.byte(cut + 1);
        // running → run, but not passed → pas; deploys, deploying, deployment → deplo, as deploy.
        let doubled = matches!(cut, 2 | 3) && end == self.byte(cut + 2) && !matches!(end, b'l' | b's' | b'z' | b'e');
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
            &["use", "uses", "used", "using"],
            &["go", "goes", "going"],
            &["send", "sends", "sent", "sending"],
            &["write", "writes", "wrote", "written", "writing"],
            &["make", "makes", "made", "making"],
            &["take", "takes", "took", "taken", "taking"],
            &["give", "gives", "gave", "given", "giving"],
            &["freeze", "freezes", "froze", "frozen", "freezing"],
            &["choose", "chooses", "chose", "chosen"],
            &["pay", "pays", "paid", "paying"],
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
