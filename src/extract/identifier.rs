//! Identifiers (D1): exact tokens and values, each in its sentence.

use super::shapes::{is_unit, kind_of};
use super::{Mark, words_in};
use crate::class::Class;
use crate::element::Kind;
use crate::lexicon;
use crate::text::{Chunk, Region, Scan, Sentence, Span, Word, hash, mask, offset, shape};
use alloc::vec::Vec;

/// Adds the identifiers of a sentence.
pub(super) fn find(scan: &Scan<'_>, index: u32, sentence: &Sentence, marks: &mut Vec<Mark>) {
    let first = marks.len();
    let shouted = sentence.region == Region::Heading || is_shouted(scan, sentence);
    let mut at = sentence.chunks.start;
    while at < sentence.chunks.end {
        let Some(chunk) = scan.chunks.get(at as usize) else { break };
        at += 1;
        if chunk.mask & mask::BACKTICK != 0
            && let Some((span, past)) = between_backticks(scan, sentence, at - 1)
        {
            in_backticks(scan, index, span, marks);
            at = past;
            continue;
        }
        if is_interesting(chunk) {
            pieces(scan, index, chunk, marks);
        } else if chunk.shape & shape::CAPITAL != 0 && sentence.region.speaks() {
            at = name(scan, index, sentence, at - 1, shouted, marks);
        }
    }
    if sentence.region == Region::Log {
        accounts(scan, index, sentence, marks);
    }
    error_text(scan, index, sentence, first, marks);
    join_units(scan, index, first, marks);
}

fn is_interesting(chunk: &Chunk) -> bool {
    const MARKS: u16 = mask::DIGIT | mask::UNDERSCORE | mask::SLASH | mask::AT | mask::EQUALS | mask::SIGN;
    chunk.mask & MARKS != 0
        || chunk.shape & (shape::CAMEL | shape::DIGIT) != 0
        || (chunk.mask & (mask::DOT | mask::COLON) != 0 && chunk.words.len() > 1)
        || (chunk.mask & mask::DASH != 0 && !chunk.words.is_empty())
}

fn mark(scan: &Scan<'_>, sentence: u32, kind: Kind, span: Span) -> Mark {
    let scope = words_in(scan, span);
    Mark { class: Class::Identifier, kind, span, cue: Span::default(), scope, sentence, id: "" }
}

/// The text between a backtick in this chunk and the next one in the sentence, and the chunk after it.
fn between_backticks(scan: &Scan<'_>, sentence: &Sentence, at: u32) -> Option<(Span, u32)> {
    let from = scan.chunks.get(at as usize)?.start;
    let text = Span::new(from, sentence.span.end).of(scan.text);
    let open = text.find('`')?;
    let length = text.get(open + 1..)?.find('`')?;
    let span = Span::new(from + offset(open) + 1, from + offset(open + 1 + length));
    let past = scan.chunks.partition_point(|chunk| chunk.end <= span.end + 1);
    (length > 0).then_some((span, offset(past).max(at + 1)))
}

fn in_backticks(scan: &Scan<'_>, index: u32, span: Span, marks: &mut Vec<Mark>) {
    let text = span.of(scan.text);
    let trimmed = text.trim();
    let start = span.start + offset(text.len() - text.trim_start().len());
    let span = Span::new(start, start + offset(trimmed.len()));
    let kind = if trimmed.contains(' ') {
        Kind::Command
    } else {
        kind_of(trimmed.trim_end_matches([',', ';', '.'])).unwrap_or(Kind::Symbol)
    };
    if trimmed.bytes().any(|byte| byte.is_ascii_alphanumeric()) && span.len() <= 400 {
        marks.push(mark(scan, index, kind, span));
    }
}

