//! What joins and what bounds (E1): "both" told as "either", "at least" told as "at most".

use super::Target;
use super::findings::Found;
use super::mentions::Mentions;
use super::pair::{any_of, marks_of, stems};
use crate::class::Class;
use crate::element::FindingKind;
use crate::extract::Extraction;
use crate::text::{Hasher, Span, Word, hash, is_content, list, number_word, offset, shape};
use alloc::vec::Vec;

const AND: u32 = hash("and");
const OR: u32 = hash("or");

/// One claim of the summary that the source may turn around.
enum Claim {
    /// The words on either side of an "or".
    Either(u32, Vec<u32>),
    /// What is bounded; and the content stems of its sentence, of which the other place has to say most.
    Bound(Bound, Vec<u32>),
}

/// The sentences in which an "and" of something owed became an "or", or a bound its opposite, and nowhere in the source it is one.
pub(super) fn turned(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const MOST: usize = 32;
    let text = &summary.text;
    let mut claims: Vec<(Claim, Span)> = Vec::new();
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let denies =
            || marks_of(text, Span::new(offset(at), offset(at) + 1)).iter().any(|mark| mark.class == Class::Negation);
        if !sentence.region.speaks() || sentence.question || claims.len() >= MOST {
            continue;
        }
        let either =
            words.iter().enumerate().filter(|(_, word)| word.hash == OR).filter_map(|(at, _)| sides(words, at));
        let either: Vec<_> = either.map(|(left, right)| Claim::Either(left, right)).collect();
        if !either.is_empty() && !denies() {
            claims.extend(either.into_iter().map(|claim| (claim, sentence.span)));
        }
        let bounds = bounds(words).into_iter();
        claims.extend(bounds.map(|bound| (Claim::Bound(bound, about(words)), sentence.span)));
    }
    for (claim, span) in claims {
        if let Some(against) = against(&claim, mentions) {
            all.push(Found { kind: FindingKind::Invented, class: None, span, against: Some(against) });
        }
    }
}

/// The first place that says the opposite, or bounds another value of what no place bounds by this one; none where a place says the
/// same.
fn against(claim: &Claim, mentions: &Mentions<'_>) -> Option<(u32, Span)> {
    let places = match claim {
        Claim::Either(stem, _) => mentions.with_all(&[*stem]),
        Claim::Bound(_, about) => mentions.holding(about, 70),
    };
    let mut against = None;
    for (message, source, at, sentence) in places {
        let same = match claim {
            Claim::Either(left, right) => joined(source, at, *left, right),
            Claim::Bound(bound, _) => {
                let words = source.scan.words(sentence);
                let bounds = bounds(words);
                let mut all =
                    bounds.iter().filter(|other| other.of == bound.of && (!bound.of || other.stem == bound.stem));
                let said = |other: &Bound| other.stem == bound.stem && other.most == bound.most;
                // "Waits 30 s" beside "max 20": the value is said, and no bound.
                let bare = words.iter().any(|word| counts(word) && number(word) == bound.stem);
                let plain = !bound.of && bare && !bounds.iter().any(|other| other.stem == bound.stem);
                all.next().map(|other| said(other) || all.any(said)).filter(|same| *same || !plain)
            }
        };
        match same {
            Some(true) => return None,
            Some(false) => against = against.or(Some((message, sentence.span))),
            None => {}
        }
    }
    against
}

/// The word with content before a joint, and the two after it.
fn sides(words: &[Word], at: usize) -> Option<(u32, Vec<u32>)> {
    const NEAR: usize = 5;
    let tells = |word: &&Word| is_content(word) || word.shape & shape::DIGIT != 0;
    let left = words.get(at.saturating_sub(NEAR)..at)?.iter().rev().find(tells)?;
    let right = words.get(at + 1..words.len().min(at + 1 + NEAR))?.iter().filter(tells).take(2);
    let right: Vec<u32> = right.map(|word| word.stem).collect();
    (!right.is_empty()).then_some((left.stem, right))
}

/// Whether a sentence joins the two by "or"; `Some(false)` where it owes both, joined by "and".
fn joined(source: &Extraction<'_>, at: u32, left: u32, right: &[u32]) -> Option<bool> {
    let words = source.scan.sentences.get(at as usize).map_or(&[][..], |sentence| source.scan.words(sentence));
    let here = |joint: u32| {
        let mut joints = words.iter().enumerate().filter(move |(_, word)| word.hash == joint);
        joints.any(|(at, _)| {
            sides(words, at)
                .is_some_and(|(one, others)| one == left && others.iter().any(|other| right.contains(other)))
        })
    };
    let marks = || marks_of(source, Span::new(at, at + 1)).iter();
    let owed = || any_of(words, const { &[hash("both")] }) || marks().any(|mark| mark.class == Class::Obligation);
    if here(OR) {
        Some(true)
    } else if here(AND) && owed() && !marks().any(|mark| mark.class == Class::Negation) {
        Some(false)
    } else {
        None
    }
}

/// A value that is the most or the least there may be, or a thing of which all or some is meant.
#[derive(PartialEq)]
struct Bound {
    stem: u32,
    /// Whether it is a thing, not a value.
    of: bool,
    /// The most there may be; all of them.
    most: bool,
}

