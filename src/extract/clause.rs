//! Negation, ordering, obligation and hypothesis (D2–D5): cues and what they speak about.

use super::Mark;
use super::leave::{ANYBODY, forbids, permits};
use super::request::request;
use crate::class::Class;
use crate::element::Kind;
use crate::lexicon::{self, HostCues, Match, Side};
use crate::text::{Region, Scan, Sentence, Span, Word, hash, list, offset, shape};
use alloc::vec::Vec;

/// Adds the elements of a sentence that a cue makes.
pub(super) fn find(scan: &Scan<'_>, index: u32, sentence: &Sentence, host: &HostCues, marks: &mut Vec<Mark>) {
    let words = scan.words(sentence);
    let mut clauses = Clauses { scan, words, starts: None, first: index == 0 };
    let from = marks.len();
    // Past the last cue of each class, so that the "not" of "must not" is no cue of its own.
    let mut taken = [0usize; 6];
    for at in 0..words.len() {
        let rest = words.get(at..).unwrap_or(&[]);
        // Most words begin no cue.
        if !lexicon::begins(rest) && !host.begins(rest) {
            continue;
        }
        // The classes that have a cue here: a set of bits.
        let mut here = 0u32;
        for found in host.matches(rest).chain(lexicon::matches(rest)) {
            let class = found.cue.class as usize;
            let Some(taken) = taken.get_mut(class) else { continue };
            let counted = at < *taken || here & 1 << class != 0;
            if counted || is_name(words, at, found) || !is_cue(&mut clauses, at, found) {
                continue;
            }
            here |= 1 << class;
            *taken = at + found.words;
            if let Some(kind) = found.cue.kind {
                let kind = if forbids(&mut clauses, at, found) { Kind::Prohibition } else { kind };
                marks.push(element(&mut clauses, index, sentence, at, found, kind));
            }
        }
    }
    if let Some(found) = marks.get_mut(from..) {
        coordinated(scan, found);
    }
    marks.extend(request(&mut clauses, index, sentence));
    if let Some(step) = numbered_step(scan, index, sentence) {
        marks.push(step);
    }
}

/// "Don't change a and don't add b": what a cue speaks about ends before an "and" with another cue of its class behind it.
fn coordinated(scan: &Scan<'_>, marks: &mut [Mark]) {
    const JOINS: [u32; 3] = [hash("and"), hash("or"), hash("then")];
    let word = |at: u32| scan.words.get(at as usize).map_or(0, |word| word.hash);
    for at in 1..marks.len() {
        let (before, rest) = marks.split_at_mut(at);
        let (Some(left), Some(right)) =
            (before.iter_mut().rev().find(|mark| rest.first().is_some_and(|it| it.class == mark.class)), rest.first())
        else {
            continue;
        };
        let cue = scan.words.partition_point(|word| word.end <= right.cue.start) as u32;
        let joint = cue.saturating_sub(1);
        let ends = left.scope.start < joint && joint < left.scope.end && left.cue.end <= right.cue.start;
        if ends && left.class != Class::Ordering && left.class != Class::Hypothesis && JOINS.contains(&word(joint)) {
            left.scope.end = joint;
            left.span = left.cue.hull(bytes(scan, left.scope));
        }
    }
}

/// A word that is a month or a name here: "May" within a sentence.
fn is_name(words: &[Word], at: usize, found: Match<'_>) -> bool {
    found.words == 1
        && at > 0
        && words.get(at).is_some_and(|word| {
            word.hash == const { hash("may") }
                && word.shape & (shape::CAPITAL | shape::LOWER) == shape::CAPITAL | shape::LOWER
        })
}

