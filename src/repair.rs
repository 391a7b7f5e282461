//! Repair (F): damaged sentences are replaced by their source, what is missing is pinned.

mod steps;

pub(crate) use steps::reordered;

use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{KeySet, Region, Sentence, Span, join, offset, ordered};
use crate::verify::{Outcome, Outcomes, Target, key};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The first line of a block of pins. It tells a model what the lines are, and later compactions that they are pins.
pub(crate) const PINS_HEADER: &str =
    "Pinned verbatim from the original messages; where the summary differs, these lines hold:";

/// The lines of an earlier block of pins.
pub(crate) fn carried(pinned: &str) -> Vec<&str> {
    let lines = pinned.lines().map(str::trim).filter(|line| *line != PINS_HEADER);
    lines.map(|line| line.strip_prefix("- ").unwrap_or(line).trim()).filter(|line| !line.is_empty()).collect()
}

/// A summary without the blocks of pins in it, and their lines.
pub(crate) fn split(summary: &str) -> (String, Vec<&str>) {
    let (mut body, mut lines) = (String::new(), Vec::new());
    if !crate::text::holds(summary, PINS_HEADER) {
        return (summary.into(), lines);
    }
    let mut within = false;
    for line in summary.split_inclusive('\n') {
        within = line.trim() == PINS_HEADER || (within && line.starts_with("- "));
        if !within {
            body.push_str(line);
        } else if let Some(pin) = line.strip_prefix("- ") {
            lines.push(pin.trim());
        }
    }
    body.truncate(body.trim_end().len());
    (body, lines)
}

/// Equal for equal lines.
pub(crate) fn line_key(line: &str) -> u64 {
    key(Kind::Path, line)
}

/// A sentence longer than this is pinned by its clause.
const LONG: usize = 280;

