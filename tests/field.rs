//! Whole sessions with summaries that get some things right and some wrong (E1, E2, E4): how much of what is wrong is named, how
//! much of what is right is called damaged, and that nothing wrong is certified.
//! `SHOW=1 cargo test --test field -- --nocapture` prints each statement of the sessions that were looked at.
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use fidelity_floor::{Decision, Event, Evidence, Message, Part, Report, Role, Status, check};
use serde_json::Value;
use std::collections::BTreeMap;
use std::env;
use std::ops::Range;

/// What a report calls wrong: where in the summary and where in the source, either may be unknown.
struct Wrong {
    said: Option<Range<u32>>,
    source: Option<(u32, Range<u32>)>,
}

fn place(evidence: &Evidence) -> Range<u32> {
    evidence.start..evidence.end
}

fn wrong(report: &Report) -> Vec<Wrong> {
    let lost = |status: Option<Status>| status.is_some_and(|status| status.is_damaged() || status == Status::Missing);
    let elements = report.elements.iter().filter(|element| lost(element.status)).map(|element| Wrong {
        said: element.evidence.as_ref().filter(|evidence| evidence.part == Part::Summary).map(place),
        source: Some((element.message, element.start..element.end)),
    });
    let findings = report.findings.iter().map(|found| Wrong {
        said: Some(found.start..found.end),
        source: found.evidence.as_ref().and_then(|evidence| Some((evidence.message?, place(evidence)))),
    });
    elements.chain(findings).collect()
}

fn overlap(a: &Range<u32>, b: &Range<u32>) -> bool {
    a.start < b.end && b.start < a.end
}

fn find(text: &str, part: &str) -> Range<u32> {
    let at = text.find(part).unwrap_or_else(|| panic!("no such part: {part}"));
    u32::try_from(at).unwrap()..u32::try_from(at + part.len()).unwrap()
}

fn role(name: &str) -> Role {
    match name {
        "system" => Role::System,
        "user" => Role::User,
        "assistant" => Role::Assistant,
        _ => Role::Tool,
    }
}

/// Lies named, of how many; faithful statements called damaged, of how many; by kind of lie.
#[derive(Default, Debug)]
struct Counts {
    lies: [u32; 2],
    faithful: [u32; 2],
    kinds: BTreeMap<String, [u32; 2]>,
}

fn judge(content: &str, show: bool) -> Counts {
    let content: Value = serde_json::from_str(content).unwrap();
    let mut counts = Counts::default();
    for session in content["sessions"].as_array().unwrap() {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let source: Vec<(Role, String)> = session["source"]
            .as_array()
            .unwrap()
            .iter()
            .map(|message| (role(message["role"].as_str().unwrap()), text(&message["text"])))
            .collect();
        let messages: Vec<Message<'_>> =
            source.iter().map(|(role, text)| Message { role: *role, text, summary: false }).collect();
        let summary = session["summary"].as_str().unwrap();
        let report = check(&Event::new(&messages, summary)).unwrap();
        assert_ne!(report.decision, Decision::Certified, "{}", session["name"]);
        assert_eq!(report.repair.as_ref().unwrap().decision, Decision::Certified, "{}", session["name"]);
        let wrong = wrong(&report);
        let mut explained = vec![false; wrong.len()];
        for lie in session["lies"].as_array().unwrap() {
            let said = find(summary, lie["summary"].as_str().unwrap());
            let part = lie["source"].as_str().unwrap();
            let message = source.iter().position(|(_, text)| text.contains(part)).unwrap();
            let place = (u32::try_from(message).unwrap(), find(&source[message].1, part));
            let names = |wrong: &Wrong| {
                wrong.said.as_ref().is_some_and(|at| overlap(at, &said))
                    || wrong.source.as_ref().is_some_and(|(message, at)| *message == place.0 && overlap(at, &place.1))
            };
            for (wrong, explained) in wrong.iter().zip(&mut explained) {
                *explained |= names(wrong);
            }
            let named = u32::from(wrong.iter().any(names));
            let kind = counts.kinds.entry(text(&lie["kind"])).or_default();
            for count in [&mut counts.lies, kind] {
                count[0] += named;
                count[1] += 1;
            }
            if show {
                println!("{} {}: {}", if named > 0 { "named " } else { "missed" }, lie["kind"], lie["summary"]);
            }
        }
        for statement in session["faithful"].as_array().unwrap() {
            let said = find(summary, statement.as_str().unwrap());
            let touches = |wrong: &Wrong| wrong.said.as_ref().is_some_and(|at| overlap(at, &said));
            let called = wrong.iter().zip(&explained).any(|(wrong, explained)| !explained && touches(wrong));
            counts.faithful[0] += u32::from(called);
            counts.faithful[1] += 1;
            if show && called {
                println!("FALSE ALARM: {statement}");
            }
        }
    }
    println!("{counts:?}");
    counts
}

/// A floor under what is reached, not a goal: more than a third of the lies, and one false alarm in thirty at most.
#[test]
fn looked_at() {
    let Counts { lies, faithful, .. } = judge(include_str!("vectors/field.json"), env::var("SHOW").is_ok());
    assert!(lies[0] * 3 > lies[1], "{lies:?}");
    assert!(faithful[0] * 30 <= faithful[1], "{faithful:?}");
}

/// Their rows are not looked at: only the totals are printed.
#[test]
fn unseen() {
    let Counts { lies, faithful, .. } = judge(include_str!("vectors/field-unseen.json"), false);
    assert!(lies[0] * 8 > lies[1], "{lies:?}");
    assert!(faithful[0] * 30 <= faithful[1], "{faithful:?}");
}
