//! Which of two things comes first (D3): operands and direction, and whether a summary kept them.

use super::clauses::Judgement;
use super::pair::{Pair, content, has_stem, marks_of, share};
use super::relation::{Back, Relation, back_to_comma, has_comma, points_back, relation};
use crate::class::Class;
use crate::element::{Kind, Status};
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{Span, Word, hash, is_content};
use alloc::vec::Vec;

/// Whether one may stand for the other: the number of an item says no order of two things, only which of all it is.
pub(super) fn may_answer(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let step = || pair.target.scan.sentences.get(other.sentence as usize).and_then(|sentence| sentence.step);
    other.kind != Kind::Step
        || mark.kind == Kind::Step
        || step().is_some_and(|step| position(pair.source, mark) == Some(step))
}

/// Whether the step says half of the clause that names a place in the order.
fn is_that_step(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let cue = words_in(&pair.source.scan, mark.cue);
    let start = back_to_comma(pair.source, pair.sentence.words.start, cue.start).start;
    let past = (cue.end..pair.sentence.words.end).find(|word| has_comma(pair.source, *word));
    let words = &pair.source.scan.words;
    let near = [Span::new(start, cue.start), Span::new(cue.end, past.unwrap_or(pair.sentence.words.end))];
    let near = near.map(|span| span.slice(words)).concat();
    let step = pair.target.scan.sentences.get(other.sentence as usize);
    step.is_some_and(|step| share(&near, pair.target.scan.words(step)) >= 0.5)
}

/// Compares two orderings.
pub(super) fn compare(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> Judgement {
    let evidence = Some(other.span);
    if mark.kind == Kind::Condition && other.kind == Kind::Until {
        return Judgement::new(Status::Unverified, evidence, "a bound in time is no condition");
    }
    let positions = (position(pair.source, mark), position(pair.target, other));
    if crossed_over(pair, mark, other) {
        return Judgement::new(Status::Contradicted, evidence, "the other one comes first");
    }
    if let (Some(here), Some(there)) = positions {
        if here == there {
            return kept(pair, mark, other);
        }
        let turned = pair.is_tight() && share(mark.scope.slice(&pair.source.scan.words), pair.target_words()) >= 0.6;
        let status = if turned { Status::Contradicted } else { Status::Unverified };
        return Judgement::new(status, evidence, "another place in the order");
    }
    if mark.kind == Kind::Step || other.kind == Kind::Step && is_that_step(pair, mark, other) {
        return kept(pair, mark, other);
    }
    if other.kind == Kind::Step {
        return Judgement::new(Status::Unverified, evidence, "another step has that number");
    }
    if last_comes_first(pair, mark, other) {
        return Judgement::new(Status::Contradicted, evidence, "what comes last is told to come first");
    }
    let (Some(here), Some(there)) = (relation(pair.source, mark), relation(pair.target, other)) else {
        if same_words(pair, mark, other)
            || fronted(pair.source, mark, pair.target, other)
            || fronted(pair.target, other, pair.source, mark)
        {
            return kept(pair, mark, other);
        }
        return Judgement::new(Status::Unverified, evidence, "the order cannot be read");
    };
    let source = |span: Span| span.slice(&pair.source.scan.words);
    let target = |span: Span| span.slice(&pair.target.scan.words);
    let straight = both(source(here.first), target(there.first), source(here.second), target(there.second));
    let crossed = both(source(here.first), target(there.second), source(here.second), target(there.first));
    if let Some(judgement) = branches(pair, (mark, &here), (other, &there)) {
        return judgement;
    }
    // Both operands have to be there, where both say something.
    let full = content(source(here.first)) > 0 && content(source(here.second)) > 0;
    if straight > crossed && straight >= if full { 1.2 } else { 0.5 } {
        return kept(pair, mark, other);
    }
    // "Delete orders_old before you archive it": the object moved to the front, and the verbs changed places.
    let heads =
        changed_places([source(here.first), source(here.second)].map(head), target(there.first), target(there.second));
    // Something of either operand has to stand in the other's place.
    let places = [(here.first, there.second), (here.second, there.first)];
    let moved =
        places.into_iter().all(|(from, to)| content(source(from)) == 0 || share(source(from), target(to)) > 0.0);
    let same = pair.at.forward >= 0.6 && crossed >= straight + 0.5 && crossed >= 1.0 && moved;
    if same || crossed >= straight + 1.0 && crossed >= 1.6 || heads && pair.at.forward >= 0.6 {
        return Judgement::new(Status::Contradicted, evidence, "the other one comes first");
    }
    Judgement::new(Status::Unverified, evidence, "the operands do not line up")
}

/// "The check has to be done before they are loaded" for "load them, the check comes last".
fn last_comes_first(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    if position(pair.source, mark) != Some(LAST) {
        return false;
    }
    let Some(Relation { first, second }) = relation(pair.target, other) else { return false };
    let (first, second) = (first.slice(&pair.target.scan.words), second.slice(&pair.target.scan.words));
    let near = back_to_comma(pair.source, pair.sentence.words.start, words_in(&pair.source.scan, mark.cue).start);
    let last = near.slice(&pair.source.scan.words);
    content(last) > 0 && content(second) > 0 && share(last, first) >= 0.6 && share(second, pair.source_words()) >= 0.6
}

/// Whether something changed sides: "set it for dispatch, wait an hour, then for invoicing" for the other
/// way round. Each of two words stands on one side of the cue only, and there on the other one.
fn crossed_over(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let sides = |text: &Extraction<'_>, mark: &Mark, words: Span| {
        let cue = words_in(&text.scan, mark.cue);
        let Back { behind, .. } = points_back(text, mark, cue).filter(|back| !back.earlier && !back.trails)?;
        Some([Span::new(words.start, cue.start), Span::new(behind, words.end)])
    };
    let (Some(here), Some(there)) =
        (sides(pair.source, mark, pair.sentence.words), sides(pair.target, other, pair.at.words))
    else {
        return false;
    };
    let [here, there] =
        [here.map(|side| side.slice(&pair.source.scan.words)), there.map(|side| side.slice(&pair.target.scan.words))];
    let moved = |from: usize| {
        let stands = |sides: [&[Word]; 2], side: usize, stem: u32| {
            sides.get(side).is_some_and(|words| words.iter().any(|word| word.stem == stem))
        };
        let only = |sides, side, stem| stands(sides, side, stem) && !stands(sides, 1 - side, stem);
        let words = here.get(from).copied().unwrap_or(&[]).iter().filter(|word| is_content(word));
        words.filter(|word| only(here, from, word.stem)).any(|word| only(there, 1 - from, word.stem))
    };
    pair.at.forward >= 0.6 && pair.at.shared > 2 && moved(0) && moved(1)
}

