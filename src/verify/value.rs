//! When two identifiers are the same value (E2): exact for names of things, canonical for numbers.

use crate::element::Kind;
use crate::text::{Hasher, Span, clock, hash, holds, in_word, join, number_word, offset, sort};
use alloc::vec::Vec;

/// Whether the kind is compared as a value rather than letter by letter.
pub(crate) const fn is_numeric(kind: Kind) -> bool {
    matches!(kind, Kind::Number | Kind::Quantity | Kind::Date)
}

/// Whether capitals matter: `HEAD` is not `head`, but `Monday` is `monday`.
pub(crate) const fn is_exact(kind: Kind) -> bool {
    !matches!(kind, Kind::Name | Kind::Quoted | Kind::Error | Kind::Number | Kind::Quantity | Kind::Date)
}

/// A key equal for equal values: `1,000` and `1000`, `10 s` and `10 seconds`, `50 %` and `50 percent`.
/// 64-bit FNV-1a of the canonical form.
pub(crate) fn key(kind: Kind, text: &str) -> u64 {
    if is_numeric(kind) {
        let [key, _] = keys(text);
        return key;
    }
    let mut bytes = text.as_bytes();
    while let Some(name) = bytes.strip_suffix(b"()") {
        bytes = name;
    }
    let exact = is_exact(kind);
    bytes.iter().fold(OFFSET, |state, byte| mix(state, if exact { *byte } else { byte.to_ascii_lowercase() }.into()))
}

/// The key of a number, and that of its value without the unit.
pub(crate) fn keys(text: &str) -> [u64; 2] {
    let (bare, unit) = split(text);
    [unit.map_or(bare, |unit| mix(bare, unit)), bare]
}

/// The key of the value without its unit.
pub(crate) fn bare_key(text: &str) -> u64 {
    split(text).0
}

/// Whether one value may take the place of the other: a quantity of one of the same unit, a day of a day, a time of a time.
pub(crate) fn same_sort((a, text): (Kind, &str), (b, other): (Kind, &str)) -> bool {
    match (a, b) {
        (Kind::Number | Kind::Quantity, Kind::Number | Kind::Quantity) => {
            let [unit, its] = [text, other].map(|text| split(text).1);
            unit.is_none() || its.is_none() || unit == its
        }
        (Kind::Date, Kind::Date) => {
            let time = |text: &str| holds(text, ":") || clock(text).is_some();
            let sort = |text: &str| (time(text), text.bytes().any(|byte| byte.is_ascii_digit()));
            sort(text) == sort(other)
        }
        _ => a == b,
    }
}

/// Whether two texts hold one number, whatever its units.
pub(crate) fn is_same_number(text: &str, other: &str) -> bool {
    let [here, there] = [text, other].map(bare_key);
    here == there && here != OFFSET
}

/// A number of a target, with the keys that it is compared by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    key: u64,
    bare: u64,
}

impl Number {
    pub(crate) fn new(kind: Kind, span: Span, text: &str) -> Number {
        let [key, bare] = keys(text);
        Number { kind, span, key, bare }
    }

    /// Whether two numbers are one value: with equal units, or where one of them has none, or as an end of a range.
    ///
    /// `token` is this number's text, `there` the text that the other one's span is of.
    pub(crate) fn is(&self, other: &Number, token: &str, there: &str) -> bool {
        if self.key == other.key {
            return true;
        }
        if (self.kind == Kind::Number || other.kind == Kind::Number) && self.bare == other.bare {
            return true;
        }
        if let Some(same) = is_hour((self.kind, token), (other.kind, other.span.of(there))) {
            return same;
        }
        if self.kind == Kind::Date {
            return false;
        }
        let ends = |range: &str, bare: u64| parts(range).any(|part| bare_key(part) == bare);
        self.bare != OFFSET
            && (ends(other.span.of(there), self.bare) || (other.bare != OFFSET && ends(token, other.bare)))
    }
}

/// The numbers of a text, found by value.
pub(crate) struct Numbers {
    numbers: Vec<Number>,
    /// The keys that a number may be asked for by, cut to 32 bits, and its place; joined and sorted.
    entries: Vec<u64>,
}

impl Numbers {
    pub(crate) fn new(numbers: impl Iterator<Item = Number>, text: &str) -> Numbers {
        let numbers: Vec<Number> = numbers.collect();
        let mut entries = Vec::with_capacity(numbers.len() * 2);
        for (at, number) in numbers.iter().enumerate() {
            entries.extend([number.key, number.bare].map(|key| join(short(key), offset(at))));
            entries.extend(parts(number.span.of(text)).map(|part| join(short(bare_key(part)), offset(at))));
            entries.extend(hours(number.span.of(text)).map(|hour| join(short(hour), offset(at))));
        }
        sort(&mut entries);
        entries.dedup();
        Numbers { numbers, entries }
    }

