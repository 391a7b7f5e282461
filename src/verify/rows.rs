//! Rows told of another row's values (E2, E4): "north: 75" where the source says it of the south.

use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, has_stem, stems};
use super::{Judgement, Outcome, Outcomes, Target};
use crate::element::{FindingKind, Status};
use crate::extract::Extraction;
use crate::text::{Region, Sentence, Span, Word, hash, in_word, is_content, shape};
use alloc::vec::Vec;

/// So many places are looked at, for all rows together.
const LOOKS: usize = 1 << 14;

/// So many sentences on either side of a row belong to its table.
const NEAR: usize = 24;

/// The rows of the summary, in tables and as "key: value", of which a cell stands in another row of the source and not in that of its
/// key.
pub(super) fn exchanged(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut looks) = (&summary.text, LOOKS);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let plain = sentence.region.speaks() && sentence.region != Region::Heading;
        if !plain || mentions.quotes(at) || heads_table(text.scan.text, sentence) {
            continue;
        }
        for row in lines(text, sentence) {
            let cells = cells_of(text, sentence, row);
            let Some((key, values)) = cells.split_first().filter(|(_, values)| !values.is_empty()) else { continue };
            let named = stems(key);
            let Some(left) = looks.checked_sub(mentions.cost(&named, 100).saturating_mul(NEAR)) else { continue };
            looks = left;
            // "web-1" and "web-2" are told apart by their numbers.
            let key = key_of(key);
            let places = if named.is_empty() { Vec::new() } else { mentions.with_all(&key) };
            // "Purpose" heads a row of every section: which one is meant is a guess.
            let headed = |(_, source, _, there): &&Place<'_>| {
                let heads = |line: &[Word]| {
                    let cells = cells_of(source, there, line);
                    cells.split_first().is_some_and(|(head, rest)| !rest.is_empty() && key_of(head) == key)
                };
                lines(source, there).into_iter().any(heads)
            };
            // What heads no row of a table there is the head of a column: the table was turned.
            let tables =
                sentence.region == Region::Table && places.iter().any(|(.., there)| there.region == Region::Table);
            let mut of_key_alone = places.iter().filter(headed);
            if of_key_alone.next().is_none() && tables || of_key_alone.next().is_some() {
                continue;
            }
            let own: Vec<&[Word]> = places.iter().flat_map(|(_, source, _, there)| units(source, there)).collect();
            // "10:00: ammonia 0.3, temperature 24": all of it is said of what stands before the colon.
            let labelled = |there: &&Place<'_>| {
                let words = there.1.scan.words(there.3);
                let head = words.get(..words.iter().take_while(|word| key.contains(&word.stem)).count()).unwrap_or(&[]);
                let colon = head.last().and_then(|word| there.1.scan.text.as_bytes().get(word.end as usize..)?.first());
                colon == Some(&b':') && stems(head) == key
            };
            let labelled = places.iter().filter(labelled).map(|(_, source, _, there)| source.scan.words(there));
            // "Tom brings wine, so don't put it on the list": it is what the clause before it speaks of.
            const IT: [u32; 4] = [hash("it"), hash("them"), hash("they"), hash("that")];
            let backs = |there: &&Place<'_>| {
                there.3.region != Region::Table && units(there.1, there.3).iter().any(|unit| any_of(unit, &IT))
            };
            let backs = places.iter().filter(backs).map(|(_, source, _, there)| source.scan.words(there));
            let own: Vec<&[Word]> = own.into_iter().chain(labelled).chain(backs).collect();
            let of_key = |unit: &[Word]| key.iter().all(|stem| has_stem(unit, *stem));
            let said = |cell: &[Word]| own.iter().any(|unit| of_key(unit) && holds(unit, cell));
            // A unit of its own: it names something that the row does not speak of.
            let other = |unit: &[Word], cell: &[Word]| {
                let names = |word: &Word| tells(word) && !has_stem(row, word.stem);
                !of_key(unit) && holds(unit, cell) && unit.iter().any(names)
            };
            let moved = |cell: &&&[Word]| !said(cell) && (cell.len() == 1 || cell.iter().any(tells));
            let counted = |words: &[Word]| words.iter().any(|word| word.shape & shape::DIGIT != 0);
            let Some(cell) = values.iter().find(moved) else { continue };
            let rows_first = places.iter().filter(headed).chain(&places);
            let against = rows_first.into_iter().find(|(_, source, number, there)| {
                let rows = source.scan.sentences.iter().skip((*number as usize).saturating_sub(NEAR)).take(NEAR * 2);
                // "Help me with the server" has no value that "Server: Debian 13" could have taken from another row.
                let own = |unit: &[Word]| of_key(unit) && (!counted(cell) || counted(unit));
                units(source, there).into_iter().any(own)
                    && rows.flat_map(|row| units(source, row)).any(|unit| other(unit, cell))
            });
            let (Some((message, _, _, there)), Some(first), Some(last)) = (against, row.first(), row.last()) else {
                continue;
            };
            let span =
                if row.len() == sentence.words.len() as usize { sentence.span } else { first.span().hull(last.span()) };
            all.push(Found { kind: FindingKind::Invented, class: None, span, against: Some((*message, there.span)) });
        }
    }
}

