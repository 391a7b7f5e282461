//! Which summaries to replace by their sources, so that lost probes answer again (I5).
//!
//! To bring an answer back, the entry that held it last has to be live: the summary that replaced it is expanded, before that
//! the summary that replaced this one, and so on. So what has to be done is a forest, each step after the one above it, and a
//! candidate is a step with those above it that are not chosen yet.

use super::entry::{Entry, Fate, StoreRecord};
use super::forest::{Forest, choose};
use super::ledger::Ledger;
use super::trace::Trace;
use crate::error::{Error, ErrorCode};
use crate::text::{KeySet, offset, sort};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// What to apply, in this order, and what it brings back.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Plan<'a> {
    /// The steps; each is a record of its kind.
    #[cfg_attr(feature = "ts", ts(type = "Array<PlanStep>"))]
    pub steps: Vec<PlanStep<'a>>,
    /// Live tokens that they add together; negative where summaries are longer than their sources.
    pub tokens: f64,
    /// The probes that answer again after all steps, in their order.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub regained: Vec<&'a str>,
    /// The probes that stay lost, in their order: the budget does not reach, or nothing ever held their answer.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub lost: Vec<&'a str>,
}

/// One step of a plan: a record of that kind, and what it brings.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlanStep<'a> {
    /// What is done.
    pub kind: StepKind,
    /// The summary, or the entry.
    pub id: &'a str,
    /// Live tokens that this adds.
    pub tokens: f64,
    /// The probes that answer again from this step on.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub probes: Vec<&'a str>,
}

/// What a step of a plan does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum StepKind {
    /// A summary gives way to what it replaced.
    Expanded,
    /// A merged or dropped entry comes back.
    Restored,
}

/// The number of the entry, twice, plus one for expanding it.
type Key = u32;

