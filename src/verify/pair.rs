//! A sentence of the source beside the place of a target that says most of it.

use super::diff::Diff;
use super::index::{Alignment, content_stems};
use super::limits;
use crate::class::Class;
use crate::element::{Kind, Status};
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{Sentence, Span, Word, hash, is_content, offset, place_of};
use alloc::vec::Vec;
use core::cell::OnceCell;

/// One pair. Word numbers in it count from the first word of either side.
pub(crate) struct Pair<'a> {
    pub(crate) source: &'a Extraction<'a>,
    pub(crate) target: &'a Extraction<'a>,
    pub(crate) sentence: &'a Sentence,
    pub(crate) at: Alignment,
    /// Where each word of the source went; only on tight alignment.
    pub(crate) diff: Option<Diff<'a>>,
    /// The place is a sentence of the source, word for word: a value in it is no other value of this one.
    pub(crate) quoted: bool,
    /// Where the sentence stands letter for letter, once somebody asked.
    pub(crate) letters: OnceCell<Option<Span>>,
}

impl<'a> Pair<'a> {
    pub(crate) fn new(
        source: &'a Extraction<'a>,
        sentence: &'a Sentence,
        target: &'a Extraction<'a>,
        at: Alignment,
    ) -> Pair<'a> {
        let mut pair = Pair { source, target, sentence, at, diff: None, quoted: false, letters: OnceCell::new() };
        if pair.is_close() {
            pair.diff = Some(Diff::new(pair.source_words(), pair.target_words()));
        }
        pair
    }

    /// Where the target says the sentence word for word, as bytes.
    pub(crate) fn verbatim(&self) -> Option<Span> {
        let (source, target) = (self.source_words(), self.target_words());
        if source.is_empty() || self.at.forward < 0.99 {
            return None;
        }
        let same = |window: &&[Word]| window.iter().zip(source).all(|(there, here)| there.hash == here.hash);
        let found = target.windows(source.len()).find(same)?;
        Some(Span::new(found.first()?.start, found.last()?.end))
    }

    /// What becomes of a sentence whose words stand there, if something around them in their sentence takes it back, narrows
    /// or softens it: "it is not true that you should never push" says every word of the rule.
    pub(crate) fn qualified(&self, words: Span) -> Option<Status> {
        let sentence = crate::extract::sentence_at(&self.target.scan, words.start);
        let qualifies = |mark: &Mark| {
            let qualifies = mark.class == Class::Negation
                || (mark.class == Class::Ordering && matches!(mark.kind, Kind::Until | Kind::Condition));
            qualifies && !words.overlaps(mark.cue)
        };
        let own = crate::extract::sentence_at(&self.source.scan, self.sentence.span.start);
        let says = |kinds: &[Kind]| {
            let marks = marks_of(self.source, Span::new(own, own + 1));
            marks.iter().any(|mark| kinds.contains(&mark.kind))
        };
        // "No calls from the worker".
        let no = || self.source_words().first().is_some_and(|word| word.hash == const { hash("no") });
        if (says(&[Kind::Prohibition, Kind::Requirement, Kind::Standing, Kind::Request]) || no())
            && limits::is_softened(self.target, sentence, words, !says(&[Kind::Request]))
        {
            return Some(Status::Weakened);
        }
        let narrowed = marks_of(self.target, Span::new(sentence, sentence + 1)).iter().any(qualifies)
            || says(&[Kind::Prohibition]) && limits::goes_on(self.target, sentence, words)
            || limits::is_of_another(self.target, sentence, words);
        narrowed.then_some(Status::Unverified)
    }

    /// Where the target says the sentence letter for letter, as bytes.
    pub(crate) fn letter_for_letter(&self) -> Option<Span> {
        *self.letters.get_or_init(|| {
            let wanted = self.sentence.span.of(self.source.scan.text);
            let span = self.target_span();
            let there = span.of(self.target.scan.text);
            if self.at.forward < 0.99 || there.len() < wanted.len() {
                return None;
            }
            // Mostly it is all of the place.
            let at = if there.starts_with(wanted) { 0 } else { place_of(wanted, there)? };
            let start = span.start + offset(at);
            Some(Span::new(start, start + self.sentence.span.len()))
        })
    }

    fn is_close(&self) -> bool {
        let Alignment { forward, backward, shared, .. } = self.at;
        (forward >= 0.6 && backward >= 0.5 && shared >= 2)
            || (forward >= 1.0 && self.verbatim().is_some())
            || (forward >= 0.99 && backward >= 0.8 && shared >= 1)
    }

    /// Tight: the two sentences say the same thing but for a few words, in the same order (E3).
    pub(crate) fn is_tight(&self) -> bool {
        let words = self.source_words().len().min(self.target_words().len() * 2);
        self.diff.as_ref().is_some_and(|diff| diff.count() * 2 >= words)
    }

    pub(crate) fn source_words(&self) -> &'a [Word] {
        self.sentence.words.slice(&self.source.scan.words)
    }

    pub(crate) fn target_words(&self) -> &'a [Word] {
        self.at.words.slice(&self.target.scan.words)
    }

    /// A span of words of the whole text, counted from the sentence.
    pub(crate) fn local_source(&self, words: Span) -> Span {
        let base = self.sentence.words.start;
        Span::new(words.start.saturating_sub(base), words.end.saturating_sub(base))
    }

    pub(crate) fn local_target(&self, words: Span) -> Span {
        let base = self.at.words.start;
        Span::new(words.start.saturating_sub(base), words.end.saturating_sub(base))
    }

    /// The elements of a class in the place, in order.
    pub(crate) fn target_marks(&self, class: Class) -> impl Iterator<Item = &'a Mark> {
        let (sentences, target) = (self.at.sentences, self.target);
        marks_of(target, sentences).iter().filter(move |mark| mark.class == class)
    }

    /// The elements of a class in the source sentence, in order.
    pub(crate) fn source_marks(&self, class: Class, sentence: u32) -> impl Iterator<Item = &'a Mark> {
        marks_of(self.source, Span::new(sentence, sentence + 1)).iter().filter(move |mark| mark.class == class)
    }

    /// Which share of what an element says stands in the place.
    pub(crate) fn share_of(&self, mark: &Mark) -> f32 {
        share(words_in(&self.source.scan, mark.span).slice(&self.source.scan.words), self.target_words())
    }

    /// Whether a cue stands among some bytes of the source.
    pub(crate) fn source_cues(&self, span: Span) -> bool {
        let sentence = crate::extract::sentence_at(&self.source.scan, self.sentence.span.start);
        marks_of(self.source, Span::new(sentence, sentence + 1)).iter().any(|mark| mark.cue.overlaps(span))
    }

    /// Whether the words right before and right after a span of the source were both found, next to each other but for
    /// about as many words as the span has. Then what the target says instead stands in [`Diff::gap`].
    ///
    /// Function words that summaries drop are passed over, and so is the end of the sentence.
    pub(crate) fn is_local(&self, span: Span) -> bool {
        let Some(diff) = &self.diff else { return false };
        let source = self.source_words();
        let settles = |at: u32| {
            let content = source.get(at as usize).is_some_and(is_content);
            (content || diff.matched(at).is_some()).then_some(diff.matched(at).is_some())
        };
        let before = (0..span.start).rev().find_map(settles).unwrap_or(true);
        let after = (span.end..source.len() as u32).find_map(settles).unwrap_or(true);
        before && after && diff.gap(span).len() <= span.len() + 3
    }

    /// The text of the place.
    pub(crate) fn target_span(&self) -> Span {
        let sentences = self.at.sentences.slice(&self.target.scan.sentences);
        match (sentences.first(), sentences.last()) {
            (Some(first), Some(last)) => Span::new(first.span.start, last.span.end),
            _ => Span::default(),
        }
    }
}

