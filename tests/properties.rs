//! What holds of every input: random texts, contracts and cycles. Oracles are slow and obvious versions of the same rule.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::expect_used,
    missing_docs
)]

use fidelity_floor::{
    Candidate, Class, ClassSet, Columns, Conditions, Contract, Cycle, Decision, DedupPair, Detector, Event, Message,
    Policy, Reason, Role, RuleSet, Rules, Signal, Status, check, check_cycle, check_cycles, decide, dedup, descend,
    estimate_tokens, explain, extract, fidelity, read, verify,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::ops::Range;

#[path = "shared/rules.rs"]
mod slow;
#[path = "shared/texts.rs"]
mod texts;
use slow::halts;
use texts::{Texts, WORDS};

/// The same inputs in each run; `PROPTEST_RNG_SEED=n` and `MORE=10` look elsewhere and longer.
fn config(cases: u32) -> ProptestConfig {
    let given = ProptestConfig::default();
    let more = std::env::var("MORE").map_or(1, |times| times.parse().unwrap());
    let rng_seed = if given.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { given.rng_seed };
    ProptestConfig { cases: cases * more, failure_persistence: None, rng_seed, ..given }
}

fn class_set() -> impl Strategy<Value = ClassSet> {
    (0u8..64).prop_map(|bits| ClassSet::from_bits(bits).unwrap())
}

prop_compose! {
    fn contract()(required in class_set(), certified in class_set(), generation in 0u32..9, ancestry_certified: bool) -> Contract {
        Contract { required, certified, generation, ancestry_certified }
    }
}

prop_compose! {
    fn conditions()(bits in 0u8..16) -> Conditions {
        Conditions {
            consumer_strict: bits & 1 != 0,
            source_recoverable: bits & 2 != 0,
            chaining_risk: bits & 4 != 0,
            side_effect_cost_exceeds_refusal: bits & 8 != 0,
        }
    }
}

fn policy() -> impl Strategy<Value = Policy> {
    prop_oneof![Just(Policy::Any), Just(Policy::All)]
}

/// Words that mean something to the rules, words that do not, and marks of every script.
fn fragment() -> impl Strategy<Value = String> {
    let known = prop::sample::select(&WORDS[..]);
    prop_oneof![8 => known.prop_map(str::to_owned), 2 => "[a-z]{1,9}", 1 => any::<char>().prop_map(String::from)]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => vec((fragment(), prop_oneof![4 => Just(" "), 1 => Just("")]), 0..30)
            .prop_map(|parts| parts.into_iter().map(|(word, gap)| word + gap).collect()),
        1 => any::<String>(),
    ]
}

const RULES: [&str; 10] = [
    "Do not restart {}.",
    "Never delete {} by hand.",
    "You must sign {} first.",
    "It might be {}.",
    "Copy {} before the swap.",
    "The service listens on {}.",
    "TODO: rotate the key of {}.",
    "I suspect that {} is slow.",
    "The import of {} did not finish.",
    "Wait until {} is done.",
];

const THINGS: [&str; 10] = [
    "db-1",
    "the gate server",
    "/srv/gate/a.bin",
    "port 5432",
    "LEDGER_TOKEN",
    "the billing archive",
    "us-east-1",
    "the 🗝 table",
    "v2.14.3",
    "die Größe",
];

/// What a person could have written; the same may be said of two things.
fn prose() -> impl Strategy<Value = String> {
    let sentence = (prop::sample::select(&RULES[..]), prop::sample::select(&THINGS[..]));
    vec(sentence.prop_map(|(rule, thing)| rule.replace("{}", thing)), 1..6).prop_map(|sentences| sentences.join(" "))
}

