//! Which elements are load-bearing (D7): the consumer's choice, by role.

use crate::class::{Class, ClassSet};
use crate::element::{Because, Kind, Message, Role};
use crate::extract::{Extraction, Mark};
use crate::text::{KeySet, Region, hash};
use crate::verify::{is_distinctive, key};
use alloc::vec;
use alloc::vec::Vec;

/// What was said since the last so many messages of a user is recent: all of it counts.
const RECENT: usize = 2;

/// Of the assistant, who says much while working, the last so many messages hold the state of the work.
const RECENT_TURNS: usize = 10;

/// Pasted text without a word of one's own is selected up to this many bytes.
const SHORT_PASTE: usize = 2000;

/// Why each mark of each message is selected or not.
pub(crate) fn select(messages: &[Message<'_>], sources: &[Extraction<'_>], required: ClassSet) -> Vec<Vec<Because>> {
    let used = used_outside_tools(messages, sources);
    let later = later_by(messages, Role::User);
    let turns = later_by(messages, Role::Assistant);
    messages
        .iter()
        .zip(sources)
        .zip(later.into_iter().zip(turns))
        .map(|((message, source), (later, turns))| {
            let stays = if message.role == Role::Assistant { is_state } else { is_rule };
            let bearing = bearing_sentences(source, stays);
            let own = source.scan.sentences.iter().any(|sentence| sentence.region.speaks());
            let pasted = own || message.text.len() > SHORT_PASTE;
            let machinery = is_machinery(source);
            let because = |mark: &Mark| {
                if mark.class == Class::Declared {
                    return Because::Declared;
                }
                if !required.contains(mark.class) {
                    return Because::NotRequired;
                }
                let sentence = source.scan.sentences.get(mark.sentence as usize);
                let region = sentence.map_or(Region::Markup, |sentence| sentence.region);
                if region == Region::Markup || machinery {
                    return Because::Pasted;
                }
                let own = region.speaks() || !pasted;
                match message.role {
                    _ if message.summary => said(mark, own),
                    Role::System => said(mark, own),
                    Role::User if later < RECENT => said(mark, own),
                    Role::User => earlier(source, mark, own, &bearing),
                    Role::Assistant => told(mark, turns < RECENT_TURNS, &bearing),
                    Role::Tool => returned(source, mark, &used),
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

/// Whether the message is the compaction at work: the order to summarise, or the summariser thinking aloud.
fn is_machinery(source: &Extraction<'_>) -> bool {
    const TALK: [u32; 3] = [hash("conversation"), hash("transcript"), hash("session")];
    const SUMMARY: [u32; 6] =
        [hash("summary"), hash("summarize"), hash("summarise"), hash("compact"), hash("condense"), hash("compress")];
    const ORDER: [u32; 8] = [
        hash("task"),
        hash("create"),
        hash("write"),
        hash("produce"),
        hash("summarize"),
        hash("summarise"),
        hash("compact"),
        hash("condense"),
    ];
    if source.scan.text.trim_start().starts_with("<analysis>") {
        return true;
    }
    let Some(first) = source.scan.sentences.first() else { return false };
    let words = source.scan.words(first);
    let has = |wanted: &[u32]| words.iter().any(|word| wanted.contains(&word.hash));
    // A person may ask for a summary too; the machinery's order is long.
    has(&TALK) && has(&SUMMARY) && has(&ORDER) && source.scan.sentences.len() > 8
}

/// For each message how many messages of a role come after it.
fn later_by(messages: &[Message<'_>], role: Role) -> Vec<usize> {
    let mut later = vec![0; messages.len()];
    let mut count = 0;
    for (slot, message) in later.iter_mut().zip(messages).rev() {
        *slot = count;
        count += usize::from(message.role == role);
    }
    later
}

/// What a user has just said, what the system says, and what an earlier summary carried: all but what they paste.
fn said(mark: &Mark, own: bool) -> Because {
    match mark.kind {
        Kind::Error => Because::ErrorText,
        _ if !own => Because::Pasted,
        _ => Because::SaidByUser,
    }
}

/// What a user said before: rules stay; requests and remarks were dealt with since.
fn earlier(source: &Extraction<'_>, mark: &Mark, own: bool, bearing: &[bool]) -> Because {
    let _ = source;
    if !own {
        return Because::Pasted;
    }
    if is_rule(mark) {
        return Because::SaidByUser;
    }
    let within = mark.class == Class::Identifier && bearing.get(mark.sentence as usize) == Some(&true);
    if within { Because::InLoadBearingSentence } else { Because::Answered }
}

/// What holds until it is withdrawn.
fn is_rule(mark: &Mark) -> bool {
    matches!(
        mark.kind,
        Kind::Prohibition
            | Kind::Restriction
            | Kind::Cessation
            | Kind::Requirement
            | Kind::Recommendation
            | Kind::Standing
            | Kind::OpenTask
            | Kind::Waiting
            | Kind::Promise
            | Kind::Sequence
            | Kind::Until
            | Kind::Condition
    )
}

/// What the assistant says of the state of the work, apart from what it says while working.
fn told(mark: &Mark, recent: bool, bearing: &[bool]) -> Because {
    if !recent {
        return Because::Narration;
    }
    if is_state(mark) {
        Because::AssistantState
    } else if mark.class == Class::Identifier && bearing.get(mark.sentence as usize) == Some(&true) {
        Because::InLoadBearingSentence
    } else {
        Because::Narration
    }
}

fn is_state(mark: &Mark) -> bool {
    match mark.class {
        Class::Identifier | Class::Declared => false,
        Class::Obligation => mark.kind != Kind::Request,
        Class::Negation | Class::Hypothesis | Class::Ordering => true,
    }
}

/// For each sentence whether something in it stays.
fn bearing_sentences(source: &Extraction<'_>, stays: fn(&Mark) -> bool) -> Vec<bool> {
    let mut bearing = vec![false; source.scan.sentences.len()];
    for mark in source.marks.iter().filter(|mark| stays(mark)) {
        if let Some(slot) = bearing.get_mut(mark.sentence as usize) {
            *slot = true;
        }
    }
    bearing
}

fn returned(source: &Extraction<'_>, mark: &Mark, used: &KeySet) -> Because {
    let text = mark.span.of(source.scan.text);
    if mark.kind == Kind::Error && mark.class == Class::Identifier {
        Because::ErrorText
    } else if mark.class == Class::Identifier && used.contains(key(mark.kind, text)) {
        Because::UsedElsewhere
    } else {
        Because::ToolOutput
    }
}

/// The keys of the distinctive identifiers that somebody other than a tool says.
fn used_outside_tools(messages: &[Message<'_>], sources: &[Extraction<'_>]) -> KeySet {
    let mut used = KeySet::new();
    for (message, source) in messages.iter().zip(sources) {
        if message.role == Role::Tool {
            continue;
        }
        for mark in source.marks.iter().filter(|mark| mark.class == Class::Identifier) {
            let text = mark.span.of(source.scan.text);
            if is_distinctive(mark.kind, text) {
                used.insert(key(mark.kind, text));
            }
        }
    }
    used
}
