//! Where a text says something like a given sentence: postings of stems, and alignment (E3).

use crate::extract::Extraction;
use crate::text::{Hasher, Span, Word, is_content, join, lower, offset, shape, sort};
use alloc::vec;
use alloc::vec::Vec;

/// Where keys stand in a text, each key's places one after the other and in order: built by counting, so in linear time.
pub(super) struct Postings {
    /// Open addressing: the number of a key plus one.
    slots: Vec<u32>,
    keys: Vec<u32>,
    /// Where the places of each key begin, and where the last ones end.
    starts: Vec<u32>,
    places: Vec<u32>,
}

impl Postings {
    /// Of keys joined with places, which come in order.
    pub(super) fn new(entries: &[u64]) -> Postings {
        let mut postings = Postings {
            slots: vec![0; (entries.len() * 2).next_power_of_two().max(16)],
            keys: Vec::new(),
            starts: Vec::new(),
            places: vec![0; entries.len()],
        };
        let Postings { slots, keys, starts, places } = &mut postings;
        let numbers: Vec<u32> = entries
            .iter()
            .map(|entry| {
                let key = high(*entry);
                let slot = slot(slots, keys, key);
                let number = slots.get(slot).copied().unwrap_or(0).checked_sub(1).unwrap_or_else(|| {
                    keys.push(key);
                    starts.push(0);
                    offset(keys.len() - 1)
                });
                if let Some(found) = slots.get_mut(slot) {
                    *found = number + 1;
                }
                if let Some(count) = starts.get_mut(number as usize) {
                    *count += 1;
                }
                number
            })
            .collect();
        let mut past = 0;
        for start in starts.iter_mut() {
            past += core::mem::replace(start, past);
        }
        for (entry, number) in entries.iter().zip(numbers) {
            let Some(start) = starts.get_mut(number as usize) else { continue };
            if let Some(place) = places.get_mut(*start as usize) {
                *place = *entry as u32;
            }
            *start += 1;
        }
        // Each start has moved to the end of its own places: to where the next begin.
        starts.insert(0, 0);
        postings
    }

    /// The places of a key, in order.
    pub(super) fn of(&self, key: u32) -> &[u32] {
        let slot = slot(&self.slots, &self.keys, key);
        let Some(number) = self.slots.get(slot).copied().unwrap_or(0).checked_sub(1) else { return &[] };
        let at = |number: u32| self.starts.get(number as usize).copied().unwrap_or(0);
        Span::new(at(number), at(number + 1)).slice(&self.places)
    }
}

/// The slot of a key, or the empty one where it would go.
fn slot(slots: &[u32], keys: &[u32], key: u32) -> usize {
    let mut slot = key as usize & (slots.len() - 1);
    while let Some(number) = slots.get(slot).copied().unwrap_or(0).checked_sub(1) {
        if keys.get(number as usize) == Some(&key) {
            break;
        }
        slot = (slot + 1) & (slots.len() - 1);
    }
    slot
}

/// The postings of one text.
pub(crate) struct Index {
    /// The sentences of each content stem.
    stems: Postings,
    /// The words of each hash.
    hashes: Postings,
    /// The sentences of each sequence of words.
    sequences: Postings,
    /// A bit for every stem, by its lowest bits: most words of a long source stand nowhere in a summary.
    filter: Vec<u64>,
    /// The content stems of the sentences, one sentence after the other, each once in a sentence.
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
    /// The stems of it that stand in the target, joined with what each counts for.
    found: Vec<u64>,
}

/// Twice the words of the longest sentence, and a power of two.
const STEMS: usize = 512;

impl Scratch {
    pub(crate) fn new() -> Scratch {
        Scratch { votes: Vec::new(), voted: Vec::new(), stems: vec![0; STEMS], sentence: 0, found: Vec::new() }
    }

    /// The slot of a stem of the sentence, or the first that is free for it; and whether the stem is there.
    fn slot(&self, stem: u32) -> Option<(usize, bool)> {
        let key = join(stem, self.sentence);
        let mut slot = stem as usize;
        for _ in 0..STEMS {
            slot = (slot + 1) & (STEMS - 1);
            match self.stems.get(slot) {
                Some(found) if *found == key => return Some((slot, true)),
                Some(found) if *found as u32 != self.sentence => return Some((slot, false)),
                _ => {}
            }
        }
        None
    }

