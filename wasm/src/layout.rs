//! Numbers that stand for values of the core.

use fidelity_floor::{Class, ClassSet, Conditions, Contract, Decision, Policy, Reason, Verdict, WayOut};

/// A contract is one number: 6 bits required, 6 certified, 1 ancestry, and the generation above them (45 bits in all).
const CONTRACT_BITS: u32 = 13;
const CONTRACT_SPAN: f64 = (1u32 << CONTRACT_BITS) as f64;

pub(crate) fn classes(bits: u32) -> ClassSet {
    ClassSet::from_bits(bits as u8 & ClassSet::ALL.bits()).unwrap_or_default()
}

pub(crate) fn contract(packed: f64) -> Contract {
    let generation = (packed / CONTRACT_SPAN) as u32;
    contract_of((packed - f64::from(generation) * CONTRACT_SPAN) as u32, generation)
}

pub(crate) fn contract_of(bits: u32, generation: u32) -> Contract {
    Contract {
        required: classes(bits),
        certified: classes(bits >> 6),
        generation,
        ancestry_certified: bits >> 12 & 1 == 1,
    }
}

pub(crate) fn pack_contract(contract: &Contract) -> f64 {
    let bits = u32::from(contract.required.bits())
        | u32::from(contract.certified.bits()) << 6
        | u32::from(contract.ancestry_certified) << 12;
    f64::from(contract.generation) * CONTRACT_SPAN + f64::from(bits)
}

/// 4 bits in the order of the fields, then 1 for the policy `all`.
pub(crate) fn circumstances(bits: u32) -> (Conditions, Policy) {
    let bit = |at: u32| bits >> at & 1 == 1;
    let conditions = Conditions {
        consumer_strict: bit(0),
        source_recoverable: bit(1),
        chaining_risk: bit(2),
        side_effect_cost_exceeds_refusal: bit(3),
    };
    (conditions, if bit(4) { Policy::All } else { Policy::Any })
}

/// 2 bits of decision, then the reasons and the ways out in the order in which the core gives them.
pub(crate) fn pack_verdict(verdict: &Verdict) -> u32 {
    let decision = match verdict.decision {
        Decision::Certified => 0,
        Decision::Provisional => 1,
        Decision::Refuse => 2,
    };
    let reasons = verdict.reasons.iter().map(|reason| match reason {
        Reason::VacuousContract => 1 << 2,
        Reason::Certified => 1 << 3,
        Reason::MissingClasses { classes } => u32::from(classes.bits()) << 4,
        Reason::AncestryUncertified => 1 << 10,
        Reason::SourceRecoverable => 1 << 11,
        Reason::SourceLost { dangers } => {
            dangers.iter().fold(1 << 12, |bits, danger| bits | 1 << (13 + *danger as u32))
        }
        Reason::NotASummary => 0,
    });
    let ways_out = verdict.ways_out.iter().map(|way| match way {
        WayOut::RecompactFromSource => 1 << 16,
        WayOut::Checkpoint => 1 << 17,
        WayOut::HandOver => 1 << 18,
        WayOut::Repair { .. } | WayOut::RaiseBudget { .. } | WayOut::ShrinkWorkingSet { .. } => 0,
    });
    reasons.chain(ways_out).fold(decision, |bits, bit| bits | bit)
}

const _: () = assert!(Class::ALL.len() == 6, "the layout gives a class set 6 bits");
