//! Negation, ordering, obligation and hypothesis (D2–D5): cues and what they speak about.

use super::Mark;
use crate::class::Class;
use crate::element::Kind;
use crate::lexicon::{self, Match, Side};
use crate::text::{Scan, Sentence, Span, Word, hash, offset, shape};
use alloc::vec::Vec;

/// Adds the elements of a sentence that a cue makes.
pub(super) fn find(scan: &Scan<'_>, index: u32, sentence: &Sentence, marks: &mut Vec<Mark>) {
    let words = scan.words(sentence);
    // Past the last cue of each class, so that the "not" of "must not" is no cue of its own.
    let mut taken = [0usize; 6];
    for at in 0..words.len() {
        let rest = words.get(at..).unwrap_or(&[]);
        let mut here = [0usize; 6];
        for found in lexicon::matches(rest) {
            let class = found.cue.class as usize;
            let (Some(taken), Some(here)) = (taken.get_mut(class), here.get_mut(class)) else { continue };
            if at < *taken || *here > 0 || is_name(words, at, found) || !is_cue(scan, sentence, at, found) {
                continue;
            }
            *here = found.words;
            *taken = at + found.words;
            if let Some(kind) = found.cue.kind {
                marks.push(element(scan, index, sentence, at, found, kind));
            }
        }
    }
    requests(scan, index, sentence, marks);
    if let Some(step) = numbered_step(scan, index, sentence) {
        marks.push(step);
    }
}

/// A word that is a month or a name here: "May" within a sentence.
fn is_name(words: &[Word], at: usize, found: Match) -> bool {
    found.words == 1
        && at > 0
        && words.get(at).is_some_and(|word| {
            word.hash == hash("may") && word.shape & (shape::CAPITAL | shape::LOWER) == shape::CAPITAL | shape::LOWER
        })
}

/// A word that limits a description limits nobody: "only two were seen". It counts where somebody is addressed, may or
/// must do something, or the clause begins with it.
fn is_cue(scan: &Scan<'_>, sentence: &Sentence, at: usize, found: Match) -> bool {
    const ADDRESSED: [u32; 22] = [
        hash("you"),
        hash("your"),
        hash("i"),
        hash("me"),
        hash("my"),
        hash("user"),
        hash("please"),
        hash("must"),
        hash("should"),
        hash("shall"),
        hash("will"),
        hash("never"),
        hash("always"),
        hash("don't"),
        hash("let's"),
        hash("use"),
        hash("run"),
        hash("allowed"),
        hash("keep"),
        hash("need"),
        hash("needs"),
        hash("do"),
    ];
    let words = scan.words(sentence);
    let Some(word) = words.get(at) else { return false };
    if word.start > 0 && Span::new(word.start - 1, word.start).of(scan.text) == "-" {
        // "SMX-NO" holds no "no", "non-stop" no "stop", but "off-limits" is off limits.
        let glued = word.start > 1 && Span::new(word.start - 2, word.start - 1).of(scan.text) != " ";
        return !(glued && found.words == 1) || matches!(found.cue.id, "only" | "frozen");
    }
    if found.cue.kind != Some(Kind::Restriction) || found.cue.id != "only" {
        return true;
    }
    let article = words.get(at + 1).is_some_and(|word| word.hash == hash("the") || word.hash == hash("a"));
    let short = words.len() < 24;
    (at == 0 && !article)
        || (at + 1 == words.len() && short)
        || words.first().is_some_and(|word| VERBS.contains(&word.hash))
        || (clause_start(scan, sentence, at) == at && !article && short)
        || (at == 0 && words.iter().any(|word| word.hash == hash("may") || word.hash == hash("can")))
        || words
            .iter()
            .any(|word| ADDRESSED.contains(&word.hash) && (word.hash != hash("i") || word.shape & shape::CAPITAL != 0))
}

