//! What was asked for and is told as done, where nothing after it speaks of it (E4).

use super::Target;
use super::findings::{Found, is_report};
use super::progress::{Said, asks, is_open, is_state, places, subject, told_as_fact};
use crate::class::Class;
use crate::element::FindingKind;
use crate::extract::Extraction;
use crate::text::{Sentence, Word, hash, is_content, list, offset};
use alloc::vec::Vec;

/// So many such sentences are looked at: each costs a look at what follows the request.
const MOST: usize = 16;

/// "PR 812 was reviewed" for "Review PR 812.": the source sentence begins with the verb that the summary tells in the past, and
/// no later one that tells anything shares a word of what is spoken of.
pub(super) fn fulfilled(sources: &[Extraction<'_>], summary: &Target<'_>, said: &[Option<Said>]) -> Vec<Found> {
    let text = &summary.text;
    let told = said.iter().zip(&text.scan.sentences).enumerate().filter_map(|(number, (said, sentence))| {
        let (message, at) = (*said)?;
        let words = text.scan.words(sentence);
        let source = sources.get(message as usize)?;
        let there = source.scan.sentences.get(at as usize)?;
        let verb = asked(source.scan.words(there)).filter(|verb| is_past_of(text, words, verb))?;
        let fact = told_as_fact(text, offset(number), sentence) && !is_open(text, offset(number));
        let reports = words.iter().any(|word| is_report(word.hash));
        let about = subject(words).into_iter().filter(|stem| *stem != verb.stem).collect::<Vec<_>>();
        (fact && !reports && !about.is_empty()).then_some((sentence.span, (message, at), there.span, about))
    });
    let unspoken = told.take(MOST).filter(|(_, request, _, about)| {
        let later = places(sources).skip_while(|(message, _, at, _)| (*message, *at) <= *request);
        !later.into_iter().any(|(message, source, at, sentence)| {
            let words = source.scan.words(sentence);
            let speaks = || words.iter().any(|word| about.contains(&word.stem));
            let past = || words.iter().any(|word| is_state(word) || word.span().of(source.scan.text).ends_with("ed"));
            speaks() && !asks(source, sentence) && is_told(source, at, sentence) && (message != request.0 || past())
                || message == request.0 + 1 && bare(words)
        })
    });
    unspoken
        .map(|(span, (message, _), there, _)| Found {
            kind: FindingKind::Promoted,
            class: Some(Class::Obligation),
            span,
            against: Some((message, there)),
        })
        .collect()
}

/// "Done.", "Merged it."
fn bare(words: &[Word]) -> bool {
    words.iter().any(is_state) && !words.iter().any(|word| is_content(word) && !is_state(word))
}

/// What tools print tells as well.
fn is_told(text: &Extraction<'_>, at: u32, sentence: &Sentence) -> bool {
    !sentence.region.speaks() || told_as_fact(text, at, sentence)
}

/// The verb that a sentence begins with, polite words passed over; none where a verb follows, as after a noun.
fn asked(words: &[Word]) -> Option<&Word> {
    let at = words.iter().position(|word| !word.is(list::POLITE)).filter(|at| *at < 5)?;
    let finite = words.iter().skip(at + 1).take(2).any(|word| word.is(list::FINITE));
    words.get(at).filter(|word| is_content(word) && !finite)
}

/// Whether the verb stands in some words as a participle: after "was" or "has", or at their head. "Dates are stored in UTC" may
/// be a rule.
fn is_past_of(text: &Extraction<'_>, words: &[Word], verb: &Word) -> bool {
    const PAST: [u32; 6] = [hash("was"), hash("were"), hash("been"), hash("has"), hash("have"), hash("got")];
    words.iter().enumerate().any(|(at, word)| {
        let before = words.get(at.saturating_sub(3)..at).unwrap_or(&[]);
        let planned = before.iter().any(|word| word.hash == const { hash("be") });
        word.stem == verb.stem
            && word.hash != verb.hash
            && word.span().of(text.scan.text).ends_with("ed")
            && !planned
            && (at == 0 || before.iter().any(|word| PAST.contains(&word.hash)))
    })
}