/// Messages that never say the same of two things, nor two things of one.
fn distinct() -> impl Strategy<Value = Vec<Said>> {
    let rules = prop::sample::subsequence(RULES.to_vec(), 1..=RULES.len()).prop_shuffle();
    (rules, Just(THINGS.to_vec()).prop_shuffle(), 1usize..4, vec(0usize..4, 10)).prop_map(
        |(rules, things, size, roles)| {
            let sentences: Vec<String> =
                rules.iter().zip(things).map(|(rule, thing)| rule.replace("{}", thing)).collect();
            let said = |(texts, role): (&[String], usize)| Said { role: Role::ALL[role], text: texts.join(" ") };
            sentences.chunks(size).zip(roles).map(said).collect()
        },
    )
}

#[derive(Clone, Debug)]
struct Said {
    role: Role,
    text: String,
}

fn said(text: impl Strategy<Value = String>) -> impl Strategy<Value = Said> {
    (0usize..4, text).prop_map(|(role, text)| Said { role: Role::ALL[role], text })
}

fn messages(said: &[Said]) -> Vec<Message<'_>> {
    said.iter().map(|said| Message { role: said.role, text: &said.text, summary: false }).collect()
}

proptest! {
    #![proptest_config(config(2000))]

    /// B1, B2: more certified never makes it worse, another danger never makes it better, `all` refuses no more than `any`.
    #[test]
    fn deciding_is_monotone(contract in contract(), more in class_set(), conditions in conditions(), policy in policy()) {
        let before = decide(&contract, &conditions, policy).decision;
        let better = Contract { certified: contract.certified.union(more), ..contract };
        prop_assert!(decide(&better, &conditions, policy).decision <= before);
        let poisoned = Contract { ancestry_certified: false, ..contract };
        prop_assert!(decide(&poisoned, &conditions, policy).decision >= before);
        for worse in [
            Conditions { consumer_strict: true, ..conditions },
            Conditions { chaining_risk: true, ..conditions },
            Conditions { side_effect_cost_exceeds_refusal: true, ..conditions },
            Conditions { source_recoverable: false, ..conditions },
        ] {
            prop_assert!(decide(&contract, &worse, policy).decision >= before);
        }
        prop_assert!(decide(&contract, &conditions, Policy::All).decision <= decide(&contract, &conditions, Policy::Any).decision);
    }

    /// B3: a reason always, a way out exactly where it is refused.
    #[test]
    fn deciding_says_why(contract in contract(), conditions in conditions(), policy in policy()) {
        let verdict = decide(&contract, &conditions, policy);
        prop_assert!(!verdict.reasons.is_empty());
        prop_assert_eq!(verdict.ways_out.is_empty(), verdict.decision != Decision::Refuse);
        prop_assert_eq!(verdict.reasons.contains(&Reason::Certified), verdict.decision == Decision::Certified);
        prop_assert_eq!(verdict.reasons.contains(&Reason::VacuousContract), contract.required.is_empty());
    }

    /// C1, C2: never better than a parent, the order of parents is nothing, and one at a time is all at once.
    #[test]
    fn a_child_is_its_weakest_link(required in class_set(), certified in class_set(), parents in vec(contract(), 0..6), at in 0usize..6) {
        let child = descend(required, certified, parents.iter().copied());
        prop_assert!(child.certified.is_subset(certified));
        prop_assert_eq!(child.ancestry_certified, parents.iter().all(Contract::certifies));
        prop_assert_eq!(child.generation, 1 + parents.iter().map(|parent| parent.generation).max().unwrap_or(0));
        for parent in &parents {
            prop_assert!(child.certified.is_subset(parent.certified));
            prop_assert!(child.generation > parent.generation);
            prop_assert!(!child.ancestry_certified || parent.certifies());
        }
        let turned: Vec<Contract> = parents.iter().rev().copied().collect();
        prop_assert_eq!(descend(required, certified, turned), child);
        let (some, rest) = parents.split_at(at.min(parents.len()));
        let half = descend(required, certified, some.iter().copied());
        let other = descend(required, half.certified, rest.iter().copied());
        prop_assert_eq!(other.certified, child.certified);
        prop_assert_eq!(other.generation.max(half.generation), child.generation);
        prop_assert_eq!(other.ancestry_certified && half.ancestry_certified, child.ancestry_certified);
    }

    /// C2, C3: down a chain nothing is better than anything above it, whatever the steps certified.
    #[test]
    fn a_chain_is_its_weakest_link(first in contract(), steps in vec((class_set(), class_set()), 1..6)) {
        let mut chain = vec![first];
        for (required, certified) in steps {
            let child = descend(required, certified, chain.last().copied());
            for above in &chain {
                prop_assert!(child.certified.is_subset(above.certified));
                prop_assert!(child.generation > above.generation);
                prop_assert!(!child.ancestry_certified || above.certifies());
            }
            chain.push(child);
        }
    }
}

