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

/// The one-sided 95 % point of the normal distribution.
const SURE: f64 = 1.644_853_626_951_472_7;

/// Token steps that fell by less than this share of their mean only wobble: a store that saves about as much in each cycle.
const WOBBLE: f64 = 0.25;

/// Tokens whose standard deviation is at most this share of their mean stand still.
const STILL: f64 = 0.01;

/// The first sign that the newest cycle shows, given the last [`WINDOW`] cycles or fewer, oldest first.
pub(super) fn watch(latest: &[Cycle], rules: &Rules) -> Option<CycleReason> {
    if diverges(latest, rules) {
        return Some(CycleReason::Diverging);
    }
    let from = latest.len().checked_sub(3)?;
    match latest.get(from..)? {
        [first, second, third] => recent([first, second, third], rules),
        _ => None,
    }
}

/// `diverging`, in any of the windows.
pub(super) fn diverges(latest: &[Cycle], rules: &Rules) -> bool {
    let last = |count: usize| latest.len().checked_sub(count).and_then(|from| latest.get(from..));
    TRENDS.iter().any(|(count, least)| last(*count).is_some_and(|cycles| is_diverging(cycles, *least, rules)))
}

/// The signs of the last three cycles.
pub(super) fn recent(cycles: [&Cycle; 3], rules: &Rules) -> Option<CycleReason> {
    if is_forecast(cycles, rules) {
        return Some(CycleReason::Forecast);
    }
    is_flatline(cycles).then_some(CycleReason::Flatline)
}

/// The statistics of the last [`WINDOW`] cycles, kept up as cycles come: what a cycle cannot be a sign without. Rings by the number
/// of the cycle: nothing is moved.
pub(super) struct Trend {
    losses: [f64; WINDOW],
    steps: [f64; WINDOW],
    /// Of each cycle how many later ones lost more, less how many lost less; and how many of the later steps are smaller, less
    /// how many are larger.
    trends: [i32; WINDOW],
    newest: usize,
    /// How many cycles in a row lost something.
    losing: u32,
}

impl Default for Trend {
    fn default() -> Trend {
        // NaN is neither more nor less than anything.
        Trend { losses: [f64::NAN; WINDOW], steps: [f64::NAN; WINDOW], trends: [0; WINDOW], newest: 0, losing: 0 }
    }
}

impl Trend {
    #[inline(always)]
    pub(super) fn push(&mut self, lost: f64, step: f64) {
        for (trend, (other_loss, other_step)) in self.trends.iter_mut().zip(self.losses.iter().zip(&self.steps)) {
            *trend += rises(lost - other_loss) + rises(other_step - step);
        }
        self.newest = if self.newest + 1 < WINDOW { self.newest + 1 } else { 0 };
        let rings = (self.losses.get_mut(self.newest), self.steps.get_mut(self.newest));
        if let ((Some(of_losses), Some(of_steps)), Some(of_trends)) = (rings, self.trends.get_mut(self.newest)) {
            (*of_losses, *of_steps, *of_trends) = (lost, step, 0);
        }
        self.losing = if lost > 0.0 { self.losing.saturating_add(1) } else { 0 };
    }

    /// Whether the sums reach what `diverging` needs.
    #[inline(always)]
    pub(super) fn may_diverge(&self) -> bool {
        let (mut at, mut sum) = (self.newest, 0);
        let mut may = false;
        for age in 1..WINDOW {
            at = if at == 0 { WINDOW - 1 } else { at - 1 };
            sum += self.trends.get(at).copied().unwrap_or(0);
            may |= TRENDS.iter().any(|(count, least)| *count == age + 1 && sum >= *least);
        }
        may
    }

    /// Whether each of the last three cycles lost something: no other sign comes without it.
    #[inline(always)]
    pub(super) fn is_losing(&self) -> bool {
        self.losing >= 3
    }
}

fn is_diverging(cycles: &[Cycle], least: i32, rules: &Rules) -> bool {
    let (mut shrinking, mut growing) = (0, 0);
    let mut slopes = [0.0; WINDOW * (WINDOW - 1) / 2];
    let mut falls = slopes;
    let mut free = slopes.iter_mut().zip(&mut falls);
    let mut pairs = 0;
    let (mut total, mut steps) = (0.0, 0.0);
    for (at, earlier) in cycles.iter().enumerate() {
        total += earlier.lost();
        steps += step(earlier);
        for (gap, later) in cycles.iter().skip(at + 1).enumerate() {
            let growth = later.lost() - earlier.lost();
            shrinking += rises(step(earlier) - step(later));
            growing += rises(growth);
            if let Some((slope, fall)) = free.next() {
                *slope = growth / (gap + 1) as f64;
                *fall = (step(earlier) - step(later)) / (gap + 1) as f64;
                pairs += 1;
            }
        }
    }
    if shrinking <= 0 || growing <= 0 || shrinking + growing < least {
        return false;
    }
    let count = cycles.len() as f64;
    // Over the whole window, by the Theil–Sen slope.
    let over = |slopes: &[f64]| {
        let slopes = slopes.get(..pairs).unwrap_or_default();
        0.5 * (ranked(slopes, (pairs - 1) / 2) + ranked(slopes, pairs / 2)) * (count - 1.0)
    };
    total > rules.noise_floor * count && over(&slopes) > noise(cycles, rules) && over(&falls) > WOBBLE * steps / count
}

fn step(cycle: &Cycle) -> f64 {
    cycle.tokens_before - cycle.tokens_after
}

/// 1, 0 or −1: the statistic of Mann and Kendall is its sum over all pairs.
fn rises(by: f64) -> i32 {
    i32::from(by > 0.0) - i32::from(by < 0.0)
}

/// The value with `rank` others before it in order.
fn ranked(values: &[f64], rank: usize) -> f64 {
    let at = |value: &&f64| {
        let below = values.iter().filter(|other| *other < *value).count();
        let upto = values.iter().filter(|other| *other <= *value).count();
        below <= rank && rank < upto
    };
    values.iter().find(at).copied().unwrap_or(0.0)
}

/// What two losses may differ by without meaning it: the noise floor, and 1.645 standard errors of the difference between the
/// first and the last where the counts say it.
fn noise(cycles: &[Cycle], rules: &Rules) -> f64 {
    let variance = |cycle: Option<&Cycle>| cycle.and_then(Cycle::variance).unwrap_or(0.0);
    (SURE * root(variance(cycles.first()) + variance(cycles.last()))).max(rules.noise_floor)
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