    /// The numbers within some bytes that are the same value, in the order of the text; no more than `most` candidates are looked at.
    pub(crate) fn same(&self, wanted: &Number, token: &str, text: &str, within: Span, most: usize) -> Vec<Span> {
        let at = |byte: u32| offset(self.numbers.partition_point(|number| number.span.start < byte));
        let (lowest, past) = (at(within.start), at(within.end));
        let mut found: Vec<u64> = Vec::new();
        let keys = [wanted.key, wanted.bare].into_iter().chain(parts(token).map(bare_key)).chain(hours(token));
        for key in keys {
            let first = self.entries.partition_point(|entry| *entry < join(short(key), lowest));
            let rest = self.entries.get(first..).unwrap_or(&[]);
            let places = rest.iter().take_while(|entry| **entry < join(short(key), past)).take(most);
            found.extend(places.map(|entry| u64::from(*entry as u32)));
        }
        sort(&mut found);
        found.dedup();
        let numbers = found.into_iter().filter_map(|at| self.numbers.get(at as usize));
        numbers.filter(|number| wanted.is(number, token, text)).map(|number| number.span).collect()
    }
}

const fn short(key: u64) -> u32 {
    (key ^ key >> 32) as u32
}

/// The ends of a range or the members of a list: `12-16`, `41/28/29`.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let whole = !text.bytes().any(|byte| matches!(byte, b'-' | b'/')) && !holds(text, "–");
    text.split(['-', '–', '/', ' ']).filter(move |part| !whole && !part.is_empty())
}

/// "At 5" is at 17:00, or at 5:00: the numbers that may stand for a full hour.
pub(crate) fn hours(text: &str) -> impl Iterator<Item = u64> + use<> {
    let full = clock(text).filter(|minutes| minutes % 60 == 0).map(|minutes| minutes / 60);
    full.into_iter().flat_map(|hour| [hour, (hour + 11) % 12 + 1]).map(|hour| digits(OFFSET, hour))
}

