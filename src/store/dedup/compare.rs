//! Two readings beside each other: do they say the same?

use super::reading::{Difference, OWNER, Reading, Token, keys};
use crate::text::Span;
use crate::verify::are_opposites;
use alloc::string::String;
use alloc::vec::Vec;

/// Why two entries are no duplicates, with the words that say so in either.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DedupReason {
    /// In what they differ.
    pub kind: Difference,
    /// The words of the first; at most eight stretches.
    pub first: Vec<String>,
    /// The words of the second.
    pub second: Vec<String>,
}

/// How many stretches are named.
const NAMED: usize = 8;

/// In what two texts differ; empty where they say the same.
pub(super) fn differences(a: &Reading<'_>, b: &Reading<'_>) -> Vec<DedupReason> {
    let mut reasons = Vec::new();
    let (here, there) = apart(&a.tokens, &b.tokens);
    add(&mut reasons, [a, b], &here, &there, true);
    let (mut bears, mut borne) = apart(&a.bearing, &b.bearing);
    // "Is reviewed by Ines" and "Ines reviews": one says "by", and the words stand accordingly.
    let turned = here.is_empty() && there.is_empty() && (is_passive_of(a, b) || is_passive_of(b, a));
    if turned {
        let agent = |reading: &Reading<'_>, token: &Token| {
            reading.by.is_none_or(|by| {
                reading
                    .tokens
                    .get(by)
                    .is_none_or(|by| token.span.end > by.span.start || by.span.start - token.span.end > 8)
            })
        };
        bears.retain(|token| agent(a, token));
        borne.retain(|token| agent(b, token));
    }
    add(&mut reasons, [a, b], &bears, &borne, false);
    // The user may be left out as the subject, and as nothing else.
    let (own, other) = (keys(&a.users), keys(&b.users));
    let subject = |users: &[Token]| matches!(users, [user] if user.kind == Difference::Wording);
    if own != other && !(own.is_empty() && subject(&b.users)) && !(other.is_empty() && subject(&a.users)) {
        reasons.push(named(
            Difference::Actor,
            a,
            b,
            &a.users.iter().collect::<Vec<_>>(),
            &b.users.iter().collect::<Vec<_>>(),
        ));
    }
    // One pronoun may stand for the user whom the other text names; two are two persons.
    let told = |own: &Reading<'_>, other: &Reading<'_>| own.pronouns == 0 && own.user && other.user;
    if a.pronouns != b.pronouns && !told(a, b) && !told(b, a) {
        reasons.push(DedupReason { kind: Difference::Actor, first: Vec::new(), second: Vec::new() });
    }
    if a.past != b.past || a.question != b.question {
        reasons.push(DedupReason { kind: Difference::Modality, first: Vec::new(), second: Vec::new() });
    }
    if reasons.is_empty() && !turned {
        reasons.extend(disorder(a, b));
    }
    reasons
}

/// The tokens that one has and the other has not, either way.
fn apart<'a>(a: &'a [Token], b: &'a [Token]) -> (Vec<&'a Token>, Vec<&'a Token>) {
    let (keys_a, keys_b) = (keys(a), keys(b));
    (without(a, &keys_a, &keys_b), without(b, &keys_b, &keys_a))
}

/// The tokens whose key the others lack, as often as they lack it.
fn without<'a>(tokens: &'a [Token], own: &[u64], others: &[u64]) -> Vec<&'a Token> {
    let mut lacking: Vec<u64> = Vec::new();
    let mut at = 0;
    for key in own {
        while others.get(at).is_some_and(|other| other < key) {
            at += 1;
        }
        if others.get(at) == Some(key) {
            at += 1;
        } else {
            lacking.push(*key);
        }
    }
    tokens.iter().filter(|token| lacking.binary_search(&token.key).is_ok()).collect()
}

