//! Replaced values: the old one is dead where the new one is said of the same thing (D6).

use super::statement::{Wanted, covers, extras, is_cue_of};
use super::words::{ASIDE, CHANGE, DOUBT, EVERY, NOT, all, bits};
use super::{By, Here, Reader, Voice};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::Mark;
use crate::text::{Word, hash, is_content, offset};
use crate::verify::key;
use alloc::vec::Vec;

/// Words between "not" and the value it denies: "not port 8080".
const REACH: usize = 2;

impl Reader<'_> {
    /// Reads a sentence that may say a new value for an old one.
    pub(super) fn change(&mut self, here: &Here<'_>) {
        let seen = all(here.words());
        if seen & DOUBT != 0 || matches!(here.said.voice, Voice::Tool | Voice::Carried) {
            return;
        }
        let values = values(here);
        if values.is_empty() || values.len() > 8 {
            return;
        }
        let pairs = explicit(here, &values);
        for (old, new) in &pairs {
            self.replace(here, *new, Some(*old));
        }
        if pairs.is_empty() && seen & NOT == 0 {
            for new in values.iter().copied().filter(|new| is_marked(here, *new)) {
                self.replace(here, new, None);
            }
        }
    }

    /// Looks for the statement that holds the old value: the one named, or any other of the kind in the same words.
    fn replace(&mut self, here: &Here<'_>, new: usize, old: Option<usize>) {
        const MOST: usize = 8;
        let Some(value) = here.marks().get(new) else { return };
        let named = old.and_then(|old| here.marks().get(old));
        let context = context_of(here, &[Some(value), named], &[]);
        let sought = named.map_or(context.as_slice(), |named| named.scope.slice(&here.said.source.scan.words));
        let found = self.propose(sought.iter().filter(|word| is_content(word)));
        let mut candidates: Vec<(Here<'_>, usize, bool)> = Vec::new();
        for (_, place) in found.into_iter().take(MOST * 2) {
            let Some(there) = self.at(place) else { continue };
            let text = |mark: &Mark, here: &Here<'_>| key(mark.kind, mark.span.of(here.text()));
            let fits = |(at, mark): &(usize, &Mark)| {
                is_value(mark)
                    && alike(mark.kind, value.kind)
                    && !self.is_dead(&there, *at)
                    && named.map_or(text(mark, &there) != text(value, here), |named| {
                        text(mark, &there) == text(named, here)
                    })
            };
            let is_new = |(at, mark): (usize, &Mark)| {
                is_value(mark) && text(mark, &there) == text(value, here) && !self.is_dead(&there, at)
            };
            if there.marks().iter().enumerate().any(is_new) {
                continue;
            }
            let mut fitting = there.marks().iter().enumerate().filter(fits);
            let Some((at, mark)) = fitting.next() else { continue };
            if fitting.next().is_some() && named.is_none() {
                continue;
            }
            let dead: Vec<&Mark> = there
                .marks()
                .iter()
                .enumerate()
                .filter(|(at, _)| self.is_dead(&there, *at))
                .map(|(_, mark)| mark)
                .collect();
            let about = context_of(&there, &[Some(mark)], &dead);
            let about = Wanted::of(about);
            let same = covers(there.text(), &about, here.text(), &context) && extras(&about.words, &context) == 0;
            let part = named.is_some()
                && extras(&about.words, &context) == 0
                && there.marks().iter().all(|mark| mark.class == Class::Identifier);
            if same || part {
                candidates.push((there, at, same));
            }
        }
        let alone = candidates.len() == 1;
        for (there, at, same) in candidates.into_iter().take(MOST) {
            if !(same || alone) || !self.may_replace(here, &there) {
                continue;
            }
            self.kill(&there, at, By { mark: Some(offset(here.first + new)), ..here.by() });
            if same {
                // The new sentence says all of it anew.
                (0..there.marks().len()).for_each(|other| self.kill(&there, other, here.by()));
            }
            if let Some(old) = old {
                self.bury(here, old);
            }
        }
    }

    /// A rule is replaced by a rule of its class only, and by somebody who may.
    fn may_replace(&self, here: &Here<'_>, there: &Here<'_>) -> bool {
        let mut clauses = there
            .marks()
            .iter()
            .enumerate()
            .filter(|(at, mark)| !is_value(mark) && !self.is_dead(there, *at))
            .peekable();
        clauses.peek().is_none()
            || here.said.voice.overrules(there.said.voice)
                && clauses.all(|(_, mark)| {
                    here.marks()
                        .iter()
                        .any(|new| new.class == mark.class && (mark.class != Class::Negation || new.kind == mark.kind))
                })
    }

    /// In the sentence of the change the old value and its denial are of the past as well.
    fn bury(&mut self, here: &Here<'_>, old: usize) {
        let Some(value) = here.marks().get(old) else { return };
        let by = here.by();
        self.kill(here, old, by);
        for (at, mark) in here.marks().iter().enumerate().filter(|(_, mark)| mark.class == Class::Negation) {
            let scope = mark.scope.slice(&here.said.source.scan.words);
            let after = scope.iter().filter(|word| word.start >= mark.cue.end && is_content(word));
            let denied = value.scope.start.saturating_sub(offset(REACH)) <= cue_end(here, mark)
                && mark.cue.end <= value.span.start;
            if denied && after.clone().count() <= value.scope.len() as usize + 1 {
                self.kill(here, at, by);
            }
        }
    }
}

fn cue_end(here: &Here<'_>, mark: &Mark) -> u32 {
    crate::extract::words_in(&here.said.source.scan, mark.cue).end
}

