//! The dedup guard (I1, I2): which near-duplicates say the same, and why the others do not.
//!
//! Similarity only proposes. Two entries are one where they hold the same content, by stem and by value, with the same words that
//! bear on it (negations, modals, prepositions of direction), in an order that says the same. Whatever is in doubt stays.

mod compare;
mod reading;
mod values;
mod words;

pub use compare::DedupReason;
pub use reading::Difference;

use crate::check::bound;
use crate::error::{Error, ErrorCode, digits};
use crate::extract::{Host, extract};
use crate::lexicon::HostCues;
use crate::text::sort;
use alloc::vec;
use alloc::vec::Vec;
use compare::differences;
use reading::{Reading, read};

/// An entry that may be a duplicate.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// Its name, like no other's in the list.
    pub id: &'a str,
    /// What it says.
    pub text: &'a str,
    /// Whether it is a summary: never merged (I1).
    pub summary: bool,
    /// Whether it is a counter, a budget or a log, because the host says so; others are told by their words (I2).
    pub accumulates: bool,
}

/// Two entries that the host holds for near-duplicates, by their places in the list.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// One of them.
    pub first: u32,
    /// The other.
    pub second: u32,
    /// The host's similarity, where it is to be held against the threshold.
    pub cosine: Option<f64>,
}

/// What may be merged, and what not.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Dedup<'a> {
    /// Of each set of duplicates all but one, with the one that stays: the longest, of equally long ones the first by id.
    #[cfg_attr(feature = "ts", ts(type = "Array<Merge>"))]
    pub merges: Vec<Merge<'a>>,
    /// The pairs that stay apart, in their order.
    #[cfg_attr(feature = "ts", ts(type = "Array<Refusal>"))]
    pub refused: Vec<Refusal<'a>>,
}

/// A duplicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Merge<'a> {
    /// The one that may go.
    pub id: &'a str,
    /// The one that stays.
    pub into: &'a str,
}

/// Two entries that are no duplicates.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refusal<'a> {
    /// One of them.
    pub first: &'a str,
    /// The other.
    pub second: &'a str,
    /// Why, at least one.
    pub reasons: Vec<DedupReason>,
}

/// Judges near-duplicates. Pairs chain: what they connect is one cluster, and of a cluster those become one that say the same,
/// whoever else is in it. The order of entries and of pairs does not matter, and of what stays nothing would be merged again.
///
/// It costs the texts, and sorting.
///
/// # Errors
/// With a path such as `pairs[2].second`: `duplicate-id`, `self-reference`, `out-of-range` (no such entry), `too-large` (texts of
/// more than [`crate::MAX_BYTES`] together).
///
/// ```
/// use fidelity_floor::{Candidate, Difference, DedupPair, dedup};
/// let entry = |id, text| Candidate { id, text, summary: false, accumulates: false };
/// let entries = [
///     entry("a", "The user doesn't eat shellfish."),
///     entry("b", "User does not eat shellfish."),
///     entry("c", "The user eats shellfish."),
/// ];
/// let pair = |first, second| DedupPair { first, second, cosine: None };
/// let judged = dedup(&entries, &[pair(0, 1), pair(1, 2)], None)?;
/// assert_eq!((judged.merges[0].id, judged.merges[0].into), ("b", "a"));
/// assert_eq!(judged.refused[0].reasons[0].kind, Difference::Polarity);
/// # Ok::<(), fidelity_floor::Error>(())
/// ```
#[inline(never)]
pub fn dedup<'a>(entries: &[Candidate<'a>], pairs: &[Pair], threshold: Option<f64>) -> Result<Dedup<'a>, Error> {
    bound(entries.iter().map(|entry| entry.text), "entries")?;
    unique(entries)?;
    check(entries, pairs)?;
    let cues = HostCues::new(&[])?;
    let host = Host { declared: &[], patterns: &[], cues: &cues };
    let mut wanted = vec![false; entries.len()];
    let mut roots: Vec<u32> = (0..entries.len() as u32).collect();
    for pair in pairs {
        for at in [pair.first, pair.second] {
            if let Some(wanted) = wanted.get_mut(at as usize) {
                *wanted = true;
            }
        }
        if !is_below(pair, threshold) {
            unite(&mut roots, pair.first, pair.second);
        }
    }
    let read_one = |(entry, wanted): (&Candidate<'a>, &bool)| wanted.then(|| read(&extract(entry.text, host)));
    let readings: Vec<Option<Reading<'a>>> = entries.iter().zip(&wanted).map(read_one).collect();
    let stays = stays(entries, &readings, &mut roots);
    let mut judged = Dedup::default();
    for (entry, into) in entries.iter().zip(&stays) {
        let into = into.and_then(|into| entries.get(into as usize));
        judged.merges.extend(into.map(|into| Merge { id: entry.id, into: into.id }));
    }
    for pair in pairs {
        let place = |at: u32| stays.get(at as usize).copied().flatten().unwrap_or(at);
        if place(pair.first) == place(pair.second) {
            continue;
        }
        let (Some(first), Some(second)) = (entries.get(pair.first as usize), entries.get(pair.second as usize)) else {
            continue;
        };
        let reading = |at: u32| readings.get(at as usize).and_then(Option::as_ref);
        let (Some(a), Some(b)) = (reading(pair.first), reading(pair.second)) else { continue };
        judged.refused.push(Refusal {
            first: first.id,
            second: second.id,
            reasons: reasons([first, second], [a, b], is_below(pair, threshold)),
        });
    }
    Ok(judged)
}

