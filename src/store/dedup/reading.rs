//! A text as what two texts must have in common to say the same: content in order, and what bears on it.

use super::values::{calendar, digits, is_day, is_value, month_and, numeric, spelled};
use super::words::{
    ACTOR, AMOUNT, CAN, Ending, MODALITY, MUST, NOT, ORDER, WILL, WOULD, Weight, adds_up, describes, hashes, is_stop,
    parted, place, same, tells, tens, weight,
};
use crate::element::Kind;
use crate::extract::{Extraction, Mark};
use crate::text::{Region, Sentence, Span, Word, clock, hash, list, number_word, offset, shape, sort};
use crate::verify::{is_numeric, key};
use alloc::string::String;
use alloc::vec::Vec;

/// In what two texts differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[repr(u8)]
pub enum Difference {
    /// One of the two is a summary (I1).
    Summary,
    /// What is said adds up over time: a counter, a budget, a log (I2).
    Accumulates,
    /// Another path, id, name of code, address or version.
    Identifier,
    /// Another number, amount or unit.
    Value,
    /// Another day or time.
    Date,
    /// Another person or thing does it, or has it done.
    Actor,
    /// One denies, forbids or limits what the other does not, or says the opposite.
    Polarity,
    /// One owes, allows, guesses, plans or has done what the other does not.
    Modality,
    /// The same words in another relation: before and after, from and to.
    Order,
    /// Another word of content.
    Wording,
    /// The host's similarity is below its threshold.
    Threshold,
}

/// A word of content, or a value.
#[derive(Clone, Copy)]
pub(super) struct Token {
    pub(super) key: u64,
    pub(super) kind: Difference,
    pub(super) span: Span,
}

/// The low four bits of what owns something, where others have the number of their preposition.
pub(super) const OWNER: u64 = 15;

/// A text, read.
pub(super) struct Reading<'a> {
    pub(super) text: &'a str,
    /// Content, in order.
    pub(super) tokens: Vec<Token>,
    /// The tokens of each sentence.
    pub(super) sentences: Vec<Span>,
    /// What bears on which token.
    pub(super) bearing: Vec<Token>,
    /// What stands after a preposition, and what owns something: compared where the order differs.
    pub(super) soft: Vec<Token>,
    /// What the user is named before: `Wording` where that is the head of a sentence, `Actor` elsewhere.
    pub(super) users: Vec<Token>,
    /// The token that "by" stands before, by its place.
    pub(super) by: Option<usize>,
    /// Which pronouns of persons it has, and whether it names the user.
    pub(super) pronouns: u8,
    pub(super) user: bool,
    pub(super) past: bool,
    pub(super) question: bool,
    /// Equal for texts of the same content, in whatever order.
    pub(super) signature: u64,
    /// What says that it adds up.
    pub(super) accumulates: Option<Span>,
}

/// The number of the user at the head of a sentence; one more: elsewhere.
const USER: u8 = 254;

struct Reader<'a, 'b> {
    of: &'b Extraction<'a>,
    reading: Reading<'a>,
    /// Bearing words whose content word has not come yet.
    open: Vec<(u8, Span)>,
    softly: Option<(u8, Span)>,
    /// The first token of the sentence.
    first: usize,
}

#[inline(never)]
pub(super) fn read<'a>(of: &Extraction<'a>) -> Reading<'a> {
    let reading = Reading {
        text: of.scan.text,
        tokens: Vec::new(),
        sentences: Vec::new(),
        bearing: Vec::new(),
        soft: Vec::new(),
        users: Vec::new(),
        by: None,
        pronouns: 0,
        user: false,
        past: false,
        question: false,
        signature: 0,
        accumulates: None,
    };
    let mut reader = Reader { of, reading, open: Vec::new(), softly: None, first: 0 };
    for (number, sentence) in of.scan.sentences.iter().enumerate() {
        reader.sentence(offset(number), sentence);
    }
    let mut reading = reader.reading;
    reading.signature =
        keys(&reading.tokens).iter().fold(0, |state, key| (state ^ key).wrapping_mul(0x0000_0100_0000_01b3));
    reading
}

