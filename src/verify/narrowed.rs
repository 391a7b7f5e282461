//! "Staging only" to an offer of staging and production: the summary tells of what the answer leaves out (E4).

use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, has_stem, held, marks_of, stems};
use super::{Sources, Target};
use crate::class::Class;
use crate::element::FindingKind;
use crate::extract::Extraction;
use crate::text::{Sentence, Span, Word, hash, is_content, list, offset};
use alloc::vec::Vec;

/// An answer that takes one of two things.
struct Narrow {
    message: u32,
    /// The stems of what it takes, of what it leaves, of what was asked about both.
    taken: u32,
    left: u32,
    about: Vec<u32>,
    against: Span,
}

/// So many answers are looked at, the last ones: each is held against each sentence of the summary.
const MOST: usize = 24;

/// Words of a sentence that tells of both and takes one.
const TELLS_BOTH: [u32; 16] = [
    hash("only"),
    hash("just"),
    hash("instead"),
    hash("rather"),
    hash("than"),
    hash("over"),
    hash("asked"),
    hash("offered"),
    hash("proposed"),
    hash("suggested"),
    hash("declined"),
    hash("rejected"),
    hash("excluded"),
    hash("excluding"),
    hash("except"),
    hash("ruled"),
];

/// The sentences of the summary that tell of both where a user took one of two, or of the one that he left.
pub(super) fn narrowed(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, answers) = (&summary.text, answers(sources));
    if answers.is_empty() {
        return;
    }
    let mut denials: Vec<Span> = Vec::new();
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let denied = || {
            let marks = marks_of(text, Span::new(offset(at), offset(at) + 1));
            marks.iter().any(|mark| mark.class == Class::Negation)
        };
        for answer in &answers {
            if !has_stem(words, answer.left) || sentence.question || mentions.quotes(at) || !sentence.region.speaks() {
                continue;
            }
            let both = has_stem(words, answer.taken);
            if denied() {
                denials.extend(both.then_some(sentence.span));
                continue;
            }
            let told = if both { joined(words, answer) } else { held(&answer.about, words) >= 50 };
            let of_both = |word: &Word| TELLS_BOTH.contains(&word.hash) && !answer.about.contains(&word.stem);
            let wrong = told && !words.iter().any(of_both) && !answer.is_open(sources, mentions);
            if wrong && !all.iter().any(|found| found.span.overlaps(sentence.span)) {
                all.push(Found {
                    kind: FindingKind::Invented,
                    class: None,
                    span: sentence.span,
                    against: Some((answer.message, answer.against)),
                });
            }
        }
    }
    // "For staging, not for production": the answer denies it in other words.
    let bears = |found: &Found| denials.iter().any(|span| span.contains(found.span));
    let denies = |found: &Found| found.kind == FindingKind::Invented && found.class == Some(Class::Negation);
    all.retain(|found| !denies(found) || !bears(found));
}

impl Narrow {
    /// Whether somebody speaks of what was left elsewhere: a user later, anyone of the same matter.
    fn is_open(&self, sources: &Sources<'_>, mentions: &Mentions<'_>) -> bool {
        mentions.with_all(&[self.left]).iter().any(|(message, source, _, sentence): &Place<'_>| {
            let user = sources.users.get(*message as usize).is_none_or(|user| *user);
            let asked = *message + 1 == self.message && has_stem(source.scan.words(sentence), self.taken);
            *message > self.message && user
                || *message != self.message && !asked && held(&self.about, source.scan.words(sentence)) >= 50
        })
    }
}

/// Whether both stand side by side, but for "and", an article and the like.
fn joined(words: &[Word], answer: &Narrow) -> bool {
    let is = |word: &Word, stem: u32| word.stem == stem;
    let (Some(one), Some(other)) =
        (words.iter().position(|word| is(word, answer.taken)), words.iter().position(|word| is(word, answer.left)))
    else {
        return false;
    };
    let between = words.get(one.min(other) + 1..one.max(other)).unwrap_or(&[]);
    !between.iter().any(is_content) && any_of(between, &AND)
}

const AND: [u32; 2] = [hash("and"), hash("both")];

