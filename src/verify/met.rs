//! A condition told as met (E4): "staging passed" for "deploy only if staging passes", where nobody says that it did.

use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, clauses, has_stem, held, marks_of, stems};
use super::progress::asks;
use super::{Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::Extraction;
use crate::text::{Region, Sentence, Span, Word, hash, list, offset};
use alloc::vec::Vec;

const UNLESS: u32 = hash("unless");

/// Words before a condition. Behind the last two stands what was as well: "after it failed".
const IF: [u32; 7] = [hash("if"), hash("once"), hash("until"), UNLESS, hash("before"), hash("after"), hash("when")];
const SURE: usize = 5;

/// Words that tell something as over or given.
const PAST: [u32; 12] = [
    hash("was"),
    hash("were"),
    hash("has"),
    hash("have"),
    hash("had"),
    hash("did"),
    hash("didn't"),
    hash("came"),
    hash("went"),
    hash("got"),
    hash("now"),
    hash("already"),
];

/// So many places are looked at, for all clauses together.
const LOOKS: usize = 1 << 14;

/// The clauses of the summary that tell as known what stands in conditions of the source, and nowhere else.
pub(super) fn met(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut looks) = (&summary.text, LOOKS);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        if !sentence.region.speaks()
            || sentence.region == Region::Heading
            || mentions.quotes(at)
            || asks(text, sentence)
        {
            continue;
        }
        // The first clause, or one that gives a reason.
        const REASONS: [u32; 3] = [hash("since"), hash("because"), hash("as")];
        for clause in clauses(text, sentence.words, &REASONS[..2]) {
            let words = clause.slice(&text.scan.words);
            let reason = words.first().is_some_and(|word| REASONS.contains(&word.hash));
            let heads = clause.start == sentence.words.start && is_told(text, at, words);
            if !(reason || heads) || any_of(words, &IF) {
                continue;
            }
            let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
            let span = first.span().hull(last.span());
            let mut denied = false;
            let open = marks_of(text, Span::new(offset(at), offset(at) + 1)).iter().any(|mark| {
                let here = mark.cue.overlaps(span);
                denied |= here && mark.kind == Kind::Denial;
                here && !matches!(mark.class, Class::Identifier | Class::Declared) && mark.kind != Kind::Denial
            });
            let mut told = words.to_vec();
            told.retain(|word| !PAST.contains(&word.hash));
            let about = stems(&told);
            let (2.., false) = (about.len(), open) else { continue };
            let Some(left) = looks.checked_sub(mentions.cost(&about, 0)) else { continue };
            looks = left;
            if let Some(against) = supposed(sources, mentions, &about, denied) {
                all.push(Found { kind: FindingKind::Promoted, class: None, span, against: Some(against) });
            }
        }
    }
}

/// Whether a clause tells something as it is: in the past; or by a form of "be" in a sentence of prose that belongs to no list.
fn is_told(text: &Extraction<'_>, at: usize, words: &[Word]) -> bool {
    let scan = &text.scan;
    let said = |word: &Word| word.span().of(scan.text);
    let ends = |at: Option<usize>, end: &str| {
        at.and_then(|at| scan.sentences.get(at)).is_some_and(|sentence| sentence.span.of(scan.text).ends_with(end))
    };
    let prose = scan.sentences.get(at).is_some_and(|sentence| sentence.region == Region::Prose);
    any_of(words, &PAST)
        || words.iter().any(|word| said(word).ends_with("ed") && !any_of(words, const { &[hash("to"), hash("be")] }))
            && !words.iter().any(|word| word.is(list::COPULA))
        || prose
            && words.iter().any(|word| word.is(list::COPULA))
            && ends(Some(at), ".")
            && !ends(at.checked_sub(1), ":")
}

/// The condition that says it all; none where it is told elsewhere, or a later message may tell of it.
fn supposed(sources: &Sources<'_>, mentions: &Mentions<'_>, about: &[u32], denied: bool) -> Option<(u32, Span)> {
    let places = mentions.holding(about, 100);
    let (message, _, number, sentence) = *places.first()?;
    let conditional = |(message, source, _, sentence): &Place<'_>| {
        sources.tools.get(*message as usize) != Some(&true) && is_condition(source, sentence, about, denied)
    };
    if !places.iter().all(conditional) {
        return None;
    }
    let tool = |message: u32| sources.tools.get(message as usize) == Some(&true);
    let told = |(at, source, other, there): Place<'_>| {
        let words = source.scan.words(there);
        // What a tool answers to whoever speaks of it may tell it.
        let answered = at >= message && (tool(at) || tool(at + 1));
        let says = (at, other) > (message, number)
            && held(about.get(1..).unwrap_or(&[]), words) > 0
            && !places.iter().any(|(message, _, number, _)| (*message, *number) == (at, other))
            && !asks(source, there);
        answered || says
    };
    (!mentions.holding(about, 0).into_iter().any(told)).then_some((message, sentence.span))
}

/// Whether all of it stands behind a word that makes it a condition.
fn is_condition(source: &Extraction<'_>, sentence: &Sentence, about: &[u32], denied: bool) -> bool {
    let words = source.scan.words(sentence);
    words.iter().enumerate().any(|(at, word)| {
        let Some(cue) = IF.iter().position(|cue| *cue == word.hash) else { return false };
        let start = sentence.words.start + offset(at) + 1;
        let scope = clauses(source, Span::new(start, sentence.words.end), &[]).next();
        let scope = scope.map_or(&[][..], |scope| scope.slice(&source.scan.words));
        let past = || any_of(scope, &PAST) || scope.iter().any(|word| word.span().of(source.scan.text).ends_with("ed"));
        denied == (word.hash == UNLESS) && about.iter().all(|stem| has_stem(scope, *stem)) && (cue < SURE || !past())
    })
}