proptest! {
    #![proptest_config(config(400))]

    /// J1, J2, D: any text at all: no panic, offsets cut the words out, the same answer twice.
    #[test]
    fn extraction_holds_on_anything(texts in vec(said(text()), 0..4), declared in vec("[a-z🗝 ]{0,4}", 0..3)) {
        let source = messages(&texts);
        let declared: Vec<&str> = declared.iter().map(String::as_str).collect();
        let elements = extract(&source, &declared).unwrap();
        Texts { source: &source, summary: "", pinned: "", tail: &[] }.hold_all(&elements);
        for pair in elements.windows(2) {
            prop_assert!(pair[0].message <= pair[1].message);
        }
        for element in &elements {
            prop_assert!(!element.text.is_empty());
            prop_assert_eq!(element.class == Class::Declared, declared.contains(&&*element.text) && element.class == Class::Declared);
            prop_assert!(element.status.is_none());
        }
        prop_assert_eq!(extract(&source, &declared).unwrap(), elements);
    }

    /// A1: every place of a declared string, as a plain search finds them.
    #[test]
    fn declared_strings_are_found_like_by_a_plain_search(text in "[ab🗝 .\n-]{0,40}", wanted in "[ab🗝]{1,2}") {
        let found: Vec<Range<usize>> = extract(&[Message { role: Role::User, text: &text, summary: false }], &[&wanted])
            .unwrap()
            .iter()
            .filter(|element| element.class == Class::Declared)
            .map(|element| element.start as usize..element.end as usize)
            .collect();
        let mut expected = Vec::new();
        let mut from = 0;
        for (at, _) in text.char_indices() {
            if at >= from && text[at..].starts_with(&wanted) {
                from = at + wanted.len();
                expected.push(at..from);
            }
        }
        prop_assert_eq!(found, expected);
    }

    /// E, F, J: any source against any summary: no panic, places are right, the same answer twice, and `verify` says
    /// what `check` says.
    #[test]
    fn checking_holds_on_anything(texts in vec(said(text()), 0..4), summary in text(), conditions in conditions()) {
        let source = messages(&texts);
        let event = Event { conditions, ..Event::new(&source, &summary) };
        let report = check(&event).unwrap();
        let texts = Texts { source: &source, summary: &summary, pinned: "", tail: &[] };
        texts.hold_all(&report.elements);
        report.findings.iter().flat_map(|finding| &finding.evidence).for_each(|evidence| texts.hold(evidence));
        let verdict = decide(&report.contract, &conditions, Policy::Any);
        prop_assert_eq!(report.decision, verdict.decision);
        let kept = |class: Class| report.elements.iter().all(|e| e.class != class || e.status.is_some_and(Status::is_kept));
        for class in report.certified.iter() {
            prop_assert!(kept(class), "{class} is certified, and not all of it is kept");
        }
        let verification = verify(&event).unwrap();
        prop_assert_eq!(&verification.elements, &report.elements);
        prop_assert_eq!(&verification.findings, &report.findings);
        prop_assert_eq!(verification.certified, report.certified);
        prop_assert_eq!(check(&event).unwrap(), report);
    }

    /// J1, J2: what explains, measures and merges answers anything, and the same twice.
    #[test]
    fn the_rest_holds_on_anything(texts in vec(said(text()), 0..4), summary in text(), at in 0u32..40, cosine in -1.0f64..1.0) {
        let source = messages(&texts);
        let event = Event::new(&source, &summary);
        let count = verify(&event).unwrap().elements.len() as u32;
        let told = explain(&event, at);
        prop_assert_eq!(told.is_ok(), at < count);
        prop_assert_eq!(told, explain(&event, at));
        let read_twice = (read(&event).unwrap(), read(&event).unwrap());
        prop_assert_eq!(&read_twice.0, &read_twice.1);
        let members: Vec<&str> = texts.iter().map(|said| said.text.as_str()).collect();
        let judged = fidelity(&members, &summary, 0.9);
        prop_assert_eq!(judged.is_ok(), !members.is_empty());
        prop_assert_eq!(judged, fidelity(&members, &summary, 0.9));
        let ids: Vec<String> = (0..texts.len()).map(|id| id.to_string()).collect();
        let entry = |(id, text)| Candidate { id, text, summary: false, accumulates: false };
        let entries: Vec<Candidate<'_>> = ids.iter().map(String::as_str).zip(members).map(entry).collect();
        let pairs: Vec<DedupPair> = (1..entries.len() as u32).map(|second| DedupPair { first: 0, second, cosine: Some(cosine) }).collect();
        let judged = dedup(&entries, &pairs, Some(0.5)).unwrap();
        prop_assert!(judged.refused.len() <= pairs.len() && judged.merges.len() <= pairs.len());
        prop_assert_eq!(judged, dedup(&entries, &pairs, Some(0.5)).unwrap());
    }

    /// F3: the repaired text, checked as a summary, decides as the repair said.
    #[test]
    fn a_repair_decides_as_it_said(texts in vec(said(text()), 1..4), summary in text(), conditions in conditions()) {
        repair_is_honest(&texts, &summary, conditions)?;
    }

    /// The same, on what a person could have written.
    #[test]
    fn a_repair_of_prose_decides_as_it_said(texts in vec(said(prose()), 1..4), summary in prose(), conditions in conditions()) {
        repair_is_honest(&texts, &summary, conditions)?;
    }

    /// The same, where no sentence resembles another and the summary has lost all.
    #[test]
    fn a_repair_of_silence_decides_as_it_said(texts in distinct(), conditions in conditions()) {
        repair_is_honest(&texts, "Lunch was good, and everybody laughed.", conditions)?;
    }

    /// E5: a text that a person could have written, as its own summary, certifies without a finding.
    #[test]
    fn a_text_is_its_own_best_summary(texts in vec(said(prose()), 1..4)) {
        let source = messages(&texts);
        let summary = texts.iter().map(|said| said.text.as_str()).collect::<Vec<_>>().join("\n\n");
        let report = check(&Event::new(&source, &summary)).unwrap();
        prop_assert_eq!(report.decision, Decision::Certified, "{:?}", report);
        prop_assert!(report.findings.is_empty(), "{:?}", report.findings);
        prop_assert!(report.repair.is_none());
    }

    /// E5, on anything: also text that nobody could have written.
    #[test]
    // Open: 34 of 4,577 random texts. A text without a word outside of markup is no summary (E4), and a sentence without a content
    // word has nothing to be aligned by: unverified. Fails when it begins to hold.
    #[should_panic = "Test failed"]
    fn any_text_is_its_own_summary(text in text().prop_filter("has words", |text| text.chars().filter(|c| c.is_ascii_lowercase()).count() > 8)) {
        let source = [Message { role: Role::User, text: &text, summary: false }];
        let report = check(&Event::new(&source, &text)).unwrap();
        prop_assert_eq!(report.decision, Decision::Certified, "{:?}", report);
    }

    /// E1: text before and after a summary that holds the source word for word takes nothing away, but by a finding.
    #[test]
    fn more_text_takes_nothing_away(texts in vec(said(prose()), 1..4), more in prop_oneof![prose(), text()], above: bool) {
        more_takes_nothing(&texts, &more, above)?;
    }

    /// F1: to repair what was repaired changes nothing.
    #[test]
    fn a_repair_is_the_last(texts in vec(said(prose()), 1..4), summary in prose()) {
        repaired_once(&texts, &summary)?;
    }

    /// The same, on anything.
    #[test]
    fn a_repair_of_anything_is_the_last(texts in vec(said(text()), 1..4), summary in text()) {
        repaired_once(&texts, &summary)?;
    }

    /// F4: what a person wrote can always be repaired: with pins the summary certifies, and again it needs none.
    #[test]
    fn every_loss_can_be_repaired(texts in vec(said(prose()), 1..4), other in prose()) {
        repair_certifies(&texts, &other)?;
    }

    /// The same, where no sentence resembles another and the summary has lost all.
    #[test]
    fn silence_can_be_repaired(texts in distinct()) {
        repair_certifies(&texts, "Lunch was good, and everybody laughed.")?;
    }

    /// F1: pins hold only words of the source, under one header, each line once.
    #[test]
    fn pins_are_the_source_s_words(texts in vec(said(prose()), 1..4), other in prose()) {
        let source = messages(&texts);
        let Some(repair) = check(&Event::new(&source, &other)).unwrap().repair else { return Ok(()) };
        let mut lines: Vec<&str> = repair.pins.text.lines().skip(1).collect();
        for line in &lines {
            let line = line.strip_prefix("- ").unwrap();
            prop_assert!(texts.iter().any(|said| said.text.contains(line)), "{line:?}");
        }
        prop_assert!(repair.text.ends_with(&repair.pins.text));
        lines.sort_unstable();
        prop_assert!(lines.windows(2).all(|pair| pair[0] != pair[1]), "{:?}", lines);
    }

    /// E2: a path, host, hash or version is kept exactly where it stands by itself, as reading word by word tells.
    #[test]
    fn a_token_is_kept_where_it_stands_by_itself(
        token in prop::sample::select(vec!["src/gate.rs", "db-2.internal:5432", "9f3c2ab", "srv/gate/a.bin", "v2.14.3"]),
        places in vec((
            prop::sample::select(vec!["", "", "`", "(", "\"", "**", "x", "_", "old/", "my-"]),
            prop::sample::select(vec!["", "", ",", "`", ")", "\"", ":", "x", "_2", "/b", "-old", ".bak"]),
        ), 0..3),
    ) {
        let mut summary = String::from("Lunch was good");
        for (before, after) in &places {
            summary += &format!(" and {before}{token}{after} laughed");
        }
        let alone = |word: &str| word.trim_matches(['`', '(', ')', '"', '*', ',', ':']).trim_end_matches('.') == token;
        let expected = summary.split_whitespace().any(alone);
        let source = [Message { role: Role::User, text: token, summary: false }];
        let elements = check(&Event { required: Class::Identifier.into(), ..Event::new(&source, &summary) }).unwrap().elements;
        let found = elements.iter().find(|element| element.text == token);
        let found = found.and_then(|element| element.status).map(Status::is_kept);
        prop_assert_eq!(found, Some(expected), "{:?} {:?}", summary, elements);
    }
}

