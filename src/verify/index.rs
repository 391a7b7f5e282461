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
    /// A bit for every stem, by its lowest bits: most words of a long source stand nowhere in a summary.
    filter: Vec<u64>,
    /// The content stems of the sentences, one sentence after the other, in each sorted and counted once.
    content: Vec<u32>,
    /// Where those of each sentence begin, and where the last ones end.
    starts: Vec<u32>,
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
pub(crate) struct Scratch {
    votes: Vec<u32>,
    voted: Vec<u32>,
    /// The stems of one sentence: open addressing, a stem joined with the number of the sentence.
    stems: Vec<u64>,
    sentence: u32,
}

/// Twice the words of the longest sentence, and a power of two.
const STEMS: usize = 512;

impl Scratch {
    pub(crate) fn new() -> Scratch {
        Scratch { votes: Vec::new(), voted: Vec::new(), stems: vec![0; STEMS], sentence: 0 }
    }

    /// Whether the sentence had no such stem before. Beyond the room there is, every stem is taken for a new one.
    fn is_new(&mut self, stem: u32) -> bool {
        let key = join(stem, self.sentence);
        let mut slot = stem as usize;
        for _ in 0..STEMS {
            slot = (slot + 1) & (STEMS - 1);
            match self.stems.get_mut(slot) {
                Some(found) if *found == key => return false,
                Some(found) if *found as u32 != self.sentence => {
                    *found = key;
                    return true;
                }
                _ => {}
            }
        }
        true
    }
}

impl Index {
    pub(crate) fn new(text: &Extraction<'_>) -> Index {
        let scan = &text.scan;
        let mut stems = Vec::with_capacity(scan.words.len());
        let mut content = Vec::with_capacity(scan.words.len());
        let mut starts = vec![0];
        for (number, sentence) in scan.sentences.iter().enumerate() {
            let own = content_stems(scan.words(sentence));
            stems.extend(own.iter().map(|stem| join(*stem as u32, offset(number))));
            content.extend(own.into_iter().map(|stem| stem as u32));
            starts.push(offset(content.len()));
        }
        sort(&mut stems);
        let mut filter = vec![0u64; (stems.len() / 4).next_power_of_two()];
        let mut slots = vec![0u32; (stems.len() * 2).next_power_of_two().max(16)];
        let mut before = None;
        for (at, entry) in stems.iter().enumerate() {
            let stem = high(*entry);
            let bits = filter.len() - 1;
            if let Some(bit) = filter.get_mut(stem as usize >> 6 & bits) {
                *bit |= 1 << (stem & 63);
            }
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
        Index { stems, slots, hashes, filter, content, starts }
    }

    /// False where the stem stands nowhere.
    fn may_have(&self, stem: u32) -> bool {
        let bits = self.filter.get(stem as usize >> 6 & (self.filter.len() - 1));
        bits.is_some_and(|bits| bits >> (stem & 63) & 1 == 1)
    }

    /// The content stems of a sentence.
    fn content(&self, sentence: u32) -> &[u32] {
        let at = |number: u32| self.starts.get(number as usize).copied().unwrap_or(0);
        Span::new(at(sentence), at(sentence + 1)).slice(&self.content)
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
        self.may_have(stem) && !self.postings(stem).is_empty()
    }

    /// How many words have that hash.
    pub(crate) fn count(&self, hash: u32) -> usize {
        range(&self.hashes, hash).len()
    }

    /// The words with that hash among some words, in order.
    pub(crate) fn words(&self, hash: u32, within: Span) -> impl Iterator<Item = u32> + '_ {
        let at = |word: u32| self.hashes.partition_point(|entry| *entry < join(hash, word));
        let places = self.hashes.get(at(within.start)..at(within.end)).unwrap_or(&[]);
        places.iter().map(|entry| *entry as u32)
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
        scratch.votes.resize(self.starts.len(), 0);
        scratch.sentence += 1;
        let (mut wanted, mut absent) = (0, false);
        let mut best: Option<(u32, u32)> = None;
        for word in words.iter().filter(|word| is_content(word)) {
            if !scratch.is_new(word.stem) {
                continue;
            }
            wanted += 1;
            if !self.may_have(word.stem) {
                absent = true;
                continue;
            }
            let found = self.postings(word.stem);
            absent |= found.is_empty();
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
            }
        }
        for sentence in scratch.voted.drain(..) {
            let Some(votes) = scratch.votes.get_mut(sentence as usize) else { continue };
            let candidate = (sentence, core::mem::take(votes));
            if best.is_none_or(|best| candidate.1 >= best.1 && self.score(candidate) > self.score(best)) {
                best = Some(candidate);
            }
        }
        let enough = best.is_some_and(|(_, votes)| votes as f32 >= 2.0 * least * wanted as f32);
        let whole = best.map_or(wanted < 2, |(_, votes)| votes as usize * 2 >= wanted);
        if !enough && !whole {
            return None;
        }
        let wanted = content_stems(words);
        if whole
            && !absent
            && let Some(sentence) = self.verbatim(text, words)
        {
            return Some(Alignment { forward: 1.0, ..self.measure(text, &wanted, Span::new(sentence, sentence + 1)) });
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
        (shared, u32::MAX - offset(self.content(sentence).len()), u32::MAX - sentence)
    }

    /// Takes the neighbouring sentence too where it says a good part of the rest.
    fn extend(&self, text: &Extraction<'_>, wanted: &[u64], sentence: u32) -> Alignment {
        let measure = |sentences: Span| self.measure(text, wanted, sentences);
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

    /// What one sentence, or two that stand next to each other, share with the wanted stems.
    fn measure(&self, text: &Extraction<'_>, wanted: &[u64], sentences: Span) -> Alignment {
        let range = sentences.slice(&text.scan.sentences);
        let words = match (range.first(), range.last()) {
            (Some(first), Some(last)) => Span::new(first.words.start, last.words.end),
            _ => Span::default(),
        };
        let first = self.content(sentences.start);
        let second = if sentences.len() > 1 { self.content(sentences.start + 1) } else { &[] };
        let has = |stem: &u32| first.binary_search(stem).is_ok();
        let there = first.len() + second.iter().filter(|stem| !has(stem)).count();
        let found = |stem: &&u64| has(&(**stem as u32)) || second.binary_search(&(**stem as u32)).is_ok();
        let shared = wanted.iter().filter(found).count();
        let share = |of: usize| if of == 0 { 0.0 } else { shared as f32 / of as f32 };
        Alignment { sentences, words, forward: share(wanted.len()), backward: share(there), shared: offset(shared) }
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
