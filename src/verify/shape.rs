//! Texts that are no summary at all (E4): sentinels, refusals, replies, skeletons, tool calls.

use crate::extract::Extraction;
use crate::text::{Region, Span, holds, offset};

/// What runtimes store when the summary could not be made, and what models say instead of one. Lower case, matched at the
/// head of the text.
const HEADS: [&str; 32] = [
    "error generating summary",
    "error: ",
    "summary generation was unavailable",
    "summary generation failed",
    "failed to generate summary",
    "failed to summarize",
    "could not generate",
    "unable to generate",
    "no summary",
    "summary unavailable",
    "previous conversation was too long to summarize",
    "no previous conversation history",
    "no conversation history",
    "i'm sorry",
    "i am sorry",
    "i apologize",
    "sorry, but i",
    "sorry, i ",
    "i cannot ",
    "i can't ",
    "i can not ",
    "i'm unable to",
    "i am unable to",
    "as an ai",
    "unfortunately, i ",
    "sure, i'd be happy",
    "sure! ",
    "of course! ",
    "certainly! ",
    "please provide",
    "please share",
    "429 ",
];

/// Where a tool call stands for a summary.
const CALLS: [&str; 8] = [
    "<tool_call",
    "<function_call",
    "<invoke",
    "{\"tool_calls\"",
    "{\"function_call\"",
    "{\"name\":",
    "{\"tool\":",
    "```tool_code",
];

/// What the text is instead of a summary, and which bytes show it; `None` for a summary.
pub(super) fn not_a_summary(text: &Extraction<'_>, source_tokens: u32) -> Option<(Span, &'static str)> {
    let scan = &text.scan;
    let trimmed = scan.text.trim();
    let start = offset(scan.text.len() - scan.text.trim_start().len());
    let whole = Span::new(start, start + offset(trimmed.len()));
    if trimmed.is_empty() || scan.words.is_empty() {
        return Some((whole, "it is empty"));
    }
    let head = Span::new(start, start + offset(trimmed.lines().next().unwrap_or("").len()));
    let starts = |with: &str| trimmed.get(..with.len()).is_some_and(|found| found.eq_ignore_ascii_case(with));
    // A summary may quote an error; one that begins with it and says little else is that error.
    if HEADS.iter().any(|with| starts(with)) && scan.words.len() < 120 {
        return Some((head, "it is an error text, a refusal or a reply"));
    }
    if CALLS.iter().any(|with| starts(with)) {
        return Some((head, "it is a tool call"));
    }
    if is_reply(text) {
        return Some((whole, "it goes on with the conversation"));
    }
    let headings = scan
        .sentences
        .iter()
        .filter(|sentence| sentence.region == Region::Heading || ends_in_colon(text, sentence.span));
    if headings.count() == scan.sentences.len() && source_tokens > 40 && scan.sentences.len() > 1 {
        return Some((whole, "it has headings and nothing under them"));
    }
    None
}

fn ends_in_colon(text: &Extraction<'_>, span: Span) -> bool {
    span.of(text.scan.text).trim_end_matches(['*', ' ']).ends_with(':')
}

/// A short text that asks the reader something, or speaks to "you" and promises help, continues the talk.
fn is_reply(text: &Extraction<'_>) -> bool {
    const OPENINGS: [&str; 10] =
        ["sure", "great", "okay", "thanks", "thank you", "you're welcome", "hi", "hello", "got it", "no problem"];
    let scan = &text.scan;
    let trimmed = scan.text.trim_start();
    let opens = OPENINGS.iter().any(|opening| {
        trimmed.get(..opening.len()).is_some_and(|found| found.eq_ignore_ascii_case(opening))
            && trimmed.get(opening.len()..).is_some_and(|rest| rest.starts_with(['!', ',', '.']))
    });
    let asks = scan.sentences.last().is_some_and(|sentence| {
        let tail = sentence.span.of(scan.text);
        sentence.question && (holds(tail, "you") || holds(tail, "I "))
    });
    opens && (asks || scan.words.len() < 60)
}
