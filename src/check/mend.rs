//! The repair of one event: replace, pin, verify again (F).

use super::live::Live;
use super::{Event, certified, contract, first, outcomes_are_clean, required, targets, tokens_of};
use crate::class::ClassSet;
use crate::contract::decide;
use crate::lexicon::HostCues;
use crate::repair::{block, line_key, lines, replace_damaged, split};
use crate::report::{Pins, Repair};
use crate::text::KeySet;
use crate::verify::{self, Outcomes, Sources, Target};
use alloc::string::String;
use alloc::vec::Vec;

/// Replaces, pins and verifies again until nothing is open, or nothing more can be done.
pub(super) fn repaired(
    event: &Event<'_>,
    cues: &HostCues,
    all: &Sources<'_>,
    live: &Live<'_>,
    given: &[Target<'_>],
    in_summary: &Outcomes,
    outcomes: &Outcomes,
) -> Repair {
    let sources = all.texts.as_slice();
    const ROUNDS: usize = 6;
    let mut pins: Vec<String> = live.carried.iter().map(|line| String::from(*line)).collect();
    let mut places: Vec<u64> = pins.iter().map(|_| 0).collect();
    let mut seen = KeySet::new();
    for line in &pins {
        seen.insert(line_key(line));
    }
    // Most rounds change the pins only: what the text alone keeps is known.
    let mut known = (String::from(event.summary), in_summary.clone());
    let mut again = |text: &str, pinned: &str| {
        let targets = targets(event, cues, text, pinned);
        if text != known.0 {
            known = (text.into(), live.in_summary(all, first(&targets), None));
        }
        let mut outcomes = known.1.clone();
        verify::beside(sources, &targets, &mut outcomes);
        let replaced = replace_damaged(sources, first(&targets), &outcomes);
        (outcomes, replaced)
    };
    // A block of pins within the summary is taken out: there is one block, at the end.
    let (mut text, _) = split(event.summary);
    let mut pinned = block(&pins);
    let (mut outcomes, mut replaced) = if text == event.summary && !live.stale {
        (outcomes.clone(), replace_damaged(sources, first(given), outcomes))
    } else {
        again(&text, &pinned)
    };
    let mut own = ClassSet::EMPTY;
    for round in 0..=ROUNDS {
        own = certified(sources, &outcomes).intersection(required(event));
        if outcomes_are_clean(&outcomes) || round == ROUNDS {
            break;
        }
        for (place, line) in lines(sources, &outcomes, round) {
            if seen.insert(line_key(&line)) {
                // Carried lines come first; a later round's stand where the source has them.
                let at = places.partition_point(|before| *before <= place + 1);
                places.insert(at, place + 1);
                pins.insert(at, line);
            }
        }
        pinned = block(&pins);
        // What cannot be mended in place goes in the end; the rounds after it pin what it held.
        text = if replaced.is_some() && round + 3 == ROUNDS { String::new() } else { replaced.unwrap_or(text) };
        (outcomes, replaced) = again(&text, &pinned);
    }
    let contract = contract(event, own);
    let verdict = decide(&contract, &event.conditions, event.policy);
    let pin_tokens = tokens_of(event, [pinned.as_str()].into_iter());
    let mut whole = text;
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
