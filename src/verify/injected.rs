//! Tool output that tells the summariser what to keep, drop or claim (E4). What a user or the system says is no injection.
//!
//! One look-up a word; a sentence that holds no word of summarising, overriding or telling costs nothing more.

use super::findings::Found;
use crate::element::{FindingKind, Message, Role};
use crate::extract::Extraction;
use crate::text::{Span, Word, hash, offset};
use alloc::vec::Vec;

/// What a word can be in such a sentence, or'ed together.
mod is {
    /// summarise
    pub(super) const VERB: u32 = 1;
    /// summary
    pub(super) const NOUN: u32 = 1 << 1;
    /// ignore
    pub(super) const OVERRIDE: u32 = 1 << 2;
    /// tell
    pub(super) const TELL: u32 = 1 << 3;
    /// the summariser
    pub(super) const AGENT: u32 = 1 << 4;
    /// A sentence without one of these is not looked at.
    pub(super) const TRIGGER: u32 = VERB | NOUN | OVERRIDE | TELL | AGENT;
    /// compact: said of many things, so that what is compacted must be the talk
    pub(super) const LOOSE: u32 = 1 << 5;
    /// the conversation
    pub(super) const TALK: u32 = 1 << 6;
    /// when
    pub(super) const WHEN: u32 = 1 << 7;
    /// omit
    pub(super) const DROP: u32 = 1 << 8;
    /// include
    pub(super) const PUT: u32 = 1 << 9;
    /// mention
    pub(super) const SAY: u32 = 1 << 10;
    /// not
    pub(super) const NOT: u32 = 1 << 11;
    /// must
    pub(super) const MODAL: u32 = 1 << 12;
    /// please: an order goes on after it
    pub(super) const LEAD: u32 = 1 << 13;
    /// to
    pub(super) const TO: u32 = 1 << 14;
    /// previous
    pub(super) const EARLIER: u32 = 1 << 15;
    /// instructions
    pub(super) const ORDERS: u32 = 1 << 16;
    /// the user
    pub(super) const USER: u32 = 1 << 17;
    /// the
    pub(super) const THE: u32 = 1 << 18;
    /// this
    pub(super) const THIS: u32 = 1 << 19;
    /// in
    pub(super) const IN: u32 = 1 << 20;
    /// that
    pub(super) const THAT: u32 = 1 << 21;
    /// you
    pub(super) const YOU: u32 = 1 << 22;
    /// Not a word's own: something other than white space stands before it, or nothing at all.
    pub(super) const BROKEN: u32 = 1 << 23;
}

/// What the words of a sort are, and the words.
#[rustfmt::skip]
const WORDS: [(u32, &[&str]); ROWS] = [
    (is::VERB, &["summarize", "summarise", "summarizing", "summarising", "summarized", "summarised"]),
    (is::VERB | is::LOOSE, &["compact", "compacting", "compacted", "compress", "compressing", "condense", "condensing"]),
    (is::VERB | is::NOUN, &["recap"]),
    (is::NOUN, &["summary", "summaries", "compaction", "summarization", "summarisation"]),
    (is::OVERRIDE | is::DROP, &["ignore", "disregard", "forget"]),
    (is::TELL, &["tell", "inform", "assure", "reassure", "convince"]),
    (is::AGENT, &["summarizer", "summariser"]),
    (is::TALK, &["conversation", "conversations", "session", "transcript", "chat", "dialogue", "context", "history"]),
    (is::WHEN, &["when", "while", "if", "before", "after", "whenever", "once"]),
    (is::DROP, &["omit", "drop", "exclude", "skip", "remove", "hide", "suppress", "leave"]),
    (is::PUT, &["include", "keep", "preserve", "retain", "add", "record", "report", "list", "mark"]),
    (is::SAY, &["mention", "say", "state", "claim", "write", "note", "reveal", "disclose", "pretend", "assert", "conclude"]),
    (is::NOT, &["not", "never", "don't", "dont", "mustn't", "shouldn't", "cannot"]),
    (is::MODAL, &["must", "should", "shall", "has", "have", "needs", "need"]),
    (is::LEAD, &["please", "and", "then", "always", "now", "also", "just", "or", "only", "do", "make", "sure", "be"]),
    (is::LEAD | is::YOU, &["you"]),
    (is::THE | is::YOU | is::EARLIER, &["your"]),
    (is::TO, &["to"]),
    (is::EARLIER, &["previous", "prior", "above", "earlier", "preceding", "foregoing", "system", "all"]),
    (is::ORDERS, &["instructions", "instruction", "prompt", "prompts", "directives", "rules", "guidelines", "directions", "everything"]),
    (is::USER, &["user", "human", "operator", "customer"]),
    (is::THE, &["the", "any", "final", "resulting", "next"]),
    (is::THE | is::THIS, &["this", "these"]),
    (is::THE | is::THAT, &["that"]),
    (is::IN, &["in", "from", "of", "into"]),
];

