//! Where the source speaks of what the summary speaks of.

use super::Target;
use super::index::{Index, Postings};
use super::pair::has_stem;
use crate::extract::Extraction;
use crate::text::{Sentence, Word, is_content, join, offset, sort};
use alloc::vec::Vec;

/// A sentence of the source: message, its text, number, sentence.
pub(super) type Place<'a> = (u32, &'a Extraction<'a>, u32, &'a Sentence);

/// The sentences of the source that share a content stem with the summary.
pub(super) struct Mentions<'a> {
    sources: &'a [Extraction<'a>],
    summary: &'a Index,
    /// Message and number of each, in order.
    sentences: Vec<(u32, u32)>,
    /// The sentences of each stem, by their places in that list.
    stems: Postings,
    /// Which sentences of the summary some message says word for word: they are about what they say.
    quoted: &'a [bool],
}

impl<'a> Mentions<'a> {
    pub(super) fn new(sources: &'a [Extraction<'a>], summary: &'a Target<'_>, quoted: &'a [bool]) -> Mentions<'a> {
        let (mut sentences, mut entries) = (Vec::new(), Vec::new());
        for (message, source, number, sentence) in places(sources) {
            let before = entries.len();
            for word in source.scan.words(sentence) {
                if is_content(word) && summary.index.may_have(word.stem) {
                    entries.push(join(word.stem, offset(sentences.len())));
                }
            }
            if entries.len() > before {
                sentences.push((message, number));
            }
        }
        Mentions { sources, summary: &summary.index, sentences, stems: Postings::new(&entries), quoted }
    }

    /// Whether some message says a sentence of the summary word for word: then the summary did not make it up.
    pub(super) fn quotes(&self, sentence: usize) -> bool {
        self.quoted.get(sentence) == Some(&true)
    }

    /// The sentences that hold at least so many per cent, more than none, of some stems of the summary, in order.
    #[inline(never)]
    pub(super) fn holding(&self, stems: &[u32], least: usize) -> Vec<Place<'a>> {
        let mut numbers = Vec::new();
        for at in self.rarest(stems, least) {
            let stem = stems.get(at as u32 as usize).copied().unwrap_or(0);
            numbers.extend(self.stems.of(stem).iter().map(|number| u64::from(*number)));
        }
        sort(&mut numbers);
        numbers.dedup();
        let mut found = Vec::new();
        for number in numbers {
            let place = self.sentences.get(number as usize).and_then(|sentence| self.place(*sentence));
            found.extend(place.filter(|(_, source, _, sentence)| holds(stems, source.scan.words(sentence), least)));
        }
        found
    }

    /// The rarest of some stems, by frequency and place: what holds so many per cent of all holds one of these.
    fn rarest(&self, stems: &[u32], least: usize) -> Vec<u64> {
        let need = (stems.len() * least).div_ceil(100).max(1);
        let count = |(at, stem): (usize, &u32)| join(offset(self.stems.of(*stem).len()), offset(at));
        let mut rarest: Vec<u64> = stems.iter().enumerate().map(count).collect();
        sort(&mut rarest);
        rarest.truncate((stems.len() + 1).saturating_sub(need));
        rarest
    }

    /// How many places are looked at for those that hold so many per cent of some stems.
    pub(super) fn cost(&self, stems: &[u32], least: usize) -> usize {
        self.rarest(stems, least).into_iter().map(|count| (count >> 32) as usize).sum()
    }

    /// The sentences that hold all of some stems, those of the summary or not, in order.
    #[inline(never)]
    pub(super) fn with_all(&self, stems: &[u32]) -> Vec<Place<'a>> {
        let mut own = stems.to_vec();
        own.retain(|stem| self.summary.has_stem(*stem));
        let mut all = if own.is_empty() { places(self.sources).collect() } else { self.holding(&own, 100) };
        all.retain(|(_, source, _, sentence)| stems.iter().all(|stem| has_stem(source.scan.words(sentence), *stem)));
        all
    }

    fn place(&self, (message, number): (u32, u32)) -> Option<Place<'a>> {
        let source = self.sources.get(message as usize)?;
        Some((message, source, number, source.scan.sentences.get(number as usize)?))
    }
}

/// Whether at least so many per cent of some stems are among some words: the look ends where too many are lacking.
fn holds(stems: &[u32], words: &[Word], least: usize) -> bool {
    let need = (stems.len() * least).div_ceil(100);
    let (mut found, mut left) = (0, stems.len());
    for stem in stems {
        if found >= need || found + left < need {
            break;
        }
        left -= 1;
        found += usize::from(has_stem(words, *stem));
    }
    found >= need
}

/// Every sentence of the source.
pub(super) struct Places<'a> {
    sources: &'a [Extraction<'a>],
    message: usize,
    number: usize,
}

pub(super) const fn places<'a>(sources: &'a [Extraction<'a>]) -> Places<'a> {
    Places { sources, message: 0, number: 0 }
}

impl<'a> Iterator for Places<'a> {
    type Item = Place<'a>;

    #[inline(never)]
    fn next(&mut self) -> Option<Place<'a>> {
        loop {
            let source = self.sources.get(self.message)?;
            if let Some(sentence) = source.scan.sentences.get(self.number) {
                self.number += 1;
                return Some((offset(self.message), source, offset(self.number - 1), sentence));
            }
            (self.message, self.number) = (self.message + 1, 0);
        }
    }
}
