//! What the fuzz target `cycles` and the properties share: the rules of cycles, slow and obvious.
#![allow(unreachable_pub)]

use fidelity_floor::{Cycle, CycleReason, RuleSet, Rules};

/// H2–H4 as they are written, over the whole history: what the last cycle is halted for.
pub fn halts(history: &[Cycle], rules: &Rules) -> Option<CycleReason> {
    let saved = |cycle: &Cycle| (cycle.tokens_before - cycle.tokens_after) / cycle.tokens_before.max(1.0);
    let last = history.last()?;
    let lost = last.coverage_before - last.coverage_after;
    let primary = if saved(last) > 0.0 {
        lost > rules.k * saved(last)
    } else {
        rules.set == RuleSet::Prose && lost > rules.noise_floor
    };
    let window = rules.attractor_window as usize;
    let quiet = history.len() >= window && history.iter().rev().take(window).all(|cycle| saved(cycle).abs() < 0.05);
    match (primary, quiet && last.dedup_rate > 0.5) {
        (true, _) => Some(CycleReason::CoverageLoss),
        (false, true) => Some(CycleReason::Attractor),
        (false, false) => None,
    }
}