const ROWS: usize = 25;
const SLOTS: usize = 256;

/// Open addressing: 16 bits of each word's hash, its row plus one (0 is an empty slot), and what the rows are.
static TABLE: ([u16; SLOTS], [u8; SLOTS], [u32; ROWS]) = placed();

// The indices run over the arrays themselves, and the compiler would refuse one that did not.
#[allow(clippy::indexing_slicing)]
const fn placed() -> ([u16; SLOTS], [u8; SLOTS], [u32; ROWS]) {
    let (mut hashes, mut rows, mut whats) = ([0; SLOTS], [0; SLOTS], [0; ROWS]);
    let mut row = 0;
    while row < ROWS {
        let (what, words) = WORDS[row];
        whats[row] = what;
        let mut at = 0;
        while at < words.len() {
            let hash = hash(words[at]);
            let mut slot = hash as usize % SLOTS;
            while rows[slot] != 0 {
                slot = (slot + 1) % SLOTS;
            }
            hashes[slot] = (hash >> 16) as u16;
            rows[slot] = row as u8 + 1;
            at += 1;
        }
        row += 1;
    }
    (hashes, rows, whats)
}

fn what(word: &Word) -> u32 {
    let (hashes, rows, whats) = &TABLE;
    let mut slot = word.hash as usize % SLOTS;
    while let Some(row) = rows.get(slot).and_then(|row| usize::from(*row).checked_sub(1)) {
        if hashes.get(slot) == Some(&((word.hash >> 16) as u16)) {
            return whats.get(row).copied().unwrap_or(0);
        }
        slot = (slot + 1) % SLOTS;
    }
    0
}

/// The sentences of tool output that do so.
pub(crate) fn injected(messages: &[Message<'_>], sources: &[Extraction<'_>]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut whats = Vec::new();
    for (at, (message, source)) in messages.iter().zip(sources).enumerate() {
        if message.role != Role::Tool {
            continue;
        }
        let text = source.scan.text;
        for sentence in &source.scan.sentences {
            let words = source.scan.words(sentence);
            whats.clear();
            whats.extend(words.iter().map(what));
            if !within(&whats, 0, whats.len(), is::TRIGGER) {
                continue;
            }
            let mut end = sentence.span.start;
            for (what, word) in whats.iter_mut().zip(words) {
                let between = Span::new(end, word.start).of(text).as_bytes();
                if end == sentence.span.start || between.iter().any(|byte| !byte.is_ascii_whitespace()) {
                    *what |= is::BROKEN;
                }
                end = word.end;
            }
            let span = sentence.span;
            whats.push(is::BROKEN);
            if is_injected(&whats, span.of(text).ends_with(':')) {
                found.push(Found { kind: FindingKind::Injected, class: None, span, against: Some((offset(at), span)) });
            }
        }
    }
    found
}

/// A sentence by what its words are; past them something is broken off.
fn is_injected(whats: &[u32], opens: bool) -> bool {
    (0..whats.len()).any(|at| overrides(whats, at) || tells(whats, at) || before(whats, at, opens) || of(whats, at))
}

fn has(whats: &[u32], at: usize, what: u32) -> bool {
    whats.get(at).is_some_and(|found| found & what != 0)
}

