//! The rules over a run of cycles, one at a time.

use super::rules::{Cycle, CycleReason, CycleVerdict, OnWatch, Rules, Signal, judge};
use super::watch::{WINDOW, watch};
use crate::error::{Error, ErrorCode};
use alloc::collections::VecDeque;

/// Judges the cycles of one store as they happen, and keeps the last [`Detector::HISTORY`] of them.
///
/// ```
/// use fidelity_floor::{Cycle, Detector, Rules, Signal};
/// let mut detector = Detector::new(Rules::default())?;
/// let healthy = Cycle {
///     tokens_before: 41e3, tokens_after: 28e3, coverage_before: 1.0, coverage_after: 0.97, dedup_rate: 0.2,
///     ..Cycle::default()
/// };
/// assert_eq!(detector.push(healthy)?.verdict, Signal::Continue);
/// # Ok::<(), fidelity_floor::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Detector {
    rules: Rules,
    quiet: u32,
    history: VecDeque<Cycle>,
}

impl Detector {
    /// How many cycles are remembered.
    pub const HISTORY: usize = 64;

    /// A detector without history.
    ///
    /// # Errors
    /// As [`Rules::validate`].
    pub fn new(rules: Rules) -> Result<Detector, Error> {
        rules.validate()?;
        Ok(Detector { rules, quiet: 0, history: VecDeque::new() })
    }

    /// Judges the next cycle (H2, H3, H5) and remembers it; quiet cycles are counted beyond those remembered. A halt does not latch: the next cycle is judged like any other.
    ///
    /// # Errors
    /// As [`Cycle::validate`]; `missing-field` without probes where significance is required. Then nothing is remembered.
    pub fn push(&mut self, cycle: Cycle) -> Result<CycleVerdict, Error> {
        admit(&cycle, &self.rules)?;
        let mut latest = [cycle; WINDOW];
        let kept = self.history.len().min(WINDOW - 1);
        for (slot, earlier) in latest.iter_mut().zip(self.history.iter().skip(self.history.len() - kept)) {
            *slot = *earlier;
        }
        let verdict = judge_latest(latest.get(..=kept).unwrap_or_default(), cycle, self.quiet, &self.rules);
        self.quiet = if Rules::is_quiet(verdict.saved) { self.quiet.saturating_add(1) } else { 0 };
        if self.history.len() == Detector::HISTORY {
            self.history.pop_front();
        }
        self.history.push_back(cycle);
        Ok(verdict)
    }

    /// The cycles remembered, oldest first.
    pub fn history(&self) -> impl Iterator<Item = &Cycle> {
        self.history.iter()
    }
}

/// Judges the newest cycle of a run, given how many quiet ones came just before.
///
/// `latest` are the last cycles, itself included, oldest first; the last six are read. Total on validated input.
pub fn check_latest(latest: &[Cycle], quiet_before: u32, rules: &Rules) -> Option<CycleVerdict> {
    let newest = *latest.last()?;
    let from = latest.len().saturating_sub(WINDOW);
    Some(judge_latest(latest.get(from..).unwrap_or_default(), newest, quiet_before, rules))
}

fn judge_latest(latest: &[Cycle], newest: Cycle, quiet_before: u32, rules: &Rules) -> CycleVerdict {
    signed(judge(&newest, quiet_before, rules), rules, || watch(latest, rules))
}

/// The verdict with what becomes of an early sign (H5). A halt comes first; then no sign is looked for.
#[inline(always)]
pub(super) fn signed(verdict: CycleVerdict, rules: &Rules, sign: impl FnOnce() -> Option<CycleReason>) -> CycleVerdict {
    if verdict.verdict == Signal::Halt || rules.on_watch == OnWatch::Ignore {
        return verdict;
    }
    match sign() {
        None => verdict,
        reason => {
            let signal = if rules.on_watch == OnWatch::Halt { Signal::Halt } else { Signal::Watch };
            CycleVerdict { verdict: signal, reason, ..verdict }
        }
    }
}

/// Whether a cycle can be judged by these rules (H1, H6).
#[inline]
pub(super) fn admit(cycle: &Cycle, rules: &Rules) -> Result<(), Error> {
    cycle.validate()?;
    if rules.require_significance && cycle.probes.is_none() {
        return Err(Error::new(
            ErrorCode::MissingField,
            "probes",
            "how many were asked, as requireSignificance is set",
            "none",
        ));
    }
    Ok(())
}
