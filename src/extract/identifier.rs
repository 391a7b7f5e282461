//! Identifiers (D1): exact tokens and values, each in its sentence.

use super::shapes::{is_errno, is_error_name, kind_of};
use super::{Mark, words_among};
use crate::class::Class;
use crate::element::Kind;
use crate::lexicon;
use crate::text::{
    Chunk, Region, Scan, Sentence, Span, Word, clock, hash, holds, list, mask, number_word, offset, place_of, shape,
};
use alloc::vec::Vec;

/// Adds the identifiers of a sentence.
pub(super) fn find(scan: &Scan<'_>, index: u32, sentence: &Sentence, marks: &mut Vec<Mark>) {
    let first = marks.len();
    let mut at = sentence.chunks.start;
    while at < sentence.chunks.end {
        let Some(chunk) = scan.chunks.get(at as usize) else { break };
        at += 1;
        if let Some(span) = spelled(scan, chunk) {
            marks.push(mark(scan, index, Kind::Quantity, span));
            continue;
        }
        if chunk.mask & mask::BACKTICK != 0
            && let Some((span, past)) = between_backticks(scan, sentence, at - 1)
        {
            in_backticks(scan, index, sentence, span, marks);
            at = past;
            continue;
        }
        if is_interesting(chunk) {
            pieces(scan, index, chunk, marks);
        } else if chunk.shape & shape::CAPITAL != 0
            && let Some(word) = first_word(scan, chunk).filter(|word| is_errno(word.span().of(scan.text)))
        {
            marks.push(mark_among(scan, chunk.words, index, Kind::Error, word.span()));
        } else if chunk.shape & shape::CAPITAL != 0 && sentence.region.speaks() {
            at = name(scan, index, sentence, at - 1, marks);
        }
    }
    if sentence.region == Region::Log {
        accounts(scan, index, sentence, marks);
    }
    error_text(scan, index, sentence, first, marks);
    join_units(scan, index, first, marks);
}

/// "Two weeks": a number in a word, and its unit.
fn spelled(scan: &Scan<'_>, chunk: &Chunk) -> Option<Span> {
    let [word] = chunk.words.slice(&scan.words) else { return None };
    let short = word.end - word.start < 7 && word.end == chunk.end;
    let unit = scan.words.get(chunk.words.end as usize).filter(|unit| short && unit.is(list::UNIT))?;
    let long = unit.end - unit.start > 2 && Span::new(word.end, unit.start).of(scan.text) == " ";
    (long && number_word(word.hash).is_some()).then_some(Span::new(word.start, unit.end))
}

fn is_interesting(chunk: &Chunk) -> bool {
    const MARKS: u16 = mask::DIGIT | mask::UNDERSCORE | mask::SLASH | mask::AT | mask::EQUALS | mask::SIGN;
    chunk.mask & MARKS != 0
        || chunk.shape & (shape::CAMEL | shape::DIGIT) != 0
        || (chunk.mask & (mask::DOT | mask::COLON) != 0 && chunk.words.len() > 1)
        || (chunk.mask & mask::DASH != 0 && !chunk.words.is_empty())
}

fn mark(scan: &Scan<'_>, sentence: u32, kind: Kind, span: Span) -> Mark {
    mark_among(scan, Span::new(0, offset(scan.words.len())), sentence, kind, span)
}

/// The same where it is known among which words the span lies.
fn mark_among(scan: &Scan<'_>, words: Span, sentence: u32, kind: Kind, span: Span) -> Mark {
    let scope = words_among(scan, words, span);
    Mark { class: Class::Identifier, kind, span, cue: Span::default(), scope, sentence, id: "" }
}

