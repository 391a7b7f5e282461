//! The development data against its bars: `npm run eval`, or
//! `cargo run --release --features serde --example eval -- DIR`.
//!
//! DIR holds the data sets named below; a set that is not there is left out and said to be. How each figure is counted
//! stands beside it. Rows and wording of the data stay out of the project.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]

mod generations;
mod sheet;

use fidelity_floor::{Class, Element, Event, FindingKind, Message, Report, Role, Status, check, extract};
use serde_json::Value;
use sheet::{Bar, Sheet};
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

fn main() {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "data/dev".to_owned());
    let verbose = arguments.next();
    let folder = Path::new(&folder);
    let mut sheet = Sheet::default();
    for (file, run) in [
        ("loghub/dev.jsonl", loghub as fn(&[Value], Option<&str>, &mut Sheet)),
        ("bioscope/abstracts.dev.jsonl", bioscope),
        ("negex/dev.jsonl", negex),
        ("mutations/dev.jsonl", mutations),
        ("summedits/dev.jsonl", summedits),
        ("cases/dev.jsonl", cases),
        ("compactions/dev.jsonl", compactions),
    ] {
        let Ok(text) = fs::read_to_string(folder.join(file)) else {
            println!("{file}: not there");
            continue;
        };
        let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(file)).collect();
        let name = file.split('/').next().unwrap_or(file);
        run(&rows, verbose.as_deref().filter(|wanted| *wanted == name), &mut sheet);
    }
    sheet.print();
}

fn user(text: &str) -> [Message<'_>; 1] {
    [Message { role: Role::User, text, summary: false }]
}

fn str<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap_or("")
}

fn elements(text: &str) -> Vec<Element> {
    extract(&user(text), &[]).expect("within the limits")
}

/// Offsets in the data count characters.
fn byte(text: &str, character: u64) -> u32 {
    text.char_indices().nth(character as usize).map_or(text.len(), |(byte, _)| byte) as u32
}

/// A marked span is found when an identifier contains it, or it contains one of more than three characters.
fn loghub(rows: &[Value], verbose: Option<&str>, sheet: &mut Sheet) {
    let (mut found, mut all) = (0, 0);
    for row in rows {
        let text = str(row, "text");
        let elements = elements(text);
        for span in row["spans"].as_array().into_iter().flatten() {
            let start = byte(text, span["start"].as_u64().unwrap_or(0));
            let end = byte(text, span["end"].as_u64().unwrap_or(0));
            let hit = elements.iter().filter(|element| element.class == Class::Identifier).any(|element| {
                (element.start <= start && end <= element.end)
                    || (start <= element.start && element.end <= end && element.text.chars().count() > 3)
            });
            all += 1;
            found += usize::from(hit);
            if !hit && verbose.is_some() {
                println!("  lost {:?} in {text}", &text[start as usize..end as usize]);
            }
        }
    }
    println!("loghub      {all} spans");
    sheet.bar("loghub: identifier recall", ratio(found, all), Bar::Least(0.98));
}

