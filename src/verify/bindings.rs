//! What belongs together (E2): two things that changed places between the clauses of a sentence.

use super::Target;
use super::findings::Found;
use super::mentions::Mentions;
use super::pair::{breaks, clauses, has_stem, held, marks_of, stems};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{Sentence, Span, Word, hash, is_content, list, number_word, offset, shape};
use alloc::vec::Vec;

/// "Node 2 lags, node 3 is fine" for "node 3 lags and node 2 is fine": what one clause of the source says stands in two clauses
/// of the other sentence, and so does what another one says, in the same two. In which order they stand says nothing.
///
/// Gives the first of the two clauses.
pub(super) fn exchanged(
    (source, sentence): (&Extraction<'_>, &Sentence),
    (target, place): (&Extraction<'_>, &Sentence),
) -> Option<Span> {
    const MOST: usize = 6;
    let (here, there) = (parts(source, sentence), parts(target, place));
    if !(2..=MOST).contains(&here.len()) || !(2..=MOST).contains(&there.len()) {
        return None;
    }
    // For each pair of clauses how many words both have that stand in no other clause of either sentence.
    let only = |clauses: &[&[Word]], word: &Word| {
        let mut all = clauses.iter().enumerate().filter(|(_, words)| has_stem(words, word.stem));
        let first = all.next().map(|(at, _)| at);
        first.filter(|_| all.next().is_none())
    };
    let mut both = [[0u8; MOST]; MOST];
    let (mut shared, mut all) = (0, 0);
    for (at, words) in there.iter().enumerate() {
        for word in words.iter().filter(|word| tells(word)) {
            all += 1;
            let Some(from) = only(&there, word).and_then(|_| only(&here, word)) else { continue };
            shared += 1;
            if let Some(count) = both.get_mut(from).and_then(|row| row.get_mut(at)) {
                *count += 1;
            }
        }
    }
    if shared < 4 || shared * 2 < all {
        return None;
    }
    let has = |from: usize, at: usize| both.get(from).and_then(|row| row.get(at)).is_some_and(|count| *count > 0);
    let pairs = |count: usize| (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)));
    let split = |(left, right): (usize, usize)| {
        let mixed = |from: usize| has(from, left) && has(from, right);
        pairs(here.len()).any(|(one, other)| mixed(one) && mixed(other))
    };
    let (left, _) = pairs(there.len()).find(|pair| split(*pair))?;
    let clause = there.get(left)?;
    Some(clause.first()?.span().hull(clause.last()?.span()))
}

/// "Round half even, never half up" for "round half up, never half even": what the source tells is denied, and what it denies is
/// told, and nowhere in the source it is so.
pub(super) fn reversed(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const LOOKS: usize = 1 << 14;
    let (text, mut looks) = (&summary.text, LOOKS);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        if mentions.quotes(at) || !sentence.region.speaks() || sentence.question {
            continue;
        }
        let Some(here) = sides(text, offset(at), sentence) else { continue };
        let own = stems(text.scan.words(sentence));
        let Some(left) = looks.checked_sub(mentions.cost(&own, 40)) else { continue };
        looks = left;
        let meet = |one: &[u32], other: &[u32]| one.iter().any(|stem| other.contains(stem));
        let mut against = None;
        for (message, source, number, there) in mentions.holding(&own, 40) {
            let words = source.scan.words(there);
            let Some([told, denied]) = sides(source, number, there) else {
                // "No, half even after all".
                let again = !there.question && here[0].iter().any(|stem| has_stem(words, *stem));
                against = against.filter(|_| !again);
                continue;
            };
            let [own_told, own_denied] = &here;
            if meet(&denied, own_denied) || meet(&told, own_told) && !meet(&denied, own_told) {
                against = None;
                break;
            }
            let close = held(&own, words) >= 70 && held(&stems(words), text.scan.words(sentence)) >= 60;
            if close && !there.question && meet(&told, own_denied) && meet(&denied, own_told) {
                against = Some((message, there.span));
            }
        }
        if against.is_some() {
            all.push(Found { kind: FindingKind::Invented, class: None, span: sentence.span, against });
        }
    }
}

/// What both of two sentences deny, where neither tells what the other denies: "do not write to it, only read it" for "read it, never
/// write to it".
pub(super) fn agreed(one: (&Extraction<'_>, u32, &Sentence), two: (&Extraction<'_>, u32, &Sentence)) -> Vec<u32> {
    let Some(([told, mut denied], [other, not])) = sides(one.0, one.1, one.2).zip(sides(two.0, two.1, two.2)) else {
        return Vec::new();
    };
    let meet = |words: &[u32], other: &[u32]| words.iter().any(|stem| other.contains(stem));
    let denials = |(text, at, _): (&Extraction<'_>, u32, &Sentence)| {
        marks_of(text, Span::new(at, at + 1)).iter().filter(|mark| mark.class == Class::Negation).count()
    };
    let crossed = denials(one) != denials(two) || meet(&told, &not) && meet(&denied, &other);
    denied.retain(|stem| !crossed && not.contains(stem));
    denied
}