    /// Whether the sentence had no such stem before. Beyond the room there is, every stem is taken for a new one.
    fn is_new(&mut self, stem: u32) -> bool {
        match self.slot(stem) {
            Some((_, true)) => return false,
            Some((slot, false)) => {
                if let Some(free) = self.stems.get_mut(slot) {
                    *free = join(stem, self.sentence);
                }
            }
            None => {}
        }
        true
    }

    /// Whether the sentence has the stem.
    fn has(&self, stem: u32) -> bool {
        self.slot(stem).is_some_and(|(_, there)| there)
    }
}

impl Index {
    pub(crate) fn new(text: &Extraction<'_>) -> Index {
        let scan = &text.scan;
        let mut entries = Vec::with_capacity(scan.words.len() + scan.words.len() / 32);
        let mut content = Vec::with_capacity(scan.words.len());
        let mut starts = vec![0];
        let mut scratch = Scratch::new();
        for (number, sentence) in scan.sentences.iter().enumerate() {
            scratch.sentence += 1;
            for word in scan.words(sentence).iter().filter(|word| is_content(word)) {
                if scratch.is_new(word.stem) {
                    content.push(word.stem);
                    entries.push(join(word.stem, offset(number)));
                }
            }
            starts.push(offset(content.len()));
        }
        let stems = Postings::new(&entries);
        let mut filter = vec![0u64; (entries.len() / 4).next_power_of_two()];
        let bits = filter.len() - 1;
        for stem in &stems.keys {
            if let Some(bit) = filter.get_mut(*stem as usize >> 6 & bits) {
                *bit |= 1 << (stem & 63);
            }
        }
        entries.clear();
        for (number, word) in scan.words.iter().enumerate() {
            entries.push(join(word.hash, offset(number)));
            // "Olsen's" is found as "Olsen" too.
            if scan.text.as_bytes().get((word.end as usize).wrapping_sub(1)) == Some(&b's') {
                let text = word.span().of(scan.text);
                if let Some(base) = text.strip_suffix("'s").or_else(|| text.strip_suffix("\u{2019}s")) {
                    entries.push(join(hash_of(base), offset(number)));
                }
            }
        }
        let hashes = Postings::new(&entries);
        entries.clear();
        for (number, sentence) in scan.sentences.iter().enumerate() {
            entries.push(join(sequence(scan.words(sentence)) as u32, offset(number)));
        }
        Index { stems, hashes, sequences: Postings::new(&entries), filter, content, starts }
    }

    /// False where the stem stands nowhere.
    pub(super) fn may_have(&self, stem: u32) -> bool {
        let bits = self.filter.get(stem as usize >> 6 & (self.filter.len() - 1));
        bits.is_some_and(|bits| bits >> (stem & 63) & 1 == 1)
    }

    /// The content stems of a sentence.
    fn content(&self, sentence: u32) -> &[u32] {
        let at = |number: u32| self.starts.get(number as usize).copied().unwrap_or(0);
        Span::new(at(sentence), at(sentence + 1)).slice(&self.content)
    }

    /// Whether the stem stands anywhere in the text.
    pub(crate) fn has_stem(&self, stem: u32) -> bool {
        self.may_have(stem) && !self.stems.of(stem).is_empty()
    }

    /// How many words have that hash.
    pub(crate) fn count(&self, hash: u32) -> usize {
        self.hashes.of(hash).len()
    }

