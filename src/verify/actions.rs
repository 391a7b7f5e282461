//! What the source forbids, or makes wait, as a thing to do (E1).

use super::pair::{self, any_of, breaks, stems};
use super::told::{is_list, order};
use super::{Relation, marks_of, operands};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{Span, Word, hash, is_content};
use alloc::vec::Vec;

/// What the source forbids, or makes wait.
pub(super) struct Action {
    pub(super) stems: Vec<u32>,
    /// Those that may be its verb.
    pub(super) verbs: Vec<u32>,
    /// Any of them would do: "skip or disable it".
    pub(super) either: bool,
    /// Whatever is done to it: "before touching it".
    pub(super) generic: bool,
    /// It is only what is left out of an order beside it: "redo the header, leave the footer as it is".
    pub(super) spared: bool,
    /// What it waits for; `None` where it never may be done.
    pub(super) condition: Option<Vec<u32>>,
}

pub(super) fn action(source: &Extraction<'_>, mark: &Mark) -> Option<Action> {
    let scan = &source.scan;
    // What is forbidden is each of its items: not to use.
    if is_list(scan.str(mark.span)) {
        return None;
    }
    match mark.kind {
        Kind::Prohibition if matches!(mark.id, "leave-as-is" | "leave-alone" | "spare") => spared(source, mark),
        Kind::Prohibition => forbidden(source, mark),
        Kind::Denial if heads(source, mark) => forbidden(source, mark),
        Kind::Until | Kind::Condition | Kind::Sequence if binds(source, mark) => {
            let Relation { first, second } = operands(source, mark)?;
            let stems = stems(second.slice(&scan.words));
            let condition = stems_of_condition(first.slice(&scan.words));
            let generic = any_of(second.slice(&scan.words), &GENERIC);
            (!stems.is_empty() && !condition.is_empty()).then(|| Action {
                verbs: stems.clone(),
                stems,
                either: generic,
                generic,
                spared: false,
                condition: Some(condition),
            })
        }
        _ => None,
    }
}

/// Words of who is to be asked before something is done.
const ASKS: [u32; 4] = [hash("ask"), hash("tell"), hash("check"), hash("confirm")];

/// Verbs that stand for whatever is done to something.
const GENERIC: [u32; 5] = [hash("touching"), hash("touch"), hash("changing"), hash("change"), hash("using")];

/// What an order does to a thing that is not to be touched.
pub(super) const CHANGES: [u32; 16] = [
    hash("edit"),
    hash("change"),
    hash("modify"),
    hash("rewrite"),
    hash("refactor"),
    hash("update"),
    hash("delete"),
    hash("remove"),
    hash("rename"),
    hash("move"),
    hash("fix"),
    hash("patch"),
    hash("drop"),
    hash("replace"),
    hash("archive"),
    hash("clean"),
];

/// Whether an ordering says that something has to wait: "only after", "until", "may be … if", "not … before".
fn binds(source: &Extraction<'_>, mark: &Mark) -> bool {
    let of_sentence = marks_of(source, Span::new(mark.sentence, mark.sentence + 1));
    let denied = || of_sentence.iter().any(|other| other.class == Class::Negation && other.cue.end <= mark.cue.start);
    let words =
        source.scan.sentences.get(mark.sentence as usize).map_or(&[][..], |sentence| source.scan.words(sentence));
    let grants = || {
        let before = words.get(..words.partition_point(|word| word.start < mark.cue.start));
        any_of(before.unwrap_or(&[]), const { &[hash("may"), hash("can"), hash("only")] })
    };
    match mark.id {
        "only-after" | "until" => true,
        "before" => denied() || any_of(words, &ASKS),
        "after" | "once" => denied() || grants(),
        "if" => grants(),
        _ => false,
    }
}

/// Whether a denial is an order: "don't threaten them", at the head of a clause.
fn heads(source: &Extraction<'_>, mark: &Mark) -> bool {
    const ORDERS: [&str; 4] = ["don't", "don\u{2019}t", "do not", "never"];
    const LINKS: [u32; 6] = [hash("and"), hash("but"), hash("so"), hash("please"), hash("then"), hash("also")];
    let scan = &source.scan;
    let cue = mark.cue.of(scan.text);
    let first = words_in(scan, mark.cue).start;
    let starts = scan.sentences.get(mark.sentence as usize).is_some_and(|sentence| sentence.words.start == first);
    let before = first.checked_sub(1).and_then(|before| scan.words.get(before as usize));
    // "POST must never be retried".
    const MUST: [u32; 3] = [hash("must"), hash("should"), hash("may")];
    if mark.id == "never" && before.is_some_and(|word| MUST.contains(&word.hash)) {
        return true;
    }
    ORDERS.iter().any(|order| cue.get(..order.len()).is_some_and(|head| head.eq_ignore_ascii_case(order)))
        && (starts || breaks(source, first) || before.is_some_and(|word| LINKS.contains(&word.hash)))
}