/// A sentence, what says the same, and what does not.
const VARIANTS: [(&str, &[&str], &[&str]); 10] = [
    (
        "Do not restart {}.",
        &["Don't restart {}.", "Please do not restart {}."],
        &["Restart {}.", "You may restart {}."],
    ),
    (
        "Never delete {} by hand.",
        &["NEVER delete {} by hand."],
        &["Always delete {} by hand.", "Delete {} by hand.", "Rarely delete {} by hand."],
    ),
    (
        "You must sign {} today.",
        &["You have to sign {} today.", "You need to sign {} today."],
        &["You may sign {} today.", "You must not sign {} today.", "You should sign {} today."],
    ),
    ("It might be {}.", &["It may be {}.", "It could be {}."], &["It is {}.", "It is not {}."]),
    (
        "Copy {} before the swap.",
        &["Copy {} prior to the swap.", "Before the swap, copy {}."],
        &["Copy {} after the swap.", "Copy {}."],
    ),
    ("The service listens on {}.", &["The service listens on {}!"], &[]),
    ("I suspect that {} is slow.", &["I suspect {} is slow."], &["It is confirmed that {} is slow.", "{} is slow."]),
    (
        "The import of {} did not finish.",
        &["The import of {} didn't finish."],
        &["The import of {} finished.", "The import of {} did finish."],
    ),
    ("Only change {}.", &["Please only change {}."], &["Change {}."]),
    ("We no longer use {}.", &["Now we no longer use {}."], &["We use {}.", "We still use {}."]),
];