/// The text between a backtick in this chunk and the next one in the sentence, and the chunk after it.
fn between_backticks(scan: &Scan<'_>, sentence: &Sentence, at: u32) -> Option<(Span, u32)> {
    let from = scan.chunks.get(at as usize)?.start;
    let text = Span::new(from, sentence.span.end).of(scan.text);
    let open = text.find('`')?;
    let length = text.get(open + 1..)?.find('`')?;
    let span = Span::new(from + offset(open) + 1, from + offset(open + 1 + length));
    let inside = scan.chunks.get(at as usize..)?.iter().take_while(|chunk| chunk.end <= span.end + 1).count();
    (length > 0).then_some((span, at + offset(inside).max(1)))
}

fn in_backticks(scan: &Scan<'_>, index: u32, sentence: &Sentence, span: Span, marks: &mut Vec<Mark>) {
    let text = span.of(scan.text);
    let trimmed = text.trim();
    let start = span.start + offset(text.len() - text.trim_start().len());
    let span = Span::new(start, start + offset(trimmed.len()));
    let kind = if trimmed.as_bytes().contains(&b' ') {
        Kind::Command
    } else {
        kind_of(trimmed.trim_end_matches([',', ';', '.'])).unwrap_or(Kind::Symbol)
    };
    if trimmed.bytes().any(|byte| byte.is_ascii_alphanumeric()) && span.len() <= 400 {
        marks.push(mark_among(scan, sentence.words, index, kind, span));
    }
}

/// What separates the pieces of a chunk: `key=value`, `a,b`, `f(x)`.
const fn separates(char: char) -> bool {
    matches!(
        char,
        ',' | ';'
            | '='
            | '('
            | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | '<'
            | '>'
            | '|'
            | '"'
            | '\''
            | '`'
            | '*'
            | '\u{201c}'
            | '\u{201d}'
            | '\u{2018}'
            | '\u{2019}'
            | '→'
            | '…'
            | '·'
    )
}

/// How long the piece is that a text begins with.
fn piece(text: &str) -> usize {
    const MAY_SEPARATE: u16 = mask::OTHER | mask::EQUALS | mask::QUOTE | mask::BACKTICK | mask::UNICODE;
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        if mask::of(*byte) & MAY_SEPARATE != 0
            && text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(separates)
        {
            break;
        }
        at += 1;
    }
    at
}

fn pieces(scan: &Scan<'_>, index: u32, chunk: &Chunk, marks: &mut Vec<Mark>) {
    let text = chunk.span().of(scan.text);
    let mut add = |kind: Kind, start: usize, end: usize| {
        let span = Span::new(chunk.start + offset(start), chunk.start + offset(end));
        marks.push(mark_among(scan, chunk.words, index, kind, span));
    };
    let has = |all: u16| chunk.mask & all == all;
    if has(mask::COLON | mask::SLASH) || has(mask::DIGIT | mask::OTHER) {
        let outside = |char: char| separates(char) || matches!(char, ':' | '!' | '?');
        let head = text.trim_start_matches(outside);
        let whole = head.trim_end_matches(|char: char| outside(char) || char == '.');
        let url = holds(whole, "://");
        if url || is_grouped_number(whole) {
            let kind = if url { Kind::Url } else { kind_of(whole).unwrap_or(Kind::Number) };
            let start = text.len() - head.len();
            // "[the manual](https://…)": the address begins behind the text of the link.
            let link = place_of("](", whole).filter(|_| url).map_or(0, |at| at + 2);
            add(kind, start + link, start + whole.len());
            return;
        }
    }
    let keyed = chunk.mask & mask::EQUALS != 0;
    let (mut from, mut after_equals) = (0, false);
    while from <= text.len() {
        let rest = text.get(from..).unwrap_or("");
        let (raw, after) = rest.split_at_checked(piece(rest)).unwrap_or_default();
        let head = raw.trim_start_matches([':', '!', '?']);
        let piece = head.trim_end_matches([':', '!', '?', '.', '-']);
        let start = from + raw.len() - head.len();
        let value = after_equals;
        after_equals = after.starts_with('=');
        from += raw.len() + after.chars().next().map_or(1, char::len_utf8);
        if !piece.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
            continue;
        }
        let call = after.starts_with("()");
        let kind = if call { Some(Kind::Symbol) } else { kind_of(piece) };
        let kind = kind.or_else(|| (keyed && value).then_some(Kind::Symbol)).or_else(|| hyphenated(piece));
        if let Some(kind) = kind {
            add(kind, start, start + piece.len() + if call { 2 } else { 0 });
        }
    }
}