/// The marks of some sentences.
pub(crate) fn marks_of<'a>(text: &'a Extraction<'a>, sentences: Span) -> &'a [Mark] {
    let first = text.marks.partition_point(|mark| mark.sentence < sentences.start);
    let rest = text.marks.get(first..).unwrap_or(&[]);
    let own = rest.iter().take_while(|mark| mark.sentence < sentences.end).count();
    rest.get(..own).unwrap_or(&[])
}

/// Which share of the content stems of `wanted` stand among `there`; 1 where there are none.
pub(crate) fn share(wanted: &[Word], there: &[Word]) -> f32 {
    if wanted.len() <= FEW && there.len() <= FEW * 2 {
        let stands =
            |words: &[Word], word: &Word| words.iter().any(|other| is_content(other) && other.stem == word.stem);
        let new = wanted
            .iter()
            .enumerate()
            .filter(|(at, word)| is_content(word) && !wanted.get(..*at).is_some_and(|before| stands(before, word)));
        let (mut all, mut found) = (0u32, 0u32);
        for (_, word) in new {
            all += 1;
            found += u32::from(stands(there, word));
        }
        return if all == 0 { 1.0 } else { found as f32 / all as f32 };
    }
    let wanted = content_stems(wanted);
    if wanted.is_empty() {
        return 1.0;
    }
    let there = content_stems(there);
    let found = wanted.iter().filter(|stem| there.binary_search(stem).is_ok()).count();
    found as f32 / wanted.len() as f32
}