/// What separates the pieces of a chunk: `key=value`, `a,b`, `f(x)`.
fn separates(char: char) -> bool {
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

fn pieces(scan: &Scan<'_>, index: u32, chunk: &Chunk, marks: &mut Vec<Mark>) {
    let text = chunk.span().of(scan.text);
    let whole =
        text.trim_matches(|char: char| separates(char) || matches!(char, ':' | '!' | '?')).trim_end_matches('.');
    if whole.contains("://") || is_grouped_number(whole) {
        let start = chunk.start + offset(text.find(whole).unwrap_or(0));
        let kind = if whole.contains("://") { Kind::Url } else { kind_of(whole).unwrap_or(Kind::Number) };
        marks.push(mark(scan, index, kind, Span::new(start, start + offset(whole.len()))));
        return;
    }
    let keyed = chunk.mask & mask::EQUALS != 0;
    let mut from = 0usize;
    let ends = text.char_indices().filter(|(_, char)| separates(*char)).map(|(at, char)| (at, at + char.len_utf8()));
    let mut after_equals = false;
    for (end, past) in ends.chain([(text.len(), text.len())]) {
        let raw = text.get(from..end).unwrap_or("");
        let call = text.get(end..).is_some_and(|rest| rest.starts_with("()"));
        let piece = raw.trim_start_matches([':', '!', '?']).trim_end_matches([':', '!', '?', '.', '-']);
        let start = from + raw.find(piece).unwrap_or(0);
        let value = after_equals && !piece.is_empty();
        after_equals = text.get(end..past) == Some("=");
        from = past;
        if piece.is_empty() || !piece.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
            continue;
        }
        let kind = if call { Some(Kind::Symbol) } else { kind_of(piece) };
        let kind = kind.or_else(|| (keyed && value).then_some(Kind::Symbol)).or_else(|| hyphenated(piece));
        let Some(kind) = kind else { continue };
        let length = piece.len() + if call { 2 } else { 0 };
        let start = chunk.start + offset(start);
        marks.push(mark(scan, index, kind, Span::new(start, start + offset(length))));
    }
}

/// `12,480` or `308,977.5`: the commas are part of the number.
fn is_grouped_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['$', '€', '£', '+', '-', '~']);
    digits.contains(',')
        && digits.split(',').enumerate().all(|(group, part)| {
            let part = part.trim_end_matches('%');
            let whole = part.split('.').next().unwrap_or("");
            part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
                && if group == 0 { (1..=3).contains(&whole.len()) } else { whole.len() == 3 }
        })
}

/// `Co-Authored-By`, `IL-2`: a name made with hyphens.
fn hyphenated(piece: &str) -> Option<Kind> {
    let parts = piece.split('-').filter(|part| !part.is_empty());
    let upper = parts.clone().filter(|part| part.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase())).count();
    let digits = piece.bytes().any(|byte| byte.is_ascii_digit());
    (piece.contains('-') && (upper > 1 || digits)).then_some(if digits { Kind::Id } else { Kind::Name })
}

/// A proper name: capitals within a sentence, an acronym, several capitals in a row.
fn name(scan: &Scan<'_>, index: u32, sentence: &Sentence, at: u32, shouted: bool, marks: &mut Vec<Mark>) -> u32 {
    let mut past = at;
    while past < sentence.chunks.end {
        let Some(chunk) = scan.chunks.get(past as usize) else { break };
        if chunk.shape & shape::CAPITAL == 0 || is_interesting(chunk) || !starts_with_capital(scan, chunk) {
            break;
        }
        past += 1;
        let text = chunk.span().of(scan.text);
        if text.ends_with([',', '.', ';', ':', '!', '?', ')', '"']) {
            break;
        }
    }
    if past == at {
        return at + 1;
    }
    let chunks = Span::new(at, past);
    let head = at == sentence.chunks.start || follows_break(scan, sentence, at);
    let words: Vec<Span> = chunks.slice(&scan.chunks).iter().map(|chunk| trimmed(scan, chunk)).collect();
    // At the head of a sentence only several capitals, an acronym or a date make a name.
    let skip = usize::from(head && words.first().is_some_and(|word| is_plain(scan, *word)));
    let named: Vec<Span> = words.iter().copied().skip(skip).collect();
    let (Some(first), Some(last)) = (named.first(), named.last()) else { return past };
    // "Note:", "Constraint:": a label, not a name.
    let label = chunks.slice(&scan.chunks).last().is_some_and(|chunk| chunk.span().of(scan.text).ends_with(':'));
    if label && named.len() == 1 {
        return past;
    }
    let ordinary = named.iter().all(|word| is_ordinary(scan, *word));
    // A heading or a shout in capitals names nothing.
    if shouted || ordinary || (head && skip == 1 && named.len() == 1 && is_ordinary(scan, *first)) {
        return past;
    }
    let leading = named.iter().position(|word| !is_ordinary(scan, *word)).unwrap_or(0);
    let span = named.get(leading).unwrap_or(first).hull(*last);
    let kind = if named.iter().any(|word| is_calendar(span_word(scan, *word))) { Kind::Date } else { Kind::Name };
    marks.push(mark(scan, index, kind, span));
    past
}

fn span_word(scan: &Scan<'_>, span: Span) -> u32 {
    words_in(scan, span).slice(&scan.words).first().map_or(0, |word| word.hash)
}

