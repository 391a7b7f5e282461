//! What a memory store asks of the core: which texts hold an answer, which steps to choose, which entries are duplicates. The ledger itself is kept by the
//! host, where its texts are.

use crate::buffer::with_numbers;
use crate::bytes::with_bytes;
use crate::events::{cut, plain, thrown, utf8};
use fidelity_floor::{Answer, Candidate, Class, DedupPair, Forest, Query};
use wasm_bindgen::prelude::*;

/// A counted list of numbers; −1 stands for none.
fn list(next: &mut dyn FnMut() -> f64) -> Vec<u32> {
    (0..next() as usize).map(|_| next() as u32).collect()
}

/// For each query the place of the first text that holds the answer, or −1: they replace the head of the number buffer.
///
/// The number buffer holds the bytes of all texts; the counted lengths of the texts; the count of queries, and of each the class
/// of the answer (0: a string, else from 1), its length, and two counted lists of texts, by number: that it may be an element of,
/// that are asked. The byte buffer holds the texts, then the answers.
///
/// # Errors
/// As the core.
#[wasm_bindgen]
pub fn holders(numbers: usize) -> Result<(), JsValue> {
    let given = with_numbers(numbers, |numbers| numbers.to_vec());
    let mut given = given.into_iter();
    let next = &mut || given.next().unwrap_or(-1.0);
    let found = with_bytes(|bytes| {
        let mut rest = utf8(bytes, next() as usize);
        let texts: Vec<&str> = list(next).into_iter().map(|length| cut(&mut rest, length as usize)).collect();
        let queries: Vec<(Answer<'_>, [Vec<u32>; 2])> = (0..next() as usize)
            .map(|_| {
                let class = (next() as usize).checked_sub(1).and_then(|class| Class::ALL.get(class)).copied();
                let text = cut(&mut rest, next() as usize);
                (Answer { class, text }, [(); 2].map(|()| list(next)))
            })
            .collect();
        let queries: Vec<Query<'_>> =
            queries.iter().map(|(answer, [from, among])| Query { answer: *answer, from, among }).collect();
        fidelity_floor::holders(&texts, &queries)
    });
    let found = found.map_err(thrown)?;
    with_numbers(found.len(), |numbers| {
        numbers.iter_mut().zip(found).for_each(|(slot, place)| *slot = place.map_or(-1.0, f64::from));
    });
    Ok(())
}

/// Chooses among steps; gives how many, and leaves them at the head of the number buffer.
///
/// The number buffer holds the budget; the count of steps, and of each the one above it (−1: none) and its cost; the count of
/// probes, and of each the counted steps that it needs.
#[wasm_bindgen]
pub fn choose(numbers: usize) -> usize {
    with_numbers(numbers, |numbers| {
        let mut given = numbers.iter().copied();
        let next = &mut || given.next().unwrap_or(-1.0);
        let budget = next();
        let mut forest = Forest::default();
        for _ in 0..next() as usize {
            let above = next();
            forest.above.push((above >= 0.0).then_some(above as u32));
            forest.costs.push(next());
        }
        forest.needs = (0..next() as usize).map(|_| list(next)).collect();
        let chosen = fidelity_floor::choose(&forest, budget);
        numbers.iter_mut().zip(&chosen).for_each(|(slot, step)| *slot = f64::from(*step));
        chosen.len()
    })
}

/// Judges near-duplicates.
///
/// The number buffer holds the bytes of all texts; the threshold (NaN: none); the count of entries, and of each the lengths of id
/// and text, and bits (1: a summary, 2: it accumulates); the count of pairs, and of each two entries, by number, and the cosine
/// (NaN: none). The byte buffer holds the texts.
///
/// # Errors
/// As the core.
#[wasm_bindgen]
pub fn dedup(numbers: usize) -> Result<JsValue, JsValue> {
    let given = with_numbers(numbers, |numbers| numbers.to_vec());
    let mut given = given.into_iter();
    let next = &mut || given.next().unwrap_or(0.0);
    let number = |number: f64| (!number.is_nan()).then_some(number);
    let judged = with_bytes(|bytes| {
        let mut rest = utf8(bytes, next() as usize);
        let threshold = number(next());
        let mut entries = Vec::new();
        for _ in 0..next() as usize {
            let [id, text] = [next() as usize, next() as usize].map(|length| cut(&mut rest, length));
            let bits = next() as u32;
            entries.push(Candidate { id, text, summary: bits & 1 != 0, accumulates: bits & 2 != 0 });
        }
        let mut pairs = Vec::new();
        for _ in 0..next() as usize {
            pairs.push(DedupPair { first: next() as u32, second: next() as u32, cosine: number(next()) });
        }
        plain(&fidelity_floor::dedup(&entries, &pairs, threshold)?)
    });
    judged.map_err(thrown)
}