/// Two things of a kind, so that one can stand in the other's place.
const PAIRS: [(&str, &str); 6] = [
    ("port 5432", "port 5433"),
    ("us-east-1", "us-west-2"),
    ("/srv/gate/a.bin", "/srv/gate/b.bin"),
    ("LEDGER_TOKEN", "LEDGER_KEY"),
    ("v2.14.3", "v2.14.5"),
    ("db-1.internal", "db-2.internal"),
];

/// Distinct sentences about distinct things: (sentence, thing) by index.
fn notes() -> impl Strategy<Value = Vec<(usize, usize)>> {
    let sentences = prop::sample::subsequence((0..VARIANTS.len()).collect::<Vec<_>>(), 1..=5).prop_shuffle();
    (sentences, Just((0..PAIRS.len()).collect::<Vec<_>>()).prop_shuffle())
        .prop_map(|(sentences, things)| sentences.into_iter().zip(things).collect())
}

/// The notes with one of them said in another way, as prose or as a list.
fn told(notes: &[(usize, usize)], at: usize, instead: &str, list: bool) -> String {
    let sentence = |(index, &(sentence, thing)): (usize, &(usize, usize))| {
        let text = if index == at { instead } else { VARIANTS[sentence].0 };
        text.replace("{}", PAIRS[thing].0)
    };
    let sentences: Vec<String> = notes.iter().enumerate().map(sentence).collect();
    if list { format!("Notes:\n- {}", sentences.join("\n- ")) } else { sentences.join(" ") }
}

