//! What is told of the state of things (E4): one table of words, one reading of a clause, one look-up of what the source says last.

use super::approvals::given;
use super::findings::{Found, is_report};
use super::later::{Later, acknowledges, bears};
use super::mentions::{Mentions, Place};
use super::pair::{any_of, clauses, has_stem, held, marks_of, stems};
use super::progress::{answered, asks, found, told_as_fact};
use super::state::{
    AHEAD, BEGUN, Clause, DONE, FAILED, HANDED, JOINS, OPEN, OUTCOME, OWED, State, clauses_of, is_part, is_past,
    numbers, predicate, state, subject, told,
};
use super::told::wished;
use super::value::is_distinctive;
use super::{Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{Sentence, Span, Word, hash, is_content, list, offset, shape};
use alloc::vec::Vec;

/// Which told state is wrong beside which last one of the source.
const AGAINST: [(State, State); 6] = [
    (OUTCOME, AHEAD | OWED | OPEN | FAILED | BEGUN | HANDED),
    (DONE, AHEAD | OWED | OPEN | FAILED),
    (HANDED, AHEAD | OWED | FAILED | BEGUN),
    (BEGUN, AHEAD | OWED),
    (FAILED, OUTCOME | DONE),
    (OPEN, OUTCOME | DONE),
];

/// The sentences of the summary that tell another state of a thing than the last that the source tells of it.
pub(super) fn states(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut left) = (&summary.text, MOST);
    let later = Later::new(&sources.texts);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        if !sentence.region.speaks() || mentions.quotes(at) || asks(text, sentence) {
            continue;
        }
        let (number, mut past_abouts) = (offset(at), Vec::new());
        for clause in clauses_of(text, sentence) {
            let Some(verb) = clause.verb.and_then(|verb| text.scan.words.get(verb as usize)) else { continue };
            let claim = told(text, number, clause.words, 0);
            let claims = claim & (BEGUN | HANDED | DONE | OUTCOME) != 0 || claim == 0;
            let of_claim = AGAINST.iter().find(|(told, _)| *told == claim).map(|(_, bad)| *bad);
            let bad = of_claim.unwrap_or_else(|| if claim == 0 { past(text, clause.words, verb) } else { 0 });
            let words = clause.words.slice(&text.scan.words);
            // "Was waiting" tells of then, "is to be done" of what is ahead.
            let other = if claims {
                any_of(words, &[const { hash("be") }])
            } else {
                any_of(words, &THEN) || claim == FAILED && !any_of(words, &REFUSED)
            };
            if other {
                continue;
            }
            // "I can offer a replacement" offers it.
            const SPEAKS: [u32; 4] = [hash("offered"), hash("suggested"), hash("proposed"), hash("recommended")];
            if SPEAKS.contains(&verb.hash) {
                continue;
            }
            if bad == 0 || claims && (doubted(text, number, clause.words, verb) || is_part(text.scan.words(sentence))) {
                continue;
            }
            let passive = words.iter().any(|word| word.end <= verb.end && PAST.contains(&word.hash));
            // "Complaints are forwarded" may be a rule.
            let copula = words.iter().find(|word| word.end <= verb.end && word.is(list::COPULA));
            let rule = claim != DONE && !passive && copula.is_some();
            // "The folder is prepared", of one that somebody will prepare.
            let is = copula.is_some_and(|word| word.hash == const { hash("is") });
            let ceased = |mark: &Mark| mark.kind == Kind::Cessation && mark.cue.contains(verb.span());
            let ceases = marks_of(text, Span::new(number, number + 1)).iter().any(ceased);
            let once = rule && is && words.last().is_some_and(|word| word.start == verb.start);
            let bad = if rule && !once { bad & !OWED } else { bad } & if ceases { OWED } else { State::MAX };
            for part in &clause.parts {
                let Some(less) = left.checked_sub(1) else { return };
                left = less;
                let mut abouts = abouts(text, number, &clause, *part);
                // "Was fixed and deployed": the same thing.
                if abouts.is_empty() && claims && words.first().is_some_and(|word| word.hash == const { hash("and") }) {
                    abouts.append(&mut past_abouts);
                }
                let hit = abouts.iter().find_map(|about| {
                    // Of a name much may be told.
                    let exact = if about.name.is_empty() {
                        passive || about.distinct || claim != 0
                    } else {
                        passive && about.distinct
                    };
                    let bad = if exact { bad } else { bad & (FAILED | DONE | OUTCOME) };
                    Asked { text, sentence, about, verb, claim, claims, bad, promise: once || ceases || claim == BEGUN }
                        .against(sources, mentions, &later)
                        .filter(|hit| exact || hit.is_some())
                });
                past_abouts = abouts;
                let Some(Some((class, against))) = hit else { continue };
                // "Ana signed", of "I have Ana's signature".
                let who = words.first().filter(|_| claims);
                if who.is_some_and(|who| given(mentions, who, verb.stem)) {
                    continue;
                }
                let kind = if claims { FindingKind::Promoted } else { FindingKind::Invented };
                if !all.iter().any(|found| found.kind == kind && found.span.overlaps(sentence.span)) {
                    all.push(Found { class: Some(class), ..found(kind, sentence.span, Some(against)) });
                }
            }
        }
    }
}

