//! What a memory store of 10,000, 100,000 and 1,000,000 entries costs natively: `cargo run --release --example store`. What a
//! cycle, a trace and a plan touch is the same each time, so their times must not grow.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use fidelity_floor::{Answer, Ledger, Probe, StoreRecord};
use std::time::Instant;

const CLUSTERS: usize = 100;
const MEMBERS: usize = 10;

/// Resident memory in MiB, where the system tells it.
fn memory() -> f64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.as_deref().and_then(|text| text.split(' ').nth(1)?.trim().parse::<f64>().ok());
    pages.unwrap_or(0.0) * 4096.0 / f64::from(1 << 20)
}

/// Milliseconds of a call, and what it gave.
fn timed<T>(call: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = call();
    (start.elapsed().as_secs_f64() * 1000.0, result)
}

fn main() {
    println!("entries    arrive      MiB  a cycle¹  coverage²  trace²    plan²   its cycle");
    for count in [10_000usize, 100_000, 1_000_000] {
        let before = memory();
        let mut store = Ledger::new();
        let (arrive, ()) = timed(|| {
            for from in (0..count).step_by(10_000) {
                let words: Vec<(String, String)> = (from..from + 10_000)
                    .map(|at| {
                        let text = format!(
                            "Customer {at} pays by invoice, account AC-{at}, and the contact is in region {}.",
                            at % 97
                        );
                        (format!("entry-{at}"), text)
                    })
                    .collect();
                let records: Vec<StoreRecord<'_>> =
                    words.iter().map(|(id, text)| StoreRecord::Source { id, text, tokens: None }).collect();
                store.apply(&records).unwrap();
            }
        });
        let held = memory() - before;
        let step = count / (CLUSTERS * MEMBERS);
        let entry = |cluster: usize, member: usize| (cluster * MEMBERS + member) * step;
        let words: Vec<(String, String, Vec<String>)> = (0..CLUSTERS)
            .map(|cluster| {
                let text = format!("Ten customers pay by invoice, among them AC-{}.", entry(cluster, 0));
                let members = (0..MEMBERS).map(|member| format!("entry-{}", entry(cluster, member))).collect();
                (format!("summary-{cluster}"), text, members)
            })
            .collect();
        let cycle: Vec<StoreRecord<'_>> = words
            .iter()
            .map(|(id, text, members)| {
                let replaces = members.iter().map(String::as_str).collect();
                StoreRecord::Summary { id, text, replaces, generation: None, tokens: None }
            })
            .collect();
        let (apply, _) = timed(|| store.apply(&cycle).unwrap());
        let ids: Vec<&str> = words.iter().flat_map(|(.., members)| members).map(String::as_str).collect();
        let answers: Vec<String> = ids.iter().map(|id| format!("AC-{}", id.trim_start_matches("entry-"))).collect();
        let answers: Vec<[Answer<'_>; 1]> = answers.iter().map(|text| [Answer { class: None, text }]).collect();
        let probe = |at: usize| Probe { id: ids[at], from: std::slice::from_ref(&ids[at]), answers: &answers[at] };
        let probes: Vec<Probe<'_>> = (0..ids.len()).map(probe).collect();
        let (coverage, covered) = timed(|| store.coverage(&probes).unwrap());
        let (trace, traces) = timed(|| store.trace(&probes).unwrap());
        let (plan, planned) = timed(|| store.plan(&traces, Some(5000)).unwrap());
        assert!(covered.answered as usize == CLUSTERS && !planned.regained.is_empty());
        let steps: Vec<String> = planned.steps.iter().map(|step| step.id.to_owned()).collect();
        let records: Vec<StoreRecord<'_>> = steps.iter().map(|id| StoreRecord::Expanded { id }).collect();
        drop((planned, traces));
        let (again, _) = timed(|| store.apply(&records).unwrap());
        let cells = [arrive, apply, coverage, trace, plan, again].map(|time| format!("{time:.1} ms"));
        let [arrive, apply, coverage, trace, plan, again] = cells;
        println!("{count:<9}{arrive:>10}{held:>9.0}{apply:>10}{coverage:>11}{trace:>10}{plan:>9}{again:>10}");
    }
    println!("¹ {CLUSTERS} summaries of {MEMBERS} entries each  ² of {} probes", CLUSTERS * MEMBERS);
}