/// So few words are compared one by one, faster than they are sorted.
const FEW: usize = 16;

/// How many content words there are.
pub(crate) fn content(words: &[Word]) -> usize {
    words.iter().filter(|word| is_content(word)).count()
}

/// Whether one of some words is one of those.
#[inline(never)]
pub(crate) fn any_of(words: &[Word], wanted: &[u32]) -> bool {
    let may = sieve(wanted);
    words.iter().any(|word| may >> (word.hash & 63) & 1 == 1 && wanted.contains(&word.hash))
}

/// A bit for each of some words by its lowest bits: most words are none of them.
pub(super) const fn sieve(mut wanted: &[u32]) -> u64 {
    let mut may = 0;
    while let [hash, rest @ ..] = wanted {
        may |= 1 << (*hash & 63);
        wanted = rest;
    }
    may
}

/// Whether punctuation that ends a clause stands right before a word, by its number in the text.
#[inline(never)]
pub(crate) fn breaks(text: &Extraction<'_>, word: u32) -> bool {
    let pair = Span::new(word.saturating_sub(1), word + 1).slice(&text.scan.words);
    let [left, right] = pair else { return false };
    // No part of a token: "10.4:80".
    if right.start < left.end + 2 {
        return false;
    }
    let between = text.scan.text.as_bytes().get(left.end as usize..right.start as usize).unwrap_or(&[]);
    between.iter().any(|byte| matches!(byte, b',' | b';' | b':' | b'(' | b')'))
}

/// The runs of some words, by number, that end before punctuation or before one of the words given.
pub(crate) const fn clauses<'a>(text: &'a Extraction<'_>, words: Span, before: &'a [u32]) -> Clauses<'a> {
    Clauses { text, words, before }
}

pub(crate) struct Clauses<'a> {
    text: &'a Extraction<'a>,
    /// Those that no clause was made of yet.
    words: Span,
    before: &'a [u32],
}

impl Iterator for Clauses<'_> {
    type Item = Span;

    #[inline(never)]
    fn next(&mut self) -> Option<Span> {
        let Span { start, end } = self.words;
        let ends = |at: &u32| {
            let word = self.text.scan.words.get(*at as usize);
            *at == end || breaks(self.text, *at) || word.is_some_and(|word| self.before.contains(&word.hash))
        };
        let past = (start + 1..=end).find(ends)?;
        self.words.start = past;
        Some(Span::new(start, past))
    }
}

/// The content stems of some words, each once, as they come.
#[inline(never)]
pub(crate) fn stems(words: &[Word]) -> Vec<u32> {
    let mut stems = Vec::with_capacity(words.len());
    for word in words.iter().filter(|word| is_content(word)) {
        if !stems.contains(&word.stem) {
            stems.push(word.stem);
        }
    }
    stems
}

/// Whether a word of that stem is among some words.
#[inline(never)]
pub(crate) fn has_stem(words: &[Word], stem: u32) -> bool {
    words.iter().any(|word| word.stem == stem)
}

/// How many of some stems are among some words, in per cent.
#[inline(never)]
pub(super) fn held(stems: &[u32], words: &[Word]) -> usize {
    stems.iter().filter(|stem| has_stem(words, **stem)).count() * 100 / stems.len().max(1)
}