/// What is against a clause that tells by its own verb that something was done: "was drawn", "are moved", "the dairy answered".
fn past(text: &Extraction<'_>, words: Span, verb: &Word) -> State {
    let words = words.slice(&text.scan.words);
    let own = verb.span().of(text.scan.text);
    let Some(at) = words.iter().position(|word| word.start == verb.start) else { return 0 };
    let before = words.get(at.saturating_sub(3)..at).unwrap_or(&[]);
    let last = before.iter().rev().find(|word| word.is(list::COPULA) || is_content(word));
    let ed = is_past(own, verb) || own.ends_with("en") || own.ends_with("wn");
    let lower = own.starts_with(char::is_lowercase);
    // "Paul called the printer": somebody right before it, a thing right behind it.
    let somebody = |word: &Word| is_content(word) || WHO.contains(&word.hash);
    // "Picked up the cake".
    let particle = words.get(at + 1).is_some_and(|word| PARTICLES.contains(&word.hash));
    let thing = words.get(at + 1 + usize::from(particle)).is_some_and(|word| {
        THING.contains(&word.hash) || word.span().of(text.scan.text).starts_with(char::is_uppercase)
    });
    if lower && thing && is_past(own, verb) && before.last().is_some_and(somebody) {
        return AHEAD | OWED;
    }
    if lower && any_of(before, &PAST) || ed && (at == 0 || before.last().is_some_and(|word| word.is(list::SUBJECT))) {
        return AHEAD | OPEN | FAILED | if ed { OWED } else { 0 };
    }
    if !own.ends_with("ed") {
        return 0;
    }
    let ends = at + 1 == words.len()
        && before.last().is_some_and(|word| {
            is_content(word) && !any_of(&[*word], &[const { hash("get") }, const { hash("gets") }])
        });
    let is = last.is_some_and(|word| word.is(list::COPULA));
    let whole = if is && at + 1 == words.len() { OWED } else { 0 };
    if ends || is { AHEAD | OPEN | FAILED | whole } else { 0 }
}

/// Who has no name, and what begins what something was done to.
const WHO: [u32; 2] = [hash("user"), hash("assistant")];
const PARTICLES: [u32; 6] = [hash("up"), hash("out"), hash("off"), hash("down"), hash("back"), hash("in")];
const THING: [u32; 10] = [
    hash("the"),
    hash("a"),
    hash("an"),
    hash("his"),
    hash("her"),
    hash("their"),
    hash("its"),
    hash("all"),
    hash("it"),
    hash("them"),
];
/// After them a verb tells what is past.
const PAST: [u32; 6] = [hash("was"), hash("were"), hash("been"), hash("has"), hash("have"), hash("got")];
const THEN: [u32; 5] = [hash("was"), hash("were"), hash("had"), hash("did"), hash("didn't")];
/// What failed may run by now; what somebody refused he has not given.
const REFUSED: [u32; 5] = [hash("refused"), hash("rejected"), hash("declined"), hash("denied"), hash("dismissed")];

/// Whether something among some words is denied, in doubt, owed or ordered.
#[inline(never)]
fn doubted(text: &Extraction<'_>, at: u32, words: Span, verb: &Word) -> bool {
    let words = words.slice(&text.scan.words);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let span = first.span().hull(last.span());
    let doubt = |mark: &Mark| {
        // What is gone or cancelled is done, and what was done first.
        let told = mark.class == Class::Ordering && matches!(mark.id, "first" | "then" | "next")
            || mark.kind == Kind::Cessation && mark.cue.contains(verb.span());
        !matches!(mark.class, Class::Identifier | Class::Declared) && mark.id != "resolved" && !told
    };
    marks_of(text, Span::new(at, at + 1)).iter().any(|mark| doubt(mark) && mark.cue.overlaps(span))
}

