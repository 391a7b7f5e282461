//! What was asked for and is told as done, where nothing after it speaks of it (E4).

use super::findings::{Found, is_report};
use super::mentions::Mentions;
use super::pair::any_of;
use super::progress::{Said, found, is_open, is_state, subject, told_as_fact};
use super::{Sources, Target};
use crate::element::FindingKind;
use crate::extract::Extraction;
use crate::text::{Word, hash, is_content, list, offset};
use alloc::vec::Vec;

/// So many such sentences are looked at: each costs a look at what the source says of it.
const MOST: usize = 16;

/// "PR 812 was reviewed" for "Review PR 812.": the source sentence begins with the verb that the summary tells in the past, and
/// no later one that tells anything shares a word of what is spoken of. What a tool did after it may be that.
pub(super) fn fulfilled(
    sources: &Sources<'_>,
    summary: &Target<'_>,
    mentions: &Mentions<'_>,
    said: &[Option<Said>],
    all: &mut Vec<Found>,
) {
    let (text, mut left) = (&summary.text, MOST);
    for (number, (said, sentence)) in said.iter().zip(&text.scan.sentences).enumerate() {
        let Some((message, at)) = *said else { continue };
        let Some(source) = sources.texts.get(message as usize) else { continue };
        let Some(there) = source.scan.sentences.get(at as usize) else { continue };
        let words = text.scan.words(sentence);
        let Some(verb) = asked(source.scan.words(there)).filter(|verb| is_past_of(text, words, verb)) else { continue };
        let open = !told_as_fact(text, offset(number), sentence) || is_open(text, offset(number));
        let tools = sources.tool_follows(message as usize);
        let about: Vec<u32> = subject(words).into_iter().filter(|stem| *stem != verb.stem).collect();
        if left == 0 || open || tools || about.is_empty() || words.iter().any(|word| is_report(word.hash)) {
            continue;
        }
        left -= 1;
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
            && !any_of(before, &[hash("be")])
            && (at == 0 || any_of(before, &PAST))
    })
}
