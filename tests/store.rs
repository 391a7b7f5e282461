//! The store against its vectors, and what holds of every store (I, E6).
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use fidelity_floor::{Answer, Class, Error, Ledger, Plan, Probe, StoreRecord, Trace, fidelity};
use proptest::prelude::*;
use serde_json::Value;

fn records(cycle: &Value) -> Vec<StoreRecord<'_>> {
    let text = |row: &'_ Value, field: &str| -> String { row[field].as_str().unwrap_or("").into() };
    let number = |row: &Value, field: &str| row[field].as_u64().map(|number| number as u32);
    let one = |row: &'static Value| -> StoreRecord<'static> {
        let str = |field: &str| row[field].as_str().unwrap();
        match text(row, "kind").as_str() {
            "source" => StoreRecord::Source { id: str("id"), text: str("text"), tokens: number(row, "tokens") },
            "summary" => StoreRecord::Summary {
                id: str("id"),
                text: str("text"),
                replaces: row["replaces"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect(),
                generation: number(row, "generation"),
                tokens: number(row, "tokens"),
            },
            "merged" => StoreRecord::Merged { id: str("id"), into: str("into") },
            "dropped" => StoreRecord::Dropped { id: str("id") },
            "expanded" => StoreRecord::Expanded { id: str("id") },
            "restored" => StoreRecord::Restored { id: str("id") },
            kind => panic!("no record of kind {kind}"),
        }
    };
    // The vectors live as long as the test.
    let leaked: &'static Value = Box::leak(Box::new(cycle.clone()));
    leaked.as_array().unwrap().iter().map(one).collect()
}

type Owned = (String, Vec<String>, Vec<(Option<Class>, String)>);

fn owned(probes: &Value) -> Vec<Owned> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let answer = |value: &Value| match value.as_str() {
        Some(string) => (None, string.to_owned()),
        None => (Some(serde_json::from_value(value["class"].clone()).unwrap()), text(&value["text"])),
    };
    let list = |row: &Value, field: &str| row[field].as_array().unwrap().clone();
    let rows = probes.as_array().cloned().unwrap_or_default();
    let probe = |row: &Value| {
        (
            text(&row["id"]),
            list(row, "from").iter().map(text).collect(),
            list(row, "answers").iter().map(answer).collect(),
        )
    };
    rows.iter().map(probe).collect()
}

/// Runs something with the probes as the store takes them.
fn with_probes<T>(owned: &[Owned], run: impl FnOnce(&[Probe<'_>]) -> T) -> T {
    let from: Vec<Vec<&str>> = owned.iter().map(|(_, from, _)| from.iter().map(String::as_str).collect()).collect();
    let answers: Vec<Vec<Answer<'_>>> = owned
        .iter()
        .map(|(.., answers)| answers.iter().map(|(class, text)| Answer { class: *class, text }).collect())
        .collect();
    let probe = |at: usize| Probe { id: &owned[at].0, from: &from[at], answers: &answers[at] };
    run(&(0..owned.len()).map(probe).collect::<Vec<_>>())
}

/// Where the actual value lacks what is expected: lists of equal length, objects may hold more.
fn differs(actual: &Value, expected: &Value, path: &str) -> Option<String> {
    match (actual, expected) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(at, (a, b))| differs(a, b, &format!("{path}[{at}]")))
        }
        (Value::Object(a), Value::Object(b)) => b
            .iter()
            .find_map(|(key, wanted)| differs(a.get(key).unwrap_or(&Value::Null), wanted, &format!("{path}.{key}"))),
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => None,
        (a, b) if a == b => None,
        (a, b) => Some(format!("{path} is {a}, expected {b}")),
    }
}

fn said(store: &Ledger, probes: &[Owned], budgets: &[Value]) -> Value {
    with_probes(probes, |probes| {
        let traces = store.trace(probes).unwrap();
        let plan = |row: &Value| {
            serde_json::to_value(store.plan(&traces, row["budget"].as_u64().map(|budget| budget as u32)).unwrap())
                .unwrap()
        };
        let (entries, tokens) = store.live();
        serde_json::json!({
            "size": store.len(),
            "live": { "entries": entries, "tokens": tokens },
            "coverage": store.coverage(probes).unwrap(),
            "trace": traces,
            "plans": budgets.iter().map(plan).collect::<Vec<_>>(),
        })
    })
}

