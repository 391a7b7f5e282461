//! What a clause tells of the state of its subject: one table of words, one reading.

use super::pair::{any_of, clauses, marks_of};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::Extraction;
use crate::text::{Bits, Sentence, Span, Word, hash, irregular, is_content, list, number_word, offset, shape};
use alloc::vec::Vec;

/// What a clause tells of what it speaks of, one bit each.
pub(super) type State = u32;
/// Planned: not begun.
pub(super) const AHEAD: State = 1;
/// Under way, in part, waiting, or denied to be done.
pub(super) const OPEN: State = 1 << 1;
pub(super) const FAILED: State = 1 << 2;
/// A first hand was laid on it; the rest is with whoever began.
pub(super) const BEGUN: State = 1 << 3;
/// It was handed to another: what comes of it is his to tell.
pub(super) const HANDED: State = 1 << 4;
pub(super) const DONE: State = 1 << 5;
/// What came of it with another: leave, arrival, a test that passed.
pub(super) const OUTCOME: State = 1 << 6;
/// Asked for, promised or required; no word says so, but marks.
pub(super) const OWED: State = 1 << 7;

static WORDS: Bits<256> = Bits::new(&[
    (OWED, "will would i'll we'll you'll he'll she'll they'll he'd she'd they'd"),
    (AHEAD, "awaited planned planning scheduled queued tomorrow tonight"),
    (
        OPEN,
        "start started starting begin began begun beginning running ongoing underway progress half halfway partly \
         partially pending waiting waits awaiting blocked still yet unfinished incomplete undecided trying remaining remains \
         currently backorder retrying stuck draft review",
    ),
    (
        FAILED,
        "failed fails failing fail bounced unreachable missing refused rejected declined dismissed denied unavailable errored \
         crashed offline broken",
    ),
    (BEGUN, "drafted written wrote prepared packed opened proposed requested asked invited offered"),
    (HANDED, "sent submitted applied filed lodged handed ordered shipped forwarded"),
    (
        DONE,
        "done finished finishes complete completed completes fixed solved resolved succeeded succeeds landed green closed \
         bought",
    ),
    (
        OUTCOME,
        "merged deployed released approved passed passes pass passing delivered agreed decided confirmed granted accepted received \
         arrived paid permitted authorised authorized endorsed cleared signed published",
    ),
]);

/// The states that a word tells, 0 if none.
#[inline(never)]
pub(super) fn state(word: &Word) -> State {
    WORDS.of(word)
}

/// A clause: the words of it, and what tells its state.
pub(super) struct Clause {
    pub(super) words: Span,
    /// What it speaks of; several where it says the same of each: "the chairs and the tables are confirmed".
    pub(super) parts: Vec<Span>,
    pub(super) listed: bool,
    /// The word that tells the state.
    pub(super) verb: Option<u32>,
}

/// Whether a word is the past of a verb.
pub(super) fn is_past(said: &str, word: &Word) -> bool {
    said.ends_with("ed") || irregular(word.hash).is_some() && !said.ends_with("ing") && !said.ends_with('s')
}

/// The word of some that says what is told: a state, what follows a form of "be", or a past at their end.
#[inline(never)]
pub(super) fn predicate(text: &Extraction<'_>, words: Span) -> Option<u32> {
    let own = words.slice(&text.scan.words);
    let past = |word: &Word| is_content(word) && is_past(word.span().of(text.scan.text), word);
    let be = own.iter().rposition(|word| word.is(list::COPULA));
    let after = be.and_then(|be| (be + 1..own.len().min(be + 4)).find(|at| own.get(*at).is_some_and(is_content)));
    let told = after.or_else(|| own.iter().rposition(|word| state(word) != 0));
    told.or_else(|| own.iter().rposition(past)).or(be).map(|at| words.start + offset(at))
}

pub(super) const JOINS: [u32; 6] =
    [hash("and"), hash("but"), hash("while"), hash("whereas"), hash("although"), hash("so")];

