//! Which of two things the summary tells first, and the source the other way round (E1), wherever and in whatever words they tell it.

use super::findings::Found;
use super::mentions::Mentions;
use super::pair::{clauses, marks_of, stems};
use super::relation::{Relation, back_to_comma, clause_before, points_back, relation};
use super::{Judgement, Outcomes, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind, Status};
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{Span, hash, is_content, offset};
use alloc::vec;
use alloc::vec::Vec;

/// The stems of what comes first and of what comes after it.
struct Order {
    first: Vec<u32>,
    second: Vec<u32>,
}

/// Orders of the summary that are turned where the source tells of the same two things, if it nowhere tells them as the summary does.
pub(super) fn turned(summary: &Target<'_>, mentions: &Mentions<'_>, outcomes: &mut Outcomes) {
    const MOST: usize = 64;
    const LOOKS: usize = 1 << 14;
    let text = &summary.text;
    let (mut left, mut looks) = (MOST, LOOKS);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        if left == 0 || mentions.quotes(at) || !sentence.region.speaks() || sentence.question {
            continue;
        }
        let told = orders_of(text, offset(at)).into_iter().map(|(by, order)| (Some(by), order));
        for (by, order) in told.chain(listed(text, offset(at)).map(|order| (None, order))) {
            left = left.saturating_sub(1);
            let both: Vec<u32> = order.first.iter().chain(&order.second).copied().collect();
            // Either side has to be there, in part.
            let Some(rest) = looks.checked_sub(mentions.cost(&both, LEAST)) else { break };
            looks = rest;
            let (mut against, mut told, mut same) = (None, false, Vec::new());
            for (message, source, number, there) in mentions.holding(&both, LEAST) {
                for (mark, other) in orders_of(source, number) {
                    if is_same(&order, &other) {
                        told = true;
                        same.push((message, source, mark));
                    }
                    if is_turned(&order, &other) {
                        against = against.or(Some((message, source, mark, there.span)));
                    }
                }
            }
            // "It goes out after Ida read it" for "nobody sends it until Ida read it": told by its order.
            if let (None, Some(by)) = (against, by) {
                same.into_iter().for_each(|place| excuse(outcomes, place, by, sentence.span));
            }
            let Some((message, source, mark, span)) = against.filter(|_| !told) else { continue };
            let place = source.marks.iter().position(|other| core::ptr::eq(other, mark));
            let slot = place.and_then(|place| outcomes.marks.get_mut(message as usize)?.get_mut(place)?.as_mut());
            // Each sentence that turns it is named.
            match slot.filter(|outcome| !outcome.judgement.status.is_damaged()) {
                Some(outcome) => {
                    let because = "the other one comes first";
                    outcome.judgement = Judgement::new(Status::Contradicted, Some(sentence.span), because);
                }
                None => outcomes.findings.push(Found {
                    kind: FindingKind::Invented,
                    class: Some(Class::Ordering),
                    span: sentence.span,
                    against: Some((message, span)),
                }),
            }
        }
    }
}

/// The order of a numbered item and the one before it, where neither tells another order, or denies anything.
fn listed(text: &Extraction<'_>, at: u32) -> Option<Order> {
    let before = at.checked_sub(1)?;
    let [mut first, mut second] = [before, at].map(|at| {
        let sentence = text.scan.sentences.get(at as usize).filter(|sentence| sentence.step.is_some());
        let plain = |mark: &Mark| match mark.class {
            Class::Ordering => mark.kind == Kind::Step && mark.cue.is_empty(),
            // "Freeze it" is something to do.
            Class::Negation => words_in(&text.scan, mark.cue).slice(&text.scan.words).iter().any(is_content),
            _ => true,
        };
        let plain = marks_of(text, Span::new(at, at + 1)).iter().all(plain);
        sentence.filter(|_| plain).map_or(Vec::new(), |sentence| stems(text.scan.words(sentence)))
    });
    let common: Vec<u32> = first.iter().filter(|stem| second.contains(stem)).copied().collect();
    [&mut first, &mut second]
        .into_iter()
        .for_each(|side| side.retain(|stem| !common.contains(stem) && !is_place(*stem)));
    (!first.is_empty() && !second.is_empty()).then_some(Order { first, second })
}