fn element(scan: &Scan<'_>, index: u32, sentence: &Sentence, at: usize, found: Match, kind: Kind) -> Mark {
    let words = scan.words(sentence);
    let base = sentence.words.start;
    // The verb of "never push" is what is forbidden, not a part of the cue.
    let with_verb = matches!(found.cue.id, "dont-imperative" | "never-verb" | "es-no-verb");
    let found = if with_verb { Match { words: 1, ..found } } else { found };
    let cue_words = Span::new(base + offset(at), base + offset(at + found.words));
    let cue = bytes(scan, cue_words);
    let side = match found.cue.side {
        Side::Both if at + found.words == words.len() || is_predicate(words, at) => Side::Before,
        Side::Both => Side::Both,
        side => side,
    };
    let from =
        if matches!(side, Side::Before | Side::Both) { clause_start(scan, sentence, at) } else { at + found.words };
    let to = if matches!(side, Side::After | Side::Both) { clause_end(scan, sentence, at + found.words) } else { at };
    // A cue with nothing on its side speaks about the other one.
    let (from, to) = if from < to {
        (from, to)
    } else if matches!(side, Side::After) {
        (clause_start(scan, sentence, at), at)
    } else {
        (at + found.words, clause_end(scan, sentence, at + found.words))
    };
    let scope = Span::new(base + offset(from), base + offset(to.max(from)));
    let span = if scope.is_empty() { cue } else { cue.hull(bytes(scan, scope)) };
    Mark { class: found.cue.class, kind, span, cue, scope, sentence: index, id: found.cue.id }
}

/// "is absent", "was ruled out": the subject stands before.
fn is_predicate(words: &[Word], at: usize) -> bool {
    const COPULAS: [u32; 12] = [
        hash("is"),
        hash("are"),
        hash("was"),
        hash("were"),
        hash("be"),
        hash("been"),
        hash("being"),
        hash("remains"),
        hash("remain"),
        hash("stays"),
        hash("stay"),
        hash("got"),
    ];
    at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|word| COPULAS.contains(&word.hash))
}

fn bytes(scan: &Scan<'_>, words: Span) -> Span {
    let words = words.slice(&scan.words);
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => Span::new(first.start, last.end),
        _ => Span::default(),
    }
}

/// Words that begin a clause of its own.
const BREAKS: [u32; 18] = [
    hash("but"),
    hash("however"),
    hash("although"),
    hash("though"),
    hash("because"),
    hash("since"),
    hash("whereas"),
    hash("unless"),
    hash("except"),
    hash("while"),
    hash("which"),
    hash("nevertheless"),
    hash("yet"),
    hash("still"),
    hash("otherwise"),
    hash("aber"),
    hash("pero"),
    hash("mais"),
];

/// "and he is": another subject, another clause.
const SUBJECTS: [u32; 8] =
    [hash("he"), hash("she"), hash("it"), hash("they"), hash("there"), hash("we"), hash("i"), hash("you")];

/// Whether a clause ends between two neighbouring words.
fn breaks(scan: &Scan<'_>, left: &Word, right: &Word) -> bool {
    if left.hash == hash("and") && SUBJECTS.contains(&right.hash) {
        return true;
    }
    let between = Span::new(left.end, right.start).of(scan.text);
    if between.len() > 1 && between.contains([';', '(', ')', '—', '→', '|', '。', '；', '!', '?'])
        || between.contains(": ")
        || between.contains(" - ")
        || between.contains('，')
    {
        return true;
    }
    BREAKS.contains(&right.hash)
}

fn clause_start(scan: &Scan<'_>, sentence: &Sentence, at: usize) -> usize {
    let words = scan.words(sentence);
    (1..=at)
        .rev()
        .find(|index| matches!((words.get(index - 1), words.get(*index)), (Some(left), Some(right)) if breaks(scan, left, right)))
        .unwrap_or(0)
}

fn clause_end(scan: &Scan<'_>, sentence: &Sentence, from: usize) -> usize {
    let words = scan.words(sentence);
    let first = from.max(1);
    (first..words.len())
        .find(|index| matches!((words.get(index - 1), words.get(*index)), (Some(left), Some(right)) if breaks(scan, left, right)))
        .unwrap_or(words.len())
}

/// A numbered list item is a step of an order.
fn numbered_step(scan: &Scan<'_>, index: u32, sentence: &Sentence) -> Option<Mark> {
    sentence.step?;
    let scope = sentence.words;
    let span = bytes(scan, scope);
    (!scope.is_empty()).then_some(Mark {
        class: Class::Ordering,
        kind: Kind::Step,
        span,
        cue: Span::new(sentence.span.start, sentence.span.start),
        scope,
        sentence: index,
        id: "numbered-item",
    })
}