/// Whether one of the words from `from` up to `to` is that.
#[inline(never)]
fn within(whats: &[u32], from: usize, to: usize, what: u32) -> bool {
    (from..to).any(|at| has(whats, at, what))
}

/// Whether the word before is that, and nothing stands between.
fn follows(whats: &[u32], at: usize, what: u32) -> bool {
    !has(whats, at, is::BROKEN) && at.checked_sub(1).is_some_and(|before| has(whats, before, what))
}

const BEFORE_ORDER: u32 = is::LEAD | is::NOT | is::MODAL;

/// Whether a word stands where an order has its verb.
fn orders(whats: &[u32], at: usize, what: u32) -> bool {
    has(whats, at, what) && (has(whats, at, is::BROKEN) || follows(whats, at, BEFORE_ORDER | is::TO))
}

/// The same, and nobody stands before it of whom it is told: "the dialog should tell".
fn commands(whats: &[u32], at: usize, what: u32) -> bool {
    let mut head = at;
    while head + 6 > at && follows(whats, head, BEFORE_ORDER) {
        head -= 1;
    }
    has(whats, at, what) && has(whats, head, is::BROKEN)
}

/// "Ignore all previous instructions".
fn overrides(whats: &[u32], at: usize) -> bool {
    let near = |what| within(whats, at + 1, at + 7, what);
    commands(whats, at, is::OVERRIDE) && !follows(whats, at, is::NOT) && near(is::EARLIER) && near(is::ORDERS)
}

/// "Tell the user that", "do not tell the user".
fn tells(whats: &[u32], at: usize) -> bool {
    commands(whats, at, is::TELL)
        && has(whats, at + 1, is::THE)
        && has(whats, at + 2, is::USER)
        && (has(whats, at + 3, is::THAT) || follows(whats, at, is::NOT))
}

/// "When you summarise this conversation, omit".
fn before(whats: &[u32], at: usize, opens: bool) -> bool {
    let ends = has(whats, at + 1, is::BROKEN);
    let addressed = has(whats, at, is::AGENT) && ends;
    let when = || within(whats, at.saturating_sub(6), at, is::WHEN);
    let talk = || within(whats, at.saturating_sub(3), at + 7, is::TALK);
    let this = || !has(whats, at, is::LOOSE) && (has(whats, at + 1, is::THIS) || ends && follows(whats, at, is::YOU));
    let asked = addressed || has(whats, at, is::VERB) && when() && (talk() || this());
    const VERBS: u32 = is::DROP | is::PUT | is::SAY;
    // "summarise this conversation omit": nobody put a comma there.
    let ordered =
        |verb| orders(whats, verb, VERBS) || has(whats, verb, VERBS) && talk() && follows(whats, verb, is::TALK);
    asked && (opens || (0..whats.len()).any(|verb| verb != at && ordered(verb)))
}

/// "The summary must include that", "do not mention it in the summary".
fn of(whats: &[u32], at: usize) -> bool {
    let mut first = at;
    while first.checked_sub(1).is_some_and(|before| has(whats, before, is::THE | is::TALK)) {
        first -= 1;
    }
    if !has(whats, at, is::NOUN) || first == at {
        return false;
    }
    let modal = (at + 1..at + 6).find(|modal| has(whats, *modal, is::MODAL));
    let inside = first.checked_sub(1).is_some_and(|before| has(whats, before, is::IN));
    let ours = within(whats, 0, whats.len(), is::TALK | is::YOU);
    let that = whats.iter().rposition(|what| what & is::THAT != 0).unwrap_or(0);
    (0..whats.len()).any(|verb| {
        let bound = match modal {
            Some(modal) => modal < verb && verb < modal + 5 && has(whats, verb, is::DROP | is::PUT | is::SAY),
            None => inside && orders(whats, verb, is::DROP | is::PUT | is::SAY),
        };
        // A claim is one for whomever it is meant; what to leave out and to put in is said in manuals as well.
        let hides = has(whats, verb, is::SAY) && within(whats, verb.saturating_sub(2), verb, is::NOT);
        bound && (ours || verb < that || hides)
    })
}
