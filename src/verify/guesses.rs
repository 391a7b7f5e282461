//! What the source only guesses, told as known in one clause of the summary (E4): "… because the pump is clogged".

use super::findings::Found;
use super::mentions::{Mentions, Place, places};
use super::pair::{any_of, clauses, has_stem, share, stems};
use super::swap::is_actor;
use super::{Sources, Target, marks_of};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{KeySet, Region, Span, Word, hash, list, offset, ordered};
use alloc::vec::Vec;

/// Words before a cause.
const CAUSE: [u32; 9] = [
    hash("because"),
    hash("since"),
    hash("due"),
    hash("owing"),
    hash("caused"),
    hash("comes"),
    hash("came"),
    hash("stems"),
    hash("thanks"),
];

/// Words that say that something is a cause, and nothing of it.
const LINKS: [u32; 10] = [
    hash("cause"),
    hash("caused"),
    hash("causes"),
    hash("reason"),
    hash("due"),
    hash("result"),
    hash("owing"),
    hash("comes"),
    hash("came"),
    hash("stems"),
];

/// Words that tell something as seen, and nothing of it.
const SEEN: [u32; 14] = [
    hash("found"),
    hash("finds"),
    hash("discovered"),
    hash("showed"),
    hash("shows"),
    hash("revealed"),
    hash("identified"),
    hash("detected"),
    hash("determined"),
    hash("established"),
    hash("confirmed"),
    hash("saw"),
    hash("turned"),
    hash("learned"),
];

/// Words of whoever will look.
const LOOKS: [u32; 10] = [
    hash("check"),
    hash("see"),
    hash("look"),
    hash("find"),
    hash("search"),
    hash("verify"),
    hash("test"),
    hash("inspect"),
    hash("investigate"),
    hash("examine"),
];

/// Words that tell a whole sentence as a guess.
const HEDGES: [u32; 12] = [
    hash("guess"),
    hash("guessed"),
    hash("unproven"),
    hash("unconfirmed"),
    hash("theory"),
    hash("suspicion"),
    hash("suspected"),
    hash("hypothesis"),
    hash("assumption"),
    hash("assumed"),
    hash("presumably"),
    hash("apparently"),
];

/// A clause of the summary that is told as known.
struct Clause<'a> {
    span: Span,
    words: &'a [Word],
    /// What it speaks of, each once.
    stems: Vec<u32>,
    /// Whether it is told as the cause of something.
    cause: bool,
    /// Whether it is told as seen.
    seen: bool,
}

/// A guess of the source: message, sentence, the words that are in doubt, and whether only what is told as seen is against it.
type Guess<'a> = (u32, u32, &'a [Word], bool);

/// So many clauses are looked at closely: each costs a look at the source.
const MOST: usize = 48;
/// And so many answers, the last ones.
const REPLIES: usize = 64;

/// The clauses whose every word stands in a guess of the source, and nowhere together in what it tells as known.
pub(super) fn told(
    all: &Sources<'_>,
    summary: &Target<'_>,
    mentions: &Mentions<'_>,
    open: &dyn Fn(usize, usize) -> bool,
) -> Vec<Found> {
    let sources = all.texts.as_slice();
    let mut guesses: Vec<Guess<'_>> = Vec::new();
    let mut words = KeySet::new();
    for (message, source) in sources.iter().enumerate() {
        for (at, mark) in source.marks.iter().enumerate() {
            // What a tool did after it may be that.
            let looks = || {
                matches!(mark.kind, Kind::Promise | Kind::Request) && looks(source, mark) && !all.tool_follows(message)
            };
            let search = mark.class != Class::Hypothesis;
            if search && !looks() || !search && !open(message, at) {
                continue;
            }
            let place = (offset(message), mark.sentence);
            if guesses.last().is_none_or(|(message, sentence, ..)| (*message, *sentence) != place) {
                let sentence = source.scan.sentences.get(mark.sentence as usize);
                let own = sentence.map_or(&[][..], |sentence| source.scan.words(sentence));
                // What it may answer.
                let before = message.checked_sub(1).and_then(|before| sources.get(before));
                let asked = before.and_then(|before| Some(before.scan.words(before.scan.sentences.last()?)));
                for word in own.iter().chain(asked.unwrap_or(&[])) {
                    words.insert(word.stem.into());
                }
            }
            guesses.push((place.0, place.1, mark.scope.slice(&source.scan.words), search));
        }
    }
    if guesses.is_empty() {
        return Vec::new();
    }
    let text = &summary.text;
    let mut clauses: Vec<Clause<'_>> = Vec::new();
    for at in (0..text.scan.sentences.len()).filter(|at| !mentions.quotes(*at)).map(offset) {
        clauses_of(text, at, &mut |clause| {
            if clauses.len() < MOST && clause.stems.iter().all(|stem| words.contains((*stem).into())) {
                clauses.push(clause);
            }
        });
    }
    // What answers a question in its first sentences.
    const IT: [u32; 5] = [hash("it"), hash("them"), hash("that"), hash("those"), hash("one")];
    let replies = |(message, number, scope, search): &&Guess<'_>| {
        !search && *number < 2 && any_of(scope, &IT) && question(*message, mentions).is_some()
    };
    let replies: Vec<Guess<'_>> = guesses.iter().rev().filter(replies).take(REPLIES).copied().collect();
    let found = clauses.iter().filter_map(|clause| {
        Some(Found {
            kind: FindingKind::Promoted,
            class: Some(Class::Hypothesis),
            span: clause.span,
            against: Some(guessed(clause, &guesses, mentions).or_else(|| answered(clause, &replies, mentions))?),
        })
    });
    ordered(found.collect(), |found| found.span.start)
}

