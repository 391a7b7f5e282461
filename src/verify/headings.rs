//! What a heading or a label says of what stands under it (E1): "Pending:", "## Still to do", "Rules", "Goal".

use super::pair::{Pair, any_of, breaks};
use crate::element::Kind;
use crate::extract::{Extraction, Mark};
use crate::text::{Region, hash};

/// Headings under which stands what is still to be done.
const OPEN: [u32; 14] = [
    hash("open"),
    hash("pending"),
    hash("todo"),
    hash("do"),
    hash("next"),
    hash("remaining"),
    hash("remains"),
    hash("outstanding"),
    hash("owed"),
    hash("unresolved"),
    hash("unfinished"),
    hash("waiting"),
    hash("blocked"),
    hash("left"),
];

/// Headings under which stands what is asked for, and what holds.
const ASKED: [u32; 18] = [
    hash("goal"),
    hash("goals"),
    hash("task"),
    hash("tasks"),
    hash("objective"),
    hash("request"),
    hash("requests"),
    hash("rule"),
    hash("rules"),
    hash("constraint"),
    hash("constraints"),
    hash("requirement"),
    hash("requirements"),
    hash("instructions"),
    hash("policy"),
    hash("must"),
    hash("intent"),
    hash("style"),
];

/// Headings of what is over, or no more than thought of.
const OVER: [u32; 12] = [
    hash("done"),
    hash("completed"),
    hash("finished"),
    hash("resolved"),
    hash("progress"),
    hash("optional"),
    hash("ideas"),
    hash("suggestions"),
    hash("not"),
    hash("no"),
    hash("don't"),
    hash("never"),
];

/// Whether the place stands under a heading that tells it as owed, or behind a label that does.
pub(super) fn owes(pair: &Pair<'_>, mark: &Mark) -> bool {
    let Some(heading) = above(pair.target, pair.at.sentences.start) else { return false };
    let scan = &pair.target.scan;
    let Some(heading) = scan.sentences.get(heading as usize) else { return false };
    let words = scan.words(heading);
    let wanted = match mark.kind {
        Kind::OpenTask | Kind::Waiting | Kind::Promise => any_of(words, &OPEN),
        Kind::Requirement | Kind::Request => any_of(words, &OPEN) || any_of(words, &ASKED),
        Kind::Standing => any_of(words, &ASKED),
        _ => false,
    };
    wanted && !any_of(words, &OVER)
}

/// Whether the place is told as still to be done: under such a heading, behind such a label, with an empty box. What is to be done was
/// not done.
pub(super) fn is_open(pair: &Pair<'_>) -> bool {
    let (text, at) = (pair.target, pair.at.sentences.start);
    let sentence = |at: u32| text.scan.sentences.get(at as usize);
    let Some(own) = sentence(at) else { return false };
    let words = text.scan.words(own);
    let label = (own.words.start + 1..own.words.end.min(own.words.start + 5)).find(|word| breaks(text, *word));
    let label = label.and_then(|end| words.get(..(end - own.words.start) as usize)).filter(|label| {
        let end = label.last().map_or(0, |word| word.end as usize);
        text.scan.text.as_bytes().get(end) == Some(&b':')
    });
    let heading = || above(text, at).and_then(sentence).map(|heading| text.scan.words(heading));
    own.span.of(text.scan.text).starts_with("[ ]")
        || label.or_else(heading).is_some_and(|words| any_of(words, &OPEN) && !any_of(words, &OVER))
}

/// The heading or the label above a sentence, on a line of its own.
fn above(text: &Extraction<'_>, sentence: u32) -> Option<u32> {
    /// Further up it is not looked for: linear time.
    const REACH: u32 = 32;
    /// A heading is no longer.
    const LONGEST: u32 = 7;
    let heads = |at: &u32| {
        text.scan.sentences.get(*at as usize).is_some_and(|sentence| {
            let said = sentence.span.of(text.scan.text).trim_end_matches(['*', '_', ' ']);
            let label = said.ends_with(':') || said.starts_with("**") && text.scan.str(sentence.span).ends_with("**");
            sentence.words.len() <= LONGEST && (sentence.region == Region::Heading || label)
        })
    };
    (sentence.saturating_sub(REACH)..sentence).rev().find(heads)
}
