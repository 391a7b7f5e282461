//! One text against another, both raw: evidence stands where it is said to, and what is certified is kept.
#![no_main]
use fidelity_floor::{Event, Message, Role, Status, verify};
use fidelity_floor_fuzz::Texts;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // Source and summary stand on either side of the first zero.
    let text = String::from_utf8_lossy(data);
    let (source, summary) = text.split_once('\0').unwrap_or((&text, ""));
    let source = [Message { role: Role::User, text: source, summary: false }];
    let event = Event::new(&source, summary);
    let seen = verify(&event).expect("within the limits");
    Texts { source: &source, summary, pinned: "", tail: &[] }.hold_all(&seen.elements);
    for element in &seen.elements {
        let status = element.status.expect("verified");
        assert!(!seen.certified.contains(element.class) || status.is_kept(), "{element:?}");
        assert!(status == Status::Missing || status == Status::Unverified || element.evidence.is_some(), "{element:?}");
    }
    for class in seen.findings.iter().filter_map(|finding| finding.class) {
        assert!(!seen.certified.contains(class), "{class} has a finding and is certified");
    }
});
