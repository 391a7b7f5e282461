//! The repair of one event: replace, pin, verify again (F).

use super::live::Live;
use super::{Event, first, is_no_summary, judged, outcomes_are_clean, tokens_of};
use crate::element::Part;
use crate::lexicon::HostCues;
use crate::repair::{block, damaged, line_key, lines, reordered, replace_damaged, split};
use crate::report::{Pins, Repair};
use crate::text::{KeySet, is_fence};
use crate::verify::{self, Outcomes, Sources, Target};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

const ROUNDS: usize = 6;

/// Replaces, pins and verifies again until nothing is open, or nothing more can be done. Each round reads the text as whoever
/// gets it will: the summary and the block of pins as one (F3). `None` where nothing is left of the summary and nothing is pinned.
pub(super) fn repaired(
    (event, cues): (&Event<'_>, &HostCues),
    (all, source_tokens): (&Sources<'_>, u32),
    live: &Live<'_>,
    given: &[Target<'_>],
    outcomes: &Outcomes,
) -> Option<Repair> {
    let sources = all.texts.as_slice();
    // Carried lines come first, the others where the source has them. One that says something else than the source was no
    // pin: it goes, as any damaged sentence does.
    let wrong = damaged(first(given), outcomes);
    let carried = live.carried.iter().filter(|line| !wrong.contains(line_key(line)));
    let mut pins: Vec<Pin> = carried.map(|line| Pin { place: 0, line: String::from(*line) }).collect();
    let mut seen = KeySet::new();
    for pin in &pins {
        seen.insert(line_key(&pin.line));
    }
    let tail: Vec<&Target<'_>> = given.iter().filter(|target| target.part == Part::Tail).collect();
    // A block of pins within the summary is taken out: there is one block, at the end.
    let (mut text, mut pinned) = (split(event.summary).0, block(pins.iter().map(|pin| pin.line.as_str())));
    // The texts of all rounds: what was read of them borrows from here.
    let rooms = [const { OnceCell::new() }; ROUNDS + 1];
    let mut verified = None;
    // The text of the last round, and where the pins begin in it.
    let (mut whole, mut start) = ("", 0);
    // A round may have put steps in order: the first one that replaces and pins comes after it.
    let mut first_round = 0;
    for (round, room) in rooms.iter().enumerate() {
        whole = room.get_or_init(|| joined(&text, &pinned));
        start = whole.len() - pinned.len();
        let mut read = None;
        // The summary as it came was verified already, but for pins that came beside it.
        if round > 0 || whole != event.summary || !event.pinned.is_empty() {
            let target = read.insert(Target::new(Part::Summary, None, whole, cues));
            let mut outcomes = live.in_summary(all, target, Some(source_tokens));
            verify::beside(sources, &tail, &mut outcomes);
            verified = Some(outcomes);
        }
        let outcomes = verified.as_ref().unwrap_or(outcomes);
        if is_no_summary(outcomes) {
            // What is left of it says nothing: the pins say it all.
            if !text.is_empty() {
                text.clear();
                continue;
            }
            if !pins.is_empty() {
                break;
            }
        }
        if outcomes_are_clean(outcomes) {
            break;
        }
        let summary = read.as_ref().unwrap_or(first(given));
        if round == 0
            && let Some(next) = reordered(sources, summary, outcomes, text.trim_end().len())
        {
            (text, first_round) = (next, 1);
            continue;
        }
        let next = replace_damaged((sources, &all.tools), summary, outcomes, text.trim_end().len());
        let new = live.with_corrections(sources, lines(sources, outcomes, round - first_round));
        let new = new.into_iter().filter(|(_, line)| seen.insert(line_key(line)));
        let before = pins.len();
        pins = merged(pins, new.map(|(place, line)| Pin { place, line }));
        if next.is_none() && pins.len() == before && round > first_round {
            break;
        }
        pinned = block(pins.iter().map(|pin| pin.line.as_str()));
        // What cannot be mended in place goes in the end; the rounds after it pin what it held.
        if let Some(next) = next {
            text = if round + 3 == ROUNDS { String::new() } else { next };
        }
    }
    let (_, contract, verdict) = judged(event, sources, verified.as_ref().unwrap_or(outcomes));
    let pinned = whole.get(start..).unwrap_or("");
    let [pin_tokens, tokens] = [pinned, whole].map(|text| tokens_of(event, [text].into_iter()));
    (!whole.trim().is_empty()).then(|| Repair {
        pins: Pins { text: pinned.into(), tokens: pin_tokens },
        text: whole.into(),
        decision: verdict.decision,
        reasons: verdict.reasons,
        contract,
        tokens,
    })
}

/// A text and its block of pins, as they are when the block is taken out again, so that a repaired text stays as it is.
fn joined(text: &str, pinned: &str) -> String {
    let mut whole = String::from(text);
    if !pinned.is_empty() {
        whole.truncate(whole.trim_end().len());
        // In code that is left open the pins would be code too.
        if whole.lines().filter(|line| is_fence(line)).count() % 2 == 1 {
            whole.push_str("\n```");
        }
        if !whole.is_empty() {
            whole.push_str("\n\n");
        }
        whole.push_str(pinned);
    }
    whole
}

/// A line of the block.
struct Pin {
    place: u64,
    line: String,
}

/// The pins with those of a round, by place; where places are equal the earlier ones come first.
fn merged(pins: Vec<Pin>, new: impl Iterator<Item = Pin>) -> Vec<Pin> {
    let mut new = new.peekable();
    let mut merged = Vec::with_capacity(pins.len() + 8);
    for pin in pins {
        while let Some(new) = new.next_if(|new| new.place < pin.place) {
            merged.push(new);
        }
        merged.push(pin);
    }
    merged.extend(new);
    merged
}
