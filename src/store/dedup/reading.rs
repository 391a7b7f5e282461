//! A text as what two texts must have in common to say the same: content in order, and what bears on it.

use super::words::{
    ACTOR, AMOUNT, CAN, MODALITY, MUST, NOT, ORDER, WILL, WOULD, Weight, adds_up, describes, place, same, tells, tens,
    weight,
};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::{Extraction, Mark};
use crate::text::{Hasher, Region, Sentence, Span, Word, hash, list, lower, offset, shape, sort};
use crate::verify::{is_numeric, key, number_word};
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
                    at += self.value(value, words.get(at));
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
        if hash_of_base == hash("user") || matches!(base, "I" | "my" | "My" | "me") {
            self.reading.user = true;
            // "The user and her son": another subject.
            let joined = ending == Ending::Plain && (followed(hash("and")) || followed(hash("or")));
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
        if followed(hash("to"))
            && [hash("have"), hash("has"), hash("need"), hash("needs"), hash("had")].contains(&word.hash)
        {
            self.reading.past |= word.hash == hash("had");
            self.open.push((MUST, word.span()));
            return 2;
        }
        if word.hash == hash("cannot") {
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
        let passive =
            before.is_some_and(|before| [hash("is"), hash("are"), hash("be"), hash("being")].contains(&before.hash));
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

    /// Reads a value; gives how many words after it belong to it.
    #[inline(never)]
    fn value(&mut self, mark: &Mark, next: Option<&Word>) -> usize {
        let text = mark.span.of(self.of.scan.text);
        let half = next.map(|next| next.hash).filter(|next| *next == hash("am") || *next == hash("pm"));
        if let Some(minutes) = clock(text, half.map(|half| half == hash("pm"))) {
            self.put(1 << 42 | minutes, Difference::Date, mark.span);
            return usize::from(half.is_some());
        }
        if let Some((year, month, day)) = calendar(text) {
            self.put(month << 8 | day | 1 << 43, Difference::Date, mark.span);
            self.put(numeric(Kind::Number, year), Difference::Date, mark.span);
            return 0;
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
            return 0;
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
        0
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

/// What hangs on a word behind an apostrophe.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Plain,
    Not,
    Will,
    Would,
    /// Or "is".
    Owner,
}

/// "Doesn't" is "does" and "not"; "can't" is "can" and "not".
fn parted(text: &str) -> (&str, Ending) {
    let Some(at) = text.bytes().position(|byte| matches!(byte, b'\'' | 0xe2)) else { return (text, Ending::Plain) };
    let (head, tail) = text.split_at_checked(at).unwrap_or((text, ""));
    let Some(tail) = tail.strip_prefix('\'').or(tail.strip_prefix('\u{2019}')) else { return (text, Ending::Plain) };
    match tail {
        "t" | "T" => {
            let base = match head {
                "can" | "Can" => "can",
                "won" | "Won" | "shan" | "Shan" => "will",
                _ => head.strip_suffix(['n', 'N']).unwrap_or(head),
            };
            (base, Ending::Not)
        }
        "ll" => (head, Ending::Will),
        "d" => (head, Ending::Would),
        "s" | "S" => (head, Ending::Owner),
        _ => (head, Ending::Plain),
    }
}

/// The hash of a word in lower case, and that of its stem.
fn hashes(word: &str) -> (u32, u32) {
    let mut hasher = Hasher::new();
    for char in word.chars().map(lower) {
        char.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| hasher.push(byte));
    }
    (hasher.finish(), hasher.stem())
}

fn is_stop(word: u32) -> bool {
    crate::text::lists_of(word) & list::STOP != 0
}

/// A value is read whole; what is letters only, or several words, is read word by word.
fn is_value(mark: &Mark, text: &str) -> bool {
    let text = mark.span.of(text);
    mark.class == Class::Identifier
        && (is_numeric(mark.kind) || !text.contains(char::is_whitespace))
        && !matches!(mark.kind, Kind::Name | Kind::Quoted)
        && !text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
        || (mark.class == Class::Identifier && mark.kind == Kind::Command && text.starts_with('-'))
}

/// A number below 100 in digits, and what stands behind it.
fn spelled(number: u32, tail: &str) -> String {
    let mut text = String::new();
    for digit in [number / 10, number % 10] {
        text.extend(
            char::from_digit(digit, 10).filter(|digit| *digit != '0' || number.is_multiple_of(10) && !text.is_empty()),
        );
    }
    text.push_str(tail);
    text
}

/// The number that up to nine digits, and nothing else, spell.
fn digits(text: &str) -> Option<u64> {
    let value =
        |value: Option<u64>, byte: u8| Some(value? * 10 + u64::from(byte.is_ascii_digit().then(|| byte - b'0')?));
    (1..10).contains(&text.len()).then(|| text.bytes().fold(Some(0), value)).flatten()
}

/// The key of a number: sign and comparison count, dashes are one, cents of zero are none; the 4th is not 4.
fn numeric(kind: Kind, text: &str) -> u64 {
    let bytes = text.as_bytes();
    let letters = bytes.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (head, tail) = text.split_at_checked(text.len() - letters).unwrap_or((text, ""));
    let ordinal = matches!(tail, "st" | "nd" | "rd" | "th");
    let mut plain = String::new();
    let mut cents = false;
    for (at, char) in if ordinal { head } else { text }.char_indices() {
        // "25.00": nothing but zeros up to the end of the number.
        if kind == Kind::Quantity && char == '.' {
            let rest = bytes.get(at + 1..).unwrap_or(&[]);
            let zeros = rest.iter().take_while(|byte| **byte == b'0').count();
            cents = zeros > 0 && !rest.get(zeros).is_some_and(u8::is_ascii_digit);
        }
        if cents && matches!(char, '.' | '0') {
            continue;
        }
        plain.push(if ('\u{2010}'..='\u{2015}').contains(&char) { '-' } else { char });
    }
    let sign = bytes.first().copied().filter(|sign| matches!(sign, b'-' | b'+' | b'<' | b'>' | b'~')).unwrap_or(0);
    key(kind, &plain) ^ u64::from(sign) ^ u64::from(ordinal) << 45
}

/// Minutes since midnight; `afternoon` is what "am" or "pm" behind it says.
fn clock(text: &str, afternoon: Option<bool>) -> Option<u64> {
    let (head, tail) = text.split_at_checked(text.len().saturating_sub(2))?;
    let (text, afternoon) = match tail {
        "am" | "AM" => (head, Some(false)),
        "pm" | "PM" => (head, Some(true)),
        _ => (text, afternoon),
    };
    let bytes = text.as_bytes();
    let colon = bytes.iter().position(|byte| *byte == b':');
    let (hours, minutes) = text.split_at_checked(colon.unwrap_or(text.len()))?;
    let hours = digits(hours).filter(|hours| *hours < 25)?;
    let minutes = match (minutes.get(1..), afternoon) {
        (Some(minutes), _) if minutes.len() == 2 => digits(minutes)?,
        (None, Some(_)) => 0,
        _ => return None,
    };
    let hours = match afternoon {
        Some(afternoon) if hours <= 12 => hours % 12 + if afternoon { 12 } else { 0 },
        _ => hours,
    };
    Some(hours * 60 + minutes)
}

/// Year, month and day of `2026-05-03`.
fn calendar(text: &str) -> Option<(&str, u64, u64)> {
    let bytes = text.as_bytes();
    let dashed = bytes.len() == 10 && bytes.get(4) == Some(&b'-') && bytes.get(7) == Some(&b'-');
    let year = text.get(..4).filter(|year| dashed && digits(year).is_some())?;
    Some((year, digits(text.get(5..7)?).filter(|month| (1..=12).contains(month))?, digits(text.get(8..)?)?))
}

/// The month and the number of "3 May" or "September 2026".
fn month_and(text: &str) -> Option<(u64, &str)> {
    const MONTHS: &str = "janfebmaraprmayjunjulaugsepoctnovdec";
    let gap = text.bytes().position(|byte| matches!(byte, b' ' | b'-'))?;
    let (left, right) = (text.get(..gap)?, text.get(gap + 1..)?);
    let (word, number) = if digits(left).is_some() { (right, left) } else { (left, right) };
    let head = word.get(..3)?.as_bytes();
    let month = MONTHS.as_bytes().chunks(3).position(|month| month.eq_ignore_ascii_case(head))?;
    digits(number).map(|_| (month as u64 + 1, number))
}

fn is_day(word: &str) -> bool {
    let word = word.strip_suffix('s').unwrap_or(word);
    crate::text::is_listed(word, list::CALENDAR) && word.ends_with("day")
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
            || (word.hash == hash("count")
                && digits
                && next.is_none_or(|next| {
                    Span::new(word.end, next.start).of(text).starts_with(':')
                        || next.shape & shape::DIGIT != 0
                        || then(hash("is"))
                }))
            || (word.hash == hash("so") && then(hash("far")))
            || (word.hash == hash("to") && then(hash("date")))
    });
    found.map(|(_, word)| word.span())
}
