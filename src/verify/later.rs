//! What the source tells later of a thing that was open, owed or handed on (E4): does it bear out what the summary says?

use super::progress::told_as_fact;
use super::state::{BEGUN, DONE, FAILED, HANDED, OPEN, OUTCOME, OWED, State, subject, told};
use crate::extract::Extraction;
use crate::text::{Sentence, Word, hash, list, offset};
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

/// What somebody hands over begins so.
const HERE: [u32; 3] = [hash("here"), hash("here's"), hash("attached")];

const IT: [u32; 3] = [hash("it"), hash("they"), hash("that")];

/// So many sentences are read for what they tell of no subject they name.
const LOOKS: usize = 1 << 14;

/// What the source tells later without saying of what.
pub(super) struct Later<'a> {
    sources: &'a [Extraction<'a>],
    /// The sentences with no subject, or only a pronoun for one, in order.
    bare: OnceCell<Vec<(u32, u32)>>,
    looks: Cell<usize>,
}

impl<'a> Later<'a> {
    pub(super) const fn new(sources: &'a [Extraction<'a>]) -> Later<'a> {
        Later { sources, bare: OnceCell::new(), looks: Cell::new(LOOKS) }
    }

    /// Whether a sentence behind a place brings something to its end: any sentence where it was asked for, else one that names no
    /// subject.
    pub(super) fn tells(&self, place: (u32, u32), claim: State, state: State) -> bool {
        let looks = |place: &(u32, u32)| {
            let left = self.looks.get();
            self.looks.set(left.saturating_sub(1));
            let source = self.sources.get(place.0 as usize).filter(|_| left > 0);
            let sentence = source.and_then(|source| Some((source, source.scan.sentences.get(place.1 as usize)?)));
            // What is read no more may tell it.
            sentence.is_none_or(|(source, sentence)| bears(source, place.1, sentence, state, claim))
        };
        let all = |from: u32| {
            let texts = self.sources.iter().zip(0..).skip(from as usize);
            texts.flat_map(|(source, message)| (0..offset(source.scan.sentences.len())).map(move |at| (message, at)))
        };
        if state == OWED && claim == DONE {
            return all(place.0).filter(|other| *other > place).any(|other| looks(&other));
        }
        let is_bare = |(message, at): &(u32, u32)| {
            let source = self.sources.get(*message as usize);
            let sentence = source.and_then(|source| Some((source, source.scan.sentences.get(*at as usize)?)));
            sentence.is_some_and(|(source, sentence)| {
                let words = source.scan.words(sentence);
                let it = words
                    .windows(2)
                    .any(|pair| matches!(pair, [it, is] if IT.contains(&it.hash) && is.is(list::COPULA)));
                subject(words).is_empty()
                    || words.first().is_some_and(|word| HERE.contains(&word.hash))
                    // "Wonderful, it was accepted."
                    || it && told(source, *at, sentence.words, 0) & (DONE | OUTCOME) != 0
            })
        };
        let bare = self.bare.get_or_init(|| all(0).filter(is_bare).collect());
        bare.iter().skip(bare.partition_point(|other| *other <= place)).any(looks)
    }
}

/// Whether a later sentence may tell that what was open, owed or handed on came to its end.
pub(super) fn bears(source: &Extraction<'_>, at: u32, sentence: &Sentence, state: State, claim: State) -> bool {
    if acknowledges(source.scan.words(sentence)) && state == OWED {
        return false;
    }
    let told = told(source, at, sentence.words, 0);
    told & (DONE | OUTCOME) != 0
        || told == claim && told == HANDED
        || state == OWED && told & (BEGUN | HANDED | OPEN | FAILED) == 0 && told_as_fact(source, at, sentence)
        || state & (HANDED | BEGUN) != 0
            && source.scan.words(sentence).iter().any(|word| super::claims::assents(word, usize::MAX))
}

/// "Noted", "OK, will do": heard, not done.
pub(super) fn acknowledges(words: &[Word]) -> bool {
    const HEARD: [u32; 22] = [
        hash("good"),
        hash("great"),
        hash("perfect"),
        hash("thank"),
        hash("you"),
        hash("noted"),
        hash("ok"),
        hash("okay"),
        hash("understood"),
        hash("sure"),
        hash("right"),
        hash("got"),
        hash("it"),
        hash("will"),
        hash("do"),
        hash("alright"),
        hash("yes"),
        hash("thanks"),
        hash("fine"),
        hash("i"),
        hash("i'll"),
        hash("that"),
    ];
    words.iter().all(|word| HEARD.contains(&word.hash))
}
