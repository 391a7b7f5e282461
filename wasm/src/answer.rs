//! What comes back: numbers, and beside them the texts in one piece.
//!
//! A struct is its fields in their order. A name of an enum is its place, as is a variant with fields, which follow. An option
//! is 0, or 1 and the value; a list is its length and the items; a set of classes is its bits; a text is its length in UTF-16
//! units, its bytes being in the other buffer; a float is its two halves, the low one first. `pkg/src/answer.ts` reads it.

use crate::global::Global;
use alloc::string::String;
use alloc::{vec, vec::Vec};
use core::cell::{Cell, RefCell};
use fidelity_floor::{
    Because, Calibration, Class, ClassSet, Contract, Danger, Decision, Dedup, DedupReason, Difference, Direction,
    Discharge, Discharged, Element, Error, ErrorCode, Evidence, Explanation, Finding, FindingKind, Interval, Kind,
    Merge, Order, Part, Passage, Pins, Reason, Refusal, Repair, Report, Retention, Stance, Status, Step, Tokens,
    Verification, WayOut,
};

/// Numbers and texts.
#[derive(Default)]
pub(crate) struct Answer {
    numbers: Vec<u32>,
    texts: Vec<u8>,
}

impl Answer {
    #[inline(never)]
    fn number(&mut self, number: u32) {
        self.numbers.push(number);
    }

    #[inline(never)]
    fn text(&mut self, text: &str) {
        self.number(crate::units::count(text.as_bytes()));
        self.texts.extend_from_slice(text.as_bytes());
    }
}

static ANSWER: Global<RefCell<Answer>> = Global(RefCell::new(Answer { numbers: Vec::new(), texts: Vec::new() }));
static SLOT: Global<[Cell<usize>; 4]> = Global([const { Cell::new(0) }; 4]);

/// Makes an answer, which stands until the next one is made. Gives the address of four numbers: address and count of its
/// numbers, address and length of its texts. The first number is 1 for a problem, else 0.
pub(crate) fn answer(make: &dyn Fn(&mut Answer) -> Result<(), Error>) -> *const usize {
    // The last one is given back first. It is not lent out meanwhile: a token counter may ask for another answer.
    ANSWER.take();
    let mut answer = Answer { numbers: vec![0], texts: Vec::new() };
    if let Err(Error { code, path, expected, found }) = make(&mut answer) {
        answer = Answer { numbers: vec![1], texts: Vec::new() };
        code.put(&mut answer);
        [path, expected, found].iter().for_each(|text| answer.text(text));
    }
    let Answer { numbers, texts } = &answer;
    let places = [numbers.as_ptr() as usize, numbers.len(), texts.as_ptr() as usize, texts.len()];
    SLOT.iter().zip(places).for_each(|(cell, place)| cell.set(place));
    ANSWER.replace(answer);
    SLOT.as_ptr().cast()
}

/// What can be in an answer.
pub(crate) trait Put {
    fn put(&self, to: &mut Answer);
}

impl Put for u32 {
    fn put(&self, to: &mut Answer) {
        to.number(*self);
    }
}

impl Put for bool {
    fn put(&self, to: &mut Answer) {
        to.number((*self).into());
    }
}

impl Put for f64 {
    fn put(&self, to: &mut Answer) {
        let bits = self.to_bits();
        to.number(bits as u32);
        to.number((bits >> 32) as u32);
    }
}

impl Put for &str {
    fn put(&self, to: &mut Answer) {
        to.text(self);
    }
}

impl Put for String {
    fn put(&self, to: &mut Answer) {
        to.text(self);
    }
}

impl Put for ClassSet {
    fn put(&self, to: &mut Answer) {
        to.number(self.bits().into());
    }
}

impl<T: Put> Put for Option<T> {
    fn put(&self, to: &mut Answer) {
        self.is_some().put(to);
        if let Some(value) = self {
            value.put(to);
        }
    }
}

impl<T: Put> Put for Vec<T> {
    fn put(&self, to: &mut Answer) {
        to.number(self.len() as u32);
        self.iter().for_each(|item| item.put(to));
    }
}

/// Enums without fields: the place of the name.
macro_rules! names {
    ($($name:ident)*) => {$(
        impl Put for $name {
            fn put(&self, to: &mut Answer) {
                to.number(*self as u32);
            }
        }
    )*};
}

names! {
    Class Kind Status Because Part Direction Discharged Stance FindingKind Decision Danger Difference ErrorCode
}

/// Structs: each field, none forgotten.
macro_rules! fields {
    ($($name:ident $(<$life:lifetime>)? { $($field:ident)* })*) => {$(
        impl Put for $name $(<$life>)? {
            #[inline(never)]
            fn put(&self, to: &mut Answer) {
                let $name { $($field),* } = self;
                $($field.put(to);)*
            }
        }
    )*};
}

fields! {
    Report { decision reasons ways_out certified contract elements findings retention tokens repair }
    Verification { elements findings certified }
    Contract { required certified generation ancestry_certified }
    Element {
        class kind text message start end cue scope order owner discharge stance settled_by selected because status evidence
    }
    Evidence { part message start end text }
    Passage { start end text }
    Order { first second direction }
    Discharge { how by }
    Finding { kind class text start end evidence }
    Retention { class kind kept selected }
    Tokens { source summary }
    Pins { text tokens }
    Repair { pins text decision reasons contract tokens }
    Explanation { element steps sentence }
    Dedup<'_> { merges refused }
    Merge<'_> { id into }
    Refusal<'_> { first second reasons }
    DedupReason { kind first second }
    Interval { low high }
    Calibration { k range good bad left_out false_halts missed separation held_out certainty }
}

/// Enums with fields: the number of the variant, then its fields.
macro_rules! variants {
    ($($name:ident { $($number:literal $variant:ident $({ $($field:ident)* })?)* })*) => {$(
        impl Put for $name {
            #[inline(never)]
            fn put(&self, to: &mut Answer) {
                match self {$(
                    $name::$variant $({ $($field),* })? => {
                        to.number($number);
                        $($($field.put(to);)*)?
                    }
                )*}
            }
        }
    )*};
}

variants! {
    Reason {
        0 Certified
        1 VacuousContract
        2 MissingClasses { classes }
        3 AncestryUncertified
        4 NotASummary
        5 SourceRecoverable
        6 SourceLost { dangers }
    }
    WayOut {
        0 Repair { tokens }
        1 RaiseBudget { tokens }
        2 ShrinkWorkingSet { messages }
        3 RecompactFromSource
        4 Checkpoint
        5 HandOver
    }
    Step {
        0 Extracted { class row }
        1 Selected { because }
        2 Aligned { with forward backward tight }
        3 Compared { with }
        4 Judged { status because }
    }
}
