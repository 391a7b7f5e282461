//! What joins and what bounds (E1): "both" told as "either", "at least" told as "at most".

use super::Target;
use super::findings::Found;
use super::mentions::Mentions;
use super::pair::{any_of, marks_of};
use crate::class::Class;
use crate::element::FindingKind;
use crate::extract::Extraction;
use crate::text::{Span, Word, hash, is_content, offset, shape};
use alloc::vec::Vec;

const AND: u32 = hash("and");
const OR: u32 = hash("or");

/// One claim of the summary that the source may turn around.
enum Claim {
    /// The words on either side of an "or".
    Either(u32, Vec<u32>),
    /// The stem of a value, and whether it is the most there may be, not the least.
    Bound(u32, bool),
}

/// The sentences in which an "and" of something owed became an "or", or a bound its opposite, and nowhere in the source it is one.
pub(super) fn turned(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const MOST: usize = 32;
    let text = &summary.text;
    let mut claims: Vec<(Claim, Span)> = Vec::new();
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let denies =
            || marks_of(text, Span::new(offset(at), offset(at) + 1)).iter().any(|mark| mark.class == Class::Negation);
        if !sentence.region.speaks() || sentence.question || claims.len() >= MOST {
            continue;
        }
        let either =
            words.iter().enumerate().filter(|(_, word)| word.hash == OR).filter_map(|(at, _)| sides(words, at));
        let either: Vec<_> = either.map(|(left, right)| Claim::Either(left, right)).collect();
        if !either.is_empty() && !denies() {
            claims.extend(either.into_iter().map(|claim| (claim, sentence.span)));
        }
        claims.extend(bounds(words).into_iter().map(|(value, most)| (Claim::Bound(value, most), sentence.span)));
    }
    for (claim, span) in claims {
        if let Some(against) = against(&claim, mentions) {
            all.push(Found { kind: FindingKind::Invented, class: None, span, against: Some(against) });
        }
    }
}

/// The first place that says the opposite; none where a place says the same.
fn against(claim: &Claim, mentions: &Mentions<'_>) -> Option<(u32, Span)> {
    let (Claim::Either(stem, _) | Claim::Bound(stem, _)) = claim;
    let mut against = None;
    for (message, source, at, sentence) in mentions.with_all(&[*stem]) {
        let same = match claim {
            Claim::Either(left, right) => joined(source, at, *left, right),
            Claim::Bound(value, most) => {
                let bounds = bounds(source.scan.words(sentence));
                let mut all = bounds.iter().filter(|(other, _)| other == value);
                all.next().map(|(_, other)| other == most || all.any(|(_, other)| other == most))
            }
        };
        match same {
            Some(true) => return None,
            Some(false) => against = against.or(Some((message, sentence.span))),
            None => {}
        }
    }
    against
}

/// The word with content before a joint, and the two after it.
fn sides(words: &[Word], at: usize) -> Option<(u32, Vec<u32>)> {
    const NEAR: usize = 5;
    let tells = |word: &&Word| is_content(word) || word.shape & shape::DIGIT != 0;
    let left = words.get(at.saturating_sub(NEAR)..at)?.iter().rev().find(tells)?;
    let right = words.get(at + 1..words.len().min(at + 1 + NEAR))?.iter().filter(tells).take(2);
    let right: Vec<u32> = right.map(|word| word.stem).collect();
    (!right.is_empty()).then_some((left.stem, right))
}

/// Whether a sentence joins the two by "or"; `Some(false)` where it owes both, joined by "and".
fn joined(source: &Extraction<'_>, at: u32, left: u32, right: &[u32]) -> Option<bool> {
    let words = source.scan.sentences.get(at as usize).map_or(&[][..], |sentence| source.scan.words(sentence));
    let here = |joint: u32| {
        let mut joints = words.iter().enumerate().filter(move |(_, word)| word.hash == joint);
        joints.any(|(at, _)| {
            sides(words, at)
                .is_some_and(|(one, others)| one == left && others.iter().any(|other| right.contains(other)))
        })
    };
    let marks = || marks_of(source, Span::new(at, at + 1)).iter();
    let owed = || any_of(words, &[hash("both")]) || marks().any(|mark| mark.class == Class::Obligation);
    if here(OR) {
        Some(true)
    } else if here(AND) && owed() && !marks().any(|mark| mark.class == Class::Negation) {
        Some(false)
    } else {
        None
    }
}

/// The values that are the most or the least there may be.
fn bounds(words: &[Word]) -> Vec<(u32, bool)> {
    const MOST: [u32; 4] = [hash("most"), hash("maximum"), hash("max"), hash("maximally")];
    const LEAST: [u32; 4] = [hash("least"), hash("minimum"), hash("min"), hash("minimally")];
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let most = MOST.contains(&word.hash);
        if !(most || LEAST.contains(&word.hash)) {
            continue;
        }
        let value = words.iter().skip(at + 1).take(4).find(|word| word.shape & shape::DIGIT != 0 || is_number(word));
        all.extend(value.map(|value| (value.stem, most)));
    }
    all
}

fn is_number(word: &Word) -> bool {
    super::number_word(word.hash).is_some()
}
