//! Where a text says something like a given sentence: postings of stems, and alignment (E3).

use crate::extract::Extraction;
use crate::text::{Hasher, Span, Word, is_content, join, lower, offset, shape, sort};
use alloc::vec;
use alloc::vec::Vec;

/// The postings of one text.
pub(crate) struct Index {
    /// Stem and sentence, joined and sorted; each pair once.
    stems: Vec<u64>,
    /// Open addressing: the first entry of a stem in `stems`, plus one.
    slots: Vec<u32>,
    /// Hash and word, joined and sorted.
    hashes: Vec<u64>,
    /// Content stems of each sentence, counted once.
    content: Vec<u32>,
}

/// A stem that stands in more sentences than this distinguishes none of them.
const COMMON: usize = 48;

/// Where a sentence of the source is said in a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alignment {
    /// Sentences of the target.
    pub(crate) sentences: Span,
    /// Words of the target.
    pub(crate) words: Span,
    /// Share of the source sentence's content stems found there, 0 to 1.
    pub(crate) forward: f32,
    /// Share of the content stems there that the source sentence has.
    pub(crate) backward: f32,
    /// How many content stems both have.
    pub(crate) shared: u32,
}

/// What alignment needs to count with, kept from sentence to sentence.
#[derive(Default)]
pub(crate) struct Scratch {
    votes: Vec<u32>,
    voted: Vec<u32>,
    stems: Vec<u32>,
}

impl Index {
    pub(crate) fn new(text: &Extraction<'_>) -> Index {
        let scan = &text.scan;
        let mut stems = Vec::with_capacity(scan.words.len());
        for (number, sentence) in scan.sentences.iter().enumerate() {
            let content = scan.words(sentence).iter().filter(|word| is_content(word));
            stems.extend(content.map(|word| join(word.stem, offset(number))));
        }
        sort(&mut stems);
        stems.dedup();
        let mut content = vec![0u32; scan.sentences.len()];
        let mut slots = vec![0u32; (stems.len() * 2).next_power_of_two().max(16)];
        let mut before = None;
        for (at, entry) in stems.iter().enumerate() {
            if let Some(count) = content.get_mut(low(*entry)) {
                *count += 1;
            }
            let stem = high(*entry);
            if before.replace(stem) != Some(stem) {
                let mut slot = stem as usize & (slots.len() - 1);
                while slots.get(slot).is_some_and(|first| *first != 0) {
                    slot = (slot + 1) & (slots.len() - 1);
                }
                if let Some(first) = slots.get_mut(slot) {
                    *first = offset(at) + 1;
                }
            }
        }
        let mut hashes: Vec<u64> =
            scan.words.iter().enumerate().map(|(number, word)| join(word.hash, offset(number))).collect();
        // "Olsen's" is found as "Olsen" too.
        hashes.extend(scan.words.iter().enumerate().filter_map(|(number, word)| {
            let text = word.span().of(scan.text);
            let base = text.strip_suffix("'s").or_else(|| text.strip_suffix("\u{2019}s"))?;
            Some(join(hash_of(base), offset(number)))
        }));
        sort(&mut hashes);
        Index { stems, slots, hashes, content }
    }