/// `12,480` or `308,977.5`: the commas are part of the number.
fn is_grouped_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['$', '€', '£', '+', '-', '~']);
    digits.as_bytes().contains(&b',')
        && digits.split(',').enumerate().all(|(group, part)| {
            let part = part.trim_end_matches('%');
            let whole = part.split('.').next().unwrap_or("");
            part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
                && if group == 0 { (1..=3).contains(&whole.len()) } else { whole.len() == 3 }
        })
}

/// `Co-Authored-By`, `IL-2`: a name made with hyphens.
fn hyphenated(piece: &str) -> Option<Kind> {
    if !piece.as_bytes().contains(&b'-') {
        return None;
    }
    let parts = piece.split('-').filter(|part| !part.is_empty());
    let upper = parts.filter(|part| part.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase())).count();
    let digits = piece.bytes().any(|byte| byte.is_ascii_digit());
    (upper > 1 || digits).then_some(if digits { Kind::Id } else { Kind::Name })
}

/// A proper name: capitals within a sentence, an acronym, several capitals in a row.
fn name(scan: &Scan<'_>, index: u32, sentence: &Sentence, at: u32, marks: &mut Vec<Mark>) -> u32 {
    const I: [u32; 5] = [hash("i"), hash("i'll"), hash("i'd"), hash("i'm"), hash("i've")];
    let mut past = at;
    while past < sentence.chunks.end {
        let Some(chunk) = scan.chunks.get(past as usize) else { break };
        // "For Marta I'll write it."
        let ends = past > at && first_word(scan, chunk).is_some_and(|word| I.contains(&word.hash));
        if chunk.shape & shape::CAPITAL == 0 || is_interesting(chunk) || !starts_with_capital(scan, chunk) || ends {
            break;
        }
        past += 1;
        let last = chunk.span().of(scan.text).bytes().next_back();
        if matches!(last, Some(b',' | b'.' | b';' | b':' | b'!' | b'?' | b')' | b'"')) {
            break;
        }
    }
    if past == at {
        return at + 1;
    }
    let chunks = Span::new(at, past).slice(&scan.chunks);
    let (Some(first), Some(last)) = (chunks.first(), chunks.last()) else { return past };
    let head = at == sentence.chunks.start || follows_break(scan, sentence, at);
    // At the head of a sentence only several capitals, an acronym or a date make a name.
    let skips = head && is_plain(scan, first);
    let named = chunks.get(usize::from(skips)..).unwrap_or(&[]);
    // "Note:", "Constraint:": a label, not a name.
    if named.is_empty() || (named.len() == 1 && last.span().of(scan.text).ends_with(':')) {
        return past;
    }
    // A heading or a shout in capitals names nothing.
    let Some(leading) = named.iter().find(|chunk| !is_ordinary(scan, chunk)) else { return past };
    if sentence.region == Region::Heading || is_shouted(scan, sentence) {
        return past;
    }
    let span = trimmed(scan, leading).hull(trimmed(scan, last));
    let calendar = named.iter().any(|chunk| first_word(scan, chunk).is_some_and(|word| word.is(list::CALENDAR)));
    let kind = if calendar { Kind::Date } else { Kind::Name };
    marks.push(mark_among(scan, first.words.hull(last.words), index, kind, span));
    past
}

fn first_word<'a>(scan: &'a Scan<'_>, chunk: &Chunk) -> Option<&'a Word> {
    chunk.words.slice(&scan.words).first()
}

