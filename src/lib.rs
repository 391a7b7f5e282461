#![cfg_attr(not(feature = "ts"), no_std)]
#![doc = "Checks whether a context compaction kept what the next step needs."]
//!
//! An agent's old messages are replaced by a summary. [`check()`] says whether the load-bearing elements of the messages
//! survived, proposes the pins that make up for what did not, and [`decide`]s: certified, provisional or refuse.
//! [`Detector`] halts a memory store whose compaction cycles lose coverage faster than they save tokens.
//!
//! No I/O, no clock, no randomness: the same input gives the same output to the bit, native and in WebAssembly.
//! Rules are cited by number (B2, E5 …); `SEMANTICS.md` lists them.

extern crate alloc;

mod ancestry;
mod check;
mod class;
mod contract;
mod cycle;
mod element;
mod error;
mod explain;
mod extract;
mod lexicon;
mod memo;
mod repair;
mod report;
mod select;
mod store;
mod supersede;
mod text;
mod verify;

pub use ancestry::descend;
pub use check::{Event, MAX_BYTES, check, estimate_tokens, extract, prepare, read, verify};
pub use class::{Class, ClassSet};
pub use contract::{Conditions, Contract, Danger, Decision, Policy, Reason, Verdict, WayOut, decide, decision};
pub use cycle::{
    Calibration, Columns, Cycle, CycleReason, CycleVerdict, Detector, Interval, Label, LabelledCycle, OnWatch, RuleSet,
    Rules, Signal, TakeVerdict, calibrate, check_cycle, check_cycles, check_cycles_from, check_latest,
};
pub use element::{
    Because, Direction, Discharge, Discharged, Element, Evidence, Finding, FindingKind, Kind, Message, Order, Part,
    Passage, Role, Stance, Status,
};
pub use error::{Error, ErrorCode};
pub use explain::{Explanation, Step, explain};
pub use lexicon::{HostCue, Side};
pub use memo::Memo;
pub use report::{Pins, Repair, Report, Retention, Tokens, Verification};
pub use select::{Group, Preset, Recency, Selection, SelectionRow, Speaker, presets};
pub use store::{
    Answer, Applied, Candidate, Coverage, DEFAULT_FIDELITY, Dedup, DedupPair, DedupReason, Difference, EntryState,
    EntryView, Fidelity, FidelityReason, Forest, Ledger, Loss, Merge, Plan, PlanStep, Probe, Query, Refusal, StepKind,
    StoreRecord, Trace, choose, dedup, fidelity, holders,
};
