//! Operations on a ledger, right and wrong ones mixed: against a slow store that keeps a map, and a plan that does what it says.
#![no_main]
use arbitrary::Arbitrary;
use fidelity_floor::{Answer, EntryState, Ledger, Probe, StepKind, StoreRecord};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

/// Entries are named by small numbers, so that they meet.
#[derive(Arbitrary, Clone, Debug)]
enum Step {
    Source(u8, u8),
    Summary(u8, Vec<u8>, u8, Option<u8>),
    Merged(u8, u8),
    Dropped(u8),
    Expanded(u8),
    Restored(u8),
}

#[derive(Arbitrary, Debug)]
struct Input {
    cycles: Vec<Vec<Step>>,
    /// Whether summaries say nothing that none of their sources says.
    honest: bool,
    budget: Option<u8>,
}

const NAMES: usize = 24;
type Names = Vec<String>;

fn name(names: &Names, at: u8) -> &str {
    &names[usize::from(at) % NAMES]
}

/// What a summary says: the facts whose bit is set, of those with a number below eight.
fn told(bits: u8) -> String {
    (0..8).filter(|at| bits >> at & 1 == 1).map(|at| format!("It says fact{at}x. ")).collect()
}

/// What the entries say, by the number of their name.
type Facts = [u8; NAMES];

fn record<'a>(step: &Step, names: &'a Names, texts: &'a [String], honest: Option<&mut Facts>) -> StoreRecord<'a> {
    let step = &match (step.clone(), honest) {
        (Step::Source(id, text), Some(facts)) => {
            facts[usize::from(id) % NAMES] = text;
            Step::Source(id, text)
        }
        (Step::Summary(id, replaces, text, generation), Some(facts)) => {
            let known = replaces.iter().take(6).fold(0, |known, at| known | facts[usize::from(*at) % NAMES]);
            facts[usize::from(id) % NAMES] = text & known;
            Step::Summary(id, replaces, text & known, generation)
        }
        (step, _) => step,
    };
    match step {
        Step::Source(id, text) => StoreRecord::Source {
            id: name(names, *id),
            text: &texts[usize::from(*text)],
            tokens: Some(u32::from(*text % 9)),
        },
        Step::Summary(id, replaces, text, generation) => StoreRecord::Summary {
            id: name(names, *id),
            text: &texts[usize::from(*text)],
            replaces: replaces.iter().take(6).map(|at| name(names, *at)).collect(),
            generation: generation.map(u32::from),
            tokens: None,
        },
        Step::Merged(id, into) => StoreRecord::Merged { id: name(names, *id), into: name(names, *into) },
        Step::Dropped(id) => StoreRecord::Dropped { id: name(names, *id) },
        Step::Expanded(id) => StoreRecord::Expanded { id: name(names, *id) },
        Step::Restored(id) => StoreRecord::Restored { id: name(names, *id) },
    }
}

/// The slow store: what an entry is, and of summaries what they replaced.
type Slow = BTreeMap<String, (EntryState, u32, Vec<String>)>;

/// One record by the words of the rules; `None` where it must fail.
fn slow(store: &mut Slow, record: &StoreRecord<'_>) -> Option<()> {
    let live = |store: &Slow, id: &str| store.get(id).is_some_and(|entry| entry.0 == EntryState::Live);
    match record {
        StoreRecord::Source { id, .. } => {
            if store.contains_key(*id) {
                return None;
            }
            store.insert((*id).into(), (EntryState::Live, 0, Vec::new()));
        }
        StoreRecord::Summary { id, replaces, generation, .. } => {
            let twice = replaces.iter().enumerate().any(|(at, id)| replaces[..at].contains(id));
            if store.contains_key(*id) || replaces.is_empty() || twice || !replaces.iter().all(|id| live(store, id)) {
                return None;
            }
            let highest = replaces.iter().map(|id| store[*id].1).max().unwrap_or(0) + 1;
            if generation.is_some_and(|said| said != highest) {
                return None;
            }
            for id in replaces {
                store.get_mut(*id)?.0 = EntryState::Summarised;
            }
            let replaces = replaces.iter().map(|id| (*id).to_owned()).collect();
            store.insert((*id).into(), (EntryState::Live, highest, replaces));
        }
        StoreRecord::Merged { id, into } => {
            if id == into || !live(store, id) || !live(store, into) {
                return None;
            }
            store.get_mut(*id)?.0 = EntryState::Merged;
        }
        StoreRecord::Dropped { id } => {
            if !live(store, id) {
                return None;
            }
            store.get_mut(*id)?.0 = EntryState::Dropped;
        }
        StoreRecord::Expanded { id } => {
            if !live(store, id) || store[*id].2.is_empty() {
                return None;
            }
            store.get_mut(*id)?.0 = EntryState::Expanded;
            for id in store[*id].2.clone() {
                store.get_mut(&id)?.0 = EntryState::Live;
            }
        }
        StoreRecord::Restored { id } => {
            if !store.get(*id).is_some_and(|entry| matches!(entry.0, EntryState::Merged | EntryState::Dropped)) {
                return None;
            }
            store.get_mut(*id)?.0 = EntryState::Live;
        }
    }
    Some(())
}

