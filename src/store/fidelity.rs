//! What a summary keeps of the entries that it would replace (E6): asked before it replaces them.

use crate::check::{Event, verify};
use crate::element::{Element, Finding, FindingKind, Message, Role, Status};
use crate::error::{Error, ErrorCode};
use crate::text::offset;
use alloc::format;
use alloc::vec::Vec;

/// The share of elements that a summary of memory entries has to keep where the host does not say.
pub const DEFAULT_FIDELITY: f64 = 0.9;

/// What a summary keeps of its cluster.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Fidelity {
    /// Whether it may replace its members: no reason speaks against it.
    pub accepted: bool,
    /// What speaks against it.
    pub reasons: Vec<FidelityReason>,
    /// `kept` / `selected`, 0 to 1; 1 where nothing is selected.
    pub share: f64,
    /// How many elements of the members it keeps (E1).
    pub kept: u32,
    /// How many the members have: all that they say is selected, as of a system message (D7).
    pub selected: u32,
    /// Those that it does not keep, with their statuses; `message` is the place of the member.
    pub lost: Vec<Element>,
    /// What is wrong with the summary itself (E4).
    pub findings: Vec<Finding>,
}

/// Why a summary may not replace its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum FidelityReason {
    /// The share is below the threshold.
    BelowThreshold,
    /// It says something else in an element's place: a store would hold a lie (E1).
    Damaged,
    /// It is no summary, or says what the members do not (E4).
    Unfaithful,
}

/// Measures a cluster: its members, oldest first, against the summary that would replace them. The threshold is a share, 0 to 1.
///
/// For a decision with contract and repair, [`crate::check()`] the members as system messages.
///
/// # Errors
/// `empty` without members, `out-of-range` for a threshold that is no share, and as [`crate::check()`].
///
/// ```
/// use fidelity_floor::{DEFAULT_FIDELITY, fidelity};
/// let members = ["The gate code is 4417.", "Never share the gate code with guests."];
/// let judged = fidelity(&members, "The gate has a code.", DEFAULT_FIDELITY)?;
/// assert!(!judged.accepted);
/// assert_eq!(judged.lost[0].text, "4417");
/// # Ok::<(), fidelity_floor::Error>(())
/// ```
pub fn fidelity(members: &[&str], summary: &str, threshold: f64) -> Result<Fidelity, Error> {
    if members.is_empty() {
        return Err(Error::new(ErrorCode::Empty, "members", "at least one", "none"));
    }
    if !(0.0..=1.0).contains(&threshold) {
        return Err(Error::new(ErrorCode::OutOfRange, "threshold", "a number from 0 to 1", format!("{threshold}")));
    }
    let source: Vec<Message<'_>> =
        members.iter().map(|text| Message { role: Role::System, text, summary: false }).collect();
    let verified = verify(&Event::new(&source, summary))?;
    let is_kept = |element: &Element| element.status.is_some_and(Status::is_kept);
    let selected = verified.elements.len();
    let (kept, lost): (Vec<Element>, Vec<Element>) = verified.elements.into_iter().partition(is_kept);
    let share = if selected == 0 { 1.0 } else { kept.len() as f64 / selected as f64 };
    let damaged = lost.iter().any(|element| element.status.is_some_and(Status::is_damaged));
    let says = |finding: &Finding| !matches!(finding.kind, FindingKind::Injected | FindingKind::Skewed);
    let unfaithful = verified.findings.iter().any(says);
    let reasons = [
        (share < threshold, FidelityReason::BelowThreshold),
        (damaged, FidelityReason::Damaged),
        (unfaithful, FidelityReason::Unfaithful),
    ];
    let reasons: Vec<FidelityReason> =
        reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, reason)| reason).collect();
    Ok(Fidelity {
        accepted: reasons.is_empty(),
        reasons,
        share,
        kept: offset(kept.len()),
        selected: offset(selected),
        lost,
        findings: verified.findings,
    })
}
