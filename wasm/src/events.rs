//! Calls that carry text: an event in through the buffers, a report out as `answer` says.
//!
//! The number buffer holds, in this order: required classes, circumstances (and 2 bits of selection), budget (−1: none), a
//! counted list of parents (a packed contract each), counted lists of two numbers each, a length and bits: declared strings (1:
//! a pattern), cues (two items each), source messages and tail messages (their role); then the lengths of summary and pinned
//! text. Lengths are in bytes; the byte buffer holds the texts in the same order.

use crate::answer::{Answer, Put, answer};
use crate::buffer::with_numbers;
use crate::bytes::{grow, with_bytes};
use crate::global::Global;
use crate::layout;
use crate::units::Offsets;
use alloc::vec::Vec;
use core::cell::RefCell;
use fidelity_floor::{
    ClassSet, Conditions, Contract, Error, Event, HostCue, Kind, Memo, Message, Policy, Preset, Role, Side,
};
use wasm_bindgen::prelude::*;

static MEMO: Global<RefCell<Memo>> = Global(RefCell::new(Memo::new()));

/// The report on the event in the buffers, as `answer` gives it. `counted`: the host counts tokens.
#[wasm_bindgen]
pub fn check(numbers: usize, counted: bool) -> *const usize {
    with_event(numbers, counted, &|event, to| {
        let mut report = fidelity_floor::check(event)?;
        let offsets = Offsets::new(event);
        offsets.elements(&mut report.elements);
        offsets.findings(&mut report.findings);
        report.put(to);
        Ok(())
    })
}

/// The statuses and findings of the event in the buffers, as `check`.
#[wasm_bindgen]
pub fn verify(numbers: usize, counted: bool) -> *const usize {
    with_event(numbers, counted, &|event, to| {
        let mut verification = fidelity_floor::verify(event)?;
        let offsets = Offsets::new(event);
        offsets.elements(&mut verification.elements);
        offsets.findings(&mut verification.findings);
        verification.put(to);
        Ok(())
    })
}

/// How the element at an index of the report's came by its status, as `check`; `out-of-range` where there is no such element.
#[wasm_bindgen]
pub fn explain(numbers: usize, index: u32) -> *const usize {
    with_event(numbers, false, &|event, to| {
        let mut explanation = fidelity_floor::explain(event, index)?;
        Offsets::new(event).explanation(&mut explanation);
        explanation.put(to);
        Ok(())
    })
}

/// Every element of the source of the event in the buffers, as `check`.
#[wasm_bindgen]
pub fn extract(numbers: usize) -> *const usize {
    with_event(numbers, false, &|event, to| {
        let mut elements = fidelity_floor::read(event)?;
        Offsets::new(event).elements(&mut elements);
        elements.put(to);
        Ok(())
    })
}

/// Reads the source of the event in the buffers ahead of those that hold the same messages; the answer is empty.
#[wasm_bindgen]
pub fn prepare(numbers: usize) -> *const usize {
    with_event(numbers, false, &|event, _| fidelity_floor::prepare(event))
}

/// The estimate for the first `len` bytes of the byte buffer.
#[wasm_bindgen]
pub fn estimate_tokens(len: usize) -> u32 {
    with_bytes(|bytes| fidelity_floor::estimate_tokens(utf8(bytes, len)))
}

#[wasm_bindgen]
extern "C" {
    /// The host's counter, which never throws; whatever else than a whole number it gives is told there.
    fn count_tokens(text: &str) -> u32;
}

