//! What a check reports: data that a host can act on and a person can be shown.

use crate::class::{Class, ClassSet};
use crate::contract::{Contract, Decision, Reason, WayOut};
use crate::element::{Element, Finding, Kind};
use alloc::string::String;
use alloc::vec::Vec;

/// The report on one event.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Report {
    /// The decision on the summary as it came.
    pub decision: Decision,
    /// Why, at least one (B3).
    pub reasons: Vec<Reason>,
    /// What to do (B3, F4), the measured ways first: `repair` or `raise-budget` wherever the summary can be mended, on a
    /// refusal also `shrink-working-set`, `recompact-from-source`, `checkpoint` and `hand-over`.
    pub ways_out: Vec<WayOut>,
    /// The required classes that this step certified by itself, before the ancestry (E5). A class without a selected
    /// element is certified.
    #[cfg_attr(feature = "ts", ts(type = "Class[]"))]
    pub certified: ClassSet,
    /// The contract that travels with the summary: the parent of the next compaction.
    pub contract: Contract,
    /// The selected elements with their statuses, in the order of the source.
    pub elements: Vec<Element>,
    /// What is wrong with the summary itself (E4, E7).
    pub findings: Vec<Finding>,
    /// How much of each class and kind survived (E7), in the order of class and kind.
    pub retention: Vec<Retention>,
    /// What the texts cost.
    pub tokens: Tokens,
    /// What would make up for what is not kept; absent where everything is, where the summary is none, and where it would
    /// pass the budget.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub repair: Option<Repair>,
}

/// Statuses and findings without contract and decision (E).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Verification {
    /// The selected elements with their statuses, in the order of the source.
    pub elements: Vec<Element>,
    /// What is wrong with the summary itself.
    pub findings: Vec<Finding>,
    /// The classes whose selected elements are all kept and that no finding touches (E5); a class without a selected
    /// element is among them.
    #[cfg_attr(feature = "ts", ts(type = "Class[]"))]
    pub certified: ClassSet,
}

/// A repaired summary, verified again (F).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Repair {
    /// The pins: one block of verbatim source clauses under a header (F1). Empty if replacing sentences was enough.
    pub pins: Pins,
    /// The summary with damaged sentences replaced and the pins at its end (F2).
    pub text: String,
    /// The decision on that text.
    pub decision: Decision,
    /// Its reasons.
    pub reasons: Vec<Reason>,
    /// Its contract.
    pub contract: Contract,
    /// What the repaired text costs.
    pub tokens: u32,
}

/// Verbatim source clauses that travel beside a summary (F1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Pins {
    /// The block, header and one clause a line.
    pub text: String,
    /// What the block costs.
    pub tokens: u32,
}

/// How many of the selected elements of one kind survived (E7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Retention {
    /// The class.
    pub class: Class,
    /// The kind.
    pub kind: Kind,
    /// How many were kept.
    pub kept: u32,
    /// How many were selected.
    pub selected: u32,
}

/// Token counts by the host's counter, else the estimate of one token per four bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tokens {
    /// Of the source.
    pub source: u32,
    /// Of the summary and the pinned text that came with it.
    pub summary: u32,
}
