//! Sentences and the regions they stand in: prose, lists, headings, code, logs, tables.

use super::line::{classify, is_fence, marker};
use super::{Chunk, Span, Word, hash, in_word, is_upper, list, mask, offset, scan::line, shape};
use alloc::vec::Vec;

/// What kind of text a sentence stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    Prose,
    Item,
    Heading,
    Table,
    /// Fenced code, diffs, JSON.
    Code,
    /// Lines of a log.
    Log,
    /// What a runtime put in: tags, notes in brackets.
    Markup,
}

impl Region {
    /// Whether people or agents wrote it for each other; code and logs are not read for what they say.
    pub(crate) const fn speaks(self) -> bool {
        !matches!(self, Region::Code | Region::Log | Region::Markup)
    }
}

/// One sentence, or one line where lines do not make sentences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sentence {
    pub(crate) span: Span,
    pub(crate) words: Span,
    pub(crate) chunks: Span,
    pub(crate) region: Region,
    /// The number of a numbered list item.
    pub(crate) step: Option<u32>,
    /// Whether it ends in a question mark.
    pub(crate) question: bool,
}

/// A text with its words, chunks and sentences, each in order.
#[derive(Debug)]
pub(crate) struct Scan<'a> {
    pub(crate) text: &'a str,
    pub(crate) words: Vec<Word>,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) sentences: Vec<Sentence>,
}

impl<'a> Scan<'a> {
    pub(crate) fn words(&self, sentence: &Sentence) -> &[Word] {
        sentence.words.slice(&self.words)
    }

    pub(crate) fn str(&self, span: Span) -> &'a str {
        span.of(self.text)
    }

    /// A sentence with its number in a list, which others may refer to.
    pub(crate) fn numbered(&self, sentence: &Sentence) -> Span {
        if sentence.step.is_none() {
            return sentence.span;
        }
        let head = self.text.get(..sentence.span.start as usize).unwrap_or("").trim_end();
        let number = head.rsplit(char::is_whitespace).next().unwrap_or("");
        Span::new(offset(head.len() - number.len()), sentence.span.end)
    }
}

/// A wrapped line goes on in the next one only if it is at least this long, or at least the other and ends in a plain word, or if it
/// ends in a function word.
const WRAPPED: usize = 60;
const NARROW: usize = 36;

/// No sentence has more chunks, and no more words before its last chunk, which has at most twice as many: what reads one
/// sentence at a time stays linear in the text.
pub(crate) const LONGEST: usize = 160;

/// Scans a text.
pub(crate) fn scan(text: &str) -> Scan<'_> {
    let mut scan = Scan {
        text,
        words: Vec::with_capacity(text.len() / 5 + 1),
        chunks: Vec::with_capacity(text.len() / 6 + 1),
        sentences: Vec::with_capacity(text.len() / 64 + 1),
    };
    let mut fenced = false;
    let mut open: Option<Open> = None;
    let mut from = 0;
    while from < text.len() {
        let rest = text.get(from..).unwrap_or("");
        let raw = rest.split('\n').next().unwrap_or("");
        let to = from + raw.len();
        let trimmed = raw.trim_start();
        if is_fence(raw) {
            fenced = !fenced;
            close(&mut scan, &mut open);
        } else if trimmed.is_empty() {
            // Under a heading the list may stand after an empty line.
            if !open.as_ref().is_some_and(|open| open.heads && open.bare) {
                close(&mut scan, &mut open);
            }
        } else {
            let head = from + raw.len() - trimmed.len();
            read_line(&mut scan, &mut open, Line { head, to, trimmed, fenced });
        }
        from = to + 1;
    }
    close(&mut scan, &mut open);
    scan
}

struct Line<'a> {
    head: usize,
    to: usize,
    trimmed: &'a str,
    fenced: bool,
}

/// A sentence that has begun.
struct Open {
    first_word: usize,
    first_chunk: usize,
    region: Region,
    step: Option<u32>,
    /// Whether the next line may belong to it.
    wraps: bool,
    /// Whether it stops at a function word, so that something has to follow.
    hangs: bool,
    /// Whether it is a header that forbids: the items under it belong to it.
    heads: bool,
    /// Whether no item came yet.
    bare: bool,
}

