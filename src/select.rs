//! Which elements are load-bearing (D7): the consumer's choice, by role.

use crate::class::{Class, ClassSet};
use crate::element::{Because, Kind, Message, Role};
use crate::extract::{Extraction, Mark};
use crate::text::{Span, offset};
use crate::verify::key;
use alloc::vec;
use alloc::vec::Vec;

/// Why each mark of each message is selected or not.
pub(crate) fn select(messages: &[Message<'_>], sources: &[Extraction<'_>], required: ClassSet) -> Vec<Vec<Because>> {
    let used = used_outside_tools(messages, sources);
    messages
        .iter()
        .zip(sources)
        .map(|(message, source)| {
            let bearing = bearing_sentences(source);
            source
                .marks
                .iter()
                .map(|mark| {
                    if mark.class == Class::Declared {
                        return Because::Declared;
                    }
                    if !required.contains(mark.class) {
                        return Because::NotRequired;
                    }
                    let speaks = source
                        .scan
                        .sentences
                        .get(mark.sentence as usize)
                        .is_some_and(|sentence| sentence.region.speaks());
                    match (message.role, message.summary) {
                        (Role::User | Role::System, _) | (_, true) => said(source, mark, speaks),
                        (Role::Assistant, _) => told(source, mark, &bearing),
                        (Role::Tool, _) => returned(source, mark, &used),
                    }
                })
                .collect()
        })
        .collect()
}

/// Whether the reason selects.
pub(crate) const fn is_selected(because: Because) -> bool {
    matches!(
        because,
        Because::Declared
            | Because::SaidByUser
            | Because::AssistantState
            | Because::InLoadBearingSentence
            | Because::ErrorText
            | Because::UsedElsewhere
    )
}

/// What a user or the system says counts, but for what they paste.
fn said(source: &Extraction<'_>, mark: &Mark, speaks: bool) -> Because {
    let _ = source;
    match (speaks, mark.kind) {
        (_, Kind::Error) => Because::ErrorText,
        (true, _) => Because::SaidByUser,
        (false, _) => Because::Pasted,
    }
}

fn told(source: &Extraction<'_>, mark: &Mark, bearing: &[bool]) -> Because {
    let _ = source;
    if is_state(mark) {
        Because::AssistantState
    } else if mark.class == Class::Identifier && bearing.get(mark.sentence as usize) == Some(&true) {
        Because::InLoadBearingSentence
    } else {
        Because::Narration
    }
}

/// What an assistant says of the state of the work, apart from what it says while working.
fn is_state(mark: &Mark) -> bool {
    match mark.class {
        Class::Identifier | Class::Declared => false,
        Class::Obligation => {
            matches!(mark.kind, Kind::OpenTask | Kind::Waiting | Kind::Standing | Kind::Requirement)
                || mark.id == "promise"
        }
        Class::Negation | Class::Hypothesis | Class::Ordering => true,
    }
}

fn bearing_sentences(source: &Extraction<'_>) -> Vec<bool> {
    let mut bearing = vec![false; source.scan.sentences.len()];
    for mark in source.marks.iter().filter(|mark| is_state(mark)) {
        if let Some(slot) = bearing.get_mut(mark.sentence as usize) {
            *slot = true;
        }
    }
    bearing
}

fn returned(source: &Extraction<'_>, mark: &Mark, used: &[u64]) -> Because {
    let text = mark.span.of(source.scan.text);
    if mark.kind == Kind::Error && mark.class == Class::Identifier {
        Because::ErrorText
    } else if mark.class == Class::Identifier && used.binary_search(&key(mark.kind, text)).is_ok() {
        Because::UsedElsewhere
    } else {
        Because::ToolOutput
    }
}

/// The keys of the distinctive identifiers that somebody other than a tool says.
fn used_outside_tools(messages: &[Message<'_>], sources: &[Extraction<'_>]) -> Vec<u64> {
    let mut used = Vec::new();
    for (message, source) in messages.iter().zip(sources) {
        if message.role == Role::Tool {
            continue;
        }
        let marks = source.marks.iter().filter(|mark| mark.class == Class::Identifier);
        used.extend(
            marks
                .map(|mark| (mark.kind, mark.span.of(source.scan.text)))
                .filter(|(kind, text)| crate::verify::is_distinctive(*kind, text))
                .map(|(kind, text)| key(kind, text)),
        );
    }
    used.sort_unstable();
    used.dedup();
    let _ = (offset(0), Span::default());
    used
}
