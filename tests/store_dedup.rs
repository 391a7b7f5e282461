//! The dedup guard against its vectors (I1, I2).
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use fidelity_floor::{Candidate, DedupPair, dedup};
use serde_json::Value;

const PAIR: DedupPair = DedupPair { first: 0, second: 1, cosine: None };

fn entry<'a>(id: &'a str, text: &'a str) -> Candidate<'a> {
    Candidate { id, text, summary: false, accumulates: false }
}

fn problems(file: &str) -> (usize, Vec<String>) {
    let vectors: Value = serde_json::from_str(file).unwrap();
    let pairs = vectors["pairs"].as_array().unwrap();
    let mut problems = Vec::new();
    for row in pairs {
        let (name, a, b) = (row["name"].as_str().unwrap(), row["a"].as_str().unwrap(), row["b"].as_str().unwrap());
        for entries in [[entry("a", a), entry("b", b)], [entry("b", b), entry("a", a)]] {
            let judged = dedup(&entries, &[PAIR], None).unwrap();
            let merged = !judged.merges.is_empty();
            let kinds: Vec<Value> = judged
                .refused
                .iter()
                .flat_map(|refusal| &refusal.reasons)
                .map(|reason| serde_json::to_value(reason.kind).unwrap())
                .collect();
            let wanted = row["reasons"].as_array().cloned().unwrap_or_default();
            let lacking = wanted.iter().any(|kind| !kinds.contains(kind));
            let wrong = merged != row["same"].as_bool().unwrap() || lacking;
            if wrong != row["open"].is_string() {
                problems.push(format!("{name}: merged {merged}, reasons {:?}", judged.refused));
                break;
            }
        }
    }
    (pairs.len(), problems)
}

#[test]
fn near_duplicates() {
    let (count, problems) = problems(include_str!("vectors/dedup.json"));
    println!("{count} pairs");
    assert!(problems.is_empty(), "{} of {count}:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn pairs_written_blind() {
    let (count, problems) = problems(include_str!("vectors/dedup-blind.json"));
    println!("{count} pairs");
    assert!(problems.is_empty(), "{} of {count}:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn a_second_lot_written_blind() {
    let (count, problems) = problems(include_str!("vectors/dedup-blind2.json"));
    println!("{count} pairs");
    assert!(problems.is_empty(), "{} of {count}:\n{}", problems.len(), problems.join("\n"));
}