/// The guess that a clause tells as known; none where anyone says it without doubt.
fn guessed(clause: &Clause<'_>, guesses: &[Guess<'_>], mentions: &Mentions<'_>) -> Option<(u32, Span)> {
    /// What so many sentences speak of is not told by few words.
    const COMMON: usize = 64;
    let (mut told, short) = (None, clause.stems.len() < if clause.cause { 1 } else { 3 - usize::from(clause.seen) });
    if short && mentions.cost(&clause.stems, 100) > COMMON {
        return None;
    }
    for (message, source, number, sentence) in mentions.holding(&clause.stems, 100) {
        let first = guesses.partition_point(|(other, sentence, ..)| (*other, *sentence) < (message, number));
        let here =
            guesses.iter().skip(first).take_while(|(other, sentence, ..)| (*other, *sentence) == (message, number));
        let here = here.filter(|(.., search)| clause.seen || clause.cause || !search);
        let sought = here.clone().any(|(.., search)| *search);
        let scopes: Vec<&[Word]> = here.map(|(.., scope, _)| *scope).collect();
        if scopes.is_empty() {
            // "Mite count for Cedar": speaks of both, and claims nothing.
            const CLAIMS: [u32; 3] = [hash("has"), hash("have"), hash("had")];
            let words = source.scan.words(sentence);
            let claims = !short
                || any_of(words, &CLAIMS)
                || any_of(words, &SEEN)
                || words.iter().any(|word| word.is(list::COPULA));
            if !sentence.question && !doubts(source, number) && claims {
                return None;
            }
            continue;
        }
        if !clause.seen && !sought && plain(source, number, &clause.stems) {
            return None;
        }
        // Few words are those of a guess where they are all of it.
        // "About 60k" is 60k, not sure.
        const ABOUT: [u32; 5] = [hash("about"), hash("around"), hash("roughly"), hash("approximately"), hash("maybe")];
        let itself = |scope: &&[Word]| {
            let mut scope = scope.to_vec();
            scope.retain(|word| !ABOUT.contains(&word.hash));
            let same = |run: &[Word]| run.iter().zip(clause.words).all(|(here, there)| here.hash == there.hash);
            clause.words.len() > 2 && scope.windows(clause.words.len()).any(same)
        };
        if short && !scopes.iter().any(itself) {
            continue;
        }
        // Half of it is in doubt; of a cause at least what is said of the thing.
        let doubted = |stem: &u32| scopes.iter().any(|scope| has_stem(scope, *stem));
        let count = clause.stems.iter().filter(|stem| doubted(stem)).count();
        if count * 2 >= clause.stems.len() || clause.cause && clause.stems.last().is_some_and(doubted) {
            told = told.or(Some((message, sentence.span)));
        }
    }
    told
}

/// The guess that answers a question, "I guess Irina has it", told with what was asked: "Irina has the key". Nobody may speak of that
/// behind it.
fn answered(clause: &Clause<'_>, guesses: &[Guess<'_>], mentions: &Mentions<'_>) -> Option<(u32, Span)> {
    const YES: [u32; 9] = [
        hash("yes"),
        hash("yep"),
        hash("right"),
        hash("correct"),
        hash("confirmed"),
        hash("indeed"),
        hash("true"),
        hash("found"),
        hash("got"),
    ];
    guesses.iter().find_map(|(message, number, scope, _)| {
        let source = mentions.message(*message)?;
        let asked = question(*message, mentions)?;
        let told = |stem: &u32| has_stem(scope, *stem);
        let both = clause.stems.iter().all(|stem| told(stem) || has_stem(asked, *stem))
            && clause.stems.iter().any(told)
            && !clause.stems.iter().all(told);
        let next = mentions.message(message + 1);
        let known = || {
            next.is_some_and(|next| any_of(&next.scan.words, &YES))
                || mentions.holding(&clause.stems, 50).iter().any(|(at, source, number, sentence)| {
                    at > message && !sentence.question && !doubts(source, *number)
                })
        };
        let said = source.scan.sentences.get(*number as usize)?;
        (both && !known()).then_some((*message, said.span))
    })
}

/// The question that the message before another ends with.
fn question<'a>(message: u32, mentions: &Mentions<'a>) -> Option<&'a [Word]> {
    let before = mentions.message(message.checked_sub(1)?)?;
    let asked = before.scan.sentences.last().filter(|asked| asked.question)?;
    Some(before.scan.words(asked))
}

