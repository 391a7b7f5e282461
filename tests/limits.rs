//! The limit of texts (J2): what passes it is refused before it is read, by name, and nothing is changed.
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, missing_docs)]

use fidelity_floor::{
    Candidate, Class, DedupPair, Error, ErrorCode, Event, HostCue, Kind, Ledger, MAX_BYTES, Message, Role, Side,
    StoreRecord, check, dedup, explain, extract, fidelity, read, verify,
};

/// The limit and a byte more, by the same megabyte again and again.
const MEGABYTE: usize = 1 << 20;
const MANY: usize = MAX_BYTES / MEGABYTE;

/// What it was refused for. An error says what would have been right, and how much there was.
fn refused<T: std::fmt::Debug>(answer: Result<T, Error>, path: &str) {
    let error = answer.expect_err("more than the limit");
    assert_eq!((error.code, error.path.as_str()), (ErrorCode::TooLarge, path));
    assert!(error.expected.contains(&MAX_BYTES.to_string()), "{error}");
    assert!(error.found.parse::<usize>().is_ok_and(|found| found > MAX_BYTES), "{error}");
}

#[test]
fn texts_beyond_the_limit_are_refused_before_they_are_read() {
    let text = "x".repeat(MEGABYTE);
    let message = |text| Message { role: Role::User, text, summary: false };
    // One byte more than the limit, spread over what an event holds.
    let full = vec![message(text.as_str()); MANY];
    let most = &full[1..];
    refused(extract(&full, &["x"]), "");
    refused(check(&Event::new(&full, "x")), "");
    refused(check(&Event { pinned: "x", ..Event::new(most, &text) }), "");
    refused(check(&Event { tail: &[message("x")], ..Event::new(most, &text) }), "");
    refused(verify(&Event { declared: &["x"], ..Event::new(most, &text) }), "");
    refused(read(&Event { patterns: &["x*"], ..Event::new(most, &text) }), "");
    let cue = HostCue { id: "c", pattern: "x", class: Class::Negation, kind: Kind::Denial, side: Side::After };
    refused(explain(&Event { lexicon: &[cue], ..Event::new(most, &text) }, 0), "");
    refused(fidelity(&vec![text.as_str(); MANY], "x", 0.9), "");

    let ids: Vec<String> = (0..=MANY).map(|at| at.to_string()).collect();
    let entry = |id| Candidate { id, text: &text, summary: false, accumulates: false };
    let entries: Vec<Candidate<'_>> = ids.iter().map(|id| entry(id)).collect();
    refused(dedup(&entries, &[DedupPair { first: 0, second: 1, cosine: None }], None), "entries");

    let mut store = Ledger::new();
    let records: Vec<StoreRecord<'_>> =
        ids.iter().map(|id| StoreRecord::Source { id, text: &text, tokens: None }).collect();
    refused(store.apply(&records), "records");
    assert_eq!((store.len(), store.cycle(), store.live()), (0, 0, (0, 0.0)));
    assert_eq!(store.apply(&records[..2]).unwrap().live_after, 2);
}