    /// The entries of a stem: one per sentence that has it.
    fn postings(&self, stem: u32) -> &[u64] {
        let mut slot = stem as usize & (self.slots.len() - 1);
        while let Some(first) = self.slots.get(slot).copied().unwrap_or(0).checked_sub(1) {
            let rest = self.stems.get(first as usize..).unwrap_or(&[]);
            if rest.first().is_some_and(|entry| high(*entry) == stem) {
                // Few enough to count one by one; those of a common stem are of no use.
                let count = rest.iter().take(COMMON + 1).take_while(|entry| high(**entry) == stem).count();
                return rest.get(..count).unwrap_or(&[]);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        &[]
    }

    /// Whether the stem stands anywhere in the text.
    pub(crate) fn has_stem(&self, stem: u32) -> bool {
        !self.postings(stem).is_empty()
    }

    /// How many words have that hash.
    pub(crate) fn count(&self, hash: u32) -> usize {
        range(&self.hashes, hash).len()
    }

    /// The words with that hash, in order.
    pub(crate) fn words(&self, hash: u32) -> impl Iterator<Item = u32> + '_ {
        range(&self.hashes, hash).iter().map(|entry| *entry as u32)
    }

    /// The place that shares most with the words of a sentence; `None` where nothing is shared.
    ///
    /// `least` is the share of the sentence's content words below which the answer is of no interest.
    pub(crate) fn align(
        &self,
        text: &Extraction<'_>,
        words: &[Word],
        least: f32,
        scratch: &mut Scratch,
    ) -> Option<Alignment> {
        scratch.votes.resize(self.content.len(), 0);
        scratch.stems.clear();
        let mut best: Option<(u32, u32)> = None;
        for word in words.iter().filter(|word| is_content(word)) {
            if scratch.stems.contains(&word.stem) {
                continue;
            }
            scratch.stems.push(word.stem);
            let found = self.postings(word.stem);
            if found.len() > COMMON {
                continue;
            }
            for entry in found {
                let sentence = *entry as u32;
                let Some(votes) = scratch.votes.get_mut(sentence as usize) else { continue };
                if *votes == 0 {
                    scratch.voted.push(sentence);
                }
                // Two sentences are about the same thing by what they say more than by a number they share.
                *votes += if word.shape & shape::DIGIT != 0 { 1 } else { 2 };
                let candidate = (sentence, *votes);
                if best.is_none_or(|best| self.score(candidate) > self.score(best)) {
                    best = Some(candidate);
                }
            }
        }
        for sentence in scratch.voted.drain(..) {
            if let Some(votes) = scratch.votes.get_mut(sentence as usize) {
                *votes = 0;
            }
        }
        let wanted = scratch.stems.len();
        let enough = best.is_some_and(|(_, votes)| votes as f32 >= 2.0 * least * wanted as f32);
        let whole = best.map_or(wanted < 2, |(_, votes)| votes as usize * 2 >= wanted);
        if !enough && !whole {
            return None;
        }
        let wanted = content_stems(words);
        if whole && let Some(sentence) = self.verbatim(text, words) {
            return Some(Alignment { forward: 1.0, ..measure(text, &wanted, Span::new(sentence, sentence + 1)) });
        }
        best.map(|(sentence, _)| self.extend(text, &wanted, sentence))
    }

    /// The sentence that holds some words one after the other.
    fn verbatim(&self, text: &Extraction<'_>, words: &[Word]) -> Option<u32> {
        // From the rarest word: few places to look at.
        let places = |word: &Word| range(&self.hashes, word.hash);
        let (at, rarest) = words.iter().enumerate().min_by_key(|(_, word)| places(word).len())?;
        places(rarest).iter().take(COMMON).find_map(|entry| {
            let start = (*entry as u32).checked_sub(offset(at))?;
            let there = Span::new(start, start + offset(words.len())).slice(&text.scan.words);
            let same = there.len() == words.len() && there.iter().zip(words).all(|(a, b)| a.hash == b.hash);
            let sentence = crate::extract::sentence_at(&text.scan, there.first()?.start);
            let whole = there.first()?.span().hull(there.last()?.span());
            (same && text.scan.sentences.get(sentence as usize)?.span.contains(whole)).then_some(sentence)
        })
    }

    /// More shared stems first, then the shorter sentence, then the earlier one.
    fn score(&self, (sentence, shared): (u32, u32)) -> (u32, u32, u32) {
        let content = self.content.get(sentence as usize).copied().unwrap_or(0);
        (shared, u32::MAX - content, u32::MAX - sentence)
    }

    /// Takes the neighbouring sentence too where it says a good part of the rest.
    fn extend(&self, text: &Extraction<'_>, wanted: &[u64], sentence: u32) -> Alignment {
        let measure = |sentences: Span| measure(text, wanted, sentences);
        let mut best = measure(Span::new(sentence, sentence + 1));
        if best.forward > 0.7 {
            return best;
        }
        let past = offset(text.scan.sentences.len());
        let wider = [
            (sentence > 0).then(|| Span::new(sentence - 1, sentence + 1)),
            (sentence + 1 < past).then(|| Span::new(sentence, sentence + 2)),
        ];
        for sentences in wider.into_iter().flatten() {
            let candidate = measure(sentences);
            if candidate.forward >= best.forward + 0.2 && candidate.backward >= best.backward - 0.15 {
                best = candidate;
            }
        }
        best
    }
}

/// The hash of a word in whatever case.
pub(crate) fn hash_of(word: &str) -> u32 {
    let mut hasher = Hasher::new();
    word.chars().map(lower).for_each(|char| {
        char.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| hasher.push(byte));
    });
    hasher.finish()
}

const fn low(entry: u64) -> usize {
    entry as u32 as usize
}

const fn high(entry: u64) -> u32 {
    (entry >> 32) as u32
}

fn range(sorted: &[u64], key: u32) -> &[u64] {
    let first = sorted.partition_point(|entry| high(*entry) < key);
    let rest = sorted.get(first..).unwrap_or(&[]);
    let count = rest.partition_point(|entry| high(*entry) == key);
    rest.get(..count).unwrap_or(&[])
}

/// The content stems of some words, sorted, each once.
pub(crate) fn content_stems(words: &[Word]) -> Vec<u64> {
    let mut stems: Vec<u64> = words.iter().filter(|word| is_content(word)).map(|word| u64::from(word.stem)).collect();
    sort(&mut stems);
    stems.dedup();
    stems
}

fn measure(text: &Extraction<'_>, wanted: &[u64], sentences: Span) -> Alignment {
    let range = sentences.slice(&text.scan.sentences);
    let words = match (range.first(), range.last()) {
        (Some(first), Some(last)) => Span::new(first.words.start, last.words.end),
        _ => Span::default(),
    };
    let there = content_stems(words.slice(&text.scan.words));
    let shared = wanted.iter().filter(|stem| there.binary_search(stem).is_ok()).count();
    let share = |of: usize| if of == 0 { 0.0 } else { shared as f32 / of as f32 };
    Alignment { sentences, words, forward: share(wanted.len()), backward: share(there.len()), shared: offset(shared) }
}
