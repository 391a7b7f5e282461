//! "Staging only" to an offer of staging and production, "coffee" to "tea or coffee?": the summary tells of what the answer
//! leaves out (E4).

use super::findings::Found;
use super::identifiers::occurrences;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, breaks, has_stem, held, marks_of, stems};
use super::value::{bare_key, hours, key, same_sort};
use super::{Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark, sentence_at};
use crate::text::{KeySet, Sentence, Span, Word, hash, is_content, list, offset, shape};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

/// One of two things of an offer: a word, or a value and its words.
struct Thing<'a> {
    stems: Vec<u32>,
    /// What stands behind it, up to the other one or the end: "Monday 16:00, 95 euro".
    details: Vec<u32>,
    value: Option<(&'a Extraction<'a>, &'a Mark)>,
}

impl Thing<'_> {
    /// Where some words first name it.
    fn place(&self, source: &Extraction<'_>, words: Span) -> Option<usize> {
        let own = words.slice(&source.scan.words);
        let named = own.windows(self.stems.len().max(1)).position(|window| {
            self.stems.iter().zip(window).all(|(stem, word)| *stem == word.stem) && !self.stems.is_empty()
        });
        let Some((text, mark)) = self.value else { return named };
        let token = mark.span.of(text.scan.text);
        let same = |other: &&Mark| {
            let there = other.span.of(source.scan.text);
            words.contains(other.scope)
                && (key(mark.kind, token) == key(other.kind, there)
                    || other.kind == Kind::Number && hours(token).any(|hour| hour == bare_key(there)))
        };
        // "Wed" for "Wednesday".
        let day = |word: &Word| {
            mark.kind == Kind::Date
                && word.is(list::CALENDAR)
                && key(Kind::Date, word.span().of(source.scan.text)) == key(Kind::Date, token)
        };
        let named = named.or_else(|| own.iter().position(day));
        named.or_else(|| source.marks.iter().find(same).map(|mark| (mark.scope.start - words.start) as usize))
    }

    /// Where the summary names it, if it is a value.
    fn places(&self, summary: &Target<'_>) -> Vec<Span> {
        self.value.map_or(Vec::new(), |(source, mark)| occurrences(summary, source, mark))
    }

    /// Whether a sentence of the summary names it, with the places of a value.
    fn is_in(&self, places: &[Span], sentence: &Sentence, words: &[Word]) -> bool {
        match self.value {
            Some(_) => places.iter().any(|place| sentence.span.contains(*place)),
            None => self.stems.iter().all(|stem| has_stem(words, *stem)),
        }
    }
}

/// An answer that takes one of two things.
struct Narrow<'a> {
    message: u32,
    taken: Thing<'a>,
    left: Thing<'a>,
    /// What else is asked about both.
    about: Vec<u32>,
    against: Span,
}

/// So many answers are looked at, the last ones: each is held against each sentence of the summary.
const MOST: usize = 24;

/// So many sentences are called wrong: each is looked for among what was found before.
const FINDINGS: usize = 64;

/// An offer or an answer of more words is none.
const LONG: usize = 32;
const SHORT: usize = 12;

/// Words of a sentence that tells of both and takes one.
const TELLS_BOTH: [u32; 18] = [
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
    hash("alternative"),
    hash("or"),
];

/// Verbs of whoever took one of several things.
const TOOK: [u32; 10] = [
    hash("chosen"),
    hash("chose"),
    hash("picked"),
    hash("booked"),
    hash("reserved"),
    hash("selected"),
    hash("ordered"),
    hash("uses"),
    hash("used"),
    hash("prefers"),
];