/// "If it fails, promote it; otherwise roll back" for "if it fails, roll back; otherwise promote it": what follows and what
/// follows otherwise changed places. With another condition, or one denied, nobody knows.
fn branches(
    pair: &Pair<'_>,
    (mark, here): (&Mark, &Relation),
    (other, there): (&Mark, &Relation),
) -> Option<Judgement> {
    let source = |span: Span| span.slice(&pair.source.scan.words);
    let target = |span: Span| span.slice(&pair.target.scan.words);
    let (own, its) = (alternative(pair.source, mark)?, alternative(pair.target, other)?);
    let straight = both(source(here.second), target(there.second), source(own), target(its));
    let turned = both(source(here.second), target(its), source(own), target(there.second));
    let denied = |text: &Extraction<'_>, at: u32, span: Span| {
        let within = |mark: &&Mark| mark.class == Class::Negation && span.overlaps(words_in(&text.scan, mark.cue));
        marks_of(text, Span::new(at, at + 1)).iter().filter(within).count() % 2
    };
    let same = share(source(here.first), target(there.first)) >= 0.75
        && denied(pair.source, mark.sentence, here.first) == denied(pair.target, other.sentence, there.first);
    (mark.kind == Kind::Condition && turned >= 1.0 && turned >= straight + 0.5).then(|| {
        let status = if same { Status::Contradicted } else { Status::Unverified };
        Judgement::new(status, Some(other.span), "what follows and what follows otherwise changed places")
    })
}

/// What is to be done otherwise: behind "otherwise" or "else", in the sentence of a condition or at the head of the next.
fn alternative(text: &Extraction<'_>, mark: &Mark) -> Option<Span> {
    let sentence = text.scan.sentences.get(mark.sentence as usize)?;
    let from = words_in(&text.scan, mark.cue).end;
    let next = text.scan.sentences.get(mark.sentence as usize + 1).filter(|next| is_else(text, next.words.start));
    match (from..sentence.words.end).find(|at| is_else(text, *at)) {
        Some(at) => Some(Span::new(at + 1, sentence.words.end)),
        None => next.map(|next| Span::new(next.words.start + 1, next.words.end)),
    }
}

/// Whether both sides say what is to be done otherwise: with the branches a denial may have changed places.
pub(super) fn branch(pair: &Pair<'_>) -> bool {
    [pair.source_words(), pair.target_words()].iter().all(|words| words.iter().any(otherwise))
}

