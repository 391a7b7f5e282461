//! Early signs in a run of cycles (H5).
//!
//! `diverging` is a trend test that single wobbles do not blind: the Mann–Kendall statistics of the token steps (falling) and
//! of the losses (growing), summed as the seasonal Kendall test sums seasons (Hirsch, Slack and Smith, *Water Resources
//! Research* 18, 107–121, 1982), against the exact distribution of the sum for so few cycles. What the losses grew by (the
//! Theil–Sen slope over the window) must also exceed the noise.

use super::interval::root;
use super::rules::{Cycle, CycleReason, Rules};

/// Most cycles that a sign is read from.
pub(super) const WINDOW: usize = 6;

/// For 4, 5 and 6 cycles: the least sum of the two statistics that has at most a 5 % chance without any trend. The chances are
/// 26/576, 386/14,400 and 21,576/518,400.
const TRENDS: [(usize, i32); 3] = [(4, 8), (5, 12), (6, 14)];

/// Tokens whose standard deviation is at most this share of their mean stand still.
const STILL: f64 = 0.01;

/// The first sign that the newest cycle shows, given the last [`WINDOW`] cycles or fewer, oldest first.
pub(super) fn watch(latest: &[Cycle], rules: &Rules) -> Option<CycleReason> {
    let last = |count: usize| latest.len().checked_sub(count).and_then(|from| latest.get(from..));
    if TRENDS.iter().any(|(count, least)| last(*count).is_some_and(|cycles| is_diverging(cycles, *least, rules))) {
        return Some(CycleReason::Diverging);
    }
    let [first, second, third] = last(3)? else { return None };
    if is_forecast([first, second, third], rules) {
        return Some(CycleReason::Forecast);
    }
    is_flatline([first, second, third]).then_some(CycleReason::Flatline)
}

fn is_diverging(cycles: &[Cycle], least: i32, rules: &Rules) -> bool {
    let shrinking = -kendall(cycles, |cycle| cycle.tokens_before - cycle.tokens_after);
    let growing = kendall(cycles, Cycle::lost);
    if shrinking <= 0 || growing <= 0 || shrinking + growing < least {
        return false;
    }
    let count = cycles.len() as f64;
    let lost: f64 = cycles.iter().map(Cycle::lost).sum();
    lost > rules.noise_floor * count && slope(cycles) * (count - 1.0) > noise(cycles, rules)
}

/// Mann–Kendall: pairs that rise less pairs that fall.
fn kendall(cycles: &[Cycle], of: fn(&Cycle) -> f64) -> i32 {
    let mut rest = cycles.iter();
    let mut sum = 0;
    while let Some(earlier) = rest.next() {
        for later in rest.clone() {
            sum += i32::from(of(later) > of(earlier)) - i32::from(of(later) < of(earlier));
        }
    }
    sum
}

/// Theil–Sen: the median slope of the losses over all pairs, a cycle.
fn slope(cycles: &[Cycle]) -> f64 {
    let mut slopes = [0.0; WINDOW * (WINDOW - 1) / 2];
    let mut free = slopes.iter_mut();
    let mut count = 0;
    for (at, earlier) in cycles.iter().enumerate() {
        for (gap, later) in cycles.iter().skip(at + 1).enumerate() {
            if let Some(slot) = free.next() {
                *slot = (later.lost() - earlier.lost()) / (gap + 1) as f64;
                count += 1;
            }
        }
    }
    let slopes = slopes.get(..count).unwrap_or_default();
    0.5 * (ranked(slopes, (count - 1) / 2) + ranked(slopes, count / 2))
}

/// The value with `rank` others before it in order.
fn ranked(values: &[f64], rank: usize) -> f64 {
    let at = |value: &&f64| {
        let below = values.iter().filter(|other| *other < *value).count();
        let equal = values.iter().filter(|other| *other == *value).count();
        below <= rank && rank < below + equal
    };
    values.iter().find(at).copied().unwrap_or(0.0)
}

/// What two losses may differ by without meaning it: the noise floor, and the standard error of the difference between the
/// first and the last where the counts say it.
fn noise(cycles: &[Cycle], rules: &Rules) -> f64 {
    let variance = |cycle: Option<&Cycle>| cycle.and_then(Cycle::variance).unwrap_or(0.0);
    root(variance(cycles.first()) + variance(cycles.last())).max(rules.noise_floor)
}

/// The ratio rose twice, while losses beyond the noise did not shrink, and so on it passes k within two cycles:
/// `ratio · (ratio / ratio two cycles ago)`.
fn is_forecast(cycles: [&Cycle; 3], rules: &Rules) -> bool {
    let [first, second, third] = cycles.map(|cycle| (cycle.lost(), cycle.saved()));
    if cycles.iter().any(|cycle| cycle.saved() <= 0.0 || cycle.lost() <= rules.noise_floor) {
        return false;
    }
    let [oldest, middle, newest] = [first, second, third].map(|(lost, saved)| lost / saved);
    let grows = third.0 >= second.0 && third.0 >= first.0;
    grows && oldest < middle && middle < newest && newest * (newest / oldest) > rules.k
}

/// Coverage fell in each of three cycles, and the tokens before and after them stand still.
fn is_flatline(cycles: [&Cycle; 3]) -> bool {
    let tokens = cycles.map(|cycle| [cycle.tokens_before, cycle.tokens_after]);
    let tokens = tokens.as_flattened();
    let mean = tokens.iter().sum::<f64>() / 6.0;
    let variance = tokens.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / 6.0;
    cycles.iter().all(|cycle| cycle.lost() > 0.0) && variance <= STILL * mean * STILL * mean
}