/// What a part of a clause speaks of.
struct About<'a> {
    stems: Vec<u32>,
    /// The words of its name, if it has one.
    name: &'a [Word],
    /// It can be no other's.
    distinct: bool,
}

/// What a part of a clause may be looked up by: its name, what its verb is about.
fn abouts<'a>(text: &'a Extraction<'_>, at: u32, clause: &Clause, part: Span) -> Vec<About<'a>> {
    let (mut all, words) = (Vec::new(), part.slice(&text.scan.words));
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return all };
    let span = first.span().hull(last.span());
    let verb_word = clause.verb.and_then(|verb| text.scan.words.get(verb as usize));
    let past = verb_word.map_or(u32::MAX, |verb| verb.start);
    let mut own = part;
    if let Some(verb) = clause.verb.filter(|verb| part.start <= *verb && *verb < part.end) {
        let (before, behind) = (Span::new(part.start, verb), Span::new(verb + 1, part.end));
        let is = before.slice(&text.scan.words).iter().any(|word| word.is(list::COPULA));
        let says = |words: Span| !subject(words.slice(&text.scan.words)).is_empty();
        if is && says(before) {
            own = before;
        } else if says(behind) {
            own = behind;
        }
    } else if first.start > past {
        // What else stands behind the verb is no subject of a passive, and a long part has a verb of its own.
        let before = Span::new(clause.words.start, clause.verb.unwrap_or(0)).slice(&text.scan.words);
        if before.iter().any(|word| word.is(list::COPULA)) || words.len() > 4 {
            return all;
        }
    }
    // "Has asked Nadia for the code".
    let next = clause.verb.and_then(|verb| text.scan.words.get(verb as usize + 1));
    let asked = |mark: &&Mark| mark.kind == Kind::Name && next.is_some_and(|word| word.start == mark.span.start);
    let begun = verb_word.is_some_and(|verb| state(verb) == BEGUN);
    if begun && let Some(mark) = marks_of(text, Span::new(at, at + 1)).iter().find(asked) {
        let name = mark.scope.slice(&text.scan.words);
        all.push(About { stems: stems(name), name, distinct: true });
    }
    let narrow = subject(own.slice(&text.scan.words));
    let named = |mark: &&Mark| {
        let name = mark.scope.slice(&text.scan.words);
        mark.span.overlaps(span)
            && mark.span.start <= past
            && is_name(text, mark)
            && (mark.kind != Kind::Name || narrow.iter().all(|stem| has_stem(name, *stem)))
    };
    if let Some(mark) = marks_of(text, Span::new(at, at + 1)).iter().find(named) {
        let name = mark.scope.slice(&text.scan.words);
        let distinct = is_distinctive(mark.kind, mark.span.of(text.scan.text));
        all.push(About { stems: stems(name), name, distinct });
        if distinct {
            return all;
        }
    }
    // "Room 6" is a name too.
    let counted = own.slice(&text.scan.words).iter().any(|word| word.shape & shape::DIGIT != 0);
    all.push(About { stems: narrow, name: &[], distinct: !counted });
    for about in &mut all {
        about.stems.retain(|stem| Some(*stem) != verb_word.map(|verb| verb.stem));
    }
    all.retain(|about| !about.stems.is_empty());
    all
}

/// What is looked up of a claim.
struct Asked<'a> {
    text: &'a Extraction<'a>,
    sentence: &'a Sentence,
    about: &'a About<'a>,
    verb: &'a Word,
    claim: State,
    claims: bool,
    bad: State,
    /// Whether what is owed must be promised.
    promise: bool,
}

