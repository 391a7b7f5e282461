//! Replaced values: the old one is dead where the new one is said of the same thing (D6).

use super::statement::{Wanted, covers, extras, is_cue_of};
use super::words::{ASIDE, CHANGE, DOUBT, EVERY, NOT, NOW, all, bits};
use super::{By, Here, How, Reader, Voice};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::Mark;
use crate::text::{Word, hash, is_content, list, offset};
use crate::verify::key;
use alloc::vec::Vec;

/// A sentence with more values is a table, not a change.
const MOST: usize = 8;

impl Reader<'_> {
    /// Reads a sentence that may say a new value for an old one.
    pub(super) fn change(&mut self, here: &Here<'_>) {
        let words = here.words();
        let seen = all(if plans_anew(words) { words.get(3..).unwrap_or(&[]) } else { words });
        let is_value = |(_, mark): &(usize, &Mark)| mark.class == Class::Identifier;
        let values = || here.marks().iter().enumerate().filter(is_value);
        if seen & DOUBT != 0 || matches!(here.turn.voice, Voice::Tool | Voice::Carried) || values().count() > MOST {
            return;
        }
        let mut named = false;
        for (old, mark) in values() {
            let denied = is_denied(here, mark);
            let fits = |new: &Mark| {
                let to = matches!(before(here, new, 1), TO | WITH | BY) || before(here, new, 2) == TO;
                alike(new.kind, mark.kind) && new.span != mark.span && if denied { !is_denied(here, new) } else { to }
            };
            if denied || (seen & CHANGE != 0 && is_left(here, mark)) {
                for (new, _) in values().filter(|(_, new)| fits(new)).take(1) {
                    named = true;
                    self.replace(here, new, Some(old));
                }
            }
        }
        if !named && seen & NOT == 0 {
            for (new, _) in values().filter(|(_, mark)| is_marked(here, mark)) {
                self.replace(here, new, None);
            }
        }
    }

    /// "Set it to 9090" after "set the port to 8080": the same verb, of "it", with another value of the kind.
    pub(super) fn set_again(&mut self, here: &Here<'_>) {
        let polite = |word: &&Word| word.is(list::POLITE) || bits(word) & NOW != 0 || word.hash == const { hash("no") };
        let head = |words: &[Word]| words.iter().find(|word| !polite(word)).map(|word| word.stem);
        let words = here.words();
        let at = words.iter().take_while(polite).count();
        let anew = words.get(at + 1).is_some_and(|word| word.hash == const { hash("it") });
        // "Let's say 7 instead", "sorry, I meant 7".
        let meant = words.iter().any(|word| [INSTEAD, const { hash("meant") }].contains(&word.hash));
        if !anew && !meant {
            return;
        }
        let mut values = here.marks().iter().enumerate().filter(|(_, mark)| is_value(mark));
        let (Some((new, value)), None) = (values.next(), values.next()) else { return };
        let fits = |there: &Here<'_>| self.fitting(there, &key_of(here, value), value.kind, None).is_some();
        let used = |there: &Here<'_>| there.marks().iter().all(|mark| is_value(mark) || is_use(there, mark));
        let mut same = self.latest().filter_map(|place| self.at(place));
        let there = if anew {
            same.find(|there| head(there.words()) == head(words))
        } else {
            let bare = self.context(here, value, None).is_empty();
            same.find(|there| bare && here.turn.voice.overrules(there.turn.voice) && fits(there)).filter(used)
        };
        let Some(there) = there else { return };
        let old = self.fitting(&there, &key_of(here, value), value.kind, None);
        let Some(old) = old.filter(|_| here.turn.voice.overrules(there.turn.voice)) else { return };
        self.kill(&there, old, By { mark: Some(offset(here.first + new)), ..here.by(How::Replaced) });
        for (at, _) in there.marks().iter().enumerate().filter(|(_, mark)| mark.kind == Kind::Request) {
            self.kill(&there, at, here.by(How::Replaced));
        }
    }

    /// Looks for the statement that holds the old value: the one named, or any other of the kind in the same words.
    fn replace(&mut self, here: &Here<'_>, new: usize, old: Option<usize>) {
        let marks = here.marks();
        let Some(value) = marks.get(new) else { return };
        let named = old.and_then(|old| marks.get(old));
        let context = self.about(here, value, named);
        let sought = named.map_or(context.as_slice(), |named| named.scope.slice(&here.source.scan.words));
        let mut whole = false;
        let mut part: Vec<(Here<'_>, usize)> = Vec::new();
        for place in self.propose(sought) {
            let Some(there) = self.at(place) else { continue };
            let Some(at) =
                self.fitting(&there, &key_of(here, value), value.kind, named.map(|named| key_of(here, named)))
            else {
                continue;
            };
            let Some(mark) = there.marks().get(at) else { continue };
            // "Use port 8080" is about the port: the verb of a request is not what the value is of.
            let verb = |word: &Word| {
                let asks = |mark: &Mark| mark.kind == Kind::Request && mark.cue.overlaps(word.span());
                there.marks().iter().any(asks)
            };
            let mut about = Wanted::of(self.about(&there, mark, None));
            if extras(&about.words, &context) > 0 {
                continue;
            }
            if about.words.len() > 1 {
                about.words.retain(|word| !verb(word));
            }
            if !covers(there.text(), &about, here.text(), &context) {
                // Said in part, as "port 8081, not 8080" is: of whom, if there are several?
                if there
                    .marks()
                    .iter()
                    .all(|mark| is_value(mark) || is_asked(here, &there, mark) && is_use(&there, mark))
                {
                    part.push((there, at));
                }
            } else if self.may_replace(here, &there) {
                whole = true;
                self.kill(&there, at, By { mark: Some(offset(here.first + new)), ..here.by(How::Replaced) });
                // The new sentence says all of it anew.
                (0..there.marks().len()).for_each(|other| self.kill(&there, other, here.by(How::Replaced)));
            }
        }
        if let (Some(old), false) = (old, whole)
            && let [(there, at)] = part.as_slice()
        {
            self.kill(there, *at, By { mark: Some(offset(here.first + new)), ..here.by(How::Replaced) });
            for (other, _) in there.marks().iter().enumerate().filter(|(_, mark)| !is_value(mark)) {
                self.kill(there, other, here.by(How::Replaced));
            }
            self.bury(here, old);
        } else if let (Some(old), true) = (old, whole) {
            self.bury(here, old);
        }
    }

    /// The live value of a sentence that may be the old one: with that key, or the only other one of the kind.
    fn fitting(&self, there: &Here<'_>, new: &u64, kind: Kind, old: Option<u64>) -> Option<usize> {
        let mut found = None;
        for (at, mark) in there.marks().iter().enumerate() {
            if !is_value(mark) || self.is_dead(there, at) {
                continue;
            }
            let key = key_of(there, mark);
            if key == *new {
                return None;
            }
            let fits = alike(mark.kind, kind) && old.is_none_or(|old| old == key);
            if fits && found.replace(at).is_some() {
                return None;
            }
        }
        found
    }

    /// A rule is replaced by a rule of its class only, and by somebody who may.
    fn may_replace(&self, here: &Here<'_>, there: &Here<'_>) -> bool {
        there.marks().iter().enumerate().all(|(at, mark)| {
            let anew = |new: &Mark| new.class == mark.class && (mark.class != Class::Negation || new.kind == mark.kind);
            is_value(mark)
                || self.is_dead(there, at)
                || is_asked(here, there, mark)
                || here.turn.voice.overrules(there.turn.voice) && here.marks().iter().any(anew)
        })
    }

    /// In the sentence of the change the old value and its denial are of the past as well.
    fn bury(&mut self, here: &Here<'_>, old: usize) {
        let Some(value) = here.marks().get(old) else { return };
        self.kill(here, old, here.by(How::Replaced));
        for (at, mark) in here.marks().iter().enumerate() {
            // "not port 8080": a word between them at most.
            let near = mark.cue.end <= value.span.start && mark.cue.end + 24 > value.span.start;
            if mark.class == Class::Negation && near && is_denied(here, value) {
                self.kill(here, at, here.by(How::Replaced));
            }
        }
    }

    /// What a sentence says of a value: without cues, but where there is nothing else ("the deadline is 6 June").
    fn about(&self, here: &Here<'_>, value: &Mark, named: Option<&Mark>) -> Vec<Word> {
        let context = self.context(here, value, named);
        if !context.is_empty() {
            return context;
        }
        let owed = |word: &Word| {
            let cue = |mark: &Mark| mark.class == Class::Obligation && is_cue_of(mark, word);
            is_content(word) && here.marks().iter().any(cue)
        };
        here.words().iter().filter(|word| owed(word)).copied().collect()
    }

    /// What a sentence says besides a value or two, and besides what is dead in it.
    fn context(&self, here: &Here<'_>, value: &Mark, named: Option<&Mark>) -> Vec<Word> {
        let mut context = Vec::new();
        for word in here.words() {
            if bits(word) & ASIDE != 0 && !context.is_empty() {
                break;
            }
            let apart = here.marks().iter().enumerate().any(|(at, mark)| {
                let dead = is_value(mark) && self.is_dead(here, at);
                is_cue_of(mark, word) || dead && mark.span.overlaps(word.span())
            });
            let said = [Some(value), named].into_iter().flatten().any(|mark| mark.span.overlaps(word.span()));
            if is_content(word) && bits(word) & !EVERY == 0 && !apart && !said {
                context.push(*word);
            }
        }
        context
    }
}

