//! A threshold from labelled cycles (H7).

use super::interval::{Interval, wilson};
use super::rules::Cycle;
use crate::error::{Error, ErrorCode, digits};
use crate::text::sort;
use alloc::vec::Vec;

/// What the host thinks of a cycle, seen afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Label {
    /// It should have gone on.
    Good,
    /// It should have halted.
    Bad,
}

/// A recorded cycle with its label.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabelledCycle {
    /// What the cycle did.
    #[cfg_attr(feature = "serde", serde(flatten))]
    #[cfg_attr(feature = "ts", ts(flatten))]
    pub cycle: Cycle,
    /// What the host thinks of it.
    pub label: Label,
}

/// A proposed k and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Calibration {
    /// The k proposed, at least 0; absent where no k tells bad cycles from good ones better than chance.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub k: Option<f64>,
    /// Between which k the proposals lie when each cycle is left out once; absent with `k`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub range: Option<Interval>,
    /// Good cycles that count.
    pub good: u32,
    /// Bad cycles that count.
    pub bad: u32,
    /// Cycles that saved nothing: k does not judge them.
    pub left_out: u32,
    /// Good cycles that k halts.
    pub false_halts: u32,
    /// Bad cycles that k lets pass.
    pub missed: u32,
    /// Youden's J of k: bad cycles halted as a share, less good cycles halted as a share; 0 to 1.
    pub separation: f64,
    /// Share of the cycles judged right by the k that the others propose, 0 to 1.
    pub held_out: f64,
    /// Its 95 % score interval (Wilson), 0 to 1.
    pub certainty: Interval,
}

/// Most cycles that [`calibrate`] takes: its time grows with their square.
const MOST: usize = 10_000;

/// Proposes k from cycles labelled good or bad (H7): the cut of `lost / saved` with the greatest Youden index (*Cancer* 3,
/// 32–35, 1950); of equal ones that in the widest gap, then the lower. A cut is the middle between two neighbouring ratios.
/// How sure it is comes from leaving each cycle out once. No chance is involved.
///
/// # Errors
/// As [`Cycle::validate`], with the row in front of the path; `out-of-range` with more than 10,000 cycles, or fewer than two
/// good or two bad ones that saved something.
pub fn calibrate(cycles: &[LabelledCycle]) -> Result<Calibration, Error> {
    if cycles.len() > MOST {
        return Err(Error::new(ErrorCode::OutOfRange, "", "at most 10000 cycles", digits(cycles.len())));
    }
    let mut points: Vec<u64> = Vec::with_capacity(cycles.len());
    for (row, LabelledCycle { cycle, label }) in cycles.iter().enumerate() {
        cycle.validate().map_err(|error| Error { path: ["[", &digits(row), "].", &error.path].concat(), ..error })?;
        if cycle.saved() > 0.0 {
            // No k halts a cycle that lost nothing.
            let ratio = (cycle.lost() / cycle.saved()).max(0.0);
            // Its sign is free for the label: the bits of floats that are not negative have the order of the floats.
            points.push(ratio.to_bits() << 1 | u64::from(*label == Label::Bad));
        }
    }
    sort(&mut points);
    let points: Vec<(f64, bool)> =
        points.into_iter().map(|point| (f64::from_bits(point >> 1), point & 1 == 1)).collect();
    let bad = points.iter().filter(|point| point.1).count();
    let good = points.len() - bad;
    if good < 2 || bad < 2 {
        let found = [&digits(good), " good, ", &digits(bad), " bad"].concat();
        return Err(Error::new(
            ErrorCode::OutOfRange,
            "label",
            "at least two good and two bad that saved tokens",
            found,
        ));
    }
    Ok(propose(&points, good, bad, cycles.len() - points.len()))
}

fn propose(points: &[(f64, bool)], good: usize, bad: usize, left_out: usize) -> Calibration {
    let best = cut(points.iter(), good, bad);
    let mut range: Option<Interval> = None;
    let mut right = 0u32;
    for (at, (ratio, is_bad)) in points.iter().enumerate() {
        let others = points.iter().take(at).chain(points.iter().skip(at + 1));
        let found = cut(others, good - usize::from(!*is_bad), bad - usize::from(*is_bad));
        right += u32::from(found.is_some_and(|k| (*ratio > k) == *is_bad));
        if let Some(k) = found {
            let so_far = range.unwrap_or(Interval { low: k, high: k });
            range = Some(Interval { low: so_far.low.min(k), high: so_far.high.max(k) });
        }
    }
    let halted = |wanted: bool| match best {
        Some(k) => points.iter().filter(|(ratio, is_bad)| *is_bad == wanted && *ratio > k).count(),
        None => 0,
    };
    let (halted_good, halted_bad) = (halted(false), halted(true));
    let count = points.len() as f64;
    let held_out = f64::from(right) / count;
    let (down, up) = wilson(held_out, count);
    Calibration {
        k: best,
        range: best.and(range),
        good: good as u32,
        bad: bad as u32,
        left_out: left_out as u32,
        false_halts: halted_good as u32,
        missed: (bad - halted_bad) as u32,
        separation: halted_bad as f64 / bad as f64 - halted_good as f64 / good as f64,
        held_out,
        certainty: Interval { low: held_out - down, high: held_out + up },
    }
}

/// The best cut of points in order; none where no cut has a positive index.
fn cut<'a>(points: impl Iterator<Item = &'a (f64, bool)>, good: usize, bad: usize) -> Option<f64> {
    let (mut kept_good, mut kept_bad) = (0i64, 0i64);
    let mut before: Option<f64> = None;
    // The index times good · bad, the gap, the cut.
    let mut best: Option<(i64, f64, f64)> = None;
    for (ratio, is_bad) in points {
        if let Some(low) = before.filter(|low| low < ratio) {
            let index = kept_good * bad as i64 - kept_bad * good as i64;
            let gap = ratio - low;
            if index > 0 && best.is_none_or(|(most, widest, _)| index > most || (index == most && gap > widest)) {
                best = Some((index, gap, low + 0.5 * gap));
            }
        }
        if *is_bad {
            kept_bad += 1;
        } else {
            kept_good += 1;
        }
        before = Some(*ratio);
    }
    best.map(|(_, _, cut)| cut)
}