/// What a sentence tells and denies, what it does both with left out; `None` where it does not do both.
fn sides(text: &Extraction<'_>, at: u32, sentence: &Sentence) -> Option<[Vec<u32>; 2]> {
    const PARTICLES: [u32; 10] = [
        hash("up"),
        hash("down"),
        hash("in"),
        hash("out"),
        hash("on"),
        hash("off"),
        hash("even"),
        hash("before"),
        hash("after"),
        hash("left"),
    ];
    let denials = marks_of(text, Span::new(at, at + 1)).iter();
    let denials = denials.filter(|mark| matches!(mark.kind, Kind::Denial | Kind::Prohibition) && !mark.cue.is_empty());
    // "The freeze starts on Monday" denies nothing of what it says.
    let denials: Vec<&Mark> = denials.filter(|mark| mark.id != "frozen").collect();
    // "Not to write, only to read".
    const TURNS: [u32; 4] = [hash("only"), hash("always"), hash("just"), hash("but")];
    let turns = |at: &u32| {
        let word = text.scan.words.get(*at as usize);
        word.is_some_and(|word| TURNS.contains(&word.hash)) && breaks(text, *at)
    };
    let turned = (sentence.words.start..sentence.words.end).find(turns);
    let turned = turned.and_then(|at| text.scan.words.get(at as usize)).map_or(u32::MAX, |word| word.start);
    // Of "it must never be sold" and "she never sells" the denial is about what stands before it, too.
    let clauses =
        clauses(text, sentence.words, &[const { hash("and") }, const { hash("but") }, const { hash("while") }]);
    let clauses: Vec<Span> = clauses.collect();
    let subject = |mark: &&Mark| {
        let cue = crate::extract::words_in(&text.scan, mark.cue).start;
        let clause = clauses.iter().find(|clause| (clause.start..clause.end).contains(&cue))?;
        (mark.id != "rather-than").then(|| Span::new(clause.start, cue))
    };
    let subjects: Vec<Span> = denials.iter().filter_map(subject).collect();
    let mut sides = [Vec::new(), Vec::new()];
    let words = denials.first().map_or(&[][..], |_| text.scan.words(sentence));
    for word in words.iter().filter(|word| is_content(word) || PARTICLES.contains(&word.hash)) {
        let subject = |span: &Span| span.slice(&text.scan.words).iter().any(|other| other.start == word.start);
        if denials.iter().any(|mark| mark.cue.contains(word.span())) || subjects.iter().any(subject) {
            continue;
        }
        let past = |mark: &Mark| mark.cue.end <= turned && turned < word.start;
        let denied = |mark: &&Mark| {
            !past(mark) && mark.scope.slice(&text.scan.words).iter().any(|other| other.start == word.start)
        };
        let [told, not] = &mut sides;
        if denials.iter().any(denied) { not.push(word.stem) } else { told.push(word.stem) }
    }
    let both: Vec<u32> = sides[0].iter().filter(|stem| sides[1].contains(stem)).copied().collect();
    sides.iter_mut().for_each(|side| side.retain(|stem| !both.contains(stem)));
    (!sides.iter().any(Vec::is_empty)).then_some(sides)
}

/// What a word says that may belong to something: content, a number.
fn tells(word: &Word) -> bool {
    // "Otherwise" says which case, not what.
    const CASES: [u32; 2] = [hash("otherwise"), hash("else")];
    !CASES.contains(&word.hash)
        && (is_content(word) || word.shape & shape::DIGIT != 0 || number_word(word.hash).is_some())
}

/// The clauses of a sentence: what stands between commas and the like, and words that join clauses.
fn parts<'a>(text: &'a Extraction<'_>, sentence: &Sentence) -> Vec<&'a [Word]> {
    const JOINS: [u32; 5] = [hash("and"), hash("but"), hash("while"), hash("whereas"), hash("or")];
    let mut all = Vec::new();
    for clause in clauses(text, sentence.words, &JOINS) {
        let clause = clause.slice(&text.scan.words);
        if clause.iter().any(|word| tells(word) && !word.is(list::STOP)) {
            all.push(clause);
        }
    }
    all
}
