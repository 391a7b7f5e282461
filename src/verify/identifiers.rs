//! Statuses of identifiers: is the value there, and is it there where it belongs (E2)?

use super::Target;
use super::clauses::Judgement;
use super::index::hash_of;
use super::pair::Pair;
use super::swap::swapped;
use super::value::{bare_key, is_exact, is_numeric, is_stubborn, key};
use crate::class::Class;
use crate::element::{Kind, Status};
use crate::extract::{Extraction, Mark};
use crate::text::{Span, in_word, mask, offset};
use alloc::vec::Vec;

/// Where a value stands in a target, as bytes, in order.
fn occurrences(target: &Target<'_>, source: &Extraction<'_>, mark: &Mark) -> Vec<Span> {
    let token = mark.span.of(source.scan.text);
    let text = target.text.scan.text;
    if is_numeric(mark.kind) {
        let numbers = target.numbers.iter().filter_map(|at| target.text.marks.get(*at as usize));
        let found: Vec<Span> = numbers
            .filter(|other| same_number(mark.kind, token, other.kind, other.span.of(text)))
            .map(|mark| mark.span)
            .collect();
        if !found.is_empty() {
            return found;
        }
    }
    let Some((first, lead)) = first_word(token) else { return Vec::new() };
    let exact = is_exact(mark.kind);
    target
        .index
        .words(first)
        .filter_map(|word| target.text.scan.words.get(word as usize))
        .filter_map(|word| {
            let end = ends(text, word.start.checked_sub(lead)?, token, exact).or_else(|| {
                // The mark before the first word may be cut off by formatting: "`.css`" and ".`css`".
                ends(text, word.start, token.get(lead as usize..)?, exact)
                    .filter(|_| lead == 1 && token.starts_with(['.', '@']))
            })?;
            let span = Span::new(word.start.saturating_sub(lead), end);
            is_whole(text, span, mark.kind).then_some(span)
        })
        .collect()
}

/// Whether two numbers are one value: with equal units, or where one of them has none, or as the end of a range.
fn same_number(kind: Kind, token: &str, other: Kind, text: &str) -> bool {
    if key(kind, token) == key(other, text) {
        return true;
    }
    let bare = bare_key(token);
    let unitless = kind == Kind::Number || other == Kind::Number;
    if unitless && bare == bare_key(text) {
        return true;
    }
    let within = |range: &str, bare: u64| {
        range.contains(['-', '–', '/']) && range.split(['-', '–', '/', ' ']).any(|part| bare_key(part) == bare)
    };
    let digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    (digits(token) && within(text, bare)) || (digits(text) && within(token, bare_key(text)) && kind != Kind::Date)
}

/// The hash of the first word of a token, and the bytes before it.
fn first_word(token: &str) -> Option<(u32, u32)> {
    let start = token.find(|char: char| in_word(char) || char == '_')?;
    let rest = token.get(start..)?;
    let length = rest.find(|char: char| !in_word(char) && char != '_').unwrap_or(rest.len());
    Some((hash_of(rest.get(..length)?), offset(start)))
}

/// Where the token that begins at `start` ends, formatting marks passed over; `None` if another stands there.
fn ends(text: &str, start: u32, token: &str, exact: bool) -> Option<u32> {
    let rest = text.as_bytes().get(start as usize..)?;
    let mut at = 0usize;
    for wanted in token.bytes() {
        while wanted != b'`' && wanted != b'*' && matches!(rest.get(at), Some(b'`' | b'*')) {
            at += 1;
        }
        let found = *rest.get(at)?;
        let blank = wanted.is_ascii_whitespace() && found.is_ascii_whitespace();
        if !(blank || found == wanted || (!exact && found.eq_ignore_ascii_case(&wanted))) {
            return None;
        }
        at += 1;
    }
    Some(start + offset(at))
}

/// Whether the span is not a part of a longer token: `lib.rs` in `src/lib.rs` is another path.
fn is_whole(text: &str, span: Span, kind: Kind) -> bool {
    let bytes = text.as_bytes();
    // Formatting is no part of a token: "`HIV-1`-infected" holds "HIV-1-infected", so marks are looked through.
    let formats = |byte: &&u8| matches!(byte, b'`' | b'*');
    let head = bytes.get(..span.start as usize).unwrap_or(&[]);
    let tail = bytes.get(span.end as usize..).unwrap_or(&[]);
    let before = head.last().copied().unwrap_or(b' ');
    let after = tail.first().copied().unwrap_or(b' ');
    let beyond = tail.get(1).copied().unwrap_or(b' ');
    let _ = formats;
    let word = |byte: u8| mask::of(byte) & mask::WORD != 0;
    if word(before) || word(after) {
        // A word boundary lies inside tokens that begin or end with a mark: `--flag`, `f()`.
        let begins = bytes.get(span.start as usize).is_some_and(|byte| word(*byte));
        let ends = span.end.checked_sub(1).and_then(|at| bytes.get(at as usize)).is_some_and(|byte| word(*byte));
        if (word(before) && begins) || (word(after) && ends) {
            return false;
        }
    }
    match kind {
        Kind::Path | Kind::Url | Kind::Id | Kind::Version | Kind::Address => {
            !matches!(before, b'/' | b'\\' | b'-' | b'.' | b'~')
                && !(matches!(after, b'/' | b'\\' | b'-') && word(beyond))
                && !(after == b'.' && word(beyond))
        }
        Kind::Symbol | Kind::Env => !(matches!(after, b'-' | b'.') && word(beyond)) && !matches!(before, b'-'),
        _ => {
            !(after == b'.'
                && beyond.is_ascii_digit()
                && bytes.get(span.end as usize - 1).is_some_and(u8::is_ascii_digit))
        }
    }
}