fuzz_target!(|input: Input| {
    let names: Names = (0..NAMES).map(|at| format!("e{at}")).collect();
    let texts: Vec<String> = (0..=255).map(told).collect();
    let (mut store, mut oracle) = (Ledger::new(), Slow::new());
    let mut facts = Facts::default();
    for cycle in input.cycles.iter().take(40) {
        let one = |step| record(step, &names, &texts, input.honest.then_some(&mut facts));
        let records: Vec<StoreRecord<'_>> = cycle.iter().take(20).map(one).collect();
        let mut after = oracle.clone();
        let right = records.iter().all(|record| slow(&mut after, record).is_some());
        let before = (store.cycle(), store.len(), store.live());
        match store.apply(&records) {
            Ok(applied) => {
                assert!(right, "applied what must fail: {records:?}");
                oracle = after;
                assert_eq!((applied.live_after, applied.tokens_after), store.live());
                assert!((0.0..=1.0).contains(&applied.dedup_rate), "{applied:?}");
            }
            Err(error) => {
                assert!(!right, "{error:?} on {records:?}");
                assert!(error.path.starts_with("records"), "{error:?}");
                assert_eq!((store.cycle(), store.len(), store.live()), before);
            }
        }
    }
    // Entry by entry as the slow store has it, and the counts with them.
    let (mut live, mut tokens) = (0, 0.0);
    for (id, (state, generation, replaces)) in &oracle {
        let entry = store.entry(id).expect("the slow store has it");
        assert_eq!((entry.state, entry.generation), (*state, *generation), "{id}");
        assert_eq!(entry.replaces, *replaces);
        if *state == EntryState::Live {
            live += 1;
            tokens += f64::from(entry.tokens);
        }
    }
    assert_eq!((store.len() as usize, store.live()), (oracle.len(), (live, tokens)));
    // Read again, it is the same.
    let mut again = Ledger::new();
    for cycle in 1..=store.cycle() {
        again.apply(&store.records(cycle).collect::<Vec<_>>()).expect("its own records");
    }
    assert_eq!(again.live(), store.live());
    assert!((0..store.len()).all(|at| again.view(at) == store.view(at)));
    plans(&mut store, &names, input.budget);
});

