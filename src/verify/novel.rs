//! Identifiers of the summary that no message holds, whatever the sentence says (E4).

use super::findings::{Found, Known};
use super::mentions::Mentions;
use super::value::is_distinctive;
use super::{Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::Mark;
use crate::text::{Hasher, Region, clock, hash, holds};
use alloc::vec::Vec;

/// So many that no message names are looked for letter by letter: each costs a walk over the source.
const MOST: usize = 8;

/// What nobody makes up by telling a thing in his own words: paths, commits, tickets, versions, addresses, times of day.
pub(super) fn novel(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut left) = (&summary.text, MOST);
    let tools = sources.tools.contains(&true);
    let known = Known { keys: &|| sources.keys(), words: sources.words() };
    for mark in text.marks.iter().filter(|mark| mark.class == Class::Identifier) {
        let token = mark.span.of(text.scan.text);
        let Some(sentence) = text.scan.sentences.get(mark.sentence as usize) else { continue };
        let speaks = sentence.region.speaks() && sentence.region != Region::Heading;
        if !speaks || !is_its_own(mark, token, tools) || mentions.quotes(mark.sentence as usize) {
            continue;
        }
        // The digits of a time stand in many numbers.
        let time = mark.kind == Kind::Date;
        let words = if time { &[] } else { mark.scope.slice(&text.scan.words) };
        if known.has(mark, token, words) {
            continue;
        }
        let Some(less) = left.checked_sub(1) else { return };
        left = less;
        let found = || all.iter().any(|found| found.span.overlaps(mark.span));
        if !found() && !sources.spell(core_of(mark.kind, token)) {
            all.push(Found {
                kind: FindingKind::Invented,
                class: Some(Class::Identifier),
                span: mark.span,
                against: None,
            });
        }
    }
}

/// Whether it names one thing and nothing else. Files may be known from calls that a host leaves out: they count where tools speak.
fn is_its_own(mark: &Mark, token: &str, tools: bool) -> bool {
    match mark.kind {
        Kind::Symbol | Kind::Error | Kind::Command => false,
        Kind::Path | Kind::Env => tools && is_distinctive(mark.kind, token),
        Kind::Date => clock(token).is_some(),
        Kind::Id => token.len() >= 4 && token.bytes().any(|byte| byte.is_ascii_digit()) && !is_general(token),
        kind => is_distinctive(kind, token),
    }
}

/// "SHA-256", "676-line": the name of a norm, a count.
fn is_general(token: &str) -> bool {
    const NORMS: [u32; 10] = [
        hash("sha"),
        hash("utf"),
        hash("iso"),
        hash("rfc"),
        hash("aes"),
        hash("rsa"),
        hash("md"),
        hash("http"),
        hash("gpt"),
        hash("covid"),
    ];
    let Some((head, tail)) = token.split_once('-') else { return false };
    let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let mut hasher = Hasher::new();
    head.bytes().for_each(|byte| hasher.push(byte.to_ascii_lowercase()));
    NORMS.contains(&hasher.finish()) || head.bytes().all(|byte| byte.is_ascii_digit()) && letters(tail)
}

/// What of it has to stand somewhere: of a path the file, of an address on the web the host, of a version the numbers.
fn core_of(kind: Kind, token: &str) -> &str {
    let last = |by: char| token.trim_end_matches(by).rsplit(by).next().unwrap_or(token);
    match kind {
        Kind::Path => last('/'),
        Kind::Url => token.split("://").last().and_then(|rest| rest.split('/').next()).unwrap_or(token),
        Kind::Version => token.trim_start_matches('v'),
        _ => token,
    }
}

impl Sources<'_> {
    /// Whether some message, the tail or the host spells something.
    fn spell(&self, token: &str) -> bool {
        let texts = self.texts.iter().map(|source| source.scan.text).chain(self.beside.iter().copied());
        texts.into_iter().any(|text| holds(text, token))
    }
}
