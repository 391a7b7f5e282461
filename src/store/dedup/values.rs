//! Numbers, days and hours in whatever format: the same key for the same value.

use crate::class::Class;
use crate::element::Kind;
use crate::extract::Mark;
use crate::text::list;
use crate::verify::{is_numeric, key};
use alloc::string::String;

/// A value is read whole; what is letters only, or several words, is read word by word.
pub(super) fn is_value(mark: &Mark, text: &str) -> bool {
    let text = mark.span.of(text);
    mark.class == Class::Identifier
        && (is_numeric(mark.kind) || !text.contains(char::is_whitespace))
        && !matches!(mark.kind, Kind::Name | Kind::Quoted)
        && !text.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
        || (mark.class == Class::Identifier && mark.kind == Kind::Command && text.starts_with('-'))
}

/// A number below 100 in digits, and what stands behind it.
pub(super) fn spelled(number: u32, tail: &str) -> String {
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
pub(super) fn digits(text: &str) -> Option<u64> {
    let value =
        |value: Option<u64>, byte: u8| Some(value? * 10 + u64::from(byte.is_ascii_digit().then(|| byte - b'0')?));
    (1..10).contains(&text.len()).then(|| text.bytes().fold(Some(0), value)).flatten()
}

/// The key of a number: sign and comparison count, dashes are one, cents of zero are none; the 4th is not 4.
pub(super) fn numeric(kind: Kind, text: &str) -> u64 {
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

/// Year, month and day of `2026-05-03`.
pub(super) fn calendar(text: &str) -> Option<(&str, u64, u64)> {
    let bytes = text.as_bytes();
    let dashed = bytes.len() == 10 && bytes.get(4) == Some(&b'-') && bytes.get(7) == Some(&b'-');
    let year = text.get(..4).filter(|year| dashed && digits(year).is_some())?;
    Some((year, digits(text.get(5..7)?).filter(|month| (1..=12).contains(month))?, digits(text.get(8..)?)?))
}

/// The month and the number of "3 May" or "September 2026".
pub(super) fn month_and(text: &str) -> Option<(u64, &str)> {
    const MONTHS: &str = "janfebmaraprmayjunjulaugsepoctnovdec";
    let gap = text.bytes().position(|byte| matches!(byte, b' ' | b'-'))?;
    let (left, right) = (text.get(..gap)?, text.get(gap + 1..)?);
    let (word, number) = if digits(left).is_some() { (right, left) } else { (left, right) };
    let head = word.get(..3)?.as_bytes();
    let month = MONTHS.as_bytes().chunks(3).position(|month| month.eq_ignore_ascii_case(head))?;
    digits(number).map(|_| (month as u64 + 1, number))
}

pub(super) fn is_day(word: &str) -> bool {
    let word = word.strip_suffix('s').unwrap_or(word);
    crate::text::is_listed(word, list::CALENDAR) && word.ends_with("day")
}