impl Asked<'_> {
    /// "PR 883 is open. Not merged", "the letter is ready, I haven't sent it": what follows denies the verb of no other thing.
    fn is_denied_after(&self, source: &Extraction<'_>, at: u32, past: u32) -> bool {
        const SHORT: u32 = 8;
        let rest = |at: u32, start: u32| {
            let sentence = source.scan.sentences.get(at as usize)?;
            let words = Span::new(sentence.words.start.max(start), sentence.words.end);
            let own = words.slice(&source.scan.words);
            let cue = |word: &Word| {
                let denies = |mark: &Mark| mark.kind == Kind::Denial && mark.cue.overlaps(word.span());
                marks_of(source, Span::new(at, at + 1)).iter().any(denies)
            };
            let says = |word: &Word| is_content(word) && state(word) == 0 && word.stem != self.verb.stem && !cue(word);
            let bare = !own.iter().any(says);
            let fits = own.iter().any(|word| word.stem == self.verb.stem);
            Some(words.len() <= SHORT && bare && fits && told(source, at, words, self.verb.stem) & (OPEN | FAILED) != 0)
        };
        rest(at, past).unwrap_or(false) || rest(at + 1, 0).unwrap_or(false)
    }

    /// The last that the source tells of it, where that is against it and nothing bears it out.
    fn against(
        &self,
        sources: &Sources<'_>,
        mentions: &Mentions<'_>,
        rest: &Later<'_>,
    ) -> Option<Option<(Class, (u32, Span))>> {
        let (about, name) = (&self.about.stems, self.about.name);
        let least = if about.len() < 3 { 100 } else { 60 };
        let mut places = mentions.holding(about, least);
        let says = |words: &[Word]| {
            name.is_empty()
                || words.windows(name.len()).any(|window| window.iter().zip(name).all(|(a, b)| a.hash == b.hash))
        };
        places.retain(|(_, source, _, sentence)| says(source.scan.words(sentence)));
        let report = self.text.scan.words(self.sentence).iter().any(|word| is_report(word.hash));
        let mut last: Option<(State, bool, Place<'_>)> = None;
        for place in places.into_iter().rev().take(16) {
            let (_, source, at, sentence) = place;
            let own = source.scan.words(sentence);
            let own_clauses = clauses_of(source, sentence);
            let holds = |clause: &Clause| held(about, clause.words.slice(&source.scan.words));
            let best = own_clauses.iter().map(holds).max().unwrap_or(0);
            let clause = own_clauses
                .iter()
                .find(|clause| holds(clause) == best)
                .filter(|clause| best >= least && clause.verb.is_some());
            let words = clause.map_or(sentence.words, |clause| clause.words);
            let fits = |words: &[Word]| words.iter().any(|word| word.stem == self.verb.stem);
            let fine = |state: State| state & (OPEN | FAILED | AHEAD | OWED) == 0;
            // "The plan is in progress, the north wing is drawn": part of it is done.
            let asked = asked(own).is_some_and(|verb| verb.stem == self.verb.stem && verb.hash != self.verb.hash);
            let told_so = |run: Span| {
                let words = run.slice(&source.scan.words);
                // "Confirmed that a record is required" tells of what was confirmed.
                let itself = words.iter().position(|word| word.hash == self.verb.hash).is_some_and(|at| {
                    !any_of(words.get(at.saturating_sub(2)..at).unwrap_or(&[]), const { &[hash("be"), hash("get")] })
                });
                let state = told(source, at, run, self.verb.stem);
                fits(words)
                    && (fine(state) || state & (OWED | AHEAD) != 0 && itself)
                    && predicate(source, run).is_some()
            };
            let failed = last.is_some_and(|(state, ..)| state == FAILED);
            let bears_out = self.claims && !failed && !asked && !asks(source, sentence);
            if bears_out && !is_part(own) && clauses(source, words, &JOINS).any(told_so) {
                return Some(None);
            }
            let mut state = told(source, at, words, if self.claims { self.verb.stem } else { 0 });
            let said = |number: &u32| numbers(self.text, self.sentence).contains(number);
            let part = state & (OPEN | FAILED | AHEAD) == 0 && is_part(words.slice(&source.scan.words));
            let open = asks(source, sentence) && !asks_to(own);
            if part && !numbers(source, sentence).iter().any(said) || open {
                state = OPEN;
            }
            if bears_out && fits(words.slice(&source.scan.words)) && fine(state) {
                return Some(None);
            }
            if self.claims && state & (OPEN | FAILED | AHEAD) == 0 && self.is_denied_after(source, at, words.end) {
                // And nobody says the verb as a fact later.
                let later = |(other, source, number, sentence): &Place<'_>| {
                    *other > place.0 && told_as_fact(source, *number, sentence)
                };
                let open = !mentions.with_all(&[self.verb.stem]).iter().rev().take(LATEST).any(later);
                state = if open { if self.bad & OPEN != 0 { OPEN } else { FAILED } } else { state };
            }
            if state == 0 && self.claims && (asked || asks_to(own)) {
                state = OWED;
            }
            // Whoever was asked to write it may have begun; whoever will has not.
            if state == OWED && self.promise && !promises(source, at, words) {
                state = 0;
            }
            // What is asked for is told by its own verb, or as done.
            if state == OWED && self.claims && !asked && !fits(own) && (self.claim != DONE || report) {
                state = 0;
            }
            if state != 0 && last.is_none() {
                last = Some((state, part, place));
            }
        }
        let (state, part, (message, source, at, sentence)) = last?;
        if state & self.bad == 0 {
            return Some(None);
        }
        // "Dessert is pears" answers "dessert: panna cotta?" with another thing.
        let own = stems(self.text.scan.words(self.sentence));
        let asked = stems(source.scan.words(sentence));
        let other = asked.iter().filter(|stem| !own.contains(stem)).count();
        if asks(source, sentence) && other * 2 > asked.len() {
            return Some(None);
        }
        let wished = || wished(self.text.scan.words(self.sentence)).is_some();
        let next = sources.texts.get(message as usize + 1);
        let heard = || asks_to(source.scan.words(sentence)) && next.is_some_and(|next| acknowledges(&next.scan.words));
        if asks(source, sentence) && (wished() || answered(&sources.texts, message as usize) && !heard()) {
            return Some(None);
        }
        let shares = if state == OWED || part { 0 } else { least };
        let mut about = about.clone();
        if state == OWED {
            // "The dump is done" tells what was asked for by its verb alone.
            about.push(self.verb.stem);
        }
        let later = mentions.holding(&about, shares).into_iter().any(|(other, source, number, sentence)| {
            // "Pavel says …", of whom was to be asked.
            let reports = self.claim == BEGUN && source.scan.words(sentence).iter().any(|word| is_report(word.hash));
            (other, number) > (message, at) && (reports || bears(source, number, sentence, state, self.claim))
        });
        // "Access to repo-b granted": done with another thing of the same sentence.
        let own = stems(self.text.scan.words(self.sentence));
        let ended = |(other, source, number, sentence): &Place<'_>| {
            (*other, *number) > (message, at)
                && told(source, *number, sentence.words, 0) & (DONE | OUTCOME) != 0
                && told_as_fact(source, *number, sentence)
        };
        let later = later || state == OWED && mentions.holding(&own, 50).iter().rev().take(LATEST).any(ended);
        // What was asked for may be told in other words, step by step.
        let bare = rest.tells((message, at), self.claim, state);
        let short = |next: &Extraction<'_>| {
            // "Not today" is none.
            let denied =
                |at: u32| marks_of(next, Span::new(at, at + 1)).iter().any(|mark| mark.class == Class::Negation);
            let mut all = next.scan.sentences.iter().zip(0..);
            all.any(|(sentence, at)| {
                let words = next.scan.words(sentence);
                words.len() < 4 && !acknowledges(words) && !denied(at)
            })
        };
        let kept = state == OWED && (sources.tool_follows(message as usize) || next.is_some_and(short));
        Some((!kept && !(self.claims && (later || bare))).then_some((
            if asks(source, sentence) { Class::Hypothesis } else { Class::Obligation },
            (message, sentence.span),
        )))
    }
}

