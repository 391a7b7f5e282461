//! From the summary back to the source: which source sentence each of its sentences says, and what it makes of it (E4).

use super::denials::Denials;
use super::findings::{self, Found, Known};
use super::index::Alignment;
use super::mentions::{Mentions, Place};
use super::pair::{Pair, clauses, content, has_stem, held, marks_of, stems};
use super::{Judgement, Outcome, Outcomes, Sources, Target, bindings, guesses, is_numeric};
use crate::class::Class;
use crate::element::{FindingKind, Status};
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{KeySet, Sentence, Span, Word, hash, is_content, join, offset};
use alloc::vec::Vec;

/// A sentence of the summary says one of the source if they share at least this much, either way.
pub(super) const SAID: f32 = 0.4;

pub(super) fn note(said: &mut [Option<(u32, u32, Alignment)>], alignment: Alignment, message: u32, sentence: u32) {
    if alignment.backward < SAID || alignment.forward < SAID {
        return;
    }
    for slot in (alignment.sentences.start..alignment.sentences.end).map(|at| at as usize) {
        let Some(slot) = said.get_mut(slot) else { continue };
        if slot.is_none_or(|(_, _, other)| alignment.shared > other.shared) {
            *slot = Some((message, sentence, alignment));
        }
    }
}

/// For sentences of the summary beside the one that says a source sentence best: the source sentence that they say most of.
pub(super) fn heard_again(
    summary: &Target<'_>,
    mentions: &Mentions<'_>,
    dead: &KeySet,
    said: &mut [Option<(u32, u32, Alignment)>],
) {
    const LOOKS: usize = 1 << 14;
    let (text, mut looks) = (&summary.text, LOOKS);
    for (at, (slot, here)) in said.iter_mut().zip(&text.scan.sentences).enumerate() {
        if slot.is_some() || mentions.quotes(at) || !here.region.speaks() {
            continue;
        }
        let words = text.scan.words(here);
        let own = stems(words);
        let Some(left) = looks.checked_sub(mentions.cost(&own, 60)) else { continue };
        looks = left;
        for (message, source, number, there) in mentions.holding(&own, 60) {
            let theirs = source.scan.words(there);
            if !there.region.speaks() || theirs.len() < 3 || dead.contains(join(message, number)) {
                continue;
            }
            let [forward, backward] =
                [held(&stems(theirs), words), held(&own, theirs)].map(|share| share as f32 / 100.0);
            let alignment = Alignment {
                sentences: Span::new(offset(at), offset(at) + 1),
                words: here.words,
                forward,
                backward,
                shared: (own.len() as f32 * backward + 0.5) as u32,
            };
            note(core::slice::from_mut(slot), Alignment { sentences: Span::new(0, 1), ..alignment }, message, number);
            if let Some((.., noted)) = slot {
                noted.sentences = alignment.sentences;
            }
        }
    }
}

/// The sentence that shares most words with one of the summary: message, number, and how many words.
pub(super) fn noted_near(near: &mut [Option<(u32, u32, u32)>], alignment: Alignment, message: u32, sentence: u32) {
    const LEAST: u32 = 4;
    for at in alignment.sentences.start..alignment.sentences.end {
        let Some(slot) = near.get_mut(at as usize).filter(|_| alignment.shared >= LEAST) else { continue };
        if slot.is_none_or(|(_, _, shared)| alignment.shared > shared) {
            *slot = Some((message, sentence, alignment.shared));
        }
    }
}

/// The sentences of the summary in which two things changed places, clause by clause.
pub(super) fn exchanged(
    sources: &Sources<'_>,
    summary: &Target<'_>,
    near: &[Option<(u32, u32, u32)>],
    all: &mut Vec<Found>,
) {
    for (near, here) in near.iter().zip(&summary.text.scan.sentences) {
        let Some((message, sentence, _)) = *near else { continue };
        let Some(source) = sources.texts.get(message as usize) else { continue };
        let Some(there) = source.scan.sentences.get(sentence as usize) else { continue };
        let against = Some((message, there.span));
        if let Some(span) = bindings::exchanged((source, there), (&summary.text, here))
            && !sources.says(summary.text.scan.words(here))
        {
            all.push(Found { kind: FindingKind::Invented, class: None, span, against });
        }
    }
}