/// Whether one clause of a guess says all of it, and its doubt stands in another one: "it shows E41 again, maybe the charger".
fn plain(source: &Extraction<'_>, at: u32, stems: &[u32]) -> bool {
    let Some(sentence) = source.scan.sentences.get(at as usize) else { return false };
    let doubts = |clause: Span| {
        let doubt = |mark: &Mark| mark.class == Class::Hypothesis && mark.cue.overlaps(clause);
        marks_of(source, Span::new(at, at + 1)).iter().any(doubt)
    };
    clauses(source, sentence.words, &CAUSE).into_iter().any(|clause| {
        let clause = clause.slice(&source.scan.words);
        stems.iter().all(|stem| has_stem(clause, *stem)) && !bytes(clause).is_some_and(doubts)
    })
}

/// Whether somebody is to look for something: "I'll check for expired tokens".
fn looks(source: &Extraction<'_>, mark: &Mark) -> bool {
    let sentence = source.scan.sentences.get(mark.sentence as usize);
    sentence.is_some_and(|sentence| source.scan.words(sentence).iter().any(|word| LOOKS.contains(&word.stem)))
}

/// The sentences that tell something as confirmed, in order.
pub(super) fn shown(sources: &[Extraction<'_>]) -> Vec<(u32, u32)> {
    const SHOWN: [u32; 6] =
        [hash("confirmed"), hash("confirms"), hash("verified"), hash("proved"), hash("indeed"), hash("turns")];
    let tells = |(_, source, at, sentence): &Place<'_>| {
        any_of(source.scan.words(sentence), &SHOWN) && !sentence.question && !doubts(source, *at)
    };
    places(sources).filter(tells).map(|(message, _, at, _)| (message, at)).collect()
}

/// Whether one of the last such sentences of later messages speaks of what a guess of this message does.
pub(super) fn is_shown(sources: &[Extraction<'_>], shown: &[(u32, u32)], message: u32, mark: &Mark) -> bool {
    /// More are not looked at: linear time.
    const MOST: usize = 64;
    let words = |message: u32, at: u32| {
        let source = sources.get(message as usize);
        source.and_then(|source| Some(source.scan.words(source.scan.sentences.get(at as usize)?))).unwrap_or(&[])
    };
    let scope = sources.get(message as usize).map_or(&[][..], |source| mark.scope.slice(&source.scan.words));
    let later = shown.iter().rev().take(MOST).take_while(|(of, _)| *of > message);
    later.into_iter().any(|(message, at)| share(scope, words(*message, *at)) >= 0.34)
}

/// Whether a sentence doubts, denies or asks for something.
fn doubts(source: &Extraction<'_>, sentence: u32) -> bool {
    let doubt = |mark: &Mark| matches!(mark.class, Class::Hypothesis | Class::Negation) || mark.kind == Kind::Request;
    marks_of(source, Span::new(sentence, sentence + 1)).iter().any(doubt)
}

/// The clauses of a sentence that are told as known: of three words with content, or a cause.
fn clauses_of<'a>(text: &'a Extraction<'_>, at: u32, add: &mut dyn FnMut(Clause<'a>)) {
    let Some(sentence) = text.scan.sentences.get(at as usize) else { return };
    let words = text.scan.words(sentence);
    if !sentence.region.speaks() || sentence.region == Region::Heading || sentence.question {
        return;
    }
    let marks = marks_of(text, Span::new(at, at + 1));
    if any_of(words, &HEDGES) {
        return;
    }
    for clause in clauses(text, sentence.words, &CAUSE) {
        let clause = clause.slice(&text.scan.words);
        let (Some(first), Some(span)) = (clause.first(), bytes(clause)) else { continue };
        let cause = CAUSE.contains(&first.hash);
        let doubt = |mark: &Mark| {
            // "Perhaps because": the doubt stands before it. "Not because": right before it.
            let denied = || Span::new(mark.cue.end, span.start).of(text.scan.text) == " ";
            mark.class == Class::Hypothesis && (mark.span.overlaps(span) || cause && mark.cue.end <= span.start)
                || mark.class == Class::Negation && cause && denied()
                || matches!(mark.class, Class::Negation | Class::Obligation | Class::Ordering)
                    && mark.cue.overlaps(span)
        };
        let mut told = clause.to_vec();
        let seen = any_of(clause, &SEEN);
        let speaks = |word: &Word| is_actor(word.hash) || SEEN.contains(&word.hash) || LOOKS.contains(&word.stem);
        told.retain(|word| !LINKS.contains(&word.hash) && !speaks(word));
        let stems = stems(&told);
        if !stems.is_empty() && !marks.iter().any(doubt) {
            add(Clause { span, words: clause, stems, cause, seen });
        }
    }
}

fn bytes(words: &[Word]) -> Option<Span> {
    Some(words.first()?.span().hull(words.last()?.span()))
}