/// Whether somebody says of himself or another that he will.
fn promises(source: &Extraction<'_>, at: u32, words: Span) -> bool {
    let promise = |mark: &Mark| mark.kind == Kind::Promise;
    words.slice(&source.scan.words).iter().any(|word| state(word) == OWED)
        || marks_of(source, Span::new(at, at + 1)).iter().any(promise)
}

/// "Can you cap it?" asks for something to be done, not whether it is.
fn asks_to(words: &[Word]) -> bool {
    const CAN: [u32; 4] = [hash("can"), hash("could"), hash("would"), hash("will")];
    let mut pairs = words.iter().zip(words.iter().skip(1)).take(3);
    pairs.any(|(can, you)| CAN.contains(&can.hash) && you.hash == const { hash("you") })
}

/// So many of the latest sentences with some words are looked at.
const LATEST: usize = 64;

/// So many things are looked up.
const MOST: usize = 64;

/// Whether a mark names a thing, not how much of it or when.
fn is_name(text: &Extraction<'_>, mark: &Mark) -> bool {
    let long = || mark.kind != Kind::Number || text.scan.str(mark.span).len() > 2;
    mark.class == Class::Identifier && !matches!(mark.kind, Kind::Quantity | Kind::Date | Kind::Error) && long()
}

/// The verb that a sentence begins with, polite words passed over; none where a verb follows, as after a noun.
fn asked(words: &[Word]) -> Option<&Word> {
    let at = words.iter().position(|word| !word.is(list::POLITE)).filter(|at| *at < 5)?;
    let finite = words.iter().skip(at + 1).take(2).any(|word| word.is(list::FINITE));
    words.get(at).filter(|word| is_content(word) && !finite)
}