/// Words that come before the verb of a request.
const POLITE: [u32; 26] = [
    hash("please"),
    hash("now"),
    hash("then"),
    hash("ok"),
    hash("okay"),
    hash("so"),
    hash("and"),
    hash("also"),
    hash("next"),
    hash("first"),
    hash("finally"),
    hash("just"),
    hash("let's"),
    hash("lets"),
    hash("can"),
    hash("could"),
    hash("would"),
    hash("you"),
    hash("yes"),
    hash("great"),
    hash("fine"),
    hash("good"),
    hash("agreed"),
    hash("k"),
    hash("alright"),
    hash("thanks"),
];

macro_rules! hashes {
    ($($word:literal)*) => { &[$(hash($word)),*] };
}

/// Verbs of requests, as they stand in one.
static VERBS: &[u32] = hashes![
    "add" "address" "apply" "ask" "attach" "book" "build" "bump" "buy" "call" "cancel" "change" "check" "clean" "collect" "commit" "compare" "compute" "configure" "confirm" "continue" "convert" "copy" "create" "cut" "debug" "delete" "deploy" "describe" "disable" "document" "download" "draft" "drop" "edit" "email" "enable" "estimate" "examine" "explain" "export" "extend" "extract" "fetch" "figure" "find" "finish" "fix" "follow" "format" "generate" "get" "give" "go" "handle" "help" "implement" "import" "improve" "include" "increase" "install" "introduce" "investigate" "list" "load" "look" "make" "merge" "migrate" "monitor" "move" "note" "open" "optimise" "optimize" "outline" "pick" "plan" "port" "prepare" "present" "print" "profile" "propose" "provide" "publish" "pull" "push" "put" "rank" "read" "rebase" "record" "reduce" "refactor" "regenerate" "release" "remind" "remove" "rename" "reply" "report" "reproduce" "restart" "restore" "retry" "return" "revert" "review" "revise" "rewrite" "rotate" "run" "sample" "save" "schedule" "search" "send" "set" "shorten" "show" "simplify" "solve" "sort" "split" "start" "summarise" "summarize" "swap" "switch" "take" "tell" "test" "trace" "translate" "try" "turn" "update" "upgrade" "upload" "use" "validate" "verify" "wire" "write"
];

/// What is asked for: a sentence, or what follows a speaker's name in it, that begins with such a verb.
fn requests(scan: &Scan<'_>, index: u32, sentence: &Sentence, marks: &mut Vec<Mark>) {
    let words = scan.words(sentence);
    let mut start = 0;
    for at in 0..words.len() {
        let labelled = at > 0 && {
            let between = words.get(at - 1).zip(words.get(at)).map(|(a, b)| Span::new(a.end, b.start).of(scan.text));
            between.is_some_and(|between| between.starts_with(':') && between.len() == 2) && at < 8
        };
        start = if labelled { at } else { start };
        let lead = words.get(start..at).unwrap_or(&[]);
        let Some(word) = words.get(at) else { return };
        if lead.len() > 4 || !lead.iter().all(|word| POLITE.contains(&word.hash)) {
            if at > 8 {
                return;
            }
            continue;
        }
        if VERBS.contains(&word.hash) && !is_noun(words, at) {
            let base = sentence.words.start;
            let scope = Span::new(base + offset(at) + 1, base + offset(clause_end(scan, sentence, at + 1)));
            if scope.is_empty() {
                return;
            }
            let cue = word.span();
            let span = cue.hull(bytes(scan, scope));
            marks.push(Mark {
                class: Class::Obligation,
                kind: Kind::Request,
                span,
                cue,
                scope,
                sentence: index,
                id: "request",
            });
            return;
        }
    }
}

/// "Test results are in": what is followed by a verb asks for nothing.
fn is_noun(words: &[Word], at: usize) -> bool {
    const FINITE: [u32; 10] = [
        hash("is"),
        hash("are"),
        hash("was"),
        hash("were"),
        hash("has"),
        hash("have"),
        hash("will"),
        hash("can"),
        hash("should"),
        hash("must"),
    ];
    words.iter().skip(at + 1).take(2).any(|word| FINITE.contains(&word.hash))
}