/// The verb behind the cue of a prohibition and what it is done to.
fn forbidden(source: &Extraction<'_>, mark: &Mark) -> Option<Action> {
    const LONGEST: u32 = 10;
    const UNTIL: [u32; 11] = [
        hash("without"),
        hash("before"),
        hash("until"),
        hash("till"),
        hash("unless"),
        hash("except"),
        hash("if"),
        hash("when"),
        hash("while"),
        hash("after"),
        hash("because"),
    ];
    let scan = &source.scan;
    let sentence = scan.sentences.get(mark.sentence as usize)?;
    let cue = words_in(scan, mark.cue);
    let ends = |at: &u32| {
        let word = scan.words.get(*at as usize);
        breaks(source, *at) || word.is_some_and(|word| UNTIL.contains(&word.hash))
    };
    let past = (cue.end + LONGEST).min(sentence.words.end);
    let end = (cue.end + 1..past).find(ends).unwrap_or(past);
    let mut words = Span::new(cue.end, end.max(cue.end)).slice(&scan.words);
    let last = cue.end >= sentence.words.end || breaks(source, cue.end);
    if last {
        // "Terminating is off limits".
        let start = (sentence.words.start + 1..cue.start).rev().find(|at| breaks(source, *at));
        words = Span::new(start.unwrap_or(sentence.words.start), cue.start).slice(&scan.words);
    }
    // "Don't delete anything": whatever it is.
    const ANY: [u32; 4] = [hash("anything"), hash("something"), hash("everything"), hash("stuff")];
    let mut stems = stems(words);
    stems.retain(|stem| !words.iter().any(|word| word.stem == *stem && ANY.contains(&word.hash)));
    // "POST must never be retried": what is done, to what stands before it.
    const BE: [u32; 2] = [hash("be"), hash("get")];
    if any_of(words.get(..1).unwrap_or(&[]), &BE) {
        let start = (sentence.words.start + 1..cue.start).rev().find(|at| breaks(source, *at));
        let subject = Span::new(start.unwrap_or(sentence.words.start), cue.start).slice(&scan.words);
        stems.extend(pair::stems(subject));
    }
    let link = scan.words.get(end as usize).filter(|word| end < past && UNTIL.contains(&word.hash));
    let clause = (end + 1..sentence.words.end).find(ends).unwrap_or(sentence.words.end);
    let condition = link.map(|_| stems_of_condition(Span::new(end + 1, clause).slice(&scan.words)));
    let either = any_of(words, const { &[hash("or"), hash("nor")] });
    let generic = any_of(words.get(..1).unwrap_or(&[]), &GENERIC);
    // "Skip or disable them", "make room by archiving it".
    const JOINS: [u32; 4] = [hash("or"), hash("nor"), hash("and"), hash("by")];
    let joined = words.windows(2).filter_map(|pair| match pair {
        [join, word] if JOINS.contains(&join.hash) && is_content(word) => Some(word.stem),
        _ => None,
    });
    let verbs = stems.first().copied().into_iter().chain(joined).collect();
    (!stems.is_empty()).then_some(Action { stems, verbs, either: either || generic, generic, spared: false, condition })
}

/// What is left out of an order beside it: "redo the header, leave the footer as it is". Its verb is that of the order.
fn spared(source: &Extraction<'_>, mark: &Mark) -> Option<Action> {
    const LEFT: [u32; 12] = [
        hash("leave"),
        hash("left"),
        hash("keep"),
        hash("stay"),
        hash("stays"),
        hash("remain"),
        hash("remains"),
        hash("spare"),
        hash("alone"),
        hash("untouched"),
        hash("unchanged"),
        hash("intact"),
    ];
    let scan = &source.scan;
    let mut words = words_in(scan, mark.span).slice(&scan.words).to_vec();
    words.retain(|word| !LEFT.contains(&word.hash) && word.hash != const { hash("way") });
    let stems = stems(&words);
    let beside = [mark.sentence.checked_sub(1), Some(mark.sentence)];
    let sentences = beside.into_iter().flatten().filter_map(|at| scan.sentences.get(at as usize));
    let orders = sentences.filter_map(|sentence| order(source, sentence.words));
    let verbs = orders.filter(|verb| !LEFT.contains(&verb.hash)).map(|verb| verb.stem).collect();
    (!stems.is_empty()).then_some(Action { stems, verbs, either: false, generic: true, spared: true, condition: None })
}

/// What a condition is about, pronouns and all: it is enough that one of the words is said.
fn stems_of_condition(words: &[Word]) -> Vec<u32> {
    let mut all = stems(words);
    if all.is_empty() {
        all.extend(words.iter().map(|word| word.stem));
    }
    all
}