proptest! {
    #![proptest_config(config(400))]

    /// E1: one sentence that says something else, and the summary does not certify.
    #[test]
    fn one_damaged_sentence_never_certifies(notes in notes(), at: prop::sample::Index, how: prop::sample::Index, list: bool) {
        let at = at.index(notes.len());
        let (sentence, thing) = notes[at];
        let (text, _, damaged) = VARIANTS[sentence];
        let other = text.replace("{}", PAIRS[thing].1);
        let how = how.index(damaged.len() + 1);
        let instead = damaged.get(how).copied().unwrap_or(&other);
        let source = told(&notes, at, text, false);
        let source = [Message { role: Role::User, text: &source, summary: false }];
        let summary = told(&notes, at, instead, list);
        let report = check(&Event::new(&source, &summary)).unwrap();
        prop_assert!(report.decision != Decision::Certified, "{:?} for {:?}", instead, text);
    }

    /// E1: one sentence left out, and the summary does not certify; with its repair it does.
    #[test]
    fn one_sentence_left_out_never_certifies(notes in notes(), at: prop::sample::Index, list: bool) {
        let at = at.index(notes.len());
        let source = told(&notes, at, VARIANTS[notes[at].0].0, false);
        let source = [Message { role: Role::User, text: &source, summary: false }];
        let summary = format!("{}\nLunch was good.", told(&notes, at, "", list));
        let report = check(&Event::new(&source, &summary)).unwrap();
        prop_assert!(report.decision != Decision::Certified);
        let repair = report.repair.unwrap();
        prop_assert_eq!(repair.decision, Decision::Certified, "{}", repair.text);
        prop_assert_eq!(check(&Event::new(&source, &repair.text)).unwrap().decision, Decision::Certified, "{}", repair.text);
    }

    /// E3: one sentence in other words, and nothing is called damaged, missing or invented.
    #[test]
    fn one_sentence_in_other_words_is_no_damage(notes in notes(), at: prop::sample::Index, how: prop::sample::Index, list: bool) {
        let at = at.index(notes.len());
        let (text, same, _) = VARIANTS[notes[at].0];
        let instead = same[how.index(same.len())];
        let source = told(&notes, at, text, false);
        let source = [Message { role: Role::User, text: &source, summary: false }];
        let summary = told(&notes, at, instead, list);
        let report = check(&Event::new(&source, &summary)).unwrap();
        prop_assert!(report.findings.is_empty(), "{:?} for {:?}: {:?}", instead, text, report.findings);
        for element in &report.elements {
            let status = element.status.unwrap();
            prop_assert!(!status.is_damaged() && status != Status::Missing, "{:?} for {:?}: {:?}", instead, text, element);
        }
    }
}

