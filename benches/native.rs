//! What the core costs natively, each beside something plainer in the same rounds: `cargo bench` (or `npm run bench native`).
//!
//! A line each: nanoseconds of an operation, the median of all rounds; then the same of what it is held against, and the ratio
//! within a round, median, least and most.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use fidelity_floor::{
    Answer, Class, ClassSet, Columns, Conditions, Contract, Cycle, Decision, Event, Ledger, Message, OnWatch, Policy,
    Probe, Role, Rules, Signal, StoreRecord, check, check_cycle, check_cycles, decide, descend, extract, verify,
};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 15;
const CYCLES: usize = 100_000;

fn main() {
    println!("{:<34}{:>14}  {:<24}{:>12}{:>10}  least – most", "operation", "ns", "against", "ns", "ratio");
    decisions();
    cycles();
    texts();
    store();
}

/// Measures both in turns. `count` operations are in a call; `calls` calls make a round.
fn compare<A, B>(
    name: &str,
    other: &str,
    count: usize,
    calls: usize,
    mut own: impl FnMut() -> A,
    mut plain: impl FnMut() -> B,
) {
    let time = |call: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        start.elapsed().as_secs_f64() * 1e9 / (count * calls) as f64
    };
    let mut rounds: Vec<[f64; 2]> = Vec::new();
    for round in 0..ROUNDS + 2 {
        let pair = [time(&mut || drop(black_box(own()))), time(&mut || drop(black_box(plain())))];
        // Two to warm up.
        if round >= 2 {
            rounds.push(pair);
        }
    }
    let sorted = |value: &dyn Fn(&[f64; 2]) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let [owns, plains] = [sorted(&|pair| pair[0]), sorted(&|pair| pair[1])].map(|values| values[ROUNDS / 2]);
    let ratios = sorted(&|pair| pair[0] / pair[1]);
    let (least, middle, most) = (ratios[0], ratios[ROUNDS / 2], ratios[ROUNDS - 1]);
    println!("{name:<34}{owns:>14.1}  {other:<24}{plains:>12.1}{middle:>9.2}×  {least:.2} – {most:.2}");
}

fn decisions() {
    let sets: Vec<ClassSet> = (0..64).filter_map(ClassSet::from_bits).collect();
    let contracts: Vec<Contract> = sets
        .iter()
        .zip(sets.iter().rev())
        .map(|(required, certified)| Contract {
            required: *required,
            certified: *certified,
            generation: 1,
            ancestry_certified: required.bits() % 3 != 0,
        })
        .collect();
    let conditions = Conditions { consumer_strict: true, ..Conditions::default() };
    let plain = |contract: &Contract| {
        let missing: Vec<Class> =
            contract.required.iter().filter(|class| !contract.certified.contains(*class)).collect();
        let decision = match contract.ancestry_certified && missing.is_empty() {
            true => Decision::Certified,
            false if conditions.source_recoverable => Decision::Provisional,
            false => Decision::Refuse,
        };
        (decision, missing)
    };
    let all = || contracts.iter().map(|contract| black_box(decide(contract, &conditions, Policy::Any)).decision).max();
    let ports = || contracts.iter().map(|contract| black_box(plain(contract)).0).max();
    compare("decide", "the two rules alone", contracts.len(), 500, all, ports);
    let families = || {
        let child = |(own, parent): (&Contract, &Contract)| {
            black_box(descend(own.required, own.certified, [*own, *parent].into_iter())).generation
        };
        contracts.iter().zip(contracts.iter().rev()).map(child).max()
    };
    compare("descend, two parents", "the two rules alone", contracts.len(), 500, families, ports);
}

fn cycles() {
    let mut seed = 7u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 8) / f64::from(1 << 24)
    };
    let mut column = |least: f64, most: f64| (0..CYCLES).map(|_| least + next() * (most - least)).collect::<Vec<f64>>();
    let (before, after) = (column(7000.0, 9000.0), column(6000.0, 9000.0));
    let (covered, left, dedup) = (column(0.8, 0.9), column(0.75, 0.9), column(0.0, 1.0));
    let columns = Columns {
        tokens_before: &before,
        tokens_after: &after,
        coverage_before: &covered,
        coverage_after: &left,
        dedup_rate: &dedup,
        probes: &[],
        gained: &[],
    };
    // H2 and H3 alone, nothing validated.
    let plain = || {
        let mut quiet = 0u32;
        let judge = |row: usize| {
            let saved = (before[row] - after[row]) / before[row].max(1.0);
            let lost = covered[row] - left[row];
            quiet = if saved.abs() < 0.05 { quiet + 1 } else { 0 };
            let halts = if saved > 0.0 { lost > 3.0 * saved } else { lost > 0.01 };
            let signal = if halts || (dedup[row] > 0.5 && quiet >= 2) { Signal::Halt } else { Signal::Continue };
            (signal, saved, lost, (saved > 0.0).then(|| lost / saved))
        };
        (0..CYCLES).map(judge).collect::<Vec<_>>()
    };
    let bare = Rules { on_watch: OnWatch::Ignore, ..Rules::default() };
    compare("cycle batch, a cycle, H2–H3", "a plain loop", CYCLES, 3, || check_cycles(&columns, bare).unwrap(), plain);
    let whole = || check_cycles(&columns, Rules::default()).unwrap();
    compare("cycle batch, a cycle, H2–H5", "a plain loop", CYCLES, 3, whole, plain);
    let cycle = Cycle {
        tokens_before: 7900.0,
        tokens_after: 7000.0,
        coverage_before: 0.41,
        coverage_after: 0.4,
        dedup_rate: 0.6,
        ..Cycle::default()
    };
    let single = || (0..1000).filter(|_| check_cycle(black_box(&cycle), &[0.1], &bare).verdict == Signal::Halt).count();
    compare("check_cycle", "a cycle of the loop", 1000, 30, single, || {
        let saved = |turn: usize| (before[turn] - after[turn]) / before[turn].max(1.0);
        (0..1000).filter(|turn| covered[*turn] - left[*turn] > 3.0 * saved(*turn)).count()
    });
}

