//! Values that a user seems to have corrected, where nothing proves that both are about the same thing (D6).
//!
//! "Correction, 60 days" is about some value said before, but which? Such a value stays load-bearing, and what corrects it goes
//! with it. A summary that tells it as live is wrong nevertheless.

use super::change::{is_denied, is_marked, is_value, key_of};
use super::words::{DOUBT, EVERY, bits};
use super::{Here, How, MANY, Reader, Said, Voice};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::Mark;
use crate::text::{Span, Word, hash, holds, is_content, list, offset};
use crate::verify::{Correction, any_of, breaks, clauses, has_stem, is_numeric, is_same_number, same_sort, stems};
use alloc::vec::Vec;

/// A sentence with more values is a table, not a correction; nor is a longer one.
pub(super) const MANY_VALUES: usize = 5;
const LONG: usize = 256;

pub(super) const JOINS: [u32; 4] = [hash("and"), hash("because"), hash("since"), hash("so")];
const NOW: u32 = hash("now");

/// Verbs and adverbs that move a value to another one.
const MOVES: [u32; 19] = [
    hash("raise"),
    hash("lower"),
    hash("bump"),
    hash("increase"),
    hash("decrease"),
    hash("reduce"),
    hash("extend"),
    hash("shorten"),
    hash("move"),
    hash("rename"),
    hash("push"),
    hash("postpone"),
    hash("switch"),
    hash("change"),
    hash("down"),
    hash("up"),
    hash("back"),
    hash("changed"),
    hash("moved"),
];

