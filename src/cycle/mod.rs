//! The cycle detector (H): halts a store whose compaction cycles eat its own coverage.
//!
//! Numbers only, no text. [`rules`] judges one cycle given the history's token deltas; [`detector`] keeps that history.

mod detector;
mod rules;

pub use detector::{Columns, Detector, check_cycles};
pub use rules::{Cycle, CycleReason, CycleVerdict, RuleSet, Rules, Signal, check_cycle};
