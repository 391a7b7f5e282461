//! Texts that are meant to be slow, ten times as long each time: time for a byte should stay what it is.
//!
//!   cargo run --release --example worst                a table of texts made for it
//!   cargo run --release --example worst -- vectors     the cases of tests/vectors, each repeated, as one message
//!                                                                       and as many: those that take more time for a byte when
//!                                                                       five times as long. Tens of minutes; what it names is a suspicion, to be
//!                                                                       counted in instructions
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use fidelity_floor::{Event, Message, Role, check};
use serde_json::Value;
use std::time::Instant;

fn main() {
    if std::env::args().nth(1).as_deref() == Some("vectors") { vectors() } else { texts() }
}

/// Nanoseconds for a byte of source and summary.
fn each(source: &[Message<'_>], summary: &str) -> f64 {
    let bytes = source.iter().map(|message| message.text.len()).sum::<usize>() + summary.len();
    let started = Instant::now();
    let report = check(&Event::new(source, summary)).unwrap();
    std::hint::black_box(report.elements.len());
    started.elapsed().as_secs_f64() * 1e9 / bytes as f64
}

fn vectors() {
    const FILES: [&str; 10] = [
        "verify",
        "findings",
        "repair",
        "supersede",
        "extract",
        "select",
        "judgement",
        "judgement-frames",
        "explain",
        "lies",
    ];
    const BYTES: usize = 60_000;
    for file in FILES {
        let text = std::fs::read_to_string(format!("tests/vectors/{file}.json")).unwrap();
        let content: Value = serde_json::from_str(&text).unwrap();
        let cases = content["cases"].as_array().or(content["pairs"].as_array()).unwrap();
        for case in cases {
            let source: Vec<(Role, &str)> = match &case["source"] {
                Value::Array(messages) => messages.iter().filter_map(message).collect(),
                text => text.as_str().map(|text| (Role::User, text)).into_iter().collect(),
            };
            let summary = case["summary"].as_str().unwrap_or("Nothing was decided.");
            let bytes = source.iter().map(|(_, text)| text.len()).sum::<usize>() + summary.len();
            let times = (BYTES / bytes.max(1)).max(2);
            for joined in [true, false] {
                let [short, long] = [times, times * 5].map(|times| {
                    let turns = if joined { 1 } else { times };
                    let told: Vec<(Role, String)> = (0..turns)
                        .flat_map(|_| &source)
                        .map(|(role, text)| (*role, format!("{text}\n").repeat(times / turns)))
                        .collect();
                    let messages: Vec<Message<'_>> =
                        told.iter().map(|(role, text)| Message { role: *role, text, summary: false }).collect();
                    each(&messages, &format!("{summary}\n").repeat(times))
                });
                if long > 2.0 * short && long > 250.0 {
                    let how = if joined { "one message" } else { "many" };
                    println!(
                        "{:.1} × ({short:.0} → {long:.0} ns a byte), {how}: {file}, {}",
                        long / short,
                        case["name"]
                    );
                }
            }
        }
    }
}

fn message(value: &Value) -> Option<(Role, &str)> {
    let role = match value["role"].as_str()? {
        "system" => Role::System,
        "assistant" => Role::Assistant,
        "tool" => Role::Tool,
        _ => Role::User,
    };
    Some((role, value["text"].as_str()?))
}

fn texts() {
    let cases: [(&str, &str, &str); 11] = [
        ("one sentence again and again", "Never restart db-1 on port 5432 before the backup is done. ", ""),
        (
            "the same, one value changed",
            "Never restart db-1 on port 5432 before the backup is done. ",
            "Never restart db-1 on port 5433 before the backup is done.",
        ),
        ("all cues", "never must before only unless might not until should ", ""),
        ("open parentheses", "(", "x"),
        ("one line without an end", "aaaa bbbb cccc dddd ", ""),
        ("one word without an end", "abcdefgh", "x"),
        ("part of a longer identifier", "x/lib.rs y/lib.rs Keep lib.rs as it is. ", ""),
        ("as many rules told as lifted", "The mill has two doors and a wheel. ", "+The rule was lifted by the owner. "),
        ("somebody at the head of each", "Margit must sign it. ", ""),
        ("orders against a rule", "Never restart the gate. ", "+Next: restart the gate. "),
        ("numbers", "Set 17 to 18 and 19 to 20. ", "Set 17 to 18 and 19 to 21."),
    ];
    println!("{:<32}{:>10}{:>10}{:>12}{:>12}", "text", "bytes", "ms", "ns a byte", "growth");
    for (name, unit, summary) in cases {
        let mut before: Option<f64> = None;
        for bytes in [100_000, 1_000_000, 10_000_000] {
            let text = unit.repeat(bytes / unit.len());
            // Where no summary is given the text is its own, so that every place has as many twins.
            // One that begins with a plus is repeated as often.
            let many = summary.strip_prefix('+').map(|unit| unit.repeat(bytes / unit.len()));
            let summary = if summary.is_empty() { text.as_str() } else { many.as_deref().unwrap_or(summary) };
            let source = [Message { role: Role::User, text: &text, summary: false }];
            let each = each(&source, summary);
            let ms = each * (text.len() + summary.len()) as f64 / 1e6;
            let growth = before.map_or(String::from("-"), |before| format!("{:.2}", each / before));
            println!("{name:<32}{:>10}{ms:>10.1}{each:>12.0}{growth:>12}", text.len());
            before = Some(each);
        }
    }
}
