//! The hot path: numbers in, a number out.

use crate::buffer::with_numbers;
use crate::layout;
use fidelity_floor::{Cycle, CycleReason, CycleVerdict, RuleSet, Rules, Signal};
use std::cell::Cell;
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

thread_local! {
    static VERDICT: [Cell<f64>; 3] = const { [const { Cell::new(0.0) }; 3] };
}

/// Where `check_cycle` leaves saved, lost and ratio (NaN: absent). The address never changes.
#[wasm_bindgen]
pub fn verdict_slot() -> *const f64 {
    VERDICT.with(|slot| slot.as_ptr().cast())
}

/// Judges one cycle; `prior` token deltas are in the number buffer. NaN thresholds and a window of 0 stand for the
/// defaults of the rule set. Out: 2 bits of signal, then 1 + the reason, or 0.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn check_cycle(
    tokens_before: f64,
    tokens_after: f64,
    coverage_before: f64,
    coverage_after: f64,
    dedup_rate: f64,
    reference: bool,
    k: f64,
    noise_floor: f64,
    attractor_window: u32,
    prior: usize,
) -> u32 {
    let cycle = Cycle { tokens_before, tokens_after, coverage_before, coverage_after, dedup_rate };
    let rules = rules(reference, k, noise_floor, attractor_window);
    let verdict = if prior == 0 {
        fidelity_floor::check_cycle(&cycle, &[], &rules)
    } else {
        with_numbers(prior, |deltas| fidelity_floor::check_cycle(&cycle, deltas, &rules))
    };
    VERDICT.with(|[saved, lost, ratio]| {
        saved.set(verdict.saved);
        lost.set(verdict.lost);
        ratio.set(verdict.ratio.unwrap_or(f64::NAN));
    });
    signal(&verdict)
}

/// The rules that thresholds of `check_cycle` stand for.
pub(crate) fn rules(reference: bool, k: f64, noise_floor: f64, attractor_window: u32) -> Rules {
    let default = Rules::new(if reference { RuleSet::Reference } else { RuleSet::Prose });
    Rules {
        k: if k.is_nan() { default.k } else { k },
        noise_floor: if noise_floor.is_nan() { default.noise_floor } else { noise_floor },
        attractor_window: if attractor_window == 0 { default.attractor_window } else { attractor_window },
        ..default
    }
}

/// A verdict as `check_cycle` gives it.
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