fn read_line(scan: &mut Scan<'_>, open: &mut Option<Open>, current: Line<'_>) {
    let (region, skip, step) = classify(current.trimmed, current.fenced);
    let continues = region == Region::Prose
        && open.as_ref().is_some_and(|open| {
            let goes_on = |char: char| in_word(char) && (open.hangs || !is_upper(char) && !char.is_ascii_digit());
            open.wraps && current.trimmed.starts_with(goes_on) && (open.hangs || is_full(scan, &current))
        });
    // "Never:" and the items under it.
    // Numbers in a line need a colon before the first.
    let colon = || {
        let before = scan.text.get(..current.head).unwrap_or("").trim_end();
        before.trim_end_matches(['*', '_']).ends_with(':')
    };
    let listed = region == Region::Item
        && open.as_ref().is_some_and(|open| open.heads && (step.is_none() || !open.bare || colon()));
    if !continues && !listed {
        close(scan, open);
    }
    let first_chunk = scan.chunks.len();
    let start = current.head + skip;
    if open.is_none() {
        *open = Some(Open {
            first_word: scan.words.len(),
            first_chunk,
            region,
            step,
            wraps: false,
            hangs: false,
            heads: false,
            bare: true,
        });
    }
    line(scan.text, start, current.to, &mut scan.words, &mut scan.chunks);
    split(scan, open, first_chunk, region);
    let hangs = scan.words.last().is_some_and(|word| word.is(list::STOP) && !word.is(list::POLITE) && !ends(word));
    let plain = scan.chunks.last().is_some_and(|chunk| chunk.mask == mask::LOWER);
    let wraps = matches!(region, Region::Prose | Region::Item)
        && (current.trimmed.len() >= WRAPPED || current.trimmed.len() >= NARROW && plain || hangs)
        && !current.trimmed.trim_end().ends_with([':', ';', '.', '!', '?', '|']);
    match open {
        Some(open) if open.heads => {
            open.bare = false;
            if open.region == Region::Heading {
                open.region = Region::Prose;
            }
        }
        Some(open) if forbids(scan, open, current.trimmed) => (open.wraps, open.heads) = (false, true),
        Some(open) if wraps => (open.wraps, open.hangs) = (true, hangs),
        _ => close(scan, open),
    }
}

/// Whether a line may be the rest of the one before it: prose is wrapped where the next word does not fit any more, and a line as
/// long as the one before it with that word shows that it did. Nor does a label go on: "todo: …".
fn is_full(scan: &Scan<'_>, current: &Line<'_>) -> bool {
    /// A label is no longer.
    const LABEL: usize = 24;
    let before = scan.text.get(..current.head).unwrap_or("").trim_end_matches([' ', '\t']);
    let before = before.strip_suffix('\n').unwrap_or(before).trim_end();
    let before = before.get(before.rfind('\n').map_or(0, |at| at + 1)..).unwrap_or("").trim_start();
    let line = current.trimmed.trim_end();
    let word = line.split(' ').next().unwrap_or("");
    let label = line.find(": ").is_some_and(|at| {
        at <= LABEL && line.get(..at).is_some_and(|label| label.chars().all(|char| char.is_alphabetic() || char == ' '))
    });
    !label && line.len() < before.len() + 1 + word.len()
}

/// Whether a line is a short header that forbids: "Never:", "Do not touch:", "Out of scope:".
fn forbids(scan: &Scan<'_>, open: &Open, line: &str) -> bool {
    const FORBIDS: [u32; 16] = [
        hash("not"),
        hash("never"),
        hash("don't"),
        hash("dont"),
        hash("don'ts"),
        hash("no"),
        hash("avoid"),
        hash("without"),
        hash("forbidden"),
        hash("prohibited"),
        hash("alone"),
        hash("untouched"),
        hash("except"),
        hash("out"),
        hash("off"),
        hash("before"),
    ];
    // What a heading, or a line in bold, ends with if it is no more than a header.
    const CLOSES: [u32; 16] = [
        hash("not"),
        hash("never"),
        hash("don't"),
        hash("dont"),
        hash("don'ts"),
        hash("avoid"),
        hash("forbidden"),
        hash("prohibited"),
        hash("allowed"),
        hash("permitted"),
        hash("scope"),
        hash("bounds"),
        hash("limits"),
        hash("touch"),
        hash("use"),
        hash("alone"),
    ];
    let words = scan.words.get(open.first_word..).unwrap_or(&[]);
    let line = line.trim_end();
    let header = line.trim_end_matches(['*', '_']);
    let plain = matches!(open.region, Region::Prose | Region::Item);
    let titled = open.region == Region::Heading || plain && line.starts_with("**") && line.ends_with("**");
    let closes = || words.len() < 5 && words.last().is_some_and(|word| CLOSES.contains(&word.hash));
    (header.ends_with(':') && (plain || titled) || titled && closes())
        && words.len() < 7
        && words.iter().any(|word| FORBIDS.contains(&word.hash))
}