/// Whether it is the head of a table: a line of dashes stands under it.
fn heads_table(text: &str, sentence: &Sentence) -> bool {
    let rest = text.get(sentence.span.end as usize..).unwrap_or("");
    let mut under = rest.chars().skip_while(|char| char.is_whitespace()).take(160).take_while(|char| *char != '\n');
    sentence.region == Region::Table
        && under.next().is_some_and(|char| matches!(char, '|' | '-'))
        && !under.any(in_word)
}

/// The lines of a sentence.
pub(super) fn lines<'a>(text: &'a Extraction<'_>, sentence: &Sentence) -> Vec<&'a [Word]> {
    split(text, text.scan.words(sentence), &|_, between| between.contains(&b'\n'))
}

/// The cells of a line: of a row of a table, or what stands before and behind the first colon or equals sign.
fn cells_of<'a>(text: &'a Extraction<'_>, sentence: &Sentence, row: &'a [Word]) -> Vec<&'a [Word]> {
    const LONGEST: usize = 12;
    if sentence.region == Region::Table {
        return split(text, row, &|_, between| between.contains(&b'|'));
    }
    let mut cells =
        split(text, row, &|_, between| matches!(between, [b':' | b'=', ..] | [b' ', b'=', ..] | [b'*', .., b':', _]));
    if row.len() > LONGEST || cells.len() != 2 || cells.first().is_some_and(|key| key.len() > 4) {
        cells.clear();
    }
    cells
}

/// What of a sentence belongs together: a row as a whole, or what stands between commas and words that join.
pub(super) fn units<'a>(text: &'a Extraction<'_>, sentence: &Sentence) -> Vec<&'a [Word]> {
    const JOINS: [u32; 4] = [hash("and"), hash("but"), hash("while"), hash("whereas")];
    let mut all = Vec::new();
    for line in lines(text, sentence) {
        if sentence.region == Region::Table || !cells_of(text, sentence, line).is_empty() {
            all.push(line);
        } else {
            all.extend(split(text, line, &|word, between| {
                JOINS.contains(&word.hash) || between.iter().any(|byte| matches!(byte, b',' | b';'))
            }));
        }
    }
    all
}

/// Some words, parted before each of which that is so: of the word, and the bytes between it and the one before.
fn split<'a>(text: &Extraction<'_>, words: &'a [Word], parts: &dyn Fn(&Word, &[u8]) -> bool) -> Vec<&'a [Word]> {
    let mut all = Vec::new();
    let (mut start, mut before) = (0, words.first().map_or(0, |word| word.start));
    for (at, word) in words.iter().enumerate() {
        if at > 0 && parts(word, Span::new(before, word.start).of(text.scan.text).as_bytes()) {
            all.extend(words.get(start..at));
            start = at;
        }
        before = word.end;
    }
    all.extend(words.get(start..).filter(|rest| !rest.is_empty()));
    all
}

