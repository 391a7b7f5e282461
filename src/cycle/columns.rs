//! The rules over a run of cycles given as columns: a batch.

use super::detector::{admit, signed};
use super::rules::{Cycle, CycleReason, CycleVerdict, OnWatch, Rules, judge};
use super::watch::{Trend, WINDOW, diverges, recent};
use crate::error::{Error, ErrorCode, digits};
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

/// Takes the verdicts of a run, one after the other. A type and no closure: what it does can be inlined into the loop.
pub trait TakeVerdict {
    /// Takes the next one.
    fn take(&mut self, verdict: &CycleVerdict);
}

impl TakeVerdict for Vec<CycleVerdict> {
    fn take(&mut self, verdict: &CycleVerdict) {
        self.push(*verdict);
    }
}

/// Judges a whole run: the verdict on each cycle given those before it.
///
/// # Errors
/// `out-of-range` where a column's length differs; as [`Rules::validate`]; as [`Cycle::validate`] with the row in front of
/// the path.
pub fn check_cycles(columns: &Columns<'_>, rules: Rules) -> Result<Vec<CycleVerdict>, Error> {
    let mut verdicts = Vec::with_capacity(columns.tokens_before.len());
    check_cycles_from(columns, 0, 0, rules, &mut verdicts)?;
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
    each: &mut impl TakeVerdict,
) -> Result<u32, Error> {
    columns.validate()?;
    rules.validate()?;
    if columns.counted() || rules.require_significance || rules.on_watch != OnWatch::Ignore {
        return run::<false>(columns, judged, quiet_before, &rules, each);
    }
    run::<true>(columns, judged, quiet_before, &rules, each)
}

/// The same on validated columns. `BARE`: there are no counts, none are required, and no signs are looked for; then a row takes a
/// few instructions, and everything is in registers.
#[inline(never)]
fn run<const BARE: bool>(
    columns: &Columns<'_>,
    judged: usize,
    quiet_before: u32,
    rules: &Rules,
    each: &mut impl TakeVerdict,
) -> Result<u32, Error> {
    let rules = &if BARE { Rules { require_significance: false, on_watch: OnWatch::Ignore, ..*rules } } else { *rules };
    let looks_back = rules.on_watch != OnWatch::Ignore;
    let exact = !BARE && (columns.counted() || rules.require_significance);
    let mut trend = Trend::default();
    let mut quiet = quiet_before;
    // By number: five iterators in one are more than the compiler makes a plain loop of.
    let mut row = 0;
    while row < columns.tokens_before.len() {
        let mut cycle = columns.numbers(row);
        if exact || !cycle.in_range() {
            let admitted = columns.admitted(row, rules)?;
            // Only the counts are new, and the rest stays in registers.
            if !BARE {
                (cycle.probes, cycle.gained) = (admitted.probes, admitted.gained);
            }
        }
        if looks_back {
            trend.push(cycle.lost(), cycle.tokens_before - cycle.tokens_after);
        }
        if row >= judged {
            let verdict = signed(judge(&cycle, quiet, rules), rules, || columns.sign(row, &trend, rules));
            quiet = if Rules::is_quiet(verdict.saved) { quiet.saturating_add(1) } else { 0 };
            each.take(&verdict);
        }
        row += 1;
    }
    Ok(quiet)
}

impl Columns<'_> {
    /// Whether any row may have counts.
    fn counted(&self) -> bool {
        !self.probes.is_empty() || !self.gained.is_empty()
    }

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
                let expected = [&digits(rows), " rows, as in tokensBefore"].concat();
                Err(Error::new(ErrorCode::OutOfRange, path, expected, digits(column.len())))
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn admitted(&self, row: usize, rules: &Rules) -> Result<Cycle, Error> {
        let cycle = self.row(row).and_then(|cycle| admit(&cycle, rules).map(|()| cycle));
        cycle.map_err(|error| Error { path: ["[", &digits(row), "].", &error.path].concat(), ..error })
    }

    /// The sign of a row, looked for only where the trend leaves one possible.
    #[inline(always)]
    fn sign(&self, row: usize, trend: &Trend, rules: &Rules) -> Option<CycleReason> {
        if trend.may_diverge() && self.diverges_at(row, rules) {
            return Some(CycleReason::Diverging);
        }
        if trend.is_losing() { self.recent_at(row, rules) } else { None }
    }

    #[inline(never)]
    fn diverges_at(&self, row: usize, rules: &Rules) -> bool {
        let mut latest = [Cycle::default(); WINDOW];
        let rows = (row + 1).saturating_sub(WINDOW)..=row;
        let kept = latest.iter_mut().zip(rows).map(|(slot, at)| *slot = self.row(at).unwrap_or_default()).count();
        diverges(latest.get(..kept).unwrap_or_default(), rules)
    }

    #[inline(never)]
    fn recent_at(&self, row: usize, rules: &Rules) -> Option<CycleReason> {
        let [first, second, third] = [2, 1, 0].map(|age| self.row(row - age).unwrap_or_default());
        recent([&first, &second, &third], rules)
    }

    fn row(&self, row: usize) -> Result<Cycle, Error> {
        let at = |column: &[f64]| column.get(row).copied().unwrap_or(f64::NAN);
        let (probes, gained) = (count("probes", at(self.probes))?, count("gained", at(self.gained))?);
        Ok(Cycle { probes, gained, ..self.numbers(row) })
    }

    /// A row without its counts; NaN beyond the end.
    #[inline(always)]
    fn numbers(&self, row: usize) -> Cycle {
        let at = |column: &[f64]| column.get(row).copied().unwrap_or(f64::NAN);
        Cycle {
            tokens_before: at(self.tokens_before),
            tokens_after: at(self.tokens_after),
            coverage_before: at(self.coverage_before),
            coverage_after: at(self.coverage_after),
            dedup_rate: at(self.dedup_rate),
            probes: None,
            gained: None,
        }
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
