//! The cycle detector (H): halts a store whose compaction cycles eat its own coverage.
//!
//! Numbers only, no text. [`rules`] judges one cycle given how many quiet ones came before, [`interval`] says how sure its
//! coverage is, [`watch`] reads the trend of several; [`detector`] keeps the history, [`columns`] reads a whole
//! run. [`calibrate()`] proposes a threshold.

mod calibrate;
mod columns;
mod detector;
mod interval;
mod rules;
mod watch;

pub use calibrate::{Calibration, Label, LabelledCycle, calibrate};
pub use columns::{Columns, TakeVerdict, check_cycles, check_cycles_from};
pub use detector::{Detector, check_latest};
pub use interval::Interval;
pub use rules::{Cycle, CycleReason, CycleVerdict, OnWatch, RuleSet, Rules, Signal, check_cycle};
