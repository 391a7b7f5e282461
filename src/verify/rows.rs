//! Rows told of another row's values (E2, E4): "north: 75" where the source says it of the south.

use super::Target;
use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{has_stem, stems};
use crate::element::FindingKind;
use crate::extract::Extraction;
use crate::text::{Region, Sentence, Span, Word, hash, is_content, shape};
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
        if !plain || mentions.quotes(at) {
            continue;
        }
        for row in lines(text, sentence) {
            let cells = cells_of(text, sentence, row);
            let Some((key, values)) = cells.split_first().filter(|(_, values)| !values.is_empty()) else { continue };
            let key = stems(key);
            let Some(left) = looks.checked_sub(mentions.cost(&key, 100).saturating_mul(NEAR)) else { continue };
            looks = left;
            let places = if key.is_empty() { Vec::new() } else { mentions.with_all(&key) };
            // "Purpose" heads a row of every section: which one is meant is a guess.
            let headed = |(_, source, _, there): &&Place<'_>| {
                let heads = |line: &[Word]| {
                    let cells = cells_of(source, there, line);
                    cells.split_first().is_some_and(|(head, rest)| !rest.is_empty() && stems(head) == key)
                };
                lines(source, there).into_iter().any(heads)
            };
            if places.iter().filter(headed).nth(1).is_some() {
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
            let own: Vec<&[Word]> = own.into_iter().chain(labelled).collect();
            let of_key = |unit: &[Word]| key.iter().all(|stem| has_stem(unit, *stem));
            let said = |cell: &[Word]| own.iter().any(|unit| of_key(unit) && holds(unit, cell));
            // A unit of its own: it names something that the row does not speak of.
            let other = |unit: &[Word], cell: &[Word]| {
                let names = |word: &Word| is_content(word) && !has_stem(row, word.stem);
                !of_key(unit) && holds(unit, cell) && unit.iter().any(names)
            };
            let moved = |cell: &&&[Word]| !said(cell) && cell.iter().any(tells);
            let Some(cell) = values.iter().find(moved) else { continue };
            let against = places.iter().find(|(_, source, number, there)| {
                let rows = source.scan.sentences.iter().skip((*number as usize).saturating_sub(NEAR)).take(NEAR * 2);
                units(source, there).into_iter().any(of_key)
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

/// The lines of a sentence.
fn lines<'a>(text: &'a Extraction<'_>, sentence: &Sentence) -> Vec<&'a [Word]> {
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
    cell.iter().all(|word| !tells(word) || has_stem(unit, word.stem))
}

/// What a cell may say: content, a number.
fn tells(word: &Word) -> bool {
    is_content(word) || word.shape & shape::DIGIT != 0
}