/// What bounds the value behind it from above, and from below.
const UP: [u32; 10] = [
    hash("most"),
    hash("maximum"),
    hash("max"),
    hash("maximally"),
    hash("within"),
    hash("under"),
    hash("below"),
    hash("less"),
    hash("fewer"),
    hash("up"),
];
const DOWN: [u32; 12] = [
    hash("exceed"),
    hash("exceeding"),
    hash("least"),
    hash("minimum"),
    hash("min"),
    hash("minimally"),
    hash("after"),
    hash("over"),
    hash("above"),
    hash("more"),
    hash("longer"),
    hash("exceeds"),
];
/// Verbs of what is bounded.
const VERBS: [u32; 7] =
    [hash("fall"), hash("drop"), hash("sink"), hash("rise"), hash("go"), hash("stay"), hash("remain")];
/// The same behind a value and "or".
const OR_MORE: usize = 9;

/// Words for all of a thing, and for some of it.
const EVERY: [u32; 4] = [hash("all"), hash("every"), hash("each"), hash("both")];
const SOME: [u32; 7] =
    [hash("some"), hash("most"), hash("few"), hash("several"), hash("either"), hash("half"), hash("one")];
const FORBIDS: [u32; 3] = [hash("never"), hash("don't"), hash("dont")];
const DENIES: [u32; 4] = [hash("no"), hash("not"), hash("never"), hash("without")];

fn bounds(words: &[Word]) -> Vec<Bound> {
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let every = EVERY.contains(&word.hash);
        if let Some(bound) = value(words, at) {
            all.push(bound);
        } else if (every || SOME.contains(&word.hash)) && !is_denied(words, at) {
            let near = words.get(at + 1..words.len().min(at + 5)).unwrap_or(&[]);
            let thing = near.iter().find(|word| is_content(word));
            all.extend(thing.map(|thing| Bound { stem: thing.stem, of: true, most: every }));
        }
    }
    all
}

/// Whether what bounds is denied: "not more than", "must not exceed", "never let it fall below".
fn is_denied(words: &[Word], at: usize) -> bool {
    const FAR: usize = 6;
    let verb = |at: usize| words.get(at).is_some_and(|word| VERBS.contains(&word.hash));
    let plain = |at: usize| words.get(at).is_some_and(|word| is_content(word) || word.hash == const { hash("be") });
    // "Never open it below 12".
    let head = words.iter().take_while(|word| word.is(list::POLITE)).count();
    let forbids = words.get(head..).is_some_and(|words| match words {
        [never, ..] if FORBIDS.contains(&never.hash) => true,
        [first, not, ..] => first.hash == const { hash("do") } && not.hash == const { hash("not") },
        _ => false,
    });
    if forbids && at < head + 6 && !any_of(words.get(..at).unwrap_or(&[]), &VERBS) {
        return true;
    }
    let reach = match at.checked_sub(1) {
        Some(before) if verb(before) => FAR,
        // "Must not be opened below 12".
        Some(before) if plain(before) => {
            let be = before.checked_sub(1).and_then(|at| words.get(at));
            2 + usize::from(be.is_some_and(|word| word.hash == const { hash("be") }))
        }
        _ => 1,
    };
    any_of(words.get(at.saturating_sub(reach)..at).unwrap_or(&[]), &DENIES)
}

/// Whether a denial bounds a value, and the other words bound it the same way without one: "never let it fall below 20" is "it
/// stays above 20".
pub(super) fn told_plainly(words: &[Word], there: &[Word]) -> bool {
    let denied = |at: usize| is_denied(words, at);
    let mut bounds = (0..words.len()).filter(|at| denied(*at)).filter_map(|at| value(words, at)).peekable();
    let told = |bound: Bound| (0..there.len()).filter_map(|at| value(there, at)).any(|other| other == bound);
    bounds.peek().is_some() && bounds.all(told) && !any_of(there, &DENIES)
}

/// The bound that a word sets to a value near it.
fn value(words: &[Word], at: usize) -> Option<Bound> {
    let word = words.get(at)?;
    let up = UP.contains(&word.hash);
    let down = DOWN.iter().position(|down| *down == word.hash);
    // "Three replicas or more".
    let trails = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|word| word.hash == OR);
    if !up && !down.is_some_and(|down| !trails || down >= OR_MORE) {
        return None;
    }
    let value = match trails {
        true => words.get(at.saturating_sub(5)..at)?.iter().rfind(|word| counts(word)),
        false => words.get(at + 1..words.len().min(at + 5))?.iter().find(|word| counts(word)),
    };
    Some(Bound { stem: number(value?), of: false, most: up != is_denied(words, at) })
}

/// Whether a cue bounds, and the other words bound all that some words bound, the same way.
pub(super) fn kept(cue: &[Word], words: &[Word], there: &[Word]) -> bool {
    let (here, there) = (bounds(words), bounds(there));
    cue.iter().any(|word| UP.contains(&word.hash) || DOWN.contains(&word.hash))
        && !here.is_empty()
        && here.iter().all(|bound| there.contains(bound))
}

/// What a sentence speaks of, but for numbers and words that bound.
fn about(words: &[Word]) -> Vec<u32> {
    let mut words = words.to_vec();
    let bounds = |word: &Word| [&UP[..], &DOWN, &VERBS].into_iter().any(|list| list.contains(&word.hash));
    words.retain(|word| !(counts(word) || bounds(word)));
    stems(&words)
}

/// The same for "two" and "2".
fn number(word: &Word) -> u32 {
    match number_word(word.hash) {
        Some(number @ 0..10) => {
            let mut hasher = Hasher::new();
            hasher.push(b'0' + number as u8);
            hasher.finish()
        }
        _ => word.hash,
    }
}

fn counts(word: &Word) -> bool {
    word.shape & shape::DIGIT != 0 || number_word(word.hash).is_some()
}
