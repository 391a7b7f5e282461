//! The repair of one event: replace, pin, verify again (F).

use super::live::Live;
use super::{Event, certified, contract, first, outcomes_are_clean, required, tokens_of};
use crate::class::ClassSet;
use crate::contract::decide;
use crate::element::Part;
use crate::lexicon::HostCues;
use crate::repair::{block, line_key, lines, replace_damaged, split};
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
    let mut pins: Vec<String> = live.carried.iter().map(|line| String::from(*line)).collect();
    let mut places: Vec<u64> = pins.iter().map(|_| 0).collect();
    let mut seen = KeySet::new();
    for line in &pins {
        seen.insert(line_key(line));
    }
    // The texts and the pins of all rounds: what was read of them borrows from here.
    let (texts, blocks) = ([const { OnceCell::new() }; ROUNDS + 2], [const { OnceCell::new() }; ROUNDS + 2]);
    let (mut texts, mut blocks) = (texts.iter(), blocks.iter());
    // A block of pins within the summary is taken out: there is one block, at the end.
    let mut text = kept(&mut texts, split(event.summary).0);
    let mut pinned = kept(&mut blocks, block(&pins));
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
                beside = (!pinned.is_empty()).then(|| Target::new(Part::Pinned, None, pinned, cues));
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
        for (place, line) in lines(sources, &outcomes, round) {
            if seen.insert(line_key(&line)) {
                // Carried lines come first; a later round's stand where the source has them.
                let at = places.partition_point(|before| *before <= place + 1);
                places.insert(at, place + 1);
                pins.insert(at, line);
            }
        }
        pinned_anew = pins.len() > before || round == 0;
        if pinned_anew {
            pinned = kept(&mut blocks, block(&pins));
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

/// Puts a text where it stays.
fn kept<'a>(room: &mut core::slice::Iter<'a, OnceCell<String>>, text: String) -> &'a str {
    room.next().map_or("", |room| room.get_or_init(|| text))
}