/// Why a value is not called altered that another one took the place of.
pub(super) const SAID_LATER: &str = "the source says it later";

/// What takes the place of another value may be what the source itself put there later: that is no damage.
pub(super) fn corrected(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, outcomes: &mut Outcomes) {
    const MOST: usize = 64;
    let mut left = MOST;
    for (message, (source, statuses)) in sources.texts.iter().zip(&mut outcomes.marks).enumerate() {
        for (mark, outcome) in source.marks.iter().zip(statuses) {
            let Some(Outcome { judgement, target: 0 }) = outcome else { continue };
            let Some(span) = judgement.evidence.filter(|_| judgement.status == Status::Altered && left > 0) else {
                continue;
            };
            left -= 1;
            let came = words_in(&summary.text.scan, span).slice(&summary.text.scan.words);
            let said = source.scan.sentences.get(mark.sentence as usize).map_or(&[][..], |it| source.scan.words(it));
            let user = |other: u32| sources.users.get(other as usize).is_none_or(|user| *user);
            let later = |(other, _, at, _): &Place<'_>| (*other, *at) > (offset(message), mark.sentence);
            // "You're at 18 hp", after "22 hp": a clause that says nothing else.
            let alone = |source: &Extraction<'_>, sentence: &Sentence| {
                let own = clauses(source, sentence.words, &[const { hash("and") }])
                    .map(|clause| clause.slice(&source.scan.words));
                own.into_iter().any(|clause| {
                    came.iter().all(|word| has_stem(clause, word.stem))
                        && content(clause) > 1
                        && corrects(clause, said, came)
                })
            };
            let of_sentence = marks_of(source, Span::new(mark.sentence, mark.sentence + 1));
            let asks = of_sentence.iter().any(|mark| mark.class == Class::Obligation);
            let tool = |other: u32| sources.tools.get(other as usize) == Some(&true);
            let says = |(other, source, _, sentence): &Place<'_>| {
                // What was asked for only users change.
                let may = is_numeric(mark.kind) && (user(*other) || !asks && !tool(*other));
                user(*other) && corrects(source.scan.words(sentence), said, came) || may && alone(source, sentence)
            };
            // "The 30 or the 60 day window?" asks which.
            let asked = source.scan.sentences.get(mark.sentence as usize).is_some_and(|it| it.question);
            let offered = asked && came.iter().all(|word| has_stem(said, word.stem));
            if offered || mentions.with_all(&stems(came)).iter().any(|place| later(place) && says(place)) {
                *judgement = Judgement::new(Status::Unverified, judgement.evidence, SAID_LATER);
            }
        }
    }
}

/// Whether some words say a value of nothing but what others spoke of: "let's say 7 instead", "set the replicas to 7".
pub(super) fn corrects(words: &[Word], said: &[Word], came: &[Word]) -> bool {
    const CHANGES: [u32; 28] = [
        hash("instead"),
        hash("rather"),
        hash("actually"),
        hash("sorry"),
        hash("meant"),
        hash("mean"),
        hash("correction"),
        hash("update"),
        hash("updated"),
        hash("plan"),
        hash("change"),
        hash("changed"),
        hash("switch"),
        hash("switched"),
        hash("move"),
        hash("moved"),
        hash("replace"),
        hash("postponed"),
        hash("extended"),
        hash("say"),
        hash("make"),
        hash("use"),
        hash("set"),
        hash("take"),
        hash("go"),
        hash("better"),
        hash("yes"),
        hash("no"),
    ];
    let known = |word: &Word| CHANGES.contains(&word.hash) || has_stem(said, word.stem) || has_stem(came, word.stem);
    !came.is_empty() && words.iter().all(|word| !is_content(word) || known(word))
}

