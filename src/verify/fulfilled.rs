//! What was asked for and is told as done, where nothing after it speaks of it (E4).

use super::findings::{Found, is_report};
use super::mentions::{Mentions, Place};
use super::pair::{any_of, marks_of};
use super::progress::{Said, found, is_open, is_state, subject, told_as_fact};
use super::{Sources, Target};
use crate::class::Class;
use crate::element::FindingKind;
use crate::extract::{Extraction, Mark};
use crate::text::{Span, Word, hash, is_content, list, offset};
use alloc::vec::Vec;

/// So many such sentences are looked at: each costs a look at what the source says of it.
const MOST: usize = 32;

/// "PR 812 was reviewed" for "Review PR 812.", "the review is behind us": the source sentence owes or asks for something that the
/// summary tells in the past or as over, and no later one that tells anything shares a word of what is spoken of. What a tool did
/// after it may be that.
pub(super) fn fulfilled(
    sources: &Sources<'_>,
    summary: &Target<'_>,
    mentions: &Mentions<'_>,
    said: &[Option<Said>],
    all: &mut Vec<Found>,
) {
    let (text, mut left) = (&summary.text, MOST);
    for (number, (said, sentence)) in said.iter().zip(&text.scan.sentences).enumerate() {
        let words = text.scan.words(sentence);
        let open = || !told_as_fact(text, offset(number), sentence) || is_open(text, offset(number));
        if left == 0 || words.iter().any(|word| is_report(word.hash)) || mentions.quotes(number) || open() {
            continue;
        }
        let over = over(words);
        let verb = |source: &Extraction<'_>, at: u32| {
            let asked = source.scan.sentences.get(at as usize).and_then(|there| asked(source.scan.words(there)));
            let owed = marks_of(source, Span::new(at, at + 1)).iter().filter(|mark| is_owed(mark));
            let owed =
                owed.filter_map(|mark| mark.scope.slice(&source.scan.words).iter().find(|word| is_content(word)));
            let past = |verb: &&Word| is_past_of(text, words, verb);
            asked.into_iter().chain(owed).find(past).map(|verb| verb.stem)
        };
        let mut about = subject(over.map_or(words, |at| words.get(..at).unwrap_or(&[])));
        let (mut place, mut told) = (None, None);
        if over.is_some() {
            left -= 1;
            let owes = |(_, source, at, _): &Place<'_>| marks_of(source, Span::new(*at, *at + 1)).iter().any(is_owed);
            place = mentions.holding(&about, 60).into_iter().rfind(owes).map(|(message, _, at, _)| (message, at));
        } else if let Some((message, at)) = *said
            && let Some(verb) = sources.texts.get(message as usize).and_then(|source| verb(source, at))
        {
            left -= 1;
            about.retain(|stem| *stem != verb);
            told = Some(verb);
            place = Some((message, at));
        }
        let Some((message, at)) = place.filter(|_| !about.is_empty()) else { continue };
        let there = sources.texts.get(message as usize).and_then(|source| source.scan.sentences.get(at as usize));
        let Some(there) = there.filter(|_| !sources.tool_follows(message as usize)) else { continue };
        // "The dump is done" tells what was asked for by its verb alone.
        about.extend(told);
        let spoken = mentions.holding(&about, 0).into_iter().any(|(later, source, number, sentence)| {
            let words = source.scan.words(sentence);
            let past = || words.iter().any(|word| is_state(word) || word.span().of(source.scan.text).ends_with("ed"));
            (later, number) > (message, at) && told_as_fact(source, number, sentence) && (later != message || past())
        });
        let next = sources.texts.get(message as usize + 1).map_or(&[][..], |source| &source.scan.sentences);
        if !spoken && next.iter().all(|sentence| sentence.words.len() > 3) {
            all.push(found(FindingKind::Promoted, sentence.span, Some((message, there.span))));
        }
    }
}

fn is_owed(mark: &Mark) -> bool {
    mark.class == Class::Obligation
}

/// Where some words begin that tell what stands before them as over, in two words one after the other.
fn over(words: &[Word]) -> Option<usize> {
    const fn both(one: u32, other: u32) -> u32 {
        one.rotate_left(5) ^ other
    }
    const OVER: [u32; 16] = [
        both(hash("behind"), hash("us")),
        both(hash("behind"), hash("me")),
        both(hash("taken"), hash("care")),
        both(hash("wrapped"), hash("up")),
        both(hash("sorted"), hash("out")),
        both(hash("rolled"), hash("out")),
        both(hash("checked"), hash("off")),
        both(hash("went"), hash("out")),
        both(hash("went"), hash("live")),
        both(hash("gone"), hash("live")),
        both(hash("is"), hash("live")),
        both(hash("are"), hash("live")),
        both(hash("is"), hash("out")),
        both(hash("in"), hash("place")),
        both(hash("the"), hash("way")),
        both(hash("in"), hash("production")),
    ];
    words.windows(2).position(|pair| matches!(pair, [one, other] if OVER.contains(&both(one.hash, other.hash))))
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
        word.stem == verb.stem
            && word.hash != verb.hash
            && word.span().of(text.scan.text).ends_with("ed")
            && !any_of(before, const { &[hash("be")] })
            && (at == 0 || any_of(before, &PAST) || before.last().is_some_and(|word| word.is(list::SUBJECT)))
    })
}
