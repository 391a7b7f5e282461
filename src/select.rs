//! Which elements are load-bearing (D7): the consumer's choice, by role.

use crate::class::{Class, ClassSet};
use crate::element::{Because, Kind, Message, Role};
use crate::extract::{Extraction, Mark};
use crate::verify::{is_distinctive, key};
use alloc::vec;
use alloc::vec::Vec;

/// A user's request is taken for dealt with once this many later messages of theirs followed.
const LATER_REQUESTS: usize = 2;

/// Pasted text without a word of one's own is selected up to this many bytes.
const SHORT_PASTE: usize = 2000;

/// Why each mark of each message is selected or not.
pub(crate) fn select(messages: &[Message<'_>], sources: &[Extraction<'_>], required: ClassSet) -> Vec<Vec<Because>> {
    let used = used_outside_tools(messages, sources);
    let later = later_users(messages);
    messages
        .iter()
        .zip(sources)
        .zip(later)
        .map(|((message, source), later)| {
            let bearing = bearing_sentences(source);
            let own = source.scan.sentences.iter().any(|sentence| sentence.region.speaks());
            let pasted = own || message.text.len() > SHORT_PASTE;
            let because = |mark: &Mark| {
                if mark.class == Class::Declared {
                    return Because::Declared;
                }
                if !required.contains(mark.class) {
                    return Because::NotRequired;
                }
                let sentence = source.scan.sentences.get(mark.sentence as usize);
                let speaks = sentence.is_some_and(|sentence| sentence.region.speaks());
                match (message.role, message.summary) {
                    (Role::User | Role::System, _) | (_, true) => said(mark, speaks || !pasted, later),
                    (Role::Assistant, _) => told(mark, &bearing),
                    (Role::Tool, _) => returned(source, mark, &used),
                }
            };
            source.marks.iter().map(because).collect()
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

/// For each message how many messages of a user come after it.
fn later_users(messages: &[Message<'_>]) -> Vec<usize> {
    let mut later = vec![0; messages.len()];
    let mut users = 0;
    for (slot, message) in later.iter_mut().zip(messages).rev() {
        *slot = users;
        users += usize::from(message.role == Role::User);
    }
    later
}

/// What a user or the system says counts, but for what they paste and what was asked and answered.
fn said(mark: &Mark, own: bool, later: usize) -> Because {
    match mark.kind {
        Kind::Error => Because::ErrorText,
        _ if !own => Because::Pasted,
        Kind::Request if later >= LATER_REQUESTS => Because::Answered,
        _ => Because::SaidByUser,
    }
}

fn told(mark: &Mark, bearing: &[bool]) -> Because {
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
            matches!(mark.kind, Kind::OpenTask | Kind::Waiting | Kind::Standing | Kind::Requirement | Kind::Promise)
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
        for mark in source.marks.iter().filter(|mark| mark.class == Class::Identifier) {
            let text = mark.span.of(source.scan.text);
            if is_distinctive(mark.kind, text) {
                used.push(key(mark.kind, text));
            }
        }
    }
    used.sort_unstable();
    used.dedup();
    used
}
