//! A whole event: no panic, places are right, decisions follow from contracts, pins are words of the source or of earlier pins.
#![no_main]
use arbitrary::Arbitrary;
use fidelity_floor::{
    Class, ClassSet, Conditions, Contract, Decision, Event, FindingKind, HostCue, Kind, Policy, Preset, Side, check,
    decide, explain, read, verify,
};
use fidelity_floor_fuzz::{Said, Text, Texts, messages};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    source: Vec<Said>,
    summary: Text,
    pinned: Text,
    tail: Vec<Said>,
    parents: Vec<(u8, u8, u32, bool)>,
    required: u8,
    declared: Option<String>,
    pattern: Option<String>,
    cue: Option<String>,
    selection: u8,
    conditions: u8,
    all: bool,
    budget: Option<u16>,
}

fn classes(bits: u8) -> ClassSet {
    ClassSet::from_bits(bits & 0b11_1111).expect("six bits")
}

fuzz_target!(|input: Input| {
    let (source, tail) = (messages(&input.source), messages(&input.tail));
    let parents: Vec<Contract> = input
        .parents
        .iter()
        .take(4)
        .map(|&(required, certified, generation, ancestry_certified)| Contract {
            required: classes(required),
            certified: classes(certified),
            generation,
            ancestry_certified,
        })
        .collect();
    let bit = |at: u8| input.conditions >> at & 1 == 1;
    let conditions = Conditions {
        consumer_strict: bit(0),
        source_recoverable: bit(1),
        chaining_risk: bit(2),
        side_effect_cost_exceeds_refusal: bit(3),
    };
    let declared: Vec<&str> = input.declared.as_deref().into_iter().collect();
    let patterns: Vec<&str> = input.pattern.as_deref().into_iter().collect();
    let cue =
        |pattern| HostCue { id: "cue", pattern, class: Class::Negation, kind: Kind::Prohibition, side: Side::After };
    let lexicon: Vec<HostCue<'_>> = input.cue.as_deref().map(cue).into_iter().collect();
    let event = Event {
        pinned: &input.pinned.0,
        tail: &tail,
        parents: &parents,
        required: classes(input.required),
        declared: &declared,
        patterns: &patterns,
        lexicon: &lexicon,
        selection: Preset::ALL[usize::from(input.selection) % Preset::ALL.len()],
        conditions,
        policy: if input.all { Policy::All } else { Policy::Any },
        budget: input.budget.map(u32::from),
        ..Event::new(&source, &input.summary.0)
    };
    // A pattern or a cue that cannot be read is the only misuse that can be made here.
    let Ok(report) = check(&event) else {
        assert!(!patterns.is_empty() || !lexicon.is_empty());
        return;
    };
    let texts = Texts { source: &source, summary: event.summary, pinned: event.pinned, tail: &tail };
    texts.hold_all(&report.elements);
    for finding in &report.findings {
        finding.evidence.iter().for_each(|evidence| texts.hold(evidence));
        let of = match (&finding.kind, &finding.evidence) {
            (FindingKind::Injected, Some(evidence)) => source[evidence.message.expect("of a message") as usize].text,
            _ => event.summary,
        };
        assert_eq!(of.get(finding.start as usize..finding.end as usize), Some(&*finding.text), "{finding:?}");
    }
    // The report says what its contract says, but that what is no summary is never certified (E4).
    let verdict = decide(&report.contract, &conditions, event.policy);
    assert_eq!(report.decision, verdict.decision, "{report:?}");
    assert!(!report.reasons.is_empty());
    assert!(report.contract.certified.is_subset(report.certified.union(classes(!input.required))));
    assert!(parents.iter().all(|parent| report.contract.generation > parent.generation.saturating_sub(1)));
    let seen = verify(&event).expect("checked");
    assert_eq!((&seen.elements, &seen.findings), (&report.elements, &report.findings));
    if let Some(repair) = &report.repair {
        assert!(repair.decision <= report.decision || report.decision == Decision::Certified, "{report:?}");
        assert!(repair.text.ends_with(&repair.pins.text));
        assert!(event.budget.is_none_or(|budget| repair.tokens <= budget), "{repair:?}");
        // A pin is a clause on one line; earlier pins travel on.
        let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let known: Vec<String> = source.iter().map(|message| message.text).chain([event.pinned]).map(folded).collect();
        for line in repair.pins.text.lines().skip(1) {
            let words = folded(line.strip_prefix("- ").unwrap_or(line));
            assert!(known.iter().any(|text| text.contains(&words)), "{words:?} is not of the source");
        }
    }
    let count = read(&event).expect("checked").len();
    assert!(count >= report.elements.len());
    for index in 0..report.elements.len().min(3) as u32 {
        let told = explain(&event, index).expect("there is such an element");
        assert_eq!(told.element, report.elements[index as usize]);
    }
    assert_eq!(check(&event).expect("checked"), report);
});
