//! Rules kept word for word, and lifted beside it (E4): "members are exempt", "(expired)", "the user joked that …".

use super::Target;
use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, clauses, has_stem, held, marks_of, stems};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{Sentence, Span, Word, hash, is_content, number_word, offset, shape};
use alloc::vec::Vec;

/// What lifts a rule for some, words one after another.
const LIFTS: [&[u32]; 16] = [
    &[hash("exempt")],
    &[hash("exempted")],
    &[hash("waiver")],
    &[hash("optional")],
    &[hash("suffices")],
    &[hash("without"), hash("asking")],
    &[hash("without"), hash("approval")],
    &[hash("without"), hash("permission")],
    &[hash("without"), hash("telling")],
    &[hash("can"), hash("skip")],
    &[hash("may"), hash("skip")],
    &[hash("can"), hash("ignore")],
    &[hash("may"), hash("ignore")],
    &[hash("need"), hash("not")],
    &[hash("is"), hash("enough")],
    &[hash("are"), hash("enough")],
];

/// What takes the seriousness away, or takes back what stands before it.
const UNSAYS: [&[u32]; 10] = [
    &[hash("joked")],
    &[hash("jokingly")],
    &[hash("joking")],
    &[hash("kidding")],
    &[hash("in"), hash("jest")],
    &[hash("never"), hash("mind")],
    &[hash("nevermind")],
    &[hash("scratch"), hash("that")],
    &[hash("second"), hash("thought")],
    &[hash("second"), hash("thoughts")],
];

/// In brackets behind a rule.
const OVER: [u32; 9] = [
    hash("expired"),
    hash("obsolete"),
    hash("outdated"),
    hash("revoked"),
    hash("withdrawn"),
    hash("lapsed"),
    hash("longer"),
    hash("superseded"),
    hash("lifted"),
];

/// So many sentences are looked at: each costs a look at the source.
const MOST: usize = 32;

/// The sentences of the summary that lift a rule or make light of it, where the source tells of no such thing.
pub(super) fn waived(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let (text, mut left) = (&summary.text, MOST);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let plain = sentence.region.speaks() && !sentence.question && !mentions.quotes(at);
        let words = text.scan.words(sentence);
        let Some((phrase, lifts)) = phrase(text, sentence, words).filter(|_| plain && left > 0) else { continue };
        left -= 1;
        let marks = marks_of(text, Span::new(offset(at), offset(at) + 1));
        let before = |mark: &Mark| mark.class == Class::Negation && mark.scope.contains(phrase) && !mark.cue.is_empty();
        let said = phrase.slice(&text.scan.words);
        let denied = |mark: &Mark| before(mark) && !said.iter().any(|word| word.span().overlaps(mark.cue));
        if lifts && marks.iter().any(denied) {
            continue;
        }
        let key = said.last().map_or(0, |word| word.stem);
        // What is freed stands in the clause of the phrase.
        let start =
            words.iter().rposition(|word| word.start < said.first().map_or(0, |word| word.start) && breaks(text, word));
        let clause = words.get(start.map_or(0, |at| at + 1)..).unwrap_or(&[]);
        let freed: Vec<u32> = clause
            .iter()
            .filter(|word| is_content(word) && !said.iter().any(|own| own.start == word.start))
            .map(|word| word.stem)
            .collect();
        let tells = |(_, source, number, there): &Place<'_>| !is_rule(source, *number, there);
        let frees = |place: &Place<'_>| {
            tells(place) && (!lifts || freed.is_empty() || held(&freed, place.1.scan.words(place.3)) > 0)
        };
        let known = mentions.with_all(&[key]).iter().any(frees)
            || lifts && freed.iter().any(|stem| mentions.with_all(&[*stem]).iter().any(tells));
        if !known {
            let rule = mentions.holding(&stems(words), 0).into_iter().rev().find(|place| !tells(place));
            let against = rule.map(|(message, _, _, there)| (message, there.span));
            all.push(Found { kind: FindingKind::Invented, class: None, span: sentence.span, against });
        }
    }
}

