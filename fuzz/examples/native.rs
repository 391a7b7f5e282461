//! The native side of `fuzz/wasm.mjs`: an event a line in, its report a line out. Offsets are left out: they count bytes here
//! and UTF-16 units there.

use fidelity_floor::{Conditions, Event, Message, Role, check};
use serde::Deserialize;
use serde_json::Value;
use std::io::{BufRead, Write};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Input {
    source: Vec<Said>,
    summary: String,
    pinned: String,
    tail: Vec<Said>,
    conditions: Conditions,
    budget: Option<u32>,
}

#[derive(Deserialize)]
struct Said {
    role: Role,
    text: String,
    summary: bool,
}

fn messages(said: &[Said]) -> Vec<Message<'_>> {
    said.iter().map(|said| Message { role: said.role, text: &said.text, summary: said.summary }).collect()
}

fn without_offsets(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("start");
            fields.remove("end");
            fields.values_mut().for_each(without_offsets);
        }
        Value::Array(list) => list.iter_mut().for_each(without_offsets),
        _ => {}
    }
}

fn main() {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let input: Input = serde_json::from_str(&line.expect("a line")).expect("an event");
        let (source, tail) = (messages(&input.source), messages(&input.tail));
        let event = Event {
            pinned: &input.pinned,
            tail: &tail,
            conditions: input.conditions,
            budget: input.budget,
            ..Event::new(&source, &input.summary)
        };
        let mut report = serde_json::to_value(check(&event).expect("within the limits")).expect("a report");
        without_offsets(&mut report);
        writeln!(out, "{report}").expect("somebody reads");
    }
}
