//! What the summary says that a third party decided (E4), where the source tells of no such thing: "Priya has approved it".

use super::claims::{assents, says_so};
use super::findings::{Found, Known};
use super::mentions::{Mentions, Place};
use super::pair::{any_of, has_stem, marks_of, stems};
use super::progress::told_as_fact;
use super::value::is_numeric;
use super::{Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{Sentence, Span, Word, hash, is_content, list, offset, step};
use alloc::vec::Vec;

/// Verbs of who decides, told as done.
const DECIDED: [u32; 16] = [
    hash("approved"),
    hash("authorised"),
    hash("authorized"),
    hash("consented"),
    hash("permitted"),
    hash("okayed"),
    hash("endorsed"),
    hash("cleared"),
    hash("signed"),
    hash("agreed"),
    hash("confirmed"),
    hash("accepted"),
    hash("decided"),
    hash("chose"),
    hash("greenlit"),
    hash("ok'd"),
];

/// Verbs of who looked at something, or got it: of a party that no message names.
const ACTED: [u32; 9] = [
    hash("reviewed"),
    hash("tested"),
    hash("verified"),
    hash("found"),
    hash("checked"),
    hash("passed"),
    hash("rejected"),
    hash("received"),
    hash("paid"),
];

/// Who is meant by a word before.
const PRONOUNS: [u32; 4] = [hash("she"), hash("he"), hash("they"), hash("who")];

/// So many claims are looked at: each costs a look at the source.
const MOST: usize = 16;

pub(super) fn unfounded(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let text = &summary.text;
    let mut looked = 0;
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let decided = |word: &Word| DECIDED.contains(&word.hash);
        let acted = words.iter().find(|word| ACTED.contains(&word.hash)).filter(|_| !words.iter().any(decided));
        let byte = acted.map_or(sentence.span.end, |verb| verb.start);
        let told = sentence.region.speaks() && !sentence.question && !is_open(text, offset(at), byte);
        let Some(party) = party(text, offset(at), words).filter(|_| told) else { continue };
        looked += usize::from(!mentions.quotes(at));
        if looked <= MOST
            && !mentions.quotes(at)
            && !given(mentions, party, 0)
            && let Some(against) = unheard(mentions, party.stem)
            && (acted.is_none() || against.is_none())
        {
            all.push(Found {
                kind: FindingKind::Invented,
                class: Some(Class::Obligation),
                span: sentence.span,
                against,
            });
        }
    }
}

/// Words of what came out.
const RESULTS: [u32; 16] = [
    hash("pass"),
    hash("passed"),
    hash("passing"),
    hash("gain"),
    hash("faster"),
    hash("slower"),
    hash("saved"),
    hash("saves"),
    hash("reduced"),
    hash("improved"),
    hash("improves"),
    hash("show"),
    hash("shows"),
    hash("showed"),
    hash("dropped"),
    hash("rose"),
];

/// A result in numbers that no message holds, of which no tool speaks: "benchmarks show a gain of 40 %". What a tool says may be
/// counted together.
pub(super) fn measured(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut left) = (&summary.text, MOST);
    let known = Known { keys: &|| sources.keys(), words: sources.words() };
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        if left == 0 || mentions.quotes(at) || !any_of(words, &RESULTS) || !told_as_fact(text, offset(at), sentence) {
            continue;
        }
        left -= 1;
        let new = marks_of(text, Span::new(offset(at), offset(at) + 1)).iter().find(|mark| {
            let said = mark.span.of(text.scan.text);
            is_numeric(mark.kind) && said.len() > 1 && !known.has(mark, said, mark.scope.slice(&text.scan.words))
        });
        let tool = |(message, ..): Place<'_>| sources.tools.get(message as usize) == Some(&true);
        if new.is_some() && !mentions.holding(&stems(words), 0).into_iter().any(tool) {
            let class = Some(Class::Identifier);
            all.push(Found { kind: FindingKind::Invented, class, span: sentence.span, against: None });
        }
    }
}

/// Whether the source tells of a yes, or of what a verb tells, as somebody's own: "I have Ana's signature".
pub(super) fn given(mentions: &Mentions<'_>, who: &Word, verb: u32) -> bool {
    let own = mentions.with_all(&[step(who.hash, b'\'')]);
    let signed = |words: &[Word]| has_stem(words, verb) || any_of(words, &[const { hash("signature") }]);
    let tells = |(_, source, at, sentence): &Place<'_>| {
        (says_yes(source, *at) || signed(source.scan.words(sentence))) && !is_open(source, *at, u32::MAX)
    };
    own.iter().any(tells)
}

