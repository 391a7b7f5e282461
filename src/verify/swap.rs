//! Two things that changed places (E2): each stands between the other's neighbours.

use super::pair::Pair;
use crate::text::{Span, Word, hash, is_content};

/// A swap.
pub(super) struct Swap {
    /// What stands where the span stood, as bytes of the target.
    pub(super) by: Span,
    /// Both stand in one list, where order often means nothing.
    pub(super) listed: bool,
}

/// The thing that changed places with some words of the source, if one did.
///
/// Words are compared by their neighbours, so sentences moved as a whole are not swaps.
pub(super) fn swapped(pair: &Pair<'_>, here: Span) -> Option<Swap> {
    let (source, target) = (pair.source_words(), pair.target_words());
    let there = place(source, target, here)?;
    let own = neighbours(source, here);
    if own.agrees(&neighbours(target, there)) {
        return None;
    }
    // Whatever stands at my place in the target, of my length or any other: found by my neighbours.
    let others =
        (0..source.len() as u32).filter(|at| !(here.start..here.end).contains(at)).map(|at| Span::new(at, at + 1));
    for other in others {
        let Some(word) = source.get(other.start as usize) else { continue };
        if !is_content(word) && !is_actor(word.hash) {
            continue;
        }
        let Some(other_there) = place(source, target, other) else { continue };
        let theirs = neighbours(source, other);
        let came = neighbours(target, other_there).meets(&own);
        let went = neighbours(target, there).meets(&theirs);
        let turned = (here.start < other.start) != (there.start < other_there.start);
        if came && went && turned && !theirs.agrees(&neighbours(target, other_there)) {
            let by = other_there.slice(target).first().map(Word::span)?;
            let between = Span::new(here.end.min(other.end), here.start.max(other.start)).slice(source);
            return Some(Swap { by, listed: between.iter().all(|word| joins(word.hash)) });
        }
    }
    None
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

/// The stems of the words before and after, articles passed over.
struct Neighbours {
    before: Option<u32>,
    after: Option<u32>,
}

impl Neighbours {
    /// Both sides are the same.
    fn agrees(&self, other: &Neighbours) -> bool {
        self.before == other.before || self.after == other.after
    }

    /// One side is the same, and is a word rather than an end.
    fn meets(&self, other: &Neighbours) -> bool {
        (self.before.is_some() && self.before == other.before) || (self.after.is_some() && self.after == other.after)
    }
}

fn neighbours(words: &[Word], span: Span) -> Neighbours {
    let article = |word: &&Word| ![hash("the"), hash("a"), hash("an")].contains(&word.hash);
    let before = words.get(..span.start as usize).unwrap_or(&[]);
    let after = words.get(span.end as usize..).unwrap_or(&[]);
    Neighbours {
        before: before.iter().rev().find(article).map(|word| word.stem),
        after: after.iter().find(article).map(|word| word.stem),
    }
}
