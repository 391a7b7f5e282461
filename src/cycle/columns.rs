//! The rules over a run of cycles given as columns: a batch.

use super::detector::{admit, signed};
use super::rules::{Cycle, CycleVerdict, OnWatch, Rules, judge};
use super::watch::{Trend, WINDOW, watch};
use crate::error::{Error, ErrorCode};
use alloc::format;
use alloc::vec::Vec;

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
    let mut verdicts = Vec::with_capacity(columns.tokens_before.len());
    check_cycles_from(columns, 0, 0, rules, |verdict| verdicts.push(*verdict))?;
    Ok(verdicts)
}

/// Judges a part of a run, for a caller that has not all of it at once: the rows after the first `judged`, which were judged
/// earlier and are only looked back at; the last five are enough. `quiet_before` quiet cycles came just before the first new one.
/// `each` is given the verdicts in order. Gives how many quiet cycles the part ends with: `quiet_before` of the next.
///
/// # Errors
/// As [`check_cycles`]; then `each` has seen the rows before.
pub fn check_cycles_from(
    columns: &Columns<'_>,
    judged: usize,
    quiet_before: u32,
    rules: Rules,
    mut each: impl FnMut(&CycleVerdict),
) -> Result<u32, Error> {
    columns.validate()?;
    rules.validate()?;
    let looks_back = rules.on_watch != OnWatch::Ignore;
    let mut trend = Trend::default();
    let mut quiet = quiet_before;
    for row in 0..columns.tokens_before.len() {
        let on_row = |error: Error| Error { path: format!("[{row}].{}", error.path), ..error };
        let cycle = columns.row(row).map_err(on_row)?;
        admit(&cycle, &rules).map_err(on_row)?;
        if looks_back {
            trend.push(&cycle);
        }
        if row >= judged {
            let verdict = signed(judge(&cycle, quiet, &rules), &rules, || {
                if trend.is_level() { None } else { watch(columns.latest(row).get(..=row.min(WINDOW - 1))?, &rules) }
            });
            quiet = if Rules::is_quiet(verdict.saved) { quiet.saturating_add(1) } else { 0 };
            each(&verdict);
        }
    }
    Ok(quiet)
}

impl Columns<'_> {
    fn validate(&self) -> Result<(), Error> {
        let rows = self.tokens_before.len();
        let others = [
            ("tokensAfter", self.tokens_after),
            ("coverageBefore", self.coverage_before),
            ("coverageAfter", self.coverage_after),
            ("dedupRate", self.dedup_rate),
            ("probes", self.probes),
            ("gained", self.gained),
        ];
        let may_lack = |path: &str| path == "probes" || path == "gained";
        let is_other = |(path, column): &(&str, &[f64])| column.len() != rows && !(column.is_empty() && may_lack(path));
        match others.into_iter().find(is_other) {
            None => Ok(()),
            Some((path, column)) => {
                let expected = format!("{rows} rows, as in tokensBefore");
                Err(Error::new(ErrorCode::OutOfRange, path, expected, format!("{}", column.len())))
            }
        }
    }

    /// The last cycles up to a row, oldest first; where there are fewer than [`WINDOW`], the rest is empty.
    fn latest(&self, row: usize) -> [Cycle; WINDOW] {
        let mut latest = [Cycle::default(); WINDOW];
        for (slot, at) in latest.iter_mut().zip((row + 1).saturating_sub(WINDOW)..=row) {
            *slot = self.row(at).unwrap_or_default();
        }
        latest
    }

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