/// An order that is told is not turned, nor what it holds back: "nobody sends it until Ida read it" is "sent after Ida read it".
fn excuse(outcomes: &mut Outcomes, (message, source, order): (u32, &Extraction<'_>, &Mark), by: &Mark, told: Span) {
    const HOLDS: [&str; 2] = ["until", "before"];
    let first = source.marks.partition_point(|mark| mark.sentence < order.sentence);
    let slots = outcomes.marks.get_mut(message as usize).and_then(|slots| slots.get_mut(first..));
    let marks = source.marks.iter().skip(first).take_while(|mark| mark.sentence == order.sentence);
    let held = HOLDS.contains(&order.id) && !HOLDS.contains(&by.id);
    let cue = words_in(&source.scan, order.cue);
    for (mark, slot) in marks.zip(slots.into_iter().flatten()) {
        let Some(outcome) = slot.as_mut().filter(|outcome| outcome.judgement.status == Status::Contradicted) else {
            continue;
        };
        let Some(evidence) = outcome.judgement.evidence.filter(|evidence| evidence.overlaps(told)) else { continue };
        let excused = match mark.class {
            Class::Ordering => mark.cue == order.cue,
            Class::Negation => held && mark.scope.contains(cue),
            _ => false,
        };
        if excused {
            outcome.judgement = Judgement::new(Status::Unverified, Some(evidence), "told by its order");
        }
    }
}

/// So many per cent of the words of an order have to stand in a sentence that may turn it.
const LEAST: usize = 40;

/// A sentence with more elements is a list of its own kind, and is not read for orders: linear time.
const MANY: usize = 64;

/// Cues that stand between two things.
const TWO: [&str; 7] = ["before", "after", "until", "once", "only-after", "as-soon-as", "comes-after"];

/// The orders that a sentence tells, each with the mark it is told by; of several in a row also the first and the last.
fn orders_of<'a>(text: &'a Extraction<'_>, sentence: u32) -> Vec<(&'a Mark, Order)> {
    let mut orders: Vec<(&Mark, Order)> = Vec::new();
    // Of conditions only "only then" tells an order of two things.
    let then = |mark: &Mark| mark.cue.of(text.scan.text).ends_with("then");
    let ordering = |mark: &&Mark| {
        mark.class == Class::Ordering
            && (mark.kind != Kind::Condition || then(mark))
            // "Much later" is not about two things.
            && mark.cue.of(text.scan.text) != "later"
            && (mark.kind != Kind::Step || !mark.cue.is_empty())
    };
    let marks = marks_of(text, Span::new(sentence, sentence + 1));
    if marks.len() > MANY {
        return orders;
    }
    let around = around(text, sentence, marks);
    if !around.is_empty() {
        return around;
    }
    for mark in marks.iter().filter(ordering) {
        let plain = TWO.contains(&mark.id) || points_back(text, mark, words_in(&text.scan, mark.cue)).is_some();
        let told = if plain { relation(text, mark) } else { None };
        let Some(Relation { first, second }) = told.or_else(|| trailing(text, mark)) else { continue };
        let (Some(first), Some(second)) = (apart(text, mark, first), apart(text, mark, second)) else { continue };
        let [mut first, mut second] = [first, second].map(|span| stems(span.slice(&text.scan.words)));
        // What both sides say tells them not apart.
        let common: Vec<u32> = first.iter().filter(|stem| second.contains(stem)).copied().collect();
        [&mut first, &mut second]
            .into_iter()
            .for_each(|side| side.retain(|stem| !common.contains(stem) && !is_place(*stem)));
        if first.is_empty() || second.is_empty() {
            continue;
        }
        let before = orders.last().filter(|(_, before)| before.second.iter().any(|stem| first.contains(stem)));
        let across = before.map(|(_, before)| Order { first: before.first.clone(), second: second.clone() });
        orders.push((mark, Order { first, second }));
        orders.extend(across.map(|order| (mark, order)));
    }
    orders
}

/// "Before lunch the interviews, after lunch the tour", "the interviews are before lunch, the tour after it": clauses that each
/// place something around one thing, which stands behind the cue.
fn around<'a>(text: &'a Extraction<'_>, sentence: u32, marks: &'a [Mark]) -> Vec<(&'a Mark, Order)> {
    let Some(words) = text.scan.sentences.get(sentence as usize).map(|sentence| sentence.words) else {
        return Vec::new();
    };
    let places = |mark: &&Mark| {
        let cue = mark.cue.of(text.scan.text);
        ["before", "after"].into_iter().any(|place| cue.len() < 13 && cue.to_ascii_lowercase().ends_with(place))
    };
    let (mut orders, mut thing) = (Vec::new(), 0);
    for mark in marks.iter().filter(|mark| mark.class == Class::Ordering).filter(places) {
        let cue = words_in(&text.scan, mark.cue);
        let mut clauses = clauses(text, words, &[const { hash("and") }, const { hash("but") }]);
        let Some(clause) = clauses.find(|clause| clause.contains(cue)) else { return Vec::new() };
        let behind = text.scan.words.get(cue.end as usize).filter(|_| cue.end < clause.end);
        let own = match behind {
            Some(word) if is_content(word) => word.stem,
            Some(word) if word.hash == const { hash("it") } => thing,
            // "The interviews are before": of the thing that was spoken of.
            None => thing,
            _ => return Vec::new(),
        };
        if own == 0 || thing != 0 && own != thing {
            return Vec::new();
        }
        thing = own;
        let mut event = stems(clause.slice(&text.scan.words));
        let cues = cue.slice(&text.scan.words);
        event.retain(|stem| *stem != thing && !cues.iter().any(|word| word.stem == *stem));
        if event.is_empty() {
            return Vec::new();
        }
        let before = mark.cue.of(text.scan.text).to_ascii_lowercase().ends_with("before");
        let (first, second) = if before { (event, vec![thing]) } else { (vec![thing], event) };
        orders.push((mark, Order { first, second }));
    }
    if orders.len() < 2 {
        orders.clear();
    }
    orders
}

