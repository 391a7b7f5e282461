//! The facade: one event in, one report out (A2).

use crate::class::ClassSet;
use crate::contract::{Conditions, Contract, Policy};
use crate::element::{Element, Message};
use crate::error::Error;
use crate::report::{Report, Verification};
use alloc::vec::Vec;

/// One compaction (A2).
#[derive(Clone, Copy)]
pub struct Event<'a> {
    /// All messages that will be dropped, oldest first: never the cut version that the summariser was shown.
    pub source: &'a [Message<'a>],
    /// What replaces them.
    pub summary: &'a str,
    /// Text that travels beside the summary, such as the pins of an earlier repair.
    pub pinned: &'a str,
    /// Messages that stay verbatim.
    pub tail: &'a [Message<'a>],
    /// Contracts of the summaries among the source. Source messages marked as summaries beyond these count as uncertified.
    pub parents: &'a [Contract],
    /// The classes that the consumer needs.
    pub required: ClassSet,
    /// Strings that are load-bearing because the host says so.
    pub declared: &'a [&'a str],
    /// The circumstances.
    pub conditions: Conditions,
    /// How many dangers it takes to refuse.
    pub policy: Policy,
    /// The most that the summary with its pins may cost, in tokens.
    pub budget: Option<u32>,
    /// The host's token counter; [`estimate_tokens`] where there is none.
    pub count_tokens: Option<&'a dyn Fn(&str) -> u32>,
}

impl<'a> Event<'a> {
    /// An event with every class required and nothing else said.
    pub const fn new(source: &'a [Message<'a>], summary: &'a str) -> Event<'a> {
        Event {
            source,
            summary,
            pinned: "",
            tail: &[],
            parents: &[],
            required: ClassSet::ALL,
            declared: &[],
            conditions: Conditions {
                consumer_strict: false,
                source_recoverable: false,
                chaining_risk: false,
                side_effect_cost_exceeds_refusal: false,
            },
            policy: Policy::Any,
            budget: None,
            count_tokens: None,
        }
    }
}

/// Every element of the messages, selected or not (D).
///
/// # Errors
/// `too-large` where the texts together pass [`MAX_BYTES`].
pub fn extract(messages: &[Message<'_>], declared: &[&str]) -> Result<Vec<Element>, Error> {
    let _ = (messages, declared);
    Ok(Vec::new())
}

/// What became of every selected element, and what is wrong with the summary: a check without contract and decision.
///
/// # Errors
/// `too-large` where the texts together pass [`MAX_BYTES`].
pub fn verify(event: &Event<'_>) -> Result<Verification, Error> {
    Ok(Verification {
        elements: extract(event.source, event.declared)?,
        findings: Vec::new(),
        certified: ClassSet::EMPTY,
    })
}

/// Checks one event.
///
/// # Errors
/// `too-large` where the texts together pass [`MAX_BYTES`].
pub fn check(event: &Event<'_>) -> Result<Report, Error> {
    let certified = ClassSet::EMPTY;
    let contract = crate::ancestry::descend(event.required, certified, event.parents.iter().copied());
    let verdict = crate::contract::decide(&contract, &event.conditions, event.policy);
    Ok(Report {
        decision: verdict.decision,
        reasons: verdict.reasons,
        ways_out: verdict.ways_out,
        certified,
        contract,
        elements: extract(event.source, event.declared)?,
        findings: Vec::new(),
        retention: Vec::new(),
        tokens: crate::report::Tokens { source: 0, summary: estimate_tokens(event.summary) },
        repair: None,
    })
}

/// All texts of one event together may be this large: 256 MiB.
pub const MAX_BYTES: usize = 256 << 20;

/// A token count without a tokenizer: one per four bytes of UTF-8, rounded up.
///
/// English prose measures near 4 bytes a token with current models' tokenizers; code and other scripts cost more.
pub fn estimate_tokens(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(4)).unwrap_or(u32::MAX)
}