/// Function words that a line may end with.
fn ends(word: &Word) -> bool {
    const ENDS: [u32; 24] = [
        hash("you"),
        hash("me"),
        hash("it"),
        hash("this"),
        hash("that"),
        hash("these"),
        hash("those"),
        hash("them"),
        hash("him"),
        hash("her"),
        hash("us"),
        hash("too"),
        hash("again"),
        hash("there"),
        hash("here"),
        hash("all"),
        hash("both"),
        hash("done"),
        hash("do"),
        hash("did"),
        hash("out"),
        hash("up"),
        hash("down"),
        hash("off"),
    ];
    ENDS.contains(&word.hash)
}

fn is_long(open: &Option<Open>, chunk: usize) -> bool {
    open.as_ref().is_some_and(|open| chunk.saturating_sub(open.first_chunk) >= LONGEST)
}

/// Closes sentences at their end marks among the chunks from `first` on, and before the numbers of a list within the line.
fn split(scan: &mut Scan<'_>, open: &mut Option<Open>, first: usize, region: Region) {
    let mut last = open.as_ref().and_then(|open| open.step).unwrap_or(0);
    for index in first..scan.chunks.len() {
        let Some(&chunk) = scan.chunks.get(index) else { return };
        let next = scan.chunks.get(index + 1).copied();
        let lines = !region.speaks();
        let opens = open.as_ref().is_some_and(|open| open.first_chunk == index);
        if !lines
            && chunk.mask & mask::DIGIT != 0
            && next.is_some()
            && let Some(number) = step(scan, index, last, opens)
        {
            if let Some(current) = open.take() {
                push(scan, &current, index);
            }
            last = number;
            let region = if region == Region::Prose { Region::Item } else { region };
            let (first_word, first_chunk) = (chunk.words.end as usize, index + 1);
            *open = Some(Open {
                first_word,
                first_chunk,
                region,
                step: Some(number),
                wraps: false,
                hangs: false,
                heads: false,
                bare: true,
            });
            continue;
        }
        let first_word = open.as_ref().map_or(0, |open| open.first_word);
        let full = (chunk.words.end as usize).saturating_sub(first_word) >= LONGEST || is_long(open, index);
        let lines = lines || open.as_ref().is_some_and(|open| open.heads);
        if !full && (lines || !ends_sentence(scan, &chunk, next.as_ref(), index == first)) {
            continue;
        }
        let Some(current) = open.take() else { return };
        push(scan, &current, index + 1);
        if next.is_none() {
            return;
        }
        *open = Some(Open {
            first_word: chunk.words.end as usize,
            first_chunk: index + 1,
            region,
            step: None,
            wraps: false,
            hangs: false,
            heads: false,
            bare: true,
        });
    }
}

/// The number of a list that a chunk is: any that opens a sentence, as at the head of a line, and within one the next of
/// "Plan: 1. drain it, 2. move it". There the first stands after a colon and a second one follows; the others stand after a mark.
fn step(scan: &Scan<'_>, index: usize, last: u32, opens: bool) -> Option<u32> {
    /// How far off the second number may be.
    const REACH: usize = 60;
    let marked = |at: usize| scan.chunks.get(at).and_then(|chunk| marker(scan.str(chunk.span())));
    let (form, number) = marked(index)?;
    let ends = |marks: &[char]| {
        let before = index.checked_sub(1).and_then(|before| scan.chunks.get(before));
        before.is_some_and(|chunk| scan.str(chunk.span()).ends_with(marks))
    };
    let goes_on = || (index + 2..scan.chunks.len().min(index + REACH)).any(|at| marked(at) == Some((form, 2)));
    let within = match last {
        0 => number == 1 && ends(&[':']) && goes_on(),
        _ => number == last + 1 && ends(&[',', ';', '.', ')', '!', '?', ':']),
    };
    (opens || within).then_some(number)
}

