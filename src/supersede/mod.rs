//! What the source itself replaced, withdrew, finished or settled (D6): only the later of two statements may supersede.
//!
//! One walk in the order of the source. Each sentence is first read as one that changes something said before, then
//! entered as one that may be changed. In doubt nothing is superseded: a dead rule that is kept costs a pin, a live rule
//! taken for dead is a loss that nobody sees.

mod change;
mod close;
mod news;
mod statement;
mod taken;
mod turns;
mod words;

use crate::class::Class;
use crate::element::{Message, Role};
use crate::extract::{Extraction, Mark};
use crate::text::{KeySet, Sentence, Word, is_content, join, offset, sort};
use crate::verify::{Correction, Replaced};
use alloc::vec;
use alloc::vec::Vec;
use taken::Asked;
use turns::{Turn, Turns};

/// Who says something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Voice {
    System,
    User,
    Assistant,
    Tool,
    /// A summary of earlier messages, or a line carried from one: what it says was said by others.
    Carried,
}

impl Voice {
    pub(crate) fn of(message: &Message<'_>) -> Voice {
        match message.role {
            _ if message.summary => Voice::Carried,
            Role::System => Voice::System,
            Role::User => Voice::User,
            Role::Assistant => Voice::Assistant,
            Role::Tool => Voice::Tool,
        }
    }

    /// Whether the one may take back what the other asked for or forbade.
    fn overrules(self, owner: Voice) -> bool {
        match self {
            Voice::System => true,
            Voice::User => owner != Voice::System,
            Voice::Assistant => owner == Voice::Assistant,
            Voice::Tool | Voice::Carried => false,
        }
    }
}

/// One message to read.
pub(crate) struct Said<'a> {
    pub(crate) voice: Voice,
    pub(crate) source: &'a Extraction<'a>,
}

/// What superseded a mark: a sentence, and for a value the mark of the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct By {
    pub(crate) message: u32,
    pub(crate) sentence: u32,
    pub(crate) mark: Option<u32>,
    pub(crate) how: How,
}

/// What became of it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    Replaced,
    Withdrawn,
    Done,
    Confirmed,
    Rejected,
}

/// For each message, for each of its marks, what superseded it.
pub(crate) type Superseded = Vec<Vec<Option<By>>>;

/// Reads the messages, oldest first; only what is wanted, by message and mark, can be superseded. With it the values that seem to
/// be corrected, though nothing proves it.
pub(crate) fn superseded(said: &[Said<'_>], wanted: &dyn Fn(u32, usize) -> bool) -> (Superseded, Vec<Correction>) {
    let mut reader = Reader::new(said);
    let mut turns = Turns::new();
    for (message, one) in said.iter().enumerate() {
        let message = offset(message);
        let mut first = 0;
        let mut section = 0;
        let marks = one.source.marks.as_slice();
        turns.message(one.voice, one.source);
        for (number, sentence) in one.source.scan.sentences.iter().enumerate() {
            let sentence_at = offset(number);
            turns.sentence(one.source, sentence);
            let past = first
                + marks.get(first..).unwrap_or(&[]).iter().take_while(|mark| mark.sentence == sentence_at).count();
            let Turns { now: turn, opens, .. } = turns;
            let here = Here { source: one.source, turn, opens, message, number: sentence_at, sentence, first, past };
            if turn.voice == Voice::User {
                reader.asked.hear(&here);
            }
            if sentence.region.speaks() && one.voice != Voice::Carried && !sentence.question {
                section = reader.read(&here, section);
            }
            // One that says so many things is hard to say again.
            if past - first <= MANY && (first..past).any(|mark| wanted(message, mark)) {
                reader.enter(&here);
            }
            turns.pass(one.source, sentence);
            first = past;
        }
    }
    (reader.dead, reader.corrections)
}

/// The values that another one took the place of, with the last that did.
pub(crate) fn replaced(dead: &Superseded) -> Vec<Replaced> {
    let by = |(message, mark): (u32, u32)| dead.get(message as usize)?.get(mark as usize).copied().flatten();
    let mut replaced = Vec::new();
    for (message, marks) in dead.iter().enumerate() {
        for (mark, first) in marks.iter().enumerate() {
            let place = |by: By| by.mark.map(|mark| (by.message, mark));
            let Some(mut new) = first.and_then(place) else { continue };
            // A value is replaced by a later one, seldom more than twice.
            for _ in 0..16 {
                let Some(next) = by(new).and_then(place) else { break };
                new = next;
            }
            replaced.push(Replaced { old: (offset(message), offset(mark)), new });
        }
    }
    replaced
}

/// One sentence of the walk.
struct Here<'a> {
    source: &'a Extraction<'a>,
    turn: Turn,
    /// Whether the turn begins with it.
    opens: bool,
    message: u32,
    number: u32,
    sentence: &'a Sentence,
    /// Its marks in the message.
    first: usize,
    past: usize,
}

