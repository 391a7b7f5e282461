//! What the fuzz targets and the properties share: words, and the law of places.
#![allow(unreachable_pub)]

use fidelity_floor::{Element, Evidence, Message, Part};

/// Words that mean something to the rules, words that do not, and marks that cut texts.
pub const WORDS: [&str; 82] = [
    "Do not",
    "never",
    "must",
    "must not",
    "may",
    "should",
    "only",
    "before",
    "after",
    "until",
    "then",
    "first",
    "probably",
    "TODO:",
    "unless",
    "no longer",
    "instead of",
    "restart",
    "delete",
    "the gate",
    "the ledger",
    "db-1",
    "db-2.internal:5432",
    "/srv/gate/a.bin",
    "src/gate.rs",
    "LEDGER_TOKEN",
    "parse_header()",
    "v2.14.3",
    "5432",
    "1,000",
    "10 s",
    "50 %",
    "2026-03-14",
    "9f3c2ab",
    "Margit Olsen",
    "`code`",
    "**bold**",
    "\n## Head\n",
    "\n- item",
    "\n1. ",
    "| a | b |",
    "\n```\n",
    "\n",
    "\n\n",
    ". ",
    ", ",
    "; ",
    ": ",
    "? ",
    "not only",
    "n't",
    "don’t",
    "darf nicht",
    "不要",
    "🗝",
    "\u{1b}[31m",
    "e\u{301}",
    "\u{200b}",
    "\r\n",
    "[call bash]",
    "\"",
    "ERROR",
    "https://a.test/b?c=1",
    "actually",
    "müssen",
    "必须",
    "\u{1b}[0m",
    "\u{1b}[",
    "\u{202e}",
    "\t",
    "{\"a\": 1}",
    "--- a/x",
    "+++ b/x",
    "## Head",
    "- item",
    "1.",
    "```",
    ".",
    ",",
    ";",
    ":",
    "?",
];

/// The texts that offsets point into.
pub struct Texts<'a> {
    /// The messages that were dropped.
    pub source: &'a [Message<'a>],
    /// The summary.
    pub summary: &'a str,
    /// The pins.
    pub pinned: &'a str,
    /// The messages that stay.
    pub tail: &'a [Message<'a>],
}

impl Texts<'_> {
    fn of(&self, part: Part, message: Option<u32>) -> &str {
        let list = match part {
            Part::Summary => return self.summary,
            Part::Pinned => return self.pinned,
            Part::Source => self.source,
            Part::Tail => self.tail,
        };
        list[message.expect("a message is named") as usize].text
    }

    /// Panics where evidence does not cut its text out of where it says that it stands.
    pub fn hold(&self, evidence: &Evidence) {
        let text = self.of(evidence.part, evidence.message);
        assert_eq!(text.get(evidence.start as usize..evidence.end as usize), Some(&*evidence.text), "{evidence:?}");
    }

    /// The same for elements and their evidence.
    pub fn hold_all(&self, elements: &[Element]) {
        for element in elements {
            let text = self.of(Part::Source, Some(element.message));
            assert_eq!(text.get(element.start as usize..element.end as usize), Some(&*element.text), "{element:?}");
            element.evidence.iter().for_each(|evidence| self.hold(evidence));
        }
    }
}
