//! The words of the ledger: records in, entries kept, what a cycle came to.

use alloc::boxed::Box;
use alloc::vec::Vec;

/// One line of a store's history (I1). A cycle is a list of them, applied in order: each refers to entries that exist by then.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub enum StoreRecord<'a> {
    /// An entry as it arrived.
    Source {
        /// Its name, like no other's.
        id: &'a str,
        /// What it says.
        text: &'a str,
        /// What it costs; an estimate where it is absent.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        tokens: Option<u32>,
    },
    /// An entry that stands for others, which are live no more.
    Summary {
        /// Its name, like no other's.
        id: &'a str,
        /// What it says.
        text: &'a str,
        /// The live entries that it replaces, at least one.
        #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
        replaces: Vec<&'a str>,
        /// 1 + the highest generation among those (C1); held against that where it is given.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        generation: Option<u32>,
        /// What it costs; an estimate where it is absent.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        tokens: Option<u32>,
    },
    /// A live entry that went, as a duplicate of another live one. The ledger records it; the dedup guard judges it (I1, I2).
    Merged {
        /// The one that went.
        id: &'a str,
        /// The one that stays.
        into: &'a str,
    },
    /// A live entry that went without a trace, to meet a budget.
    Dropped {
        /// The one that went.
        id: &'a str,
    },
    /// A live summary that went, and whose sources are live again (I5).
    Expanded {
        /// The summary.
        id: &'a str,
    },
    /// A merged or dropped entry that is live again.
    Restored {
        /// The entry.
        id: &'a str,
    },
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[repr(u8)]
pub enum EntryState {
    /// It is in the store.
    Live,
    /// A summary replaced it.
    Summarised,
    /// It went as a duplicate of another.
    Merged,
    /// It went without a trace.
    Dropped,
    /// It is a summary whose sources are live again.
    Expanded,
}

/// The same with the entry that it went into and the cycle, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Live,
    Summarised { into: u32, cycle: u32 },
    Merged { into: u32, cycle: u32 },
    Dropped { cycle: u32 },
    Expanded { cycle: u32 },
}

/// One entry: it stays for good, whatever becomes of it.
pub(super) struct Entry {
    /// The id, then the text.
    words: Box<str>,
    id: u32,
    pub(super) tokens: u32,
    /// 0 for what arrived, C1 for summaries.
    pub(super) generation: u32,
    /// The cycle that it came with.
    pub(super) cycle: u32,
    pub(super) fate: Fate,
    /// Empty for what arrived.
    pub(super) replaces: Box<[u32]>,
    /// Whether the host said what it costs.
    pub(super) counted: bool,
}

impl Entry {
    pub(super) fn new(id: &str, text: &str, cycle: u32) -> Entry {
        let mut words = alloc::string::String::with_capacity(id.len() + text.len());
        words.push_str(id);
        words.push_str(text);
        Entry {
            words: words.into_boxed_str(),
            id: id.len() as u32,
            tokens: 0,
            generation: 0,
            cycle,
            fate: Fate::Live,
            replaces: Box::default(),
            counted: false,
        }
    }

    pub(super) fn id(&self) -> &str {
        self.words.get(..self.id as usize).unwrap_or("")
    }

    pub(super) fn text(&self) -> &str {
        self.words.get(self.id as usize..).unwrap_or("")
    }
}

/// What one cycle came to: the numbers that a cycle detector takes (H1), but for coverage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Applied {
    /// Its number, from 1.
    pub cycle: u32,
    /// Tokens of what was live before it.
    pub tokens_before: f64,
    /// Tokens of what is live after it.
    pub tokens_after: f64,
    /// Entries that were live before it.
    pub live_before: u32,
    /// Entries that are live after it.
    pub live_after: u32,
    /// The share of entries, of those live before and those that arrived, that went as duplicates, 0 to 1.
    pub dedup_rate: f64,
}

/// One entry as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct EntryView<'a> {
    /// Its name.
    pub id: &'a str,
    /// What it says.
    pub text: &'a str,
    /// 0 for what arrived, C1 for summaries.
    pub generation: u32,
    /// What it costs.
    pub tokens: u32,
    /// The cycle that it came with.
    pub cycle: u32,
    /// What became of it.
    pub state: EntryState,
    /// What a summary replaced; empty for what arrived.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub replaces: Vec<&'a str>,
    /// The summary that replaced it, or the entry that it was merged into; absent where there is none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub into: Option<&'a str>,
    /// The cycle in which it went; absent while it is live.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub gone: Option<u32>,
}