impl Reader<'_> {
    /// Reads a sentence as one that corrects a value said before.
    pub(super) fn correct(&mut self, here: &Here<'_>) {
        let doubt = |mark: &Mark| mark.class == Class::Hypothesis || mark.kind == Kind::Condition;
        let values = || here.marks().iter().enumerate().filter(|(_, mark)| is_value(mark));
        let marks = here.marks();
        let long = marks.len() > MANY || here.words().len() > LONG;
        if here.turn.voice != Voice::User || long || values().count() > MANY_VALUES || marks.iter().any(doubt) {
            return;
        }
        for clause in parts(here, &JOINS[1..]) {
            let new = || values().filter(|(_, mark)| clause.contains(mark.scope) && !is_denied(here, mark));
            for (at, value) in new() {
                // Two of a sort in one clause: which of them is new?
                if new().any(|(other, mark)| other != at && sorts(here, mark, here, value)) {
                    continue;
                }
                let named = values().find(|(_, mark)| is_denied(here, mark) && sorts(here, mark, here, value));
                let about = about(here, clause);
                let told = is_told(here, value, clause.slice(&here.source.scan.words));
                let old = match named {
                    Some((_, named)) => self.named(here, (value, named), &about, here.message + 1),
                    None => {
                        let amends = || self.amended(here, value, &about);
                        self.self_corrected(here, value)
                            .or_else(amends)
                            .or_else(|| self.beside(here, clause, value))
                            .or_else(|| {
                                let its = clause.slice(&here.source.scan.words).iter().any(is_its);
                                let speaks = told || its || is_defined(here, clause);
                                if speaks { self.corrected((here, clause), value, &about, told || its) } else { None }
                            })
                    }
                };
                if let Some(old) = old {
                    // In "220, not 200" the old one is of the past.
                    if let Some((named, _)) = named {
                        self.kill(here, named, here.by(How::Replaced));
                    }
                    let new = (here.message, offset(here.first + at));
                    let named = named.is_some() || old.0 == here.message;
                    self.corrections.push(Correction { old, new, about, named });
                }
            }
        }
    }

    /// The latest statements of users and the assistant, the last first.
    pub(super) fn spoken(&self) -> impl Iterator<Item = Here<'_>> {
        const LOOKS: u32 = 64;
        const LATEST: usize = 16;
        let past = offset(self.places.len());
        let all = (past.saturating_sub(LOOKS)..past).rev().filter_map(|place| self.at(place));
        all.filter(|there| matches!(there.turn.voice, Voice::User | Voice::Assistant)).take(LATEST)
    }

    /// The latest place of a value that is named as no longer right, in a sentence without the new one.
    fn named(&self, here: &Here<'_>, (new, named): (&Mark, &Mark), about: &[u32], past: u32) -> Option<(u32, u32)> {
        self.spoken().filter(|there| there.message < past).find_map(|there| {
            // "Ship on Monday. Announce on Tuesday, not Monday": another thing.
            if !about.is_empty() && !about.iter().any(|stem| has_stem(there.words(), *stem)) {
                return None;
            }
            let is = |wanted: &Mark| {
                let mut marks = there.marks().iter();
                marks.position(|mark| is_value(mark) && same(&there, mark, here, wanted))
            };
            is(named).filter(|_| is(new).is_none()).map(|at| (there.message, offset(there.first + at)))
        })
    }

    /// "Monday, no, Tuesday", "Monday. Or rather Tuesday": the value before it in its sentence, or in the one right before.
    fn self_corrected(&self, here: &Here<'_>, new: &Mark) -> Option<(u32, u32)> {
        const NO: [u32; 6] = [hash("no"), hash("wait"), hash("sorry"), hash("rather"), hash("actually"), hash("mean")];
        const HUMS: [u32; 3] = [hash("hm"), hash("hmm"), hash("oops")];
        // "At 9. Scratch that, 10:30."
        let hour = |there: &Here<'_>, mark: &Mark| {
            let time = |here: &Here<'_>, mark: &Mark| holds(mark.span.of(here.text()), ":");
            mark.kind == Kind::Number && new.kind == Kind::Date && time(here, new) && mark.span.len() <= 2
                || sorts(there, mark, here, new)
        };
        let old = here
            .marks()
            .iter()
            .rposition(|mark| is_value(mark) && mark.span.end <= new.span.start && sorts(here, mark, here, new));
        let Some(old) = old else {
            let last = self.before(here).filter(|_| takes_back(here))?;
            let mut values = last.marks().iter().enumerate().filter(|(_, mark)| is_value(mark) && hour(&last, mark));
            let (Some((old, mark)), None) = (values.next(), values.next()) else { return None };
            return (!same(&last, mark, here, new)).then(|| (last.message, offset(last.first + old)));
        };
        let mark = here.marks().get(old)?;
        let between = Span::new(mark.scope.end, new.scope.start);
        let taken = (between.start..between.end).any(|at| {
            let word = here.source.scan.words.get(at as usize).map_or(0, |word| word.hash);
            let led = at.checked_sub(1).and_then(|at| here.source.scan.words.get(at as usize));
            let or = led.is_some_and(|led| led.hash == const { hash("or") });
            HUMS.contains(&word) || NO.contains(&word) && (or || breaks(here.source, at))
        });
        (taken && between.len() < 6).then(|| (here.message, offset(here.first + old)))
    }

    /// "3 litres, over two weeks" to "I'd feed it 2 litres": the only number of the sort that the message before proposes, in a
    /// sentence that says what the new one is told with.
    fn amended(&self, here: &Here<'_>, new: &Mark, about: &[u32]) -> Option<(u32, u32)> {
        if !here.opens || !is_numeric(new.kind) || leading(here, new) {
            return None;
        }
        let message = here.message.checked_sub(1)?;
        let Said { voice: Voice::Assistant, source } = self.said.get(message as usize)? else { return None };
        let text = |mark: &Mark| mark.span.of(source.scan.text);
        let fresh = new.span.of(here.text());
        let of_sort =
            |(_, mark): &(usize, &Mark)| is_value(mark) && same_sort((mark.kind, text(mark)), (new.kind, fresh));
        let mut old = source.marks.iter().enumerate().take(LONG).filter(of_sort);
        let (Some((at, mark)), None) = (old.next(), old.next()) else { return None };
        let words = source.scan.words(source.scan.sentences.get(mark.sentence as usize)?);
        (!is_same_number(text(mark), fresh) && about.iter().all(|stem| has_stem(words, *stem)))
            .then(|| (message, offset(at)))
    }

    /// The sentence right before, where it was entered.
    fn before(&self, here: &Here<'_>) -> Option<Here<'_>> {
        let last = self.at(self.places.len().checked_sub(1).map(offset)?)?;
        ((last.message, last.number + 1) == (here.message, here.number)).then_some(last)
    }

    /// "80 is too noisy, go with 90": the old value in another clause, or in the sentence before, and new only the other.
    fn beside(&self, here: &Here<'_>, clause: Span, new: &Mark) -> Option<(u32, u32)> {
        let before = self.before(here);
        let ended = |mark: &Mark| {
            let clause = parts(here, &JOINS[1..]).into_iter().find(|clause| clause.contains(mark.scope));
            clause.is_some_and(|clause| is_ended(clause.slice(&here.source.scan.words)))
        };
        // "Node 20 please, 18 is end of life."
        const TAKE: [u32; 4] = [hash("go"), hash("use"), hash("take"), hash("try")];
        let words = clause.slice(&here.source.scan.words);
        let asked = words.iter().any(|word| word.is(list::POLITE) || TAKE.contains(&word.hash));
        let other = |mark: &&Mark| !clause.contains(mark.scope) && is_value(mark) && (asked || ended(mark));
        let own = here.marks().iter().filter(other).map(|mark| (here, mark));
        let last = before.as_ref().filter(|there| is_ended(there.words()));
        let last = last
            .into_iter()
            .flat_map(|there| there.marks().iter().filter(|mark| is_value(mark)).map(move |mark| (there, mark)));
        let mut old =
            own.chain(last).filter(|(there, mark)| sorts(there, mark, here, new) && !same(there, mark, here, new));
        let (Some((there, old)), None) = (old.next(), old.next()) else { return None };
        let first = self.named(here, (new, old), &[], here.message)?;
        // Several things that were spoken of before are just spoken of again.
        let fresh = self.spoken().all(|there| {
            there.message == here.message
                || !there.marks().iter().any(|mark| is_value(mark) && same(&there, mark, here, new))
        });
        (fresh && there.message == here.message && first.0 < here.message).then_some(first)
    }

    /// The value that another one of its kind may correct: told last with what the new one is told with, or, where it is told
    /// with nothing that was said before, the only one there is.
    fn corrected(
        &self,
        (here, clause): (&Here<'_>, Span),
        new: &Mark,
        about: &[u32],
        told: bool,
    ) -> Option<(u32, u32)> {
        // "The dean lowered the pass mark, it's 5".
        let its = about.is_empty() && clause != here.sentence.words;
        let around = if its { stems(here.words()) } else { about.to_vec() };
        let (mut only, mut several, mut known) = (None, false, false);
        for there in self.spoken() {
            let fits = |(_, mark): &(usize, &Mark)| {
                is_value(mark)
                    && !is_denied(&there, mark)
                    && sorts(&there, mark, here, new)
                    && !same(&there, mark, here, new)
            };
            let place = |at: usize| (there.message, offset(there.first + at));
            for clause in parts(&there, &JOINS[..1]) {
                let words = clause.slice(&there.source.scan.words);
                let held = around.iter().filter(|stem| words.iter().any(|word| word.stem == **stem)).count();
                known |= held > 0;
                let mut of_clause = there.marks().iter().enumerate().filter(|(_, mark)| clause.contains(mark.scope));
                let again = of_clause.clone().any(|(_, mark)| is_value(mark) && same(&there, mark, here, new));
                let mut old = of_clause.by_ref().filter(fits);
                let (Some((at, mark)), None) = (old.next(), old.next()) else { continue };
                if held > 0 && (its || held == about.len()) && !again {
                    return Some(place(at));
                }
                let of_user = there.turn.voice == Voice::User;
                match only {
                    None if of_user => only = Some((place(at), key_of(&there, mark))),
                    Some((_, key)) if of_user => several |= key != key_of(&there, mark),
                    _ => {}
                }
            }
        }
        // A name that is told of nothing known is another name.
        only.filter(|_| told && !several && !known && !matches!(new.kind, Kind::Name | Kind::Quoted))
            .map(|(place, _)| place)
    }
}

/// The clauses of a sentence; a value is of one.
pub(super) fn parts(here: &Here<'_>, joins: &[u32]) -> Vec<Span> {
    let mut parts: Vec<Span> = Vec::new();
    for clause in clauses(here.source, here.sentence.words, joins) {
        let within = |mark: &Mark| mark.scope.start < clause.start && clause.start < mark.scope.end;
        match parts.last_mut() {
            Some(last) if here.marks().iter().any(|mark| is_value(mark) && within(mark)) => last.end = clause.end,
            _ => parts.push(clause),
        }
    }
    parts
}

/// "Correction: …", "make it 4", "is 45 days now", "raise that to 5": the sentence says that the value is new.
fn is_told(here: &Here<'_>, value: &Mark, clause: &[Word]) -> bool {
    const HEADS: [u32; 9] = [
        hash("correction"),
        hash("update"),
        hash("sorry"),
        hash("wait"),
        hash("scratch"),
        hash("hmm"),
        hash("better"),
        hash("new"),
        hash("no"),
    ];
    const TELL: [u32; 19] = [
        hash("easier"),
        hash("closer"),
        hash("nearer"),
        hash("cheaper"),
        hash("prefer"),
        hash("prefers"),
        hash("preferred"),
        hash("suit"),
        hash("suits"),
        hash("fit"),
        hash("fits"),
        hash("redo"),
        hash("instead"),
        hash("rather"),
        hash("misspoke"),
        hash("meant"),
        hash("turns"),
        hash("moved"),
        hash("changed"),
    ];
    const PLACES: [u32; 8] =
        [hash("is"), hash("are"), hash("from"), hash("at"), hash("on"), hash("to"), hash("has"), hash("have")];
    let words = here.words();
    let at = words.iter().position(|word| !is_polite(word)).unwrap_or(0);
    let head = |words: &[Word]| words.iter().find(|word| !is_polite(word)).map_or(0, |word| word.hash);
    // "Correction: …", "wait, no", "scratch that", "better 07:00", "new bucket: …", but not "wait for Noor", "update the list".
    let next = here.sentence.words.start + offset(at) + 1;
    let ends = breaks(here.source, next)
        || value.scope.start == next
        || words.get(at + 1).is_some_and(|word| word.hash == const { hash("that") })
        || words.get(at).is_some_and(|word| word.hash == const { hash("new") }) && breaks(here.source, next + 1);
    HEADS.contains(&head(words)) && ends
        || const { [hash("make"), hash("actually"), hash("do")] }.contains(&head(clause))
        || is_marked(here, value)
        || words.iter().any(|word| TELL.contains(&word.hash))
        || clause.iter().any(|word| word.hash == NOW) && (is_behind(here, value, &PLACES) || leads(here, value, clause))
        || clause.iter().any(|word| MOVES.contains(&word.hash)) && is_behind(here, value, &[const { hash("to") }])
}

/// "No, …", "or rather …", "on second thought …", "make it …": a sentence takes back what was just said.
fn takes_back(here: &Here<'_>) -> bool {
    const LEADS: [u32; 4] = [hash("or"), hash("on"), hash("ah"), hash("well")];
    const ALONE: [u32; 8] = [
        hash("no"),
        hash("nope"),
        hash("sorry"),
        hash("oops"),
        hash("hm"),
        hash("hmm"),
        hash("rather"),
        hash("actually"),
    ];
    const MAKE: [u32; 3] = [hash("make"), hash("wait"), hash("let's")];
    let lead = |word: &&Word| is_polite(word) || LEADS.contains(&word.hash);
    let led = here.words().iter().take_while(lead).count();
    let mut words = here.words().iter().skip(led).map(|word| word.hash);
    let (first, next) = (words.next().unwrap_or(0), words.next().unwrap_or(0));
    // Not "no nuts".
    let behind = here.sentence.words.start + offset(led) + 1;
    let ends =
        breaks(here.source, behind) || here.marks().iter().any(|mark| is_value(mark) && mark.scope.start == behind);
    ALONE.contains(&first) && (ends || ALONE.contains(&next) || MAKE.contains(&next))
        || [("wait", "no"), ("scratch", "that"), ("second", "thought"), ("i", "mean"), ("i", "meant"), ("make", "it")]
            .iter()
            .any(|(a, b)| (first, next) == (hash(a), hash(b)))
}

/// Whether a word with content stands before a value: it is told of something.
fn leading(here: &Here<'_>, value: &Mark) -> bool {
    const MAKES: [u32; 4] = [hash("make"), hash("rather"), hash("better"), hash("let's")];
    let before = |word: &&Word| word.end <= value.span.start;
    here.words()
        .iter()
        .take_while(before)
        .any(|word| is_content(word) && !is_polite(word) && !MAKES.contains(&word.hash))
}

/// "48 guests now".
fn leads(here: &Here<'_>, value: &Mark, clause: &[Word]) -> bool {
    let first = here.source.scan.words.get(value.scope.start as usize);
    clause.first().map(|word| word.start) == first.map(|word| word.start)
}

fn is_polite(word: &Word) -> bool {
    word.is(list::POLITE) || word.hash == const { hash("oh") }
}

/// Whether one of some words stands right before a value, or one before that.
fn is_behind(here: &Here<'_>, value: &Mark, words: &[u32]) -> bool {
    let at = value.scope.start;
    any_of(Span::new(at.saturating_sub(2), at).slice(&here.source.scan.words), words)
}

/// "Handover is Monday, 09:30": a thing, and what it is.
fn is_defined(here: &Here<'_>, clause: Span) -> bool {
    const IS: [u32; 2] = [hash("is"), hash("are")];
    let words = clause.slice(&here.source.scan.words);
    let value = |word: &Word| here.marks().iter().any(|mark| is_value(mark) && mark.span.overlaps(word.span()));
    let mut pairs = words.iter().zip(words.iter().skip(1)).enumerate();
    pairs.any(|(at, (is, what))| (at > 0 && IS.contains(&is.hash) || is_its(is)) && value(what))
}

/// Says that something is no longer as it was.
fn is_ended(words: &[Word]) -> bool {
    const ENDED: [u32; 14] = [
        hash("retired"),
        hash("too"),
        hash("wrong"),
        hash("gone"),
        hash("left"),
        hash("broken"),
        hash("old"),
        hash("can't"),
        hash("cannot"),
        hash("not"),
        hash("no"),
        hash("dead"),
        hash("deprecated"),
        hash("outdated"),
    ];
    words.iter().any(|word| ENDED.contains(&word.hash))
}

/// "It's 5".
fn is_its(word: &Word) -> bool {
    const { [hash("it's"), hash("we're"), hash("they're"), hash("i'm")] }.contains(&word.hash)
}

/// The same value, with a unit or without.
pub(super) fn same(there: &Here<'_>, old: &Mark, here: &Here<'_>, new: &Mark) -> bool {
    let [text, other] = [old.span.of(there.text()), new.span.of(here.text())];
    key_of(there, old) == key_of(here, new)
        || is_numeric(old.kind) && sorts(there, old, here, new) && is_same_number(text, other)
}

/// The content stems of a clause, but for values and what announces them.
pub(super) fn about(here: &Here<'_>, clause: Span) -> Vec<u32> {
    const ANNOUNCE: [u32; 11] = [
        hash("make"),
        hash("set"),
        hash("change"),
        hash("use"),
        hash("correction"),
        hash("update"),
        hash("btw"),
        hash("mr"),
        hash("ms"),
        hash("mrs"),
        hash("dr"),
    ];
    let value = |word: &Word| here.marks().iter().any(|mark| is_value(mark) && mark.span.overlaps(word.span()));
    let mut about = Vec::new();
    for word in clause.slice(&here.source.scan.words) {
        let says = is_content(word) && bits(word) & !(EVERY | DOUBT) == 0 && !ANNOUNCE.contains(&word.hash);
        let moves = MOVES.contains(&word.hash);
        if says && !moves && !value(word) && !is_polite(word) && !about.contains(&word.stem) {
            about.push(word.stem);
        }
    }
    about
}

/// Whether one may take the place of the other.
pub(super) fn sorts(there: &Here<'_>, old: &Mark, here: &Here<'_>, new: &Mark) -> bool {
    same_sort((old.kind, old.span.of(there.text())), (new.kind, new.span.of(here.text())))
}
