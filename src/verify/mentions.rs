//! Where the source speaks of what the summary speaks of.

use super::index::{Index, Postings};
use super::pair::{has_stem, held};
use super::{Sources, Target};
use crate::extract::Extraction;
use crate::text::{Sentence, is_content, join, offset, sort};
use alloc::vec::Vec;
use core::cell::RefCell;

/// A sentence of the source: message, its text, number, sentence.
pub(super) type Place<'a> = (u32, &'a Extraction<'a>, u32, &'a Sentence);

/// Where the source says each of its content stems, and what was looked up there: the same for whatever summary.
pub(super) struct Spoken {
    /// Message and number of every sentence, in order.
    sentences: Vec<(u32, u32)>,
    /// The sentences of each stem, by their places in that list.
    stems: Postings,
    /// What the last looks gave, each in a slot that a hash of it names.
    looks: RefCell<Vec<Look>>,
}

/// The stems that were looked for, the share of them, and the sentences that hold it.
#[derive(Default)]
struct Look {
    stems: Vec<u32>,
    least: usize,
    found: Vec<u32>,
}

/// So many looks are kept, of those that cost so much and gave no more than so many sentences.
const KEPT: usize = 256;
const COSTLY: usize = 16;
const SHORT: usize = 4096;

impl Spoken {
    pub(super) fn new(sources: &[Extraction<'_>]) -> Spoken {
        let (mut sentences, mut entries) = (Vec::new(), Vec::new());
        for (message, source, number, sentence) in places(sources) {
            let content = source.scan.words(sentence).iter().filter(|word| is_content(word));
            entries.extend(content.map(|word| join(word.stem, offset(sentences.len()))));
            sentences.push((message, number));
        }
        Spoken { sentences, stems: Postings::new(&entries), looks: RefCell::new(Vec::new()) }
    }
}

/// The sentences of the source that share a content stem with the summary.
pub(super) struct Mentions<'a> {
    sources: &'a [Extraction<'a>],
    spoken: &'a Spoken,
    summary: &'a Index,
    /// Which sentences of the summary some message says word for word: they are about what they say.
    quoted: &'a [bool],
}

impl<'a> Mentions<'a> {
    pub(super) fn new(sources: &'a Sources<'_>, summary: &'a Target<'_>, quoted: &'a [bool]) -> Mentions<'a> {
        Mentions { sources: &sources.texts, spoken: sources.spoken(), summary: &summary.index, quoted }
    }

    /// Whether some message says a sentence of the summary word for word: then the summary did not make it up.
    pub(super) fn quotes(&self, sentence: usize) -> bool {
        self.quoted.get(sentence) == Some(&true)
    }

    /// A message of the source.
    pub(super) fn message(&self, message: u32) -> Option<&'a Extraction<'a>> {
        self.sources.get(message as usize)
    }

    /// The sentences that hold at least so many per cent, more than none, of some stems of the summary, in order.
    #[inline(never)]
    pub(super) fn holding(&self, stems: &[u32], least: usize) -> Vec<Place<'a>> {
        let rarest = self.rarest(stems, least);
        let slot = stems.iter().fold(least, |slot, stem| slot.rotate_left(5) ^ *stem as usize) % KEPT;
        // Of a stem that is none of the summary nothing is found, whatever the source says.
        let keeps = cost(&rarest) > COSTLY && stems.iter().all(|stem| self.summary.may_have(*stem));
        let mut looks = self.spoken.looks.borrow_mut();
        let kept = looks.get(slot).filter(|look| keeps && look.least == least && look.stems == stems);
        let is_new = keeps && kept.is_none();
        let found = kept.map(|look| look.found.clone()).unwrap_or_else(|| self.look(stems, &rarest, least));
        let places = found.iter().filter_map(|number| self.place(*number)).collect();
        if is_new && found.len() <= SHORT {
            looks.resize_with(KEPT, Look::default);
            if let Some(look) = looks.get_mut(slot) {
                *look = Look { stems: stems.to_vec(), least, found };
            }
        }
        places
    }

    /// The sentences that hold so many per cent of some stems, by number, from those of the rarest on.
    fn look(&self, stems: &[u32], rarest: &[u64], least: usize) -> Vec<u32> {
        let mut numbers = Vec::new();
        for at in rarest {
            let stem = stems.get(*at as u32 as usize).copied().unwrap_or(0);
            numbers.extend(self.of(stem).iter().map(|number| u64::from(*number)));
        }
        sort(&mut numbers);
        numbers.dedup();
        let holds = |(_, source, _, sentence): Place<'_>| held(stems, source.scan.words(sentence)) >= least;
        let numbers = numbers.into_iter().map(|number| number as u32);
        numbers.filter(|number| self.place(*number).is_some_and(holds)).collect()
    }

    /// The sentences of a stem of the summary.
    fn of(&self, stem: u32) -> &'a [u32] {
        if self.summary.may_have(stem) { self.spoken.stems.of(stem) } else { &[] }
    }

    /// The rarest of some stems, by frequency and place: what holds so many per cent of all holds one of these.
    fn rarest(&self, stems: &[u32], least: usize) -> Vec<u64> {
        let need = (stems.len() * least).div_ceil(100).max(1);
        let count = |(at, stem): (usize, &u32)| join(offset(self.of(*stem).len()), offset(at));
        let mut rarest: Vec<u64> = stems.iter().enumerate().map(count).collect();
        sort(&mut rarest);
        rarest.truncate((stems.len() + 1).saturating_sub(need));
        rarest
    }

    /// How many places are looked at for those that hold so many per cent of some stems.
    pub(super) fn cost(&self, stems: &[u32], least: usize) -> usize {
        cost(&self.rarest(stems, least))
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

    fn place(&self, number: u32) -> Option<Place<'a>> {
        let (message, number) = *self.spoken.sentences.get(number as usize)?;
        let source = self.sources.get(message as usize)?;
        Some((message, source, number, source.scan.sentences.get(number as usize)?))
    }
}

fn cost(rarest: &[u64]) -> usize {
    rarest.iter().map(|count| (count >> 32) as usize).sum()
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
