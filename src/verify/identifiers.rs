//! Statuses of identifiers: is the value there, and is it there where it belongs (E2)?

use super::Target;
use super::clauses::Judgement;
use super::index::hash_of;
use super::pair::Pair;
use super::swap::swapped;
use super::value::{Number, is_exact, is_numeric, is_stubborn, key};
use crate::class::Class;
use crate::element::{Kind, Status};
use crate::extract::{Extraction, Mark};
use crate::text::{Span, Word, hash, in_word, is_content, mask, offset, place_of};
use alloc::vec::Vec;

/// So many candidates are looked at where a value may stand anywhere: beyond them a repeated text would cost its square.
pub(super) const MOST: usize = 64;

/// Where a value stands in a target, as bytes, in order; among the first [`MOST`] candidates.
pub(super) fn occurrences(target: &Target<'_>, source: &Extraction<'_>, mark: &Mark) -> Vec<Span> {
    let all = Span::new(0, offset(target.text.scan.words.len()));
    within(target, source, mark, all, MOST)
}

/// Where a value stands among some words of a target.
fn within(target: &Target<'_>, source: &Extraction<'_>, mark: &Mark, words: Span, most: usize) -> Vec<Span> {
    let mark = &untitled(source, mark);
    let token = mark.span.of(source.scan.text);
    let text = target.text.scan.text;
    if is_numeric(mark.kind) {
        let wanted = Number::new(mark.kind, mark.span, token);
        // A number may begin before its first word: with a sign or a currency.
        let place = match (words.slice(&target.text.scan.words).first(), words.slice(&target.text.scan.words).last()) {
            (Some(first), Some(last)) => Span::new(first.start.saturating_sub(4), last.end),
            _ => Span::default(),
        };
        let found = target.numbers.same(&wanted, token, text, place, most);
        if !found.is_empty() {
            return found;
        }
    }
    let Some((rarest, lead)) = rarest_word(target, source, mark) else { return Vec::new() };
    let exact = is_exact(mark.kind);
    target
        .index
        .words(rarest, words)
        .take(most)
        .filter_map(|word| target.text.scan.words.get(word as usize))
        .filter_map(|word| {
            let (lead, rest) = token.split_at_checked(lead as usize)?;
            let span = Span::new(begins(text, word.start, lead, exact)?, ends(text, word.start, rest, exact)?);
            is_whole(text, span, mark.kind).then_some(span)
        })
        .collect()
}

/// "Mr Klein" may be told as "Klein".
fn untitled(source: &Extraction<'_>, mark: &Mark) -> Mark {
    const TITLES: [u32; 6] = [hash("mr"), hash("ms"), hash("mrs"), hash("dr"), hash("prof"), hash("miss")];
    match mark.scope.slice(&source.scan.words) {
        [title, name, ..] if mark.kind == Kind::Name && TITLES.contains(&title.hash) => Mark {
            span: Span::new(name.start, mark.span.end),
            scope: Span::new(mark.scope.start + 1, mark.scope.end),
            ..*mark
        },
        _ => *mark,
    }
}

/// The word of a token that stands in the fewest places of the target, and the bytes before it.
fn rarest_word(target: &Target<'_>, source: &Extraction<'_>, mark: &Mark) -> Option<(u32, u32)> {
    let words = mark.scope.slice(&source.scan.words).iter().filter(|word| word.start >= mark.span.start);
    let hash = |word: &Word| {
        // "Olsen's" in the text, "Olsen" in the name.
        let cut = Span::new(word.start, word.end.min(mark.span.end));
        if cut == word.span() { word.hash } else { hash_of(cut.of(source.scan.text)) }
    };
    let places = |word: &&Word| target.index.count(hash(word));
    words.min_by_key(places).map(|word| (hash(word), word.start - mark.span.start))
}

const fn is_format(byte: u8) -> bool {
    matches!(byte, b'`' | b'*')
}

/// Where a token begins whose first word begins at `word`, formatting marks passed over: "`.css`" is ".`css`".
fn begins(text: &str, word: u32, lead: &str, exact: bool) -> Option<u32> {
    let head = text.as_bytes().get(..word as usize)?;
    let mut at = head.len();
    for wanted in lead.bytes().rev() {
        while !is_format(wanted) && at.checked_sub(1).and_then(|at| head.get(at)).is_some_and(|byte| is_format(*byte)) {
            at -= 1;
        }
        let blank = |at: usize| at.checked_sub(1).and_then(|at| head.get(at)).is_some_and(u8::is_ascii_whitespace);
        if wanted.is_ascii_whitespace() {
            // However many blanks; none where a mark stands beside the blank, as in `ends`.
            while blank(at) {
                at -= 1;
            }
            continue;
        }
        let same = |found: &u8| *found == wanted || (!exact && found.eq_ignore_ascii_case(&wanted));
        at = at.checked_sub(1).filter(|at| head.get(*at).is_some_and(same))?;
    }
    Some(offset(at))
}

