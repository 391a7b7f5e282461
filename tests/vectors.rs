//! Every file of `tests/vectors` that this side can read, against the core. The language of the expectations is in
//! `tests/vectors/README.md`; `tests/expect.mjs` reads the same files in JavaScript.
#![cfg(feature = "serde")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::expect_used,
    missing_docs
)]

use fidelity_floor as ff;
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Each of these has cases. J1 is asked of every case, J2 of malformed.json.
const RULES: &str =
    "A1 A2 A3 A4 B1 B2 B3 C1 C2 C3 D1 D2 D3 D4 D5 D6 D7 E1 E2 E3 E4 E5 E6 E7 F1 F2 F3 F4 H1 H2 H3 H4 H5 H6 H7";

/// What came of one file.
#[derive(Default)]
struct Tally {
    ran: usize,
    open: Vec<String>,
    failed: Vec<String>,
}

#[test]
fn every_vector_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let (mut failed, mut open, mut ran) = (Vec::new(), Vec::new(), 0);
    let mut cited = BTreeSet::new();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "malformed" {
            println!("{name}: what is wrong there cannot be said in Rust's types; read in JavaScript only");
            continue;
        }
        const OTHERS: [(&str, &str); 4] =
            [("store", "store"), ("dedup", "store_dedup"), ("judgement", "judgement"), ("field", "field")];
        if let Some((_, test)) = OTHERS.iter().find(|(start, _)| name.starts_with(start)) {
            println!("{name}: read by tests/{test}.rs");
            continue;
        }
        let content: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{name}.json: {error}"));
        let tally = match name.as_str() {
            "decide" => decide_table(&content),
            "cycle" => cycle_table(&content),
            _ => {
                let rule = |case: &Value| case["rule"].as_str().unwrap_or_default().to_owned();
                cited.extend(content["cases"].as_array().unwrap().iter().map(rule));
                cases(&content)
            }
        };
        assert!(tally.ran > 0, "{name}.json: no cases");
        let notes = if tally.open.is_empty() { String::new() } else { format!(", {} of them open", tally.open.len()) };
        println!("{name}: {} cases{notes}", tally.ran);
        ran += tally.ran;
        // Whoever only asks whether something fails (`npm run mutants`) need not wait for the rest.
        assert!(tally.failed.is_empty() || std::env::var_os("FIRST_FAILURE").is_none(), "{name} fails");
        failed.extend(tally.failed.into_iter().map(|line| format!("{name}: {line}")));
        open.extend(tally.open.into_iter().map(|line| format!("{name}: {line}")));
    }
    println!("{ran} cases in all");
    let silent: Vec<&str> = RULES.split(' ').filter(|rule| !cited.contains(*rule)).collect();
    assert!(silent.is_empty(), "no case cites {}", silent.join(", "));
    if !open.is_empty() {
        println!("open:\n  {}", open.join("\n  "));
    }
    assert!(failed.is_empty(), "{} of {ran} cases fail:\n  {}", failed.len(), failed.join("\n  "));
}

fn cases(content: &Value) -> Tally {
    let mut tally = Tally::default();
    let mut names = BTreeMap::new();
    for case in content["cases"].as_array().unwrap() {
        let case = over(&json!({ "call": content["call"] }), case);
        let name = case["name"].as_str().expect("a case has a name").to_owned();
        assert!(names.insert(name.clone(), ()).is_none(), "two cases are called {name:?}");
        assert!(case["rule"].is_string(), "{name:?} names no rule");
        tally.ran += 1;
        let title = format!("{} {name}", case["rule"].as_str().unwrap());
        match (run(&case), case["open"].as_str()) {
            (None, None) => {}
            (Some(difference), None) => tally.failed.push(format!("{title}: {difference}")),
            (Some(_), Some(why)) => tally.open.push(format!("{title}: {why}")),
            (None, Some(_)) => tally.failed.push(format!("{title}: marked open, but it holds: take the mark away")),
        }
    }
    tally
}

/// Where the answer to a case, or to what follows it, is not as expected.
fn run(case: &Value) -> Option<String> {
    let answer = answer(case);
    if answer != self::answer(case) {
        return Some("another answer the second time".into());
    }
    if let Some(difference) =
        misplaced(case, &answer).or_else(|| differs(&answer, case.get("expect").unwrap_or(&json!({})), ""))
    {
        return Some(difference);
    }
    let next = case.get("then")?;
    let repair = answer.get("repair").unwrap_or(&Value::Null);
    let words = BTreeMap::from([
        ("$repaired", repair.get("text").or(case.get("summary")).unwrap_or(&Value::Null)),
        ("$pins", repair["pins"].get("text").unwrap_or(&Value::Null)),
        ("$contract", repair.get("contract").or(answer.get("contract")).unwrap_or(&answer)),
    ]);
    let mut before = case.clone();
    for word in ["expect", "then", "open"] {
        before.as_object_mut().unwrap().remove(word);
    }
    run(&over(&before, &filled(next, &words))).map(|difference| format!("then {difference}"))
}

