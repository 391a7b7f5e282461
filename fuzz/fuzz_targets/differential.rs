//! The same question asked in two ways: messages apart and together, read ahead and at once, `extract` and `read`, sets of classes as bits and as lists.
#![no_main]
use arbitrary::Arbitrary;
use fidelity_floor::{
    Class, ClassSet, Conditions, Contract, Decision, Element, Event, Kind, Memo, Message, Policy, Role, check, decide,
    descend, extract, prepare, read,
};
use fidelity_floor_fuzz::{Said, Text, messages};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    texts: Vec<Said>,
    summary: Text,
    raw: (u8, u8, u8, bool, u8, u32),
}

/// What an element is, wherever its message stands.
fn apart(element: &Element) -> (Class, Kind, String, u32, u32, Option<String>) {
    (element.class, element.kind, element.text.clone(), element.start, element.end, element.cue.clone())
}

/// B2 as it is written, over lists.
fn by_lists(
    required: &[Class],
    certified: &[Class],
    ancestry: bool,
    conditions: &Conditions,
    policy: Policy,
) -> Decision {
    if ancestry && required.iter().all(|class| certified.contains(class)) {
        return Decision::Certified;
    }
    let dangers = [conditions.consumer_strict, conditions.chaining_risk, conditions.side_effect_cost_exceeds_refusal];
    let count = dangers.iter().filter(|holds| **holds).count();
    let needed = if policy == Policy::All { 3 } else { 1 };
    if !conditions.source_recoverable && count >= needed { Decision::Refuse } else { Decision::Provisional }
}

fuzz_target!(|input: Input| {
    let source = messages(&input.texts);
    // Each message read alone holds what it holds among the others (D: elements of a message are its own).
    let together = extract(&source, &["db-1"]).expect("within the limits");
    for (at, message) in source.iter().enumerate() {
        let alone = extract(&[*message], &["db-1"]).expect("within the limits");
        let here: Vec<_> = together.iter().filter(|element| element.message as usize == at).map(apart).collect();
        assert_eq!(alone.iter().map(apart).collect::<Vec<_>>(), here, "message {at} of {source:?}");
    }
    let event = Event { declared: &["db-1"], ..Event::new(&source, &input.summary.0) };
    assert_eq!(read(&event).expect("within the limits"), together);

    // Messages read ahead, one by one, and all of them again: the same report.
    let memo = Memo::new();
    for message in &source {
        prepare(&Event { source: &[*message], memo: Some(&memo), ..event }).expect("within the limits");
    }
    for _ in 0..2 {
        assert_eq!(check(&Event { memo: Some(&memo), ..event }), check(&event));
    }

    // A blank message more changes nothing but the numbers of the messages after it.
    let mut more = vec![Message { role: Role::User, text: " \n", summary: false }];
    more.extend(&source);
    let (report, other) = (check(&event).expect("fine"), check(&Event { source: &more, ..event }).expect("fine"));
    let said = |elements: &[Element], from: u32| -> Vec<_> {
        elements.iter().map(|element| (apart(element), element.status, element.message - from)).collect()
    };
    assert_eq!(said(&report.elements, 0), said(&other.elements, 1));
    assert_eq!(report.decision, other.decision);

    let (required, certified, bits, ancestry_certified, parent, generation) = input.raw;
    let set = |bits: u8| ClassSet::from_bits(bits & 63).expect("six bits");
    let list = |bits: u8| {
        Class::ALL.into_iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1).map(|(_, class)| class)
    };
    let (wanted, given): (Vec<Class>, Vec<Class>) = (list(required).collect(), list(certified).collect());
    let contract = Contract { required: set(required), certified: set(certified), generation, ancestry_certified };
    let conditions = Conditions {
        consumer_strict: bits & 1 != 0,
        source_recoverable: bits & 2 != 0,
        chaining_risk: bits & 4 != 0,
        side_effect_cost_exceeds_refusal: bits & 8 != 0,
    };
    for policy in [Policy::Any, Policy::All] {
        let decision = by_lists(&wanted, &given, ancestry_certified, &conditions, policy);
        assert_eq!(decide(&contract, &conditions, policy).decision, decision);
    }
    let child = descend(set(parent), set(parent), [contract]);
    assert_eq!(child.certified.iter().collect::<Vec<_>>(), list(parent & certified).collect::<Vec<_>>());
    assert_eq!(child.generation, generation.saturating_add(1));
    assert_eq!(child.ancestry_certified, ancestry_certified && wanted.iter().all(|class| given.contains(class)));
});
