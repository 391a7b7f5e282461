//! What belongs together (E2): two things that changed places between the clauses of a sentence.

use super::pair::{clauses, has_stem};
use super::value::number_word;
use crate::extract::Extraction;
use crate::text::{Sentence, Span, Word, hash, is_content, list, shape};
use alloc::vec::Vec;

/// "Node 2 lags, node 3 is fine" for "node 3 lags and node 2 is fine": what one clause of the source says stands in two clauses
/// of the other sentence, and so does what another one says, in the same two. In which order they stand says nothing.
///
/// Gives the first of the two clauses.
pub(super) fn exchanged(
    (source, sentence): (&Extraction<'_>, &Sentence),
    (target, place): (&Extraction<'_>, &Sentence),
) -> Option<Span> {
    const MOST: usize = 6;
    let (here, there) = (parts(source, sentence), parts(target, place));
    if !(2..=MOST).contains(&here.len()) || !(2..=MOST).contains(&there.len()) {
        return None;
    }
    // For each pair of clauses how many words both have that stand in no other clause of either sentence.
    let only = |clauses: &[&[Word]], word: &Word| {
        let mut all = clauses.iter().enumerate().filter(|(_, words)| has_stem(words, word.stem));
        let first = all.next().map(|(at, _)| at);
        first.filter(|_| all.next().is_none())
    };
    let mut both = [[0u8; MOST]; MOST];
    let (mut shared, mut all) = (0, 0);
    for (at, words) in there.iter().enumerate() {
        for word in words.iter().filter(|word| tells(word)) {
            all += 1;
            let Some(from) = only(&there, word).and_then(|_| only(&here, word)) else { continue };
            shared += 1;
            if let Some(count) = both.get_mut(from).and_then(|row| row.get_mut(at)) {
                *count += 1;
            }
        }
    }
    if shared < 4 || shared * 2 < all {
        return None;
    }
    let has = |from: usize, at: usize| both.get(from).and_then(|row| row.get(at)).is_some_and(|count| *count > 0);
    let pairs = |count: usize| (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)));
    let split = |(left, right): (usize, usize)| {
        let mixed = |from: usize| has(from, left) && has(from, right);
        pairs(here.len()).any(|(one, other)| mixed(one) && mixed(other))
    };
    let (left, _) = pairs(there.len()).find(|pair| split(*pair))?;
    let clause = there.get(left)?;
    Some(clause.first()?.span().hull(clause.last()?.span()))
}

/// What a word says that may belong to something: content, a number.
fn tells(word: &Word) -> bool {
    // "Otherwise" says which case, not what.
    const CASES: [u32; 2] = [hash("otherwise"), hash("else")];
    !CASES.contains(&word.hash)
        && (is_content(word) || word.shape & shape::DIGIT != 0 || number_word(word.hash).is_some())
}

/// The clauses of a sentence: what stands between commas and the like, and words that join clauses.
fn parts<'a>(text: &'a Extraction<'_>, sentence: &Sentence) -> Vec<&'a [Word]> {
    const JOINS: [u32; 5] = [hash("and"), hash("but"), hash("while"), hash("whereas"), hash("or")];
    let mut all = Vec::new();
    for clause in clauses(text, sentence.words, &JOINS) {
        let clause = clause.slice(&text.scan.words);
        if clause.iter().any(|word| tells(word) && !word.is(list::STOP)) {
            all.push(clause);
        }
    }
    all
}
