//! The hot path: numbers in, a number out.

use crate::buffer::with_numbers;
use crate::global::Global;
use crate::layout;
use core::cell::Cell;
use fidelity_floor::{Cycle, CycleReason, CycleVerdict, OnWatch, RuleSet, Rules, Signal};
use wasm_bindgen::prelude::*;

/// Decides. In: 13 bits of contract (`layout::contract_of`), 5 of circumstances. Out: `layout::pack_verdict`.
#[wasm_bindgen]
pub fn decide(bits: u32) -> u32 {
    let (conditions, policy) = layout::circumstances(bits >> 13);
    layout::pack_verdict(&fidelity_floor::decide(&layout::contract_of(bits, 0), &conditions, policy))
}

/// The contract of a child. `parents` packed contracts are in the number buffer.
#[wasm_bindgen]
pub fn descend(own: u32, parents: usize) -> f64 {
    with_numbers(parents, |parents| {
        let parents = parents.iter().map(|packed| layout::contract(*packed));
        layout::pack_contract(&fidelity_floor::descend(layout::classes(own), layout::classes(own >> 6), parents))
    })
}

static VERDICT: Global<[Cell<f64>; 5]> = Global([const { Cell::new(0.0) }; 5]);

/// Where `check_cycle` leaves saved, lost and ratio, and `check_latest` the ends of the interval too (NaN: absent). The
/// address never changes.
#[wasm_bindgen]
pub fn verdict_slot() -> *const f64 {
    VERDICT.as_ptr().cast()
}

/// Judges one cycle; `prior` token deltas are in the number buffer. `options` are those of `rules`; NaN thresholds and a window of 0
/// stand for the defaults of the rule set. Out: 2 bits of signal, then 1 + the reason, or 0.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn check_cycle(
    tokens_before: f64,
    tokens_after: f64,
    coverage_before: f64,
    coverage_after: f64,
    dedup_rate: f64,
    options: u32,
    k: f64,
    noise_floor: f64,
    attractor_window: u32,
    prior: usize,
) -> u32 {
    let cycle =
        Cycle { tokens_before, tokens_after, coverage_before, coverage_after, dedup_rate, probes: None, gained: None };
    let rules = rules(options, k, noise_floor, attractor_window);
    with_numbers(prior, |deltas| {
        let verdict = fidelity_floor::check_cycle(&cycle, deltas, &rules);
        let [saved, lost, ratio, ..] = &*VERDICT;
        saved.set(verdict.saved);
        lost.set(verdict.lost);
        ratio.set(verdict.ratio.unwrap_or(f64::NAN));
        signal(&verdict)
    })
}

fn leave(verdict: &CycleVerdict) -> u32 {
    let of = numbers_of(verdict);
    VERDICT.iter().zip(of).for_each(|(cell, value)| cell.set(value));
    signal(verdict)
}

/// Saved, lost, ratio, low, high; NaN: absent.
fn numbers_of(verdict: &CycleVerdict) -> [f64; 5] {
    let (low, high) = verdict.interval.map_or((f64::NAN, f64::NAN), |interval| (interval.low, interval.high));
    [verdict.saved, verdict.lost, verdict.ratio.unwrap_or(f64::NAN), low, high]
}

/// Judges the newest of `rows` cycles, of which the number buffer holds seven numbers each (NaN: absent), oldest first;
/// `quiet` cycles came just before. `options` are those of `rules`; the rest and the answer as `check_cycle`, with 32 added
/// where the cycle was quiet itself.
#[wasm_bindgen]
pub fn check_latest(rows: usize, quiet: u32, options: u32, k: f64, noise_floor: f64, attractor_window: u32) -> u32 {
    with_numbers(rows * 7, |numbers| {
        let rules = rules(options, k, noise_floor, attractor_window);
        let mut latest = [Cycle::default(); 6];
        let from = numbers.chunks_exact(7).skip(rows.saturating_sub(6));
        let kept = latest.iter_mut().zip(from).map(|(slot, row)| *slot = cycle(row)).count();
        let verdict = fidelity_floor::check_latest(latest.get(..kept).unwrap_or_default(), quiet, &rules);
        verdict.map_or(0, |verdict| leave(&verdict) | u32::from(Rules::is_quiet(verdict.saved)) << 5)
    })
}

fn cycle(row: &[f64]) -> Cycle {
    let at = |index: usize| row.get(index).copied().unwrap_or(f64::NAN);
    let count = |index: usize| Some(at(index)).filter(|value| !value.is_nan()).map(|value| value as u32);
    Cycle {
        tokens_before: at(0),
        tokens_after: at(1),
        coverage_before: at(2),
        coverage_after: at(3),
        dedup_rate: at(4),
        probes: count(5),
        gained: count(6),
    }
}

/// The rules that thresholds of `check_cycle` stand for. `options`: 1 for the reference rules, 2 where significance is
/// required, then 2 bits: 1 + what becomes of a sign, or 0.
#[inline(always)]
pub(crate) fn rules(options: u32, k: f64, noise_floor: f64, attractor_window: u32) -> Rules {
    let default = Rules::new(if options & 1 == 1 { RuleSet::Reference } else { RuleSet::Prose });
    Rules {
        require_significance: options & 2 == 2,
        on_watch: match options >> 2 & 3 {
            0 => default.on_watch,
            1 => OnWatch::Advise,
            2 => OnWatch::Halt,
            _ => OnWatch::Ignore,
        },
        k: if k.is_nan() { default.k } else { k },
        noise_floor: if noise_floor.is_nan() { default.noise_floor } else { noise_floor },
        attractor_window: if attractor_window == 0 { default.attractor_window } else { attractor_window },
        ..default
    }
}

/// A verdict as `check_cycle` gives it.
#[inline(always)]
pub(crate) fn signal(verdict: &CycleVerdict) -> u32 {
    let signal = match verdict.verdict {
        Signal::Continue => 0,
        Signal::Watch => 1,
        Signal::Halt => 2,
    };
    let reason = match verdict.reason {
        None => 0,
        Some(CycleReason::CoverageLoss) => 1,
        Some(CycleReason::Attractor) => 2,
        Some(CycleReason::Diverging) => 3,
        Some(CycleReason::Forecast) => 4,
        Some(CycleReason::Flatline) => 5,
    };
    signal | reason << 2
}
