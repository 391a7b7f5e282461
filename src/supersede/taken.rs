//! Values that the assistant takes up from what a user just said: "then 34 chairs", "set to 32" (D6).
//!
//! "Six guests cancelled" names no value, and "Thursdays suit Lena better" corrects none by its words; the answer shows what
//! they changed.

use super::change::{is_value, key_of};
use super::news::{JOINS, MANY_VALUES, about, parts, same, sorts};
use super::{Here, MANY, Reader, Voice};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::Mark;
use crate::text::{Span, Word, hash, offset};
use crate::verify::{Correction, any_of, has_stem, is_numeric};
use alloc::vec::Vec;

/// The last turn of a user: its number, and its marks in its message.
#[derive(Clone, Copy, Default)]
pub(super) struct Asked {
    turn: u32,
    message: u32,
    first: usize,
    past: usize,
    question: bool,
}

impl Asked {
    /// Takes up a sentence of a user.
    pub(super) fn hear(&mut self, here: &Here<'_>) {
        if self.turn != here.turn.number || self.message != here.message {
            *self = Asked { turn: here.turn.number, message: here.message, first: here.first, ..Asked::default() };
        }
        self.past = here.past;
        self.question = here.sentence.question;
    }
}

/// Words of whoever does as he is told; the first so many tell of a change.
const TAKES: [u32; 36] = [
    hash("changed"),
    hash("switched"),
    hash("updated"),
    hash("moved"),
    hash("rerouted"),
    hash("rescheduled"),
    hash("rebooked"),
    hash("reassigned"),
    hash("replaced"),
    hash("renamed"),
    hash("corrected"),
    hash("adjusted"),
    hash("then"),
    hash("so"),
    hash("therefore"),
    hash("ok"),
    hash("okay"),
    hash("done"),
    hash("noted"),
    hash("saved"),
    hash("set"),
    hash("now"),
    hash("instead"),
    hash("change"),
    hash("switching"),
    hash("updating"),
    hash("makes"),
    hash("got"),
    hash("understood"),
    hash("sure"),
    hash("put"),
    hash("take"),
    hash("took"),
    hash("made"),
    hash("use"),
    hash("using"),
];

const CHANGES: usize = 12;

/// A value that may take the place of another one: where it stands in the answer, and where it was said first.
struct New<'a> {
    there: Here<'a>,
    mark: &'a Mark,
    place: (u32, u32),
    /// The word before it in the answer.
    before: u32,
    /// Whether the user said it.
    named: bool,
}

impl<'a> Reader<'a> {
    /// Reads a sentence of the assistant as an answer that takes up a change.
    pub(super) fn take_up(&mut self, here: &Here<'a>) {
        const NEAR: u32 = 3;
        const LONG: usize = 32;
        let asked = self.asked;
        let doubt = |mark: &Mark| mark.class == Class::Hypothesis || mark.kind == Kind::Condition;
        if asked.turn == 0
            || here.turn.number.wrapping_sub(asked.turn) > NEAR
            || here.words().len() > LONG
            || here.marks().len() > MANY
            || asked.past - asked.first > MANY
            || here.sentence.question
            || here.marks().iter().any(doubt)
        {
            return;
        }
        for clause in parts(here, &JOINS[1..]) {
            let words = clause.slice(&here.source.scan.words);
            let takes = words.iter().any(|word| TAKES.contains(&word.hash));
            let changes = any_of(words, TAKES.get(..CHANGES).unwrap_or(&[]));
            let mut about = about(here, clause);
            let empty = |stem: &u32| words.iter().any(|word| word.stem == *stem && TAKES.contains(&word.hash));
            let new = self.taken(here, clause);
            if new.len() > MANY_VALUES {
                continue;
            }
            for new in new {
                let value = new.mark.scope.slice(&new.there.source.scan.words);
                about.retain(|stem| !empty(stem) && !has_stem(value, *stem));
                // "First the log, then the drop" takes up no other table than before.
                let bare = new.named && about.is_empty() && (is_numeric(new.mark.kind) || new.mark.kind == Kind::Name);
                if !(takes || bare) || asked.question && !new.named {
                    continue;
                }
                let Some(old) = self.replaced(&new, &about, (asked.turn, changes)) else { continue };
                let known = |correction: &Correction| correction.old == old;
                if !self.corrections.iter().rev().take(MANY).any(known) {
                    self.corrections.push(Correction { old, new: new.place, about: about.clone(), named: false });
                }
            }
        }
    }

