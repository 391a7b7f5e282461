//! `two-live-values` (E4): the summary holds a value that the source replaced, and does not tell it as old.

use super::Target;
use super::findings::Found;
use super::identifiers::occurrences;
use super::index::content_stems;
use super::value::key;
use crate::class::Class;
use crate::element::FindingKind;
use crate::extract::{Extraction, Mark, sentence_at};
use crate::text::{KeySet, Sentence, Span, Word, hash, join, offset, sort};
use alloc::vec::Vec;

/// A value of the source and the one that took its place: message and mark of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    pub(crate) old: (u32, u32),
    pub(crate) new: (u32, u32),
}

/// Words that tell a value as one of the past, or tell the change itself.
const PAST: [u32; 28] = [
    hash("not"),
    hash("no"),
    hash("never"),
    hash("was"),
    hash("were"),
    hash("previous"),
    hash("previously"),
    hash("instead"),
    hash("from"),
    hash("old"),
    hash("former"),
    hash("formerly"),
    hash("earlier"),
    hash("originally"),
    hash("before"),
    hash("rather"),
    hash("replaced"),
    hash("replaces"),
    hash("until"),
    hash("superseded"),
    hash("than"),
    hash("renamed"),
    hash("moved"),
    hash("changed"),
    hash("raised"),
    hash("switched"),
    hash("isn't"),
    hash("wasn't"),
];

/// Places of one value in the summary beyond these are not looked at, nor sentences of the source that say it.
const MOST: usize = 16;

/// The sentences of the summary in which a replaced value lives on.
pub(crate) fn two_live_values(sources: &[Extraction<'_>], summary: &Target<'_>, replaced: &[Replaced]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    if replaced.is_empty() {
        return found;
    }
    let rivals = Rivals::new(sources, replaced);
    let scan = &summary.text.scan;
    for pair in replaced {
        let (Some((source, old, said)), Some((_, _, now))) = (look(sources, pair.old), look(sources, pair.new)) else {
            continue;
        };
        let Some(fresh) = sources.get(pair.new.0 as usize) else { continue };
        for place in occurrences(summary, source, old).into_iter().take(MOST) {
            let Some(sentence) = scan.sentences.get(sentence_at(scan, place.start) as usize) else { continue };
            let there = content_stems(scan.words(sentence));
            let about = without(source, said, old);
            let common: Vec<u64> = shared(&about, &content_stems(fresh.scan.words(now)));
            let basis = if common.is_empty() { &about } else { &common };
            let held = shared(basis, &there).len();
            let lives = held * 5 >= basis.len() * 3 && (held > 0 || there.len() < 3);
            if !lives || is_past(scan.words(sentence), sentence.span.of(scan.text)) {
                continue;
            }
            if rivals.say_more(sources, pair, &there, shared(&about, &there).len()) {
                continue;
            }
            if !found.iter().any(|found| found.span == sentence.span) {
                found.push(Found {
                    kind: FindingKind::TwoLiveValues,
                    class: Some(Class::Identifier),
                    span: sentence.span,
                    against: Some((pair.new.0, now.span)),
                });
            }
        }
    }
    found
}

fn look<'a>(
    sources: &'a [Extraction<'a>],
    (message, mark): (u32, u32),
) -> Option<(&'a Extraction<'a>, &'a Mark, &'a Sentence)> {
    let source = sources.get(message as usize)?;
    let mark = source.marks.get(mark as usize)?;
    Some((source, mark, source.scan.sentences.get(mark.sentence as usize)?))
}

/// The content stems of a sentence, but for those of a value in it.
fn without(source: &Extraction<'_>, sentence: &Sentence, value: &Mark) -> Vec<u64> {
    let outside = |word: &&Word| !value.span.overlaps(word.span());
    let words: Vec<Word> = source.scan.words(sentence).iter().filter(outside).copied().collect();
    content_stems(&words)
}

fn shared(left: &[u64], right: &[u64]) -> Vec<u64> {
    left.iter().filter(|stem| right.binary_search(stem).is_ok()).copied().collect()
}

fn is_past(words: &[Word], text: &str) -> bool {
    words.iter().any(|word| PAST.contains(&word.hash)) || text.contains('→') || text.contains("->")
}

/// Every place of the source where a replaced value stands: it may be the value of something else too.
struct Rivals {
    /// A short key and an index into `places`, joined and sorted.
    keys: Vec<u64>,
    places: Vec<(u32, u32)>,
}

const fn short(key: u64) -> u32 {
    (key ^ key >> 32) as u32
}

impl Rivals {
    fn new(sources: &[Extraction<'_>], replaced: &[Replaced]) -> Rivals {
        let mut wanted = KeySet::new();
        for pair in replaced {
            if let Some((source, mark, _)) = look(sources, pair.old) {
                wanted.insert(short(key(mark.kind, mark.span.of(source.scan.text))).into());
            }
        }
        let (mut keys, mut places) = (Vec::new(), Vec::new());
        for (message, source) in sources.iter().enumerate() {
            for (at, mark) in source.marks.iter().enumerate().filter(|(_, mark)| mark.class == Class::Identifier) {
                let key = short(key(mark.kind, mark.span.of(source.scan.text)));
                if wanted.contains(key.into()) {
                    keys.push(join(key, offset(places.len())));
                    places.push((offset(message), offset(at)));
                }
            }
        }
        sort(&mut keys);
        Rivals { keys, places }
    }

    /// Whether another statement with the same value is nearer to the summary's sentence, or came after the change.
    fn say_more(&self, sources: &[Extraction<'_>], pair: &Replaced, there: &[u64], held: usize) -> bool {
        let Some((source, mark, _)) = look(sources, pair.old) else { return false };
        let key = short(key(mark.kind, mark.span.of(source.scan.text)));
        let first = self.keys.partition_point(|entry| (*entry >> 32) < u64::from(key));
        let past = self.keys.partition_point(|entry| (*entry >> 32) <= u64::from(key));
        let entries = self.keys.get(first..past).unwrap_or(&[]).iter();
        // The latest first: what came after the change says most.
        let places = entries.rev().take(MOST).filter_map(|entry| self.places.get(*entry as u32 as usize));
        places.filter(|place| **place != pair.old).any(|place| {
            let Some((source, mark, sentence)) = look(sources, *place) else { return false };
            if place.0 == pair.new.0 && sentence.span.contains(new_span(sources, pair)) {
                return false;
            }
            let says = shared(&without(source, sentence, mark), there).len();
            says > held || (*place > pair.new && says >= held)
        })
    }
}

fn new_span(sources: &[Extraction<'_>], pair: &Replaced) -> Span {
    look(sources, pair.new).map_or(Span::default(), |(_, mark, _)| mark.span)
}
