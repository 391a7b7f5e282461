//! What a memory store asks of the core: which texts hold an answer, which steps to choose, which entries are duplicates. The ledger itself is kept by the
//! host, where its texts are.

use crate::answer::{Put, answer};
use crate::buffer::with_numbers;
use crate::bytes::with_bytes;
use crate::events::{cut, utf8};
use alloc::vec::Vec;
use fidelity_floor::{Answer, Candidate, Class, DedupPair, Forest, Query};
use wasm_bindgen::prelude::*;

/// The numbers of a call, in order. A copy: what runs may not hold the buffer.
struct Numbers(alloc::vec::IntoIter<f64>);

impl Numbers {
    #[inline(never)]
    fn new(count: usize) -> Numbers {
        Numbers(with_numbers(count, |numbers| numbers.to_vec()).into_iter())
    }

    #[inline(never)]
    fn next(&mut self) -> f64 {
        self.0.next().unwrap_or(0.0)
    }

    #[inline(never)]
    fn whole(&mut self) -> usize {
        self.next() as usize
    }

    /// A counted list.
    #[inline(never)]
    fn list(&mut self) -> Vec<u32> {
        (0..self.whole()).map(|_| self.next() as u32).collect()
    }

    /// NaN stands for none.
    fn option(&mut self) -> Option<f64> {
        Some(self.next()).filter(|number| !number.is_nan())
    }
}

/// For each query the place of the first text that holds the answer, if one does.
///
/// The number buffer holds the bytes of all texts; the counted lengths of the texts; the count of queries, and of each the class
/// of the answer (0: a string, else from 1), its length, and two counted lists of texts, by number: that it may be an element of,
/// that are asked. The byte buffer holds the texts, then the answers.
#[wasm_bindgen]
pub fn holders(numbers: usize) -> *const usize {
    let mut given = Numbers::new(numbers);
    with_bytes(|bytes| {
        let mut rest = utf8(bytes, given.whole());
        let texts: Vec<&str> = given.list().into_iter().map(|length| cut(&mut rest, length as usize)).collect();
        let mut queries: Vec<(Answer<'_>, [Vec<u32>; 2])> = Vec::new();
        for _ in 0..given.whole() {
            let class = given.whole().checked_sub(1).and_then(|class| Class::ALL.get(class)).copied();
            let text = cut(&mut rest, given.whole());
            queries.push((Answer { class, text }, [given.list(), given.list()]));
        }
        let queries: Vec<Query<'_>> =
            queries.iter().map(|(answer, [from, among])| Query { answer: *answer, from, among }).collect();
        answer(&|to| {
            fidelity_floor::holders(&texts, &queries)?.put(to);
            Ok(())
        })
    })
}

/// Chooses among steps; gives how many, and leaves them at the head of the number buffer.
///
/// The number buffer holds the budget; the count of steps, and of each the one above it (−1: none) and its cost; the count of
/// probes, and of each the counted steps that it needs.
#[wasm_bindgen]
pub fn choose(numbers: usize) -> usize {
    let mut given = Numbers::new(numbers);
    let budget = given.next();
    let mut forest = Forest::default();
    for _ in 0..given.whole() {
        let above = given.next();
        forest.above.push((above >= 0.0).then_some(above as u32));
        forest.costs.push(given.next());
    }
    forest.needs = (0..given.whole()).map(|_| given.list()).collect();
    let chosen = fidelity_floor::choose(&forest, budget);
    with_numbers(chosen.len(), |numbers| {
        numbers.iter_mut().zip(&chosen).for_each(|(slot, step)| *slot = f64::from(*step));
    });
    chosen.len()
}

/// Judges near-duplicates.
///
/// The number buffer holds the bytes of all texts; the threshold (NaN: none); the count of entries, and of each the lengths of id
/// and text, and bits (1: a summary, 2: it accumulates); the count of pairs, and of each two entries, by number, and the cosine
/// (NaN: none). The byte buffer holds the texts.
#[wasm_bindgen]
pub fn dedup(numbers: usize) -> *const usize {
    let mut given = Numbers::new(numbers);
    with_bytes(|bytes| {
        let mut rest = utf8(bytes, given.whole());
        let threshold = given.option();
        let mut entries = Vec::new();
        for _ in 0..given.whole() {
            let [id, text] = [given.whole(), given.whole()].map(|length| cut(&mut rest, length));
            let bits = given.whole();
            entries.push(Candidate { id, text, summary: bits & 1 != 0, accumulates: bits & 2 != 0 });
        }
        let mut pairs = Vec::new();
        for _ in 0..given.whole() {
            pairs.push(DedupPair { first: given.next() as u32, second: given.next() as u32, cosine: given.option() });
        }
        answer(&|to| {
            fidelity_floor::dedup(&entries, &pairs, threshold)?.put(to);
            Ok(())
        })
    })
}