/// A plan keeps to its budget, regains what it says and loses nothing; without a budget nothing comes back besides. But of facts
/// that a summary made up nothing is said; what a summary that is expanded owed to an entry that is not the probe's goes; and a
/// restored entry no longer has what it was merged into.
fn plans(store: &mut Ledger, names: &Names, budget: Option<u8>) {
    let facts: Vec<String> = (0..8).map(|at| format!("fact{at}x")).collect();
    let answers: Vec<[Answer<'_>; 1]> = facts.iter().map(|text| [Answer { class: None, text }]).collect();
    // Each entry is asked alone, and with the next one.
    let known: Vec<&str> = names.iter().map(String::as_str).filter(|id| store.entry(id).is_some()).collect();
    let from: Vec<Vec<String>> = (0..known.len() * 2)
        .map(|at| known.iter().cycle().skip(at / 2).take(1 + at % 2).map(|id| (*id).to_owned()).collect::<Vec<_>>())
        .map(|mut from| {
            from.dedup();
            from
        })
        .collect();
    let from: Vec<Vec<&str>> = from.iter().map(|from| from.iter().map(String::as_str).collect()).collect();
    let ids: Vec<String> = (0..from.len()).map(|at| format!("p{at}")).collect();
    let fact = |at: usize| (at / 2 + at % 2) % facts.len();
    let probes: Vec<Probe<'_>> =
        (0..from.len()).map(|at| Probe { id: &ids[at], from: &from[at], answers: &answers[fact(at)] }).collect();
    // The live entries that answer a probe: what became of its own, and says the fact.
    let holders = |store: &Ledger, at: usize| -> Vec<String> {
        let live = store.lineage(&from[at]).expect("known").into_iter().filter(|entry| entry.gone.is_none());
        live.filter(|entry| entry.text.contains(&facts[fact(at)])).map(|entry| entry.id.to_owned()).collect()
    };
    // The merged entries on its way.
    let merged: Vec<Vec<String>> = (0..probes.len())
        .map(|at| {
            let way = store.lineage(&from[at]).expect("known").into_iter();
            way.filter(|entry| entry.state == EntryState::Merged).map(|entry| entry.id.to_owned()).collect()
        })
        .collect();
    let made_up = |store: &Ledger, at: usize| {
        let says = |id: &str| store.entry(id).is_some_and(|entry| entry.text.contains(&facts[fact(at)]));
        let entries = names.iter().filter_map(|id| store.entry(id));
        entries
            .filter(|entry| !entry.replaces.is_empty())
            .any(|entry| says(entry.id) && !entry.replaces.iter().any(|id| says(id)))
    };
    let before: Vec<Vec<String>> = (0..probes.len()).map(|at| holders(store, at)).collect();
    let lost = store.coverage(&probes).expect("known").lost;
    assert!((0..probes.len()).all(|at| lost.contains(&&*ids[at]) == before[at].is_empty()), "{lost:?} of {before:?}");
    let way = |at: usize| store.lineage(&from[at]).expect("known");
    let ways: Vec<Vec<String>> =
        (0..probes.len()).map(|at| way(at).iter().map(|entry| entry.id.to_owned()).collect()).collect();
    let into: Vec<Vec<String>> = (0..probes.len())
        .map(|at| {
            let merged = way(at).into_iter().filter(|entry| entry.state == EntryState::Merged);
            merged.filter_map(|entry| entry.into.map(str::to_owned)).collect()
        })
        .collect();
    let (steps, tokens, regained) = {
        let traces = store.trace(&probes).expect("known");
        let traced: Vec<&str> = traces.iter().filter(|trace| !trace.answered).map(|trace| trace.probe).collect();
        assert_eq!(traced, lost);
        let plan = store.plan(&traces, budget.map(u32::from)).expect("its own traces");
        let steps: Vec<(StepKind, String)> = plan.steps.iter().map(|step| (step.kind, step.id.to_owned())).collect();
        (steps, plan.tokens, plan.regained.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>())
    };
    assert!(budget.is_none_or(|budget| tokens <= f64::from(budget)));
    let live = store.live().1;
    let records: Vec<StoreRecord<'_>> = steps
        .iter()
        .map(|(kind, id)| match kind {
            StepKind::Expanded => StoreRecord::Expanded { id },
            StepKind::Restored => StoreRecord::Restored { id },
        })
        .collect();
    store.apply(&records).expect("a plan can be applied");
    assert_eq!(store.live().1 - live, tokens);
    // Whether what an entry says stays: it is not expanded, or what it replaced says it and stays, and is the probe's own too.
    let expands = |id: &str| steps.iter().any(|(kind, step)| *kind == StepKind::Expanded && step == id);
    fn stays(store: &Ledger, id: &str, fact: &str, expands: &dyn Fn(&str) -> bool, own: Option<&[String]>) -> bool {
        let Some(entry) = store.entry(id).filter(|entry| entry.text.contains(fact)) else { return false };
        let its = |id: &&&str| own.is_none_or(|own| own.iter().any(|other| other == **id));
        !expands(id) || entry.replaces.iter().filter(its).any(|id| stays(store, id, fact, expands, own))
    }
    // Of the summaries that a probe comes from, or that something was merged into, all that they replaced is its own.
    let keeps = |store: &Ledger, at: usize, id: &str| {
        let whole = from[at].contains(&id) || store.entry(id).is_some_and(|_| into[at].iter().any(|into| into == id));
        stays(store, id, &facts[fact(at)], &expands, if whole { None } else { Some(&ways[at]) })
    };
    // Restored, so it no longer has what it was merged into, and does not say it itself, or is expanded and what it said goes.
    let parted = |store: &Ledger, at: usize| {
        let restored = |id: &String| steps.iter().any(|(kind, step)| *kind == StepKind::Restored && step == id);
        merged[at].iter().any(|id| restored(id) && !keeps(store, at, id))
    };
    for (at, before) in before.iter().enumerate().filter(|(at, _)| !made_up(store, *at)) {
        let answered = !holders(store, at).is_empty();
        if before.is_empty() {
            let regains = regained.contains(&ids[at]);
            let says = |id: &&String| store.entry(id).is_some_and(|entry| entry.text.contains(&facts[fact(at)]));
            let owed = names.iter().filter(says).any(|id| expands(id) && !keeps(store, at, id));
            assert!(answered || !regains || parted(store, at) || owed, "{} is said to come back: {steps:?}", ids[at]);
            assert!(!answered || regains || budget.is_some(), "{} comes back unsaid: {steps:?}", ids[at]);
        } else {
            let kept = before.iter().any(|id| keeps(store, at, id));
            assert!(answered || parted(store, at) || !kept, "{} is lost, {before:?} held it: {steps:?}", ids[at]);
        }
    }
}
