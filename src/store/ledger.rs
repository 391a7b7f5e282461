//! The ledger: entries and their fates, by cycles that apply whole or not at all (I6).
//!
//! Every operation costs what it touches, never what the store holds; only growing the table of ids walks all entries, each
//! time it has doubled. Provenance is acyclic by construction: an entry can only go into one that was live at that time.

use super::entry::{Applied, Entry, EntryState, EntryView, Fate, StoreRecord};
use super::problem::{Field, ID, INTO, Problem, problem, told, word};
use crate::check::{MAX_BYTES, estimate_tokens};
use crate::error::{Error, ErrorCode};
use crate::text::{KeySet, hash, offset};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// A memory store's history (I). Nothing is forgotten: what is no longer live is what traces and re-expansion need.
#[derive(Default)]
pub struct Ledger {
    pub(super) entries: Vec<Entry>,
    /// Open addressing by the hash of the id: the number of an entry, plus one.
    slots: Vec<u32>,
    /// Every record, in order.
    log: Vec<Logged>,
    /// Where in the log each cycle begins.
    cycles: Vec<u32>,
    live: u32,
    tokens: u64,
}

/// A record by numbers: what it was, of which entry, into which.
#[derive(Clone, Copy)]
struct Logged {
    kind: Kind,
    entry: u32,
    into: u32,
}

#[derive(Clone, Copy)]
enum Kind {
    Came,
    Merged,
    Dropped,
    Expanded,
    Restored,
}

/// What is needed to take back the records of a cycle that failed.
struct Before {
    entries: usize,
    log: usize,
    live: u32,
    tokens: u64,
    fates: Vec<(u32, Fate)>,
    merged: u32,
}

impl Ledger {
    /// An empty store.
    pub fn new() -> Ledger {
        Ledger::default()
    }

    /// Applies one cycle: all of its records, in order, or none of them.
    ///
    /// # Errors
    /// With a path such as `records[3].replaces[0]`: `unknown-id`, `duplicate-id`, `self-reference`, `cyclic-provenance` (a
    /// summary replaces one that comes later and replaces it), `wrong-state` (an entry that is not live, or is), `empty` (an
    /// id, or a summary of nothing), `out-of-range` (a generation that is not the one of C1), `too-large` (texts of more than
    /// 256 MiB in a cycle).
    ///
    /// ```
    /// use fidelity_floor::{Ledger, StoreRecord};
    /// let mut store = Ledger::new();
    /// let source = |id, text| StoreRecord::Source { id, text, tokens: None };
    /// store.apply(&[source("a", "The gate code is 4417."), source("b", "The gate is green.")])?;
    /// let replaces = vec!["a", "b"];
    /// let cycle = [StoreRecord::Summary { id: "s", text: "The gate is green.", replaces, generation: None, tokens: None }];
    /// assert_eq!(store.apply(&cycle)?.live_after, 1);
    /// # Ok::<(), fidelity_floor::Error>(())
    /// ```
    #[inline(never)]
    pub fn apply(&mut self, records: &[StoreRecord<'_>]) -> Result<Applied, Error> {
        let total = records.iter().fold(0usize, |total, record| total.saturating_add(size(record)));
        if total > MAX_BYTES || self.entries.len().saturating_add(records.len()) >= u32::MAX as usize {
            return Err(Error::new(
                ErrorCode::TooLarge,
                "records",
                format!("at most {MAX_BYTES} bytes of text in a cycle"),
                format!("{total}"),
            ));
        }
        let mut before = Before {
            entries: self.entries.len(),
            log: self.log.len(),
            live: self.live,
            tokens: self.tokens,
            fates: Vec::new(),
            merged: 0,
        };
        for (at, record) in records.iter().enumerate() {
            if let Err(problem) = self.record(record, &mut before) {
                self.take_back(before);
                return Err(told(problem, records, at));
            }
        }
        self.cycles.push(offset(before.log));
        let arrived = records.iter().filter(|record| matches!(record, StoreRecord::Source { .. })).count();
        let candidates = f64::from(before.live) + arrived as f64;
        Ok(Applied {
            cycle: self.cycle(),
            tokens_before: before.tokens as f64,
            tokens_after: self.tokens as f64,
            live_before: before.live,
            live_after: self.live,
            dedup_rate: if before.merged == 0 { 0.0 } else { f64::from(before.merged) / candidates },
        })
    }

    /// How many cycles were applied.
    pub fn cycle(&self) -> u32 {
        offset(self.cycles.len())
    }

    /// How many entries there are, live or not.
    pub fn len(&self) -> u32 {
        offset(self.entries.len())
    }

    /// Whether nothing was ever applied that made an entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many entries are live, and their tokens.
    pub fn live(&self) -> (u32, f64) {
        (self.live, self.tokens as f64)
    }

    /// An entry as it is now.
    pub fn entry(&self, id: &str) -> Option<EntryView<'_>> {
        self.find(id).and_then(|number| self.view(number))
    }