/// "The day shift may open it too" for "only the night shift may open the vault": somebody else is let in.
pub(super) fn admitted(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const MAY: [u32; 3] = [hash("may"), hash("can"), hash("allowed")];
    let (text, mut left) = (&summary.text, MOST);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        if sentence.question || !sentence.region.speaks() || mentions.quotes(at) {
            continue;
        }
        for clause in clauses(text, sentence.words, &[const { hash("but") }]) {
            let words = clause.slice(&text.scan.words);
            let Some(modal) = words.iter().position(|word| MAY.contains(&word.hash)).filter(|_| left > 0) else {
                continue;
            };
            let (who, what) = words.split_at(modal);
            let what = stems(what);
            let negated =
                |mark: &Mark| mark.class == Class::Negation && words.iter().any(|word| mark.cue.overlaps(word.span()));
            let marks = marks_of(text, Span::new(offset(at), offset(at) + 1));
            let (Some(verb), false) = (what.first(), marks.iter().any(negated)) else { continue };
            left -= 1;
            let only = |(_, source, number, there): &Place<'_>| {
                let words = source.scan.words(there);
                let restricts = |mark: &Mark| mark.kind == Kind::Restriction;
                let first = words.iter().position(|word| word.hash == const { hash("only") });
                words.iter().position(is_content) > first
                    && any_of(words, &MAY)
                    && marks_of(source, Span::new(*number, number + 1)).iter().any(restricts)
                    && what.iter().all(|stem| has_stem(words, *stem))
            };
            let Some((message, source, _, there)) = mentions.with_all(&[*verb]).into_iter().find(only) else {
                continue;
            };
            let other = |stem: &&u32| !has_stem(source.scan.words(there), **stem);
            let stranger = stems(who).iter().find(other).copied();
            if stranger.is_some_and(|stem| mentions.with_all(&[stem, *verb]).is_empty()) {
                let (kind, class) = (FindingKind::Invented, Some(Class::Negation));
                all.push(Found { kind, class, span: sentence.span, against: Some((message, there.span)) });
                break;
            }
        }
    }
}

/// Where a sentence has one of the phrases, as words of the text, and whether that lifts a rule.
fn phrase(text: &Extraction<'_>, sentence: &Sentence, words: &[Word]) -> Option<(Span, bool)> {
    let starts = |at: usize, phrase: &[u32]| {
        let here = words.get(at..at + phrase.len());
        here.is_some_and(|here| here.iter().zip(phrase).all(|(word, wanted)| word.hash == *wanted))
    };
    let one = |word: &Word| word.hash == const { hash("one") };
    let counted = |word: &Word| word.shape & shape::DIGIT != 0 || one(word) || number_word(word.hash).is_some();
    (0..words.len()).find_map(|at| {
        let span = |length: usize| {
            let start = sentence.words.start + offset(at);
            Span::new(start, start + offset(length))
        };
        let unsays = UNSAYS.iter().find(|phrase| starts(at, phrase));
        let lifts = LIFTS.iter().find(|phrase| starts(at, phrase));
        // "One is enough", but not "the server is fast enough".
        let lifts = lifts.filter(|phrase| {
            let number = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(counted);
            phrase.last() != Some(&const { hash("enough") }) && phrase.last() != Some(&const { hash("suffices") })
                || number
        });
        let over = words.get(at).is_some_and(|word| OVER.contains(&word.hash) && in_brackets(text, word));
        match (unsays, lifts) {
            (Some(phrase), _) => Some((span(phrase.len()), false)),
            (_, Some(phrase)) => Some((span(phrase.len()), true)),
            _ => over.then(|| (span(1), false)),
        }
    })
}