#[test]
fn vectors() {
    let vectors: Value = serde_json::from_str(include_str!("vectors/store.json")).unwrap();
    let cases = vectors["cases"].as_array().unwrap();
    let mut problems = Vec::new();
    for row in cases {
        let name = format!("{} {}", row["rule"], row["name"]);
        let mut store = Ledger::new();
        let mut failed: Option<Error> = None;
        for cycle in row["cycles"].as_array().unwrap() {
            assert!(failed.is_none(), "{name}: only the last cycle may fail");
            failed = store.apply(&records(cycle)).err();
        }
        let found = failed.map_or(Value::Null, |error| serde_json::json!({ "code": error.code, "path": error.path }));
        problems.extend(differs(&found, &row["error"], "error").map(|problem| format!("{name}: {problem}")));
        let budgets = row["expect"]["plans"].as_array().cloned().unwrap_or_default();
        let said = said(&store, &owned(&row["probes"]), &budgets);
        let mut expected = row["expect"].clone();
        for plan in expected.get_mut("plans").and_then(Value::as_array_mut).into_iter().flatten() {
            plan.as_object_mut().unwrap().remove("budget");
        }
        problems.extend(differs(&said, &expected, "").map(|problem| format!("{name}: {problem}")));
    }
    for row in vectors["fidelity"].as_array().unwrap() {
        let members: Vec<&str> = row["members"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        let threshold = row["threshold"].as_f64().unwrap_or(fidelity_floor::DEFAULT_FIDELITY);
        let judged = fidelity(&members, row["summary"].as_str().unwrap(), threshold).unwrap();
        let problem = differs(&serde_json::to_value(judged).unwrap(), &row["expect"], "");
        problems.extend(problem.map(|problem| format!("{} {}: {problem}", row["rule"], row["name"])));
    }
    println!("{} cases", cases.len() + vectors["fidelity"].as_array().unwrap().len());
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

/// A random history: each step takes live entries by number. Texts hold the numbers of the sources that they still tell.
#[derive(Clone, Debug)]
enum Move {
    Arrive,
    /// How many live entries from where, and of which of their facts the summary still tells.
    Summarise(usize, usize, u64),
    Merge(usize, usize),
    Drop(usize),
    Undo(usize),
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        4 => Just(Move::Arrive),
        3 => (0..40usize, 1..5usize, any::<u64>()).prop_map(|(at, count, told)| Move::Summarise(at, count, told)),
        1 => (0..40usize, 0..40usize).prop_map(|(a, b)| Move::Merge(a, b)),
        1 => (0..40usize).prop_map(Move::Drop),
        1 => (0..40usize).prop_map(Move::Undo),
    ];
    prop::collection::vec(one, 1..40)
}

/// Applies moves, one a cycle; those that make no sense there are left out. Gives the sources.
fn build(moves: &[Move]) -> (Ledger, Vec<String>) {
    let mut store = Ledger::new();
    let mut sources = Vec::new();
    for (number, step) in moves.iter().enumerate() {
        let (id, fact) = (format!("e{number}"), format!("fact{number}x"));
        let all: Vec<(String, String, bool, u32)> = (0..store.len())
            .map(|at| store.view(at).unwrap())
            .map(|entry| (entry.id.into(), entry.text.into(), entry.gone.is_none(), entry.generation))
            .collect();
        let live: Vec<&(String, String, bool, u32)> = all.iter().filter(|entry| entry.2).collect();
        match step {
            Move::Arrive => {
                let text = format!("It says {fact}.");
                store
                    .apply(&[StoreRecord::Source { id: &id, text: &text, tokens: Some(number as u32 % 7 + 1) }])
                    .unwrap();
                sources.push(id);
            }
            Move::Summarise(at, count, told) if !live.is_empty() => {
                let from = at % live.len();
                let members: Vec<_> = live.iter().skip(from).take(*count).collect();
                let facts =
                    members.iter().flat_map(|entry| entry.1.split_whitespace()).filter(|word| word.starts_with("fact"));
                let kept: Vec<&str> =
                    facts.enumerate().filter(|(at, _)| told >> (at % 64) & 1 == 1).map(|(_, fact)| fact).collect();
                let text = format!("Summary: {} .", kept.join(" "));
                let replaces = members.iter().map(|entry| entry.0.as_str()).collect();
                store
                    .apply(&[StoreRecord::Summary {
                        id: &id,
                        text: &text,
                        replaces,
                        generation: None,
                        tokens: Some(2),
                    }])
                    .unwrap();
            }
            Move::Merge(a, b) if live.len() > 1 && a % live.len() != b % live.len() => {
                store
                    .apply(&[StoreRecord::Merged { id: &live[a % live.len()].0, into: &live[b % live.len()].0 }])
                    .unwrap();
            }
            Move::Drop(at) if !live.is_empty() => {
                store.apply(&[StoreRecord::Dropped { id: &live[at % live.len()].0 }]).unwrap();
            }
            Move::Undo(at) if !all.is_empty() => {
                let id = &all[at % all.len()].0;
                let _ = store
                    .apply(&[StoreRecord::Expanded { id }])
                    .or_else(|_| store.apply(&[StoreRecord::Restored { id }]));
            }
            _ => {}
        }
    }
    (store, sources)
}

fn probes(sources: &[String]) -> Vec<Owned> {
    let probe = |id: &String| {
        (format!("probe {id}"), vec![id.clone()], vec![(None, format!("fact{}x", id.trim_start_matches('e')))])
    };
    sources.iter().map(probe).collect()
}

fn lines(store: &Ledger) -> Vec<String> {
    (1..=store.cycle())
        .flat_map(|cycle| store.records(cycle).map(move |record| format!("{cycle} {record:?}")).collect::<Vec<_>>())
        .collect()
}

/// The most probes that can be regained, by trying every set of them with the steps that it needs and those above.
fn best(above: &[Option<u32>], costs: &[f64], needs: &[Vec<u32>], budget: f64) -> usize {
    let closed = |set: u32| {
        let mut done = vec![false; above.len()];
        for (_, needs) in needs.iter().enumerate().filter(|(probe, _)| set >> probe & 1 == 1) {
            for step in needs {
                let mut next = Some(*step);
                while let Some(step) = next {
                    done[step as usize] = true;
                    next = above[step as usize];
                }
            }
        }
        done.iter().zip(costs).filter(|(done, _)| **done).map(|(_, cost)| cost).sum::<f64>()
    };
    let possible = (0..needs.len()).filter(|probe| !needs[*probe].is_empty()).fold(0u32, |set, probe| set | 1 << probe);
    let sets = (0..1u32 << needs.len()).filter(|set| set & !possible == 0 && closed(*set) <= budget);
    sets.map(|set| set.count_ones() as usize).max().unwrap_or(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_failed_cycle_changes_nothing(moves in moves(), junk in 0..6usize) {
        let (mut store, _) = build(&moves);
        let (before, live) = (lines(&store), store.live());
        let taken: Vec<String> = (0..store.len()).filter_map(|at| store.view(at)).filter(|entry| entry.gone.is_none()).map(|entry| entry.id.to_owned()).collect();
        let mut cycle = vec![StoreRecord::Source { id: "new 1", text: "x", tokens: None }, StoreRecord::Source { id: "new 2", text: "y", tokens: None }];
        cycle.extend(taken.first().map(|id| StoreRecord::Dropped { id }));
        cycle.push(StoreRecord::Summary { id: "new 3", text: "z", replaces: vec!["new 1"], generation: None, tokens: None });
        cycle.push(match junk {
            0 => StoreRecord::Dropped { id: "new 1" },
            1 => StoreRecord::Source { id: "new 3", text: "", tokens: None },
            2 => StoreRecord::Merged { id: "new 2", into: "none" },
            3 => StoreRecord::Expanded { id: "new 2" },
            4 => StoreRecord::Restored { id: "new 1" },
            _ => StoreRecord::Summary { id: "s", text: "", replaces: vec!["s"], generation: None, tokens: None },
        });
        prop_assert!(store.apply(&cycle).is_err());
        prop_assert_eq!(lines(&store), before);
        prop_assert_eq!(store.live(), live);
        prop_assert!(store.entry("new 1").is_none() && store.entry("new 3").is_none());
        cycle.pop();
        prop_assert!(store.apply(&cycle).is_ok());
        prop_assert!(store.entry("new 2").is_some());
    }

    #[test]
    fn a_store_read_again_is_the_same(moves in moves()) {
        let (store, sources) = build(&moves);
        let mut again = Ledger::new();
        for cycle in 1..=store.cycle() {
            let records: Vec<StoreRecord<'_>> = store.records(cycle).collect();
            prop_assert!(again.apply(&records).is_ok());
        }
        prop_assert_eq!(lines(&again), lines(&store));
        prop_assert_eq!(again.live(), store.live());
        let probes = probes(&sources);
        prop_assert_eq!(said(&again, &probes, &[]), said(&store, &probes, &[]));
    }

    #[test]
    fn a_plan_brings_back_what_it_says_and_loses_nothing(moves in moves(), budget in prop::option::of(0..30u32)) {
        let (mut store, sources) = build(&moves);
        let owned = probes(&sources);
        with_probes(&owned, |probes| -> Result<(), TestCaseError> {
            let before = store.coverage(probes).unwrap();
            let traces: Vec<Trace<'_>> = store.trace(probes).unwrap();
            prop_assert_eq!(traces.iter().filter(|trace| !trace.answered).map(|trace| trace.probe).collect::<Vec<_>>(), before.lost.clone());
            let plan: Plan<'_> = store.plan(&traces, budget).unwrap();
            let regained: Vec<String> = plan.regained.iter().map(|id| id.to_string()).collect();
            let lost: Vec<String> = plan.lost.iter().map(|id| id.to_string()).collect();
            let tokens = plan.tokens;
            if let Some(budget) = budget {
                prop_assert!(tokens <= f64::from(budget));
            } else {
                prop_assert!(lost.is_empty(), "everything can be brought back: {:?}", lost);
            }
            let ids: Vec<(bool, String)> = plan.steps.iter().map(|step| (matches!(StoreRecord::from(step), StoreRecord::Expanded { .. }), step.id.to_owned())).collect();
            let records: Vec<StoreRecord<'_>> = ids.iter().map(|(expands, id)| if *expands { StoreRecord::Expanded { id } } else { StoreRecord::Restored { id } }).collect();
            let live = store.live().1;
            store.apply(&records).unwrap();
            prop_assert_eq!(store.live().1 - live, tokens);
            let after = store.coverage(probes).unwrap();
            for id in &regained {
                prop_assert!(!after.lost.contains(&id.as_str()), "{} came back", id);
            }
            for id in &after.lost {
                prop_assert!(before.lost.contains(id), "{} was answered before", id);
            }
            Ok(())
        })?;
    }

    /// Each step of a plan, applied alone, answers no fewer probes than before; and with more to spend no fewer come back.
    #[test]
    fn expanding_again_is_monotone(moves in moves(), budget in 0..20u32, more in 1..20u32) {
        let (mut store, sources) = build(&moves);
        let owned = probes(&sources);
        with_probes(&owned, |probes| -> Result<(), TestCaseError> {
            let traces: Vec<Trace<'_>> = store.trace(probes).unwrap();
            let regained = |budget| store.plan(&traces, budget).unwrap().regained.len();
            prop_assert!(regained(Some(budget)) <= regained(Some(budget + more)), "{} of {} and {}", regained(Some(budget)), budget, budget + more);
            prop_assert!(regained(Some(budget + more)) <= regained(None));
            let steps: Vec<(bool, String)> = store.plan(&traces, Some(budget)).unwrap().steps.iter().map(|step| (matches!(StoreRecord::from(step), StoreRecord::Expanded { .. }), step.id.to_owned())).collect();
            let mut before = store.coverage(probes).unwrap().lost.iter().map(|id| id.to_string()).collect::<Vec<_>>();
            for (expands, id) in &steps {
                store.apply(&[if *expands { StoreRecord::Expanded { id } } else { StoreRecord::Restored { id } }]).unwrap();
                let after = store.coverage(probes).unwrap().lost.iter().map(|id| id.to_string()).collect::<Vec<_>>();
                prop_assert!(after.iter().all(|id| before.contains(id)), "{:?} after {}, {:?} before", after, id, before);
                before = after;
            }
            Ok(())
        })?;
    }

    #[test]
    fn greedy_is_at_least_half_of_the_best(
        parents in prop::collection::vec(prop::option::of(0..10u32), 1..11),
        costs in prop::collection::vec(-3i32..20, 11),
        needs in prop::collection::vec(prop::collection::vec(0..11u32, 0..2), 1..10),
        budget in 0..60u32,
    ) {
        // A step stands below an earlier one only.
        let above: Vec<Option<u32>> = parents.iter().enumerate().map(|(at, parent)| parent.filter(|parent| (*parent as usize) < at)).collect();
        let costs: Vec<f64> = costs.iter().take(above.len()).map(|cost| f64::from(*cost)).collect();
        let needs: Vec<Vec<u32>> = needs.iter().map(|needs| needs.iter().map(|step| step % above.len() as u32).collect()).collect();
        let forest = fidelity_floor::Forest { above: above.clone(), costs: costs.clone(), needs: needs.clone() };
        let chosen = fidelity_floor::choose(&forest, f64::from(budget));
        let mut done = vec![false; above.len()];
        for step in &chosen {
            prop_assert!(!done[*step as usize], "each step once");
            prop_assert!(above[*step as usize].is_none_or(|above| done[above as usize]), "what stands above comes first");
            done[*step as usize] = true;
        }
        let cost: f64 = chosen.iter().map(|step| costs[*step as usize]).sum();
        prop_assert!(cost <= f64::from(budget) || chosen.is_empty());
        let regained = needs.iter().filter(|needs| !needs.is_empty() && needs.iter().all(|step| done[*step as usize])).count();
        let best = best(&above, &costs, &needs, f64::from(budget));
        prop_assert!(regained <= best);
        prop_assert!(regained * 2 >= best, "{} of {}", regained, best);
        let all = fidelity_floor::choose(&forest, f64::INFINITY);
        let wanted = needs.iter().filter(|needs| !needs.is_empty()).count();
        let helped = needs.iter().filter(|needs| !needs.is_empty() && needs.iter().all(|step| all.contains(step))).count();
        prop_assert_eq!(helped, wanted);
    }
}

/// I5: what a plan lists as lost stays lost, also where a probe comes from a summary whose sources come back for another one.
/// Found by fuzzing.
#[test]
fn a_plan_sees_what_comes_back_besides() {
    let mut store = Ledger::new();
    let source = StoreRecord::Source { id: "a", text: "The gate code is 4417.", tokens: None };
    let summary =
        StoreRecord::Summary { id: "s", text: "There is a gate.", replaces: vec!["a"], generation: None, tokens: None };
    store.apply(&[source, summary]).unwrap();
    let answers = [Answer { class: None, text: "4417" }];
    let probes =
        [Probe { id: "of a", from: &["a"], answers: &answers }, Probe { id: "of s", from: &["s"], answers: &answers }];
    let traces = store.trace(&probes).unwrap();
    let lost: Vec<String> = store.plan(&traces, None).unwrap().lost.iter().map(|id| (*id).to_owned()).collect();
    store.apply(&[StoreRecord::Expanded { id: "s" }]).unwrap();
    let after = store.coverage(&probes).unwrap().lost;
    assert_eq!(after, lost, "what is listed as lost stays lost");
}
