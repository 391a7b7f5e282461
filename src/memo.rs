//! What was read of messages, kept from one event to the next: at compaction time only what is new is read.
//!
//! A message read before gives the same elements as one read now: it is looked up by its whole text, and what the host
//! adds (declared strings, patterns, cues) has to be the same, or everything is read anew.

use crate::extract::{self, Extraction, Host, Mark};
use crate::lexicon::HostCue;
use crate::text::{Chunk, Scan, Sentence, Word, hash, ordered};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::RefCell;

/// Readings of messages, for [`crate::Event::memo`]: candidates for one source, retries, a source that grows message by
/// message. It has no influence on any answer.
///
/// It holds at most 2 MiB of text and the readings; to make room it forgets all that came before the last event.
#[derive(Default)]
pub struct Memo(RefCell<Inner>);

#[derive(Default)]
struct Inner {
    added: Added,
    /// In the order of their hashes.
    entries: Vec<Entry>,
    /// Of all texts.
    bytes: usize,
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
        Memo(RefCell::new(Inner { added, entries: Vec::new(), bytes: 0 }))
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
            *inner = Inner { added, ..Inner::default() };
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

    /// Keeps what an event has read.
    pub(crate) fn keep(&self, read: Vec<Extraction<'_>>) {
        let mut inner = self.0.borrow_mut();
        let size: usize = read.iter().map(|source| source.scan.text.len()).sum();
        if inner.bytes + size > MOST_BYTES {
            inner.entries = Vec::new();
            inner.bytes = 0;
        }
        if size > MOST_BYTES {
            return;
        }
        let mut more = Vec::new();
        for Extraction { scan: Scan { text, words, chunks, sentences }, marks } in read {
            let reading = Some(Reading { words, chunks, sentences, marks });
            match inner.find(text) {
                Some(entry) => entry.reading = reading,
                None => more.push(Entry { hash: hash(text), text: text.into(), reading }),
            }
        }
        if !more.is_empty() {
            more.append(&mut inner.entries);
            inner.entries = ordered(more, |entry| entry.hash);
            inner.entries.dedup_by(|entry, other| entry.text == other.text);
            inner.bytes = inner.entries.iter().map(|entry| entry.text.len()).sum();
        }
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

#[cfg(test)]
#[allow(clippy::expect_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::lexicon::HostCues;

    fn no_cues() -> HostCues {
        HostCues::new(&[]).expect("no cue is wrong")
    }

    /// Reads texts for a host that declares some strings; gives how many elements each has.
    fn read(memo: &Memo, declared: &[&str], texts: &[&str]) -> Vec<usize> {
        let cues = no_cues();
        memo.open(declared, &[], &[]);
        let host = Host { declared, patterns: &[], cues: &cues };
        let read: Vec<Extraction<'_>> = texts.iter().map(|text| memo.extract(text, host)).collect();
        let marks = read.iter().map(|source| source.marks.len()).collect();
        memo.keep(read);
        marks
    }

    /// Which texts need not be read again, and the bytes of all.
    fn held(memo: &Memo) -> (Vec<Box<str>>, usize) {
        let inner = memo.0.borrow();
        let texts = inner.entries.iter().filter(|entry| entry.reading.is_some());
        (texts.map(|entry| entry.text.clone()).collect(), inner.bytes)
    }

    #[test]
    fn a_text_is_held_while_no_event_has_it() {
        let memo = Memo::new();
        let texts = ["Do not restart db-1.", "Then tell Ann."];
        let marks = read(&memo, &[], &texts);
        assert_eq!((held(&memo).0.len(), held(&memo).1), (2, 34));
        let cues = no_cues();
        let taken = memo.extract(texts[0], Host { declared: &[], patterns: &[], cues: &cues });
        assert_eq!(held(&memo).0, [Box::from(texts[1])]);
        memo.keep([taken].into());
        assert_eq!((read(&memo, &[], &texts), held(&memo).1), (marks, 34));
    }

    #[test]
    fn a_text_that_comes_twice_is_held_once() {
        let memo = Memo::new();
        let marks = read(&memo, &[], &["use db-1", "", "use db-1", ""]);
        assert_eq!(
            (read(&memo, &[], &["use db-1", "", "use db-1", ""]), held(&memo).0.len(), held(&memo).1),
            (marks, 2, 8)
        );
    }

    #[test]
    fn another_host_reads_for_itself() {
        let memo = Memo::new();
        let marks = |declared| read(&memo, declared, &["ask the blue team"])[0];
        let plain = marks(&[]);
        assert_eq!([marks(&["blue team"]), marks(&[]), marks(&["blue", "team"])], [plain + 1, plain, plain + 2]);
    }

    #[test]
    fn it_forgets_to_make_room() {
        let memo = Memo::new();
        let bytes = |text: &str| {
            read(&memo, &[], &[text]);
            held(&memo).1
        };
        let (half, other) = ("a ".repeat(MOST_BYTES / 4), "b ".repeat(MOST_BYTES / 4));
        assert_eq!(bytes("short"), 5);
        assert_eq!(bytes(&half), 5 + half.len());
        assert_eq!(bytes(&other), other.len());
        assert_eq!(bytes(&"a ".repeat(MOST_BYTES)), 0);
    }
}