fn starts_with_capital(scan: &Scan<'_>, chunk: &Chunk) -> bool {
    chunk.words.slice(&scan.words).first().is_some_and(|word| word.shape & shape::CAPITAL != 0)
}

fn trimmed(scan: &Scan<'_>, chunk: &Chunk) -> Span {
    let words = chunk.words.slice(&scan.words);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return chunk.span() };
    let possessive = last.span().of(scan.text).ends_with("'s") || last.span().of(scan.text).ends_with("\u{2019}s");
    let cut = if possessive {
        last.span().of(scan.text).len() as u32
            - last.span().of(scan.text).trim_end_matches('s').trim_end_matches(['\'', '\u{2019}']).len() as u32
    } else {
        0
    };
    Span::new(first.start, last.end - cut)
}

/// A colon, a quote or a dash before a chunk: what follows begins anew.
fn follows_break(scan: &Scan<'_>, sentence: &Sentence, at: u32) -> bool {
    let Some(before) = at.checked_sub(1).filter(|before| *before >= sentence.chunks.start) else { return true };
    let Some(chunk) = scan.chunks.get(before as usize) else { return true };
    let text = chunk.span().of(scan.text);
    text.ends_with([':', '—', '–', '.', '!', '?', ')', '*']) || chunk.words.is_empty()
}

/// One capital and then small letters: what any word looks like at the head of a sentence.
fn is_plain(scan: &Scan<'_>, word: Span) -> bool {
    let text = word.of(scan.text);
    text.bytes().filter(u8::is_ascii_uppercase).count() <= 1 && !is_calendar(span_word(scan, word))
}

/// Whether the word is one that everybody writes: a cue, a pronoun, a function word.
fn is_ordinary(scan: &Scan<'_>, word: Span) -> bool {
    let words = words_in(scan, word);
    let slice = words.slice(&scan.words);
    let Some(first) = slice.first() else { return true };
    if slice.len() == 1 && first.end - first.start < 2 {
        return true;
    }
    ORDINARY.contains(&first.hash) || (slice.len() == 1 && lexicon::matches(slice).next().is_some())
}

/// Whether most letters of a sentence of some length are capitals.
fn is_shouted(scan: &Scan<'_>, sentence: &Sentence) -> bool {
    let words = scan.words(sentence);
    let upper = words.iter().filter(|word| word.shape & shape::LOWER == 0 && word.end - word.start > 1).count();
    words.len() > 3 && upper * 3 > words.len() * 2
}

const ORDINARY: [u32; 66] = [
    hash("i"),
    hash("i'm"),
    hash("i'll"),
    hash("i've"),
    hash("i'd"),
    hash("you"),
    hash("we"),
    hash("he"),
    hash("she"),
    hash("it"),
    hash("they"),
    hash("the"),
    hash("a"),
    hash("an"),
    hash("this"),
    hash("that"),
    hash("these"),
    hash("those"),
    hash("and"),
    hash("or"),
    hash("but"),
    hash("if"),
    hash("in"),
    hash("on"),
    hash("at"),
    hash("to"),
    hash("for"),
    hash("of"),
    hash("with"),
    hash("from"),
    hash("by"),
    hash("as"),
    hash("is"),
    hash("are"),
    hash("was"),
    hash("be"),
    hash("do"),
    hash("does"),
    hash("did"),
    hash("so"),
    hash("ok"),
    hash("okay"),
    hash("yes"),
    hash("please"),
    hash("note"),
    hash("important"),
    hash("user"),
    hash("assistant"),
    hash("system"),
    hash("tool"),
    hash("all"),
    hash("any"),
    hash("each"),
    hash("both"),
    hash("what"),
    hash("when"),
    hash("where"),
    hash("which"),
    hash("who"),
    hash("how"),
    hash("here"),
    hash("there"),
    hash("your"),
    hash("my"),
    hash("our"),
    hash("its"),
];

/// Whether a word names a month or a day of the week.
pub(super) fn is_calendar(word: u32) -> bool {
    const CALENDAR: [u32; 33] = [
        hash("january"),
        hash("february"),
        hash("march"),
        hash("april"),
        hash("may"),
        hash("june"),
        hash("july"),
        hash("august"),
        hash("september"),
        hash("october"),
        hash("november"),
        hash("december"),
        hash("jan"),
        hash("feb"),
        hash("mar"),
        hash("apr"),
        hash("jun"),
        hash("jul"),
        hash("aug"),
        hash("sep"),
        hash("sept"),
        hash("oct"),
        hash("nov"),
        hash("dec"),
        hash("monday"),
        hash("tuesday"),
        hash("wednesday"),
        hash("thursday"),
        hash("friday"),
        hash("saturday"),
        hash("sunday"),
        hash("mon"),
        hash("fri"),
    ];
    CALENDAR.contains(&word)
}

