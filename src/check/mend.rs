//! The repair of one event: replace, pin, verify again (F).

use super::live::Live;
use super::splice::spliced;
use super::{Event, certified, contract, first, outcomes_are_clean, required, tokens_of};
use crate::class::ClassSet;
use crate::contract::decide;
use crate::element::Part;
use crate::lexicon::HostCues;
use crate::repair::{block, damaged, line_key, lines, replace_damaged, split};
use crate::report::{Pins, Repair};
use crate::text::KeySet;
use crate::verify::{self, Outcomes, Sources, Target};
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

const ROUNDS: usize = 6;

/// Replaces, pins and verifies again until nothing is open, or nothing more can be done.
///
/// Each round reads and verifies what it changed: the text, the pins, or both.
pub(super) fn repaired(
    (event, cues): (&Event<'_>, &HostCues),
    all: &Sources<'_>,
    live: &Live<'_>,
    given: &[Target<'_>],
    in_summary: Outcomes,
    outcomes: &Outcomes,
) -> Repair {
    let sources = all.texts.as_slice();
    // Carried lines come first, the others where the source has them. One that says something else than the source was no
    // pin: it goes, as any damaged sentence does.
    let wrong = damaged(first(given), outcomes);
    let carried = live.carried.iter().filter(|line| !wrong.contains(line_key(line)));
    let carried = carried.map(|line| Pin { place: 0, line: String::from(*line), is_new: false });
    let mut pins: Vec<Pin> = carried.collect();
    let mut seen = KeySet::new();
    for pin in &pins {
        seen.insert(line_key(&pin.line));
    }
    // The texts and the pins of all rounds: what was read of them borrows from here.
    let (texts, blocks) = ([const { OnceCell::new() }; ROUNDS + 2], [const { OnceCell::new() }; ROUNDS + 2]);
    let (mut texts, mut blocks) = (texts.iter(), blocks.iter());
    // A block of pins within the summary is taken out: there is one block, at the end.
    let mut text = kept(&mut texts, split(event.summary).0);
    let mut pinned = kept(&mut blocks, block(pins.iter().map(|pin| pin.line.as_str())));
    // What was read of both; of the summary as it came that is known already.
    let (mut read, mut beside): (Option<Target<'_>>, Option<Target<'_>>) = (None, None);
    let mut in_text = in_summary;
    let (mut outcomes, mut known) = (outcomes.clone(), text == event.summary && !live.stale);
    let (mut read_anew, mut pinned_anew) = (text != event.summary, true);
    let mut replaced = None;
    let mut own = ClassSet::EMPTY;
    for round in 0..=ROUNDS {
        if read_anew {
            in_text = live.in_summary(all, read.insert(Target::new(Part::Summary, None, text, cues)), None);
        }
        let summary = read.as_ref().unwrap_or(first(given));
        if !known {
            if pinned_anew {
                // The lines that are there already were read.
                let is_new =
                    |line: usize| line.checked_sub(1).and_then(|pin| pins.get(pin)).is_some_and(|pin| pin.is_new);
                let read = |before: &Target<'_>| spliced(&before.text, pinned, is_new, cues);
                let target = |text| Target::of(Part::Pinned, None, text);
                beside = match &beside {
                    Some(before) => Some(target(read(before))),
                    None => (!pinned.is_empty()).then(|| Target::new(Part::Pinned, None, pinned, cues)),
                };
            }
            outcomes.marks.clone_from(&in_text.marks);
            outcomes.findings.clone_from(&in_text.findings);
            let tail = given.iter().filter(|target| target.part == Part::Tail);
            let others: Vec<&Target<'_>> = beside.iter().chain(tail).collect();
            verify::beside(sources, &others, &mut outcomes);
        }
        if !known || round == 0 {
            replaced = replace_damaged(sources, summary, &outcomes);
        }
        own = certified(sources, &outcomes).intersection(required(event));
        if outcomes_are_clean(&outcomes) || round == ROUNDS {
            break;
        }
        let before = pins.len();
        let new = lines(sources, &outcomes, round).into_iter().filter(|(_, line)| seen.insert(line_key(line)));
        pins = merged(pins, new.map(|(place, line)| Pin { place: place + 1, line, is_new: true }));
        pinned_anew = pins.len() > before || round == 0;
        if pinned_anew {
            pinned = kept(&mut blocks, block(pins.iter().map(|pin| pin.line.as_str())));
        }
        // What cannot be mended in place goes in the end; the rounds after it pin what it held.
        let next = replaced.as_ref().map(|text| if round + 3 == ROUNDS { String::new() } else { text.clone() });
        read_anew = next.as_ref().is_some_and(|next| next != text);
        if let Some(next) = next.filter(|_| read_anew) {
            text = kept(&mut texts, next);
        }
        known = !read_anew && !pinned_anew;
    }
    let pinned = String::from(pinned);
    let contract = contract(event, own);
    let verdict = decide(&contract, &event.conditions, event.policy);
    let pin_tokens = tokens_of(event, [pinned.as_str()].into_iter());
    let mut whole = String::from(text);
    if !pinned.is_empty() {
        // As it is when the block is taken out again, so that a repaired text stays as it is.
        whole.truncate(whole.trim_end().len());
        if !whole.is_empty() {
            whole.push_str("\n\n");
        }
        whole.push_str(&pinned);
    }
    let tokens = tokens_of(event, [whole.as_str()].into_iter());
    Repair {
        pins: Pins { text: pinned, tokens: pin_tokens },
        text: whole,
        decision: verdict.decision,
        reasons: verdict.reasons,
        contract,
        tokens,
    }
}

/// A line of the block.
struct Pin {
    place: u64,
    line: String,
    /// Whether this round put it there.
    is_new: bool,
}

/// The pins with those of a round, by place; where places are equal the earlier ones come first.
fn merged(pins: Vec<Pin>, new: impl Iterator<Item = Pin>) -> Vec<Pin> {
    let mut new = new.peekable();
    let mut merged = Vec::with_capacity(pins.len() + 8);
    for pin in pins {
        while let Some(new) = new.next_if(|new| new.place < pin.place) {
            merged.push(new);
        }
        merged.push(Pin { is_new: false, ..pin });
    }
    merged.extend(new);
    merged
}

/// Puts a text where it stays.
fn kept<'a>(room: &mut core::slice::Iter<'a, OnceCell<String>>, text: String) -> &'a str {
    room.next().map_or("", |room| room.get_or_init(|| text))
}