/// The last sentence that names the party; `None` where one tells that it agrees.
fn unheard(mentions: &Mentions<'_>, party: u32) -> Option<Option<(u32, Span)>> {
    let named = mentions.with_all(&[party]);
    let mut past = 0;
    for (message, source, at, _) in &named {
        // Of a message that names the party each sentence with a pronoun may speak of it.
        let pronoun = |sentence: &Sentence| any_of(source.scan.words(sentence), &PRONOUNS);
        let other = || {
            let sentences = source.scan.sentences.iter().enumerate();
            sentences.filter(|(_, it)| pronoun(it)).any(|(at, _)| says_yes(source, offset(at)))
        };
        // "She signed", two messages on at most.
        let next = || {
            let texts = (message + 1..message + 3).filter_map(|message| mentions.message(message));
            texts.into_iter().any(|text| {
                let first =
                    |it: &Sentence| text.scan.words(it).first().is_some_and(|word| PRONOUNS.contains(&word.hash));
                let mut sentences = text.scan.sentences.iter().enumerate();
                sentences.any(|(at, it)| first(it) && says_yes(text, offset(at)))
            })
        };
        if says_yes(source, *at) || *message >= past && (other() || next()) {
            return None;
        }
        past = message + 1;
    }
    Some(named.last().map(|(message, _, _, sentence)| (*message, sentence.span)))
}

/// Whether a sentence tells that somebody agrees: nothing before the word denies, doubts, waits or asks. "Agreed never to do it"
/// is a yes.
fn says_yes(source: &Extraction<'_>, at: u32) -> bool {
    let Some(sentence) = source.scan.sentences.get(at as usize) else { return false };
    // "Asked her to sign".
    const ASKS: [u32; 5] = [hash("ask"), hash("asked"), hash("asks"), hash("asking"), hash("requested")];
    let words = source.scan.words(sentence);
    let mut yes = words.iter().enumerate().filter(|(_, word)| assents(word, usize::MAX));
    let given = |(number, yes): (usize, &Word)| {
        !is_open(source, at, yes.start) && !any_of(words.get(..number).unwrap_or(&[]), &ASKS)
    };
    !sentence.question && yes.next().is_some_and(given)
}

/// Whether something that begins before a byte is denied, in doubt, owed or waits for something.
fn is_open(text: &Extraction<'_>, at: u32, byte: u32) -> bool {
    let open = |mark: &Mark| match mark.class {
        Class::Negation | Class::Hypothesis | Class::Ordering => true,
        Class::Obligation => mark.kind != Kind::Request,
        _ => false,
    };
    marks_of(text, Span::new(at, at + 1)).iter().any(|mark| open(mark) && mark.cue.start < byte)
}

/// Who decided, by the name: it, or a pronoun for it, stands before the verb.
fn party<'a>(text: &Extraction<'_>, at: u32, words: &'a [Word]) -> Option<&'a Word> {
    const NEAR: usize = 8;
    let verb = (0..words.len()).find(|at| {
        words.get(*at).is_some_and(|word| DECIDED.contains(&word.hash) || ACTED.contains(&word.hash))
            || says_so(words, *at)
    })?;
    if words.get(verb.checked_sub(1)?)?.is(list::COPULA) {
        return None;
    }
    let name = |word: &&Word| {
        let names = |mark: &Mark| mark.kind == Kind::Name && mark.span.contains(word.span());
        marks_of(text, Span::new(at, at + 1)).iter().any(names)
    };
    let before = words.get(..verb)?;
    let near = before.get(verb.saturating_sub(NEAR)..)?;
    const HAVE: [u32; 6] = [hash("has"), hash("have"), hash("had"), hash("already"), hash("also"), hash("now")];
    let subject = near.iter().rev().find(|word| !HAVE.contains(&word.hash))?;
    // "The director has decided".
    let the = near.iter().rev().skip_while(|word| word.start >= subject.start).take(2);
    let role = is_content(subject) && the.into_iter().any(|word| word.hash == const { hash("the") });
    // At the head of a sentence a name is no element.
    let capital = subject.span().of(text.scan.text).starts_with(char::is_uppercase) && is_content(subject);
    if name(&subject) || capital || role {
        return Some(subject);
    }
    if PRONOUNS.contains(&subject.hash) {
        return before.iter().rev().find(name);
    }
    // "Priya, who owns it, has agreed": whoever the sentence begins with.
    near.first().filter(|_| verb <= NEAR).filter(name)
}
