//! What the source denies or forbids in so few words that it speaks of more than its own sentence (E3): "not intended", "she must
//! not know about it".

use super::pair::{any_of, breaks, stems};
use crate::class::Class;
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{Span, hash, offset, ordered};
use alloc::vec::Vec;

/// The clauses of the source that deny, by the first thing they speak of.
pub(super) struct Denials {
    all: Vec<Denial>,
}

struct Denial {
    message: u32,
    sentence: u32,
    /// What the clause speaks of.
    stems: Vec<u32>,
}

impl Denials {
    pub(super) fn new(sources: &[Extraction<'_>]) -> Denials {
        let mut all = Vec::new();
        for (message, source) in sources.iter().enumerate() {
            for mark in source.marks.iter().filter(|mark| mark.class == Class::Negation) {
                let stems = clause(source, mark);
                if !stems.is_empty() {
                    all.push(Denial { message: offset(message), sentence: mark.sentence, stems });
                }
            }
        }
        Denials { all: ordered(all, |denial| denial.stems.first().copied().unwrap_or(0)) }
    }

    /// Whether a clause in another sentence than one, or in a later one, denies nothing but what is among some stems.
    pub(super) fn say(&self, spoken: &[u32], than: (u32, u32), later: bool) -> bool {
        /// So many that begin alike are looked at: linear time.
        const MOST: usize = 32;
        let first = |denial: &Denial| denial.stems.first().copied().unwrap_or(0);
        spoken.iter().any(|stem| {
            let from = self.all.partition_point(|denial| first(denial) < *stem);
            let alike = self.all.iter().skip(from).take_while(|denial| first(denial) == *stem).take(MOST);
            let other = |denial: &&Denial| {
                let place = (denial.message, denial.sentence);
                if later { place > than } else { place != than }
            };
            alike.filter(other).any(|denial| denial.stems.iter().all(|stem| spoken.contains(stem)))
        })
    }
}

const PRONOUNS: [u32; 8] =
    [hash("it"), hash("that"), hash("this"), hash("them"), hash("they"), hash("she"), hash("he"), hash("those")];

/// What the clause of a denial speaks of, its subject too.
fn clause(source: &Extraction<'_>, mark: &Mark) -> Vec<u32> {
    /// A clause with more says enough by itself.
    const MOST: u32 = 8;
    let Some(sentence) = source.scan.sentences.get(mark.sentence as usize) else { return Vec::new() };
    let words = words_in(&source.scan, mark.span);
    if words.len() > MOST {
        return Vec::new();
    }
    let start =
        (sentence.words.start..words.start + 1).rev().find(|at| breaks(source, *at)).unwrap_or(sentence.words.start);
    let cue = words_in(&source.scan, mark.cue);
    // It leaves open what it speaks of: by a pronoun, or as an answer.
    let whole = Span::new(start, words.end);
    let open =
        any_of(whole.slice(&source.scan.words), &PRONOUNS) || cue.start == sentence.words.start && whole.len() < 4;
    if !open {
        return Vec::new();
    }
    let around = [Span::new(start, cue.start), Span::new(cue.end, words.end)];
    stems(&around.map(|span| span.slice(&source.scan.words)).concat())
}
