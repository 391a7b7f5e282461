//! What an element speaks of, who owes it and what became of it (D2–D5): each class has its own.

use crate::class::Class;
use crate::element::{Direction, Discharge, Discharged, Element, Evidence, Order, Part, Passage, Stance};
use crate::extract::{Extraction, Mark, owner};
use crate::supersede::{By, How};
use crate::text::Span;
use crate::verify::{Relation, operands};

/// Fills the fields of a mark's class. `ended` says whether anyone looked for what ended it, and what did.
#[inline(never)]
pub(super) fn fill(element: &mut Element, sources: &[Extraction<'_>], mark: &Mark, ended: Option<Option<By>>) {
    let Some(source) = sources.get(element.message as usize) else { return };
    let by = ended.flatten();
    let place = || by.and_then(|by| place(sources, by));
    if !matches!(mark.class, Class::Identifier | Class::Declared) {
        element.scope = of_words(source, mark.scope);
    }
    match mark.class {
        Class::Ordering => element.order = operands(source, mark).and_then(|relation| order(source, &relation)),
        Class::Obligation => {
            element.owner = owner(source, mark).map(|span| passage(source, span));
            let how = by.and_then(|by| discharged(by.how));
            element.discharge = how.zip(place()).map(|(how, by)| Discharge { how, by });
        }
        Class::Hypothesis => {
            element.stance = ended.map(|by| by.map_or(Stance::Open, |by| stance(by.how)));
            let settled = element.stance.is_some_and(|stance| stance != Stance::Open);
            element.settled_by = if settled { place() } else { None };
        }
        _ => {}
    }
}

/// The sentence of the source that ended something.
#[inline(never)]
pub(super) fn place(sources: &[Extraction<'_>], by: By) -> Option<Evidence> {
    let source = sources.get(by.message as usize)?;
    let span = source.scan.sentences.get(by.sentence as usize)?.span;
    let Passage { start, end, text } = passage(source, span);
    Some(Evidence { part: Part::Source, message: Some(by.message), start, end, text })
}

fn order(source: &Extraction<'_>, relation: &Relation) -> Option<Order> {
    let (first, second) = (of_words(source, relation.first)?, of_words(source, relation.second)?);
    let direction = if first.start < second.start { Direction::Forward } else { Direction::Backward };
    Some(Order { first, second, direction })
}

const fn discharged(how: How) -> Option<Discharged> {
    match how {
        How::Done => Some(Discharged::Done),
        How::Withdrawn => Some(Discharged::Withdrawn),
        How::Replaced => Some(Discharged::Replaced),
        How::Confirmed | How::Rejected => None,
    }
}

const fn stance(how: How) -> Stance {
    match how {
        How::Confirmed => Stance::Confirmed,
        How::Rejected => Stance::Rejected,
        How::Done | How::Withdrawn | How::Replaced => Stance::Open,
    }
}

#[inline(never)]
fn of_words(source: &Extraction<'_>, words: Span) -> Option<Passage> {
    let words = words.slice(&source.scan.words);
    let (first, last) = words.first().zip(words.last())?;
    Some(passage(source, first.span().hull(last.span())))
}

#[inline(never)]
fn passage(source: &Extraction<'_>, span: Span) -> Passage {
    Passage { start: span.start, end: span.end, text: span.of(source.scan.text).into() }
}
