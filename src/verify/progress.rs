//! `promoted` (E4): started told as finished, failing told as passing, an open question told as answered.

use super::findings::Found;
use super::pair::marks_of;
use super::value::number_word;
use super::{Selected, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{Sentence, Span, Word, hash, is_content, list, offset, shape};
use alloc::vec::Vec;

/// Words that tell a thing as brought to its end.
const DONE: [u32; 26] = [
    hash("done"),
    hash("finished"),
    hash("finishes"),
    hash("complete"),
    hash("completed"),
    hash("completes"),
    hash("merged"),
    hash("fixed"),
    hash("solved"),
    hash("resolved"),
    hash("deployed"),
    hash("shipped"),
    hash("released"),
    hash("approved"),
    hash("succeeded"),
    hash("succeeds"),
    hash("passed"),
    hash("passes"),
    hash("pass"),
    hash("passing"),
    hash("delivered"),
    hash("decided"),
    hash("agreed"),
    hash("confirmed"),
    hash("landed"),
    hash("green"),
];

/// Words that tell it as under way, ahead or in trouble.
const OPEN: [u32; 36] = [
    hash("start"),
    hash("started"),
    hash("starting"),
    hash("begin"),
    hash("began"),
    hash("begun"),
    hash("beginning"),
    hash("running"),
    hash("ongoing"),
    hash("underway"),
    hash("progress"),
    hash("half"),
    hash("halfway"),
    hash("partly"),
    hash("partially"),
    hash("pending"),
    hash("waiting"),
    hash("awaiting"),
    hash("blocked"),
    hash("failing"),
    hash("fails"),
    hash("failed"),
    hash("still"),
    hash("yet"),
    hash("planned"),
    hash("planning"),
    hash("scheduled"),
    hash("queued"),
    hash("unfinished"),
    hash("incomplete"),
    hash("undecided"),
    hash("trying"),
    hash("remaining"),
    hash("remains"),
    hash("currently"),
    hash("tomorrow"),
];

/// Words that tell it as under way, and as failed.
const RUNNING: [u32; 5] = [hash("running"), hash("ongoing"), hash("underway"), hash("progress"), hash("queued")];
const FAILED: [u32; 4] = [hash("failed"), hash("fails"), hash("crashed"), hash("stopped")];

/// Words for all that there is to do.
const WHOLE: [u32; 18] = [
    hash("task"),
    hash("tasks"),
    hash("item"),
    hash("items"),
    hash("work"),
    hash("everything"),
    hash("job"),
    hash("jobs"),
    hash("step"),
    hash("steps"),
    hash("todo"),
    hash("todos"),
    hash("project"),
    hash("request"),
    hash("requests"),
    hash("goal"),
    hash("goals"),
    hash("fully"),
];

/// "All items complete", while the source holds something that is still to do: what was found of that, told by each such
/// sentence of the summary.
pub(super) fn all_done(sources: &[Extraction<'_>], selected: &Selected, summary: &Target<'_>) -> Vec<Found> {
    let all = summary.text.scan.sentences.iter().enumerate().filter(|(at, sentence)| {
        let words = summary.text.scan.words(sentence);
        let mut rest = words.iter().filter(|word| is_content(word) && !is_state(word)).peekable();
        let whole = |word: &Word| WHOLE.contains(&word.hash);
        (rest.peek().is_some() || words.iter().any(whole))
            && rest.all(whole)
            && tells(&summary.text, offset(*at), sentence, &DONE)
            && !is_open(&summary.text, offset(*at))
    });
    let all: Vec<Span> = all.map(|(_, sentence)| sentence.span).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let live = sources.iter().zip(selected).enumerate().rev().find_map(|(message, (source, selected))| {
        // What was promised last is still ahead; an older promise may have been kept without a word.
        let last = message + 1 == sources.len();
        let owed = |(mark, live): &(&Mark, &bool)| {
            **live && (matches!(mark.kind, Kind::OpenTask | Kind::Waiting) || last && mark.kind == Kind::Promise)
        };
        let (mark, _) = source.marks.iter().zip(selected).rev().find(owed)?;
        Some((offset(message), source.scan.sentences.get(mark.sentence as usize)?.span))
    });
    let Some(against) = live else { return Vec::new() };
    let found =
        |span| Found { kind: FindingKind::Promoted, class: Some(Class::Obligation), span, against: Some(against) };
    all.into_iter().map(found).collect()
}

/// A source sentence that a sentence of the summary says: message and sentence.
pub(super) type Said = (u32, u32);

/// The sentences of the summary that tell as done what the source tells as open, and nowhere as done; or as under way what
/// it tells as ended.
///
/// Sentences beyond the first 64 that may are not looked at: each costs a look at all that the source tells as done.
pub(super) fn promoted(sources: &[Extraction<'_>], summary: &Target<'_>, said: &[Option<Said>]) -> Vec<Found> {
    const MOST: usize = 64;
    let may = said.iter().zip(&summary.text.scan.sentences).enumerate().filter_map(|(number, (said, sentence))| {
        let (message, at) = (*said)?;
        let done = tells(&summary.text, offset(number), sentence, &DONE) && !is_open(&summary.text, offset(number));
        if !done && !tells(&summary.text, offset(number), sentence, &RUNNING) {
            return None;
        }
        let source = sources.get(message as usize)?;
        let there = source.scan.sentences.get(at as usize)?;
        let ended = tells(source, at, there, &DONE);
        let other = if done {
            is_open(source, at) && !ended
        } else {
            (ended || tells(source, at, there, &FAILED)) && !tells(source, at, there, &RUNNING)
        };
        other.then_some((sentence, message, source, there, done))
    });
    let may: Vec<_> = may.take(MOST).collect();
    if may.is_empty() {
        return Vec::new();
    }
    let settled = |states: &'static [u32]| sources.iter().flat_map(move |source| settled(source, states)).collect();
    let (finished, runs): (Vec<&[Word]>, Vec<&[Word]>) = (settled(&DONE), settled(&RUNNING));
    may.into_iter()
        .filter_map(|(sentence, message, source, there, done)| {
            let (subject, own) = (subject(summary.text.scan.words(sentence)), subject(source.scan.words(there)));
            let holds = |words: &[Word], share: usize| {
                let found = subject.iter().filter(|stem| words.iter().any(|word| word.stem == **stem)).count();
                found * 100 >= subject.len() * share
            };
            let about = if subject.len() > 1 && done {
                holds(source.scan.words(there), 75)
            } else {
                !subject.is_empty() && subject == own
            };
            let settled = if done { &finished } else { &runs };
            let settled = settled.iter().any(|words| holds(words, 50) || subject_len(words) < 2 && done);
            let answered = asks(source, there) && answered(sources, message as usize);
            (about && !settled && !answered).then_some(Found {
                kind: if done { FindingKind::Promoted } else { FindingKind::Invented },
                class: Some(if asks(source, there) { Class::Hypothesis } else { Class::Obligation }),
                span: sentence.span,
                against: Some((message, there.span)),
            })
        })
        .collect()
}

/// The sentences of the summary that tell as done as a whole what the source tells as done in part, and nowhere later as a
/// whole: "the pages were copied" for "I copied 3 of the 9 pages so far".
pub(super) fn partial(sources: &[Extraction<'_>], summary: &Target<'_>) -> Vec<Found> {
    /// So many parts are looked for in so many sentences.
    const MOST: usize = 32;
    let of = |source: &Extraction<'_>, sentence: &Sentence| is_part(source, sentence) && !asks(source, sentence);
    let parts: Vec<_> = places(sources).filter(|(_, source, _, sentence)| of(source, sentence)).take(MOST).collect();
    if parts.is_empty() {
        return Vec::new();
    }
    let text = &summary.text;
    let whole = text.scan.sentences.iter().enumerate().filter_map(|(at, sentence)| {
        let told = told_as_fact(text, offset(at), sentence) && !is_open(text, offset(at)) && !is_part(text, sentence);
        let verb = participle(text.scan.words(sentence)).filter(|_| told)?;
        Some((sentence.span, verb, subject(text.scan.words(sentence))))
    });
    let found = whole.take(MOST).filter_map(|(span, verb, subject)| {
        let about = |words: &[Word]| {
            let has = |stem: &u32| words.iter().any(|word| word.stem == *stem);
            subject.len() > 2 && has(&verb) && subject.iter().filter(|stem| has(stem)).count() * 2 >= subject.len()
        };
        let (message, source, at, there) =
            parts.iter().rev().find(|(_, source, _, sentence)| about(source.scan.words(sentence)))?;
        let mut after = places(sources).skip_while(|(first, _, second, _)| (first, second) <= (message, at));
        let settled = after.any(|(_, source, at, sentence)| {
            about(source.scan.words(sentence)) && told_as_fact(source, at, sentence) && !is_part(source, sentence)
                || tells(source, at, sentence, &DONE)
        });
        let numbers =
            |words: &[Word]| words.iter().any(|word| word.shape & shape::DIGIT != 0 && text_has(summary, span, word));
        let against = Some((*message, there.span));
        (!settled && !numbers(source.scan.words(there))).then_some(Found {
            kind: FindingKind::Promoted,
            class: Some(Class::Obligation),
            span,
            against,
        })
    });
    found.collect()
}

fn text_has(summary: &Target<'_>, span: Span, wanted: &Word) -> bool {
    let words = crate::extract::words_in(&summary.text.scan, span).slice(&summary.text.scan.words);
    words.iter().any(|word| word.hash == wanted.hash)
}

/// Every sentence of the source: message, its text, number, sentence.
pub(super) fn places<'a>(
    sources: &'a [Extraction<'a>],
) -> impl Iterator<Item = (u32, &'a Extraction<'a>, u32, &'a Sentence)> {
    sources.iter().enumerate().flat_map(|(message, source)| {
        let sentences = source.scan.sentences.iter().enumerate();
        sentences.map(move |(at, sentence)| (offset(message), source, offset(at), sentence))
    })
}

/// "12 of the 30", "so far", "half".
fn is_part(text: &Extraction<'_>, sentence: &Sentence) -> bool {
    const PART: [u32; 8] = [
        hash("far"),
        hash("half"),
        hash("halfway"),
        hash("partly"),
        hash("partially"),
        hash("remaining"),
        hash("rest"),
        hash("except"),
    ];
    let words = text.scan.words(sentence);
    let counted = |word: &Word| word.shape & shape::DIGIT != 0 || number_word(word.hash).is_some();
    words.iter().any(|word| PART.contains(&word.hash))
        || words
            .windows(2)
            .any(|pair| matches!(pair, [number, of] if counted(number) && of.hash == const { hash("of") }))
}

/// The stem of the verb of a passive: what stands after its last form of "be", adverbs passed over.
fn participle(words: &[Word]) -> Option<u32> {
    let be = words.iter().rposition(|word| word.is(list::COPULA))?;
    words.iter().skip(be + 1).take(3).find(|word| is_content(word)).map(|word| word.stem)
}

/// The sentences of the summary that tell as not begun what the source tells as done, and nowhere as open.
pub(super) fn undone(sources: &[Extraction<'_>], summary: &Target<'_>) -> Vec<Found> {
    const MOST: usize = 32;
    const BEGUN: [u32; 4] = [hash("started"), hash("begun"), hash("touched"), hash("done")];
    let text = &summary.text;
    let open = text.scan.sentences.iter().enumerate().filter_map(|(at, sentence)| {
        let says = |mark: &Mark| {
            let begun = |word: &Word| BEGUN.contains(&word.hash) || DONE.contains(&word.hash);
            mark.kind == Kind::OpenTask
                || mark.kind == Kind::Denial && mark.scope.slice(&text.scan.words).iter().any(begun)
        };
        let open = marks_of(text, Span::new(offset(at), offset(at) + 1)).iter().any(says);
        let subject = subject(text.scan.words(sentence));
        (open && subject.len() > 2 && !asks(text, sentence)).then_some((sentence.span, subject))
    });
    let found = open.take(MOST).filter_map(|(span, subject)| {
        let holds = |words: &[Word], share: usize| {
            let found = subject.iter().filter(|stem| words.iter().any(|word| word.stem == **stem)).count();
            found * 100 >= subject.len() * share
        };
        let (message, _, _, there) = places(sources).find(|(_, source, at, sentence)| {
            holds(source.scan.words(sentence), 75) && tells(source, *at, sentence, &DONE)
        })?;
        let open = places(sources).any(|(_, source, at, sentence)| {
            holds(source.scan.words(sentence), 50)
                && (is_open(source, at)
                    || marks_of(source, Span::new(at, at + 1)).iter().any(|mark| mark.kind == Kind::OpenTask))
        });
        (!open).then_some(Found {
            kind: FindingKind::Invented,
            class: Some(Class::Obligation),
            span,
            against: Some((message, there.span)),
        })
    });
    found.collect()
}

/// What the source tells as in one of some states.
fn settled<'a>(source: &'a Extraction<'_>, states: &'a [u32]) -> impl Iterator<Item = &'a [Word]> {
    let sentences = source.scan.sentences.iter().enumerate();
    sentences
        .filter(|(at, sentence)| tells(source, offset(*at), sentence, states))
        .map(|(_, sentence)| source.scan.words(sentence))
}

/// What is told of: the content stems but for those of states, each once.
pub(super) fn subject(words: &[Word]) -> Vec<u32> {
    let mut stems = Vec::new();
    for word in words.iter().filter(|word| is_content(word) && !is_state(word)) {
        if !stems.contains(&word.stem) {
            stems.push(word.stem);
        }
    }
    stems
}

fn subject_len(words: &[Word]) -> usize {
    words.iter().filter(|word| is_content(word) && !is_state(word)).count()
}

pub(super) fn is_state(word: &Word) -> bool {
    DONE.contains(&word.hash) || OPEN.contains(&word.hash)
}

/// Whether a sentence tells one of the states as a fact: nothing in it denies, doubts, demands or asks.
fn tells(text: &Extraction<'_>, at: u32, sentence: &Sentence, states: &[u32]) -> bool {
    text.scan.words(sentence).iter().any(|word| states.contains(&word.hash)) && told_as_fact(text, at, sentence)
}

pub(super) fn told_as_fact(text: &Extraction<'_>, at: u32, sentence: &Sentence) -> bool {
    let doubt = |mark: &Mark| {
        // What is gone is done.
        !matches!(mark.class, Class::Identifier | Class::Declared) && mark.id != "resolved"
    };
    !asks(text, sentence) && !marks_of(text, Span::new(at, at + 1)).iter().any(doubt)
}

/// Whether a sentence says that something is under way, not done, or asked.
pub(super) fn is_open(text: &Extraction<'_>, at: u32) -> bool {
    let Some(sentence) = text.scan.sentences.get(at as usize) else { return false };
    let words = text.scan.words(sentence);
    let denied = marks_of(text, Span::new(at, at + 1)).iter().any(|mark| {
        let done = |word: &Word| DONE.contains(&word.hash);
        mark.class == Class::Negation && mark.scope.slice(&text.scan.words).iter().any(done)
    });
    denied || asks(text, sentence) || words.iter().any(|word| OPEN.contains(&word.hash))
}

/// Whether the message after a question answers it: a few words that ask, deny and put off nothing.
pub(super) fn answered(sources: &[Extraction<'_>], question: usize) -> bool {
    const MOST: usize = 6;
    const OTHERWISE: [u32; 8] =
        [hash("no"), hash("nope"), hash("nah"), hash("not"), hash("never"), hash("wait"), hash("hold"), hash("later")];
    let Some(Extraction { scan, .. }) = sources.get(question + 1) else { return false };
    (1..=MOST).contains(&scan.words.len())
        && !scan.words.iter().any(|word| OTHERWISE.contains(&word.hash))
        && !scan.sentences.iter().any(|sentence| sentence.question)
}

pub(super) fn asks(text: &Extraction<'_>, sentence: &Sentence) -> bool {
    sentence.span.of(text.scan.text).trim_end().ends_with('?')
}