    /// The values of a clause of the answer, as the user said them where he did.
    fn taken(&self, here: &Here<'a>, clause: Span) -> Vec<New<'a>> {
        let (asked, words) = (self.asked, clause.slice(&here.source.scan.words));
        let mut new: Vec<New<'a>> = Vec::new();
        let mut known = Vec::new();
        let user = self.said.get(asked.message as usize).map(|one| one.source);
        let asks = user.and_then(|user| Some((user, user.marks.get(asked.first..asked.past)?)));
        if let Some((user, asks)) = asks {
            for (at, mark) in asks.iter().enumerate().filter(|(_, mark)| is_value(mark)) {
                let said = mark.scope.slice(&user.scan.words);
                let same = |window: &[Word]| window.iter().zip(said).all(|(here, there)| here.hash == there.hash);
                let Some(stands) = words.windows(said.len().max(1)).position(same) else { continue };
                let own = Span::new(clause.start + offset(stands), clause.start + offset(stands + said.len()));
                // "2.7" in "release/2.7" is another value.
                let part = |mark: &Mark| is_value(mark) && mark.scope.overlaps(own) && !own.contains(mark.scope);
                let Some(sentence) = user.scan.sentences.get(mark.sentence as usize) else { continue };
                let Asked { message, first, past, .. } = asked;
                let there = Here { source: user, message, number: mark.sentence, sentence, first, past, ..*here };
                let before = stands.checked_sub(1).and_then(|at| words.get(at)).map_or(0, |word| word.hash);
                if here.marks().iter().any(part) {
                    continue;
                }
                known.push(own);
                new.push(New { there, mark, place: (message, offset(first + at)), before, named: true });
            }
        }
        for (at, mark) in here.marks().iter().enumerate().filter(|(_, mark)| is_value(mark)) {
            if clause.contains(mark.scope) && !known.iter().any(|known| known.overlaps(mark.scope)) {
                let before = mark.scope.start.checked_sub(1).and_then(|at| here.source.scan.words.get(at as usize));
                let (before, place) = (before.map_or(0, |word| word.hash), (here.message, offset(here.first + at)));
                new.push(New { there: Here { ..*here }, mark, place, before, named: false });
            }
        }
        new
    }

    /// The value of a user that another one may take the place of: told last with all of some stems, the only one of its sort
    /// there, or behind the same word.
    fn replaced(&self, new: &New<'_>, about: &[u32], (asked, changes): (u32, bool)) -> Option<(u32, u32)> {
        let mut only = None;
        let mut found = None;
        // "The price is 15. The board wants it at 12": what the user said before it.
        let first = |there: &Here<'_>| {
            changes
                && new.named
                && (there.message, there.turn.number) == (new.there.message, asked)
                && there.number < new.there.number
        };
        for there in self.spoken().filter(|there| there.turn.number < asked || first(there)) {
            for clause in parts(&there, &JOINS[..1]) {
                let words = clause.slice(&there.source.scan.words);
                // What the value is told of, if the new one is told of anything.
                if !about.iter().all(|stem| has_stem(words, *stem)) {
                    continue;
                }
                let fits = |(_, mark): &(usize, &Mark)| {
                    is_value(mark) && clause.contains(mark.scope) && sorts(&there, mark, &new.there, new.mark)
                };
                let behind = |mark: &Mark| {
                    let before = mark.scope.start.checked_sub(1);
                    before
                        .and_then(|at| there.source.scan.words.get(at as usize))
                        .is_some_and(|word| word.hash == new.before)
                };
                let all: Vec<(usize, &Mark)> = there.marks().iter().enumerate().filter(fits).collect();
                let mut same_word = all.iter().filter(|(_, mark)| all.len() == 1 || behind(mark));
                let (Some((at, mark)), None) = (same_word.next(), same_word.next()) else {
                    if all.is_empty() {
                        continue;
                    }
                    return None;
                };
                // Of two things with a value of the sort, which is meant?
                let key = key_of(&there, mark);
                let other = only.is_some_and(|known| known != key);
                if other || all.iter().any(|(_, mark)| same(&there, mark, &new.there, new.mark)) {
                    return None;
                }
                only = Some(key);
                if there.turn.voice == Voice::User {
                    found = found.or(Some((there.message, offset(there.first + at))));
                }
            }
            if found.is_some() && !about.is_empty() {
                break;
            }
        }
        found
    }
}