/// Where the rest of a token that begins at `start` ends, formatting marks passed over; `None` if another stands there.
fn ends(text: &str, start: u32, token: &str, exact: bool) -> Option<u32> {
    let rest = text.as_bytes().get(start as usize..)?;
    let mut at = 0usize;
    let mut before = b' ';
    for wanted in token.bytes() {
        while !is_format(wanted) && rest.get(at).is_some_and(|byte| is_format(*byte)) {
            at += 1;
        }
        if wanted.is_ascii_whitespace() {
            let blanks = rest.get(at..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            // "a && b" is "a &&b", but "a b" is not "ab".
            if blanks == 0 && before.is_ascii_alphanumeric() {
                return None;
            }
            at += blanks;
        } else {
            let found = *rest.get(at)?;
            if !(found == wanted || (!exact && found.eq_ignore_ascii_case(&wanted))) {
                return None;
            }
            at += 1;
        }
        before = wanted;
    }
    Some(start + offset(at))
}

/// Whether the span is not a part of a longer token: `lib.rs` in `src/lib.rs` is another path.
pub(super) fn is_whole(text: &str, span: Span, kind: Kind) -> bool {
    let head = text.get(..span.start as usize).unwrap_or("").as_bytes();
    let tail = text.get(span.end as usize..).unwrap_or("").as_bytes();
    let token = span.of(text).as_bytes();
    let at = |bytes: &[u8], at: usize| bytes.get(at).copied().unwrap_or(b' ');
    let before = head.last().copied().unwrap_or(b' ');
    let (after, beyond) = (at(tail, 0), at(tail, 1));
    let word = |byte: u8| mask::of(byte) & mask::WORD != 0;
    // A word may begin or end inside a token that begins or ends with a mark: `--flag`, `f()`.
    if (word(before) && token.first().copied().is_some_and(word))
        || (word(after) && token.last().copied().is_some_and(word))
    {
        return false;
    }
    let goes_on = |marks: &[u8]| marks.contains(&after) && word(beyond);
    if word(before) && matches!(token.first(), Some(b'/' | b'\\')) {
        return false;
    }
    match kind {
        Kind::Path | Kind::Url | Kind::Id | Kind::Version | Kind::Address => {
            let prefixed = matches!(before, b'/' | b'\\' | b'-' | b'.' | b'~');
            !prefixed && !goes_on(b"/\\-.")
        }
        Kind::Symbol | Kind::Env => before != b'-' && !goes_on(b"-."),
        _ => {
            // "5 days" does not stand in "5.5 days".
            let digits = matches!(head, [.., b'0'..=b'9', b'.' | b',']);
            !(digits && token.first().is_some_and(u8::is_ascii_digit)
                || goes_on(b".") && beyond.is_ascii_digit() && token.last().is_some_and(u8::is_ascii_digit))
        }
    }
}

/// Judges one identifier in a target.
pub(crate) fn judge(target: &Target<'_>, source: &Extraction<'_>, mark: &Mark, pair: Option<&Pair<'_>>) -> Judgement {
    let token = mark.span.of(source.scan.text);
    if let Some(sentence) = pair.and_then(Pair::letter_for_letter) {
        let from = pair.map_or(0, |pair| pair.sentence.span.start);
        let start = sentence.start + mark.span.start.saturating_sub(from);
        let span = Span::new(start, start + mark.span.len());
        // Whole there, or no more a part of something longer than it is in the source.
        if is_whole(target.text.scan.text, span, mark.kind) || !is_whole(source.scan.text, mark.span, mark.kind) {
            return Judgement::new(Status::Verbatim, Some(span), "the sentence stands there letter for letter");
        }
    }
    if let Some(place) = pair.and_then(|pair| error_text(pair, mark, token)) {
        return Judgement::new(Status::Paraphrased, Some(place), "the text of the error stands there");
    }
    if let Some(pair) = pair.filter(|pair| pair.is_tight()) {
        let mut places = within(target, source, mark, pair.at.words, usize::MAX);
        places.retain(|place| pair.target_span().contains(*place));
        let bare = |mark: &Mark| {
            let scope = pair.local_source(mark.scope);
            // "5" and "30 seconds" change places without their units.
            if is_numeric(mark.kind) { Span::new(scope.start, scope.end.min(scope.start + 1)) } else { scope }
        };
        let others = pair.source_marks(Class::Identifier, mark.sentence).map(bare);
        if !pair.quoted
            && let Some(swap) = swapped(pair, bare(mark), others)
        {
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
        return match places.get(earlier) {
            Some(place) => {
                Judgement::new(Status::Verbatim, Some(*place), "it stands in the sentence that says the same")
            }
            None => replaced(source, pair, mark, || !occurrences(target, source, mark).is_empty()),
        };
    }
    if let Some(place) = occurrences(target, source, mark).first() {
        return Judgement::new(Status::Verbatim, Some(*place), "it stands there");
    }
    if mark.kind == Kind::Error
        && token.as_bytes().contains(&b' ')
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

/// Where the text of an error stands under another word for it: "failed: disk full" for "ERROR: disk full".
fn error_text(pair: &Pair<'_>, mark: &Mark, token: &str) -> Option<Span> {
    let colon = if mark.kind == Kind::Error { place_of(": ", token) } else { None };
    let text = token.get(colon? + 2..).filter(|text| text.as_bytes().contains(&b' '))?;
    let (all, place) = (pair.target.scan.text, pair.target_span());
    let start = place.start + offset(place_of(text, place.of(all))?);
    let span = Span::new(start, start + offset(text.len()));
    is_whole(all, span, mark.kind).then_some(span)
}

/// On tight alignment the value is not in its sentence: what is there instead?
fn replaced(source: &Extraction<'_>, pair: &Pair<'_>, mark: &Mark, elsewhere: impl Fn() -> bool) -> Judgement {
    let token = mark.span.of(source.scan.text);
    let here = pair.local_source(mark.scope);
    let Some(diff) = &pair.diff else { return Judgement::new(Status::Unverified, None, "not aligned") };
    let gap = diff.gap(here);
    let gap = Span::new(gap.start + pair.at.words.start, gap.end + pair.at.words.start);
    let known = |value: u64| {
        let mut own = pair.source_marks(Class::Identifier, mark.sentence);
        own.any(|other| key(other.kind, other.span.of(source.scan.text)) == value)
    };
    let instead = pair.target_marks(Class::Identifier).find(|other| {
        let text = other.span.of(pair.target.scan.text);
        other.scope.start < gap.end
            && gap.start < other.scope.end
            && comparable(mark.kind, other.kind)
            && !is_variant(token, text)
            && !known(key(other.kind, text))
    });
    let local = pair.is_local(here) && !pair.quoted;
    if let (Some(other), true) = (instead, local) {
        return Judgement::new(Status::Altered, Some(other.span), "another value stands in its place");
    }
    if elsewhere() {
        return Judgement::new(
            Status::Unverified,
            Some(pair.target_span()),
            "it stands elsewhere, not in the sentence that says the same",
        );
    }
    // A name or a date whose place another word took: the sentence is about somebody or something else now.
    let other = gap.slice(&pair.target.scan.words).iter().find(|word| is_content(word));
    if local
        && matches!(mark.kind, Kind::Name | Kind::Date)
        && let Some(other) = other.filter(|other| !is_variant(token, other.span().of(pair.target.scan.text)))
    {
        return Judgement::new(Status::Altered, Some(other.span()), "another word stands in its place");
    }
    if local && is_stubborn(mark.kind, token) {
        return Judgement::new(Status::Missing, Some(pair.target_span()), "the sentence is there without it");
    }
    if is_stubborn(mark.kind, token) {
        return Judgement::new(Status::Missing, None, "it stands nowhere");
    }
    Judgement::new(Status::Unverified, None, "it stands nowhere, and it may be said in other words")
}

/// "Iceland" and "Icelandic", "U.S." and "US": other forms of one name.
fn is_variant(a: &str, b: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|char| in_word(*char)).count();
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    !digits(a) && !digits(b) && !a.contains(['/', '_', '.']) && same >= 4 && same + 3 >= letters(a).max(letters(b))
}

/// Whether one kind can take the place of the other: numbers that of numbers.
fn comparable(a: Kind, b: Kind) -> bool {
    let counts = |kind: Kind| matches!(kind, Kind::Number | Kind::Quantity | Kind::Date | Kind::Version);
    counts(a) == counts(b)
}
