//! What a summary says that the user wants (E4), and no user asked for.

use super::claims::{ASSENT, MOST, PARTY, assents};
use super::findings::Found;
use super::mentions::{Mentions, Place, places};
use super::pair::{any_of, held, marks_of, stems};
use super::progress::found;
use super::told::wished;
use super::{Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{KeySet, Span, Word, hash, is_content, offset};
use alloc::vec::Vec;

/// Words that tell of somebody's wish.
const WISH: [u32; 15] = [
    hash("wants"),
    hash("wanted"),
    hash("asks"),
    hash("asked"),
    hash("requests"),
    hash("requested"),
    hash("instructed"),
    hash("told"),
    hash("said"),
    hash("demands"),
    hash("prefers"),
    hash("would"),
    hash("rule"),
    hash("instruction"),
    hash("request"),
];

/// Words that point at what was said before.
const POINTS: [u32; 12] = [
    hash("that"),
    hash("this"),
    hash("it"),
    hash("them"),
    hash("those"),
    hash("these"),
    hash("both"),
    hash("all"),
    hash("yes"),
    hash("ok"),
    hash("go"),
    hash("do"),
];

/// "The user wants it deleted", where a tool says three quarters of it, whoever else speaks hardly a word, and nobody points
/// at it afterwards ("fix that one").
pub(super) fn ascribed(sources: &Sources<'_>, summary: &Target<'_>, all: &mut Vec<Found>) {
    let mut left = if sources.tools.contains(&true) { MOST } else { 0 };
    for sentence in &summary.text.scan.sentences {
        let words = summary.text.scan.words(sentence);
        let Some(at) = words.iter().position(|word| word.hash == const { hash("user") }) else { continue };
        let near = words.get(at.saturating_sub(3)..words.len().min(at + 4)).unwrap_or(&[]);
        let about: Vec<u32> =
            words.iter().filter(|word| is_content(word) && !WISH.contains(&word.hash)).map(|word| word.stem).collect();
        if left == 0 || !any_of(near, &WISH) || about.len() < 2 {
            continue;
        }
        left -= 1;
        let mut by_tool = None;
        let spoken = places(&sources.texts).any(|(message, source, _, there)| {
            let tool = sources.tools.get(message as usize) == Some(&true);
            let (words, held) = (source.scan.words(there), held(&about, source.scan.words(there)));
            if tool && held >= 75 {
                by_tool = Some((message, there.span));
            }
            !tool && (held >= 30 || by_tool.is_some() && any_of(words, &POINTS))
        });
        if let (false, Some(tool)) = (spoken, by_tool) {
            all.push(found(FindingKind::Invented, sentence.span, Some(tool)));
        }
    }
}

/// "The user also wants the sessions table dropped", of which users said at most a word in passing: its thing stands only in what
/// others said, at which no user points afterwards, and its verb is none of a request; or most of it is borrowed from what a user
/// forbids. Without "also" no user may have said a word of it: what is asked for is told more closely at times.
pub(super) fn uttered(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const ALSO: [u32; 6] =
        [hash("also"), hash("too"), hash("additionally"), hash("next"), hash("furthermore"), hash("moreover")];
    let (text, mut left) = (&summary.text, MOST);
    let user = |message: u32| sources.users.get(message as usize) != Some(&false);
    // What users say, and the verbs of what they ask for.
    let (mut said, mut asked) = (KeySet::new(), KeySet::new());
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let denies = |mark: &Mark| mark.class == Class::Negation;
        let denied = |text: &Extraction<'_>, at: u32| marks_of(text, Span::new(at, at + 1)).iter().any(denies);
        let wish = wished(words).filter(|_| any_of(words, &[const { hash("user") }]));
        let Some(wish) = wish.filter(|_| left > 0 && !sentence.question && !mentions.quotes(at)) else { continue };
        if denied(text, offset(at)) {
            continue;
        }
        if left == MOST {
            for (_, source, at, there) in places(&sources.texts).filter(|(message, ..)| user(*message)) {
                source.scan.words(there).iter().for_each(|word| {
                    said.insert(word.stem.into());
                });
                let requests = marks_of(source, Span::new(at, at + 1)).iter().filter(|mark| mark.kind == Kind::Request);
                for mark in requests {
                    let cue = crate::extract::words_in(&source.scan, mark.cue).slice(&source.scan.words);
                    cue.iter().for_each(|word| {
                        asked.insert(word.stem.into());
                    });
                }
            }
        }
        left -= 1;
        let other = |word: &&Word| {
            is_content(word) && !WISH.contains(&word.hash) && !ALSO.contains(&word.hash) && !PARTY.contains(&word.hash)
        };
        let about: Vec<Word> = wish.iter().filter(other).copied().collect();
        let about = stems(&about);
        let (own, others): (Vec<u32>, Vec<u32>) = about.iter().partition(|stem| said.contains((**stem).into()));
        let others: Vec<u32> = others.into_iter().filter(|stem| mentions.cost(&[*stem], 100) > 0).collect();
        let also = any_of(words, &ALSO) || words.windows(2).any(|pair| matches!(pair, [as_, well] if as_.hash == const { hash("as") } && well.hash == const { hash("well") }));
        if about.iter().any(|stem| asked.contains((*stem).into())) {
            continue;
        }
        let found_at = if also && !others.is_empty() || own.is_empty() && others.len() > 1 {
            let first = mentions.holding(&others, 50).first().map(|(message, _, _, there)| (*message, there.span));
            first.filter(|(first, _)| {
                let mut later = sources.texts.iter().enumerate().skip(*first as usize + 1);
                let points = |words: &[Word]| {
                    words.len() < 7 || any_of(words, &POINTS) || words.iter().any(|word| assents(word, ASSENT.len()))
                };
                !later.any(|(at, source)| user(offset(at)) && points(&source.scan.words))
            })
        } else if also && own.len() > 2 && own.len() == about.len() {
            let places = mentions.holding(&own, 35);
            let borrowed = |(message, source, at, there): &&Place<'_>| {
                user(*message) && denied(source, *at) && held(&own, source.scan.words(there)) >= 60
            };
            let asked = |(message, source, at, _): &Place<'_>| user(*message) && !denied(source, *at);
            let borrowed = places.iter().find(borrowed).filter(|_| !places.iter().any(asked));
            borrowed.map(|(message, _, _, there)| (*message, there.span))
        } else {
            None
        };
        if found_at.is_some() {
            all.push(found(FindingKind::Invented, sentence.span, found_at));
        }
    }
}
