//! Which elements are load-bearing (D7): the consumer's choice, by role.

mod preset;
mod talk;

pub use preset::{Group, Preset, Recency, Selection, SelectionRow, Speaker, presets};

use crate::class::{Class, ClassSet};
use crate::element::{Because, Kind, Message, Role};
use crate::extract::{Extraction, Mark};
use crate::text::{KeySet, Region, hash, offset, place_of};
use crate::verify::{is_distinctive, key};
use alloc::vec;
use alloc::vec::Vec;
use talk::talk;

/// The last so many messages of a user are recent, and those before as long as all that was said since is short: all of it counts.
const RECENT: usize = 2;

/// Of the assistant, who says much while working, the last so many messages hold the state of the work.
const RECENT_TURNS: usize = 10;

/// Pasted text without a word of one's own is selected up to this many bytes.
const SHORT: usize = 2000;

/// Why each mark of each message is selected or not.
pub(crate) fn select(
    messages: &[Message<'_>],
    sources: &[Extraction<'_>],
    required: ClassSet,
    preset: Preset,
) -> Vec<Vec<Because>> {
    let used = used_outside_tools(messages, sources);
    let later = later_by(messages, Role::User, |_| 1);
    let turns = later_by(messages, Role::Assistant, |_| 1);
    let since = later_by(messages, Role::User, |message| message.text.len());
    messages
        .iter()
        .zip(sources)
        .zip(later.into_iter().zip(turns).zip(since))
        .map(|((message, source), ((later, turns), since))| {
            let said = since.saturating_add(message.text.len());
            let (speaker, recent) = match message.role {
                _ if message.summary => (Speaker::Summary, true),
                Role::System => (Speaker::System, true),
                Role::User => (Speaker::User, later < RECENT || said <= SHORT),
                Role::Assistant => (Speaker::Assistant, turns < RECENT_TURNS),
                Role::Tool => (Speaker::Tool, true),
            };
            let rows: Vec<&SelectionRow> = preset::rows(preset)
                .iter()
                .filter(|row| row.by.contains(&speaker) && (recent || row.recency == Recency::Any))
                .collect();
            let bears: fn(&Mark) -> bool = if speaker == Speaker::Assistant { is_state } else { is_rule };
            let talk = if speaker == Speaker::Assistant { talk(source) } else { Vec::new() };
            let bearing = bearing_sentences(source, bears, &talk);
            let own = source.scan.sentences.iter().any(|sentence| sentence.region.speaks());
            let pasted = own || message.text.len() > SHORT;
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
                let identifier = mark.class == Class::Identifier;
                let fits = |row: &&&SelectionRow| match row.what {
                    Group::Everything => true,
                    Group::Error => mark.kind == Kind::Error,
                    Group::Pasted => !region.speaks() && pasted,
                    Group::Rule => is_rule(mark),
                    Group::State => is_state(mark) && talk.binary_search(&mark.sentence).is_err(),
                    Group::Command => is_command(mark),
                    Group::InRule | Group::InState => identifier && bearing.get(mark.sentence as usize) == Some(&true),
                    Group::Fact => identifier && is_fact(source, mark),
                    Group::UsedElsewhere => identifier && used.contains(key(mark.kind, mark.span.of(source.scan.text))),
                };
                rows.iter().find(fits).map_or(Because::LeftOut, |row| row.because)
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
            | Because::SaidByAssistant
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

/// For each message what the messages of a role after it come to.
fn later_by(messages: &[Message<'_>], role: Role, of: fn(&Message<'_>) -> usize) -> Vec<usize> {
    let mut later = vec![0; messages.len()];
    let mut sum = 0_usize;
    for (slot, message) in later.iter_mut().zip(messages).rev() {
        *slot = sum;
        if message.role == role && !message.summary {
            sum = sum.saturating_add(of(message));
        }
    }
    later
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

/// What binds whoever goes on.
fn is_command(mark: &Mark) -> bool {
    mark.class == Class::Ordering
        || matches!(mark.kind, Kind::Prohibition | Kind::Restriction | Kind::Requirement | Kind::Standing)
}

/// What tells of the state of the work.
fn is_state(mark: &Mark) -> bool {
    match mark.class {
        Class::Identifier | Class::Declared => false,
        Class::Obligation => mark.kind != Kind::Request,
        Class::Negation | Class::Hypothesis | Class::Ordering => true,
    }
}

/// "The staging host is gate-3.internal:8443": true until somebody says otherwise, however long ago.
fn is_fact(source: &Extraction<'_>, mark: &Mark) -> bool {
    const TELLS: [u32; 5] = [hash("is"), hash("are"), hash("goes"), hash("lives"), hash("runs")];
    let Some(sentence) = source.scan.sentences.get(mark.sentence as usize) else { return false };
    let asks = sentence.span.of(source.scan.text).trim_end().ends_with('?');
    // The marks stand in the order of their sentences.
    let first = source.marks.partition_point(|other| other.sentence < mark.sentence);
    let mut own = source.marks.iter().skip(first).take_while(|other| other.sentence == mark.sentence);
    let request = own.any(|other| other.kind == Kind::Request);
    let tells = source.scan.words(sentence).iter().any(|word| TELLS.contains(&word.hash));
    tells && !asks && !request && is_distinctive(mark.kind, mark.span.of(source.scan.text))
}

/// For each sentence whether something in it stays.
fn bearing_sentences(source: &Extraction<'_>, stays: fn(&Mark) -> bool, talk: &[u32]) -> Vec<bool> {
    let mut bearing = vec![false; source.scan.sentences.len()];
    for mark in source.marks.iter().filter(|mark| stays(mark) && talk.binary_search(&mark.sentence).is_err()) {
        if let Some(slot) = bearing.get_mut(mark.sentence as usize) {
            *slot = true;
        }
    }
    bearing
}

/// The keys of the distinctive identifiers that somebody other than a tool says, but for the arguments of calls.
fn used_outside_tools(messages: &[Message<'_>], sources: &[Extraction<'_>]) -> KeySet {
    let mut used = KeySet::new();
    for (message, source) in messages.iter().zip(sources) {
        if message.role == Role::Tool {
            continue;
        }
        // What it hands to a tool comes back in the output, whether it matters or not.
        let said = place_of("[call ", source.scan.text).map_or(u32::MAX, offset);
        let identifiers = source.marks.iter().filter(|mark| mark.class == Class::Identifier);
        for mark in identifiers.take_while(|mark| mark.span.start < said) {
            let text = mark.span.of(source.scan.text);
            if is_distinctive(mark.kind, text) {
                used.insert(key(mark.kind, text));
            }
        }
    }
    used
}
