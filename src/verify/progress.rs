//! `promoted` (E4): started told as finished, failing told as passing, an open question told as answered.

use super::findings::Found;
use super::mentions::{Mentions, Place, places};
use super::pair::{any_of, held, marks_of, stems};
use super::value::is_distinctive;
use super::{Selected, Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{Sentence, Span, Word, hash, is_content, list, number_word, offset, shape};
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
pub(super) const OPEN: [u32; 37] = [
    hash("awaited"),
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
pub(super) fn all_done(sources: &[Extraction<'_>], selected: &Selected, summary: &Target<'_>, all: &mut Vec<Found>) {
    let mut live: Option<Option<(u32, Span)>> = None;
    for (at, sentence) in summary.text.scan.sentences.iter().enumerate() {
        let words = summary.text.scan.words(sentence);
        let rest = words.iter().filter(|word| is_content(word) && !is_state(word));
        if subject_len(words) == 0
            || !rest.into_iter().all(|word| WHOLE.contains(&word.hash))
            || !tells(&summary.text, offset(at), sentence, &DONE)
            || is_open(&summary.text, offset(at))
        {
            continue;
        }
        let against = *live.get_or_insert_with(|| owed(sources, selected));
        if against.is_some() {
            all.push(found(FindingKind::Promoted, sentence.span, against));
        }
    }
}

/// The last task that is open, or what was promised last: that is still ahead; an older promise may have been kept without a
/// word.
fn owed(sources: &[Extraction<'_>], selected: &Selected) -> Option<(u32, Span)> {
    sources.iter().zip(selected).enumerate().rev().find_map(|(message, (source, selected))| {
        let last = message + 1 == sources.len();
        let owed = |(mark, live): &(&Mark, &bool)| {
            **live && (matches!(mark.kind, Kind::OpenTask | Kind::Waiting) || last && mark.kind == Kind::Promise)
        };
        let (mark, _) = source.marks.iter().zip(selected).rev().find(owed)?;
        Some((offset(message), source.scan.sentences.get(mark.sentence as usize)?.span))
    })
}

pub(super) const fn found(kind: FindingKind, span: Span, against: Option<(u32, Span)>) -> Found {
    Found { kind, class: Some(Class::Obligation), span, against }
}

/// So many claims of a kind are looked at: each costs a look at what the source says of it.
const MOST: usize = 32;

/// A source sentence that a sentence of the summary says: message and sentence.
pub(super) type Said = (u32, u32);

/// The sentences of the summary that tell as done what the source tells as open, and nowhere as done.
///
/// Sentences beyond the first 64 that may are not looked at: each costs a look at all that the source tells as done.
pub(super) fn promoted(sources: &[Extraction<'_>], summary: &Target<'_>, said: &[Option<Said>], all: &mut Vec<Found>) {
    let (text, mut left, mut done) = (&summary.text, 64, None);
    for (number, (said, sentence)) in said.iter().zip(&text.scan.sentences).enumerate() {
        let Some((message, at)) = *said else { continue };
        let Some(source) = sources.get(message as usize) else { continue };
        let Some(there) = source.scan.sentences.get(at as usize) else { continue };
        if left == 0
            || !tells(text, offset(number), sentence, &DONE)
            || is_open(text, offset(number))
            || !is_open(source, at)
            || tells(source, at, there, &DONE)
        {
            continue;
        }
        left -= 1;
        let (about, own) = (subject(text.scan.words(sentence)), subject(source.scan.words(there)));
        let same = held(&about, source.scan.words(there)) >= 75 && (about.len() > 1 || about == own);
        let done = done.get_or_insert_with(|| settled(sources));
        let settled = done.iter().any(|words| held(&about, words) >= 50 || subject_len(words) < 2);
        let asks = asks(source, there);
        if same && !settled && !(asks && answered(sources, message as usize)) {
            let class = Some(if asks { Class::Hypothesis } else { Class::Obligation });
            all.push(Found { class, ..found(FindingKind::Promoted, sentence.span, Some((message, there.span))) });
        }
    }
}

/// The sentences of the summary that tell as done as a whole what the source tells as done in part, and nowhere later as a
/// whole: "the pages were copied" for "I copied 3 of the 9 pages so far".
pub(super) fn partial(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut left) = (&summary.text, MOST);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let told = left > 0 && !mentions.quotes(at) && told_as_fact(text, offset(at), sentence);
        let whole = told && !is_open(text, offset(at));
        let Some(verb) = participle(words).filter(|_| whole && !is_part(text, sentence)) else { continue };
        left -= 1;
        let subject = subject(words);
        if subject.len() < 3 {
            continue;
        }
        let mut about = mentions.with_all(&[verb]);
        about.retain(|(_, source, _, sentence)| held(&subject, source.scan.words(sentence)) >= 50);
        let part = about.iter().rposition(|(_, source, _, there)| is_part(source, there) && !asks(source, there));
        let Some((message, source, at, there)) = part.and_then(|part| about.get(part)) else { continue };
        let mut later = about.iter().skip(part.unwrap_or(0) + 1);
        let whole = |(_, source, number, sentence): &Place<'_>| {
            told_as_fact(source, *number, sentence) && !is_part(source, sentence)
        };
        let done = |(later, source, number, sentence): Place<'_>| {
            (later, number) > (*message, *at) && tells(source, number, sentence, &DONE)
        };
        let settled = later.any(whole) || mentions.holding(&subject, 0).into_iter().any(done);
        let counted = numbers(source, there).into_iter().any(|number| numbers(text, sentence).contains(&number));
        if !settled && !counted {
            all.push(found(FindingKind::Promoted, sentence.span, Some((*message, there.span))));
        }
    }
}

/// The whole numbers of a sentence, in digits or as a word.
fn numbers(text: &Extraction<'_>, sentence: &Sentence) -> Vec<u32> {
    let number = |word: &Word| number_word(word.hash).or_else(|| word.span().of(text.scan.text).parse().ok());
    text.scan.words(sentence).iter().filter_map(number).collect()
}

/// "12 of the 30", "so far", "half".
pub(super) fn is_part(text: &Extraction<'_>, sentence: &Sentence) -> bool {
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
    any_of(words, &PART)
        || words
            .windows(2)
            .any(|pair| matches!(pair, [number, of] if counted(number) && of.hash == const { hash("of") }))
}

/// The stem of the verb of a passive: what stands after its last form of "be", adverbs passed over.
fn participle(words: &[Word]) -> Option<u32> {
    let be = words.iter().rposition(|word| word.is(list::COPULA))?;
    words.iter().skip(be + 1).take(3).find(|word| is_content(word)).map(|word| word.stem)
}

/// The sentences of the summary that tell something as done by its name, where the last that the source says of it is that it is
/// under way: "TotalsBox.ts was rewritten" for "TotalsBox.ts is half done".
pub(super) fn named(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const REVIEW: [u32; 2] = [hash("review"), hash("draft")];
    let (text, mut left) = (&summary.text, MOST);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let told = told_as_fact(text, offset(at), sentence) && !is_open(text, offset(at));
        let verb =
            participle(words).filter(|_| told && any_of(words, const { &[hash("been"), hash("was"), hash("were")] }));
        let distinct =
            |mark: &&Mark| mark.class == Class::Identifier && is_distinctive(mark.kind, mark.span.of(text.scan.text));
        let mark = marks_of(text, Span::new(offset(at), offset(at) + 1)).iter().find(distinct);
        let (Some(_), Some(mark)) = (verb, mark) else { continue };
        let name = mark.scope.slice(&text.scan.words);
        let says = |words: &[Word]| {
            words.windows(name.len().max(1)).any(|window| window.iter().zip(name).all(|(a, b)| a.hash == b.hash))
        };
        left -= 1;
        let mut places = mentions.holding(&stems(name), 100);
        places.retain(|(_, source, _, sentence)| says(source.scan.words(sentence)));
        let Some((message, source, number, there)) = places.pop() else { continue };
        let waits = |mark: &Mark| matches!(mark.kind, Kind::OpenTask | Kind::Waiting);
        let open = any_of(source.scan.words(there), &OPEN)
            || any_of(source.scan.words(there), &REVIEW)
            || marks_of(source, Span::new(number, number + 1)).iter().any(waits);
        if open {
            all.push(found(FindingKind::Promoted, sentence.span, Some((message, there.span))));
        }
        if left == 0 {
            break;
        }
    }
}

