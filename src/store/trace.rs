//! Coverage, and where the answers of lost probes vanished (I3, I4).

use super::answer::{Probe, Reader, Wanted};
use super::entry::{Entry, EntryView, Fate};
use super::ledger::Ledger;
use crate::error::{Error, ErrorCode};
use crate::text::{KeySet, hash, join, offset, ordered};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How many probes the live entries answer.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Coverage<'a> {
    /// How many are answered.
    pub answered: u32,
    /// How many there are.
    pub all: u32,
    /// `answered` / `all`, 0 to 1; 1 where there are none.
    pub coverage: f64,
    /// Those that are not, in their order.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub lost: Vec<&'a str>,
}

/// What became of one probe.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Trace<'a> {
    /// Its id.
    pub probe: &'a str,
    /// Whether the live entries that came of its own answer it.
    pub answered: bool,
    /// For each of its answers that is lost, where it vanished; empty where it is answered.
    #[cfg_attr(feature = "ts", ts(type = "Array<Loss>"))]
    pub losses: Vec<Loss<'a>>,
}

/// Where an answer vanished (I4): `entry` is the last that held it, `cycle` the one that took it away.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Loss<'a> {
    /// A summary replaced the entry and does not say it.
    Summarised {
        /// The answer.
        answer: String,
        /// The last entry that held it.
        entry: &'a str,
        /// The summary.
        into: &'a str,
        /// The cycle.
        cycle: u32,
    },
    /// The entry went as a duplicate of one that does not say it.
    Merged {
        /// The answer.
        answer: String,
        /// The last entry that held it.
        entry: &'a str,
        /// The one that stayed.
        into: &'a str,
        /// The cycle.
        cycle: u32,
    },
    /// The entry was dropped.
    Dropped {
        /// The answer.
        answer: String,
        /// The last entry that held it.
        entry: &'a str,
        /// The cycle.
        cycle: u32,
    },
    /// A summary alone said it, and its sources stand there again instead.
    Expanded {
        /// The answer.
        answer: String,
        /// The last entry that held it.
        entry: &'a str,
        /// The cycle.
        cycle: u32,
    },
    /// None of the entries that it came from, nor what became of them, nor what summaries among them replaced, ever held it.
    Unfounded {
        /// The answer.
        answer: String,
    },
}

impl Loss<'_> {
    /// The last entry that held the answer.
    pub fn entry(&self) -> Option<&str> {
        match self {
            Loss::Summarised { entry, .. }
            | Loss::Merged { entry, .. }
            | Loss::Dropped { entry, .. }
            | Loss::Expanded { entry, .. } => Some(entry),
            Loss::Unfounded { .. } => None,
        }
    }
}

/// A probe whose ids were found.
struct Known<'a> {
    id: &'a str,
    from: Vec<u32>,
    answers: Vec<Wanted<'a>>,
}

