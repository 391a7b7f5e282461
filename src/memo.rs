//! What was read of messages, kept from one event to the next: at compaction time only what is new is read.
//!
//! A message read before gives the same elements as one read now: it is looked up by its whole text, and what the host
//! adds (declared strings, patterns, cues) has to be the same, or everything is read anew.

use crate::extract::{self, Extraction, Host, Mark};
use crate::lexicon::HostCue;
use crate::text::{Chunk, Scan, Sentence, Word, ordered};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::RefCell;

/// Readings of messages, for [`crate::Event::memo`]: candidates for one source, retries, a source that grows message by
/// message. It has no influence on any answer.
///
/// It holds what the last event has read and what was read ahead since, 2 MiB of text at most.
#[derive(Default)]
pub struct Memo(RefCell<Inner>);

#[derive(Default)]
struct Inner {
    added: Added,
    /// In the order of their hashes.
    entries: Vec<Entry>,
}

/// What the host adds: how many strings and patterns, the kinds and sides of its cues, and all their texts.
#[derive(Default, PartialEq)]
struct Added {
    numbers: Vec<usize>,
    texts: Vec<Box<str>>,
}

struct Entry {
    hash: u32,
    text: Box<str>,
    /// `None` while an event has it.
    reading: Option<Reading>,
}

/// An extraction without its text.
struct Reading {
    words: Vec<Word>,
    chunks: Vec<Chunk>,
    sentences: Vec<Sentence>,
    marks: Vec<Mark>,
}

const MOST_BYTES: usize = 2 << 20;

impl Memo {
    /// With nothing read.
    pub const fn new() -> Memo {
        let added = Added { numbers: Vec::new(), texts: Vec::new() };
        Memo(RefCell::new(Inner { added, entries: Vec::new() }))
    }

    /// Forgets everything unless the host adds the same as before.
    pub(crate) fn open(&self, declared: &[&str], patterns: &[&str], lexicon: &[HostCue<'_>]) {
        let mut added = Added { numbers: [declared.len(), patterns.len()].into(), texts: Vec::new() };
        added.texts.extend(declared.iter().chain(patterns).map(|text| Box::from(*text)));
        for cue in lexicon {
            added.numbers.extend([cue.kind as usize, cue.side as usize]);
            added.texts.push(cue.pattern.into());
        }
        let mut inner = self.0.borrow_mut();
        if inner.added != added {
            *inner = Inner { added, entries: Vec::new() };
        }
    }

    /// The extraction of a text, from what was read before or anew.
    pub(crate) fn extract<'a>(&self, text: &'a str, host: Host<'_>) -> Extraction<'a> {
        let mut inner = self.0.borrow_mut();
        match inner.find(text).and_then(|entry| entry.reading.take()) {
            Some(Reading { words, chunks, sentences, marks }) => {
                Extraction { scan: Scan { text, words, chunks, sentences }, marks }
            }
            None => extract::extract(text, host),
        }
    }

    /// Keeps what an event has read, and nothing else.
    pub(crate) fn keep(&self, read: Vec<Extraction<'_>>) {
        let mut inner = self.0.borrow_mut();
        inner.entries = Vec::new();
        if read.iter().map(|source| source.scan.text.len()).sum::<usize>() <= MOST_BYTES {
            inner.entries = ordered(read.into_iter().map(Entry::new).collect(), |entry| entry.hash);
            inner.entries.dedup_by(|entry, other| entry.text == other.text);
        }
    }

    /// Keeps what was read ahead too. To make room it forgets the rest.
    pub(crate) fn add(&self, read: Vec<Extraction<'_>>) {
        let mut inner = self.0.borrow_mut();
        let size: usize = read.iter().map(|source| source.scan.text.len()).sum();
        let held: usize = inner.entries.iter().map(|entry| entry.text.len()).sum();
        if held + size > MOST_BYTES {
            inner.entries = Vec::new();
        }
        for entry in read.into_iter().filter(|_| size <= MOST_BYTES).map(Entry::new) {
            match inner.find(&entry.text) {
                Some(slot) => *slot = entry,
                None => {
                    let place = inner.entries.partition_point(|other| other.hash < entry.hash);
                    inner.entries.insert(place, entry);
                }
            }
        }
    }
}

impl Entry {
    fn new(Extraction { scan: Scan { text, words, chunks, sentences }, marks }: Extraction<'_>) -> Entry {
        Entry { hash: hash(text), text: text.into(), reading: Some(Reading { words, chunks, sentences, marks }) }
    }
}

impl Inner {
    /// The entry of a text; of many texts with one hash only some are looked at.
    fn find(&mut self, text: &str) -> Option<&mut Entry> {
        const MOST: usize = 8;
        let hash = hash(text);
        let first = self.entries.partition_point(|entry| entry.hash < hash);
        let alike = self.entries.get_mut(first..)?.iter_mut().take(MOST);
        alike.take_while(|entry| entry.hash == hash).find(|entry| *entry.text == *text)
    }
}

/// A hash of a whole text, eight bytes at a time: it is taken of every text of every event.
fn hash(text: &str) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |state: u64, bytes: u64| (state.rotate_left(23) ^ bytes).wrapping_mul(FACTOR);
    let (eights, rest) = text.as_bytes().as_chunks::<8>();
    let state = eights.iter().fold(FACTOR, |state, bytes| mix(state, u64::from_le_bytes(*bytes)));
    (rest.iter().fold(state, |state, byte| mix(state, u64::from(*byte))) >> 32) as u32
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::lexicon::HostCues;

