//! Strings that a host declares, and patterns of them (D7).

use super::{Mark, sentence_at, words_in};
use crate::class::Class;
use crate::element::Kind;
use crate::text::{Scan, Span, in_word, join, offset, place_of, sort};
use alloc::vec::Vec;

/// The lexicon row of what a pattern found.
pub(crate) const PATTERN: &str = "pattern";

/// No run that a `*` stands for is longer, in bytes.
const LONGEST: usize = 200;

/// The declared strings and what the patterns find, in the order of the text.
pub(super) fn find(scan: &Scan<'_>, declared: &[&str], patterns: &[&str]) -> Vec<Mark> {
    let mut places: Vec<u64> = Vec::new();
    let mut literals: Vec<&str> = Vec::new();
    for (at, string) in declared.iter().chain(patterns).enumerate() {
        let wild = at >= declared.len();
        literals.clear();
        literals.extend(string.split(|char| wild && char == '*').filter(|literal| !literal.is_empty()));
        let [head, tail] = [string.starts_with('*'), string.ends_with('*')].map(|open| open && wild);
        add(scan.text, &literals, head, tail, if wild { BY_PATTERN } else { 0 }, &mut places);
    }
    sort(&mut places);
    let mark = |place: u64| {
        let start = (place >> 32) as u32;
        let length = place as u32;
        let span = Span::new(start, start + (length & !BY_PATTERN));
        Mark {
            class: Class::Declared,
            kind: Kind::Declared,
            span,
            cue: Span::default(),
            scope: words_in(scan, span),
            sentence: sentence_at(scan, start),
            id: if length & BY_PATTERN == 0 { "" } else { PATTERN },
        }
    };
    places.into_iter().map(mark).collect()
}

/// A bit of the length of a place.
const BY_PATTERN: u32 = 1 << 31;

/// Adds where literals stand one after the other with runs of characters without white space between them, at least one
/// each, and one before and behind them where the head and the tail are open. A run at an end begins and ends with a letter
/// or a digit.
fn add(text: &str, literals: &[&str], head: bool, tail: bool, flag: u32, places: &mut Vec<u64>) {
    let Some((first, rest)) = literals.split_first() else { return };
    let bytes = text.as_bytes();
    let goes_on = |byte: &&u8| !byte.is_ascii_whitespace();
    let run = |at: usize| bytes.get(at..).unwrap_or(&[]).iter().take(LONGEST).take_while(goes_on).count();
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|text| place_of(first, text)) {
        let (mut start, mut end) = (from + found, from + found + first.len());
        from = end;
        let follows = rest.iter().all(|literal| {
            let stands = |at: &usize| bytes.get(*at..).is_some_and(|rest| rest.starts_with(literal.as_bytes()));
            let at = (end + 1..=end + run(end)).find(stands);
            end = at.unwrap_or(end) + literal.len();
            at.is_some()
        });
        if !follows {
            continue;
        }
        if head {
            let before = bytes.get(start.saturating_sub(LONGEST)..start).unwrap_or(&[]);
            let run = before.iter().rev().take_while(goes_on).count();
            start -= text.get(start - run..start).unwrap_or("").trim_start_matches(is_mark).len();
        }
        let closed = end;
        if tail {
            end += text.get(end..end + run(end)).unwrap_or("").trim_end_matches(is_mark).len();
        }
        if (tail && end == closed) || (head && start + first.len() == from) {
            continue;
        }
        from = end;
        places.push(join(offset(start), offset(end - start) | flag));
    }
}

fn is_mark(char: char) -> bool {
    !in_word(char)
}
