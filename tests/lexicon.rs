//! `src/lexicon/table.rs` is what `data/cues.tsv` says, and every example and counter-example holds.
//!
//! After a change of the data: `UPDATE=1 cargo test --test lexicon`.

use fidelity_floor::{Message, Role, extract};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

#[allow(dead_code)]
#[path = "../src/text/stem.rs"]
mod stem;

struct Row {
    id: String,
    class: String,
    kind: String,
    side: String,
    pattern: String,
    example: String,
    counter: String,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(root().join("data/cues.tsv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next().unwrap(), "id\tlang\tclass\tkind\tside\tpattern\texample\tcounter-example\tsource");
    let rows: Vec<Row> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [id, _lang, class, kind, side, pattern, example, counter, _source] = fields[..] else {
                panic!("nine fields: {line}");
            };
            let [id, class, kind, side, pattern, example, counter] =
                [id, class, kind, side, pattern, example, counter].map(str::to_owned);
            Row { id, class, kind, side, pattern, example, counter }
        })
        .collect();
    let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids.len(), rows.len(), "ids are unique");
    rows
}

/// `a|b c?, d` stands for `a c`, `a`, `b c`, `b`, `d`.
fn expand(pattern: &str) -> Vec<Vec<String>> {
    let mut sequences = Vec::new();
    for phrase in pattern.split(", ") {
        let mut partial: Vec<Vec<String>> = vec![Vec::new()];
        for word in phrase.split(' ') {
            let (word, optional) = word.strip_suffix('?').map_or((word, false), |word| (word, true));
            let mut longer = if optional { partial.clone() } else { Vec::new() };
            for alternative in word.split('|') {
                for start in &partial {
                    longer.push(start.iter().cloned().chain([alternative.to_owned()]).collect());
                }
            }
            partial = longer;
        }
        sequences.extend(partial);
    }
    sequences
}

fn camel(name: &str) -> String {
    name.split('-').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

fn table(rows: &[Row]) -> String {
    let mut by_first: BTreeMap<u32, Vec<(Vec<u32>, usize)>> = BTreeMap::new();
    let mut words: BTreeMap<u32, String> = BTreeMap::new();
    for (cue, row) in rows.iter().enumerate() {
        for sequence in expand(&row.pattern) {
            let hashes: Vec<u32> = sequence
                .iter()
                .map(|word| {
                    if word == "_" {
                        return 0;
                    }
                    let hash = stem::hash(word);
                    let known = words.entry(hash).or_insert_with(|| word.clone());
                    assert!(hash != 0 && known == word, "{word} and {known} collide");
                    hash
                })
                .collect();
            by_first.entry(hashes[0]).or_default().push((hashes[1..].to_vec(), cue));
        }
    }
    let (mut first, mut sequences) = (String::new(), String::new());
    let mut from = 0;
    for (hash, group) in &mut by_first {
        // Longest first; a phrase that is no cue before a cue of the same length.
        group.sort_by_key(|(rest, cue)| (usize::MAX - rest.len(), rows[*cue].kind != "pseudo", *cue));
        group.dedup();
        writeln!(first, "    ({hash:#010x}, {from}, {}),", from + group.len()).unwrap();
        for (rest, cue) in group.iter() {
            let rest: Vec<String> = rest.iter().map(|hash| format!("{hash:#x}")).collect();
            writeln!(sequences, "    Sequence {{ cue: {cue}, rest: &[{}] }},", rest.join(", ")).unwrap();
        }
        from += group.len();
    }
    let size = (by_first.len() * 3).next_power_of_two();
    let mut slots = vec![0usize; size];
    for (index, hash) in by_first.keys().enumerate() {
        let mut slot = *hash as usize % size;
        while slots[slot] != 0 {
            slot = (slot + 1) % size;
        }
        slots[slot] = index + 1;
    }
    let mut cues = String::new();
    for row in rows {
        let kind = if row.kind == "pseudo" { "None".into() } else { format!("Some(Kind::{})", camel(&row.kind)) };
        writeln!(
            cues,
            "    Cue {{ id: {:?}, class: Class::{}, kind: {kind}, side: Side::{} }},",
            row.id,
            camel(&row.class),
            camel(&row.side)
        )
        .unwrap();
    }
    let slots: Vec<String> = slots.chunks(24).map(|line| format!("    {line:?},").replace(['[', ']'], "")).collect();
    format!(
        "//! Generated from data/cues.tsv by `UPDATE=1 cargo test --test lexicon`. Do not edit.\n\n\
         use super::{{Cue, Sequence, Side}};\nuse crate::class::Class;\nuse crate::element::Kind;\n\n\
         #[rustfmt::skip]\npub(super) static CUES: [Cue; {}] = [\n{cues}];\n\n\
         /// Hash of the first word, and its sequences.\n#[rustfmt::skip]\npub(super) static FIRST: [(u32, u16, u16); {}] = [\n{first}];\n\n\
         #[rustfmt::skip]\npub(super) static SEQUENCES: [Sequence; {from}] = [\n{sequences}];\n\n\
         /// Open addressing: the index into `FIRST`, plus one.\n#[rustfmt::skip]\npub(super) static SLOTS: [u16; {size}] = [\n{}\n];\n",
        rows.len(),
        by_first.len(),
        slots.join("\n")
    )
}

#[test]
fn table_is_fresh() {
    let path = root().join("src/lexicon/table.rs");
    let table = table(&rows());
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &table).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap();
    assert!(stored == table, "stale: run UPDATE=1 cargo test --test lexicon");
}

/// The cues that extraction reports in a sentence, by class and kind.
fn found(text: &str) -> Vec<(String, String)> {
    let message = Message { role: Role::User, text, summary: false };
    extract(&[message], &[])
        .unwrap()
        .iter()
        .map(|element| {
            let kind = format!("{:?}", element.kind);
            (element.class.name().to_owned(), kind)
        })
        .collect()
}

#[test]
fn examples_and_counter_examples_hold() {
    let mut failures = Vec::new();
    for row in rows() {
        let wanted = (row.class.clone(), camel(&row.kind));
        let is = |text: &str| {
            if row.kind == "pseudo" {
                // The phrase is no cue of its class; the counter-example need not be one either.
                return found(text).iter().all(|(class, _)| *class != row.class);
            }
            found(text).contains(&wanted)
        };
        if !is(&row.example) {
            failures.push(format!("{}: no {} {} in {:?}", row.id, row.class, row.kind, row.example));
        }
        if row.kind != "pseudo" && is(&row.counter) {
            failures.push(format!("{}: {} {} in {:?}", row.id, row.class, row.kind, row.counter));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
