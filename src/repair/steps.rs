//! Numbered steps that the summary tells in another order: put back into that of the source, each with what belongs to it.

use super::{Extraction, Outcome, Outcomes, Target};
use crate::element::Kind;
use crate::extract::{Mark, sentence_at};
use crate::text::{KeySet, Sentence, Span, join, offset, ordered};
use crate::verify::OUT_OF_ORDER;
use alloc::string::String;
use alloc::vec::Vec;

/// The first so many bytes of a summary with the items of its numbered lists in the order of the source; the numbers stay where
/// they are, and the words are those of the summary. `None` where no list is to be put in order.
pub(crate) fn reordered(
    sources: &[Extraction<'_>],
    summary: &Target<'_>,
    outcomes: &Outcomes,
    length: usize,
) -> Option<String> {
    let scan = &summary.text.scan;
    let text = scan.text.get(..length)?;
    // What stands at some bytes, and what is to stand there.
    let mut moves: Vec<(Span, Span)> = Vec::new();
    for (source, marks) in sources.iter().zip(&outcomes.marks) {
        let steps: Vec<(u32, Option<&Outcome>)> = source
            .marks
            .iter()
            .zip(marks)
            .filter(|(mark, _)| mark.kind == Kind::Step && mark.cue.is_empty())
            .map(|(mark, outcome)| (number(source, mark), outcome.as_ref()))
            .collect();
        for list in steps.chunk_by(|left, right| left.0 + 1 == right.0) {
            moves.extend(moved(list, summary, length).unwrap_or_default());
        }
    }
    // Two lists that say the same are one.
    let moves = ordered(moves, |(at, _)| at.start);
    if moves.is_empty() || moves.windows(2).any(|pair| matches!(pair, [left, right] if left.0.end > right.0.start)) {
        return None;
    }
    let (mut repaired, mut from) = (String::with_capacity(text.len()), 0);
    for (at, by) in moves {
        repaired.push_str(Span::new(from, at.start).of(text));
        repaired.push_str(by.of(text));
        from = at.end;
    }
    repaired.push_str(Span::new(from, offset(text.len())).of(text));
    Some(repaired)
}

/// The steps, by message and sentence, of lists of which one is told too early: pinned by itself it would say nothing.
pub(super) fn disordered(sources: &[Extraction<'_>], outcomes: &Outcomes) -> KeySet {
    let mut all = KeySet::new();
    for (message, (source, marks)) in sources.iter().zip(&outcomes.marks).enumerate() {
        let early =
            |outcome: &Option<Outcome>| outcome.is_some_and(|outcome| outcome.judgement.because == OUT_OF_ORDER);
        if !marks.iter().any(early) {
            continue;
        }
        let steps = source.marks.iter().zip(marks);
        let steps: Vec<(u32, u32, bool)> = steps
            .filter(|(mark, _)| mark.kind == Kind::Step && mark.cue.is_empty())
            .map(|(mark, outcome)| (number(source, mark), mark.sentence, early(outcome)))
            .collect();
        let lists = steps.chunk_by(|left, right| left.0 + 1 == right.0);
        for (_, sentence, _) in lists.filter(|list| list.iter().any(|step| step.2)).flatten() {
            all.insert(join(offset(message), *sentence));
        }
    }
    all
}

fn number(source: &Extraction<'_>, mark: &Mark) -> u32 {
    source.scan.sentences.get(mark.sentence as usize).and_then(|sentence| sentence.step).unwrap_or(0)
}

/// For each item of one list of the summary that is out of order what has to stand in its place; `None` where an item is no item
/// there, or stands for two.
fn moved(list: &[(u32, Option<&Outcome>)], summary: &Target<'_>, length: usize) -> Option<Vec<(Span, Span)>> {
    let scan = &summary.text.scan;
    let told = list.iter().filter_map(|(_, outcome)| outcome.filter(|outcome| outcome.target == 0)?.judgement.evidence);
    let told: Vec<u32> = told.map(|span| sentence_at(scan, span.start)).collect();
    let places = ordered(told.clone(), |place| *place);
    let twice = places.windows(2).any(|pair| matches!(pair, [left, right] if left == right));
    if told == places || twice {
        return None;
    }
    let bodies = |order: &[u32]| order.iter().map(|at| body(summary, *at, length)).collect::<Option<Vec<Span>>>();
    let (at, by) = (bodies(&places)?, bodies(&told)?);
    Some(at.into_iter().zip(by).filter(|(at, by)| at != by).collect())
}

/// What an item says, without its number, and without the mark that parts it from the next one in its line.
fn body(summary: &Target<'_>, at: u32, length: usize) -> Option<Span> {
    /// The next item is looked for no further: linear time.
    const REACH: usize = 64;
    let scan = &summary.text.scan;
    let item: &Sentence = scan.sentences.get(at as usize).filter(|item| item.step.is_some())?;
    let text = scan.text.get(..length)?;
    let next = scan.sentences.iter().skip(at as usize + 1).take(REACH).find(|next| next.step.is_some());
    let next = next.map(|next| scan.numbered(next).start as usize).filter(|start| *start < length);
    // All up to the next item; at the last one its line, and the lines under it that are indented.
    let past = (item.span.start as usize) + own(text.get(item.span.start as usize..)?);
    let past = next.map_or(past, |next| next.min(past));
    let said = text.get(item.span.start as usize..past)?.trim_end().trim_end_matches([',', ';', '.']);
    (!said.is_empty()).then(|| Span::new(item.span.start, item.span.start + offset(said.len())))
}

/// How many bytes an item takes: the rest of its line, and the indented lines right under it.
fn own(text: &str) -> usize {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().map_or(0, str::len);
    let under = lines.take_while(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty());
    first + under.map(str::len).sum::<usize>()
}
