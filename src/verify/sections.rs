//! Items that changed places between the sections of a text (E2, E4): what stood under "forbidden" told under "allowed".

use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, stems};
use super::rows::lines;
use super::state::state;
use super::told::is_list;
use super::{Judgement, Outcomes, Sources, Target};
use crate::element::{FindingKind, Status};
use crate::extract::Extraction;
use crate::text::{Region, Sentence, Span, Word, hash, is_content, offset, ordered};
use alloc::vec::Vec;

/// So many are looked for: each costs a look at all items.
const MOST: usize = 16;

/// Words of who changes a plan.
const CHANGES: [u32; 6] =
    [hash("swap"), hash("switch"), hash("exchange"), hash("move"), hash("instead"), hash("actually")];

/// An item that stands so often is not looked at.
const OFTEN: usize = 32;

/// An item of a list: what it says and what its header says, as one number each, and where it stands.
struct Item<'a> {
    key: u32,
    header: u32,
    message: u32,
    /// Its sentence: all of the list where that is one sentence.
    sentence: u32,
    words: &'a [Word],
    span: Span,
}

/// The items of the summary under a header of the source under which that has other items, but not this one, and says nothing
/// of it later.
pub(super) fn exchanged(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, outcomes: &mut Outcomes) {
    let mut told = Vec::new();
    items(&summary.text, 0, &mut told);
    if told.is_empty() {
        return;
    }
    let mut items_of_source = Vec::new();
    for (message, source) in sources.texts.iter().enumerate() {
        items(source, offset(message), &mut items_of_source);
    }
    let said = ordered(items_of_source, |item| item.key);
    // Where it stands in the source, if it stands under other headers only; what stands very often is no item to go by.
    let elsewhere = |item: &Item<'_>| {
        let first = said.partition_point(|it| it.key < item.key);
        let places = said.get(first..said.len().min(first + OFTEN)).unwrap_or(&[]);
        let places = places.get(..places.partition_point(|it| it.key == item.key)).unwrap_or(&[]);
        let other = places.last().filter(|_| places.len() < OFTEN);
        other.filter(|_| places.iter().all(|it| it.header != item.header))
    };
    let (mut last, mut moved) = (None, Vec::new());
    for item in &told {
        let Some(other) = elsewhere(item).filter(|_| moved.len() < MOST) else { continue };
        // What the section of the source has and that of the summary has not, in order.
        let missing = said.iter().filter(|it| it.header == item.header && it.message == other.message);
        let mut missing = ordered(missing.collect::<Vec<&Item<'_>>>(), |it| it.span.start);
        let known = !missing.is_empty();
        missing.retain(|it| !told.iter().any(|told| told.header == it.header && told.key == it.key));
        let later = |(message, ..): &Place<'_>| *message > other.message;
        let changed = || {
            let later = sources.texts.iter().skip(other.message as usize + 1);
            later.into_iter().any(|text| any_of(&text.scan.words, &CHANGES))
        };
        if !known
            || last == Some(item.sentence)
            || mentions.holding(&stems(item.words), 50).iter().any(later)
            || changed()
        {
            continue;
        }
        last = Some(item.sentence);
        let before = told.iter().filter(|it| it.header == item.header && it.span.start < item.span.start);
        let wrong = before.filter(|it| elsewhere(it).is_some()).count();
        let against = missing.get(wrong).and_then(|it| {
            let source = sources.texts.get(it.message as usize)?;
            Some((it.message, source.scan.sentences.get(it.sentence as usize)?.span))
        });
        let span = summary.text.scan.sentences.get(item.sentence as usize).map_or(item.span, |it| it.span);
        outcomes.findings.push(Found { kind: FindingKind::Invented, class: None, span, against });
        moved.push(span);
    }
    // The list that forbids is told of other items: they are replaced one by one.
    for (source, slots) in sources.texts.iter().zip(&mut outcomes.marks) {
        for (mark, slot) in source.marks.iter().zip(slots).filter(|_| !moved.is_empty()) {
            let damaged = slot.as_mut().filter(|outcome| outcome.judgement.status == Status::Contradicted);
            let place = damaged.as_ref().and_then(|outcome| outcome.judgement.evidence);
            if let Some(outcome) = damaged
                && place.is_some_and(|place| moved.iter().any(|span| span.overlaps(place)))
                && is_list(source.scan.str(mark.span))
            {
                outcome.judgement = Judgement::new(Status::Unverified, None, "its items changed places");
            }
        }
    }
}

/// The items of the lists under a header that tells of no state: what is open may be done later.
fn items<'a>(text: &'a Extraction<'_>, message: u32, all: &mut Vec<Item<'a>>) {
    let mut header = None;
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let said = sentence.span.of(text.scan.text);
        let mut add = |header: u32, words: &'a [Word]| {
            if let (Some(first), Some(last)) = (words.iter().find(|word| is_content(word)), words.last()) {
                let span = first.span().hull(last.span());
                all.push(Item { key: key(words), header, message, sentence: offset(at), words, span });
            }
        };
        if is_list(said) {
            let mut lines = lines(text, sentence).into_iter();
            let head = lines.next().map_or(0, key);
            lines.for_each(|line| add(head, line));
            header = None;
        } else if sentence.region == Region::Item {
            header.into_iter().for_each(|header| add(header, words));
        } else {
            let heads = is_header(sentence, said)
                && (1..6).contains(&words.len())
                && !words.iter().any(|word| state(word) != 0);
            header = heads.then(|| key(words));
        }
    }
}

fn is_header(sentence: &Sentence, said: &str) -> bool {
    let bold = said.starts_with("**") && said.ends_with("**");
    sentence.region == Region::Heading || bold || said.trim_end_matches(['*', '_']).ends_with(':')
}

/// Equal for the same words.
fn key(words: &[Word]) -> u32 {
    words.iter().fold(0, |key: u32, word| key.rotate_left(5).wrapping_mul(31) ^ word.hash)
}