    /// The entry with a number, from 0, in the order of arrival.
    pub fn view(&self, number: u32) -> Option<EntryView<'_>> {
        let entry = self.entries.get(number as usize)?;
        let (state, into, gone) = match entry.fate {
            Fate::Live => (EntryState::Live, None, None),
            Fate::Summarised { into, cycle } => (EntryState::Summarised, Some(into), Some(cycle)),
            Fate::Merged { into, cycle } => (EntryState::Merged, Some(into), Some(cycle)),
            Fate::Dropped { cycle } => (EntryState::Dropped, None, Some(cycle)),
            Fate::Expanded { cycle } => (EntryState::Expanded, None, Some(cycle)),
        };
        Some(EntryView {
            id: entry.id(),
            text: entry.text(),
            generation: entry.generation,
            tokens: entry.tokens,
            cycle: entry.cycle,
            state,
            replaces: entry.replaces.iter().map(|number| self.id(*number)).collect(),
            into: into.map(|number| self.id(number)),
            gone,
        })
    }

    /// The records of a cycle (from 1), as they would be applied to an empty store after those before it.
    pub fn records(&self, cycle: u32) -> impl Iterator<Item = StoreRecord<'_>> {
        let bound = |cycle: u32| self.cycles.get(cycle as usize).map_or(self.log.len(), |start| *start as usize);
        let range = if cycle == 0 { 0..0 } else { bound(cycle - 1)..bound(cycle) };
        self.log.get(range).unwrap_or(&[]).iter().filter_map(|logged| self.told(logged))
    }

    fn told(&self, logged: &Logged) -> Option<StoreRecord<'_>> {
        let entry = self.entries.get(logged.entry as usize)?;
        let id = entry.id();
        Some(match logged.kind {
            Kind::Came => {
                let (text, tokens) = (entry.text(), entry.counted.then_some(entry.tokens));
                if entry.replaces.is_empty() {
                    return Some(StoreRecord::Source { id, text, tokens });
                }
                let replaces = entry.replaces.iter().map(|number| self.id(*number)).collect();
                StoreRecord::Summary { id, text, replaces, generation: Some(entry.generation), tokens }
            }
            Kind::Merged => StoreRecord::Merged { id, into: self.id(logged.into) },
            Kind::Dropped => StoreRecord::Dropped { id },
            Kind::Expanded => StoreRecord::Expanded { id },
            Kind::Restored => StoreRecord::Restored { id },
        })
    }

    pub(super) fn id(&self, number: u32) -> &str {
        self.entries.get(number as usize).map_or("", Entry::id)
    }

    pub(super) fn get(&self, number: u32) -> Option<&Entry> {
        self.entries.get(number as usize)
    }

    /// The number of an entry.
    pub(super) fn find(&self, id: &str) -> Option<u32> {
        let mut slot = first(&self.slots, id);
        while let Some(number) = self.slots.get(slot).and_then(|number| number.checked_sub(1)) {
            if self.id(number) == id {
                return Some(number);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        None
    }

    fn record(&mut self, record: &StoreRecord<'_>, before: &mut Before) -> Result<(), Problem> {
        let cycle = self.cycle() + 1;
        let (kind, entry, into) = match record {
            StoreRecord::Source { id, text, tokens } => {
                let entry = self.fresh(id, text, *tokens, cycle)?;
                (Kind::Came, self.add(entry), 0)
            }
            StoreRecord::Summary { id, text, replaces, generation, tokens } => {
                let mut entry = self.fresh(id, text, *tokens, cycle)?;
                (entry.generation, entry.replaces) = self.replaced(id, replaces, *generation)?;
                let number = offset(self.entries.len());
                for replaced in &entry.replaces {
                    self.turn(*replaced, Fate::Summarised { into: number, cycle }, before);
                }
                (Kind::Came, self.add(entry), 0)
            }
            StoreRecord::Merged { id, into } => {
                let number = self.live_at(ID, id)?;
                if id == into {
                    return problem(ErrorCode::SelfReference, INTO, "another entry than itself", into);
                }
                let into = self.live_at(INTO, into)?;
                self.turn(number, Fate::Merged { into, cycle }, before);
                before.merged += 1;
                (Kind::Merged, number, into)
            }
            StoreRecord::Dropped { id } => {
                let number = self.live_at(ID, id)?;
                self.turn(number, Fate::Dropped { cycle }, before);
                (Kind::Dropped, number, 0)
            }
            StoreRecord::Expanded { id } => {
                let number = self.live_at(ID, id)?;
                let members = self.get(number).map(|entry| entry.replaces.clone()).unwrap_or_default();
                if members.is_empty() {
                    return problem(ErrorCode::WrongState, ID, "a summary", "a source entry");
                }
                self.turn(number, Fate::Expanded { cycle }, before);
                for member in members {
                    self.turn(member, Fate::Live, before);
                }
                (Kind::Expanded, number, 0)
            }
            StoreRecord::Restored { id } => {
                let number = self.number(ID, id)?;
                match self.get(number).map(|entry| entry.fate) {
                    Some(Fate::Merged { .. } | Fate::Dropped { .. }) => self.turn(number, Fate::Live, before),
                    fate => {
                        let found = fate.map_or("nothing", word);
                        return problem(ErrorCode::WrongState, ID, "a merged or dropped entry", found);
                    }
                }
                (Kind::Restored, number, 0)
            }
        };
        self.log.push(Logged { kind, entry, into });
        Ok(())
    }

    /// An entry whose id is new.
    fn fresh(&self, id: &str, text: &str, tokens: Option<u32>, cycle: u32) -> Result<Entry, Problem> {
        if id.is_empty() {
            return problem(ErrorCode::Empty, ID, "a name", "none");
        }
        if self.find(id).is_some() {
            return problem(ErrorCode::DuplicateId, ID, "a name that no entry has", id);
        }
        let mut entry = Entry::new(id, text, cycle);
        entry.tokens = tokens.unwrap_or_else(|| estimate_tokens(text));
        entry.counted = tokens.is_some();
        Ok(entry)
    }

    /// The generation of a summary, and the entries that it replaces.
    fn replaced(&self, id: &str, ids: &[&str], given: Option<u32>) -> Result<(u32, Box<[u32]>), Problem> {
        if ids.is_empty() {
            return problem(ErrorCode::Empty, Field("replaces", None), "at least one entry", "none");
        }
        let mut seen = KeySet::new();
        let mut numbers = Vec::with_capacity(ids.len());
        let mut highest = 0;
        for (at, replaced) in ids.iter().enumerate() {
            let field = Field("replaces", Some(at));
            if *replaced == id {
                return problem(ErrorCode::SelfReference, field, "another entry than itself", id);
            }
            let number = self.number(field, replaced)?;
            // A key of 0 would be taken for 1.
            if !seen.insert(u64::from(number) + 1) {
                return problem(ErrorCode::DuplicateId, field, "each entry once", replaced);
            }
            self.live_at(field, replaced)?;
            highest = self.get(number).map_or(highest, |entry| entry.generation.max(highest));
            numbers.push(number);
        }
        let generation = highest.saturating_add(1);
        if let Some(given) = given.filter(|given| *given != generation) {
            let expected = "one more than the highest generation of what it replaces";
            return problem(ErrorCode::OutOfRange, Field("generation", None), expected, &format!("{given}"));
        }
        Ok((generation, numbers.into_boxed_slice()))
    }

    fn number(&self, field: Field, id: &str) -> Result<u32, Problem> {
        match self.find(id) {
            Some(number) => Ok(number),
            None => problem(ErrorCode::UnknownId, field, "the id of an entry", id),
        }
    }

    fn live_at(&self, field: Field, id: &str) -> Result<u32, Problem> {
        let number = self.number(field, id)?;
        match self.get(number).map_or(Fate::Live, |entry| entry.fate) {
            Fate::Live => Ok(number),
            fate => problem(ErrorCode::WrongState, field, "a live entry", word(fate)),
        }
    }

    fn add(&mut self, entry: Entry) -> u32 {
        let number = offset(self.entries.len());
        self.live += 1;
        self.tokens += u64::from(entry.tokens);
        self.entries.push(entry);
        if self.entries.len() * 2 > self.slots.len() {
            self.slots = vec![0; (self.slots.len() * 2).max(64)];
            for number in 0..offset(self.entries.len()) {
                self.enter(number);
            }
        } else {
            self.enter(number);
        }
        number
    }

    fn enter(&mut self, number: u32) {
        let mut slot = first(&self.slots, self.id(number));
        while self.slots.get(slot).is_some_and(|taken| *taken != 0) {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = number + 1;
        }
    }

    /// Gives an entry another fate.
    fn turn(&mut self, number: u32, fate: Fate, before: &mut Before) {
        let Some(entry) = self.entries.get_mut(number as usize) else { return };
        before.fates.push((number, entry.fate));
        let tokens = u64::from(entry.tokens);
        match (entry.fate == Fate::Live, fate == Fate::Live) {
            (true, false) => (self.live, self.tokens) = (self.live - 1, self.tokens - tokens),
            (false, true) => (self.live, self.tokens) = (self.live + 1, self.tokens + tokens),
            _ => {}
        }
        entry.fate = fate;
    }

    /// Undoes all records since.
    fn take_back(&mut self, before: Before) {
        for (number, fate) in before.fates.into_iter().rev() {
            if let Some(entry) = self.entries.get_mut(number as usize) {
                entry.fate = fate;
            }
        }
        // The newest first: its slot is the last that was taken, so none that is looked for through it is lost.
        for number in (before.entries..self.entries.len()).rev() {
            let number = offset(number);
            let mut slot = first(&self.slots, self.id(number));
            while self.slots.get(slot).is_some_and(|taken| *taken != 0 && *taken != number + 1) {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            if let Some(slot) = self.slots.get_mut(slot) {
                *slot = 0;
            }
        }
        self.entries.truncate(before.entries);
        self.log.truncate(before.log);
        self.live = before.live;
        self.tokens = before.tokens;
    }
}

fn size(record: &StoreRecord<'_>) -> usize {
    match record {
        StoreRecord::Source { id, text, .. } | StoreRecord::Summary { id, text, .. } => id.len() + text.len(),
        _ => 0,
    }
}

/// The slot that an id is looked for first; the number of slots is a power of two.
fn first(slots: &[u32], id: &str) -> usize {
    let spread = u64::from(hash(id)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    spread as usize & slots.len().saturating_sub(1)
}