pub(super) fn is_else(text: &Extraction<'_>, word: u32) -> bool {
    text.scan.words.get(word as usize).is_some_and(otherwise)
}

fn otherwise(word: &Word) -> bool {
    [const { hash("otherwise") }, const { hash("else") }].contains(&word.hash)
}

/// The same content words in the same order around the same cue: whatever the operands are, they are those of the source.
fn same_words(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let said = |text: &Extraction<'_>, mark: &Mark| {
        let words = words_in(&text.scan, mark.span).slice(&text.scan.words);
        words.iter().filter(|word| is_content(word)).map(|word| word.stem).collect::<Vec<u32>>()
    };
    let here = said(pair.source, mark);
    mark.id == other.id && here.len() > 1 && here == said(pair.target, other)
}

/// "After the change it got worse" for "it got worse after the change": right behind the cue stands, word for word with
/// content, what stands behind the other one, and then the rest.
fn fronted(text: &Extraction<'_>, mark: &Mark, front: &Extraction<'_>, leading: &Mark) -> bool {
    let Some(Relation { first, second }) = relation(text, mark).filter(|_| relation(front, leading).is_none()) else {
        return false;
    };
    let cue = words_in(&text.scan, mark.cue);
    let (near, far) = if first.start == cue.end { (first, second) } else { (second, first) };
    let stems = |text: &Extraction<'_>, span: Span| {
        let words = span.slice(&text.scan.words);
        words.iter().filter(|word| is_content(word)).map(|word| word.stem).collect::<Vec<u32>>()
    };
    let start = words_in(&front.scan, leading.cue).end;
    let past = front.scan.sentences.get(leading.sentence as usize).map_or(start, |sentence| sentence.words.end);
    let said = stems(front, Span::new(start, past));
    let (near, far) = (stems(text, near), stems(text, far));
    mark.id == leading.id && !near.is_empty() && !far.is_empty() && said == [near, far].concat()
}

/// The first word with content of an operand: its verb, in an order.
fn head(words: &[Word]) -> Option<u32> {
    words.iter().find(|word| is_content(word)).map(|word| word.stem)
}

/// Whether the head of the first operand stands in the second place only, and that of the second in the first only.
fn changed_places([first, second]: [Option<u32>; 2], place: &[Word], other: &[Word]) -> bool {
    let stands = |stem: u32, words: &[Word]| has_stem(words, stem);
    let moved = |stem: Option<u32>, from: &[Word], to: &[Word]| {
        stem.is_some_and(|stem| stands(stem, to) && !stands(stem, from))
    };
    moved(first, place, other) && moved(second, other, place)
}

fn kept(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> Judgement {
    let same = mark.span.of(pair.source.scan.text).eq_ignore_ascii_case(other.span.of(pair.target.scan.text));
    let status = if same { Status::Verbatim } else { Status::Paraphrased };
    Judgement::new(status, Some(other.span), "the same order")
}

/// How much of two operands is found in two places, 0 to 2. An operand without content counts for nothing.
fn both(a: &[Word], in_a: &[Word], b: &[Word], in_b: &[Word]) -> f32 {
    let part = |wanted: &[Word], there: &[Word]| if content(wanted) == 0 { 0.0 } else { share(wanted, there) };
    part(a, in_a) + part(b, in_b)
}

/// The place of what comes last.
const LAST: u32 = 99;

/// The place that "first", "last" or "third" names.
fn position(text: &Extraction<'_>, mark: &Mark) -> Option<u32> {
    if mark.kind != Kind::Position {
        return None;
    }
    const PLACES: [(&[u32], u32); 7] = [
        (
            &[
                hash("first"),
                hash("firstly"),
                hash("begin"),
                hash("begins"),
                hash("start"),
                hash("starts"),
                hash("starting"),
                hash("beginning"),
                hash("started"),
            ],
            1,
        ),
        (&[hash("second"), hash("secondly")], 2),
        (&[hash("third"), hash("thirdly")], 3),
        (&[hash("fourth")], 4),
        (&[hash("fifth")], 5),
        (&[hash("last"), hash("finally"), hash("lastly"), hash("eventually"), hash("end")], LAST),
        (&[hash("sixth"), hash("seventh"), hash("eighth"), hash("ninth"), hash("tenth")], 6),
    ];
    let words = words_in(&text.scan, mark.cue);
    let words = words.slice(&text.scan.words);
    PLACES.iter().find(|(names, _)| words.iter().any(|word| names.contains(&word.hash))).map(|(_, place)| *place)
}