/// A word that limits a description limits nobody: "only two were seen". It counts where somebody is addressed, may or
/// must do something, or the clause begins with it.
fn is_cue(clauses: &mut Clauses<'_>, at: usize, found: Match<'_>) -> bool {
    let Clauses { scan, words, .. } = *clauses;
    let Some(word) = words.get(at) else { return false };
    let before = |back: usize| scan.text.as_bytes().get((word.start as usize).checked_sub(back)?);
    if before(1) == Some(&b'-') {
        // "YES-NO" holds no "no", "non-stop" no "stop", but "off-limits" is off limits.
        let glued = before(2).is_some_and(|byte| *byte != b' ');
        return !(glued && found.words == 1) || matches!(found.cue.id, "only" | "frozen");
    }
    if found.cue.id == "then" && is_so(clauses, at, found) {
        return false;
    }
    match found.cue.id {
        // "No, call it so": an answer denies what was asked.
        "no" => {
            let past = scan.text.as_bytes().get(word.end as usize);
            return !(words.iter().take(at).all(|word| word.is(list::POLITE)) && past == Some(&b','));
        }
        "all-but" => return excepts(words, at, found.words),
        "limit" => {
            const TO: [u32; 4] = [hash("is"), hash("of"), hash("to"), hash("at")];
            let number = |at: usize| words.get(at).is_some_and(|word| word.shape & shape::DIGIT != 0);
            return number(at + 1) || number(at + 2) && words.get(at + 1).is_some_and(|word| TO.contains(&word.hash));
        }
        "may" => return !permits(clauses, at),
        "only" => {}
        _ => return true,
    }
    let article =
        words.get(at + 1).is_some_and(|word| word.hash == const { hash("the") } || word.hash == const { hash("a") });
    let short = words.len() < 24;
    (at == 0 && !article)
        || (at + 1 == words.len() && short)
        || (short && scan.text.as_bytes().get(word.end as usize) == Some(&b':'))
        || words.first().is_some_and(|word| word.is(list::REQUEST))
        || (clauses.start(at) == at && !article && short)
        || (at == 0 && words.iter().any(|word| [const { hash("may") }, const { hash("can") }].contains(&word.hash)))
        || words.iter().any(|word| {
            word.is(list::ADDRESS) && (word.hash != const { hash("i") } || word.shape & shape::CAPITAL != 0)
        })
}

/// "Fine, then use the other one", "use the other one then", "Then use it" at the head of a message: nothing comes first.
fn is_so(clauses: &Clauses<'_>, at: usize, found: Match<'_>) -> bool {
    const AND: u32 = hash("and");
    let Clauses { scan, words, first, .. } = *clauses;
    let Some(word) = words.get(at).filter(|word| word.hash == const { hash("then") } && found.words == 1) else {
        return false;
    };
    let polite = words.iter().take(at).all(|word| word.is(list::POLITE) && word.hash != AND);
    let ends = at > 2 && at + 1 == words.len() && scan.text.as_bytes().get(word.start as usize - 2) != Some(&b',');
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    polite && (at > 0 || first) || ends && before.is_some_and(|word| word.hash != AND)
}

/// "All tables but the log", not "all tests pass but it is slow": between the two stands one word, or two with an article, and
/// no sentence follows.
fn excepts(words: &[Word], at: usize, length: usize) -> bool {
    let between = words.get(at + 1..at + length - 1).unwrap_or(&[]);
    let plain = |word: &Word| !word.is(list::COPULA) && !word.is(list::FINITE) && !word.is(list::SUBJECT);
    let two = matches!(between, [first, _] if first.is(list::STOP));
    (between.len() < 2 || two) && between.iter().all(plain) && words.iter().skip(at + length).take(3).all(plain)
}

fn element(
    clauses: &mut Clauses<'_>,
    index: u32,
    sentence: &Sentence,
    at: usize,
    found: Match<'_>,
    kind: Kind,
) -> Mark {
    let Clauses { scan, words, .. } = *clauses;
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
    let from = if matches!(side, Side::Before | Side::Both) { clauses.start(at) } else { at + found.words };
    let mut to = if matches!(side, Side::After | Side::Both) { clauses.end(at + found.words) } else { at };
    // "Still to do: the notes": what is owed stands behind the colon.
    let last = words.get(at + found.words - 1).map_or(0, |word| word.end as usize);
    if to == at + found.words && found.cue.class == Class::Obligation && scan.text.as_bytes().get(last) == Some(&b':') {
        to = clauses.end(to + 1);
    }
    // "Possible cause: the pump", "suspected, not checked: the pump".
    if found.cue.class == Class::Hypothesis
        && side != Side::Before
        && let Some(past) = is_label(clauses, at, to)
    {
        to = clauses.end(past + 1);
    }
    // A cue with nothing on its side speaks about the other one.
    let (from, to) = if from < to {
        (from, to)
    } else if matches!(side, Side::After) {
        (clauses.start(at), at)
    } else {
        (at + found.words, clauses.end(at + found.words))
    };
    let scope = Span::new(base + offset(from), base + offset(to.max(from)));
    let span = if scope.is_empty() { cue } else { cue.hull(bytes(scan, scope)) };
    Mark { class: found.cue.class, kind, span, cue, scope, sentence: index, id: found.cue.id }
}