fn repair_is_honest(texts: &[Said], summary: &str, conditions: Conditions) -> Result<(), TestCaseError> {
    let source = messages(texts);
    let report = check(&Event { conditions, ..Event::new(&source, summary) }).unwrap();
    if let Some(repair) = &report.repair {
        let again = check(&Event { conditions, ..Event::new(&source, &repair.text) }).unwrap();
        prop_assert_eq!(
            (again.decision, again.reasons, again.contract),
            (repair.decision, repair.reasons.clone(), repair.contract),
            "{}",
            repair.text
        );
    }
    Ok(())
}

fn repaired_once(texts: &[Said], summary: &str) -> Result<(), TestCaseError> {
    let source = messages(texts);
    if let Some(repair) = check(&Event::new(&source, summary)).unwrap().repair {
        let again = check(&Event::new(&source, &repair.text)).unwrap();
        let text = again.repair.as_ref().map_or(&repair.text, |again| &again.text);
        prop_assert_eq!(text, &repair.text);
    }
    Ok(())
}

fn more_takes_nothing(texts: &[Said], more: &str, above: bool) -> Result<(), TestCaseError> {
    let source = messages(texts);
    let whole = texts.iter().map(|said| said.text.as_str()).collect::<Vec<_>>().join("\n\n");
    let summary = if above { format!("{more}\n\n{whole}") } else { format!("{whole}\n\n{more}") };
    let report = check(&Event::new(&source, &summary)).unwrap();
    for element in &report.elements {
        let found = report.findings.iter().any(|finding| finding.class.is_none_or(|class| class == element.class));
        prop_assert!(found || element.status.unwrap().is_kept(), "{:?} in {:?}", element, summary);
    }
    Ok(())
}

fn repair_certifies(texts: &[Said], summary: &str) -> Result<(), TestCaseError> {
    let source = messages(texts);
    let report = check(&Event::new(&source, summary)).unwrap();
    let Some(repair) = &report.repair else {
        // Of a summary that is all made up, beside a source that nothing has to be kept of, nothing is left (F).
        let nothing = report.elements.is_empty() && !report.findings.is_empty();
        prop_assert!(report.decision == Decision::Certified || nothing);
        return Ok(());
    };
    prop_assert_eq!(repair.decision, Decision::Certified, "{:?}", repair);
    let again = check(&Event::new(&source, &repair.text)).unwrap();
    prop_assert!(again.repair.is_none(), "{:?}", again.repair);
    Ok(())
}

prop_compose! {
    /// Coarse numbers, so that the edges of the rules are met.
    fn cycle()(before in 0u32..40, after in 0u32..40, coverage in (0u32..=40, 0u32..=40), dedup in 0u32..=10) -> Cycle {
        Cycle {
            tokens_before: f64::from(before) * 25.0,
            tokens_after: f64::from(after) * 25.0,
            coverage_before: f64::from(coverage.0) / 40.0,
            coverage_after: f64::from(coverage.1) / 40.0,
            dedup_rate: f64::from(dedup) / 10.0,
            ..Cycle::default()
        }
    }
}

