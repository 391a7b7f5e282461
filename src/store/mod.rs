//! The memory store (I): what entries became of what, which probes it still answers, and what would bring the others back.

mod answer;
mod dedup;
mod entry;
mod fidelity;
mod forest;
mod ledger;
mod plan;
mod problem;
mod trace;

pub use answer::{Answer, Probe, Query, holders};
pub use dedup::{Candidate, Dedup, DedupReason, Difference, Merge, Pair as DedupPair, Refusal, dedup};
pub use entry::{Applied, EntryState, EntryView, StoreRecord};
pub use fidelity::{DEFAULT_FIDELITY, Fidelity, FidelityReason, fidelity};
pub use forest::{Forest, choose};
pub use ledger::Ledger;
pub use plan::{Plan, PlanStep, StepKind};
pub use trace::{Coverage, Loss, Trace};