/// Where the label ends that the clause of a word is: a few words before a colon, or before brackets and a colon.
fn is_label(clauses: &mut Clauses<'_>, at: usize, to: usize) -> Option<usize> {
    const LABEL: usize = 5;
    const NOTE: usize = 12;
    let start = clauses.start(at);
    let Clauses { scan, words, .. } = *clauses;
    let mark = |past: usize| scan.text.as_bytes().get(words.get(past.checked_sub(1)?)?.end as usize..);
    let bracket = mark(to)?.starts_with(b" (");
    let past = if bracket { clauses.end(to + 1) } else { to };
    let colon = mark(past)?.starts_with(if bracket { b"):" } else { b":" });
    (colon && to - start <= LABEL && past - start <= NOTE && past < words.len()).then_some(past)
}

/// "is absent", "was ruled out": the subject stands before.
fn is_predicate(words: &[Word], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|word| word.is(list::COPULA))
}

pub(super) fn bytes(scan: &Scan<'_>, words: Span) -> Span {
    let words = words.slice(&scan.words);
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => Span::new(first.start, last.end),
        _ => Span::default(),
    }
}

/// Where the clauses of a sentence begin, found when somebody asks.
pub(super) struct Clauses<'a> {
    pub(super) scan: &'a Scan<'a>,
    pub(super) words: &'a [Word],
    starts: Option<Vec<usize>>,
    /// Whether the sentence is the first of its text.
    first: bool,
}

impl Clauses<'_> {
    fn starts(&mut self) -> &[usize] {
        let (scan, words) = (self.scan, self.words);
        self.starts.get_or_insert_with(|| {
            let pairs = words.iter().zip(words.iter().skip(1)).enumerate();
            let breaks = |at: usize, left: &Word, right: &Word| breaks(scan, left, right) || goes_on(scan, words, at);
            pairs.filter(|(at, (left, right))| breaks(*at, left, right)).map(|(at, _)| at + 1).collect()
        })
    }

    /// Where the clause of a word begins.
    pub(super) fn start(&mut self, at: usize) -> usize {
        let starts = self.starts();
        let past = starts.partition_point(|start| *start <= at);
        past.checked_sub(1).and_then(|last| starts.get(last)).copied().unwrap_or(0)
    }

    /// Where the clause ends that goes on with a word, at the earliest before it.
    pub(super) fn end(&mut self, from: usize) -> usize {
        let starts = self.starts();
        let next = starts.partition_point(|start| *start < from.max(1));
        starts.get(next).copied().unwrap_or(self.words.len())
    }
}

/// Whether a clause ends between two neighbouring words.
fn breaks(scan: &Scan<'_>, left: &Word, right: &Word) -> bool {
    right.is(list::BREAK)
        || (right.is(list::SUBJECT) && left.hash == const { hash("and") })
        || (right.start > left.end + 1 && parts(Span::new(left.end, right.start).of(scan.text)))
}

/// Whether behind a word and a comma another sentence begins: "leave it alone, it is being replaced", "never eat there, and Jonas is
/// allergic".
fn goes_on(scan: &Scan<'_>, words: &[Word], at: usize) -> bool {
    const AND: u32 = hash("and");
    const SO: u32 = hash("so");
    const PERHAPS: [u32; 4] = [hash("perhaps"), hash("maybe"), hash("possibly"), hash("probably")];
    let Some([left, right]) = words.get(at..at + 2) else { return false };
    let comma = right.start == left.end + 2 && scan.text.as_bytes().get(left.end as usize) == Some(&b',');
    let near = words.get(at + 2..words.len().min(at + 5)).unwrap_or(&[]);
    let verb =
        || near.iter().any(|word| word.is(list::FINITE)) || near.first().is_some_and(|word| word.is(list::REQUEST));
    // "…, Irena is in the middle of it", "…, the branch is frozen".
    let finite = |at: usize| near.get(at).is_some_and(|word| word.is(list::FINITE));
    let named = || {
        (right.shape & shape::CAPITAL != 0 || ANYBODY.contains(&right.hash)) && finite(0)
            || right.hash == const { hash("the") } && finite(1)
    };
    comma
        && (right.is(list::SUBJECT)
            || right.hash == SO
            || (right.hash == AND || PERHAPS.contains(&right.hash)) && verb()
            || named())
}

/// Whether what stands between two words ends a clause.
fn parts(between: &str) -> bool {
    const MARKS: [char; 11] = [';', '(', ')', '—', '→', '|', '。', '；', '!', '?', '，'];
    let bytes = between.as_bytes();
    between.contains(MARKS)
        || bytes.windows(2).any(|pair| pair == b": ")
        || bytes.windows(3).any(|triple| triple == b" - ")
}

/// A numbered list item is a step of an order.
fn numbered_step(scan: &Scan<'_>, index: u32, sentence: &Sentence) -> Option<Mark> {
    sentence.step.filter(|_| sentence.region == Region::Item)?;
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
