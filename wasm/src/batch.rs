//! A run of cycles as columns of numbers.

use crate::answer::{Put, answer};
use crate::buffer::with_numbers;
use crate::numbers::{numbers_of, rules, signal};
use alloc::vec::Vec;
use fidelity_floor::{Columns, Cycle, Label, LabelledCycle};
use wasm_bindgen::prelude::*;

/// Judges a run. The number buffer holds seven columns of `rows` (NaN in the last two: absent), and afterwards `rows`
/// groups of six: the code of `check_cycle`, saved, lost, ratio, and the ends of the interval. `options` as `check_latest`.
/// The answer is empty, or a problem.
#[wasm_bindgen]
pub fn check_cycles(rows: usize, options: u32, k: f64, noise_floor: f64, attractor_window: u32) -> *const usize {
    answer(&|_| {
        with_numbers(rows * 7, |numbers| {
            let column = |at: usize| numbers.get(at * rows..(at + 1) * rows).unwrap_or_default();
            let columns = Columns {
                tokens_before: column(0),
                tokens_after: column(1),
                coverage_before: column(2),
                coverage_after: column(3),
                dedup_rate: column(4),
                probes: column(5),
                gained: column(6),
            };
            let rules = rules(options, k, noise_floor, attractor_window);
            let verdicts = fidelity_floor::check_cycles(&columns, rules)?;
            for (group, verdict) in numbers.chunks_exact_mut(6).zip(&verdicts) {
                let [saved, lost, ratio, low, high] = numbers_of(verdict);
                group.copy_from_slice(&[f64::from(signal(verdict)), saved, lost, ratio, low, high]);
            }
            Ok(())
        })
    })
}

/// Proposes a k from `rows` labelled cycles: five numbers each in the number buffer, then 1 for bad, 0 for good.
#[wasm_bindgen]
pub fn calibrate(rows: usize) -> *const usize {
    let cycles: Vec<LabelledCycle> = with_numbers(rows * 6, |numbers| numbers.chunks_exact(6).map(labelled).collect());
    answer(&|to| {
        fidelity_floor::calibrate(&cycles)?.put(to);
        Ok(())
    })
}

fn labelled(row: &[f64]) -> LabelledCycle {
    let at = |index: usize| row.get(index).copied().unwrap_or_default();
    let cycle = Cycle {
        tokens_before: at(0),
        tokens_after: at(1),
        coverage_before: at(2),
        coverage_after: at(3),
        dedup_rate: at(4),
        ..Cycle::default()
    };
    LabelledCycle { cycle, label: if at(5) == 1.0 { Label::Bad } else { Label::Good } }
}