/// The fields of `base`, with those of `by` in their place.
fn over(base: &Value, by: &Value) -> Value {
    let mut fields: Map<String, Value> = base.as_object().unwrap().clone();
    fields.extend(by.as_object().unwrap().clone());
    Value::Object(fields)
}

/// `$repaired`, `$pins` and `$contract` for what they stand for; what follows later has its own.
fn filled(value: &Value, words: &BTreeMap<&str, &Value>) -> Value {
    match value {
        Value::String(text) => words.get(text.as_str()).map_or_else(|| value.clone(), |word| (*word).clone()),
        Value::Array(list) => list.iter().map(|value| filled(value, words)).collect(),
        Value::Object(fields) => {
            let fill = |(key, value): (&String, &Value)| {
                (key.clone(), if key == "then" { value.clone() } else { filled(value, words) })
            };
            fields.iter().map(fill).collect()
        }
        _ => value.clone(),
    }
}

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error} in {value}"))
}

/// As [`read`], with a default where the field is absent.
fn optional<T: serde::de::DeserializeOwned>(case: &Value, field: &str, default: T) -> T {
    case.get(field).map_or(default, read)
}

fn messages(value: Option<&Value>) -> Vec<ff::Message<'_>> {
    match value {
        None => Vec::new(),
        Some(Value::String(text)) => vec![ff::Message { role: ff::Role::User, text, summary: false }],
        Some(list) => list.as_array().unwrap().iter().map(message).collect(),
    }
}

fn message(value: &Value) -> ff::Message<'_> {
    ff::Message { role: read(&value["role"]), text: value["text"].as_str().unwrap(), summary: value["summary"] == true }
}

fn answer(case: &Value) -> Value {
    let text = |field: &str| case.get(field).map_or("", |value| value.as_str().unwrap());
    let (source, tail) = (messages(case.get("source")), messages(case.get("tail")));
    let parents: Vec<ff::Contract> = optional(case, "parents", Vec::new());
    let declared: Vec<String> = optional(case, "declared", Vec::new());
    let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
    let required = optional(case, "required", ff::ClassSet::ALL);
    let conditions = optional(case, "conditions", ff::Conditions::default());
    let policy = optional(case, "policy", ff::Policy::Any);
    let patterns: Vec<String> = optional(case, "patterns", Vec::new());
    let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    let lexicon: Vec<ff::HostCue<'_>> =
        case.get("lexicon").map_or(Vec::new(), |cues| cues.as_array().unwrap().iter().map(cue).collect());
    let event = ff::Event {
        patterns: &patterns,
        lexicon: &lexicon,
        selection: optional(case, "selection", ff::Preset::Default),
        pinned: text("pinned"),
        tail: &tail,
        parents: &parents,
        required,
        declared: &declared,
        conditions,
        policy,
        budget: case.get("budget").map(read),
        ..ff::Event::new(&source, text("summary"))
    };
    remembered(&event);
    let value = match case["call"].as_str().expect("a case says what it calls") {
        "descend" => serde_json::to_value(ff::descend(required, read(&case["certified"]), parents)),
        "decide" => serde_json::to_value(ff::decide(&read(&case["contract"]), &conditions, policy)),
        "checkCycle" => serde_json::to_value(ff::check_cycle(
            &read(&case["cycle"]),
            &optional::<Vec<f64>>(&case["cycle"], "priorTokenDeltas", Vec::new()),
            &rules(case.get("rules").unwrap_or(&json!({}))),
        )),
        "checkCycles" => Ok(run_of(case)),
        "calibrate" => match ff::calibrate(&read::<Vec<ff::LabelledCycle>>(&case["cycles"])) {
            Ok(calibration) => serde_json::to_value(calibration),
            Err(error) => Ok(json!({ "code": error.code, "path": error.path })),
        },
        "extract" => serde_json::to_value(json!({ "elements": ff::read(&event).unwrap() })),
        "verify" => serde_json::to_value(ff::verify(&event).unwrap()),
        "check" => serde_json::to_value(ff::check(&event).unwrap()),
        "explain" => {
            let elements = serde_json::to_value(ff::verify(&event).unwrap().elements).unwrap();
            let asked = |element: &Value| differs(element, &case["of"], "").is_none();
            let index = elements.as_array().unwrap().iter().position(asked).expect("there is such an element");
            let explanation = ff::explain(&event, u32::try_from(index).unwrap()).unwrap();
            assert_eq!(elements[index], serde_json::to_value(&explanation.element).unwrap());
            serde_json::to_value(explanation)
        }
        other => panic!("nothing is called {other:?}"),
    };
    value.unwrap()
}