fn is_value(mark: &Mark) -> bool {
    matches!(mark.class, Class::Identifier | Class::Declared)
}

/// Whether a value of the one kind may take the place of one of the other.
fn alike(a: Kind, b: Kind) -> bool {
    let number = |kind| matches!(kind, Kind::Number | Kind::Quantity);
    a == b || number(a) && number(b)
}

/// The values of a sentence, none within another.
fn values(here: &Here<'_>) -> Vec<usize> {
    let mut end = 0;
    let marks = here.marks().iter().enumerate().filter(|(_, mark)| mark.class == Class::Identifier);
    let apart = marks.filter(|(_, mark)| {
        let apart = mark.span.start >= end;
        end = end.max(mark.span.end);
        apart
    });
    apart.map(|(at, _)| at).collect()
}

/// What a sentence says besides some values and some marks of the past.
fn context_of(here: &Here<'_>, values: &[Option<&Mark>], dead: &[&Mark]) -> Vec<Word> {
    let within = |word: &Word, mark: &Mark| mark.span.overlaps(word.span());
    let mut context = Vec::new();
    for word in here.words() {
        if bits(word) & ASIDE != 0 && !context.is_empty() {
            break;
        }
        let cue = here.marks().iter().any(|mark| is_cue_of(mark, word));
        let said = values.iter().flatten().any(|mark| within(word, mark))
            || dead.iter().any(|mark| is_value(mark) && within(word, mark));
        if is_content(word) && bits(word) & !EVERY == 0 && !cue && !said {
            context.push(*word);
        }
    }
    context
}

/// The word before a mark, and the one before that.
fn before(here: &Here<'_>, mark: &Mark, back: u32) -> u32 {
    let at = mark.scope.start.checked_sub(back).filter(|at| *at >= here.sentence.words.start);
    at.and_then(|at| here.said.source.scan.words.get(at as usize)).map_or(0, |word| word.hash)
}

/// "not 8080", "instead of port 8080", "rather than 8080".
fn is_denied(here: &Here<'_>, mark: &Mark) -> bool {
    (1..=offset(REACH)).any(|back| {
        let (word, first) = (before(here, mark, back), before(here, mark, back + 1));
        word == hash("not")
            || word == hash("of") && first == hash("instead")
            || word == hash("than") && first == hash("rather")
    })
}

/// Old and new values of a sentence that names both.
fn explicit(here: &Here<'_>, values: &[usize]) -> Vec<(usize, usize)> {
    let marks = here.marks();
    let changes = all(here.words()) & CHANGE != 0;
    let mut pairs = Vec::new();
    for (number, old) in values.iter().enumerate() {
        let Some(mark) = marks.get(*old) else { continue };
        let fits = |other: &&usize| marks.get(**other).is_some_and(|new| alike(new.kind, mark.kind));
        if is_denied(here, mark) {
            let live = |other: &&usize| fits(other) && marks.get(**other).is_some_and(|new| !is_denied(here, new));
            let earlier = values.get(..number).unwrap_or(&[]).iter().rev().find(live);
            let later = values.get(number + 1..).unwrap_or(&[]).iter().find(live);
            pairs.extend(earlier.or(later).map(|new| (*old, *new)));
            continue;
        }
        let to = |new: &Mark| matches!(before(here, new, 1), TO | WITH | BY) || before(here, new, 2) == TO;
        let from = before(here, mark, 1) == FROM || before(here, mark, 2) == FROM;
        let moved = || {
            let word = [before(here, mark, 1), before(here, mark, 2)];
            here.words().iter().any(|found| word.contains(&found.hash) && bits(found) & CHANGE != 0)
        };
        if changes && (from || moved()) {
            let new = values.iter().filter(fits).find(|new| *new != old && marks.get(**new).is_some_and(to));
            pairs.extend(new.map(|new| (*old, *new)));
        }
    }
    pairs
}

const TO: u32 = hash("to");
const WITH: u32 = hash("with");
const BY: u32 = hash("by");
const FROM: u32 = hash("from");

/// Whether a sentence says of a value that it is new: "is 8081 now", "moved to 8081", "Correction: it is 8081".
fn is_marked(here: &Here<'_>, value: usize) -> bool {
    const PLACES: [u32; 14] = [
        hash("is"),
        hash("are"),
        hash("to"),
        hash("at"),
        hash("on"),
        hash("of"),
        hash("has"),
        hash("have"),
        hash("use"),
        hash("uses"),
        hash("in"),
        hash("as"),
        hash("with"),
        hash("by"),
    ];
    let Some(mark) = here.marks().get(value) else { return false };
    let words = here.words();
    let told = words.iter().enumerate().any(|(at, word)| {
        let label = |word: &Word| here.text().get(word.end as usize..).is_some_and(|rest| rest.starts_with([':', ',']));
        match word.hash {
            UPDATE | CORRECTION => at == 0 && label(word),
            ACTUALLY => true,
            INSTEAD => words.get(at + 1).is_none_or(|next| next.hash != hash("of")),
            _ => false,
        }
    });
    let now = words.iter().skip(1).any(|word| word.hash == hash("now"));
    let moved = all(words) & CHANGE != 0 && (before(here, mark, 1) == TO || before(here, mark, 2) == TO);
    let placed = PLACES.contains(&before(here, mark, 1)) || PLACES.contains(&before(here, mark, 2));
    told || mark.kind != Kind::Id && (now && placed || moved)
}

const UPDATE: u32 = hash("update");
const CORRECTION: u32 = hash("correction");
const ACTUALLY: u32 = hash("actually");
const INSTEAD: u32 = hash("instead");