fn starts_with_capital(scan: &Scan<'_>, chunk: &Chunk) -> bool {
    first_word(scan, chunk).is_some_and(|word| word.shape & shape::CAPITAL != 0)
}

/// From the first word to the last, without the ending of a possessive.
fn trimmed(scan: &Scan<'_>, chunk: &Chunk) -> Span {
    let words = chunk.words.slice(&scan.words);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return chunk.span() };
    let text = last.span().of(scan.text);
    let owner = text.strip_suffix("'s").or_else(|| text.strip_suffix("\u{2019}s"));
    let owner = owner.map_or(text, |owner| owner.trim_end_matches(['\'', '\u{2019}']));
    Span::new(first.start, last.start + offset(owner.len()))
}

/// A colon, a quote or a dash before a chunk: what follows begins anew.
fn follows_break(scan: &Scan<'_>, sentence: &Sentence, at: u32) -> bool {
    let Some(before) = at.checked_sub(1).filter(|before| *before >= sentence.chunks.start) else { return true };
    let Some(chunk) = scan.chunks.get(before as usize) else { return true };
    let text = chunk.span().of(scan.text);
    text.ends_with([':', '—', '–', '.', '!', '?', ')', '*']) || chunk.words.is_empty()
}

/// One capital and then small letters: what any word looks like at the head of a sentence.
fn is_plain(scan: &Scan<'_>, chunk: &Chunk) -> bool {
    let text = trimmed(scan, chunk).of(scan.text);
    text.bytes().filter(u8::is_ascii_uppercase).count() <= 1
        && !first_word(scan, chunk).is_some_and(|word| word.is(list::CALENDAR))
}

/// Whether the word is one that everybody writes: a cue, a pronoun, a function word.
fn is_ordinary(scan: &Scan<'_>, chunk: &Chunk) -> bool {
    let words = chunk.words.slice(&scan.words);
    let Some(first) = words.first() else { return true };
    first.is(list::ORDINARY)
        || (words.len() == 1 && (first.end - first.start < 2 || lexicon::matches(words).next().is_some()))
}

/// Whether most letters of a sentence of some length are capitals.
fn is_shouted(scan: &Scan<'_>, sentence: &Sentence) -> bool {
    let words = scan.words(sentence);
    let upper = words.iter().filter(|word| word.shape & shape::LOWER == 0 && word.end - word.start > 1).count();
    words.len() > 3 && upper * 3 > words.len() * 2
}

/// Joins `41` and `ms` to a quantity, `3` and `May` to a date.
fn join_units(scan: &Scan<'_>, index: u32, first: usize, marks: &mut Vec<Mark>) {
    // What is kept moves up to `past`.
    let mut past = first;
    for at in first..marks.len() {
        let Some(current) = marks.get(at).copied() else { return };
        let last = marks.get(first..past).and_then(<[Mark]>::last).map(|last| last.span);
        if last.is_some_and(|last| last.contains(current.span) && last != current.span && joins(scan, last)) {
            continue;
        }
        let kept = match joined(scan, &current) {
            None => current,
            Some((kind, span)) => {
                past -= usize::from(last.is_some_and(|last| span.contains(last)));
                mark(scan, index, kind, span)
            }
        };
        if let Some(place) = marks.get_mut(past) {
            *place = kept;
        }
        past += 1;
    }
    marks.truncate(past);
}

/// Whether a span is one that was joined: a number and a word.
fn joins(scan: &Scan<'_>, span: Span) -> bool {
    let text = span.of(scan.text);
    text.len() < 32 && text.bytes().any(|byte| byte.is_ascii_digit())
}

