//! What all messages hold together: values, words, whole sentences.

use super::frames::{Frame, frames};
use super::index::sequence;
use super::mentions::Spoken;
use super::value::{self, is_numeric, key};
use crate::class::Class;
use crate::element::{Kind, Message, Role};
use crate::extract::Extraction;
use crate::text::{KeySet, Word};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// The messages, and what is computed from all of them when it is first asked for.
pub(crate) struct Sources<'a> {
    pub(crate) texts: Vec<Extraction<'a>>,
    /// Which of them tools said; empty where nobody says who said what.
    pub(crate) tools: Vec<bool>,
    /// Which of them the user may have said, or whoever wrote an earlier summary.
    pub(super) users: Vec<bool>,
    /// What the summary may speak of besides: the tail, and what the host declares.
    pub(super) beside: Vec<&'a str>,
    last_tool: OnceCell<Option<usize>>,
    keys: OnceCell<KeySet>,
    words: OnceCell<KeySet>,
    /// A hash of the words of each sentence, for one message after the other, and all of them as a set.
    sequences: OnceCell<(Vec<u64>, KeySet)>,
    spoken: OnceCell<Box<Spoken>>,
    clauses: OnceCell<Box<Clauses<'a>>>,
}

/// What is said of values.
struct Clauses<'a> {
    /// The hashes of the words that are names by themselves.
    names: KeySet,
    /// Where the sentences of each message begin among all.
    starts: Vec<usize>,
    /// Of each sentence, once somebody asked.
    frames: Vec<OnceCell<Vec<Frame<'a>>>>,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(texts: Vec<Extraction<'a>>) -> Sources<'a> {
        Sources {
            texts,
            tools: Vec::new(),
            users: Vec::new(),
            beside: Vec::new(),
            last_tool: OnceCell::new(),
            keys: OnceCell::new(),
            words: OnceCell::new(),
            sequences: OnceCell::new(),
            spoken: OnceCell::new(),
            clauses: OnceCell::new(),
        }
    }

    /// The same, with who said what.
    pub(crate) fn said_by(self, messages: &[Message<'_>]) -> Sources<'a> {
        Sources {
            tools: messages.iter().map(|message| message.role == Role::Tool && !message.summary).collect(),
            users: messages
                .iter()
                .map(|message| message.summary || !matches!(message.role, Role::Tool | Role::Assistant))
                .collect(),
            ..self
        }
    }

    /// The same, with what the summary may speak of besides.
    pub(crate) fn beside(self, texts: impl Iterator<Item = &'a str>) -> Sources<'a> {
        Sources { beside: texts.collect(), ..self }
    }

    /// Whether a tool speaks in that message or after it.
    pub(super) fn tool_follows(&self, message: usize) -> bool {
        *self.last_tool.get_or_init(|| self.tools.iter().rposition(|tool| *tool)) >= Some(message)
    }

    /// The keys of every identifier.
    pub(super) fn keys(&self) -> &KeySet {
        self.keys.get_or_init(|| {
            let mut keys = KeySet::new();
            for source in &self.texts {
                for mark in source.marks.iter().filter(|mark| mark.class == Class::Identifier) {
                    let text = mark.span.of(source.scan.text);
                    if is_numeric(mark.kind) {
                        value::keys(text).into_iter().chain(value::hours(text)).for_each(|key| {
                            keys.insert(key);
                        });
                    } else {
                        keys.insert(key(mark.kind, text));
                    }
                }
            }
            keys
        })
    }

    /// The hashes and stems of every word.
    pub(super) fn words(&self) -> &KeySet {
        const LATEST: usize = 1024;
        self.words.get_or_init(|| {
            let mut words = KeySet::new();
            // Most words were there a short while ago.
            let mut latest = vec![0; LATEST];
            for word in self.texts.iter().flat_map(|source| &source.scan.words) {
                let Some(slot) = latest.get_mut(word.hash as usize % LATEST) else { continue };
                if core::mem::replace(slot, word.hash) != word.hash || word.hash == 0 {
                    words.insert(word.hash.into());
                    words.insert(word.stem.into());
                }
            }
            words
        })
    }

    /// The sequences of words of all sentences, as they stand and as a set.
    pub(super) fn sequences(&self) -> &(Vec<u64>, KeySet) {
        self.sequences.get_or_init(|| {
            let (mut all, mut set) = (Vec::new(), KeySet::new());
            for source in &self.texts {
                for sentence in &source.scan.sentences {
                    let sequence = sequence(source.scan.words(sentence));
                    all.push(sequence);
                    set.insert(sequence);
                }
            }
            (all, set)
        })
    }

    /// Whether the source says these words, as a sentence, word for word.
    pub(super) fn says(&self, words: &[Word]) -> bool {
        self.sequences().1.contains(sequence(words))
    }
    /// Where the content stems stand.
    pub(super) fn spoken(&self) -> &Spoken {
        self.spoken.get_or_init(|| Box::new(Spoken::new(&self.texts)))
    }

    fn clauses(&self) -> &Clauses<'a> {
        self.clauses.get_or_init(|| {
            let (mut names, mut starts, mut frames) = (KeySet::new(), Vec::new(), Vec::new());
            for source in &self.texts {
                starts.push(frames.len());
                frames.resize_with(frames.len() + source.scan.sentences.len(), OnceCell::new);
                for mark in source.marks.iter().filter(|mark| mark.kind == Kind::Name && mark.scope.len() == 1) {
                    for word in mark.scope.slice(&source.scan.words) {
                        names.insert(word.hash.into());
                    }
                }
            }
            Box::new(Clauses { names, starts, frames })
        })
    }

    /// The hashes of the words that are names by themselves.
    pub(super) fn names(&self) -> &KeySet {
        &self.clauses().names
    }

    /// The clauses of a sentence that say something of a value.
    pub(super) fn frames(&self, message: u32, number: u32) -> &[Frame<'a>] {
        let Clauses { names, starts, frames: all } = self.clauses();
        let cell = starts.get(message as usize).and_then(|start| all.get(start + number as usize));
        let Some((cell, source)) = cell.zip(self.texts.get(message as usize)) else { return &[] };
        cell.get_or_init(|| frames(source, number, names))
    }
}