impl Ledger {
    /// How many of the probes the store answers now (I3).
    ///
    /// It costs what became of the probes' entries, whatever else the store holds.
    ///
    /// # Errors
    /// With a path such as `probes[2].from[0]`: `unknown-id`, `duplicate-id`, `empty`.
    #[inline(never)]
    pub fn coverage<'p>(&self, probes: &[Probe<'p>]) -> Result<Coverage<'p>, Error> {
        let text = |number: u32| self.get(number).map_or("", Entry::text);
        let mut reader = Reader::new(&text)?;
        let known = self.known(probes, &mut reader)?;
        let mut lost = Vec::new();
        for probe in &known {
            let nodes = self.became(&probe.from);
            if !probe
                .answers
                .iter()
                .all(|answer| nodes.iter().any(|node| self.is_live(*node) && reader.holds(answer, *node)))
            {
                lost.push(probe.id);
            }
        }
        let (all, answered) = (offset(known.len()), offset(known.len() - lost.len()));
        let coverage = if all == 0 { 1.0 } else { f64::from(answered) / f64::from(all) };
        Ok(Coverage { answered, all, coverage, lost })
    }

    /// For each probe whether it is answered, and if not, at which step its answers vanished (I4).
    ///
    /// # Errors
    /// As [`Ledger::coverage`].
    #[inline(never)]
    pub fn trace<'a>(&'a self, probes: &[Probe<'a>]) -> Result<Vec<Trace<'a>>, Error> {
        let text = |number: u32| self.get(number).map_or("", Entry::text);
        let mut reader = Reader::new(&text)?;
        let known = self.known(probes, &mut reader)?;
        Ok(known.iter().map(|probe| self.trace_one(probe, &mut reader)).collect())
    }

    /// Finds the entries of some probes.
    fn known<'p>(&self, probes: &[Probe<'p>], reader: &mut Reader<'_>) -> Result<Vec<Known<'p>>, Error> {
        let mut seen = KeySet::new();
        let mut known = Vec::with_capacity(probes.len());
        for (at, probe) in probes.iter().enumerate() {
            let wrong = |code, field: &str, expected: &str, found: &str| {
                Err(Error::new(code, format!("probes[{at}].{field}"), expected, found))
            };
            if !seen.insert(name(probe.id)) {
                return wrong(ErrorCode::DuplicateId, "id", "a name that no other probe has", probe.id);
            }
            if probe.from.is_empty() || probe.answers.is_empty() {
                let field = if probe.from.is_empty() { "from" } else { "answers" };
                return wrong(ErrorCode::Empty, field, "at least one", "none");
            }
            let mut from = Vec::with_capacity(probe.from.len());
            for (place, id) in probe.from.iter().enumerate() {
                match self.find(id) {
                    Some(number) => from.push(number),
                    None => return wrong(ErrorCode::UnknownId, &format!("from[{place}]"), "the id of an entry", id),
                }
            }
            let mut answers = Vec::with_capacity(probe.answers.len());
            for (place, answer) in probe.answers.iter().enumerate() {
                if answer.text.trim().is_empty() {
                    return wrong(ErrorCode::Empty, &format!("answers[{place}]"), "a text", "none");
                }
                answers.push(reader.wanted(answer, &from));
            }
            known.push(Known { id: probe.id, from, answers });
        }
        Ok(known)
    }

    fn trace_one<'a>(&'a self, probe: &Known<'a>, reader: &mut Reader<'_>) -> Trace<'a> {
        let nodes = self.became(&probe.from);
        let mut losses = Vec::new();
        // The live ones first, then those that went last; of one cycle those that are later on the way. Then what may come back
        // from under a summary, and what is gone for good.
        let last = |mut nodes: Vec<u32>| {
            nodes.reverse();
            ordered(nodes, |node| u32::MAX - self.gone(*node))
        };
        let (expanded, rest): (Vec<u32>, Vec<u32>) = nodes.iter().partition(|node| self.is_expanded(**node));
        let (live, gone): (Vec<u32>, Vec<u32>) = rest.iter().partition(|node| self.is_live(**node));
        let mut order = live;
        for nodes in [gone, self.beneath(&probe.from, &nodes), expanded] {
            order.extend(last(nodes));
        }
        for answer in &probe.answers {
            let holder = order.iter().copied().find(|node| reader.holds(answer, *node));
            losses.extend(self.loss(answer.text().into(), holder));
        }
        Trace { probe: probe.id, answered: losses.is_empty(), losses }
    }

    /// How an answer was lost whose last holder is known; `None` while that is live.
    fn loss(&self, answer: String, holder: Option<u32>) -> Option<Loss<'_>> {
        let Some(holder) = holder else { return Some(Loss::Unfounded { answer }) };
        let entry = self.id(holder);
        Some(match self.get(holder)?.fate {
            Fate::Live => return None,
            Fate::Summarised { into, cycle } => Loss::Summarised { answer, entry, into: self.id(into), cycle },
            Fate::Merged { into, cycle } => Loss::Merged { answer, entry, into: self.id(into), cycle },
            Fate::Dropped { cycle } => Loss::Dropped { answer, entry, cycle },
            Fate::Expanded { cycle } => Loss::Expanded { answer, entry, cycle },
        })
    }

    /// Some entries and all that they went into, each once, each before what it went into (I4).
    ///
    /// # Errors
    /// `unknown-id` with a path such as `ids[0]`.
    #[inline(never)]
    pub fn lineage(&self, ids: &[&str]) -> Result<Vec<EntryView<'_>>, Error> {
        let mut from = Vec::with_capacity(ids.len());
        for (at, id) in ids.iter().enumerate() {
            let unknown = || Error::new(ErrorCode::UnknownId, format!("ids[{at}]"), "the id of an entry", *id);
            from.push(self.find(id).ok_or_else(unknown)?);
        }
        Ok(self.became(&from).into_iter().filter_map(|number| self.view(number)).collect())
    }

    /// The cycle in which an entry went; 0 for a live one.
    fn gone(&self, number: u32) -> u32 {
        self.get(number).map_or(0, |entry| match entry.fate {
            Fate::Live => 0,
            Fate::Summarised { cycle, .. } | Fate::Merged { cycle, .. } => cycle,
            Fate::Dropped { cycle } | Fate::Expanded { cycle } => cycle,
        })
    }

    fn is_live(&self, number: u32) -> bool {
        self.get(number).is_some_and(|entry| entry.fate == Fate::Live)
    }

    fn is_expanded(&self, number: u32) -> bool {
        self.get(number).is_some_and(|entry| matches!(entry.fate, Fate::Expanded { .. }))
    }

    /// What would come of some entries besides, if summaries were expanded: all that was replaced, however long ago, by those of
    /// them that are summaries, or by summaries that others were merged into. (An entry that a summary replaced is live by itself
    /// once that is expanded.)
    fn beneath(&self, from: &[u32], nodes: &[u32]) -> Vec<u32> {
        let mut open: Vec<u32> = from.to_vec();
        for entry in nodes.iter().filter_map(|node| self.get(*node)) {
            match entry.fate {
                Fate::Merged { into, .. } => open.push(into),
                Fate::Expanded { .. } => open.extend(entry.replaces.iter()),
                Fate::Live | Fate::Summarised { .. } | Fate::Dropped { .. } => {}
            }
        }
        let mut found = Vec::new();
        let mut seen = KeySet::new();
        while let Some(entry) = open.pop().and_then(|number| self.get(number)) {
            for member in entry.replaces.iter().filter(|_| !matches!(entry.fate, Fate::Expanded { .. })) {
                // A key of 0 would be taken for 1.
                if seen.insert(u64::from(*member) + 1) {
                    found.push(*member);
                    open.push(*member);
                }
            }
        }
        found
    }

    /// Some entries and all that they went into, each once, each before what it went into. Time goes on along every way, so
    /// there is no circle.
    pub(super) fn became(&self, from: &[u32]) -> Vec<u32> {
        let mut nodes: Vec<u32> = Vec::new();
        let mut seen = KeySet::new();
        let mut open: Vec<u32> = from.iter().rev().copied().collect();
        while let Some(number) = open.pop() {
            // A key of 0 would be taken for 1.
            if !seen.insert(u64::from(number) + 1) {
                continue;
            }
            nodes.push(number);
            let Some(entry) = self.get(number) else { continue };
            match entry.fate {
                Fate::Summarised { into, .. } | Fate::Merged { into, .. } => open.push(into),
                Fate::Expanded { .. } => open.extend(entry.replaces.iter().rev()),
                Fate::Live | Fate::Dropped { .. } => {}
            }
        }
        nodes
    }
}

/// Equal for equal names: two hashes, of the name and of the name behind its length.
fn name(id: &str) -> u64 {
    let other = id
        .bytes()
        .fold(id.len() as u32, |state, byte| state.rotate_left(5) ^ u32::from(byte).wrapping_mul(0x9e37_79b1));
    join(hash(id), other)
}