/// The keys of tokens, sorted.
pub(super) fn keys(tokens: &[Token]) -> Vec<u64> {
    let mut keys: Vec<u64> = tokens.iter().map(|token| token.key).collect();
    sort(&mut keys);
    keys
}

impl<'a> Reader<'a, '_> {
    fn sentence(&mut self, number: u32, sentence: &Sentence) {
        let scan = &self.of.scan;
        let first = self.reading.tokens.len();
        self.first = first;
        self.reading.question |= sentence.question;
        let words = scan.words(sentence);
        if self.reading.accumulates.is_none() {
            self.reading.accumulates = adding_up(scan.text, sentence, words);
        }
        let of = self.of;
        let mut mark = of.marks.partition_point(|mark| mark.sentence < number);
        let (mut chunk, mut at) = (sentence.chunks.start, 0);
        while let Some(word) = words.get(at) {
            chunk = self.signs(chunk, sentence.chunks.end, word.start);
            while of.marks.get(mark).is_some_and(|mark| mark.span.end <= word.start || !is_value(mark, scan.text)) {
                mark += 1;
            }
            match of.marks.get(mark).filter(|mark| mark.sentence == number && mark.span.start < word.end) {
                Some(value) => {
                    mark += 1;
                    at += 1;
                    while words.get(at).is_some_and(|word| word.start < value.span.end) {
                        at += 1;
                    }
                    self.value(value);
                }
                None => at += self.word(words, at),
            }
        }
        self.signs(chunk, sentence.chunks.end, u32::MAX);
        // What stands at the end bears on the last word.
        let last = self.reading.tokens.get(first..).and_then(|tokens| tokens.last());
        let (last, kind) = last.map_or((0, Difference::Wording), |token| (token.key, token.kind));
        self.bind(last, kind);
        self.softly = None;
        self.reading.sentences.push(Span::new(offset(first), offset(self.reading.tokens.len())));
    }

    /// Chunks before a place that are no words: arrows and emoji say something, dashes and bullets do not.
    fn signs(&mut self, mut at: u32, past: u32, before: u32) -> u32 {
        while let Some(chunk) = self.of.scan.chunks.get(at as usize).filter(|chunk| at < past && chunk.start < before) {
            let text = chunk.span().of(self.of.scan.text);
            let says = |byte: u8| matches!(byte, b'<' | b'>' | b'!' | b'+') || byte >= 0xe3;
            // From U+2190 on, by the first two bytes: arrows, signs of mathematics.
            let arrow = text.as_bytes().windows(2).any(|pair| matches!(pair, [0xe2, next] if *next >= 0x86));
            if chunk.words.is_empty() && (arrow || text.bytes().any(says)) {
                self.open.push((ORDER - 1, chunk.span()));
                self.put(u64::from(hash(text)) | 1 << 40, Difference::Order, chunk.span());
            }
            at += 1;
        }
        at
    }

    /// Reads the word there; gives how many words it took.
    #[inline(never)]
    fn word(&mut self, words: &[Word], at: usize) -> usize {
        let Some(word) = words.get(at) else { return 1 };
        let text = word.span().of(self.of.scan.text);
        let next = words.get(at + 1);
        let followed = |by: u32| next.is_some_and(|next| next.hash == by);
        let (base, ending) = parted(text);
        let hash_of_base = if base.len() == text.len() { word.hash } else { hashes(base).0 };
        if hash_of_base == const { hash("user") } || matches!(base, "I" | "my" | "My" | "me") {
            self.reading.user = true;
            // "The user and her son": another subject.
            let joined = ending == Ending::Plain && (followed(const { hash("and") }) || followed(const { hash("or") }));
            let first = self.reading.tokens.len() == self.first && self.open.is_empty();
            self.open.push((
                if joined {
                    ACTOR + 5
                } else if first {
                    USER
                } else {
                    USER + 1
                },
                word.span(),
            ));
        }
        // "Has to", "need to": must.
        if followed(const { hash("to") })
            && const { [hash("have"), hash("has"), hash("need"), hash("needs"), hash("had")] }.contains(&word.hash)
        {
            self.reading.past |= word.hash == const { hash("had") };
            self.open.push((MUST, word.span()));
            return 2;
        }
        if word.hash == const { hash("cannot") } {
            self.open.extend([(CAN, word.span()), (NOT, word.span())]);
            return 1;
        }
        // "The user mentioned that …"
        if self.reading.user && self.reading.tokens.is_empty() && tells(word.hash) {
            return 1;
        }
        let stops = word.is(list::STOP) && !word.is(list::CALENDAR);
        match weight(hash_of_base, stops || is_stop(hash_of_base)) {
            Weight::Nothing => {}
            Weight::Bears(number) => self.open.push((number, word.span())),
            Weight::Pronoun(bit) => self.reading.pronouns |= bit,
            Weight::Soft(number) => self.softly = Some((number, word.span())),
            Weight::Past => self.reading.past = true,
            Weight::Content => return self.content(words, at, base, ending),
        }
        match ending {
            Ending::Not => self.open.push((NOT, word.span())),
            Ending::Will => self.open.push((WILL, word.span())),
            Ending::Would => self.open.push((WOULD, word.span())),
            Ending::Owner | Ending::Plain => {}
        }
        1
    }

    #[inline(never)]
    fn content(&mut self, words: &[Word], at: usize, base: &str, ending: Ending) -> usize {
        let Some(word) = words.get(at) else { return 1 };
        let text = self.of.scan.text;
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let next = words.get(at + 1);
        if let Some(number) = number_word(word.hash).or(tens(word.hash)) {
            // "Two weeks" is "2 weeks".
            let unit = next.filter(|next| next.is(list::UNIT)).map(Word::span);
            let (kind, unit) = unit.map_or((Kind::Number, Span::default()), |unit| (Kind::Quantity, unit));
            let span = if unit.is_empty() { word.span() } else { word.span().hull(unit) };
            self.put(numeric(kind, &spelled(number, unit.of(text))), Difference::Value, span);
            return 1 + usize::from(!unit.is_empty());
        }
        if let Some(number) = place(word.hash) {
            self.put(numeric(Kind::Number, &spelled(number, "th")), Difference::Value, word.span());
            return 1;
        }
        // "Sent by": an active past, unless it tells a state.
        let passive = before.is_some_and(|before| {
            const { [hash("is"), hash("are"), hash("be"), hash("being")] }.contains(&before.hash)
        });
        self.reading.past |= base.len() > 3 && base.ends_with("ed") && !passive && !describes(word.hash);
        // "E-mail" is "email".
        if let Some(next) =
            next.filter(|next| word.end - word.start <= 2 && Span::new(word.end, next.start).of(text) == "-")
        {
            let both = Span::new(word.start, next.end);
            let letters: String = both.of(text).chars().filter(|char| *char != '-').collect();
            let (whole, stem) = hashes(&letters);
            self.put(
                same(whole).map_or(u64::from(stem), |group| 1 << 41 | u64::from(group)),
                Difference::Wording,
                both,
            );
            return 2;
        }
        let (whole, stem) =
            if base.len() == word.span().len() as usize { (word.hash, word.stem) } else { hashes(base) };
        let verb = |next: &Word| {
            let next_text = next.span().of(text);
            next.is(list::COPULA) || next.is(list::FINITE) || next_text.ends_with('s') || next_text.ends_with("ed")
        };
        let capital =
            word.shape & shape::CAPITAL != 0 && (before.is_some() || ending == Ending::Owner || next.is_some_and(verb));
        let kind = match () {
            () if word.is(list::CALENDAR) && (word.shape & shape::CAPITAL != 0 || is_day(base)) => Difference::Date,
            () if word.shape & shape::DIGIT != 0 => Difference::Value,
            () if capital => Difference::Actor,
            () => Difference::Wording,
        };
        let kind = if is_day(base) { Difference::Date } else { kind };
        let key = same(whole).map_or(u64::from(stem), |group| 1 << 41 | u64::from(group));
        self.put(key, kind, word.span());
        match ending {
            Ending::Owner => {
                self.reading.soft.push(Token { key: key << 4 | OWNER, kind: Difference::Actor, span: word.span() })
            }
            Ending::Will => self.open.push((WILL, word.span())),
            _ => {}
        }
        1
    }

    /// Reads a value.
    #[inline(never)]
    fn value(&mut self, mark: &Mark) {
        let text = mark.span.of(self.of.scan.text);
        if let Some(minutes) = clock(text) {
            self.put(1 << 42 | u64::from(minutes), Difference::Date, mark.span);
            return;
        }
        if let Some((year, month, day)) = calendar(text) {
            self.put(month << 8 | day | 1 << 43, Difference::Date, mark.span);
            self.put(numeric(Kind::Number, year), Difference::Date, mark.span);
            return;
        }
        if let Some((month, number)) = month_and(text).filter(|_| mark.kind == Kind::Date) {
            // "30 September 2026" is read as "30 September" and "September 2026".
            let overlaps = self.reading.tokens.iter().rev().take(2).any(|last| last.span.end > mark.span.start);
            let day = digits(number).filter(|day| *day <= 31);
            if !overlaps {
                self.put(month << 8 | day.unwrap_or(0) | 1 << 43, Difference::Date, mark.span);
            }
            if day.is_none() {
                self.put(numeric(Kind::Number, number), Difference::Date, mark.span);
            }
            return;
        }
        let last = self.reading.tokens.last();
        let dated = mark.kind == Kind::Number
            && last.is_some_and(|last| {
                last.kind == Difference::Date
                    && Span::new(last.span.end, mark.span.start).of(self.of.scan.text).len() <= 2
            });
        let kind = match mark.kind {
            Kind::Date => Difference::Date,
            Kind::Number if dated => Difference::Date,
            Kind::Number | Kind::Quantity | Kind::Version => Difference::Value,
            _ => Difference::Identifier,
        };
        let key = if is_numeric(mark.kind) { numeric(mark.kind, text) } else { key(mark.kind, text) };
        self.put(key, kind, mark.span);
    }

    fn put(&mut self, key: u64, kind: Difference, span: Span) {
        if let Some((number, before)) = self.softly.take() {
            let key = key << 4 | u64::from(number);
            self.reading.soft.push(Token { key, kind: Difference::Order, span: before.hull(span) });
        }
        if self.open.iter().any(|(number, _)| *number == ORDER) {
            self.reading.by = Some(self.reading.tokens.len());
        }
        // Day and hour stand in either order.
        let mut at = self.reading.tokens.len();
        let later = |token: &Token| kind == Difference::Date && token.kind == kind && token.key > key;
        while at > self.first && self.reading.tokens.get(at - 1).is_some_and(later) {
            at -= 1;
        }
        self.reading.tokens.insert(at, Token { key, kind, span });
        self.bind(key, kind);
    }

    /// The open bearing words bear on that token.
    fn bind(&mut self, key: u64, on: Difference) {
        for (number, span) in self.open.drain(..) {
            if number >= USER {
                let kind = if number == USER { Difference::Wording } else { Difference::Actor };
                self.reading.users.push(Token { key, kind, span });
                continue;
            }
            let kind = match number {
                ACTOR.. => Difference::Actor,
                number if number >= ORDER - 1 && on == Difference::Actor => on,
                number if number >= ORDER - 1 => Difference::Order,
                number if number >= MODALITY => Difference::Modality,
                number if number >= AMOUNT => Difference::Value,
                _ => Difference::Polarity,
            };
            self.reading.bearing.push(Token { key: key.rotate_left(8) ^ u64::from(number), kind, span });
        }
    }
}

/// What says that a sentence adds up: a line of a log, a counter, a budget.
#[inline(never)]
fn adding_up(text: &str, sentence: &Sentence, words: &[Word]) -> Option<Span> {
    if sentence.region == Region::Log {
        return Some(sentence.span);
    }
    let digits = words.iter().any(|word| word.shape & shape::DIGIT != 0);
    let found = words.iter().enumerate().find(|(at, word)| {
        let next = words.get(at + 1);
        let then = |by: u32| next.is_some_and(|next| next.hash == by);
        adds_up(word.hash)
            || (word.hash == const { hash("count") }
                && digits
                && next.is_none_or(|next| {
                    Span::new(word.end, next.start).of(text).starts_with(':')
                        || next.shape & shape::DIGIT != 0
                        || then(const { hash("is") })
                }))
            || (word.hash == const { hash("so") } && then(const { hash("far") }))
            || (word.hash == const { hash("to") } && then(const { hash("date") }))
    });
    found.map(|(_, word)| word.span())
}
