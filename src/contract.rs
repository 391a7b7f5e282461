//! The fidelity contract, the conditions of one event, and the decision (A3, A4, B).
//!
//! Nothing here reads text: a contract says which classes were certified, whoever certified them.

use crate::class::ClassSet;
use alloc::vec::Vec;

/// What a summary promises (A3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase", deny_unknown_fields))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Contract {
    /// The classes that the consumer needs.
    #[cfg_attr(feature = "ts", ts(type = "Class[]"))]
    pub required: ClassSet,
    /// The classes proved to have survived, here and in every ancestor.
    #[cfg_attr(feature = "ts", ts(type = "Class[]"))]
    pub certified: ClassSet,
    /// 0 for raw source, else 1 + the highest generation among what was replaced (C1).
    pub generation: u32,
    /// Whether every summary among the source was certified under its own contract (C2).
    pub ancestry_certified: bool,
}

impl Contract {
    /// B1: the ancestry is certified and nothing required is missing.
    pub const fn certifies(&self) -> bool {
        self.ancestry_certified && self.required.is_subset(self.certified)
    }

    /// What is required and not certified.
    pub const fn missing(&self) -> ClassSet {
        self.required.minus(self.certified)
    }
}

/// The circumstances of one event (A4): per event, never per system. All false by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase", deny_unknown_fields, default))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Conditions {
    /// C1: the next step is stricter than a plausible continuation (it executes, pays, deletes).
    pub consumer_strict: bool,
    /// C2 is the opposite: the source is gone once it is replaced.
    pub source_recoverable: bool,
    /// C4: this summary will itself be summarised.
    pub chaining_risk: bool,
    /// C5: acting wrongly costs more than not acting.
    pub side_effect_cost_exceeds_refusal: bool,
}

/// How many of the dangers C1, C4, C5 it takes to refuse (B2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Policy {
    /// One danger is enough. The default.
    #[default]
    Any,
    /// Refuse only if all three hold.
    All,
}

/// The answer to a compaction (B2). Refusal is a final answer, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Decision {
    /// Everything required is proved to be there: use the summary.
    Certified,
    /// Use it marked, and read the source again before using a class named in the reasons.
    Provisional,
    /// Do not replace the source.
    Refuse,
}

/// One of the dangers that turn an uncertified summary into a refusal (A4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Danger {
    /// C1.
    ConsumerStrict,
    /// C4.
    ChainingRisk,
    /// C5.
    SideEffectCostExceedsRefusal,
}

/// Why a decision is what it is (B3). A decision has at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Reason {
    /// Every required class is certified and so is the ancestry.
    Certified,
    /// The contract requires nothing, or nothing that the source holds, so it certifies nothing of use.
    VacuousContract,
    /// These classes are required and not certified. Under `provisional` their use must force retrieval.
    MissingClasses {
        /// In the order: identifier, negation, ordering, obligation, hypothesis, declared.
        #[cfg_attr(feature = "ts", ts(type = "Class[]"))]
        classes: ClassSet,
    },
    /// An ancestor was not certified: no step of this chain can be (C3).
    AncestryUncertified,
    /// The text that should replace the source is no summary of it (E4).
    NotASummary,
    /// The source can be read again.
    SourceRecoverable,
    /// The source is lost, and these dangers hold. Empty: none does, the floor is near zero.
    SourceLost {
        /// In the order C1, C4, C5.
        dangers: Vec<Danger>,
    },
}

/// A way out of a refusal (B3, F4).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum WayOut {
    /// Adding the pins certifies the summary.
    Repair {
        /// What the pins cost.
        tokens: u32,
    },
    /// The repaired summary is larger than the budget.
    RaiseBudget {
        /// By at least this much.
        tokens: u32,
    },
    /// Keep these messages verbatim: they hold most of what is not certified.
    ShrinkWorkingSet {
        /// Indices into the source, the heaviest first.
        messages: Vec<u32>,
    },
    /// Compact again from the original source: nothing else cleans a poisoned chain (C3).
    RecompactFromSource,
    /// Write the state down outside the context, then start fresh.
    Checkpoint,
    /// Give the task to someone who still holds the source.
    HandOver,
}

/// A decision with what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Verdict {
    /// The decision.
    pub decision: Decision,
    /// The generation of the summary decided on.
    pub generation: u32,
    /// Why, at least one.
    pub reasons: Vec<Reason>,
    /// What to do instead; empty unless the decision is `refuse`.
    pub ways_out: Vec<WayOut>,
}

/// Decides (B1, B2). Total: never fails, never panics.
///
/// ```
/// use fidelity_floor::{Class, ClassSet, Conditions, Contract, Decision, Policy, decide};
/// let contract = Contract {
///     required: Class::Negation.into(),
///     certified: ClassSet::EMPTY,
///     generation: 1,
///     ancestry_certified: true,
/// };
/// let strict = Conditions { consumer_strict: true, ..Conditions::default() };
/// assert_eq!(decide(&contract, &strict, Policy::Any).decision, Decision::Refuse);
/// assert_eq!(decide(&contract, &strict, Policy::All).decision, Decision::Provisional);
/// ```
pub fn decide(contract: &Contract, conditions: &Conditions, policy: Policy) -> Verdict {
    let decision = decision(contract, conditions, policy);
    Verdict {
        decision,
        generation: contract.generation,
        reasons: reasons(contract, conditions),
        ways_out: if decision == Decision::Refuse { ways_out(contract) } else { Vec::new() },
    }
}

/// The decision alone: no allocation, a few nanoseconds.
pub const fn decision(contract: &Contract, conditions: &Conditions, policy: Policy) -> Decision {
    if contract.certifies() {
        return Decision::Certified;
    }
    if conditions.source_recoverable {
        return Decision::Provisional;
    }
    let (strict, chaining, costly) =
        (conditions.consumer_strict, conditions.chaining_risk, conditions.side_effect_cost_exceeds_refusal);
    let refuse = match policy {
        Policy::Any => strict || chaining || costly,
        Policy::All => strict && chaining && costly,
    };
    if refuse { Decision::Refuse } else { Decision::Provisional }
}

fn reasons(contract: &Contract, conditions: &Conditions) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if contract.required.is_empty() {
        reasons.push(Reason::VacuousContract);
    }
    if contract.certifies() {
        reasons.push(Reason::Certified);
        return reasons;
    }
    if !contract.missing().is_empty() {
        reasons.push(Reason::MissingClasses { classes: contract.missing() });
    }
    if !contract.ancestry_certified {
        reasons.push(Reason::AncestryUncertified);
    }
    reasons.push(if conditions.source_recoverable {
        Reason::SourceRecoverable
    } else {
        Reason::SourceLost { dangers: dangers(conditions) }
    });
    reasons
}

fn dangers(conditions: &Conditions) -> Vec<Danger> {
    [
        (conditions.consumer_strict, Danger::ConsumerStrict),
        (conditions.chaining_risk, Danger::ChainingRisk),
        (conditions.side_effect_cost_exceeds_refusal, Danger::SideEffectCostExceedsRefusal),
    ]
    .into_iter()
    .filter_map(|(holds, danger)| holds.then_some(danger))
    .collect()
}

/// The ways out that need no text; [`crate::check()`] puts the measured ones before them.
fn ways_out(contract: &Contract) -> Vec<WayOut> {
    let mut ways = Vec::new();
    if !contract.ancestry_certified {
        ways.push(WayOut::RecompactFromSource);
    }
    ways.extend([WayOut::Checkpoint, WayOut::HandOver]);
    ways
}