/// The sentences of the summary that tell of both where a user took one of two, or of the one that he left.
pub(super) fn narrowed(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, answers) = (&summary.text, answers(sources));
    let (mut denials, mut room) = (KeySet::new(), FINDINGS);
    for answer in &answers {
        // Looked up once for each answer, when it first matters.
        let open = OnceCell::new();
        let (left, taken) = (answer.left.places(summary), answer.taken.places(summary));
        for (at, sentence) in text.scan.sentences.iter().enumerate() {
            let words = text.scan.words(sentence);
            if sentence.question
                || mentions.quotes(at)
                || !sentence.region.speaks()
                || !answer.left.is_in(&left, sentence, words)
            {
                continue;
            }
            let both = answer.taken.is_in(&taken, sentence, words);
            let marks = marks_of(text, Span::new(offset(at), offset(at) + 1));
            if marks.iter().any(|mark| mark.class == Class::Negation) {
                if both || held(&answer.about, words) >= 50 {
                    denials.insert(at as u64);
                }
                continue;
            }
            let own =
                |word: &&Word| answer.left.details.contains(&word.stem) && !answer.taken.details.contains(&word.stem);
            let told = match both {
                true => joined(words, answer),
                false => {
                    held(&answer.about, words) >= 50 || any_of(words, &TOOK) || words.iter().filter(own).count() > 1
                }
            };
            let of_both = |word: &Word| TELLS_BOTH.contains(&word.hash) && !answer.about.contains(&word.stem);
            let wrong = room > 0
                && told
                && !words.iter().any(of_both)
                && !*open.get_or_init(|| answer.is_open(sources, mentions));
            room -= usize::from(wrong);
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
    let bears = |found: &Found| denials.contains(sentence_at(&text.scan, found.span.start).into());
    let denies = |found: &Found| found.kind == FindingKind::Invented && found.class == Some(Class::Negation);
    all.retain(|found| !denies(found) || !bears(found));
}

impl Narrow<'_> {
    /// Whether somebody speaks of what was left elsewhere: a user later, anyone of the same matter.
    fn is_open(&self, sources: &Sources<'_>, mentions: &Mentions<'_>) -> bool {
        mentions.with_all(&self.left.stems).iter().any(|(message, source, _, sentence): &Place<'_>| {
            let user = sources.users.get(*message as usize).is_none_or(|user| *user);
            let asked = *message + 1 == self.message && self.taken.place(source, sentence.words).is_some();
            *message > self.message && user
                || *message != self.message && !asked && held(&self.about, source.scan.words(sentence)) >= 50
        })
    }
}

/// Whether "and" stands between both, and nothing with content.
fn joined(words: &[Word], answer: &Narrow<'_>) -> bool {
    const AND: [u32; 2] = [hash("and"), hash("both")];
    let is = |word: &Word, thing: &Thing<'_>| thing.stems.contains(&word.stem);
    let mut before = None;
    let mut and = false;
    words.iter().any(|word| {
        let here = if is(word, &answer.taken) { Some(true) } else { is(word, &answer.left).then_some(false) };
        let meet = here.is_some() && before.is_some() && here != before && and;
        and = here.is_none() && (and || AND.contains(&word.hash));
        before = here.or(before.filter(|_| !is_content(word)));
        meet
    })
}

/// What users took of two things that the message before offers.
fn answers<'a>(sources: &'a Sources<'_>) -> Vec<Narrow<'a>> {
    let mut all = Vec::new();
    let pairs = sources.texts.iter().zip(sources.texts.iter().skip(1)).enumerate().rev();
    for (at, (before, source)) in pairs {
        if all.len() >= MOST || sources.users.get(at + 1) != Some(&true) {
            continue;
        }
        let Some(first) = source.scan.sentences.iter().find(|sentence| sentence.region.speaks()) else { continue };
        if first.question || first.words.len() as usize > SHORT {
            continue;
        }
        let offers =
            before.scan.sentences.iter().rev().take(3).filter(|sentence| (sentence.words.len() as usize) < LONG);
        for sentence in offers {
            let Some((things, or)) = two(before, sentence) else { continue };
            let Some((taken, left)) = taken(source, first, things, or) else { continue };
            let mut about = stems(before.scan.words(sentence));
            about.retain(|stem| !taken.stems.contains(stem) && !left.stems.contains(stem));
            if !about.is_empty() {
                all.push(Narrow { message: offset(at + 1), taken, left, about, against: first.span });
            }
            break;
        }
    }
    all
}