/// The clauses of a sentence: runs between punctuation and such words, those without a state joined to those beside them.
#[inline(never)]
pub(super) fn clauses_of(text: &Extraction<'_>, sentence: &Sentence) -> Vec<Clause> {
    const GOES_ON: [u32; 5] = [hash("it"), hash("they"), hash("he"), hash("she"), hash("that")];
    let mut all: Vec<Clause> = Vec::new();
    for run in clauses(text, sentence.words, &JOINS) {
        let words = run.slice(&text.scan.words);
        let joined = words.first().is_some_and(|word| word.hash == const { hash("and") });
        let before =
            words.first().and_then(|word| text.scan.text.as_bytes().get((word.start as usize).checked_sub(1)?));
        let bracket = before == Some(&b'(');
        let head = words.iter().find(|word| !JOINS.contains(&word.hash));
        let pronoun = head.is_some_and(|word| GOES_ON.contains(&word.hash));
        let verb = predicate(text, run);
        match all.last_mut() {
            // "The plan is drawn, and it was sent": another state of the same thing; in "Ms Keller signed it, and it was sent" of
            // another.
            Some(last) if pronoun && verb.is_some() && last.verb.is_some() => {
                let passive = last.words.slice(&text.scan.words).iter().any(|word| word.is(list::COPULA));
                let parts = if passive { last.parts.clone() } else { Vec::new() };
                all.push(Clause { words: run, parts, verb, listed: true });
            }
            Some(last)
                if last.verb.is_none()
                    || verb.is_none() && (joined || bracket)
                    || pronoun
                    || subject(last.words.slice(&text.scan.words)).is_empty() =>
            {
                last.words.end = run.end;
                last.listed |= joined && !pronoun;
                last.parts.push(run);
                last.verb = last.verb.or(verb);
            }
            _ => all.push(Clause { words: run, parts: Vec::from([run]), verb, listed: false }),
        }
    }
    for clause in all.iter_mut().filter(|clause| !clause.listed) {
        clause.parts = Vec::from([clause.words]);
    }
    all
}

/// Two words, one after the other, that tell a state.
const PAIRS: [((u32, u32), State); 28] = [
    ((hash("plans"), hash("to")), OWED),
    ((hash("plan"), hash("to")), OWED),
    ((hash("intends"), hash("to")), OWED),
    ((hash("intend"), hash("to")), OWED),
    ((hash("going"), hash("to")), OWED),
    ((hash("has"), hash("given")), DONE),
    ((hash("has"), hash("provided")), DONE),
    ((hash("has"), hash("supplied")), DONE),
    ((hash("sold"), hash("out")), FAILED),
    ((hash("fell"), hash("through")), FAILED),
    ((hash("is"), hash("left")), OPEN),
    ((hash("are"), hash("left")), OPEN),
    ((hash("behind"), hash("us")), DONE),
    ((hash("behind"), hash("me")), DONE),
    ((hash("taken"), hash("care")), DONE),
    ((hash("wrapped"), hash("up")), DONE),
    ((hash("sorted"), hash("out")), DONE),
    ((hash("rolled"), hash("out")), DONE),
    ((hash("checked"), hash("off")), DONE),
    ((hash("went"), hash("out")), DONE),
    ((hash("went"), hash("live")), DONE),
    ((hash("gone"), hash("live")), DONE),
    ((hash("is"), hash("live")), DONE),
    ((hash("are"), hash("live")), DONE),
    ((hash("is"), hash("out")), DONE),
    ((hash("in"), hash("place")), DONE),
    ((hash("the"), hash("way")), DONE),
    ((hash("in"), hash("production")), DONE),
];

