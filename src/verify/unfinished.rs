//! `promoted` (E4): work told as done of which the source says last that it is not.

use super::Target;
use super::findings::Found;
use super::mentions::Mentions;
use super::pair::{any_of, clauses, held, marks_of};
use super::progress::{OPEN, asks, found, is_part, subject, told_as_fact};
use super::value::is_distinctive;
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{Span, Word, hash, is_content, list, place_of};
use alloc::vec::Vec;

/// The sentences of the summary that tell something as done (*has been, was …*), where the last sentence of the source about it tells
/// it as under way, in part or ahead: "the contacts have been checked" for "I'm still going through the contacts".
pub(super) fn unfinished(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const MOST: usize = 32;
    const LEAST: usize = 50;
    const BEEN: [u32; 3] = [hash("been"), hash("was"), hash("were")];
    let (text, mut left) = (&summary.text, MOST);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let at = at as u32;
        if left == 0 || mentions.quotes(at as usize) || !any_of(words, &BEEN) || !told_as_fact(text, at, sentence) {
            continue;
        }
        if is_part(text, sentence) || is_ahead(words, 0) {
            continue;
        }
        // What else the sentence tells is another matter.
        let mut clauses_of = clauses(text, sentence.words, &[const { hash("and") }, const { hash("but") }]);
        let told = |clause: Span| any_of(clause.slice(&text.scan.words), &BEEN);
        let own = clauses_of.find(|clause| told(*clause)).map_or(words, |clause| clause.slice(&text.scan.words));
        let verb = own.iter().skip_while(|word| !BEEN.contains(&word.hash)).find(|word| is_content(word));
        let Some(verb) = verb.map(|verb| verb.stem) else { continue };
        let about = subject(own);
        if about.len() < 2 {
            continue;
        }
        left -= 1;
        let places = mentions.holding(&about, LEAST);
        let Some((message, source, number, there)) = places.last().copied() else { continue };
        // The same words may be another name.
        let name = |mark: &Mark| mark.class == Class::Identifier && is_distinctive(mark.kind, text.scan.str(mark.span));
        let names = marks_of(text, Span::new(at, at + 1)).iter().filter(|mark| name(mark));
        if names.into_iter().any(|mark| place_of(text.scan.str(mark.span), source.scan.str(there.span)).is_none()) {
            continue;
        }
        let own = held(&about, source.scan.words(there));
        let told = places.iter().any(|(_, source, at, sentence)| {
            let words = source.scan.words(sentence);
            words.iter().any(|word| word.stem == verb)
                && held(&about, words) >= own
                && told_as_fact(source, *at, sentence)
                && !is_unfinished(source, *at, verb)
        });
        // "The plan is in progress, the north wing is drawn": part of it is done.
        let done = |clause: Span| {
            let words = clause.slice(&source.scan.words);
            words.iter().any(|word| word.stem == verb) && !is_ahead(words, verb) && !denied(source, number, words)
        };
        let told = told || clauses(source, there.words, &[const { hash("but") }]).any(done);
        let known = all.iter().any(|found| found.kind == FindingKind::Promoted && found.span.overlaps(sentence.span));
        if !told && !known && is_unfinished(source, number, verb) && !asks(source, there) {
            all.push(found(FindingKind::Promoted, sentence.span, Some((message, there.span))));
        }
    }
}

/// Whether something denies or asks for what stands among some words of a sentence.
fn denied(source: &Extraction<'_>, at: u32, words: &[Word]) -> bool {
    let within = |mark: &Mark| words.iter().any(|word| mark.cue.overlaps(word.span()));
    let of_class = |mark: &&Mark| matches!(mark.class, Class::Negation | Class::Obligation);
    marks_of(source, Span::new(at, at + 1)).iter().filter(of_class).any(within)
}

/// Whether some words tell something as under way or ahead; "is running" may tell the end of it, and a verb only itself.
fn is_ahead(words: &[Word], verb: u32) -> bool {
    const AHEAD: [u32; 6] =
        [hash("review"), hash("draft"), hash("drafted"), hash("left"), hash("working"), hash("being")];
    let tells = |word: &Word| OPEN.contains(&word.hash) && word.hash != const { hash("running") };
    words.iter().any(|word| word.stem != verb && (tells(word) || AHEAD.contains(&word.hash)))
}

/// Whether a sentence of the source says that something is under way, in part, in review or left.
fn is_unfinished(source: &Extraction<'_>, at: u32, verb: u32) -> bool {
    const UNDER_WAY: [u32; 15] = [
        hash("half"),
        hash("halfway"),
        hash("partly"),
        hash("partially"),
        hash("ongoing"),
        hash("underway"),
        hash("progress"),
        hash("pending"),
        hash("still"),
        hash("unfinished"),
        hash("incomplete"),
        hash("review"),
        hash("draft"),
        hash("drafted"),
        hash("working"),
    ];
    let Some(sentence) = source.scan.sentences.get(at as usize) else { return false };
    let words = source.scan.words(sentence);
    let left = |pair: &[Word]| matches!(pair, [be, left] if be.is(list::COPULA) && left.hash == const { hash("left") });
    let open = |mark: &Mark| matches!(mark.kind, Kind::OpenTask | Kind::Waiting);
    is_part(source, sentence)
        || words.iter().any(|word| word.stem != verb && UNDER_WAY.contains(&word.hash))
        || words.windows(2).any(left)
        || marks_of(source, Span::new(at, at + 1)).iter().any(open)
}