/// The sentences of the summary that tell as not begun what the source tells as done, and nowhere as open.
pub(super) fn undone(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const BEGUN: [u32; 4] = [hash("started"), hash("begun"), hash("touched"), hash("done")];
    let (text, mut left) = (&summary.text, MOST);
    let task = |text: &Extraction<'_>, at: u32| {
        marks_of(text, Span::new(at, at + 1)).iter().any(|mark| mark.kind == Kind::OpenTask)
    };
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let says = |mark: &Mark| {
            let denied = mark.scope.slice(&text.scan.words);
            mark.kind == Kind::Denial && (any_of(denied, &BEGUN) || any_of(denied, &DONE))
        };
        let at = offset(at);
        let open = task(text, at) || marks_of(text, Span::new(at, at + 1)).iter().any(says);
        let subject = subject(text.scan.words(sentence));
        if left == 0 || !open || subject.len() < 3 || asks(text, sentence) {
            continue;
        }
        left -= 1;
        let about = mentions.holding(&subject, 50);
        let done = about.iter().find(|(_, source, at, sentence)| {
            held(&subject, source.scan.words(sentence)) >= 75 && tells(source, *at, sentence, &DONE)
        });
        let Some((message, _, _, there)) = done else { continue };
        if !about.iter().any(|(_, source, at, _)| is_open(source, *at) || task(source, *at)) {
            all.push(found(FindingKind::Invented, sentence.span, Some((*message, there.span))));
        }
    }
}