/// The first so many bytes of a summary with its damaged sentences replaced by what the source says (F2); `None` where none is
/// damaged.
pub(crate) fn replace_damaged(
    (sources, tools): (&[Extraction<'_>], &[bool]),
    summary: &Target<'_>,
    outcomes: &Outcomes,
    length: usize,
) -> Option<String> {
    // For each sentence of the summary the source sentences that take its place; an empty list removes it.
    let all = &summary.text.scan.sentences;
    let past = all.partition_point(|sentence| (sentence.span.start as usize) < length);
    let sentences = all.get(..past).unwrap_or(&[]);
    let mut edits: Vec<Option<Vec<(u32, u32)>>> = vec![None; sentences.len()];
    let mut edit = |span: Span, by: Option<(u32, u32)>| {
        let first = sentences.partition_point(|sentence| sentence.span.end <= span.start);
        for slot in edits
            .iter_mut()
            .zip(sentences)
            .skip(first)
            .take_while(|(_, sentence)| sentence.span.start < span.end.max(span.start + 1))
        {
            let places = slot.0.get_or_insert_with(Vec::new);
            if let Some(by) = by.filter(|by| places.last() != Some(by)) {
                places.push(by);
            }
        }
    };
    for (message, (source, marks)) in sources.iter().zip(&outcomes.marks).enumerate() {
        for (mark, outcome) in source.marks.iter().zip(marks) {
            let Some(outcome) = outcome.filter(|outcome| outcome.target == 0 && outcome.judgement.status.is_damaged())
            else {
                continue;
            };
            if let Some(span) = outcome.judgement.evidence {
                edit(span, Some((offset(message), mark.sentence)));
            }
        }
    }
    for found in outcomes.findings.iter().filter(|found| blocks(found.kind)) {
        // What only a tool says takes nobody's place.
        let said = found.against.filter(|(message, _)| tools.get(*message as usize) != Some(&true));
        edit(found.span, said.and_then(|against| place(sources, against)));
    }
    // What a tool tells the summariser is nothing to go on with.
    let mut injected = KeySet::new();
    for found in outcomes.findings.iter().filter(|found| found.kind == FindingKind::Injected) {
        if let Some((message, sentence)) = found.against.and_then(|against| place(sources, against)) {
            injected.insert(join(message, sentence));
        }
    }
    let plain = |(message, sentence): &(u32, u32)| !injected.contains(join(*message, *sentence));
    edits.iter_mut().flatten().for_each(|places| places.retain(plain));
    if edits.iter().all(Option::is_none) {
        return None;
    }
    let text = summary.text.scan.text.get(..length)?;
    let mut repaired = String::with_capacity(text.len());
    let mut from = 0;
    // What the source says several times is said once.
    let mut used = KeySet::new();
    for (sentence, edit) in sentences.iter().zip(&edits) {
        let Some(places) = edit else { continue };
        if sentence.region == Region::Table {
            let (row, by) = row(text, sentence.span);
            if row.start >= from {
                repaired.push_str(Span::new(from, row.start).of(text));
                repaired.push_str(&by);
                from = row.end;
            }
            continue;
        }
        let mut lines: Vec<String> = places.iter().map(|place| one_line(source_sentence(sources, *place))).collect();
        lines.retain(|line| used.insert(line_key(line)));
        // What goes takes its number along.
        let start = if lines.is_empty() { summary.text.scan.numbered(sentence).start } else { sentence.span.start };
        repaired.push_str(Span::new(from, start).of(text));
        repaired.push_str(&lines.join(" "));
        from = sentence.span.end;
    }
    repaired.push_str(Span::new(from, offset(text.len())).of(text));
    Some(repaired)
}

/// A row of a table goes as a whole, and the pins say what it should have said; of a header the empty cells stay.
fn row(text: &str, within: Span) -> (Span, String) {
    let (before, after) = (Span::new(0, within.start), Span::new(within.end, offset(text.len())));
    let start = before.of(text).rfind('\n').map_or(0, |at| offset(at) + 1);
    let end = after.of(text).find('\n').map_or(offset(text.len()), |at| within.end + offset(at) + 1);
    let row = Span::new(start, end);
    let rule = Span::new(end, offset(text.len())).of(text).lines().next().unwrap_or("");
    let heads = rule.contains('-') && rule.chars().all(|char| matches!(char, '|' | '-' | ':' | ' '));
    let cells = row.of(text).matches('|').count();
    let by = if heads { ["|", &" |".repeat(cells.saturating_sub(1)), "\n"].concat() } else { String::new() };
    (row, by)
}

/// The sentences of the summary that say something else than the source, as lines.
pub(crate) fn damaged(summary: &Target<'_>, outcomes: &Outcomes) -> KeySet {
    let scan = &summary.text.scan;
    let mut lines = KeySet::new();
    let told = outcomes.marks.iter().flatten().flatten().filter(|outcome| is_replaced(outcome));
    let told = told.filter_map(|outcome| outcome.judgement.evidence);
    for span in told.chain(outcomes.findings.iter().filter(|found| blocks(found.kind)).map(|found| found.span)) {
        let sentence = scan.sentences.get(crate::extract::sentence_at(scan, span.start) as usize);
        lines.insert(line_key(sentence.map_or("", |sentence| scan.str(scan.numbered(sentence)))));
    }
    lines
}

/// Findings that a pin cannot make good: what is said has to go.
pub(crate) const fn blocks(kind: FindingKind) -> bool {
    matches!(kind, FindingKind::Invented | FindingKind::Promoted | FindingKind::TwoLiveValues)
}

/// A sentence of the source as a line to pin.
pub(crate) fn line(sources: &[Extraction<'_>], (message, sentence): (u32, u32)) -> String {
    let Some(source) = sources.get(message as usize) else { return String::new() };
    let sentence = source.scan.sentences.get(sentence as usize);
    sentence.map_or(String::new(), |sentence| one_line(source.scan.numbered(sentence).of(source.scan.text)))
}

fn source_sentence<'a>(sources: &'a [Extraction<'a>], (message, sentence): (u32, u32)) -> &'a str {
    let Some(source) = sources.get(message as usize) else { return "" };
    source.scan.sentences.get(sentence as usize).map_or("", |sentence| source.scan.str(sentence.span))
}

fn one_line(text: &str) -> String {
    // Most sentences are one: no white space but single blanks, and none at the ends.
    let mut before = b' ';
    let plain = text.bytes().all(|byte| {
        let blanks = byte == b' ' && before == b' ';
        before = byte;
        matches!(byte, b' '..=b'~') && !blanks
    });
    if plain && before != b' ' {
        return text.into();
    }
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// A part of a sentence to pin.
struct Pin {
    message: u32,
    sentence: u32,
    span: Span,
}

/// The lines to pin: the source clauses of what is not kept, each once, in the order of the source (F1), each with its
/// place there.
///
/// In the first round long sentences are pinned by their clauses, and what is damaged waits for its replacement; after it
/// whole sentences are pinned, whatever is open.
pub(crate) fn lines(sources: &[Extraction<'_>], outcomes: &Outcomes, round: usize) -> Vec<(u64, String)> {
    let whole = round > 0;
    // Clauses first: each of them has to be there. Then the identifiers that no chosen clause holds.
    let mut held = KeySet::new();
    let waits = if whole { None } else { Some(replacing(sources, outcomes)) };
    let clauses = choose(sources, outcomes, &waits, &mut held, |mark, _| !is_value(mark));
    let mut found = KeySet::new();
    let values = choose(sources, outcomes, &waits, &mut found, |mark, text| {
        let key = key(mark.kind, text);
        is_value(mark) && !held.contains(key) && held.insert(key)
    });
    let mut lines: Vec<(u64, String)> = Vec::new();
    let mut seen = KeySet::new();
    for pin in merged(clauses, values) {
        let Some(source) = sources.get(pin.message as usize) else { continue };
        let Some(sentence) = source.scan.sentences.get(pin.sentence as usize) else { continue };
        let part = pinned(source, sentence, pin.span, whole);
        let part = if part == sentence.span { source.scan.numbered(sentence) } else { part };
        let line = one_line(part.of(source.scan.text));
        if !line.is_empty() && seen.insert(line_key(&line)) {
            lines.push((join(pin.message, pin.sentence), line));
        }
    }
    lines
}

/// The sentences of the source that take the place of damaged ones: what stands in them is on its way.
fn replacing(sources: &[Extraction<'_>], outcomes: &Outcomes) -> KeySet {
    let mut places = KeySet::new();
    for (message, (source, marks)) in sources.iter().zip(&outcomes.marks).enumerate() {
        for (mark, outcome) in source.marks.iter().zip(marks) {
            if outcome.is_some_and(|outcome| is_replaced(&outcome)) {
                places.insert(join(offset(message), mark.sentence));
            }
        }
    }
    for found in outcomes.findings.iter().filter(|found| blocks(found.kind)) {
        if let Some((message, sentence)) = found.against.and_then(|against| place(sources, against)) {
            places.insert(join(message, sentence));
        }
    }
    places
}

/// Whether the summary says something else there.
const fn is_replaced(outcome: &Outcome) -> bool {
    outcome.target == 0 && outcome.judgement.status.is_damaged() && outcome.judgement.evidence.is_some()
}

/// The sentence of the source at some bytes.
fn place(sources: &[Extraction<'_>], (message, span): (u32, Span)) -> Option<(u32, u32)> {
    let source = sources.get(message as usize)?;
    Some((message, crate::extract::sentence_at(&source.scan, span.start)))
}

const fn is_value(mark: &Mark) -> bool {
    matches!(mark.class, Class::Identifier | Class::Declared)
}

/// The sentences with an open mark that is wanted; `held` takes the identifiers that they bring along.
fn choose(
    sources: &[Extraction<'_>],
    outcomes: &Outcomes,
    waits: &Option<KeySet>,
    held: &mut KeySet,
    mut wanted: impl FnMut(&Mark, &str) -> bool,
) -> Vec<Pin> {
    let mut pins: Vec<Pin> = Vec::new();
    let listed = steps::disordered(sources, outcomes);
    for (message, (source, marks)) in sources.iter().zip(&outcomes.marks).enumerate() {
        let message = offset(message);
        for (mark, outcome) in source.marks.iter().zip(marks) {
            let open = outcome.is_some_and(|outcome| {
                let status = outcome.judgement.status;
                let comes = |waits: &KeySet| status.is_damaged() || waits.contains(join(message, mark.sentence));
                !status.is_kept() && !waits.as_ref().is_some_and(comes)
            });
            let open = open || mark.kind == Kind::Step && listed.contains(join(message, mark.sentence));
            if !open || !wanted(mark, mark.span.of(source.scan.text)) {
                continue;
            }
            match pins.last_mut() {
                Some(pin) if pin.message == message && pin.sentence == mark.sentence => {
                    pin.span = pin.span.hull(mark.span)
                }
                _ => pins.push(Pin { message, sentence: mark.sentence, span: mark.span }),
            }
        }
    }
    pins.iter().for_each(|pin| hold(held, sources, pin, waits.is_none()));
    pins
}

/// Two lists in order as one; two parts of one sentence become one part.
fn merged(left: Vec<Pin>, right: Vec<Pin>) -> Vec<Pin> {
    let mut pins = left;
    pins.extend(right);
    let mut merged: Vec<Pin> = Vec::with_capacity(pins.len());
    for pin in ordered(ordered(pins, |pin| pin.sentence), |pin| pin.message) {
        match merged.last_mut() {
            Some(last) if last.message == pin.message && last.sentence == pin.sentence => {
                last.span = last.span.hull(pin.span)
            }
            _ => merged.push(pin),
        }
    }
    merged
}

/// The part of a sentence to pin: all of it, or the clause around the span where the sentence is long.
fn pinned(source: &Extraction<'_>, sentence: &Sentence, span: Span, whole: bool) -> Span {
    let text = sentence.span.of(source.scan.text);
    if whole || text.len() <= LONG {
        return sentence.span;
    }
    let span = span.hull(span);
    // From chunk to chunk, so that no token is cut.
    let chunks = sentence.chunks.slice(&source.scan.chunks);
    let first = chunks.iter().rev().find(|chunk| chunk.start <= span.start).map_or(span.start, |chunk| chunk.start);
    let last = chunks.iter().find(|chunk| chunk.end >= span.end).map_or(span.end, |chunk| chunk.end);
    Span::new(first, last)
}

fn hold(held: &mut KeySet, sources: &[Extraction<'_>], pin: &Pin, whole: bool) {
    let Some(source) = sources.get(pin.message as usize) else { return };
    let Some(place) = source.scan.sentences.get(pin.sentence as usize) else { return };
    let pinned = pinned(source, place, pin.span, whole);
    let first = source.marks.partition_point(|mark| mark.sentence < pin.sentence);
    let rest = source.marks.get(first..).unwrap_or(&[]);
    let within = rest.iter().take_while(|mark| mark.sentence == pin.sentence);
    for mark in within.filter(|mark| is_value(mark) && pinned.contains(mark.span)) {
        held.insert(key(mark.kind, mark.span.of(source.scan.text)));
    }
}

/// The block: header, then one line a clause.
pub(crate) fn block<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut block = String::new();
    for line in lines {
        if block.is_empty() {
            block.push_str(PINS_HEADER);
        }
        block.push_str("\n- ");
        block.push_str(line);
    }
    block
}
