//! The rules over a run of cycles: one at a time, or as columns.

use super::rules::{Cycle, CycleVerdict, Rules, judge};
use crate::error::{Error, ErrorCode};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;

/// Judges the cycles of one store as they happen, and keeps the last [`Detector::HISTORY`] of them.
///
/// ```
/// use fidelity_floor::{Cycle, Detector, Rules, Signal};
/// let mut detector = Detector::new(Rules::default())?;
/// let healthy = Cycle {
///     tokens_before: 41e3, tokens_after: 28e3, coverage_before: 1.0, coverage_after: 0.97, dedup_rate: 0.2,
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

    /// Judges the next cycle (H2, H3) and remembers it; quiet cycles are counted beyond those remembered. A halt does not latch: the next cycle is judged like any other.
    ///
    /// # Errors
    /// As [`Cycle::validate`]; then nothing is remembered.
    pub fn push(&mut self, cycle: Cycle) -> Result<CycleVerdict, Error> {
        cycle.validate()?;
        let verdict = judge(&cycle, self.quiet, &self.rules);
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
    ];
    if let Some((path, column)) = others.into_iter().find(|(_, column)| column.len() != rows) {
        return Err(Error::new(
            ErrorCode::OutOfRange,
            path,
            format!("{rows} rows, as in tokensBefore"),
            format!("{}", column.len()),
        ));
    }
    rules.validate()?;
    let cycles = columns
        .tokens_before
        .iter()
        .zip(columns.tokens_after)
        .zip(columns.coverage_before)
        .zip(columns.coverage_after)
        .zip(columns.dedup_rate)
        .map(|((((&tokens_before, &tokens_after), &coverage_before), &coverage_after), &dedup_rate)| Cycle {
            tokens_before,
            tokens_after,
            coverage_before,
            coverage_after,
            dedup_rate,
        });
    let mut quiet = 0u32;
    let mut verdicts = Vec::with_capacity(rows);
    for (row, cycle) in cycles.enumerate() {
        cycle.validate().map_err(|error| Error { path: format!("[{row}].{}", error.path), ..error })?;
        let verdict = judge(&cycle, quiet, &rules);
        quiet = if Rules::is_quiet(verdict.saved) { quiet.saturating_add(1) } else { 0 };
        verdicts.push(verdict);
    }
    Ok(verdicts)
}