/// What a clause tells, leaving aside a verb that tells only itself: denied, failed, open, owed come before any end.
#[inline(never)]
pub(super) fn told(text: &Extraction<'_>, at: u32, clause: Span, verb: u32) -> State {
    const TRIED: [u32; 5] = [hash("did"), hash("could"), hash("didn't"), hash("couldn't"), hash("unable")];
    const IS_NOT: [u32; 4] = [hash("isn't"), hash("aren't"), hash("wasn't"), hash("weren't")];
    const DOES: [u32; 10] = [
        hash("did"),
        hash("does"),
        hash("do"),
        hash("could"),
        hash("would"),
        hash("can"),
        hash("have"),
        hash("has"),
        hash("had"),
        hash("will"),
    ];
    const NOT: [&str; 8] = ["not", "contracted-not", "cannot", "never", "unable", "fail-to", "refuse", "neither-nor"];
    let words = clause.slice(&text.scan.words);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return 0 };
    let (mut all, mut asked, mut doubted, span) = (0, false, false, first.span().hull(last.span()));
    for (at, word) in words.iter().enumerate() {
        let state = state(word);
        // "It was decided that it will use one": the first counts.
        let later = state == OWED && all & (BEGUN | HANDED | DONE | OUTCOME) != 0;
        all |= if word.stem == verb { state & !(AHEAD | OPEN | FAILED) } else { state * State::from(!later) };
        all |= words
            .get(at + 1)
            .and_then(|next| PAIRS.iter().find(|pair| pair.0 == (word.hash, next.hash)))
            .map_or(0, |pair| pair.1);
    }
    for mark in marks_of(text, Span::new(at, at + 1)).iter().filter(|mark| span.overlaps(mark.cue)) {
        let denied = mark.scope.slice(&text.scan.words);
        all |= match mark.kind {
            Kind::OpenTask | Kind::Waiting => OPEN,
            // "Is not in the hall" tells nothing of how far it is, "did not fit" does.
            Kind::Denial if NOT.contains(&mark.id) => {
                let before = words.iter().rev().find(|word| word.end <= mark.cue.start);
                let cue = words.iter().find(|word| word.start >= mark.cue.start);
                let does = mark.id != "not" && !cue.is_some_and(|word| IS_NOT.contains(&word.hash))
                    || before.is_some_and(|word| DOES.contains(&word.hash));
                match denied.iter().any(|word| state(word) != 0 || word.stem == verb) {
                    _ if does && TRIED.contains(&cue.map_or(0, |word| word.hash)) => FAILED,
                    _ if does && before.is_some_and(|word| TRIED.contains(&word.hash)) => FAILED,
                    open => {
                        if does || open {
                            OPEN
                        } else {
                            0
                        }
                    }
                }
            }
            Kind::Request => {
                asked = true;
                0
            }
            _ if mark.class == Class::Obligation => OWED,
            _ if mark.class == Class::Ordering && matches!(mark.id, "first" | "then" | "next") => 0,
            _ if matches!(mark.class, Class::Ordering | Class::Hypothesis) => {
                doubted = true;
                0
            }
            _ => 0,
        };
    }
    // "Not before Lena has signed", "if it is done".
    if doubted {
        all &= !(BEGUN | HANDED | DONE | OUTCOME);
    }
    // "Write the docs (done)".
    if asked && words.last().is_none_or(|word| state(word) & (DONE | OUTCOME) == 0) {
        all |= OWED;
    }
    let order = [FAILED, OPEN, AHEAD, OWED, OUTCOME, DONE, HANDED, BEGUN];
    order.into_iter().find(|state| all & state != 0).unwrap_or(0)
}

/// What is told of: the content stems but for those of states, each once.
#[inline(never)]
pub(super) fn subject(words: &[Word]) -> Vec<u32> {
    let mut stems = Vec::new();
    for word in words.iter().filter(|word| is_content(word) && state(word) == 0) {
        if !stems.contains(&word.stem) {
            stems.push(word.stem);
        }
    }
    stems
}

/// The whole numbers of a sentence, in digits or as a word.
pub(super) fn numbers(text: &Extraction<'_>, sentence: &Sentence) -> Vec<u32> {
    let number = |word: &Word| number_word(word.hash).or_else(|| word.span().of(text.scan.text).parse().ok());
    text.scan.words(sentence).iter().filter_map(number).collect()
}

/// "12 of the 30", "so far", "half"; "4 of its files" is all there is to tell.
pub(super) fn is_part(words: &[Word]) -> bool {
    const PART: [u32; 8] = [
        hash("far"),
        hash("half"),
        hash("halfway"),
        hash("partly"),
        hash("partially"),
        hash("remaining"),
        hash("rest"),
        hash("except"),
    ];
    let counted = |word: &Word| word.shape & shape::DIGIT != 0 || number_word(word.hash).is_some();
    let whole = |word: &Word| counted(word) || word.hash == const { hash("the") };
    let some = |three: &[Word]| matches!(three, [number, of, all] if counted(number) && of.hash == const { hash("of") } && whole(all));
    any_of(words, &PART) || words.windows(3).any(some)
}