/// The two things of an offer that "and" or "or" joins, and whether it is "or": two values of a sort, else the words beside it.
fn two<'a>(text: &'a Extraction<'_>, sentence: &Sentence) -> Option<([Thing<'a>; 2], bool)> {
    const OR: u32 = hash("or");
    const NEAR: u32 = 3;
    const FAR: u32 = 12;
    let words = text.scan.words(sentence);
    let first = sentence.words.start;
    let mut joins = words.iter().zip(first..).filter(|(word, _)| [OR, const { hash("and") }].contains(&word.hash));
    let (Some((join, at)), None) = (joins.next(), joins.next()) else { return None };
    let or = join.hash == OR;
    if !or && !sentence.question && !words.first().is_some_and(|word| word.is(list::SUBJECT)) {
        return None;
    }
    let value = |mark: &&Mark| mark.class == Class::Identifier && sentence.words.contains(mark.scope);
    let sort = |mark: &Mark| (mark.kind, text.scan.str(mark.span));
    let right = text.marks.iter().filter(value).find(|mark| mark.scope.start > at && mark.scope.start <= at + NEAR);
    let left = right.and_then(|right| {
        let fits =
            |mark: &&Mark| mark.scope.end <= at && mark.scope.end + FAR > at && same_sort(sort(mark), sort(right));
        text.marks.iter().filter(value).rev().find(fits)
    });
    let named = |mark, past| {
        let mark: &'a Mark = mark;
        let words = mark.scope.slice(&text.scan.words);
        let details = stems(Span::new(mark.scope.end, past).slice(&text.scan.words));
        Thing { stems: words.iter().map(|word| word.stem).collect(), details, value: Some((text, mark)) }
    };
    if let (Some(left), Some(right)) = (left, right) {
        return Some(([named(left, at), named(right, sentence.words.end)], or));
    }
    // "Two options: Krause, Monday, or Rohrfix": behind a colon a name is no element.
    let capital =
        |(word, at): &(&Word, u32)| *at > first && word.shape & shape::CAPITAL != 0 && !word.is(list::CALENDAR);
    let named_before = words.iter().zip(first..at).find(capital);
    if let (Some(right), Some((left, start))) = (right.filter(|right| right.kind == Kind::Name), named_before) {
        let details = stems(Span::new(start + 1, at).slice(&text.scan.words));
        return Some(([Thing { stems: vec![left.stem], details, value: None }, named(right, sentence.words.end)], or));
    }
    let before = text.scan.words.get(at.checked_sub(1).filter(|before| *before >= first)? as usize);
    let behind = Span::new(at + 1, (at + 1 + NEAR).min(sentence.words.end)).slice(&text.scan.words).iter();
    let one = before.filter(|word| is_content(word))?;
    let other = behind.into_iter().find(|word| is_content(word) && !word.is(list::COPULA))?;
    let word = |word: &Word| Thing { stems: vec![word.stem], details: Vec::new(), value: None };
    (one.stem != other.stem).then(|| ([word(one), word(other)], or))
}

/// Whether an answer begins with the word at a place, and a clause ends there.
fn leads(source: &Extraction<'_>, first: &Sentence, at: usize) -> bool {
    let words = source.scan.words(first);
    let next = words.get(at + 1).is_some_and(|word| word.hash == const { hash("but") });
    !words.iter().take(at).any(is_content) && (next || breaks(source, first.words.start + offset(at) + 1))
}

/// Which of two things an answer takes, and which it leaves: "staging only", "api, but not worker", "Olga yes, the board no";
/// of what "or" joins, the one that it names.
fn taken<'a>(
    source: &Extraction<'_>,
    first: &Sentence,
    [one, other]: [Thing<'a>; 2],
    or: bool,
) -> Option<(Thing<'a>, Thing<'a>)> {
    const ONLY: [u32; 3] = [hash("only"), hash("just"), hash("solely")];
    const NO: [u32; 5] = [hash("no"), hash("not"), hash("without"), hash("don't"), hash("dont")];
    const YES: [u32; 3] = [hash("yes"), hash("ok"), hash("fine")];
    const BOTH: [u32; 5] = [hash("both"), hash("either"), hash("all"), hash("any"), hash("neither")];
    let words = source.scan.words(first);
    let alone = !any_of(words, &NO) && !any_of(words, &BOTH) && (or || any_of(words, &ONLY));
    let one_first = match [&one, &other].map(|thing| thing.place(source, first.words)) {
        [Some(_), None] => alone.then_some(true),
        [None, Some(_)] => alone.then_some(false),
        // Each with a word of its own.
        [Some(a), Some(b)] => {
            let near = |at: usize, back: usize, ahead: usize, list: &[u32]| {
                any_of(words.get(at.saturating_sub(back)..(at + ahead).min(words.len())).unwrap_or(&[]), list)
            };
            let (head, tail) = (words.get(..a.max(b))?, words.get(a.max(b)..)?);
            let early = match [a.min(b), a.max(b)].map(|at| near(at, 2, 0, &NO)) {
                // "Choir only, the orchestra is on tour."
                [false, false] if near(a, 1, 2, &ONLY) != near(b, 1, 2, &ONLY) => near(a.min(b), 1, 2, &ONLY),
                // "Green, but keep the blue one."
                [false, false] if or && leads(source, first, a.min(b)) => true,
                [false, true] => true,
                [true, false] => false,
                _ if any_of(head, &YES) && !any_of(head, &NO) && any_of(tail, &NO) => true,
                _ if any_of(head, &NO) && !any_of(head, &YES) && any_of(tail, &YES) => false,
                _ => return None,
            };
            Some(early == (a < b))
        }
        _ => None,
    }?;
    Some(if one_first { (one, other) } else { (other, one) })
}