/// What users took of two things that the message before offers.
fn answers(sources: &Sources<'_>) -> Vec<Narrow> {
    let mut all = Vec::new();
    let pairs = sources.texts.iter().zip(sources.texts.iter().skip(1)).enumerate().rev();
    for (at, (before, source)) in pairs {
        if all.len() >= MOST || sources.users.get(at + 1) != Some(&true) {
            continue;
        }
        let asks = |sentence: &&Sentence| sentence.question && sentence.words.len() < 32;
        let asked = before.scan.sentences.iter().rev().find(asks).map(|sentence| before.scan.words(sentence));
        let Some(first) = source.scan.sentences.iter().find(|sentence| sentence.region.speaks()) else { continue };
        let mut offers: Vec<&[Word]> = asked.into_iter().collect();
        // "I can trace api and worker. Shall I?"
        let more = before.scan.sentences.iter().rev().take(3).filter(|sentence| sentence.words.len() < 32);
        offers.extend(more.map(|sentence| before.scan.words(sentence)).filter(|words| words.first().is_some_and(is_i)));
        let Some((one, other, asked)) = offers.into_iter().find_map(two).filter(|_| !first.question) else { continue };
        let Some((taken, left)) = taken(source, first, one, other) else { continue };
        let mut about = stems(asked);
        about.retain(|stem| *stem != taken && *stem != left);
        if !about.is_empty() {
            all.push(Narrow { message: offset(at + 1), taken, left, about, against: first.span });
        }
    }
    all
}

fn is_i(word: &Word) -> bool {
    [const { hash("i") }, const { hash("we") }].contains(&word.hash)
}

/// The two things of an offer that "and" or "or" joins.
fn two(words: &[Word]) -> Option<(&Word, &Word, &[Word])> {
    const JOINS: [u32; 2] = [hash("and"), hash("or")];
    let mut joins = words.iter().enumerate().filter(|(_, word)| JOINS.contains(&word.hash));
    let (Some((at, _)), None) = (joins.next(), joins.next()) else { return None };
    let one = words.get(at.checked_sub(1)?).filter(|word| is_content(word))?;
    let behind = words.get(at + 1..)?.iter();
    let other = behind.take(3).find(|word| is_content(word) && !word.is(list::COPULA))?;
    (one.stem != other.stem).then_some((one, other, words))
}

/// Which of two things an answer takes, and which it leaves: "staging only", "api, but not worker", "Olga yes, the board no".
fn taken(source: &Extraction<'_>, first: &Sentence, one: &Word, other: &Word) -> Option<(u32, u32)> {
    const ONLY: [u32; 3] = [hash("only"), hash("just"), hash("solely")];
    const NO: [u32; 3] = [hash("no"), hash("not"), hash("without")];
    let words = source.scan.words(first);
    let places = [one, other].map(|thing| words.iter().position(|word| word.stem == thing.stem));
    match places {
        _ if words.len() > 12 => None,
        [Some(_), None] if any_of(words, &ONLY) && !any_of(words, &NO) => Some((one.stem, other.stem)),
        [None, Some(_)] if any_of(words, &ONLY) && !any_of(words, &NO) => Some((other.stem, one.stem)),
        // Each with a word of its own.
        [Some(a), Some(b)] => {
            const YES: [u32; 3] = [hash("yes"), hash("ok"), hash("fine")];
            let (a, b) = (a.min(b), a.max(b));
            let (head, tail) = words.split_at_checked(b)?;
            let (early, late) = (words.get(a)?.stem, tail.first()?.stem);
            let denied = |at: usize| any_of(words.get(at.saturating_sub(2)..at).unwrap_or(&[]), &NO);
            let only =
                |at: usize| any_of(words.get(at.saturating_sub(1)..(at + 2).min(words.len())).unwrap_or(&[]), &ONLY);
            match [denied(a), denied(b)] {
                // "Choir only, the orchestra is on tour."
                [false, false] if only(a) != only(b) => Some(if only(a) { (early, late) } else { (late, early) }),
                [false, true] => Some((early, late)),
                [true, false] => Some((late, early)),
                _ if any_of(head, &YES) && !any_of(head, &NO) && any_of(tail, &NO) => Some((early, late)),
                _ if any_of(head, &NO) && !any_of(head, &YES) && any_of(tail, &YES) => Some((late, early)),
                _ => None,
            }
        }
        _ => None,
    }
}