pub(super) fn key_of(here: &Here<'_>, mark: &Mark) -> u64 {
    key(mark.kind, mark.span.of(here.text()))
}

pub(super) fn is_value(mark: &Mark) -> bool {
    matches!(mark.class, Class::Identifier | Class::Declared)
}

/// Whether a value of the one kind may take the place of one of the other.
pub(super) fn alike(a: Kind, b: Kind) -> bool {
    let number = |kind| matches!(kind, Kind::Number | Kind::Quantity);
    a == b || number(a) && number(b)
}

/// Whether it is a request of somebody whom whoever speaks now may correct.
fn is_asked(here: &Here<'_>, there: &Here<'_>, mark: &Mark) -> bool {
    mark.kind == Kind::Request && here.turn.voice.overrules(there.turn.voice)
}

/// "Change of plan: …".
fn plans_anew(words: &[Word]) -> bool {
    matches!(words, [change, _, plan, ..] if change.hash == const { hash("change") } && plan.hash == PLAN)
}

/// Whether a request asks for no more than to use something: what else is asked for with a value is still to be done with the new.
fn is_use(there: &Here<'_>, mark: &Mark) -> bool {
    const USES: [u32; 5] = [hash("use"), hash("set"), hash("make"), hash("take"), hash("change")];
    there.words().iter().any(|word| mark.cue.overlaps(word.span()) && USES.contains(&word.hash))
}