/// Joins `41` and `ms` to a quantity, `3` and `May` to a date.
fn join_units(scan: &Scan<'_>, index: u32, first: usize, marks: &mut Vec<Mark>) {
    let found = marks.split_off(first.min(marks.len()));
    for current in found {
        let last = marks.last().filter(|last| last.sentence == index).map(|last| last.span);
        if last.is_some_and(|last| last.contains(current.span) && last != current.span && joins(scan, last)) {
            continue;
        }
        let Some((kind, span)) = joined(scan, &current) else {
            marks.push(current);
            continue;
        };
        if last.is_some_and(|last| span.contains(last)) {
            marks.pop();
        }
        marks.push(mark(scan, index, kind, span));
    }
}

/// Whether a span is one that was joined: a number and a word.
fn joins(scan: &Scan<'_>, span: Span) -> bool {
    let text = span.of(scan.text);
    text.len() < 32 && text.bytes().any(|byte| byte.is_ascii_digit())
}

fn joined(scan: &Scan<'_>, number: &Mark) -> Option<(Kind, Span)> {
    let text = number.span.of(scan.text);
    if !matches!(number.kind, Kind::Number | Kind::Id)
        || !text.bytes().all(|byte| byte.is_ascii_digit() || b".,-".contains(&byte))
    {
        return None;
    }
    let gap = |from: u32, to: u32| matches!(Span::new(from, to).of(scan.text), " " | "\u{a0}" | "\u{202f}" | "-");
    let calendar = |word: &Word| is_calendar(word.hash) && word.shape & shape::CAPITAL != 0;
    if scan.text.get(number.span.end as usize..).is_some_and(|rest| rest.starts_with(" %")) {
        return Some((Kind::Quantity, Span::new(number.span.start, number.span.end + 2)));
    }
    if let Some(next) = scan.words.get(number.scope.end as usize)
        && gap(number.span.end, next.start)
    {
        if is_unit(next.span().of(scan.text)) {
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

/// A log names accounts by plain words: "user cyrus", "password for root".
fn accounts(scan: &Scan<'_>, index: u32, sentence: &Sentence, marks: &mut Vec<Mark>) {
    const LEADS: [u32; 4] = [hash("user"), hash("host"), hash("client"), hash("for")];
    for pair in scan.words(sentence).windows(2) {
        let [lead, word] = pair else { continue };
        let spaced = Span::new(lead.end, word.start).of(scan.text) == " ";
        if spaced
            && LEADS.contains(&lead.hash)
            && word.shape & !shape::CONTENT == shape::LOWER
            && !ORDINARY.contains(&word.hash)
            && !LEADS.contains(&word.hash)
        {
            marks.push(mark(scan, index, Kind::Name, word.span()));
        }
    }
}

/// The text of an error: what follows `error:` and its like, up to the end of the sentence.
fn error_text(scan: &Scan<'_>, index: u32, sentence: &Sentence, first: usize, marks: &mut Vec<Mark>) {
    const WORDS: [u32; 8] = [
        hash("error"),
        hash("err"),
        hash("fatal"),
        hash("panic"),
        hash("panicked"),
        hash("exception"),
        hash("traceback"),
        hash("failed"),
    ];
    let words = scan.words(sentence);
    let Some(at) = words.iter().take(6).position(|word| WORDS.contains(&word.hash) || word_is_error(scan, word.span()))
    else {
        return;
    };
    let Some(word) = words.get(at) else { return };
    let after = Span::new(word.end, sentence.span.end).of(scan.text);
    let colon = after.trim_start_matches([']', ')', '*', '"']);
    let coded = colon.starts_with('[') || colon.starts_with(':') || colon.starts_with(" TS");
    if !coded || after.trim().len() < 8 {
        return;
    }
    let span = Span::new(word.start, sentence.span.end.min(word.start + 240));
    let span = Span::new(span.start, floor(scan.text, span.end));
    marks.insert(first, mark(scan, index, Kind::Error, span));
}

fn word_is_error(scan: &Scan<'_>, span: Span) -> bool {
    let text = span.of(scan.text);
    text.len() > 5 && (text.ends_with("Error") || text.ends_with("Exception"))
}

/// The nearest character boundary at or before an offset.
fn floor(text: &str, at: u32) -> u32 {
    (0..4).map(|back| at.saturating_sub(back)).find(|at| text.is_char_boundary(*at as usize)).unwrap_or(0)
}