impl Ledger {
    /// The steps that bring back the lost probes among the traces: those with the most probes regained for a token first, while
    /// they fit the budget (tokens that the live store may grow by; none: no limit). See [`choose`].
    ///
    /// It costs, but for sorting, what the losses touch times the depth of the summaries there.
    ///
    /// # Errors
    /// `unknown-id` with a path such as `traces[1].losses[0].entry` where the traces are those of another store.
    #[inline(never)]
    pub fn plan<'a>(&'a self, traces: &[Trace<'a>], budget: Option<u32>) -> Result<Plan<'a>, Error> {
        let mut probes: Vec<&'a str> = Vec::new();
        let mut needs: Vec<Vec<Key>> = Vec::new();
        for (at, trace) in traces.iter().enumerate().filter(|(_, trace)| !trace.answered) {
            probes.push(trace.probe);
            needs.push(self.needs(trace, at)?);
        }
        let (keys, forest) = self.forest(&needs);
        let order = choose(&forest, budget.map_or(f64::INFINITY, f64::from));
        let mut missing: Vec<usize> = forest.needs.iter().map(Vec::len).collect();
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); keys.len()];
        for (probe, needs) in forest.needs.iter().enumerate() {
            for step in needs {
                if let Some(waiting) = waiting.get_mut(*step as usize) {
                    waiting.push(probe);
                }
            }
        }
        let mut plan = Plan::default();
        for step in order {
            let key = keys.get(step as usize).map_or(0, |key| *key as Key);
            let tokens = forest.costs.get(step as usize).copied().unwrap_or(0.0);
            let mut back = Vec::new();
            for probe in waiting.get(step as usize).map_or(&[][..], |waiting| waiting) {
                if let Some(missing) = missing.get_mut(*probe) {
                    *missing -= 1;
                    if *missing == 0 {
                        back.extend(probes.get(*probe));
                    }
                }
            }
            plan.tokens += tokens;
            plan.steps.push(PlanStep { kind: StepKind::of(key), id: self.id(key / 2), tokens, probes: back });
        }
        for ((probe, needs), missing) in probes.into_iter().zip(&forest.needs).zip(missing) {
            let list = if missing == 0 && !needs.is_empty() { &mut plan.regained } else { &mut plan.lost };
            list.push(probe);
        }
        Ok(plan)
    }

    /// The steps at the bottom that a lost probe needs; none where it cannot be brought back.
    fn needs(&self, trace: &Trace<'_>, at: usize) -> Result<Vec<Key>, Error> {
        let mut keys: Vec<u64> = Vec::new();
        let mut hopeless = false;
        for (place, loss) in trace.losses.iter().enumerate() {
            let Some(id) = loss.entry() else {
                hopeless = true;
                continue;
            };
            let path = || format!("traces[{at}].losses[{place}].entry");
            let unknown = || Error::new(ErrorCode::UnknownId, path(), "the id of an entry", id);
            let entry = self.find(id).ok_or_else(unknown)?;
            match self.get(entry).map(|entry| entry.fate) {
                Some(Fate::Summarised { into, .. }) => keys.push(u64::from(into * 2 + 1)),
                Some(Fate::Merged { .. } | Fate::Dropped { .. }) => keys.push(u64::from(entry * 2)),
                Some(Fate::Expanded { .. }) | None => hopeless = true,
                // Live again since it was traced.
                Some(Fate::Live) => {}
            }
        }
        sort(&mut keys);
        keys.dedup();
        if hopeless {
            keys.clear();
        }
        Ok(keys.into_iter().map(|key| key as Key).collect())
    }

    /// The step that has to be done before another.
    fn above(&self, key: Key) -> Option<Key> {
        let entry = key / 2;
        match self.get(entry)?.fate {
            _ if key.is_multiple_of(2) => None,
            Fate::Summarised { into, .. } => Some(into * 2 + 1),
            Fate::Merged { .. } | Fate::Dropped { .. } => Some(entry * 2),
            Fate::Live | Fate::Expanded { .. } => None,
        }
    }

    /// All steps that matter, in the order of their keys.
    fn forest(&self, needs: &[Vec<Key>]) -> (Vec<u64>, Forest) {
        let mut keys: Vec<u64> = Vec::new();
        let mut seen = KeySet::new();
        for key in needs.iter().flatten() {
            let mut next = Some(*key);
            // A key of 0 would be taken for 1.
            while let Some(key) = next.filter(|key| seen.insert(u64::from(*key) + 2)) {
                keys.push(u64::from(key));
                next = self.above(key);
            }
        }
        sort(&mut keys);
        let place = |key: Key| keys.binary_search(&u64::from(key)).ok().map(offset);
        let tokens = |entry: &Entry| f64::from(entry.tokens);
        let cost = |key: &u64| {
            let entry = self.get(*key as Key / 2);
            let own = entry.map_or(0.0, tokens);
            let members = entry.map_or(&[][..], |entry| &entry.replaces).iter();
            let sources: f64 = members.filter_map(|member| self.get(*member)).map(tokens).sum();
            if key % 2 == 1 { sources - own } else { own }
        };
        let forest = Forest {
            above: keys.iter().map(|key| self.above(*key as Key).and_then(place)).collect(),
            costs: keys.iter().map(cost).collect(),
            needs: needs.iter().map(|needs| needs.iter().filter_map(|key| place(*key)).collect()).collect(),
        };
        (keys, forest)
    }
}

impl StepKind {
    fn of(key: Key) -> StepKind {
        if key % 2 == 1 { StepKind::Expanded } else { StepKind::Restored }
    }
}

/// The records of a plan's steps are the cycle that carries it out.
impl<'a> From<&PlanStep<'a>> for StoreRecord<'a> {
    fn from(step: &PlanStep<'a>) -> Self {
        match step.kind {
            StepKind::Expanded => StoreRecord::Expanded { id: step.id },
            StepKind::Restored => StoreRecord::Restored { id: step.id },
        }
    }
}