/// The word so many places before a mark, in its sentence.
fn word_before<'a>(here: &Here<'a>, mark: &Mark, back: u32) -> Option<&'a Word> {
    let at = mark.scope.start.checked_sub(back).filter(|at| *at >= here.sentence.words.start)?;
    here.source.scan.words.get(at as usize)
}

fn before(here: &Here<'_>, mark: &Mark, back: u32) -> u32 {
    word_before(here, mark, back).map_or(0, |word| word.hash)
}

/// "not 8080", "instead of port 8080", "rather than 8080".
pub(super) fn is_denied(here: &Here<'_>, mark: &Mark) -> bool {
    (1..=2).any(|back| {
        let first = before(here, mark, back + 1);
        match before(here, mark, back) {
            NOT_WORD => true,
            OF => first == INSTEAD,
            THAN => first == const { hash("rather") },
            _ => false,
        }
    })
}

/// "from 30 s", "replaced the proxy": what a change leaves behind.
fn is_left(here: &Here<'_>, mark: &Mark) -> bool {
    let leaves = |back| word_before(here, mark, back).is_some_and(|word| word.hash == FROM || bits(word) & CHANGE != 0);
    leaves(1) || leaves(2)
}

/// Whether a sentence says of a value that it is new: "is 8081 now", "moved to 8081", "Correction: it is 8081".
pub(super) fn is_marked(here: &Here<'_>, mark: &Mark) -> bool {
    const PLACES: [u32; 10] =
        [hash("is"), hash("are"), TO, hash("at"), hash("on"), OF, hash("has"), hash("have"), hash("in"), BY];
    let words = here.words();
    let placed = |places: &[u32]| places.contains(&before(here, mark, 1)) || places.contains(&before(here, mark, 2));
    let told = words.iter().enumerate().any(|(at, word)| match word.hash {
        UPDATE | CORRECTION => {
            at == 0 && here.text().get(word.end as usize..).is_some_and(|rest| rest.starts_with(':'))
        }
        PLAN => plans_anew(words),
        ACTUALLY | INSTEAD => true,
        _ => false,
    });
    let now = words.iter().skip(1).any(|word| word.hash == const { hash("now") }) && placed(&PLACES);
    told || mark.kind != Kind::Id && (now || all(words) & CHANGE != 0 && placed(&[TO]))
}

const NOT_WORD: u32 = hash("not");
const OF: u32 = hash("of");
const THAN: u32 = hash("than");
const TO: u32 = hash("to");
const WITH: u32 = hash("with");
const BY: u32 = hash("by");
const FROM: u32 = hash("from");
const UPDATE: u32 = hash("update");
const CORRECTION: u32 = hash("correction");
const PLAN: u32 = hash("plan");
const ACTUALLY: u32 = hash("actually");
const INSTEAD: u32 = hash("instead");