/// An operand without what another order in it is of: "the interviews are before lunch and the tour is after lunch".
fn apart(text: &Extraction<'_>, mark: &Mark, operand: Span) -> Option<Span> {
    const LINKS: [u32; 2] = [hash("and"), hash("but")];
    let marks = marks_of(text, Span::new(mark.sentence, mark.sentence + 1));
    let cues = marks.iter().filter(|other| matches!(other.id, "before" | "after") && other.cue != mark.cue);
    let mut other = cues.map(|other| words_in(&text.scan, other.cue)).filter(|cue| operand.overlaps(*cue));
    let sentence = text.scan.sentences.get(mark.sentence as usize)?.words;
    let own = words_in(&text.scan, mark.cue).start;
    // Only "then" at the head of a sentence is about the one before.
    if operand.start < sentence.start && own > sentence.start {
        return None;
    }
    let Some(cue) = other.next() else { return Some(operand) };
    // "Afterwards the valves" is all about the valves.
    if cue.start == operand.start
        && cue.slice(&text.scan.words).iter().any(|word| word.hash == const { hash("afterwards") })
    {
        return (cue.end < operand.end).then_some(Span::new(cue.end, operand.end));
    }
    let link = |at: &u32| text.scan.words.get(*at as usize).is_some_and(|word| LINKS.contains(&word.hash));
    let cut = if operand.start > own {
        Span::new(operand.start, (operand.start..cue.start).find(link)?)
    } else {
        Span::new((cue.end..operand.end).rev().find(link)? + 1, operand.end)
    };
    (!cut.is_empty()).then_some(cut)
}

/// "Label them and weigh them afterwards", "and the check last": the cue stands behind what it is of.
fn trailing(text: &Extraction<'_>, mark: &Mark) -> Option<Relation> {
    const LAST: [u32; 6] =
        [hash("last"), hash("lastly"), hash("finally"), hash("afterwards"), hash("afterward"), hash("thereafter")];
    const LINKS: [u32; 2] = [hash("and"), hash("then")];
    let sentence = text.scan.sentences.get(mark.sentence as usize)?;
    let cue = words_in(&text.scan, mark.cue);
    let last = cue.slice(&text.scan.words).iter().any(|word| LAST.contains(&word.hash));
    let near = back_to_comma(text, sentence.words.start, cue.start);
    let link = (near.start..near.end)
        .rev()
        .find(|at| text.scan.words.get(*at as usize).is_some_and(|word| LINKS.contains(&word.hash)));
    if !last {
        return None;
    }
    let relation = match link {
        Some(link) if link > near.start => {
            Relation { first: Span::new(near.start, link), second: Span::new(link + 1, near.end) }
        }
        _ if near.start == sentence.words.start => return None,
        _ => Relation { first: clause_before(text, sentence.words.start, near.start), second: near },
    };
    let says = |span: Span| !stems(span.slice(&text.scan.words)).is_empty();
    (says(relation.first) && says(relation.second)).then_some(relation)
}

/// Words of an order itself.
fn is_place(stem: u32) -> bool {
    const PLACES: [u32; 8] = [
        hash("first"),
        hash("last"),
        hash("order"),
        hash("sequence"),
        hash("step"),
        hash("finally"),
        hash("agreed"),
        hash("agree"),
    ];
    PLACES.contains(&stem)
}

/// Whether each side says what the other order says there, all of the shorter or two words and half of it, and hardly anything of
/// what it says on the other side: "label the parcels, then weigh them" for "weigh the parcels before you label them".
fn fits(here: [&[u32]; 2], there: [&[u32]; 2]) -> bool {
    let held = |(wanted, there): (&[u32], &[u32])| wanted.iter().filter(|stem| there.contains(stem)).count();
    let least = |(here, there): (&[u32], &[u32])| here.len().min(there.len());
    let sides = || here.into_iter().zip(there);
    let across: usize = here.into_iter().zip(there.into_iter().rev()).map(held).sum();
    let all = sides().all(|sides| held(sides) == least(sides));
    let most = sides().all(|sides| held(sides) == least(sides) || held(sides) > 1 && held(sides) * 2 >= least(sides));
    most && across == 0 || all && across < 2
}

fn is_same(here: &Order, there: &Order) -> bool {
    fits([&here.first, &here.second], [&there.first, &there.second])
}

fn is_turned(here: &Order, there: &Order) -> bool {
    fits([&here.first, &here.second], [&there.second, &there.first])
}
