//! `src/lexicon/table.rs` is what `data/cues.tsv` says, and every example and counter-example holds.
//!
//! After a change of the data: `UPDATE=1 cargo test --test lexicon`.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    missing_docs
)]

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

/// The constants of `src/lexicon/table.rs`, laid out as its reader in `src/lexicon/mod.rs` expects.
fn table(rows: &[Row]) -> String {
    // Words that begin a sequence come first; the others only continue one.
    let mut by_first: BTreeMap<String, Vec<(Vec<String>, usize)>> = BTreeMap::new();
    for (cue, row) in rows.iter().enumerate() {
        for sequence in expand(&row.pattern) {
            by_first.entry(sequence[0].clone()).or_default().push((sequence[1..].to_vec(), cue));
        }
    }
    for group in by_first.values_mut() {
        // Longest first; a phrase that is no cue before a cue of the same length.
        group.sort_by_key(|(rest, cue)| (usize::MAX - rest.len(), rows[*cue].kind != "pseudo", *cue));
        group.dedup();
    }
    let mut firsts: Vec<&String> = by_first.keys().collect();
    firsts.sort_by_key(|word| stem::hash(word));
    let others: BTreeSet<&String> = by_first.values().flatten().flat_map(|(rest, _)| rest).collect();
    let words: Vec<&String> = firsts
        .iter()
        .copied()
        .chain(others.iter().copied().filter(|word| *word != "_" && !by_first.contains_key(*word)))
        .collect();
    let hashes: Vec<u32> = words.iter().map(|word| stem::hash(word)).collect();
    assert_eq!(hashes.iter().collect::<BTreeSet<_>>().len(), words.len(), "two words share a hash");
    let number: BTreeMap<&String, usize> = words.iter().enumerate().map(|(at, word)| (*word, at)).collect();

    let (mut starts, mut sequences) = (vec![0usize], Vec::new());
    for first in &firsts {
        for (rest, cue) in &by_first[*first] {
            sequences.extend([*cue, rest.len()]);
            sequences.extend(rest.iter().map(|word| if word == "_" { usize::from(u16::MAX) } else { number[word] }));
        }
        starts.push(sequences.len());
    }
    const BITS: u32 = 9;
    let shift = u32::BITS - BITS;
    let buckets: Vec<usize> = (0..=1u32 << BITS)
        .map(|bucket| hashes.iter().take(firsts.len()).filter(|hash| **hash >> shift < bucket).count())
        .collect();
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
    let lines = |numbers: &[usize]| -> String {
        numbers.chunks(24).map(|line| format!("    {line:?},\n").replace(['[', ']'], "")).collect()
    };
    let hashes: Vec<usize> = hashes.iter().map(|hash| *hash as usize).collect();
    let array = |doc: &str, name: &str, kind: &str, numbers: &[usize]| {
        format!(
            "/// {doc}\n#[rustfmt::skip]\npub(super) static {name}: [{kind}; {}] = [\n{}];\n",
            numbers.len(),
            lines(numbers)
        )
    };
    [
        "//! Generated from data/cues.tsv by `UPDATE=1 cargo test --test lexicon`. Do not edit.\n\n\
         use super::{Cue, Side};\nuse crate::class::Class;\nuse crate::element::Kind;\n"
            .to_owned(),
        format!("#[rustfmt::skip]\npub(super) static CUES: [Cue; {}] = [\n{cues}];\n", rows.len()),
        array("Hashes of the words; those that begin a sequence first, in order.", "WORDS", "u32", &hashes),
        format!("/// What is left of a hash is its bucket.\npub(super) const SHIFT: u32 = {shift};\n"),
        array("Where the words of a bucket begin; they end where the next one's begin.", "BUCKETS", "u16", &buckets),
        array("Where the sequences of a word begin; they end where the next word's begin.", "STARTS", "u16", &starts),
        array("Cue, length and words of each sequence.", "SEQUENCES", "u16", &sequences),
    ]
    .join("\n")
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