/// `[x]` for what the source last told with `[ ]`, and the other way round, where nothing later speaks of it.
pub(super) fn boxes(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut left, mut done) = (&summary.text, MOST, None);
    for sentence in &text.scan.sentences {
        let about = stems(text.scan.words(sentence));
        let Some(told) = ticked(text, sentence).filter(|_| left > 0 && !about.is_empty()) else { continue };
        left -= 1;
        let places = mentions.holding(&about, 50);
        let item = |(_, source, _, there): &Place<'_>| {
            held(&about, source.scan.words(there)) == 100 && ticked(source, there).is_some()
        };
        let Some(last) = places.iter().rposition(item) else { continue };
        let (Some((message, source, _, there)), later) = (places.get(last), places.get(last + 1..)) else { continue };
        // The other boxes of the list tell nothing of this one.
        let tells = |place: &Place<'_>| item(place) || ticked(place.1, place.3).is_none();
        let same = stems(source.scan.words(there)).iter().filter(|stem| !about.contains(stem)).count() < 2;
        let tools = || sources.tools.iter().skip(*message as usize + 1).any(|tool| *tool);
        let mut done =
            || done.get_or_insert_with(|| settled(&sources.texts)).iter().any(|words| subject_len(words) < 2);
        if ticked(source, there) == Some(!told)
            && same
            && !later.is_some_and(|later| later.iter().any(tells))
            && !(told && (tools() || done()))
        {
            let kind = if told { FindingKind::Promoted } else { FindingKind::Invented };
            all.push(found(kind, sentence.span, Some((*message, there.span))));
        }
    }
}

/// Whether the box before a sentence is ticked, if there is one.
fn ticked(text: &Extraction<'_>, sentence: &Sentence) -> Option<bool> {
    let said = sentence.span.of(text.scan.text);
    let ticked = said.starts_with("[x]") || said.starts_with("[X]");
    (ticked || said.starts_with("[ ]")).then_some(ticked)
}

/// What the source tells as done.
fn settled<'a>(sources: &'a [Extraction<'a>]) -> Vec<&'a [Word]> {
    let mut all = Vec::new();
    for (_, source, at, sentence) in places(sources) {
        if tells(source, at, sentence, &DONE) {
            all.push(source.scan.words(sentence));
        }
    }
    all
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
    any_of(text.scan.words(sentence), states) && told_as_fact(text, at, sentence)
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
    let denied = marks_of(text, Span::new(at, at + 1))
        .iter()
        .any(|mark| mark.class == Class::Negation && any_of(mark.scope.slice(&text.scan.words), &DONE));
    denied || asks(text, sentence) || any_of(words, &OPEN)
}

/// Whether the message after a question answers it: a few words that ask, deny and put off nothing.
pub(super) fn answered(sources: &[Extraction<'_>], question: usize) -> bool {
    const MOST: usize = 6;
    const OTHERWISE: [u32; 8] =
        [hash("no"), hash("nope"), hash("nah"), hash("not"), hash("never"), hash("wait"), hash("hold"), hash("later")];
    let Some(Extraction { scan, .. }) = sources.get(question + 1) else { return false };
    (1..=MOST).contains(&scan.words.len())
        && !any_of(&scan.words, &OTHERWISE)
        && !scan.sentences.iter().any(|sentence| sentence.question)
}

pub(super) fn asks(text: &Extraction<'_>, sentence: &Sentence) -> bool {
    sentence.span.of(text.scan.text).trim_end().ends_with('?')
}