fn joined(scan: &Scan<'_>, number: &Mark) -> Option<(Kind, Span)> {
    let text = number.span.of(scan.text);
    if let Some(next) = scan.words.get(number.scope.end as usize)
        && matches!(number.kind, Kind::Number | Kind::Date)
        && let Some(span) = half(scan, number.span, next)
    {
        return Some((Kind::Date, span));
    }
    if !matches!(number.kind, Kind::Number | Kind::Id)
        || !text.bytes().all(|byte| byte.is_ascii_digit() || b".,-".contains(&byte))
    {
        return None;
    }
    let gap = |from: u32, to: u32| matches!(Span::new(from, to).of(scan.text), " " | "\u{a0}" | "\u{202f}" | "-");
    let calendar = |word: &Word| word.is(list::CALENDAR) && word.shape & shape::CAPITAL != 0;
    if scan.text.get(number.span.end as usize..).is_some_and(|rest| rest.starts_with(" %")) {
        return Some((Kind::Quantity, Span::new(number.span.start, number.span.end + 2)));
    }
    if let Some(next) = scan.words.get(number.scope.end as usize)
        && gap(number.span.end, next.start)
    {
        if next.is(list::UNIT) {
            return Some((Kind::Quantity, Span::new(number.span.start, next.end)));
        }
        if calendar(next) {
            return Some((Kind::Date, Span::new(number.span.start, next.end)));
        }
    }
    let before = number.scope.start.checked_sub(1).and_then(|before| scan.words.get(before as usize))?;
    (gap(before.end, number.span.start) && calendar(before))
        .then(|| (Kind::Date, Span::new(before.start, number.span.end)))
}

/// `5` and `pm`, `5:00` and `p.m.`: the time of both.
fn half(scan: &Scan<'_>, number: Span, next: &Word) -> Option<Span> {
    let dotted = next.end - next.start == 1;
    let end = next.end + if dotted { 2 } else { 0 };
    let span = Span::new(number.start, end);
    let known = [hash("am"), hash("pm")].contains(&next.hash) || dotted && [hash("a"), hash("p")].contains(&next.hash);
    (known && next.start < number.end + 2 && clock(span.of(scan.text)).is_some()).then_some(span)
}

/// A log names accounts by plain words: "user deploy", "session for backup".
fn accounts(scan: &Scan<'_>, index: u32, sentence: &Sentence, marks: &mut Vec<Mark>) {
    const LEADS: [u32; 4] = [hash("user"), hash("host"), hash("client"), hash("for")];
    let leads = |word: &Word| LEADS.contains(&word.hash);
    for pair in scan.words(sentence).windows(2) {
        let [lead, word] = pair else { continue };
        let plain = word.shape & !shape::CONTENT == shape::LOWER && !word.is(list::ORDINARY);
        if plain && leads(lead) && !leads(word) && Span::new(lead.end, word.start).of(scan.text) == " " {
            marks.push(mark_among(scan, sentence.words, index, Kind::Name, word.span()));
        }
    }
}

/// The text of an error: what follows `error:` and its like, up to the end of the sentence.
fn error_text(scan: &Scan<'_>, index: u32, sentence: &Sentence, first: usize, marks: &mut Vec<Mark>) {
    let words = scan.words(sentence);
    let announces = |word: &&Word| {
        word.is(list::ERROR) || (word.shape & shape::UPPER != 0 && is_error_name(word.span().of(scan.text)))
    };
    let Some(word) = words.iter().take(6).find(announces) else { return };
    let after = Span::new(word.end, sentence.span.end).of(scan.text);
    let colon = after.trim_start_matches([']', ')', '*', '"']);
    let coded = colon.starts_with('[') || colon.starts_with(':') || colon.starts_with(" TS");
    if !coded || after.trim().len() < 8 {
        return;
    }
    let span = Span::new(word.start, sentence.span.end.min(word.start + 240));
    let span = Span::new(span.start, floor(scan.text, span.end));
    marks.insert(first, mark_among(scan, sentence.words, index, Kind::Error, span));
}

/// The nearest character boundary at or before an offset.
fn floor(text: &str, at: u32) -> u32 {
    (0..4).map(|back| at.saturating_sub(back)).find(|at| text.is_char_boundary(*at as usize)).unwrap_or(0)
}
