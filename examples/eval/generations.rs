//! Five generations of each real session: each compacts the summary before it and a fifth of the messages that follow.

use super::{Sheet, sheet::Bar};
use fidelity_floor::{Contract, Decision, Event, Message, Report, Status, check};

const GENERATIONS: usize = 5;
/// In this one an element is killed and nothing repaired.
const KILLED: usize = 3;

/// Prints pins and contract of each generation, once with every summary repaired and once with one left as it came.
pub(crate) fn generations(id: &str, messages: &[Message<'_>], summary: &str, sheet: &mut Sheet) {
    let repaired = chain(messages, summary, None);
    let line = |reports: &[Report]| {
        let each = reports.iter().map(|report| {
            let (pins, decision) =
                report.repair.as_ref().map_or((0, report.decision), |repair| (repair.pins.tokens, repair.decision));
            let generation = report.contract.generation;
            let ancestry = if report.contract.ancestry_certified { "" } else { ", ancestry uncertified" };
            format!("{generation}: {pins} tokens of pins, {decision:?}{ancestry}")
        });
        each.collect::<Vec<_>>().join("; ")
    };
    println!("generations {id} repaired   {}", line(&repaired));
    let certified = |report: &Report| {
        let repaired = report.repair.as_ref().map(|repair| repair.decision);
        report.decision == Decision::Certified || repaired == Some(Decision::Certified)
    };
    let all = repaired.iter().filter(|report| certified(report)).count();
    sheet.bar(&format!("generations: {id} certified"), all as f64, Bar::Least(GENERATIONS as f64));
    let killed = chain(messages, summary, Some(KILLED));
    println!("generations {id} killed at {KILLED}  {}", line(&killed));
    let before = killed.iter().take(KILLED - 1).all(certified);
    let found = killed.get(KILLED - 1).is_some_and(|report| report.decision != Decision::Certified);
    let after = killed.iter().skip(KILLED).all(|report| !certified(report) && !report.contract.ancestry_certified);
    sheet.bar(
        &format!("generations: {id} killed, found, never certified after"),
        f64::from(before && found && after),
        Bar::Least(1.0),
    );
}

fn chain(messages: &[Message<'_>], summary: &str, kill: Option<usize>) -> Vec<Report> {
    let lines: Vec<&str> = summary.lines().collect();
    let mut reports: Vec<Report> = Vec::new();
    let mut before: Option<(String, Contract)> = None;
    for generation in 1..=GENERATIONS {
        let part = |len: usize| (generation - 1) * len / GENERATIONS..generation * len / GENERATIONS;
        let mut source: Vec<Message<'_>> = Vec::new();
        if let Some((text, _)) = &before {
            source.push(Message { text, summary: true, ..messages[0] });
        }
        source.extend_from_slice(&messages[part(messages.len())]);
        // What the summariser of the session said of this part, after what was said before.
        let told = lines[part(lines.len())].join("\n");
        let mut text = before.as_ref().map_or(String::new(), |(text, _)| format!("{text}\n"));
        text.push_str(&told);
        if kill == Some(generation) {
            text = without_one(&source, &text);
        }
        let parents: Vec<Contract> = before.iter().map(|(_, contract)| *contract).collect();
        let report = check(&Event { parents: &parents, ..Event::new(&source, &text) }).expect("within the limits");
        before = Some(match &report.repair {
            Some(repair) if kill != Some(generation) => (repair.text.clone(), repair.contract),
            _ => (text.clone(), report.contract),
        });
        reports.push(report);
    }
    reports
}

/// The text without the words of the first element that it keeps word for word.
fn without_one(source: &[Message<'_>], text: &str) -> String {
    let report = check(&Event::new(source, text)).expect("within the limits");
    let kept = report.elements.iter().find(|element| element.status == Some(Status::Verbatim) && element.cue.is_some());
    kept.map_or_else(String::new, |element| text.replace(&element.text, "something"))
}
