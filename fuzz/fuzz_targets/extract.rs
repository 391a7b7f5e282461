//! Any text at all: no panic, every offset cuts its words out, the same answer twice, and no element out of order.
#![no_main]
use fidelity_floor::{Message, Role, extract};
use fidelity_floor_fuzz::Texts;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    // The first line is what the host declares.
    let text = String::from_utf8_lossy(data);
    let (declared, text) = text.split_once('\n').unwrap_or(("", &text));
    let source = [Message { role: Role::User, text, summary: false }];
    let elements = extract(&source, &[declared]).expect("within the limits");
    Texts { source: &source, summary: "", pinned: "", tail: &[] }.hold_all(&elements);
    assert_eq!(extract(&source, &[declared]).expect("within the limits"), elements);
    for element in &elements {
        assert!(!element.text.is_empty() && element.status.is_none() && element.evidence.is_none());
    }
});
