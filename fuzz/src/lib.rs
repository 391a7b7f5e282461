//! What the targets share: texts made of words that mean something to the rules, and the laws that each answer is held to.

use arbitrary::{Arbitrary, Unstructured};
use fidelity_floor::{Element, Evidence, Message, Part, Role};

/// Words that mean something to the rules, words that do not, and marks that cut texts.
const WORDS: [&str; 64] = [
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
];

/// A text: each byte of the input is a word of the list, and some open a stretch of raw text.
#[derive(Clone, Debug)]
pub struct Text(pub String);

impl<'a> Arbitrary<'a> for Text {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Text> {
        let mut text = String::new();
        let count = u.int_in_range(0..=60)?;
        for _ in 0..count {
            if u.is_empty() {
                break;
            }
            let choice: u8 = u.arbitrary()?;
            match WORDS.get(usize::from(choice & 0x7f)) {
                Some(word) => text.push_str(word),
                None if choice & 0x70 == 0x40 => text.push_str(u.arbitrary::<&str>()?),
                None => text.push(u.arbitrary()?),
            }
            if choice & 0x80 == 0 {
                text.push(' ');
            }
        }
        Ok(Text(text))
    }
}

/// A message that owns its text.
#[derive(Arbitrary, Clone, Debug)]
pub struct Said {
    /// Which of the four roles.
    pub role: u8,
    /// What is said.
    pub text: Text,
    /// Whether it is a summary.
    pub summary: bool,
}

/// At most eight of them, as the core reads them.
pub fn messages(said: &[Said]) -> Vec<Message<'_>> {
    said.iter()
        .take(8)
        .map(|said| Message { role: Role::ALL[usize::from(said.role % 4)], text: &said.text.0, summary: said.summary })
        .collect()
}

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