prop_compose! {
    fn rules()(reference: bool, k in 0u32..5, noise in 0u32..4, window in 1u32..5) -> Rules {
        let set = if reference { RuleSet::Reference } else { RuleSet::Prose };
        Rules { k: f64::from(k), noise_floor: f64::from(noise) / 40.0, attractor_window: window, ..Rules::new(set) }
    }
}

proptest! {
    #![proptest_config(config(1000))]

    /// H2–H4: one by one, as columns and alone, all as the rules are written.
    #[test]
    fn cycles_are_judged_as_written(run in vec(cycle(), 1..90), rules in rules()) {
        let mut detector = Detector::new(rules).unwrap();
        let column = |field: fn(&Cycle) -> f64| run.iter().map(field).collect::<Vec<_>>();
        let columns = Columns {
            tokens_before: &column(|cycle| cycle.tokens_before),
            tokens_after: &column(|cycle| cycle.tokens_after),
            coverage_before: &column(|cycle| cycle.coverage_before),
            coverage_after: &column(|cycle| cycle.coverage_after),
            dedup_rate: &column(|cycle| cycle.dedup_rate),
            probes: &[],
            gained: &[],
        };
        let batch = check_cycles(&columns, rules).unwrap();
        let mut deltas = Vec::new();
        for (at, cycle) in run.iter().enumerate() {
            let wanted = halts(&run[..=at], &rules);
            let one = detector.push(*cycle).unwrap();
            // A watch is advice (H5); what halts is what the rules say.
            let halted = |verdict: &fidelity_floor::CycleVerdict| verdict.reason.filter(|_| verdict.verdict == Signal::Halt);
            prop_assert_eq!(halted(&one), wanted, "cycle {} of {:?}", at, &run[..=at]);
            prop_assert_eq!(batch[at], one);
            let alone = check_cycle(cycle, &deltas, &rules);
            prop_assert_eq!(halted(&alone), wanted);
            deltas.push(alone.saved);
        }
    }

    /// H2: a larger k never halts where a smaller one does not.
    #[test]
    fn a_larger_k_is_more_patient(cycle in cycle(), rules in rules(), more in 0u32..4) {
        let patient = Rules { k: rules.k + f64::from(more), ..rules };
        prop_assert!(check_cycle(&cycle, &[], &patient).verdict <= check_cycle(&cycle, &[], &rules).verdict);
    }
}

/// J2: what the host's counter is given, a measure of how often texts are gone through, doubles with the text.
#[test]
fn texts_are_gone_through_a_fixed_number_of_times() {
    let counted = |lines: usize| {
        let source: String = (0..lines).map(|line| format!("Never delete archive {line}. ")).collect();
        let source = [Message { role: Role::User, text: &source, summary: false }];
        let bytes = std::cell::Cell::new(0);
        let count = |text: &str| {
            bytes.set(bytes.get() + text.len());
            estimate_tokens(text)
        };
        check(&Event { count_tokens: Some(&count), ..Event::new(&source, "The user has rules.") }).unwrap();
        bytes.get()
    };
    let (once, twice) = (counted(100), counted(200));
    assert!(twice <= once * 5 / 2, "{once} bytes, then {twice}");
}

/// F4: a sentence is found where it stands however common its words are.
#[test]
fn a_loss_in_common_words_can_be_repaired() {
    let mut texts: Vec<Said> =
        (0..80).map(|at| Said { role: Role::User, text: format!("Never restart ledger-v2-{at}.") }).collect();
    texts.push(Said { role: Role::User, text: "Never restart ledger v2.".into() });
    repair_certifies(&texts, "Lunch was good, and everybody laughed.").unwrap();
}