fn with_event(
    numbers: usize,
    counted: bool,
    run: &dyn Fn(&Event<'_>, &mut Answer) -> Result<(), Error>,
) -> *const usize {
    let layout = with_numbers(numbers, |numbers| Layout::read(numbers));
    grow(layout.total());
    // Taken out meanwhile, as the bytes are: a host callback that starts another event finds an empty one.
    let memo = MEMO.take();
    let answer = with_bytes(|bytes| {
        let mut rest = utf8(bytes, layout.total());
        let (mut declared, mut patterns) = (Vec::new(), Vec::new());
        for (len, pattern) in &layout.declared {
            let list = if *pattern == 0 { &mut declared } else { &mut patterns };
            list.push(cut(&mut rest, *len));
        }
        let lexicon = host_cues(&layout.lexicon, &mut rest);
        let source = messages(&layout.source, &mut rest);
        let tail = messages(&layout.tail, &mut rest);
        let summary = cut(&mut rest, layout.summary);
        let event = Event {
            source: &source,
            tail: &tail,
            pinned: cut(&mut rest, layout.pinned),
            parents: &layout.parents,
            required: layout.required,
            declared: &declared,
            patterns: &patterns,
            lexicon: &lexicon,
            selection: layout.selection,
            conditions: layout.conditions,
            policy: layout.policy,
            budget: layout.budget,
            count_tokens: counted.then_some(&count_tokens),
            memo: Some(&memo),
            ..Event::new(&source, summary)
        };
        answer(&|to| run(&event, to))
    });
    MEMO.replace(memo);
    answer
}

pub(crate) fn utf8(bytes: &[u8], len: usize) -> &str {
    core::str::from_utf8(bytes.get(..len).unwrap_or_default()).unwrap_or_default()
}

pub(crate) fn cut<'a>(rest: &mut &'a str, len: usize) -> &'a str {
    let (text, after) = rest.split_at_checked(len).unwrap_or_default();
    *rest = after;
    text
}

fn messages<'a>(layout: &[Item], rest: &mut &'a str) -> Vec<Message<'a>> {
    let message = |&(len, bits): &Item| {
        let (role, summary) = role(bits);
        Message { role, text: cut(rest, len), summary }
    };
    layout.iter().map(message).collect()
}

/// A cue is two items: its id with the number of its kind, its pattern with the number of its side.
fn host_cues<'a>(items: &[Item], rest: &mut &'a str) -> Vec<HostCue<'a>> {
    let cue = |[(id, kind), (pattern, side)]: &[Item; 2]| {
        let kind = Kind::CUES.get(*kind as usize).copied().unwrap_or(Kind::Denial);
        let side = [Side::After, Side::Before].get(*side as usize).copied().unwrap_or(Side::Both);
        HostCue { class: kind.class(), kind, side, id: cut(rest, *id), pattern: cut(rest, *pattern) }
    };
    items.as_chunks::<2>().0.iter().map(cue).collect()
}

/// 2 bits of role, then 1 for `summary`.
fn role(bits: u32) -> (Role, bool) {
    let role = match bits & 3 {
        0 => Role::System,
        1 => Role::User,
        2 => Role::Assistant,
        _ => Role::Tool,
    };
    (role, bits >> 2 & 1 == 1)
}

/// The length of a text and bits that say something of it.
type Item = (usize, u32);

struct Layout {
    required: ClassSet,
    conditions: Conditions,
    policy: Policy,
    selection: Preset,
    budget: Option<u32>,
    parents: Vec<Contract>,
    declared: Vec<Item>,
    lexicon: Vec<Item>,
    source: Vec<Item>,
    tail: Vec<Item>,
    summary: usize,
    pinned: usize,
}

impl Layout {
    fn read(numbers: &[f64]) -> Layout {
        let mut numbers = numbers.iter().copied();
        let mut next = move || numbers.next().unwrap_or(0.0);
        let required = layout::classes(next() as u32);
        let bits = next() as u32;
        let (conditions, policy) = layout::circumstances(bits);
        // 2 bits above those.
        let selection = Preset::ALL.get((bits >> 5) as usize).copied().unwrap_or_default();
        let budget = next();
        let budget = (budget >= 0.0).then_some(budget as u32);
        let parents = (0..next() as usize).map(|_| layout::contract(next())).collect();
        let [declared, lexicon, source, tail] =
            [(); 4].map(|()| (0..next() as usize).map(|_| (next() as usize, next() as u32)).collect());
        let (summary, pinned) = (next() as usize, next() as usize);
        Layout {
            required,
            conditions,
            policy,
            selection,
            budget,
            parents,
            declared,
            lexicon,
            source,
            tail,
            summary,
            pinned,
        }
    }

    fn total(&self) -> usize {
        let items = [&self.declared, &self.lexicon, &self.source, &self.tail].into_iter().flatten();
        items.map(|(len, _)| len).sum::<usize>() + self.summary + self.pinned
    }
}