impl<'a> Here<'a> {
    fn words(&self) -> &'a [Word] {
        self.sentence.words.slice(&self.source.scan.words)
    }

    fn marks(&self) -> &'a [Mark] {
        self.source.marks.get(self.first..self.past).unwrap_or(&[])
    }

    fn text(&self) -> &'a str {
        self.source.scan.text
    }

    fn by(&self, how: How) -> By {
        By { message: self.message, sentence: self.number, mark: None, how }
    }
}

/// What was said so far, and what of it is dead.
struct Reader<'a> {
    said: &'a [Said<'a>],
    /// The sentences that hold something of interest.
    places: Vec<(u32, u32, Turn)>,
    /// Open addressing: a stem and its latest entry, plus one.
    heads: Vec<(u32, u32)>,
    /// A place, and the entry before it of the same stem, plus one.
    entries: Vec<(u32, u32)>,
    votes: Vec<u32>,
    /// The stems of what is to be done.
    verbs: KeySet,
    dead: Superseded,
    corrections: Vec<Correction>,
    asked: Asked,
}

/// More elements than a statement has.
const MANY: usize = 24;

/// How many of the latest sentences with a stem are looked at.
const LATEST: usize = 16;

impl<'a> Reader<'a> {
    fn new(said: &'a [Said<'a>]) -> Reader<'a> {
        let words: usize = said.iter().map(|one| one.source.scan.words.len()).sum();
        let slots = (words + words / 2).next_power_of_two().max(16);
        Reader {
            said,
            places: Vec::new(),
            heads: vec![(0, 0); slots],
            entries: Vec::new(),
            votes: Vec::new(),
            verbs: KeySet::new(),
            dead: said.iter().map(|one| vec![None; one.source.marks.len()]).collect(),
            corrections: Vec::new(),
            asked: Asked::default(),
        }
    }

    fn slot(&self, stem: u32) -> usize {
        let mut slot = stem as usize & (self.heads.len() - 1);
        while self.heads.get(slot).is_some_and(|(found, entry)| *entry != 0 && *found != stem) {
            slot = (slot + 1) & (self.heads.len() - 1);
        }
        slot
    }

    /// Enters a sentence as one that may be superseded later.
    fn enter(&mut self, here: &Here<'_>) {
        let place = offset(self.places.len());
        self.places.push((here.message, here.number, here.turn));
        self.votes.push(0);
        for word in here.words().iter().filter(|word| is_content(word)) {
            let slot = self.slot(word.stem);
            let before = self.heads.get(slot).map_or(0, |(_, entry)| *entry);
            let same = before.checked_sub(1).and_then(|entry| self.entries.get(entry as usize));
            if same.is_some_and(|(last, _)| *last == place) {
                continue;
            }
            self.entries.push((place, before));
            if let Some(head) = self.heads.get_mut(slot) {
                *head = (word.stem, offset(self.entries.len()));
            }
        }
        if here.marks().iter().any(|mark| mark.class == Class::Obligation) {
            statement::wanted(here).words.iter().for_each(|word| {
                self.verbs.insert(word.stem.into());
            });
        }
    }

    /// The few sentences that share most content words with some others, those first.
    fn propose(&mut self, words: &[Word]) -> Vec<u32> {
        let mut voted: Vec<u64> = Vec::new();
        for (at, word) in words.iter().enumerate() {
            if !is_content(word) || words.iter().take(at).any(|other| other.stem == word.stem) {
                continue;
            }
            let mut entry = self.heads.get(self.slot(word.stem)).map_or(0, |(_, entry)| *entry);
            for _ in 0..LATEST {
                let Some((place, before)) = entry.checked_sub(1).and_then(|at| self.entries.get(at as usize)) else {
                    break;
                };
                entry = *before;
                if let Some(votes) = self.votes.get_mut(*place as usize) {
                    if *votes == 0 {
                        voted.push(u64::from(*place));
                    }
                    *votes += 1;
                }
            }
        }
        for place in &mut voted {
            let votes = self.votes.get_mut(*place as usize).map_or(0, core::mem::take);
            *place = join(u32::MAX - votes, u32::MAX - *place as u32);
        }
        sort(&mut voted);
        voted.into_iter().take(LATEST).map(|place| u32::MAX - place as u32).collect()
    }

    /// The latest sentences, the last first.
    fn latest(&self) -> impl Iterator<Item = u32> + use<> {
        (0..offset(self.places.len())).rev().take(LATEST)
    }

    /// The sentence at a place, as it was when it was entered.
    fn at(&self, place: u32) -> Option<Here<'a>> {
        let (message, number, turn) = self.places.get(place as usize).copied()?;
        let source = self.said.get(message as usize)?.source;
        let sentence = source.scan.sentences.get(number as usize)?;
        let first = source.marks.partition_point(|mark| mark.sentence < number);
        let past = source.marks.partition_point(|mark| mark.sentence <= number);
        Some(Here { source, turn, opens: false, message, number, sentence, first, past })
    }

    fn is_dead(&self, here: &Here<'_>, mark: usize) -> bool {
        let marks = self.dead.get(here.message as usize);
        marks.and_then(|marks| marks.get(here.first + mark)).is_some_and(Option::is_some)
    }

    /// Marks the mark of a sentence, counted from its first, as superseded.
    fn kill(&mut self, here: &Here<'_>, mark: usize, by: By) {
        let marks = self.dead.get_mut(here.message as usize);
        if let Some(slot) = marks.and_then(|marks| marks.get_mut(here.first + mark)) {
            slot.get_or_insert(by);
        }
    }

    /// Reads a sentence as one that changes what was said; returns what a heading says of the items under it.
    fn read(&mut self, here: &Here<'a>, section: u32) -> u32 {
        let section = if here.sentence.region == crate::text::Region::Item { section } else { 0 };
        if here.turn.voice == Voice::User && !statement::is_quoted(here) {
            self.correct(here);
        }
        if here.turn.voice == Voice::Assistant {
            self.take_up(here);
        }
        if self.places.is_empty() {
            return section;
        }
        let words = here.words();
        let seen = words::all(words) | section;
        if let Some(section) = close::section(here, seen) {
            return section;
        }
        let ticked = close::is_ticked(here);
        self.set_again(here);
        if seen & words::TRIGGER == 0 && !ticked && !close::is_in(words) && !self.tells_past(here.text(), words) {
            return section;
        }
        if statement::is_quoted(here) {
            return section;
        }
        if seen & (words::CHANGE | words::NOW | words::NOT) != 0 {
            self.change(here);
        }
        self.close(here, section | if ticked { words::DONE } else { 0 });
        section
    }

    /// Whether a word tells that something to do was done: "rotated", where "rotate" is open.
    fn tells_past(&self, text: &str, words: &[Word]) -> bool {
        words.iter().enumerate().any(|(at, word)| {
            statement::is_past(text, word) && self.verbs.contains(word.stem.into()) && !statement::describes(words, at)
        })
    }

    /// All of the sentence is live again.
    fn revive(&mut self, there: &Here<'_>) {
        (there.first..there.past).for_each(|mark| {
            if let Some(slot) = self.dead.get_mut(there.message as usize).and_then(|marks| marks.get_mut(mark)) {
                *slot = None;
            }
        });
    }
}
