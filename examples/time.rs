//! Time per byte of extraction and of a check, for growing texts: `cargo run --release --example time`.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]

use fidelity_floor::{Event, Message, Role, check, extract, verify};
use std::time::Instant;

fn main() {
    let session = std::fs::read_to_string("examples/session.jsonl").expect("the bundled session");
    let summary = std::fs::read_to_string("examples/summary.md").expect("the bundled summary");
    let texts: Vec<(Role, String)> = session
        .lines()
        .map(|line| {
            let message: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let role = match message["role"].as_str() {
                Some("system") => Role::System,
                Some("user") => Role::User,
                Some("tool") => Role::Tool,
                _ => Role::Assistant,
            };
            let text = message["text"].as_str().or(message["content"].as_str()).unwrap_or("");
            (role, text.to_owned())
        })
        .collect();
    let unit: usize = texts.iter().map(|(_, text)| text.len()).sum();
    println!("source bytes   extract ms   verify ms   check ms   byte scan ms   check / scan   elements");
    for size in [50_000, 500_000, 5_000_000] {
        let times = (size / unit).max(1);
        let all: Vec<(Role, String)> = (0..times)
            .flat_map(|turn| {
                texts.iter().map(move |(role, text)| (*role, text.replace("ledger", &format!("ledger{turn}"))))
            })
            .collect();
        let messages: Vec<Message<'_>> =
            all.iter().map(|(role, text)| Message { role: *role, text, summary: false }).collect();
        let bytes: usize = all.iter().map(|(_, text)| text.len()).sum();
        let best = |work: &dyn Fn() -> usize| {
            (0..5)
                .map(|_| {
                    let start = Instant::now();
                    std::hint::black_box(work());
                    start.elapsed().as_secs_f64() * 1e3
                })
                .fold(f64::MAX, f64::min)
        };
        let extracted = best(&|| extract(&messages, &[]).map_or(0, |elements| elements.len()));
        let checked = best(&|| check(&Event::new(&messages, &summary)).map_or(0, |report| report.elements.len()));
        let verified = best(&|| verify(&Event::new(&messages, &summary)).map_or(0, |found| found.elements.len()));
        let elements = check(&Event::new(&messages, &summary)).map_or(0, |report| report.elements.len());
        let scanned = best(&|| all.iter().map(|(_, text)| text.bytes().filter(|byte| *byte == b' ').count()).sum());
        println!(
            "{bytes:>12} {extracted:>12.2} {verified:>11.2} {checked:>10.2} {scanned:>14.3} {:>14.1} {elements:>10}",
            checked / scanned
        );
    }
}
