//! Bounds in time, however they are said (E1): "not before 22:00", "no earlier than 22:00", "at 22:00 or later".

use super::pair::{Pair, any_of, share};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::Mark;
use crate::text::{Span, Word, hash, is_content, list, ordered, shape};
use alloc::vec::Vec;

/// A point in time, as its words, and whether all may happen from it on, or up to it only.
#[derive(PartialEq, Eq)]
struct Limit {
    words: Vec<u32>,
    from: bool,
}

const DENIES: [u32; 14] = [
    hash("not"),
    hash("no"),
    hash("never"),
    hash("don't"),
    hash("dont"),
    hash("nobody"),
    hash("nothing"),
    hash("none"),
    hash("cannot"),
    hash("can't"),
    hash("mustn't"),
    hash("won't"),
    hash("shouldn't"),
    hash("avoid"),
];
const BEFORE: u32 = hash("before");
const AFTER: u32 = hash("after");
const BY: u32 = hash("by");
const OR: u32 = hash("or");
const THAN: u32 = hash("than");
const EARLY: [u32; 4] = [hash("earlier"), hash("sooner"), hash("before"), hash("earliest")];
const LATE: [u32; 4] = [hash("later"), hash("after"), hash("onwards"), hash("latest")];
const EARLIEST: u32 = hash("earliest");
const LATEST: u32 = hash("latest");

/// Whether an element may be a bound in time: cheap, and true of few.
pub(super) fn bears(mark: &Mark) -> bool {
    match mark.class {
        Class::Negation => {
            matches!(mark.kind, Kind::Prohibition | Kind::Denial) && !mark.scope.is_empty() || mark.id == "not-later"
        }
        Class::Ordering => matches!(mark.id, "before" | "after"),
        Class::Obligation => mark.id == "by-deadline",
        _ => false,
    }
}

/// Whether the place says the same bound of what an element bounds, or the opposite one; none where the element bounds nothing in
/// time, or the place bounds nothing by it.
pub(super) fn same(pair: &Pair<'_>, mark: &Mark) -> Option<bool> {
    let source = &pair.source.scan.words;
    let words = crate::extract::words_in(&pair.source.scan, mark.span);
    let spoken = Span::new(pair.sentence.words.start, words.end).slice(source);
    if !any_of(words.slice(source), &[BEFORE, AFTER, THAN, EARLIEST, LATEST]) {
        return None;
    }
    let (here, there) = (limits(spoken), limits(pair.target_words()));
    // All that is bound has to stand there.
    let about: Vec<Word> = spoken.iter().filter(|word| !bounds(word) && !tells_time(word)).copied().collect();
    let [limit] = here.as_slice() else { return None };
    if share(&about, pair.target_words()) < 0.75 {
        return None;
    }
    let mut same = there.iter().filter(|other| other.words == limit.words).map(|other| other.from == limit.from);
    let first = same.next()?;
    Some(first || same.any(|same| same))
}

fn bounds(word: &Word) -> bool {
    EARLY.contains(&word.hash) || LATE.contains(&word.hash)
}

/// A number or a day: what a point in time is told with.
fn tells_time(word: &Word) -> bool {
    const PARTS: [u32; 5] = [hash("am"), hash("pm"), hash("utc"), hash("o'clock"), hash("noon")];
    word.shape & shape::DIGIT != 0 || word.is(list::CALENDAR) || PARTS.contains(&word.hash)
}

/// The limits in time that some words set.
fn limits(words: &[Word]) -> Vec<Limit> {
    let mut all: Vec<Limit> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let past = at + words.iter().skip(at).take_while(|word| tells_time(word)).count();
        if past > at {
            if let Some(from) = bound(words, at, past) {
                let point: Vec<u32> = words.get(at..past).unwrap_or(&[]).iter().map(|word| word.hash).collect();
                // "14 June" is "June 14".
                all.push(Limit { words: ordered(point, |word| *word), from });
            }
            at = past;
        }
        at += 1;
    }
    all
}

/// Whether a point in time is the first at which it may happen, or the last; none where it bounds nothing.
fn bound(words: &[Word], start: usize, past: usize) -> Option<bool> {
    let word = |at: usize| words.get(at).map_or(0, |word| word.hash);
    let before = |back: usize| start.checked_sub(back).map_or(0, word);
    // "At 22:00 or later", "at 22:00 at the earliest"; two words more may stand between.
    let behind = |wanted: u32| (past..past + 4).any(|at| word(at) == wanted);
    if word(past) == OR && (LATE.contains(&word(past + 1)) || EARLY.contains(&word(past + 1))) {
        return Some(LATE.contains(&word(past + 1)));
    }
    if word(past) == const { hash("onwards") } {
        return Some(true);
    }
    if behind(EARLIEST) || (1..4).any(|back| before(back) == EARLIEST) {
        return Some(true);
    }
    if behind(LATEST) || (1..4).any(|back| before(back) == LATEST) {
        return Some(false);
    }
    // An article, or "on" and "at", may stand before it.
    let near = (1..4).find(|back| {
        let content = start.checked_sub(*back).and_then(|at| words.get(at)).is_none_or(is_content);
        [BEFORE, AFTER, THAN, BY].contains(&before(*back)) || content
    })?;
    let denied = |until: usize| any_of(words.get(until.saturating_sub(12)..until).unwrap_or(&[]), &DENIES);
    let cue = start.checked_sub(near)?;
    match word(cue) {
        BEFORE if denied(cue) => Some(true),
        AFTER if denied(cue) => Some(false),
        THAN if denied(cue) => {
            let kind = cue.checked_sub(1).map_or(0, word);
            (bounds_at(kind)).then_some(EARLY.contains(&kind))
        }
        BY => Some(false),
        _ => None,
    }
}

fn bounds_at(word: u32) -> bool {
    EARLY.contains(&word) || LATE.contains(&word)
}