/// Judges one identifier in a target.
pub(crate) fn judge(target: &Target<'_>, source: &Extraction<'_>, mark: &Mark, pair: Option<&Pair<'_>>) -> Judgement {
    let token = mark.span.of(source.scan.text);
    let places = occurrences(target, source, mark);
    if let Some(pair) = pair.filter(|pair| pair.is_tight()) {
        let within: Vec<Span> = places.iter().copied().filter(|place| pair.target_span().contains(*place)).collect();
        if let Some(swap) = swapped(pair, pair.local_source(mark.scope)) {
            let status = if swap.listed { Status::Unverified } else { Status::Altered };
            return Judgement::new(status, Some(swap.by), "another identifier stands in its place");
        }
        // The second of two in a sentence needs a second one there.
        let own = key(mark.kind, token);
        let earlier = pair
            .source_marks(Class::Identifier, mark.sentence)
            .filter(|other| {
                other.span.start < mark.span.start && key(other.kind, other.span.of(source.scan.text)) == own
            })
            .count();
        return match within.get(earlier) {
            Some(place) => {
                Judgement::new(Status::Verbatim, Some(*place), "it stands in the sentence that says the same")
            }
            None => replaced(source, pair, mark, !places.is_empty()),
        };
    }
    if let Some(place) = places.first() {
        return Judgement::new(Status::Verbatim, Some(*place), "it stands there");
    }
    if mark.kind == Kind::Error
        && token.contains(' ')
        && let Some(pair) = pair
        && pair.at.forward >= 0.6
    {
        return Judgement::new(Status::Paraphrased, Some(pair.target_span()), "most words of the error stand there");
    }
    if is_stubborn(mark.kind, token) {
        return Judgement::new(Status::Missing, None, "it stands nowhere");
    }
    Judgement::new(Status::Unverified, None, "it stands nowhere, and it may be said in other words")
}

/// On tight alignment the value is not in its sentence: what is there instead?
fn replaced(source: &Extraction<'_>, pair: &Pair<'_>, mark: &Mark, elsewhere: bool) -> Judgement {
    let token = mark.span.of(source.scan.text);
    let here = pair.local_source(mark.scope);
    let Some(diff) = &pair.diff else { return Judgement::new(Status::Unverified, None, "not aligned") };
    let gap = diff.gap(here);
    let gap = Span::new(gap.start + pair.at.words.start, gap.end + pair.at.words.start);
    let known: Vec<u64> = pair
        .source_marks(Class::Identifier, mark.sentence)
        .map(|other| key(other.kind, other.span.of(source.scan.text)))
        .collect();
    let instead = pair.target_marks(Class::Identifier).find(|other| {
        let text = other.span.of(pair.target.scan.text);
        other.scope.start < gap.end
            && gap.start < other.scope.end
            && !known.contains(&key(other.kind, text))
            && comparable(mark.kind, other.kind)
            && !is_variant(token, text)
    });
    let local = pair.is_local(here);
    if let (Some(other), true) = (instead, local) {
        return Judgement::new(Status::Altered, Some(other.span), "another value stands in its place");
    }
    if elsewhere {
        return Judgement::new(
            Status::Unverified,
            Some(pair.target_span()),
            "it stands elsewhere, not in the sentence that says the same",
        );
    }
    if local && is_stubborn(mark.kind, token) {
        return Judgement::new(Status::Missing, Some(pair.target_span()), "the sentence is there without it");
    }
    if is_stubborn(mark.kind, token) {
        return Judgement::new(Status::Missing, None, "it stands nowhere");
    }
    Judgement::new(Status::Unverified, None, "it stands nowhere, and it may be said in other words")
}

/// "Russia" and "Russian", "U.S." and "US": other forms of one name.
fn is_variant(a: &str, b: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|char| in_word(*char)).count();
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    !digits(a) && !digits(b) && !a.contains(['/', '_', '.']) && same >= 4 && same + 3 >= letters(a).max(letters(b))
}

/// Whether one kind can take the place of the other.
fn comparable(a: Kind, b: Kind) -> bool {
    let group = |kind: Kind| match kind {
        Kind::Number | Kind::Quantity | Kind::Date | Kind::Version => 0,
        Kind::Name | Kind::Quoted => 1,
        _ => 2,
    };
    group(a) == group(b) || (group(a) > 0 && group(b) > 0)
}