fn holds(unit: &[Word], cell: &[Word]) -> bool {
    // "Yes" in a cell of its own is what the cell says.
    cell.iter().all(|word| cell.len() > 1 && !tells(word) || has_stem(unit, word.stem))
}

/// The stems of what a cell says, each once.
fn key_of(cell: &[Word]) -> Vec<u32> {
    let mut stems: Vec<u32> = Vec::new();
    // "Shard a".
    for word in cell.iter().filter(|word| tells(word) || word.end - word.start == 1) {
        if !stems.contains(&word.stem) {
            stems.push(word.stem);
        }
    }
    stems
}

/// Tables of the summary whose heads changed places over rows that did not, which tell each value of another column. Where the
/// rows went with them nothing is told otherwise.
pub(super) fn columns(summary: &Target<'_>, mentions: &Mentions<'_>, outcomes: &mut Outcomes) {
    const TABLES: usize = 32;
    let (text, sentences) = (&summary.text, &summary.text.scan.sentences);
    let table = |sentence: &&Sentence| sentence.region == Region::Table;
    let heads = sentences.iter().enumerate().filter(|(at, sentence)| {
        let before = at.checked_sub(1).and_then(|before| sentences.get(before));
        table(sentence) && !before.is_some_and(|before| table(&before))
    });
    for (at, head) in heads.take(TABLES) {
        let words = text.scan.words(head);
        let cells = cells_of(text, head, words);
        let all = stems(words);
        if cells.len() < 3 || all.is_empty() || mentions.quotes(at) {
            continue;
        }
        let mut found = None;
        for (message, source, number, there) in mentions.with_all(&all).into_iter().take(TABLES) {
            let columns = cells_of(source, there, source.scan.words(there));
            let column = |cell: &&[Word]| columns.iter().position(|other| same(cell, other));
            let map: Vec<usize> = cells.iter().filter_map(column).collect();
            if there.region != Region::Table || map.len() != cells.len() || columns.len() != cells.len() {
                continue;
            }
            let first = number as usize + 1;
            let rows =
                source.scan.sentences.iter().enumerate().skip(first).take_while(|(_, row)| table(row)).take(NEAR);
            for (number, row) in rows {
                let own = cells_of(source, row, source.scan.words(row));
                let cell = |at: usize| map.get(at).and_then(|at| own.get(*at)).copied().unwrap_or(&[]);
                let told = sentences.iter().skip(at + 1).take_while(table).take(NEAR);
                let told = told.map(|row| cells_of(text, row, text.scan.words(row)));
                let told = told
                    .into_iter()
                    .find(|row| row.len() == own.len() && row.first().is_some_and(|key| same(key, cell(0))));
                let Some(told) = told.filter(|_| own.len() == cells.len()) else { continue };
                if told.iter().enumerate().all(|(at, told)| same(told, cell(at))) {
                    found = None;
                    kept(source, number, outcomes.marks.get_mut(message as usize));
                } else if told.iter().zip(&own).all(|(told, own)| same(told, own)) {
                    found = Some((message, there.span));
                }
            }
        }
        if found.is_some() {
            let kind = FindingKind::Invented;
            outcomes.findings.push(Found { kind, class: None, span: head.span, against: found });
        }
    }
}

/// What a row says stands in its column.
fn kept(source: &Extraction<'_>, row: usize, slots: Option<&mut Vec<Option<Outcome>>>) {
    let own = source.marks.iter().zip(slots.into_iter().flatten());
    for (_, slot) in own.filter(|(mark, _)| mark.sentence as usize == row) {
        if let Some(outcome) = slot.as_mut().filter(|outcome| outcome.judgement.status == Status::Altered) {
            outcome.judgement =
                Judgement::new(Status::Paraphrased, outcome.judgement.evidence, "its column moved with it");
        }
    }
}

fn same(one: &[Word], other: &[Word]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.hash == other.hash)
}

/// What a cell may say: content, a number.
fn tells(word: &Word) -> bool {
    is_content(word) || word.shape & shape::DIGIT != 0
}