/// Whether a word stands in short brackets.
fn in_brackets(text: &Extraction<'_>, word: &Word) -> bool {
    const LONG: usize = 32;
    let bytes = text.scan.text.as_bytes();
    let before = bytes.get(..word.start as usize).unwrap_or(&[]).iter().rev().take(LONG);
    let after = bytes.get(word.end as usize..).unwrap_or(&[]).iter().take(LONG);
    let opens = before.into_iter().find(|byte| matches!(byte, b'(' | b')' | b'[' | b']' | b'\n' | b'.'));
    let closes = after.into_iter().find(|byte| matches!(byte, b'(' | b')' | b'[' | b']' | b'\n' | b'.'));
    matches!((opens, closes), (Some(b'(' | b'['), Some(b')' | b']')))
}

/// Whether a clause ends with a word.
fn breaks(text: &Extraction<'_>, word: &Word) -> bool {
    matches!(text.scan.text.as_bytes().get(word.end as usize), Some(b',' | b';' | b':' | b'('))
}

/// Words that make an exception.
const EXCEPTS: [u32; 5] = [hash("except"), hash("unless"), hash("exception"), hash("exceptions"), hash("exempt")];

/// "No exceptions" where the source makes one, and exceptions that it makes in other words, which are none of the summary's.
pub(super) fn excepted(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const NO: [u32; 2] = [hash("no"), hash("without")];
    const NEEDS: [u32; 3] = [hash("need"), hash("needed"), hash("have")];
    let (text, mut left) = (&summary.text, MOST);
    let denied = |source: &Extraction<'_>, number: u32| {
        marks_of(source, Span::new(number, number + 1)).iter().any(|mark| mark.kind == Kind::Denial)
    };
    let makes =
        |(_, source, number, there): &Place<'_>| any_of(source.scan.words(there), &EXCEPTS) && !denied(source, *number);
    // "You don't need to ask."
    let needless =
        |(_, source, number, there): &Place<'_>| any_of(source.scan.words(there), &NEEDS) && denied(source, *number);
    all.retain(|found| {
        let words = words_in(&text.scan, found.span).slice(&text.scan.words);
        let first = words.first().map_or(0, |word| word.hash);
        let without = first == const { hash("without") };
        let mut about = stems(words);
        about.retain(|stem| !words.iter().any(|word| word.stem == *stem && EXCEPTS.contains(&word.hash)));
        let excepts = found.kind == FindingKind::Invented && !about.is_empty() && (without || EXCEPTS.contains(&first));
        !(excepts && mentions.with_all(&about).iter().any(|place| if without { needless(place) } else { makes(place) }))
    });
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let none = |pair: &[Word]| matches!(pair, [no, what] if NO.contains(&no.hash) && EXCEPTS.contains(&what.hash));
        if left == 0 || !words.windows(2).any(none) || mentions.quotes(at) || !sentence.region.speaks() {
            continue;
        }
        left -= 1;
        let about = mentions.holding(&stems(words), 0).into_iter().rev().find(makes);
        let against = about.or_else(|| mentions.with_all(&[const { hash("exempt") }]).into_iter().find(makes));
        if let Some((message, _, _, there)) = against {
            let (kind, class) = (FindingKind::Invented, Some(Class::Negation));
            all.push(Found { kind, class, span: sentence.span, against: Some((message, there.span)) });
        }
    }
}

/// Whether a sentence of the source rules something, and frees nothing.
fn is_rule(source: &Extraction<'_>, number: u32, sentence: &Sentence) -> bool {
    const FREES: [u32; 3] = [hash("free"), hash("fine"), hash("skip")];
    let rules = |mark: &Mark| {
        matches!(mark.kind, Kind::Prohibition | Kind::Restriction | Kind::Requirement | Kind::Standing | Kind::Request)
    };
    let words = source.scan.words(sentence);
    marks_of(source, Span::new(number, number + 1)).iter().any(rules)
        && !any_of(words, &FREES)
        && !any_of(words, &EXCEPTS)
}