/// What was read for all cases before changes no answer.
fn remembered(event: &ff::Event<'_>) {
    thread_local!(static MEMO: ff::Memo = const { ff::Memo::new() });
    MEMO.with(|memo| {
        let known = ff::Event { memo: Some(memo), ..*event };
        ff::prepare(&known).unwrap();
        for _ in 0..2 {
            assert_eq!(ff::read(&known), ff::read(event));
            assert_eq!(ff::check(&known), ff::check(event));
        }
    });
}

fn cue(value: &Value) -> ff::HostCue<'_> {
    let text = |field: &str| value[field].as_str().unwrap();
    ff::HostCue {
        id: text("id"),
        pattern: text("pattern"),
        class: read(&value["class"]),
        kind: read(&value["kind"]),
        side: read(&value["side"]),
    }
}

fn rules(value: &Value) -> ff::Rules {
    let default = ff::Rules::new(optional(value, "rules", ff::RuleSet::default()));
    ff::Rules {
        k: optional(value, "k", default.k),
        noise_floor: optional(value, "noiseFloor", default.noise_floor),
        attractor_window: optional(value, "attractorWindow", default.attractor_window),
        on_watch: optional(value, "onWatch", default.on_watch),
        require_significance: optional(value, "requireSignificance", default.require_significance),
        ..default
    }
}

/// A run of cycles in two ways that must agree: one by one, and as columns.
fn run_of(case: &Value) -> Value {
    let cycles: Vec<ff::Cycle> = read(&case["cycles"]);
    let rules = rules(case.get("rules").unwrap_or(&json!({})));
    let mut detector = ff::Detector::new(rules).unwrap();
    let verdicts: Vec<_> = cycles.iter().map(|cycle| detector.push(*cycle).unwrap()).collect();
    let column = |of: fn(&ff::Cycle) -> f64| cycles.iter().map(of).collect::<Vec<f64>>();
    let columns = ff::Columns {
        tokens_before: &column(|cycle| cycle.tokens_before),
        tokens_after: &column(|cycle| cycle.tokens_after),
        coverage_before: &column(|cycle| cycle.coverage_before),
        coverage_after: &column(|cycle| cycle.coverage_after),
        dedup_rate: &column(|cycle| cycle.dedup_rate),
        probes: &column(|cycle| cycle.probes.map_or(f64::NAN, f64::from)),
        gained: &column(|cycle| cycle.gained.map_or(f64::NAN, f64::from)),
    };
    assert_eq!(ff::check_cycles(&columns, rules).unwrap(), verdicts, "{}", case["name"]);
    let words: Vec<String> = verdicts.iter().map(word).collect();
    json!({ "told": words, "last": verdicts.last() })
}

fn word(verdict: &ff::CycleVerdict) -> String {
    let name = |value: Value| value.as_str().unwrap().to_owned();
    let signal = name(json!(verdict.verdict));
    verdict.reason.map_or(signal.clone(), |reason| format!("{signal}:{}", name(json!(reason))))
}

