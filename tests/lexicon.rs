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

/// A sequence: its cue, and the words after the first.
type Sequence = (usize, Vec<String>);

/// The constants of `src/lexicon/table.rs`, laid out as its reader in `src/lexicon/mod.rs` expects.
fn table(rows: &[Row]) -> String {
    assert!(rows.len() <= 256, "the number of a cue is a byte");
    let mut by_first: BTreeMap<String, Vec<Sequence>> = BTreeMap::new();
    for (cue, row) in rows.iter().enumerate() {
        for sequence in expand(&row.pattern) {
            by_first.entry(sequence[0].clone()).or_default().push((cue, sequence[1..].to_vec()));
        }
    }
    for group in by_first.values_mut() {
        // Longest first; a phrase that is no cue before a cue of the same length.
        group.sort_by_key(|(cue, rest)| (usize::MAX - rest.len(), rows[*cue].kind != "pseudo", *cue));
        group.dedup();
    }
    // Words that begin a sequence come first; of the others, which only continue one, the commonest.
    let mut firsts: Vec<&String> = by_first.keys().collect();
    firsts.sort_by_key(|word| stem::hash(word));
    let mut uses: BTreeMap<&String, usize> = BTreeMap::new();
    for word in by_first.values().flatten().flat_map(|(_, rest)| rest) {
        *uses.entry(word).or_default() += 1;
    }
    let mut others: Vec<&String> =
        uses.keys().copied().filter(|word| *word != "_" && !by_first.contains_key(*word)).collect();
    others.sort_by_key(|word| usize::MAX - uses[word]);
    let words: Vec<&String> = firsts.iter().chain(&others).copied().collect();
    let hashes: Vec<u32> = words.iter().map(|word| stem::hash(word)).collect();
    let low: BTreeSet<u32> = hashes.iter().map(|hash| hash & 0xff_ffff).collect();
    assert_eq!(low.len(), words.len(), "two words share the low bytes of their hashes");

    let code = |word: &String| match words.iter().position(|other| *other == word) {
        None => vec![0],
        Some(at) if (firsts.len()..firsts.len() + ONE_BYTE).contains(&at) => vec![at - firsts.len() + 1],
        Some(at) => vec![ONE_BYTE + 1 + (at >> 8), at & 255],
    };
    let mut bytes = Vec::new();
    let mut places: BTreeMap<&[Sequence], usize> = BTreeMap::new();
    for first in &firsts {
        let list = by_first[*first].as_slice();
        if places.contains_key(list) {
            continue;
        }
        places.insert(list, bytes.len());
        for alike in list.chunk_by(|(cue, rest), (other, others)| cue == other && rest.len() == others.len()) {
            for group in alike.chunks(31) {
                let (cue, rest) = &group[0];
                assert!(rest.len() < 8, "a phrase of at most eight words");
                bytes.extend([rest.len() << 5 | group.len(), *cue]);
                bytes.extend(group.iter().flat_map(|(_, rest)| rest).flat_map(code));
            }
        }
        bytes.push(0);
    }
    let starts: Vec<usize> = firsts.iter().map(|first| places[by_first[*first].as_slice()]).collect();
    const BITS: u32 = 9;
    let shift = u32::BITS - BITS;
    let buckets: Vec<usize> = (0..=1usize << BITS)
        .map(|bucket| {
            let before = hashes.iter().take(firsts.len()).filter(|hash| ((**hash >> shift) as usize) < bucket).count();
            let off = before + 128 - ((bucket * firsts.len()) >> BITS);
            assert!(off < 256, "hashes are spread evenly");
            off
        })
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
    let array = |doc: &str, name: &str, kind: &str, numbers: &[usize]| {
        format!(
            "/// {doc}\n#[rustfmt::skip]\npub(super) static {name}: [{kind}; {}] = [\n{}];\n",
            numbers.len(),
            lines(numbers)
        )
    };
    let triples = hashes.iter().map(|hash| {
        let [a, b, c, _] = hash.to_le_bytes();
        [a, b, c]
    });
    let triples: Vec<String> = triples.map(|bytes| format!("{bytes:?}")).collect();
    let triples: String = triples.chunks(12).map(|line| format!("    {},\n", line.join(", "))).collect();
    [
        "//! Generated from data/cues.tsv by `UPDATE=1 cargo test --test lexicon`. Do not edit.\n\n\
         use super::{Cue, Side};\nuse crate::class::Class;\nuse crate::element::Kind;\n"
            .to_owned(),
        format!("#[rustfmt::skip]\npub(super) static CUES: [Cue; {}] = [\n{cues}];\n", rows.len()),
        format!("/// How many words begin a sequence.\npub(super) const FIRSTS: usize = {};\n", firsts.len()),
        format!(
            "/// The low bytes of the hashes of the words, the lowest first; those that begin a sequence in the order of their \
             hashes.\n#[rustfmt::skip]\npub(super) static WORDS: [[u8; 3]; {}] = [\n{triples}];\n",
            hashes.len()
        ),
        format!("/// The bits of a hash that are its bucket.\npub(super) const BITS: u32 = {BITS};\n"),
        array(
            "Where the first words of a bucket begin, 128 for where they would with the same number in each.",
            "BUCKETS",
            "u8",
            &buckets,
        ),
        array("Where the sequences of a first word begin.", "STARTS", "u16", &starts),
        array("Groups of sequences.", "SEQUENCES", "u8", &bytes),
    ]
    .join("\n")
}

/// So many of the words that only continue a sequence take one byte.
const ONE_BYTE: usize = 239;

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
