//! Statuses of identifiers: is the value there, and is it there where it belongs (E2)?

use super::Target;
use super::clauses::Judgement;
use super::pair::Pair;
use super::value::{bare_key, is_distinctive, is_exact, is_numeric, key};
use crate::class::Class;
use crate::element::{Kind, Status};
use crate::extract::{Extraction, Mark};
use crate::text::{Span, mask};
use alloc::vec::Vec;

/// Where a value stands in a target, as bytes; the first place in `within`, else the first anywhere.
pub(crate) fn occurrence(
    target: &Target<'_>,
    source: &Extraction<'_>,
    mark: &Mark,
    within: Option<Span>,
) -> Option<Span> {
    let mut first = None;
    for span in occurrences(target, source, mark) {
        if within.is_none_or(|within| within.contains(span)) {
            return Some(span);
        }
        first = first.or(Some(span));
    }
    if within.is_some() { None } else { first }
}

fn occurrences<'a>(target: &'a Target<'_>, source: &'a Extraction<'_>, mark: &'a Mark) -> Vec<Span> {
    let token = mark.span.of(source.scan.text);
    if is_numeric(mark.kind) {
        let (wanted, bare) = (key(mark.kind, token), bare_key(token));
        let same = |other: &&Mark| {
            let text = other.span.of(target.text.scan.text);
            key(other.kind, text) == wanted
                || (other.kind == Kind::Number && bare_key(text) == bare)
                || (mark.kind == Kind::Number && is_numeric(other.kind) && bare_key(text) == bare)
        };
        let numbers = target.numbers.iter().filter_map(|at| target.text.marks.get(*at as usize));
        let found: Vec<Span> = numbers.filter(same).map(|mark| mark.span).collect();
        if !found.is_empty() {
            return found;
        }
    }
    let Some(first) = mark.scope.slice(&source.scan.words).first() else { return Vec::new() };
    let lead = first.start.saturating_sub(mark.span.start);
    let exact = is_exact(mark.kind);
    let text = target.text.scan.text;
    target
        .index
        .words(first.hash)
        .filter_map(|word| target.text.scan.words.get(word as usize))
        .filter_map(|word| {
            let start = word.start.checked_sub(lead)?;
            let span = Span::new(start, start + mark.span.len());
            let there = span.of(text);
            let same = if exact { there == token } else { there.eq_ignore_ascii_case(token) };
            (same && is_whole(text, span, mark.kind)).then_some(span)
        })
        .collect()
}

/// Whether the span is not a part of a longer token: `lib.rs` in `src/lib.rs` is another path.
fn is_whole(text: &str, span: Span, kind: Kind) -> bool {
    let bytes = text.as_bytes();
    let before = span.start.checked_sub(1).and_then(|at| bytes.get(at as usize)).copied().unwrap_or(b' ');
    let after = bytes.get(span.end as usize).copied().unwrap_or(b' ');
    let beyond = bytes.get(span.end as usize + 1).copied().unwrap_or(b' ');
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
    if let Some(pair) = pair.filter(|pair| pair.is_tight()) {
        let within = occurrence(target, source, mark, Some(pair.target_span()));
        if let Some(swapped) = swapped(pair, mark) {
            return Judgement::new(Status::Altered, Some(swapped), "another identifier stands in its place");
        }
        if within.is_some() {
            return Judgement::new(Status::Verbatim, within, "it stands in the sentence that says the same");
        }
        return replaced(target, source, pair, mark);
    }
    if let Some(span) = occurrence(target, source, mark, None) {
        return Judgement::new(Status::Verbatim, Some(span), "it stands there");
    }
    if mark.kind == Kind::Error
        && token.contains(' ')
        && let Some(pair) = pair
        && pair.at.forward >= 0.6
    {
        return Judgement::new(Status::Paraphrased, Some(pair.target_span()), "most words of the error stand there");
    }
    if is_distinctive(mark.kind, token) {
        return Judgement::new(Status::Missing, None, "it stands nowhere");
    }
    Judgement::new(Status::Unverified, None, "it stands nowhere, and it may be said in other words")
}

/// The identifier of the source that stands, in the target, where this one should.
fn swapped(pair: &Pair<'_>, mark: &Mark) -> Option<Span> {
    let diff = pair.diff.as_ref()?;
    let here = pair.local_source(mark.scope);
    if here.is_empty() || (here.start..here.end).all(|word| diff.matched(word).is_some()) || !pair.is_local(here) {
        return None;
    }
    let gap = diff.gap(here);
    let gap = Span::new(gap.start + pair.at.words.start, gap.end + pair.at.words.start);
    let own = key(mark.kind, mark.span.of(pair.source.scan.text));
    let in_gap = |other: &&Mark| other.scope.start < gap.end && gap.start < other.scope.end;
    let mut there = pair.target_marks(Class::Identifier).filter(in_gap).peekable();
    there.peek()?;
    let found: Vec<&Mark> = there.collect();
    if found.iter().any(|other| key(other.kind, other.span.of(pair.target.scan.text)) == own) {
        return None;
    }
    let others: Vec<u64> = pair
        .source_marks(Class::Identifier, mark.sentence)
        .filter(|other| other.span != mark.span)
        .map(|other| key(other.kind, other.span.of(pair.source.scan.text)))
        .collect();
    found
        .iter()
        .find(|other| others.contains(&key(other.kind, other.span.of(pair.target.scan.text))))
        .map(|other| other.span)
}

/// On tight alignment the value is not in its sentence: what is there instead?
fn replaced(target: &Target<'_>, source: &Extraction<'_>, pair: &Pair<'_>, mark: &Mark) -> Judgement {
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
    });
    let local = pair.is_local(here);
    if let (Some(other), true) = (instead, local) {
        return Judgement::new(Status::Altered, Some(other.span), "another value stands in its place");
    }
    if occurrence(target, source, mark, None).is_some() {
        return Judgement::new(
            Status::Unverified,
            Some(pair.target_span()),
            "it stands elsewhere, not in the sentence that says the same",
        );
    }
    if local && is_distinctive(mark.kind, token) {
        return Judgement::new(Status::Missing, Some(pair.target_span()), "the sentence is there without it");
    }
    if is_distinctive(mark.kind, token) {
        return Judgement::new(Status::Missing, None, "it stands nowhere");
    }
    Judgement::new(Status::Unverified, None, "it stands nowhere, and it may be said in other words")
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