fn ends_sentence(scan: &Scan<'_>, chunk: &Chunk, next: Option<&Chunk>, first: bool) -> bool {
    let text = chunk.span().of(scan.text);
    // Most chunks end as words do, or in a comma.
    let last = text.bytes().next_back().unwrap_or(b' ');
    if last.is_ascii() && !matches!(last, b'.' | b'!' | b'?' | b'"' | b'\'' | b')' | b']' | b'*' | b'`' | b'_') {
        return false;
    }
    let closes = |char: char| matches!(char, '"' | '\'' | ')' | ']' | '*' | '`' | '_' | '\u{201d}' | '\u{2019}' | '»');
    let bare = text.trim_end_matches(closes);
    let Some(mark) = bare.chars().next_back() else { return false };
    match mark {
        '!' | '?' | '。' | '！' | '？' => true,
        '…' => starts_upper(scan, next),
        '.' => {
            let Some(last) = chunk.words.slice(&scan.words).last() else { return false };
            let adjacent = last.end as usize + 1 == chunk.start as usize + bare.len()
                || bare.trim_end_matches('.').len() + (chunk.start as usize) != last.end as usize;
            // "1." at the head of a line and "J." in a name end nothing.
            let short = last.end - last.start == 1;
            // "Mix B. The room is dry": no name goes on with such a word.
            let ordinary = || {
                let words = next.map_or(&[][..], |next| next.words.slice(&scan.words));
                words.first().is_some_and(|word| word.is(list::ORDINARY))
            };
            // "Below 12 C. Alder is next": a unit.
            let before = chunk.words.start.checked_sub(1).and_then(|before| scan.words.get(before as usize));
            let unit = !first && before.is_some_and(|before| before.shape & !shape::CONTENT == shape::DIGIT);
            let initial = short
                && !unit
                && last.shape & shape::UPPER != 0
                && chunk.words.len() == 1
                && if starts_upper(scan, next) {
                    !ordinary()
                } else {
                    // "Jonas K. has none".
                    !first && before.is_some_and(|before| before.shape & shape::CAPITAL != 0)
                };
            let number = first && chunk.words.len() == 1 && last.shape & !shape::CONTENT == shape::DIGIT;
            // "Cod. 340", "Fol. 12": what is counted goes on with its number.
            let counts = next.is_some_and(|next| scan.str(next.span()).starts_with(|char: char| char.is_ascii_digit()));
            let counted = counts
                && (2..5).contains(&(last.end - last.start))
                && last.shape & !shape::CONTENT == shape::CAPITAL | shape::UPPER | shape::LOWER
                && !last.is(list::CALENDAR | list::STOP);
            let abbreviation = last.is(list::ABBREVIATION) && (text.len() < 6 || bare.matches('.').count() > 1);
            adjacent && !initial && !number && !counted && !abbreviation
        }
        _ => false,
    }
}

fn starts_upper(scan: &Scan<'_>, chunk: Option<&Chunk>) -> bool {
    chunk.is_some_and(|chunk| {
        chunk.words.slice(&scan.words).first().is_some_and(|word| word.shape & shape::CAPITAL != 0)
    })
}

fn close(scan: &mut Scan<'_>, open: &mut Option<Open>) {
    if let Some(current) = open.take() {
        let chunks = scan.chunks.len();
        push(scan, &current, chunks);
    }
}

fn push(scan: &mut Scan<'_>, open: &Open, past_chunk: usize) {
    let Some(last) = past_chunk.checked_sub(1).and_then(|index| scan.chunks.get(index)).copied() else { return };
    if past_chunk <= open.first_chunk {
        return;
    }
    let first_start = scan.chunks.get(open.first_chunk).map_or(0, |chunk| chunk.start);
    let text = last.span().of(scan.text);
    scan.sentences.push(Sentence {
        span: Span::new(first_start, last.end),
        words: Span::new(offset(open.first_word), last.words.end),
        chunks: Span::new(offset(open.first_chunk), offset(past_chunk)),
        region: open.region,
        step: open.step,
        question: text.trim_end_matches(['"', ')', '*', '\'']).ends_with(['?', '？']),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(text: &str) -> Vec<&str> {
        let scan = scan(text);
        scan.sentences.iter().map(|sentence| scan.str(sentence.span)).collect()
    }

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        assert_eq!(
            sentences("Use 10.4.2.1, e.g. for tests. Then stop! why? ok"),
            ["Use 10.4.2.1, e.g. for tests.", "Then stop!", "why?", "ok"]
        );
        assert_eq!(
            sentences("Plan: 1. drain it, 2. move it; 3. tell Ada. Then rest."),
            ["Plan:", "drain it,", "move it;", "tell Ada.", "Then rest."]
        );
        assert_eq!(sentences("Step by step. 1) drain it. 2) move it."), ["Step by step.", "drain it.", "move it."]);
        assert_eq!(sentences("Found: (1) a leak, (2) a lost row"), ["Found:", "a leak,", "a lost row"]);
        assert_eq!(
            sentences("See (1) and (2), but use version 1. 2 are left."),
            ["See (1) and (2), but use version 1.", "2 are left."]
        );
        assert_eq!(
            sentences("Lend Cod. 340 now. It left in May. 12 are here."),
            ["Lend Cod. 340 now.", "It left in May.", "12 are here."]
        );
        assert_eq!(sentences("# Plan\n1. one. two\n2) three\n- four\n"), ["Plan", "one.", "two", "three", "four"]);
        assert_eq!(
            sentences("a `b.c`\n```\nlet x = 1;\nlet y. Z\n```\nend"),
            ["a `b.c`", "let x = 1;", "let y. Z", "end"]
        );
        let long = "this line is wrapped by an editor at some sixty or more columns\nand so it goes on here.";
        assert_eq!(sentences(long), [long]);
    }
}