fn texts() {
    let file = |name: &str| std::fs::read_to_string(format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let summary = file("summary.md");
    let session: Vec<(Role, String)> = file("session.jsonl")
        .lines()
        .map(|line| {
            let message: serde_json::Value = serde_json::from_str(line).unwrap();
            let role = match message["role"].as_str() {
                Some("system") => Role::System,
                Some("user") => Role::User,
                Some("tool") => Role::Tool,
                _ => Role::Assistant,
            };
            (role, message["text"].as_str().or(message["content"].as_str()).unwrap_or("").to_owned())
        })
        .collect();
    let unit: usize = session.iter().map(|(_, text)| text.len()).sum();
    // Other names in each copy; of the user every copy after the first keeps one message, as in real sessions.
    let users = session.iter().filter(|(role, _)| *role == Role::User).count();
    let mut all: Vec<(Role, String)> = Vec::new();
    for copy in 0..500_000 / unit + 1 {
        let mut user = 0;
        for (role, text) in &session {
            user += usize::from(*role == Role::User);
            let is_one = *role != Role::System && (*role != Role::User || user % users == copy % users);
            if copy == 0 || is_one {
                all.push((*role, text.replace("ledger", &format!("ledger{copy}"))));
            }
        }
    }
    let source: Vec<Message<'_>> =
        all.iter().map(|(role, text)| Message { role: *role, text, summary: false }).collect();
    let bytes: usize = all.iter().map(|(_, text)| text.len()).sum();
    println!(
        "texts: a source of {bytes} bytes, a summary of {} bytes; nanoseconds of a byte of the source",
        summary.len()
    );
    let scan =
        || all.iter().map(|(_, text)| text.bytes().filter(|byte| black_box(*byte) == b' ').count()).sum::<usize>();
    let event = Event::new(&source, &summary);
    compare("extract", "byte scan", bytes, 1, || extract(&source, &[]).unwrap(), scan);
    compare("verify", "byte scan", bytes, 1, || verify(&event).unwrap(), scan);
    compare("check", "byte scan", bytes, 1, || check(&event).unwrap(), scan);
}

fn store() {
    const ENTRIES: usize = 10_000;
    const MEMBERS: usize = 10;
    let ids: Vec<String> = (0..ENTRIES).map(|at| format!("entry-{at}")).collect();
    let says: Vec<String> = (0..ENTRIES).map(|at| format!("Customer {at} pays by invoice, account AC-{at}.")).collect();
    let entries = ids.iter().zip(&says).map(|(id, text)| StoreRecord::Source { id, text, tokens: None });
    let arrive: Vec<StoreRecord<'_>> = entries.collect();
    let names: Vec<String> = (0..100).map(|at| format!("summary-{at}")).collect();
    let summaries = names.iter().zip(ids.chunks(MEMBERS)).map(|(id, members)| StoreRecord::Summary {
        id,
        text: "Ten customers pay by invoice.",
        replaces: members.iter().map(String::as_str).collect(),
        generation: None,
        tokens: None,
    });
    let cycle: Vec<StoreRecord<'_>> = summaries.collect();
    let filled = || {
        let mut store = Ledger::new();
        store.apply(&arrive).unwrap();
        store
    };
    let copied = || ids.iter().cloned().zip(says.iter().cloned()).collect::<std::collections::HashMap<_, _>>();
    println!("store: {ENTRIES} entries, {} probes; nanoseconds of an entry or a probe", 100 * MEMBERS);
    compare("store apply, entries arrive", "into a HashMap", ENTRIES, 1, filled, copied);
    let both = || {
        let mut store = filled();
        store.apply(&cycle).unwrap();
        store
    };
    compare("store apply, then 100 summaries", "into a HashMap", ENTRIES, 1, both, copied);
    let store = both();
    let wanted: Vec<String> = (0..100 * MEMBERS).map(|at| format!("AC-{at}")).collect();
    let answers: Vec<[Answer<'_>; 1]> = wanted.iter().map(|text| [Answer { class: None, text }]).collect();
    let from: Vec<[&str; 1]> = ids.iter().map(|id| [id.as_str()]).collect();
    let probe = |at: usize| Probe { id: &ids[at], from: &from[at], answers: &answers[at] };
    let probes: Vec<Probe<'_>> = (0..100 * MEMBERS).map(probe).collect();
    let find = || (0..100 * MEMBERS).filter(|at| says[*at].contains(&wanted[*at])).count();
    compare("store trace", "str::contains", probes.len(), 1, || store.trace(&probes).unwrap(), find);
    let traces = store.trace(&probes).unwrap();
    compare("store plan", "str::contains", probes.len(), 1, || store.plan(&traces, Some(5000)).unwrap(), find);
}