/// So many entries of one content that say different things are compared with each other.
const MOST_LEADERS: usize = 256;

/// For each entry the one that it goes into.
#[inline(never)]
fn stays(entries: &[Candidate<'_>], readings: &[Option<Reading<'_>>], roots: &mut [u32]) -> Vec<Option<u32>> {
    let mut stays: Vec<Option<u32>> = vec![None; entries.len()];
    let order = ranked(entries);
    let at = |number: &u32| entries.get(*number as usize);
    // Of one cluster and one content, which alone can be duplicates, together.
    let mut groups: Vec<u64> = Vec::new();
    for (place, number) in order.iter().enumerate() {
        let (Some(Some(reading)), Some(entry)) = (readings.get(*number as usize), at(number)) else { continue };
        if entry.summary || entry.accumulates || reading.accumulates.is_some() {
            continue;
        }
        let root = root(roots, *number);
        let group = (reading.signature ^ u64::from(root).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 32;
        groups.push(group << 32 | place as u64);
    }
    sort(&mut groups);
    let mut leaders: Vec<u32> = Vec::new();
    let mut group = None;
    for entry in groups {
        if group != Some(entry >> 32) {
            group = Some(entry >> 32);
            leaders.clear();
        }
        let Some(number) = order.get(entry as u32 as usize).copied() else { continue };
        let own = root(roots, number);
        let reading = |number: u32| readings.get(number as usize).and_then(Option::as_ref);
        let same = |leader: &&u32| match (reading(**leader), reading(number)) {
            (Some(a), Some(b)) => differences(a, b).is_empty(),
            _ => false,
        };
        let leader = leaders.iter().filter(|leader| root(roots, **leader) == own).find(same).copied();
        match leader {
            Some(leader) => {
                if let Some(slot) = stays.get_mut(number as usize) {
                    *slot = Some(leader);
                }
            }
            // Beyond that, entries of the same words in ever other orders stay: in doubt, and in linear time.
            None if leaders.len() < MOST_LEADERS => leaders.push(number),
            None => {}
        }
    }
    stays
}

/// The longest first, then by id: whichever way they came. Ids are told apart by their first 64 bytes, and then as they came.
#[inline(never)]
fn ranked(entries: &[Candidate<'_>]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..entries.len() as u32).collect();
    let longest = entries.iter().map(|entry| entry.id.len()).max().unwrap_or(0).min(64);
    // Four bytes at a time, the last ones first: each pass keeps the order of those before.
    for pass in (0..=longest.div_ceil(4)).rev() {
        let mut keys: Vec<u64> = Vec::with_capacity(order.len());
        for (place, number) in order.iter().enumerate() {
            let Some(entry) = entries.get(*number as usize) else { continue };
            let bytes = entry.id.as_bytes().iter().copied().chain([0; 4]).skip(pass.saturating_sub(1) * 4);
            let chunk = bytes.take(4).fold(0u32, |chunk, byte| chunk << 8 | u32::from(byte));
            // The last pass is that of the lengths.
            let key = if pass == 0 { u32::MAX - entry.text.len() as u32 } else { chunk };
            keys.push(crate::text::join(key, place as u32));
        }
        sort(&mut keys);
        order = keys.iter().filter_map(|key| order.get(*key as u32 as usize).copied()).collect();
    }
    order
}

#[inline(never)]
fn reasons(entries: [&Candidate<'_>; 2], readings: [&Reading<'_>; 2], below: bool) -> Vec<DedupReason> {
    let mut reasons = Vec::new();
    let mut add = |kind, flags: [bool; 2], words: [&str; 2]| {
        if flags.contains(&true) {
            let [first, second] = [0, 1].map(|side| {
                let word = words.get(side).copied().filter(|word| flags.get(side) == Some(&true) && !word.is_empty());
                word.map(Into::into).into_iter().collect()
            });
            reasons.push(DedupReason { kind, first, second });
        }
    };
    add(Difference::Threshold, [below; 2], [""; 2]);
    add(Difference::Summary, entries.map(|entry| entry.summary), entries.map(|entry| entry.id));
    let found = readings.map(|reading| reading.accumulates.map_or("", |span| span.of(reading.text)));
    let [first, second] = entries;
    let [a, b] = readings;
    let flags = [first.accumulates || a.accumulates.is_some(), second.accumulates || b.accumulates.is_some()];
    add(Difference::Accumulates, flags, found);
    reasons.extend(differences(a, b));
    reasons
}

fn is_below(pair: &Pair, threshold: Option<f64>) -> bool {
    matches!((pair.cosine, threshold), (Some(cosine), Some(threshold)) if cosine < threshold)
}

fn root(roots: &mut [u32], mut at: u32) -> u32 {
    loop {
        let Some(above) = roots.get(at as usize).copied().filter(|above| *above != at) else { return at };
        let next = roots.get(above as usize).copied().unwrap_or(above);
        if let Some(slot) = roots.get_mut(at as usize) {
            *slot = next;
        }
        at = above;
    }
}

/// The smaller number stands for both.
fn unite(roots: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(roots, a), root(roots, b));
    if let Some(slot) = roots.get_mut(a.max(b) as usize) {
        *slot = a.min(b);
    }
}

/// Each id stands there once.
#[inline(never)]
fn unique(entries: &[Candidate<'_>]) -> Result<(), Error> {
    let numbered = entries.iter().zip(0..).map(|(entry, at)| crate::text::join(crate::text::hash(entry.id), at));
    let mut keys: Vec<u64> = numbered.collect();
    sort(&mut keys);
    let id = |key: &u64| entries.get(*key as u32 as usize).map_or("", |entry| entry.id);
    for (at, key) in keys.iter().enumerate() {
        let same = |other: &&u64| *other >> 32 == key >> 32;
        let rest = keys.get(at + 1..).unwrap_or(&[]).iter().take_while(same);
        if let Some(other) = rest.into_iter().find(|other| id(other) == id(key)) {
            let path = ["entries[", &digits(*other as u32 as usize), "].id"].concat();
            return Err(Error::new(ErrorCode::DuplicateId, path, "a name that no other entry has", id(other)));
        }
    }
    Ok(())
}

#[inline(never)]
fn check(entries: &[Candidate<'_>], pairs: &[Pair]) -> Result<(), Error> {
    for (at, pair) in pairs.iter().enumerate() {
        for (field, number) in [("first", pair.first), ("second", pair.second)] {
            if number as usize >= entries.len() {
                let expected = ["a number below ", &digits(entries.len())].concat();
                return Err(Error::new(
                    ErrorCode::OutOfRange,
                    ["pairs[", &digits(at), "].", field].concat(),
                    expected,
                    digits(number as usize),
                ));
            }
        }
        if pair.first == pair.second {
            let id = entries.get(pair.first as usize).map_or("", |entry| entry.id);
            return Err(Error::new(
                ErrorCode::SelfReference,
                ["pairs[", &digits(at), "].second"].concat(),
                "another entry",
                id,
            ));
        }
    }
    Ok(())
}
