//! The dedup guard against its vectors (I1, I2).
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use fidelity_floor::{Candidate, DedupPair, Difference, ErrorCode, dedup};
use proptest::prelude::*;
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

fn texts() -> impl Strategy<Value = Vec<(String, bool)>> {
    let said = prop_oneof![
        Just("The user doesn't eat shellfish."),
        Just("User does not eat shellfish."),
        Just("The user eats shellfish."),
        Just("Deploys are frozen on Fridays."),
        Just("On Fridays deploys are frozen."),
        Just("Deploys are frozen on Mondays."),
        Just("Retry count: 3"),
        Just("Ana reports to Ben."),
        Just("Ben reports to Ana."),
    ];
    prop::collection::vec((said.prop_map(String::from), prop::bool::weighted(0.1)), 2..12)
}

/// Which ids go into which, sorted.
fn merges(entries: &[Candidate<'_>], pairs: &[DedupPair]) -> Vec<(String, String)> {
    let mut merges: Vec<(String, String)> =
        dedup(entries, pairs, None).unwrap().merges.iter().map(|merge| (merge.id.into(), merge.into.into())).collect();
    merges.sort();
    merges
}

proptest! {
    #[test]
    fn the_order_does_not_matter_and_once_is_enough(texts in texts(), seed in any::<u64>(), edges in prop::collection::vec((0..12u32, 0..12u32), 1..20)) {
        let ids: Vec<String> = (0..texts.len()).map(|at| format!("e{}", (at * 7 + 3) % 31)).collect();
        let all: Vec<Candidate<'_>> = texts.iter().zip(&ids).map(|((text, summary), id)| Candidate { summary: *summary, ..entry(id, text) }).collect();
        let count = all.len() as u32;
        let pairs: Vec<DedupPair> = edges
            .iter()
            .map(|(a, b)| (a % count, b % count))
            .filter(|(a, b)| a != b)
            .map(|(first, second)| DedupPair { first, second, cosine: None })
            .collect();
        let first = merges(&all, &pairs);
        // What stays is never gone, a summary never goes, and nothing goes into itself.
        for (id, into) in &first {
            prop_assert!(id != into && !first.iter().any(|(gone, _)| gone == into));
            prop_assert!(all.iter().filter(|entry| entry.id == id || entry.id == into).all(|entry| !entry.summary));
        }
        // In another order of entries and pairs.
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|at| (*at as u64 + 1).wrapping_mul(seed | 1));
        let shuffled: Vec<Candidate<'_>> = order.iter().map(|at| all[*at]).collect();
        let place = |at: u32| order.iter().position(|from| *from == at as usize).unwrap() as u32;
        let turned: Vec<DedupPair> = pairs.iter().rev().map(|pair| DedupPair { first: place(pair.second), second: place(pair.first), cosine: None }).collect();
        prop_assert_eq!(&merges(&shuffled, &turned), &first);
        // Of what stays nothing is merged again, whichever pairs connect it within its cluster.
        let stays: Vec<Candidate<'_>> = all.iter().filter(|entry| !first.iter().any(|(gone, _)| gone == entry.id)).copied().collect();
        let into = |at: u32| {
            let id = all[at as usize].id;
            let id = first.iter().find(|(gone, _)| gone == id).map_or(id, |(_, into)| into.as_str());
            stays.iter().position(|entry| entry.id == id).unwrap() as u32
        };
        let again: Vec<DedupPair> = pairs.iter().map(|pair| DedupPair { first: into(pair.first), second: into(pair.second), cosine: None }).filter(|pair| pair.first != pair.second).collect();
        prop_assert!(merges(&stays, &again).is_empty());
    }

    #[test]
    fn of_n_copies_one_stays(count in 2..40u32) {
        let ids: Vec<String> = (0..count).map(|at| format!("copy {at}")).collect();
        let all: Vec<Candidate<'_>> = ids.iter().map(|id| entry(id, "The gate code is 4417.")).collect();
        let chain: Vec<DedupPair> = (1..count).map(|second| DedupPair { first: second - 1, second, cosine: None }).collect();
        let merges = merges(&all, &chain);
        prop_assert_eq!(merges.len() as u32, count - 1);
        prop_assert!(merges.iter().all(|(_, into)| into == "copy 0"));
    }
}

#[test]
fn a_cluster_is_split_and_the_threshold_counts() {
    let all = [
        entry("a", "The user doesn't eat shellfish."),
        entry("b", "The user eats shellfish."),
        entry("c", "User does not eat shellfish."),
        Candidate { summary: true, ..entry("d", "User does not eat shellfish.") },
    ];
    let pair = |first, second, cosine| DedupPair { first, second, cosine: Some(cosine) };
    // a and c are joined by b alone, which stays apart.
    let judged = dedup(&all, &[pair(0, 1, 0.95), pair(1, 2, 0.94), pair(2, 3, 0.99)], Some(0.92)).unwrap();
    assert_eq!(judged.merges.len(), 1);
    assert_eq!((judged.merges[0].id, judged.merges[0].into), ("c", "a"));
    let kinds: Vec<Difference> =
        judged.refused.iter().flat_map(|refusal| &refusal.reasons).map(|reason| reason.kind).collect();
    assert_eq!(kinds, [Difference::Polarity, Difference::Polarity, Difference::Summary]);
    let below = dedup(&all, &[pair(0, 2, 0.91)], Some(0.92)).unwrap();
    assert!(below.merges.is_empty());
    assert_eq!(below.refused[0].reasons[0].kind, Difference::Threshold);
    let error = dedup(&all, &[pair(0, 4, 1.0)], None).unwrap_err();
    assert_eq!((error.code, error.path.as_str()), (ErrorCode::OutOfRange, "pairs[0].second"));
    let twice = dedup(&[all[0], all[0]], &[], None).unwrap_err();
    assert_eq!((twice.code, twice.path.as_str()), (ErrorCode::DuplicateId, "entries[1].id"));
}

#[test]
fn a_third_lot_of_the_hardest_kind() {
    let (count, problems) = problems(include_str!("vectors/dedup-blind3.json"));
    println!("{count} pairs");
    assert!(problems.is_empty(), "{} of {count}:\n{}", problems.len(), problems.join("\n"));
}
