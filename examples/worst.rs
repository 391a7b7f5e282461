//! Texts that are meant to be slow, at doubled sizes: time for a byte should stay what it is.
//! `cargo run --release --example worst`.
#![allow(clippy::unwrap_used)]

use fidelity_floor::{Event, Message, Role, check};
use std::time::Instant;

fn main() {
    let cases: [(&str, &str, &str); 9] = [
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
            let started = Instant::now();
            let report = check(&Event::new(&source, summary)).unwrap();
            let ms = started.elapsed().as_secs_f64() * 1e3;
            let each = ms * 1e6 / text.len() as f64;
            let growth = before.map_or(String::from("-"), |before| format!("{:.2}", each / before));
            println!("{name:<32}{:>10}{ms:>10.1}{each:>12.0}{growth:>12}", text.len());
            std::hint::black_box(report.elements.len());
            before = Some(each);
        }
    }
}