/// A hypothesis told as fact, a thing owed told as done (E4).
pub(super) fn promoted<'a>(sources: &Sources<'_>, denials: &dyn Fn() -> &'a Denials, outcomes: &mut Outcomes) {
    let mut shown = None;
    for (message, (source, statuses)) in sources.texts.iter().zip(&mut outcomes.marks).enumerate() {
        for (mark, outcome) in source.marks.iter().zip(statuses) {
            let Some(Outcome { judgement, target: 0 }) = outcome else { continue };
            let turned = judgement.status == Status::Contradicted && mark.class == Class::Hypothesis;
            let place = (offset(message), mark.sentence);
            let guess = || stems(mark.scope.slice(&source.scan.words));
            if turned && denials().say(&guess(), place, true) {
                *judgement = Judgement::new(Status::Unverified, judgement.evidence, "denied later");
            }
            let turned = turned && judgement.status == Status::Contradicted;
            if turned
                && guesses::is_shown(
                    &sources.texts,
                    shown.get_or_insert_with(|| guesses::shown(&sources.texts)),
                    offset(message),
                    mark,
                )
            {
                *judgement = Judgement::new(Status::Unverified, judgement.evidence, "shown later");
            }
            let turned = judgement.status == Status::Contradicted
                && (mark.class == Class::Hypothesis
                    || (mark.class == Class::Obligation && judgement.because == "what was owed is told as done"));
            if let (true, Some(span)) = (turned, judgement.evidence) {
                let sentence =
                    source.scan.sentences.get(mark.sentence as usize).map_or(mark.span, |sentence| sentence.span);
                outcomes.findings.push(Found {
                    kind: FindingKind::Promoted,
                    class: Some(mark.class),
                    span,
                    against: Some((offset(message), sentence)),
                });
            }
        }
    }
}

/// Reads each sentence of the summary against the source sentence it says.
pub(super) fn read_back<'a>(
    sources: &Sources<'_>,
    summary: &Target<'_>,
    said: &[Option<(u32, u32, Alignment)>],
    denials: &dyn Fn() -> &'a Denials,
    outcomes: &mut Outcomes,
) {
    for (number, slot) in said.iter().enumerate() {
        let Some((message, sentence, alignment)) = slot else { continue };
        let Some(source) = sources.texts.get(*message as usize) else { continue };
        let (Some(there), Some(here)) =
            (source.scan.sentences.get(*sentence as usize), summary.text.scan.sentences.get(number))
        else {
            continue;
        };
        let pair = Pair::new(source, there, &summary.text, *alignment);
        if let Some(span) = findings::turned(&pair).filter(|_| !pair.is_tight()) {
            let (kind, class) = (FindingKind::Invented, Some(Class::Negation));
            outcomes.findings.push(Found { kind, class, span, against: Some((*message, there.span)) });
        }
        if !pair.is_tight() || pair.verbatim().is_some_and(|span| span.len() >= pair.target_span().len()) {
            continue;
        }
        // What the source says word for word anywhere is not invented, whatever else resembles it.
        if sources.says(summary.text.scan.words(here)) {
            continue;
        }
        let reverse_at = Alignment {
            sentences: Span::new(*sentence, *sentence + 1),
            words: there.words,
            forward: alignment.backward,
            backward: alignment.forward,
            shared: alignment.shared,
        };
        let reverse = Pair::new(&summary.text, here, source, reverse_at);
        let known = Known { keys: &|| sources.keys(), words: sources.words() };
        let has = |mark: &Mark, text: &str| known.has(mark, text, mark.scope.slice(&summary.text.scan.words));
        let spoken = |word: &Word| known.speaks(word);
        let own = |span| stems(words_in(&summary.text.scan, span).slice(&summary.text.scan.words));
        let place = (*message, *sentence);
        let denied = |found: &Found| {
            found.class == Some(Class::Negation) && (there.question || denials().say(&own(found.span), place, false))
        };
        for found in findings::of_pair(&pair, &reverse, (*sentence, offset(number)), &has, &spoken) {
            let twice = outcomes.findings.iter().any(|other| other.span == found.span && other.kind == found.kind);
            if !twice && !denied(&found) {
                outcomes.findings.push(Found { against: Some((*message, there.span)), ..found });
            }
        }
    }
}
