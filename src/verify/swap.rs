//! Two things that changed places (E2): each stands between the other's neighbours.

use super::pair::Pair;
use crate::text::{Span, Word, hash, is_content};
use alloc::vec::Vec;

/// A swap.
pub(super) struct Swap {
    /// What stands where the span stood, as bytes of the target.
    pub(super) by: Span,
    /// Both stand in one list, where order often means nothing.
    pub(super) listed: bool,
}

/// The thing that changed places with some words of the source, if one of `others` did.
///
/// Words are compared by their neighbours, so sentences moved as a whole are not swaps.
pub(super) fn swapped(pair: &Pair<'_>, here: Span, others: impl Iterator<Item = Span>) -> Option<Swap> {
    let there = place(pair.source_words(), pair.target_words(), here)?;
    let others: Vec<Span> = others.filter(|other| !other.overlaps(here)).collect();
    for other in &others {
        let Some(other_there) = place(pair.source_words(), pair.target_words(), *other) else { continue };
        match rerouted(pair, [here, *other], [there, other_there]) {
            Some(true) => {
                let by = other_there.slice(pair.target_words()).first()?.span();
                return Some(Swap { by, listed: false });
            }
            Some(false) => return None,
            None => {}
        }
    }
    // "Port 8081 for the API and port 9090 for metrics": next to both stands the same, and further off what tells them apart.
    [next as Beside, content].into_iter().find_map(|beside| swapped_by(pair, (here, there), &others, beside))
}

/// "From a to b": whether "from" and "to" changed places; "to b from a" is the same. `None` where other words stand before them.
fn rerouted(pair: &Pair<'_>, here: [Span; 2], there: [Span; 2]) -> Option<bool> {
    let [one, other] = here.map(|span| route(pair.source_words(), span));
    let [now, other_now] = there.map(|span| route(pair.target_words(), span));
    match (one? == now?, other? == other_now?) {
        _ if one == other => None,
        (true, true) => Some(false),
        _ => (one == other_now && other == now).then_some(true),
    }
}

/// Whether something is where it comes from or where it goes, by the word before it: "from the old table", "to port 80".
fn route(words: &[Word], span: Span) -> Option<bool> {
    const NEAR: u32 = 3;
    const FROM: u32 = hash("from");
    const TO: [u32; 4] = [hash("to"), hash("into"), hash("onto"), hash("in")];
    let before = Span::new(span.start.saturating_sub(NEAR), span.start).slice(words);
    let side = before.iter().rev().find(|word| word.hash == FROM || TO.contains(&word.hash))?;
    Some(side.hash == FROM)
}

/// Which words count as neighbours.
type Beside = fn(&&Word) -> bool;

/// The words next to it, articles passed over.
fn next(word: &&Word) -> bool {
    !const { [hash("the"), hash("a"), hash("an")] }.contains(&word.hash)
}

/// The nearest words that carry content.
fn content(word: &&Word) -> bool {
    is_content(word)
}

fn swapped_by(pair: &Pair<'_>, (here, there): (Span, Span), others: &[Span], beside: Beside) -> Option<Swap> {
    let neighbours = |words, span| neighbours(words, span, beside);
    let (source, target) = (pair.source_words(), pair.target_words());
    let (own, moved) = (neighbours(source, here), neighbours(target, there));
    if own == moved {
        return None;
    }
    let mut in_list = None;
    for other in others.iter().copied() {
        let Some(other_there) = place(source, target, other) else { continue };
        if (here.start < other.start) == (there.start < other_there.start) {
            continue;
        }
        let (theirs, came) = (neighbours(source, other), neighbours(target, other_there));
        let between = |a: Span, b: Span| Span::new(a.end.min(b.end), a.start.max(b.start));
        let gap = between(here, other).slice(source);
        let listed = gap.iter().all(|word| joins(word.hash)) && between(there, other_there).len() as usize == gap.len();
        let swaps = own.became(&theirs, &came) && theirs.became(&own, &moved);
        let Some(by) = other_there.slice(target).first().map(Word::span) else { continue };
        if swaps && !listed {
            return Some(Swap { by, listed });
        }
        // A place in a list is no swap as long as nothing else changed places.
        if listed {
            in_list = in_list.or(Some(Swap { by, listed }));
        }
    }
    in_list
}

/// Whether the word names a party of the conversation.
pub(super) fn is_actor(word: u32) -> bool {
    const ACTORS: [u32; 4] = [hash("user"), hash("agent"), hash("assistant"), hash("system")];
    ACTORS.contains(&word)
}

fn joins(word: u32) -> bool {
    const JOINTS: [u32; 4] = [hash("and"), hash("or"), hash("as"), hash("nor")];
    JOINTS.contains(&word)
}

/// Where some words stand in the target, if they stand once on both sides.
fn place(source: &[Word], target: &[Word], words: Span) -> Option<Span> {
    let wanted = words.slice(source);
    let length = wanted.len();
    let same = |window: &&[Word]| window.iter().zip(wanted).all(|(a, b)| a.stem == b.stem);
    if length == 0 || source.windows(length).filter(same).count() != 1 {
        return None;
    }
    let mut found = target.windows(length).enumerate().filter(|(_, window)| same(window));
    let (at, _) = found.next()?;
    found.next().is_none().then(|| Span::new(at as u32, (at + length) as u32))
}

/// The stems of the words before and after.
#[derive(PartialEq, Eq)]
struct Neighbours {
    before: Option<u32>,
    after: Option<u32>,
}

impl Neighbours {
    /// Whether what stood between `theirs` stands between these now, on each side where the two differ.
    fn became(&self, theirs: &Neighbours, now: &Neighbours) -> bool {
        let side = |own: Option<u32>, theirs: Option<u32>, now: Option<u32>| own == theirs || now == own;
        (self.before.is_some() || self.after.is_some())
            && self != theirs
            && side(self.before, theirs.before, now.before)
            && side(self.after, theirs.after, now.after)
    }
}

fn neighbours(words: &[Word], span: Span, beside: Beside) -> Neighbours {
    let before = words.get(..span.start as usize).unwrap_or(&[]);
    let after = words.get(span.end as usize..).unwrap_or(&[]);
    Neighbours {
        before: before.iter().rev().find(beside).map(|word| word.stem),
        after: after.iter().find(beside).map(|word| word.stem),
    }
}
