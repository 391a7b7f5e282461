//! Prints every element of SOURCE with its status in SUMMARY: `cargo run --example why -- SOURCE SUMMARY`.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]

use fidelity_floor::{Event, Message, Role, check};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (source, summary) = (arguments.next().unwrap_or_default(), arguments.next().unwrap_or_default());
    let messages = [Message { role: Role::User, text: &source, summary: false }];
    let report = check(&Event::new(&messages, &summary)).expect("within the limits");
    for element in &report.elements {
        let evidence = element.evidence.as_ref().map(|evidence| evidence.text.as_str());
        println!(
            "{:?}/{:?} {:?} {:?} {:?} ← {evidence:?}",
            element.class, element.kind, element.status, element.text, element.cue
        );
    }
    for finding in &report.findings {
        println!("{:?} {:?} {:?}", finding.kind, finding.class, finding.text);
    }
    println!("{:?} {:?}", report.decision, report.repair.map(|repair| repair.text));
}