    /// The words with that hash among some words, in order.
    pub(crate) fn words(&self, hash: u32, within: Span) -> impl Iterator<Item = u32> + '_ {
        let all = self.hashes.of(hash);
        let at = |word: u32| all.partition_point(|place| *place < word);
        all.get(at(within.start)..at(within.end)).unwrap_or(&[]).iter().copied()
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
        self.align_known(text, (words, sequence(words)), least, scratch)
    }

    /// The same where the [`sequence`] of the words is known.
    pub(super) fn align_known(
        &self,
        text: &Extraction<'_>,
        (words, sequence): (&[Word], u64),
        least: f32,
        scratch: &mut Scratch,
    ) -> Option<Alignment> {
        if let Some(alignment) = self.same(text, words, sequence) {
            return Some(alignment);
        }
        scratch.sentence += 1;
        scratch.found.clear();
        let mut wanted = 0;
        // What the words that distinguish sentences count for together.
        let mut weights = 0;
        for word in words.iter().filter(|word| is_content(word)) {
            if !scratch.is_new(word.stem) {
                continue;
            }
            wanted += 1;
            if !self.may_have(word.stem) {
                continue;
            }
            let count = self.stems.of(word.stem).len();
            if count > 0 {
                // Two sentences are about the same thing by what they say more than by a number they share.
                let weight = if word.shape & shape::DIGIT != 0 { 1 } else { 2 };
                let weight = if count > COMMON { 0 } else { weight };
                weights += weight;
                scratch.found.push(join(word.stem, weight));
            }
        }
        let found = scratch.found.len();
        if share(found, wanted) < least {
            return None;
        }
        // The sentence as it is, if it stands there and would be chosen for sure.
        let sure = if weights == 0 { wanted < 2 } else { weights as usize * 2 >= wanted };
        let mut verbatim = None;
        if found == wanted && sure {
            verbatim = self.verbatim(text, words);
        }
        if verbatim.is_none() {
            let best = self.elect(scratch);
            let enough = best.is_some_and(|(_, votes)| votes as f32 >= 2.0 * least * wanted as f32);
            let whole = best.map_or(wanted < 2, |(_, votes)| votes as usize * 2 >= wanted);
            if !enough && !whole {
                return None;
            }
            if whole && found == wanted && !sure {
                verbatim = self.verbatim(text, words);
            }
            if verbatim.is_none() {
                return best.map(|(sentence, _)| self.extend(text, (wanted, scratch), sentence));
            }
        }
        let sentence = verbatim?;
        Some(Alignment { forward: 1.0, ..self.measure(text, (wanted, scratch), Span::new(sentence, sentence + 1)) })
    }

    /// The sentence of the same words, one after the other.
    fn same(&self, text: &Extraction<'_>, words: &[Word], sequence: u64) -> Option<Alignment> {
        // The last: pins stand behind what they hold against.
        let sentence = *self.sequences.of(sequence as u32).last()?;
        let there = text.scan.sentences.get(sentence as usize)?;
        let (sentences, shared) = (Span::new(sentence, sentence + 1), offset(self.content(sentence).len()));
        let same = there.words.len() as usize == words.len()
            && text.scan.words(there).iter().zip(words).all(|(here, word)| here.hash == word.hash);
        let alignment = Alignment { sentences, words: there.words, forward: 1.0, backward: 1.0, shared };
        // "No." has no word with content, and stands there all the same.
        (same && !words.is_empty()).then_some(alignment)
    }

    /// The sentence with most votes, and those: then the shorter one, then the earlier.
    fn elect(&self, scratch: &mut Scratch) -> Option<(u32, u32)> {
        scratch.votes.resize(self.starts.len(), 0);
        let mut most = 0;
        for entry in scratch.found.iter().filter(|entry| **entry as u32 > 0) {
            for sentence in self.stems.of(high(*entry)) {
                let Some(votes) = scratch.votes.get_mut(*sentence as usize) else { continue };
                if *votes == 0 {
                    scratch.voted.push(*sentence);
                }
                *votes += *entry as u32;
                most = most.max(*votes);
            }
        }
        let mut best: Option<(u32, u32)> = None;
        for sentence in scratch.voted.drain(..) {
            let Some(votes) = scratch.votes.get_mut(sentence as usize) else { continue };
            if core::mem::take(votes) == most {
                let candidate = (offset(self.content(sentence).len()), sentence);
                best = Some(best.map_or(candidate, |best| best.min(candidate)));
            }
        }
        best.map(|(_, sentence)| (sentence, most))
    }

    /// The sentence that holds some words one after the other.
    fn verbatim(&self, text: &Extraction<'_>, words: &[Word]) -> Option<u32> {
        // From the rarest word: few places to look at.
        let mut rarest: Option<(usize, &[u32])> = None;
        for (at, word) in words.iter().enumerate() {
            let places = self.hashes.of(word.hash);
            if rarest.is_none_or(|(_, least)| places.len() < least.len()) {
                rarest = Some((at, places));
            }
            if places.len() < 2 {
                break;
            }
        }
        let (at, places) = rarest?;
        places.iter().take(COMMON).find_map(|place| {
            let start = place.checked_sub(offset(at))?;
            let there = Span::new(start, start + offset(words.len())).slice(&text.scan.words);
            let same = there.len() == words.len() && there.iter().zip(words).all(|(a, b)| a.hash == b.hash);
            if !same {
                return None;
            }
            let sentence = crate::extract::sentence_at(&text.scan, there.first()?.start);
            let whole = there.first()?.span().hull(there.last()?.span());
            text.scan.sentences.get(sentence as usize)?.span.contains(whole).then_some(sentence)
        })
    }

    /// Takes the neighbouring sentence too where it says a good part of the rest. What is wanted stands in the scratch, with
    /// its number beside it.
    fn extend(&self, text: &Extraction<'_>, wanted: (usize, &Scratch), sentence: u32) -> Alignment {
        let mut best = self.measure(text, wanted, Span::new(sentence, sentence + 1));
        if best.forward > 0.7 {
            return best;
        }
        let past = offset(text.scan.sentences.len());
        let wider = [
            (sentence > 0).then(|| Span::new(sentence - 1, sentence + 1)),
            (sentence + 1 < past).then(|| Span::new(sentence, sentence + 2)),
        ];
        let alone = best.shared as usize;
        for sentences in wider.into_iter().flatten() {
            // Even if the neighbour said other words than the sentence throughout.
            let neighbour = if sentences.start == sentence { sentence + 1 } else { sentences.start };
            let most = alone + self.content(neighbour).iter().filter(|stem| wanted.1.has(**stem)).count();
            if share(most, wanted.0) < best.forward + 0.2 {
                continue;
            }
            let candidate = self.measure(text, wanted, sentences);
            if candidate.forward >= best.forward + 0.2 && candidate.backward >= best.backward - 0.15 {
                best = candidate;
            }
        }
        best
    }

    /// What one sentence, or two that stand next to each other, share with the wanted stems.
    fn measure(&self, text: &Extraction<'_>, (wanted, scratch): (usize, &Scratch), sentences: Span) -> Alignment {
        let range = sentences.slice(&text.scan.sentences);
        let words = match (range.first(), range.last()) {
            (Some(first), Some(last)) => Span::new(first.words.start, last.words.end),
            _ => Span::default(),
        };
        let first = self.content(sentences.start);
        let second = if sentences.len() > 1 { self.content(sentences.start + 1) } else { &[] };
        let (mut there, mut shared) = (0, 0);
        let more = second.iter().filter(|stem| !first.contains(stem));
        for stem in first.iter().chain(more) {
            there += 1;
            shared += usize::from(scratch.has(*stem));
        }
        Alignment {
            sentences,
            words,
            forward: share(shared, wanted),
            backward: share(shared, there),
            shared: offset(shared),
        }
    }
}

/// A hash of words in their order.
pub(super) fn sequence(words: &[Word]) -> u64 {
    words.iter().fold(0xcbf2_9ce4_8422_2325, |state: u64, word| {
        (state ^ u64::from(word.hash)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn share(shared: usize, of: usize) -> f32 {
    if of == 0 { 0.0 } else { shared as f32 / of as f32 }
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

/// The content stems of some words, sorted, each once.
pub(crate) fn content_stems(words: &[Word]) -> Vec<u64> {
    let mut stems: Vec<u64> = words.iter().filter(|word| is_content(word)).map(|word| u64::from(word.stem)).collect();
    sort(&mut stems);
    stems.dedup();
    stems
}
