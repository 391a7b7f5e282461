//! The core as a WebAssembly component: `wit/fidelity-floor.wit` says what it exports. Parse, call, convert, nothing else.
//!
//! `same` has the types that are the same on both sides, as tables; `event` what a host may leave out. Nothing is kept
//! between calls.

mod event;
mod same;

/// What `wit-bindgen` makes of the WIT file.
#[allow(missing_docs, clippy::all, clippy::restriction)]
mod bindings {
    wit_bindgen::generate!({ path: "wit", world: "fidelity-floor" });
    export!(Component with_types_in self);
    use super::Component;
}

use bindings::exports::fidelity_floor::core::api as wit;
use fidelity_floor as ff;
use same::To;

struct Component;

impl wit::Guest for Component {
    fn decide(contract: wit::Contract, conditions: wit::Conditions, policy: wit::Policy) -> wit::Verdict {
        ff::decide(&contract.to(), &conditions.to(), policy.to()).to()
    }

    fn descend(required: wit::ClassSet, certified: wit::ClassSet, parents: Vec<wit::Contract>) -> wit::Contract {
        let parents: Vec<ff::Contract> = parents.to();
        ff::descend(required.to(), certified.to(), parents).to()
    }

    fn check(event: wit::Event) -> Result<wit::Report, wit::Error> {
        event::with(&event, ff::check).to()
    }

    fn verify(event: wit::Event) -> Result<wit::Verification, wit::Error> {
        event::with(&event, ff::verify).to()
    }

    fn explain(event: wit::Event, index: u32) -> Result<wit::Explanation, wit::Error> {
        event::with(&event, |event| ff::explain(event, index)).to()
    }

    fn extract(source: Vec<wit::Message>, options: wit::ExtractOptions) -> Result<Vec<wit::Element>, wit::Error> {
        event::with(&event::of_source(source, options), ff::read).to()
    }

    fn estimate_tokens(text: String) -> u32 {
        ff::estimate_tokens(&text)
    }

    fn check_cycle(cycle: wit::Cycle, prior: Vec<f64>, rules: wit::Rules) -> Result<wit::CycleVerdict, wit::Error> {
        let (cycle, rules) = (cycle.to(), event::rules(rules)?);
        // A detector admits what the rules are defined on.
        ff::Detector::new(rules).and_then(|mut detector| detector.push(cycle)).map_err(To::to)?;
        event::finite("priorTokenDeltas", &prior)?;
        Ok(ff::check_cycle(&cycle, &prior, &rules).to())
    }

    fn check_cycles(columns: wit::Columns, rules: wit::Rules) -> Result<Vec<wit::CycleVerdict>, wit::Error> {
        let columns = ff::Columns {
            tokens_before: &columns.tokens_before,
            tokens_after: &columns.tokens_after,
            coverage_before: &columns.coverage_before,
            coverage_after: &columns.coverage_after,
            dedup_rate: &columns.dedup_rate,
            probes: &columns.probes,
            gained: &columns.gained,
        };
        ff::check_cycles(&columns, event::rules(rules)?).to()
    }

    fn calibrate(cycles: Vec<wit::LabelledCycle>) -> Result<wit::Calibration, wit::Error> {
        let cycles: Vec<ff::LabelledCycle> = cycles.to();
        ff::calibrate(&cycles).to()
    }
}