/// A sentence is a hit when it holds an element of the class.
fn bioscope(rows: &[Value], verbose: Option<&str>, sheet: &mut Sheet) {
    for (class, name, bar) in [(Class::Negation, "negation", 0.95), (Class::Hypothesis, "hypothesis", 0.90)] {
        let mut count = Confusion::default();
        for row in rows {
            let wanted = row["spans"].as_array().into_iter().flatten().any(|span| str(span, "class") == name);
            let found = elements(str(row, "text")).iter().any(|element| element.class == class);
            count.add(wanted, found);
            if wanted != found && verbose.is_some() {
                let cues: Vec<_> =
                    elements(str(row, "text")).into_iter().filter(|e| e.class == class).map(|e| e.cue).collect();
                let marked: Vec<_> = row["spans"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(|s| str(s, "class") == name)
                    .map(|s| str(s, "cue"))
                    .collect();
                println!("  {name} {} {marked:?} {cues:?} {}", if found { "+" } else { "-" }, str(row, "text"));
            }
        }
        sheet.bar(&format!("bioscope: {name}, F1"), count.f1(), Bar::Least(bar));
    }
}

/// Whether the concept stands in a negation's scope.
fn negex(rows: &[Value], verbose: Option<&str>, sheet: &mut Sheet) {
    let mut count = Confusion::default();
    let mut used = 0;
    for row in rows {
        let (text, concept) = (str(row, "text"), str(row, "concept"));
        let label = str(row, "label");
        let lower = text.to_ascii_lowercase();
        let Some(start) = lower.find(&concept.to_ascii_lowercase()) else { continue };
        if !matches!(label, "Negated" | "Affirmed") {
            continue;
        }
        used += 1;
        let end = start + concept.len();
        let found = elements(text).iter().any(|element| {
            element.class == Class::Negation && element.start as usize <= start && end <= element.end as usize
        });
        count.add(label == "Negated", found);
        if (label == "Negated") != found && verbose.is_some() {
            let cues: Vec<_> =
                elements(text).into_iter().filter(|e| e.class == Class::Negation).map(|e| e.text).collect();
            println!("  {} {concept:?} {cues:?} {text}", if found { "+" } else { "-" });
        }
    }
    println!("negex       {used} sentences");
    sheet.bar("negex: concept in a negation's scope, F1", count.f1(), Bar::Least(0.96));
}

fn report(source: &str, summary: &str) -> Report {
    check(&Event::new(&user(source), summary)).expect("within the limits")
}

/// *Damaged*: an element weakened, altered, contradicted or missing, or one of four findings.
fn damaged(report: &Report) -> bool {
    report
        .elements
        .iter()
        .any(|element| element.status.is_some_and(|status| status.is_damaged() || status == Status::Missing))
        || report.findings.iter().any(|finding| {
            matches!(
                finding.kind,
                FindingKind::Invented | FindingKind::Promoted | FindingKind::TwoLiveValues | FindingKind::NotASummary
            )
        })
}

fn unverified(report: &Report) -> bool {
    report.elements.iter().any(|element| element.status == Some(Status::Unverified))
}

fn explain(report: &Report) -> String {
    let elements = report.elements.iter().filter(|element| element.status.is_some_and(|status| !status.is_kept())).map(
        |element| format!("{:?}/{:?} {:?} {:?}", element.class, element.kind, element.status.unwrap(), element.text),
    );
    let findings = report.findings.iter().map(|finding| {
        format!("{:?} {:?} ({:?})", finding.kind, finding.text, finding.evidence.as_ref().map(|e| &e.text))
    });
    elements.chain(findings).collect::<Vec<_>>().join("\n      ")
}

/// Near-copies are the agents' own transcripts and rules; the rest are third-party texts.
fn mutations(rows: &[Value], verbose: Option<&str>, sheet: &mut Sheet) {
    let mut groups: BTreeMap<(String, String), [usize; 4]> = BTreeMap::new();
    let (mut noticed, mut bad, mut alarms, mut good) = (0, 0, 0, 0);
    let (mut elsewhere, mut elsewhere_noticed) = (0, 0);
    for row in rows {
        let report = report(str(row, "source"), str(row, "summary"));
        let (damaged, unverified) = (damaged(&report), unverified(&report));
        let group = groups.entry((str(row, "label").to_owned(), str(row, "class").to_owned())).or_default();
        group[if damaged {
            0
        } else if unverified {
            1
        } else {
            2
        }] += 1;
        group[3] += 1;
        let label = str(row, "label");
        sheet.row("near-copy", label != "retained", &report);
        if (label == "retained" && damaged) || (label != "retained" && !damaged && !unverified) {
            sheet.wrong(
                "mutations",
                format!("{} {label} {} {}", str(row, "id"), str(row, "class"), row["evidence"]["op"]),
            );
        }
        if label == "retained" {
            good += 1;
            alarms += usize::from(damaged);
        } else {
            bad += 1;
            noticed += usize::from(damaged || unverified);
            if str(&row["evidence"], "op") == "id_change"
                && row["evidence"]["element_elsewhere"].as_bool() == Some(true)
            {
                elsewhere += 1;
                elsewhere_noticed += usize::from(damaged || unverified);
            }
        }
        if verbose.is_some() && ((label == "retained" && damaged) || (label != "retained" && !damaged && !unverified)) {
            println!(
                "  {} {} {}\n    S {}\n    T {}\n      {}",
                str(row, "id"),
                label,
                row["evidence"]["op"],
                str(row, "source"),
                str(row, "summary"),
                explain(&report)
            );
        }
    }
    sheet.bar("mutations: damage noticed", ratio(noticed, bad), Bar::Least(0.97));
    sheet.bar("mutations: retained called damaged", ratio(alarms, good), Bar::Most(0.01));
    let name = format!("mutations: changed, the old one elsewhere ({elsewhere})");
    sheet.bar(&name, ratio(elsewhere_noticed, elsewhere), Bar::Least(0.85));
    println!("mutations   {bad} rows with damage, {good} without");
    println!("            label     class        damaged unverified kept  rows");
    for ((label, class), [damaged, unverified, kept, all]) in groups {
        println!("            {label:<9} {class:<12} {damaged:>7} {unverified:>10} {kept:>4} {all:>5}");
    }
}

fn summedits(rows: &[Value], verbose: Option<&str>, sheet: &mut Sheet) {
    let (mut noticed, mut bad, mut alarms, mut good) = (0, 0, 0, 0);
    let mut classes: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for row in rows {
        let report = report(str(row, "source"), str(row, "summary"));
        let (damaged, unverified) = (damaged(&report), unverified(&report));
        let bad_row = str(row, "label") != "retained";
        sheet.row("third-party", bad_row, &report);
        if bad_row != damaged {
            let what = if bad_row { "not called damaged" } else { "called damaged" };
            sheet.wrong("summedits", format!("{} {} {what}", str(row, "id"), str(row, "class")));
        }
        if !bad_row {
            good += 1;
            alarms += usize::from(damaged);
            if (damaged || unverified) && verbose.is_some() {
                println!(
                    "  alarm {}\n    S {}\n    T {}\n      {}",
                    str(row, "id"),
                    str(row, "source"),
                    str(row, "summary"),
                    explain(&report)
                );
            }
        } else {
            bad += 1;
            noticed += usize::from(damaged);
            let count = classes.entry(str(row, "class")).or_default();
            count[0] += 1;
            count[1] += usize::from(damaged);
            count[2] += usize::from(damaged || unverified);
            if !damaged && verbose.is_some() {
                println!(
                    "  missed {} {}\n    S {}\n    T {}\n    {}\n      {}",
                    str(row, "class"),
                    str(row, "id"),
                    str(row, "source"),
                    str(row, "summary"),
                    row["evidence"],
                    explain(&report)
                );
            }
        }
    }
    let (sensitivity, specificity) = (ratio(noticed, bad), 1.0 - ratio(alarms, good));
    sheet.bar("summedits: balanced accuracy", (sensitivity + specificity) / 2.0, Bar::Least(0.72));
    sheet.bar("summedits: paraphrase called damaged", ratio(alarms, good), Bar::Most(0.05));
    println!("summedits   {bad} rows with damage, {good} without");
    for (class, bar) in [("number", 0.95), ("negation", 0.93)] {
        if let Some([all, _, noticed]) = classes.get(class) {
            sheet.bar(&format!("summedits: {class} noticed ({all})"), ratio(*noticed, *all), Bar::Least(bar));
        }
    }
    for (class, [all, damaged, noticed]) in classes {
        println!(
            "            {class:<12} damaged {:.3}  noticed {:.3}  ({all} rows)",
            ratio(damaged, all),
            ratio(noticed, all)
        );
    }
}

fn cases(rows: &[Value], verbose: Option<&str>, sheet: &mut Sheet) {
    let (mut certified, mut alarms, mut repaired, mut tokens, mut held) = (0, 0, 0, 0, 0);
    for row in rows {
        let source = str(row, "source_text");
        let bad = report(source, str(row, "bad_summary"));
        let good = report(source, str(row, "good_summary"));
        let is_certified = bad.decision == fidelity_floor::Decision::Certified;
        certified += usize::from(is_certified);
        alarms += usize::from(damaged(&good));
        sheet.row("field", true, &bad);
        sheet.row("field", false, &good);
        if is_certified || !damaged(&bad) {
            let what = if is_certified { "bad summary certified" } else { "bad summary unverified, damage not named" };
            sheet.wrong("cases", format!("{} {what}", str(row, "id")));
        }
        if damaged(&good) {
            sheet.wrong("cases", format!("{} good summary called damaged", str(row, "id")));
        }
        let fixed = [&bad, &good].iter().all(|report| {
            report.repair.as_ref().map_or(report.decision == fidelity_floor::Decision::Certified, |repair| {
                repair.decision == fidelity_floor::Decision::Certified
            })
        });
        repaired += usize::from(fixed);
        let result = bad.repair.as_ref().map_or("", |repair| &repair.text);
        for token in row["exact_tokens"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            tokens += 1;
            held += usize::from(result.contains(token));
            if verbose.is_some() && !result.contains(token) {
                println!("    LOST AFTER REPAIR {token}");
            }
        }
        if verbose.is_some() {
            println!(
                "  {} {}{}{}",
                str(row, "id"),
                if is_certified { "BAD CERTIFIED " } else { "" },
                if damaged(&good) { "ALARM " } else { "" },
                if fixed { "" } else { "UNREPAIRED" }
            );
            println!("    S {source}\n    B {}\n      {}", str(row, "bad_summary"), explain(&bad));
            println!("    G {}\n      {}", str(row, "good_summary"), explain(&good));
        }
    }
    sheet.bar("cases: bad summary certified", certified as f64, Bar::Most(0.0));
    sheet.bar("cases: good summary called damaged", alarms as f64, Bar::Most(1.0));
    println!("cases       exact tokens after repair  {held}    (of {tokens}, in the repaired bad summaries)");
    println!("cases       repaired and certified     {repaired}     (of {})", rows.len());
}

fn compactions(rows: &[Value], verbose: Option<&str>, sheet: &mut Sheet) {
    let mut shares = Vec::new();
    let (mut all_turned, mut all_lines) = (0, 0);
    for row in rows {
        let messages: Vec<Message<'_>> = row["source"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|message| Message {
                role: if str(message, "role") == "user" { Role::User } else { Role::Assistant },
                text: str(message, "text"),
                summary: false,
            })
            .collect();
        let summary = str(row, "summary");
        let report = check(&Event::new(&messages, summary)).expect("within the limits");
        let user_sentences: usize = messages
            .iter()
            .filter(|message| message.role == Role::User)
            .map(|message| message.text.lines().filter(|line| !line.trim().is_empty()).count())
            .sum();
        let turned = report
            .elements
            .iter()
            .filter(|element| matches!(element.status, Some(Status::Contradicted | Status::Altered)))
            .filter(|element| messages.get(element.message as usize).is_some_and(|message| message.role == Role::User));
        all_turned += turned.clone().count();
        all_lines += user_sentences;
        let pins = report.repair.as_ref().map_or(0, |repair| repair.pins.tokens);
        let share = f64::from(pins) / f64::from(report.tokens.summary.max(1));
        shares.push(share);
        println!(
            "compactions {} {:?} → {:?}: {} elements, {} turned in {user_sentences} user lines, {} findings, pins {pins} tokens = {:.0} % of {}",
            str(row, "id"),
            report.decision,
            report.repair.as_ref().map(|repair| repair.decision),
            report.elements.len(),
            turned.clone().count(),
            report.findings.len(),
            share * 100.0,
            report.tokens.summary
        );
        generations::generations(str(row, "id"), &messages, summary, sheet);
        if verbose.is_some() {
            for element in &report.elements {
                let role = messages.get(element.message as usize).map(|message| message.role);
                println!(
                    "  {role:?} {:?}/{:?} {:?} {:?} ← {:?}",
                    element.class,
                    element.kind,
                    element.status,
                    element.text,
                    element.evidence.as_ref().map(|evidence| &evidence.text)
                );
            }
            println!("      {}", explain(&report));
            if let Some(repair) =
                report.repair.as_ref().filter(|repair| repair.decision != fidelity_floor::Decision::Certified)
            {
                let body = repair.text.strip_suffix(repair.pins.text.as_str()).unwrap_or(&repair.text);
                let again = check(&Event { pinned: &repair.pins.text, ..Event::new(&messages, body) })
                    .expect("within the limits");
                println!("STILL\n      {}", explain(&again));
            }
            println!("PINS\n{}", report.repair.as_ref().map_or("", |repair| &repair.pins.text));
        }
    }
    shares.sort_by(f64::total_cmp);
    let middle = shares.len() / 2;
    let median = if shares.len() % 2 == 0 && middle > 0 {
        (shares[middle - 1] + shares[middle]) / 2.0
    } else {
        shares.get(middle).copied().unwrap_or(0.0)
    };
    sheet.bar("compactions: pins, median share of the summary", median, Bar::Most(0.30));
    let share = all_turned as f64 / all_lines.max(1) as f64;
    sheet.bar("compactions: user lines contradicted or altered", share, Bar::Most(1.0 / 250.0));
}

#[derive(Default)]
struct Confusion {
    hits: usize,
    false_alarms: usize,
    misses: usize,
}

impl Confusion {
    fn add(&mut self, wanted: bool, found: bool) {
        match (wanted, found) {
            (true, true) => self.hits += 1,
            (false, true) => self.false_alarms += 1,
            (true, false) => self.misses += 1,
            (false, false) => {}
        }
    }

    fn f1(&self) -> f64 {
        2.0 * self.hits as f64 / (2 * self.hits + self.false_alarms + self.misses) as f64
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}
