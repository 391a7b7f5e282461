//! The rules over a run of cycles: one at a time, or as columns.

use super::rules::{Cycle, CycleVerdict, OnWatch, Rules, Signal, judge};
use super::watch::{WINDOW, watch};
use crate::error::{Error, ErrorCode, digits};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

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
    let verdict = judge(&newest, quiet_before, rules);
    if verdict.verdict == Signal::Halt || rules.on_watch == OnWatch::Ignore {
        return verdict;
    }
    match watch(latest, rules) {
        None => verdict,
        reason => {
            let signal = if rules.on_watch == OnWatch::Halt { Signal::Halt } else { Signal::Watch };
            CycleVerdict { verdict: signal, reason, ..verdict }
        }
    }
}

fn admit(cycle: &Cycle, rules: &Rules) -> Result<(), Error> {
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

/// A run of cycles as columns of equal length, oldest first; the fields of [`Cycle`].
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// See [`Cycle::tokens_before`].
    pub tokens_before: &'a [f64],
    /// See [`Cycle::tokens_after`].
    pub tokens_after: &'a [f64],
    /// See [`Cycle::coverage_before`].
    pub coverage_before: &'a [f64],
    /// See [`Cycle::coverage_after`].
    pub coverage_after: &'a [f64],
    /// See [`Cycle::dedup_rate`].
    pub dedup_rate: &'a [f64],
    /// See [`Cycle::probes`]; whole numbers below 2³², NaN in a row that has none. Empty: no row has any.
    pub probes: &'a [f64],
    /// See [`Cycle::gained`]; like `probes`.
    pub gained: &'a [f64],
}

/// Judges a whole run: the verdict on each cycle given those before it.
///
/// # Errors
/// `out-of-range` where a column's length differs; as [`Rules::validate`]; as [`Cycle::validate`] with the row in front of
/// the path.
pub fn check_cycles(columns: &Columns<'_>, rules: Rules) -> Result<Vec<CycleVerdict>, Error> {
    let rows = columns.tokens_before.len();
    let others = [
        ("tokensAfter", columns.tokens_after),
        ("coverageBefore", columns.coverage_before),
        ("coverageAfter", columns.coverage_after),
        ("dedupRate", columns.dedup_rate),
        ("probes", columns.probes),
        ("gained", columns.gained),
    ];
    let may_lack = |path: &str| path == "probes" || path == "gained";
    let is_other = |(path, column): &(&str, &[f64])| column.len() != rows && !(column.is_empty() && may_lack(path));
    if let Some((path, column)) = others.into_iter().find(is_other) {
        return Err(Error::new(
            ErrorCode::OutOfRange,
            path,
            [&digits(rows), " rows, as in tokensBefore"].concat(),
            digits(column.len()),
        ));
    }
    rules.validate()?;
    let mut quiet = 0u32;
    let mut latest = [Cycle::default(); WINDOW];
    let mut verdicts = Vec::with_capacity(rows);
    for row in 0..rows {
        let on_row = |error: Error| Error { path: ["[", &digits(row), "].", &error.path].concat(), ..error };
        let cycle = columns.row(row).and_then(|cycle| admit(&cycle, &rules).map(|()| cycle)).map_err(on_row)?;
        latest.rotate_left(1);
        if let Some(last) = latest.last_mut() {
            *last = cycle;
        }
        let from = WINDOW - WINDOW.min(row + 1);
        let verdict = judge_latest(latest.get(from..).unwrap_or_default(), cycle, quiet, &rules);
        quiet = if Rules::is_quiet(verdict.saved) { quiet.saturating_add(1) } else { 0 };
        verdicts.push(verdict);
    }
    Ok(verdicts)
}

impl Columns<'_> {
    fn row(&self, row: usize) -> Result<Cycle, Error> {
        let at = |column: &[f64]| column.get(row).copied().unwrap_or(f64::NAN);
        Ok(Cycle {
            tokens_before: at(self.tokens_before),
            tokens_after: at(self.tokens_after),
            coverage_before: at(self.coverage_before),
            coverage_after: at(self.coverage_after),
            dedup_rate: at(self.dedup_rate),
            probes: count("probes", at(self.probes))?,
            gained: count("gained", at(self.gained))?,
        })
    }
}

fn count(path: &str, value: f64) -> Result<Option<u32>, Error> {
    // A cast saturates: what does not come back was not whole, or out of range.
    let whole = value as u32;
    match value {
        _ if value.is_nan() => Ok(None),
        _ if f64::from(whole) == value => Ok(Some(whole)),
        _ => {
            Err(Error::new(ErrorCode::OutOfRange, path, "a whole number, at least 0 and below 2^32", "another number"))
        }
    }
}
