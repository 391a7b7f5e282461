//! A run of cycles as columns of numbers.

use crate::buffer::with_numbers;
use crate::events::thrown;
use crate::numbers::{rules, signal};
use fidelity_floor::Columns;
use wasm_bindgen::prelude::*;

/// Judges a run. The number buffer holds five columns of `rows`, and afterwards `rows` groups of four: the code of
/// `check_cycle`, saved, lost, ratio.
///
/// # Errors
/// As the core.
#[wasm_bindgen]
pub fn check_cycles(
    rows: usize,
    reference: bool,
    k: f64,
    noise_floor: f64,
    attractor_window: u32,
) -> Result<(), JsValue> {
    with_numbers(rows * 5, |numbers| {
        let column = |at: usize| numbers.get(at * rows..(at + 1) * rows).unwrap_or_default();
        let columns = Columns {
            tokens_before: column(0),
            tokens_after: column(1),
            coverage_before: column(2),
            coverage_after: column(3),
            dedup_rate: column(4),
        };
        let rules = rules(reference, k, noise_floor, attractor_window);
        let verdicts = fidelity_floor::check_cycles(&columns, rules).map_err(thrown)?;
        for (group, verdict) in numbers.chunks_exact_mut(4).zip(&verdicts) {
            let ratio = verdict.ratio.unwrap_or(f64::NAN);
            group.copy_from_slice(&[f64::from(signal(verdict)), verdict.saved, verdict.lost, ratio]);
        }
        Ok(())
    })
}