/// Whether a bare number is the full hour of a time; none where neither is a time, or both are.
fn is_hour((a, text): (Kind, &str), (b, other): (Kind, &str)) -> Option<bool> {
    let hour = |kind: Kind, text: &str| if kind == Kind::Number { text.parse::<u32>().ok() } else { None };
    let (time, hour) = match (clock(text), clock(other)) {
        (Some(time), None) => (time, hour(b, other)?),
        (None, Some(time)) => (time, hour(a, text)?),
        _ => return None,
    };
    Some(time == hour * 60 || hour < 13 && time == (hour % 12 + 12) * 60)
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

const fn mix(state: u64, byte: u32) -> u64 {
    (state ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3)
}

/// The digits and, canonically, the unit; a month is a unit too.
fn split(text: &str) -> (u64, Option<u32>) {
    // "5 pm", "17:00": the same time.
    if let Some(minutes) = clock(text) {
        let state = mix(digits(OFFSET, minutes / 60), '.' as u32);
        return (digits(mix(state, u32::from(b'0') + minutes % 60 / 10), minutes % 10), None);
    }
    let mut state = OFFSET;
    let mut unit = None;
    let (mut pending_point, mut pointed) = (false, false);
    let mut at = 0;
    if let Some((word, _)) = text.split_once(' ')
        && let Some(number) = number_word(spelled(word))
    {
        at = word.len();
        state = digits(state, number);
    }
    while let Some(&byte) = text.as_bytes().get(at) {
        at += 1;
        match byte {
            b'0'..=b'9' => {
                if pending_point {
                    state = mix(state, '.' as u32);
                    (pending_point, pointed) = (false, true);
                }
                state = mix(state, byte.into());
            }
            b'.' | b':' | b'/' | b'-' if unit.is_none() => pending_point = state != OFFSET,
            // A comma groups thousands where three digits follow, else it separates.
            b',' => {
                let rest = text.as_bytes().get(at..).unwrap_or(&[]);
                pending_point |= rest.iter().take_while(|byte| byte.is_ascii_digit()).count() != 3;
            }
            b'%' | b'$' => unit = Some(byte.into()),
            _ => {
                let rest = text.get(at - 1..).unwrap_or("");
                let Some(char) = rest.chars().next() else { continue };
                at += char.len_utf8() - 1;
                if matches!(char, '‰' | '€' | '£' | '¥' | '°') {
                    unit = Some(char as u32);
                } else if in_word(char) && !matches!(char, '\u{a0}' | '\u{2009}' | '\u{202f}') {
                    let length = rest.find(|char: char| !in_word(char) || char.is_ascii_digit()).unwrap_or(rest.len());
                    at += length - char.len_utf8();
                    match canonical_unit(rest.get(..length).unwrap_or("")) {
                        // "50k": more digits, no unit.
                        THOUSAND if state != OFFSET && !pointed && unit.is_none() => {
                            (0..3).for_each(|_| state = mix(state, '0' as u32));
                        }
                        named => unit = Some(named),
                    }
                }
            }
        }
    }
    (state, unit)
}

/// The state with a number below a hundred.
const fn digits(state: u64, number: u32) -> u64 {
    let state = if number < 10 { state } else { mix(state, b'0' as u32 + number / 10) };
    mix(state, b'0' as u32 + number % 10)
}

/// The hash of a word in small letters; that of none for a long one, or a number.
fn spelled(word: &str) -> u32 {
    let mut hasher = Hasher::new();
    let short = word.len() < 7 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    word.bytes().filter(|_| short).for_each(|byte| hasher.push(byte.to_ascii_lowercase()));
    hasher.finish()
}

const THOUSAND: u32 = 16;

/// The same number for every spelling of a unit.
fn canonical_unit(word: &str) -> u32 {
    const SPELLINGS: [(&[&str], u32); 28] = [
        (&["percent", "pct"], '%' as u32),
        (&["dollar", "dollars", "usd"], '$' as u32),
        (&["euro", "euros", "eur"], '€' as u32),
        (&["pound", "pounds", "gbp"], '£' as u32),
        (&["s", "sec", "secs", "second", "seconds"], 1),
        (&["min", "mins", "minute", "minutes"], 2),
        (&["h", "hr", "hrs", "hour", "hours"], 3),
        (&["d", "day", "days"], 4),
        (&["week", "weeks"], 5),
        (&["month", "months"], 6),
        (&["year", "years", "yr", "yrs"], 7),
        (&["ms", "millisecond", "milliseconds"], 8),
        (&["us", "µs", "microsecond", "microseconds"], 9),
        (&["b", "byte", "bytes"], 10),
        (&["kb", "kilobyte", "kilobytes"], 11),
        (&["mb", "megabyte", "megabytes"], 12),
        (&["gb", "gigabyte", "gigabytes"], 13),
        (&["tb", "terabyte", "terabytes"], 14),
        (&["px", "pixel", "pixels"], 15),
        (&["k", "thousand"], THOUSAND),
        (&["m", "million"], 17),
        (&["mon", "monday"], 18),
        (&["tue", "tues", "tuesday"], 19),
        (&["wed", "wednesday"], 20),
        (&["thu", "thur", "thurs", "thursday"], 21),
        (&["fri", "friday"], 22),
        (&["sat", "saturday"], 23),
        (&["sun", "sunday"], 24),
    ];
    let first = |known: &str| known.bytes().next() == word.bytes().next().map(|byte| byte.to_ascii_lowercase());
    let is = |known: &&str| first(known) && known.eq_ignore_ascii_case(word);
    let known = SPELLINGS.iter().find(|(words, _)| words.iter().any(&is));
    if let Some((_, unit)) = known {
        return *unit;
    }
    // Months by their first three letters; anything else by its spelling.
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let head = word.get(..3).unwrap_or(word);
    let month = MONTHS.iter().position(|month| head.eq_ignore_ascii_case(month));
    month.map_or_else(
        || {
            word.bytes().fold(const { hash("") }, |state, byte| {
                (state ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
            })
        },
        |month| 100 + month as u32,
    )
}

/// Whether an identifier is distinctive: nobody paraphrases it, so its absence is a loss and its novelty an invention.
pub(crate) fn is_distinctive(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::Path | Kind::Url | Kind::Env | Kind::Address | Kind::Version => true,
        Kind::Id => text.len() >= 4,
        Kind::Error => !text.as_bytes().contains(&b' '),
        Kind::Symbol => {
            let marked = |byte| matches!(byte, b'_' | b':' | b'(');
            text.bytes().any(marked) || text.bytes().skip(1).any(|byte| byte.is_ascii_uppercase())
        }
        _ => false,
    }
}

/// Whether an identifier that stands nowhere is lost for certain: a symbol may be told in words, a path may not.
pub(crate) fn is_stubborn(kind: Kind, text: &str) -> bool {
    kind != Kind::Symbol && is_distinctive(kind, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_one_value_share_a_key() {
        for (kind, same) in [
            (Kind::Number, &["1,000", "1000"][..]),
            (Kind::Quantity, &["10 s", "10s", "10 seconds", "10-second"]),
            (Kind::Quantity, &["50 %", "50%", "50 percent"]),
            (Kind::Quantity, &["50k", "50 thousand", "50,000", "50K"]),
            (Kind::Quantity, &["$1,023", "1023 dollars"]),
            (Kind::Date, &["3 May", "May 3"]),
            (Kind::Date, &["17:00", "5 pm", "5:00pm", "5 p.m."]),
            (Kind::Date, &["09:30", "9:30", "9:30 am"]),
        ] {
            for text in same {
                assert_eq!(key(kind, text), key(kind, same[0]), "{text}");
            }
        }
        for (kind, a, b) in [
            (Kind::Number, "5432", "5433"),
            (Kind::Number, "3.5", "35"),
            (Kind::Number, "1,5", "15"),
            (Kind::Quantity, "10 s", "10 ms"),
            (Kind::Quantity, "5k", "50k"),
            (Kind::Quantity, "1.5k", "15 thousand"),
            (Kind::Path, "src/A.rs", "src/a.rs"),
            (Kind::Date, "3 May", "3 March"),
            (Kind::Date, "5 am", "5 pm"),
            (Kind::Date, "9:30", "9:03"),
        ] {
            assert_ne!(key(kind, a), key(kind, b), "{a} {b}");
        }
        assert_eq!(bare_key("41 ms"), bare_key("41"));
    }
}