/// An element, a finding or evidence whose offsets do not cut its text out of where it says that it stands.
fn misplaced(case: &Value, answer: &Value) -> Option<String> {
    let (source, tail) = (messages(case.get("source")), messages(case.get("tail")));
    let text_of = |part: &str, message: &Value| match part {
        "source" => source[usize::try_from(message.as_u64().unwrap()).unwrap()].text,
        "tail" => tail[usize::try_from(message.as_u64().unwrap()).unwrap()].text,
        part => case[part].as_str().unwrap(),
    };
    let wrong = |place: &Value, text: &str| {
        let at = |field: &str| usize::try_from(place[field].as_u64().unwrap()).unwrap();
        let found = text.get(at("start")..at("end"));
        (found != place["text"].as_str())
            .then(|| format!("{place} is not at its place, there stands {:?}", found.unwrap_or_default()))
    };
    let list = |field: &str| answer.get(field).and_then(Value::as_array).into_iter().flatten();
    let evidence = |of: &Value| {
        let place = of.get("evidence")?;
        wrong(place, text_of(place["part"].as_str().unwrap(), &place["message"]))
    };
    let step = list("steps").filter_map(|step| step.get("with"));
    if let Some(step) =
        step.into_iter().find_map(|with| wrong(with, text_of(with["part"].as_str().unwrap(), &with["message"])))
    {
        return Some(step);
    }
    let elements = list("elements").chain(answer.get("element")).find_map(|element| {
        let own = text_of("source", &element["message"]);
        let places = ["/scope", "/owner", "/order/first", "/order/second"];
        let places = places.iter().filter_map(|place| element.pointer(place));
        let ends = ["/discharge/by", "/settledBy"].iter().filter_map(|place| element.pointer(place));
        wrong(element, own)
            .or_else(|| evidence(element))
            .or_else(|| places.into_iter().find_map(|place| wrong(place, own)))
            .or_else(|| ends.into_iter().find_map(|place| wrong(place, text_of("source", &place["message"]))))
    });
    elements.or_else(|| {
        list("findings").find_map(|finding| {
            let injected = finding["kind"] == "injected";
            let text = if injected {
                text_of("source", &finding["evidence"]["message"])
            } else {
                text_of("summary", &Value::Null)
            };
            wrong(finding, text).or_else(|| evidence(finding))
        })
    })
}

const KEPT: [&str; 5] = ["verbatim", "paraphrased", "pinned", "tail", "superseded"];
const DAMAGED: [&str; 3] = ["weakened", "altered", "contradicted"];

/// Where `actual` is not what `expected` says; the language is in `tests/vectors/README.md`.
fn differs(actual: &Value, expected: &Value, path: &str) -> Option<String> {
    let wrong = || Some(format!("{path} is {}, expected {expected}", short(actual)));
    let deeper = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match expected {
        Value::Object(fields) => fields.iter().find_map(|(key, expected)| {
            if let Some(operator) = key.strip_prefix('$') {
                return (!holds(operator, actual, expected)).then(wrong).flatten();
            }
            if let Some(field) = denied(key) {
                let list = actual.get(&field).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let bad = list.iter().find(|entry| {
                    expected.as_array().unwrap().iter().any(|pattern| differs(entry, pattern, "").is_none())
                });
                return bad.map(|bad| format!("{} has {}", deeper(&field), short(bad)));
            }
            let found = actual.get(key).unwrap_or(&Value::Null);
            if key == "status" && matches!(expected.as_str(), Some("kept" | "damaged")) {
                let words: &[&str] = if expected == "kept" { &KEPT } else { &DAMAGED };
                return (!found.as_str().is_some_and(|status| words.contains(&status)))
                    .then(|| format!("{} is {found}, expected {expected}", deeper(key)));
            }
            differs(found, expected, &deeper(key))
        }),
        Value::Array(patterns) => {
            let Some(list) = actual.as_array() else { return wrong() };
            if !patterns.iter().any(Value::is_object) {
                return if list == patterns { None } else { wrong() };
            }
            patterns.iter().find_map(|pattern| {
                let there = list.iter().any(|entry| differs(entry, pattern, "").is_none());
                (!there).then(|| format!("{path} lacks {pattern} in {}", short(actual)))
            })
        }
        Value::Number(number) => {
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-9;
            if actual.as_f64().zip(number.as_f64()).is_some_and(|(a, b)| near(a, b)) { None } else { wrong() }
        }
        _ if actual == expected => None,
        _ => wrong(),
    }
}

/// `noElements` denies `elements`.
fn denied(key: &str) -> Option<String> {
    let rest = key.strip_prefix("no")?;
    let first = rest.chars().next().filter(char::is_ascii_uppercase)?;
    Some(format!("{}{}", first.to_ascii_lowercase(), &rest[1..]))
}

fn holds(operator: &str, actual: &Value, expected: &Value) -> bool {
    let many = |value: &Value| value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    let within = |part: &Value| match actual {
        Value::String(text) => text.contains(part.as_str().unwrap()),
        Value::Array(list) => list.contains(part),
        _ => false,
    };
    match operator {
        "has" => many(expected).iter().all(within),
        "lacks" => !actual.is_null() && !many(expected).iter().any(within),
        "oneOf" => many(expected).contains(actual),
        "atMost" => actual.as_f64().is_some_and(|number| number <= expected.as_f64().unwrap()),
        "atLeast" => actual.as_f64().is_some_and(|number| number >= expected.as_f64().unwrap()),
        "near" => actual.as_f64().is_some_and(|number| (number - expected.as_f64().unwrap()).abs() <= 1e-9),
        "length" => actual.as_array().is_some_and(|list| list.len() as u64 == expected.as_u64().unwrap()),
        other => panic!("no ${other} in the language of the vectors"),
    }
}

