//! Lies and faithful rewrites (E1, E3, E4): what is called damaged, what is only not proved, what passes.
//! `SHOW=judgement cargo test --test judgement -- --nocapture` prints the rows of that file that are not as they should be.
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use fidelity_floor::{Event, FindingKind, Message, Report, Role, Status, check};
use serde_json::Value;
use std::collections::BTreeMap;
use std::env;

/// What became of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// An element is damaged or missing, or a finding says what is wrong with the summary.
    Named,
    /// Something is not proved.
    Unverified,
    Kept,
}

fn verdict(report: &Report) -> Verdict {
    let lost = |status: Status| status.is_damaged() || status == Status::Missing;
    let wrong = |kind| matches!(kind, FindingKind::Invented | FindingKind::Promoted | FindingKind::TwoLiveValues);
    let elements = || report.elements.iter().filter_map(|element| element.status);
    if elements().any(lost) || report.findings.iter().any(|finding| wrong(finding.kind)) {
        Verdict::Named
    } else if elements().any(|status| !status.is_kept()) {
        Verdict::Unverified
    } else {
        Verdict::Kept
    }
}

fn messages(source: &Value) -> Vec<Message<'_>> {
    let message = |role, text| Message { role, text, summary: false };
    match source {
        Value::String(text) => vec![message(Role::User, text)],
        list => {
            let read = |row: &Value| serde_json::from_value(row["role"].clone()).unwrap();
            list.as_array().unwrap().iter().map(|row| message(read(row), row["text"].as_str().unwrap())).collect()
        }
    }
}

/// Counts by lie or not and verdict: named, unverified, kept. Problems are lies that are kept and faithful rows that
/// are named, but for those marked open.
fn judge(name: &str, file: &str) -> ([[usize; 3]; 2], Vec<String>) {
    let vectors: Value = serde_json::from_str(file).unwrap();
    let (mut counts, mut problems) = ([[0; 3]; 2], Vec::new());
    let mut kinds: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let show = env::var("SHOW").is_ok_and(|wanted| wanted == name);
    for row in vectors["pairs"].as_array().unwrap() {
        // Rows of one session name it.
        let session = row["session"].as_str().map(|name| &vectors["sessions"][name]);
        let source = messages(session.unwrap_or(&row["source"]));
        let report = check(&Event::new(&source, row["summary"].as_str().unwrap())).unwrap();
        let (found, lie) = (verdict(&report), row["lie"].as_bool().unwrap());
        counts[usize::from(!lie)][found as usize] += 1;
        let kind = row["name"].as_str().unwrap().trim_end_matches(|char: char| char.is_ascii_digit());
        kinds.entry(kind).or_default()[found as usize] += 1;
        let wrong = found == if lie { Verdict::Kept } else { Verdict::Named };
        if wrong != row["open"].is_string() {
            problems.push(format!("{}: {found:?}", row["name"]));
        }
        if show && found != if lie { Verdict::Named } else { Verdict::Kept } {
            println!("{} {found:?}\n    {}\n    {}", row["name"], session.unwrap_or(&row["source"]), row["summary"]);
            for element in &report.elements {
                println!("      {:?} {:?} {:?} {:?}", element.class, element.kind, element.status, element.text);
            }
            for finding in &report.findings {
                println!("      {:?} {:?}", finding.kind, finding.text);
            }
        }
    }
    if show {
        println!("named, unverified, kept");
        kinds.iter().for_each(|(kind, counts)| println!("{counts:?} {kind}"));
    }
    let [lies, faithful] = counts;
    println!(
        "{name}: lies: {} named, {} unverified, {} kept; faithful: {} named, {} unverified, {} kept",
        lies[0], lies[1], lies[2], faithful[0], faithful[1], faithful[2]
    );
    (counts, problems)
}

#[test]
fn looked_at() {
    let (_, problems) = judge("judgement", include_str!("vectors/judgement.json"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn unseen() {
    let (_, problems) = judge("judgement-unseen", include_str!("vectors/judgement-unseen.json"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn frames() {
    let (_, problems) = judge("frames", include_str!("vectors/judgement-frames.json"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn frames_unseen() {
    let (_, problems) = judge("frames-unseen", include_str!("vectors/judgement-frames-unseen.json"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Short sessions of many trades, each told in bullets under headings, in prose and in notes, and phrases that were called
/// damaged in the field.
#[test]
fn sessions() {
    let (_, problems) = judge("sessions", include_str!("vectors/judgement-sessions.json"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn sessions_unseen() {
    let (_, problems) = judge("sessions-unseen", include_str!("vectors/judgement-sessions-unseen.json"));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