    fn no_cues() -> HostCues {
        HostCues::new(&[]).expect("no cue is wrong")
    }

    /// Reads texts for a host that declares some strings, ahead or for an event; gives how many elements each has.
    fn read(memo: &Memo, declared: &[&str], texts: &[&str], ahead: bool) -> Vec<usize> {
        let cues = no_cues();
        memo.open(declared, &[], &[]);
        let host = Host { declared, patterns: &[], cues: &cues };
        let read: Vec<Extraction<'_>> = texts.iter().map(|text| memo.extract(text, host)).collect();
        let marks = read.iter().map(|source| source.marks.len()).collect();
        if ahead {
            memo.add(read)
        } else {
            memo.keep(read)
        }
        marks
    }

    /// The lengths of the texts that need not be read again.
    fn held(memo: &Memo) -> Vec<usize> {
        let inner = memo.0.borrow();
        let mut held: Vec<usize> =
            inner.entries.iter().filter(|entry| entry.reading.is_some()).map(|entry| entry.text.len()).collect();
        held.sort_unstable();
        held
    }

    #[test]
    fn a_text_is_held_while_no_event_has_it() {
        let memo = Memo::new();
        let texts = ["Do not restart db-1.", "Then tell Ann."];
        let marks = read(&memo, &[], &texts, true);
        assert_eq!(held(&memo), [14, 20]);
        let cues = no_cues();
        let taken = memo.extract(texts[0], Host { declared: &[], patterns: &[], cues: &cues });
        assert_eq!(held(&memo), [14]);
        memo.add([taken].into());
        assert_eq!((read(&memo, &[], &texts, false), held(&memo)), (marks, [14, 20].into()));
    }

    #[test]
    fn a_text_that_comes_twice_is_held_once() {
        for ahead in [true, false] {
            let memo = Memo::new();
            let texts = ["use db-1", "", "use db-1", ""];
            let marks = read(&memo, &[], &texts, ahead);
            assert_eq!((read(&memo, &[], &texts, ahead), held(&memo)), (marks, [0, 8].into()));
        }
    }

    #[test]
    fn another_host_reads_for_itself() {
        let memo = Memo::new();
        let marks = |declared| read(&memo, declared, &["ask the blue team"], false)[0];
        let plain = marks(&[]);
        assert_eq!([marks(&["blue team"]), marks(&[]), marks(&["blue", "team"])], [plain + 1, plain, plain + 2]);
    }

    #[test]
    fn an_event_leaves_its_own_and_room_is_made_for_what_is_read_ahead() {
        let memo = Memo::new();
        let after = |text: &str, ahead| {
            read(&memo, &[], &[text], ahead);
            held(&memo)
        };
        let (half, other) = ("a ".repeat(MOST_BYTES / 4), "b ".repeat(MOST_BYTES / 4));
        assert_eq!(after("short", true), [5]);
        assert_eq!(after("longer", true), [5, 6]);
        assert_eq!(after("the event", false), [9]);
        assert_eq!(after(&half, true), [9, half.len()]);
        assert_eq!(after(&other, true), [other.len()]);
        assert_eq!(after(&"a ".repeat(MOST_BYTES), true), [0; 0]);
        assert_eq!(after(&"a ".repeat(MOST_BYTES), false), [0; 0]);
    }
}