fn short(value: &Value) -> String {
    let text = match value {
        // Of a list of elements what tells them apart.
        Value::Array(list) if list.iter().all(|entry| entry.get("kind").is_some()) => {
            let of = |entry: &Value| {
                let words = ["class", "kind", "text", "cue", "status", "because"].iter();
                words.filter_map(|key| entry.get(key)).map(ToString::to_string).collect::<Vec<_>>().join(" ")
            };
            format!("[{}]", list.iter().map(of).collect::<Vec<_>>().join(", "))
        }
        _ => value.to_string(),
    };
    if text.chars().count() > 900 { text.chars().take(900).chain(['…']).collect() } else { text }
}

/// B2, both policies.
fn decide_table(content: &Value) -> Tally {
    let mut tally = Tally::default();
    for case in content["cases"].as_array().unwrap() {
        let contract = ff::Contract {
            required: read(&case["required"]),
            certified: read(&case["certified"]),
            generation: 1,
            ancestry_certified: read(&case["ancestryCertified"]),
        };
        let conditions = ff::Conditions {
            consumer_strict: read(&case["consumerStrict"]),
            source_recoverable: read(&case["sourceRecoverable"]),
            chaining_risk: read(&case["chainingRisk"]),
            side_effect_cost_exceeds_refusal: read(&case["sideEffectCostExceedsRefusal"]),
        };
        for (name, policy) in [("any", ff::Policy::Any), ("all", ff::Policy::All)] {
            tally.ran += 1;
            let verdict = ff::decide(&contract, &conditions, policy);
            let expected: ff::Decision = read(&case["expect"][name]);
            if verdict.decision != expected
                || verdict.reasons.is_empty()
                || verdict.ways_out.is_empty() == (expected == ff::Decision::Refuse)
            {
                tally.failed.push(format!("policy {name}, {case}: {verdict:?}"));
            }
        }
    }
    tally
}

/// H1–H4, both rule sets: cycles alone, and the reported run one by one and as columns.
fn cycle_table(content: &Value) -> Tally {
    let mut tally = Tally::default();
    for (name, set) in [("prose", ff::RuleSet::Prose), ("reference", ff::RuleSet::Reference)] {
        let mut judge = |row: &Value, verdict: ff::CycleVerdict, way: &str| {
            tally.ran += 1;
            let (found, expected) = (told(&verdict), row["expect"][name].as_str().unwrap());
            if found != expected {
                tally.failed.push(format!("{name} {way}: {found}, expected {expected}, on {row}"));
            }
        };
        for row in content["single"].as_array().unwrap() {
            let rules = ff::Rules { k: optional(row, "k", 3.0), ..ff::Rules::new(set) };
            let before: Vec<f64> = optional(row, "priorTokenDeltas", Vec::new());
            judge(row, ff::check_cycle(&read(row), &before, &rules), "alone");
        }
        let run = content["reportedRun"].as_array().unwrap();
        let mut detector = ff::Detector::new(ff::Rules::new(set)).unwrap();
        for row in run {
            judge(row, detector.push(read(row)).unwrap(), "one by one");
        }
        let column = |field: &str| run.iter().map(|row| row[field].as_f64().unwrap()).collect::<Vec<f64>>();
        let columns = ff::Columns {
            tokens_before: &column("tokensBefore"),
            tokens_after: &column("tokensAfter"),
            coverage_before: &column("coverageBefore"),
            coverage_after: &column("coverageAfter"),
            dedup_rate: &column("dedupRate"),
            probes: &[],
            gained: &[],
        };
        let verdicts = ff::check_cycles(&columns, ff::Rules::new(set)).unwrap();
        assert_eq!(verdicts.len(), run.len());
        for (row, verdict) in run.iter().zip(verdicts) {
            judge(row, verdict, "as columns");
        }
    }
    tally
}

/// A watch is advice (H5): the table knows go on and halt.
fn told(verdict: &ff::CycleVerdict) -> String {
    match (verdict.verdict, verdict.reason) {
        (ff::Signal::Halt, Some(reason)) => format!("halt:{}", serde_json::to_value(reason).unwrap().as_str().unwrap()),
        _ => "continue".into(),
    }
}