/// Adds what differs by its kind. Opposites differ in polarity, and a word that denies is no word of content.
fn add(reasons: &mut Vec<DedupReason>, [a, b]: [&Reading<'_>; 2], here: &[&Token], there: &[&Token], content: bool) {
    for (own, others, first) in [(here, there, true), (there, here, false)] {
        for token in own.iter().take(NAMED * 2) {
            let (text, other_text) = if first { (a.text, b.text) } else { (b.text, a.text) };
            let words = token.span.of(text);
            let opposite = |other: &&Token| are_opposites(words, other.span.of(other_text));
            let turned = content && others.iter().take(NAMED * 2).any(opposite);
            let kind = if turned || words.eq_ignore_ascii_case("longer") { Difference::Polarity } else { token.kind };
            let at = reasons.iter().position(|reason| reason.kind == kind).unwrap_or_else(|| {
                reasons.push(DedupReason { kind, first: Vec::new(), second: Vec::new() });
                reasons.len() - 1
            });
            let Some(reason) = reasons.get_mut(at) else { continue };
            let list = if first { &mut reason.first } else { &mut reason.second };
            if list.len() < NAMED && !list.iter().any(|known| known == words) {
                list.push(words.into());
            }
        }
    }
}

/// The same content: is it in an order that says the same? Sentences may stand in another order, and within one a phrase may
/// have moved as a whole, with the prepositions and owners in it.
fn disorder(a: &Reading<'_>, b: &Reading<'_>) -> Option<DedupReason> {
    let same = |a: &[Token], b: &[Token]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.key == b.key);
    if same(&a.tokens, &b.tokens) {
        return None;
    }
    let (soft, softly) = apart(&a.soft, &b.soft);
    // One preposition may be another ("at Helvetia", "for Helvetia"); where two are, things changed places.
    let other = |one: &[&Token], two: &[&Token]| match (one, two) {
        ([one], [two]) => one.key >> 4 == two.key >> 4 && one.key & OWNER != OWNER && two.key & OWNER != OWNER,
        _ => one.is_empty() && two.is_empty(),
    };
    let (soft, softly) = if other(&soft, &softly) { (Vec::new(), Vec::new()) } else { (soft, softly) };
    let owner = soft.iter().chain(&softly).find(|token| token.kind == Difference::Actor);
    if let Some(first) = owner.or(soft.first().or(softly.first())) {
        return Some(named(first.kind, a, b, &soft, &softly));
    }
    // Sentence by sentence where they pair up, else the whole.
    let mut open: Vec<&[Token]> =
        b.sentences.iter().map(|span| span.slice(&b.tokens)).filter(|tokens| !tokens.is_empty()).collect();
    let mut unpaired = open.len() > LONGEST;
    for sentence in a.sentences.iter().map(|span: &Span| span.slice(&a.tokens)).filter(|tokens| !tokens.is_empty()) {
        let wanted = keys(sentence);
        let found = open.iter().position(|other| other.len() == sentence.len() && keys(other) == wanted);
        match found {
            Some(at) if !unpaired => {
                let other = open.swap_remove(at);
                if !moved(sentence, other) {
                    return Some(crossed(a, b, sentence, other));
                }
            }
            _ => unpaired = true,
        }
    }
    if unpaired && !moved(&a.tokens, &b.tokens) {
        return Some(crossed(a, b, &a.tokens, &b.tokens));
    }
    None
}

/// Entries of more sentences are compared as a whole.
const LONGEST: usize = 64;

/// Whether two sequences of the same tokens differ by one phrase that moved: between the first and the last place where they
/// differ one is the other turned around a point. Two values that changed places are another statement.
fn moved(a: &[Token], b: &[Token]) -> bool {
    let Some(first) = a.iter().zip(b).position(|(a, b)| a.key != b.key) else { return a.len() == b.len() };
    let last = a.iter().rev().zip(b.iter().rev()).position(|(a, b)| a.key != b.key).unwrap_or(0);
    let (Some(here), Some(there)) = (a.get(first..a.len() - last), b.get(first..b.len().saturating_sub(last))) else {
        return false;
    };
    let values =
        |tokens: &[Token]| tokens.iter().all(|token| matches!(token.kind, Difference::Value | Difference::Date));
    if here.len() == 2 && values(here) {
        return false;
    }
    (1..here.len()).any(|turn| {
        let (head, tail) = here.split_at(turn);
        tail.iter().chain(head).zip(there).all(|(a, b)| a.key == b.key)
    })
}

/// Whether `active` says in the active voice what `passive` says with "by": agent, verb, patient, rest.
fn is_passive_of(passive: &Reading<'_>, active: &Reading<'_>) -> bool {
    let Some(by) = passive.by.filter(|by| *by > 0 && active.by.is_none()) else { return false };
    let keys = |tokens: &[Token]| tokens.iter().map(|token| token.key).collect::<Vec<u64>>();
    let (before, after) = passive.tokens.split_at(by.min(passive.tokens.len()));
    let Some((verb, patient)) = before.split_last() else { return false };
    let wanted = keys(&active.tokens);
    (1..=after.len().min(3)).any(|length| {
        let (agent, rest) = after.split_at(length);
        [agent, core::slice::from_ref(verb), patient, rest].into_iter().flat_map(keys).eq(wanted.iter().copied())
    })
}

/// Who and what changed places: an actor, if one of them did, else the order.
fn crossed(a: &Reading<'_>, b: &Reading<'_>, here: &[Token], there: &[Token]) -> DedupReason {
    let differing = |own: &[Token], other: &[Token]| -> Vec<Token> {
        own.iter().zip(other).filter(|(own, other)| own.key != other.key).map(|(own, _)| *own).collect()
    };
    let (first, second) = (differing(here, there), differing(there, here));
    let actor = first.iter().chain(&second).any(|token| token.kind == Difference::Actor);
    let kind = if actor { Difference::Actor } else { Difference::Order };
    named(kind, a, b, &first.iter().collect::<Vec<_>>(), &second.iter().collect::<Vec<_>>())
}

fn named(kind: Difference, a: &Reading<'_>, b: &Reading<'_>, first: &[&Token], second: &[&Token]) -> DedupReason {
    let words =
        |tokens: &[&Token], text: &str| tokens.iter().take(NAMED).map(|token| token.span.of(text).into()).collect();
    DedupReason { kind, first: words(first, a.text), second: words(second, b.text) }
}
