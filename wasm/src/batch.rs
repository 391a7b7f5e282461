//! A run of cycles as columns of numbers.

use crate::answer::{Put, answer};
use crate::buffer::with_numbers;
use crate::bytes::with_bytes_mut;
use crate::numbers::{rules, signal};
use alloc::vec::Vec;
use fidelity_floor::{Columns, Cycle, CycleVerdict, Label, LabelledCycle, TakeVerdict};
use wasm_bindgen::prelude::*;

/// Judges a part of a run: `rows` of it, of which the first `judged` were judged before and are only looked back at. The number
/// buffer holds columns of `rows` numbers, five or, `counted`, seven (NaN in the last two: absent). Behind them go the answers for
/// the rows from `judged` on, in columns of `rows` too: saved, lost, ratio and, `counted`, the ends of the interval. Into the byte
/// buffer go a column of signals and one of reasons, as `check_cycle` counts them, a byte each. `quiet` and the answer: how many quiet
/// cycles came before; `u32::MAX` for numbers that the core refuses: the host has the rows before, and tells of the field. `options`
/// as `check_latest`.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn check_cycles(
    rows: usize,
    judged: usize,
    counted: bool,
    quiet: u32,
    options: u32,
    k: f64,
    noise_floor: f64,
    attractor_window: u32,
) -> u32 {
    let rules = rules(options, k, noise_floor, attractor_window);
    let (given, answers) = if counted { (7, 5) } else { (5, 3) };
    let end = with_numbers(rows * (given + answers), |numbers| {
        let (columns, out) = numbers.split_at_mut_checked(rows * given).unwrap_or_default();
        let column = |at: usize| columns.get(at * rows..(at + 1) * rows).unwrap_or_default();
        let columns = Columns {
            tokens_before: column(0),
            tokens_after: column(1),
            coverage_before: column(2),
            coverage_after: column(3),
            dedup_rate: column(4),
            probes: column(5),
            gained: column(6),
        };
        let mut out = out.chunks_exact_mut(rows.max(1)).map(|column| column.iter_mut());
        let [saved, lost, ratio, low, high] = [(); 5].map(|()| out.next().unwrap_or_default());
        with_bytes_mut(rows * 2, |codes| {
            let (signals, reasons) = codes.split_at_mut_checked(rows).unwrap_or_default();
            let plain = saved.zip(lost).zip(ratio).zip(signals.iter_mut().zip(reasons));
            fidelity_floor::check_cycles_from(
                &columns,
                judged,
                quiet,
                rules,
                &mut Answers { plain, ends: low.zip(high) },
            )
        })
    });
    end.unwrap_or(u32::MAX)
}

/// Where the answers for the next row go.
struct Answers<Plain, Ends> {
    plain: Plain,
    ends: Ends,
}

impl<'a, Plain, Ends> TakeVerdict for Answers<Plain, Ends>
where
    Plain: Iterator<Item = (((&'a mut f64, &'a mut f64), &'a mut f64), (&'a mut u8, &'a mut u8))>,
    Ends: Iterator<Item = (&'a mut f64, &'a mut f64)>,
{
    #[inline(always)]
    fn take(&mut self, verdict: &CycleVerdict) {
        if let Some((((saved, lost), ratio), (of_signal, reason))) = self.plain.next() {
            let code = signal(verdict);
            (*of_signal, *reason) = (code as u8 & 3, (code >> 2) as u8);
            (*saved, *lost, *ratio) = (verdict.saved, verdict.lost, verdict.ratio.unwrap_or(f64::NAN));
        }
        if let Some((low, high)) = self.ends.next() {
            (*low, *high) = verdict.interval.map_or((f64::NAN, f64::NAN), |ends| (ends.low, ends.high));
        }
    }
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
