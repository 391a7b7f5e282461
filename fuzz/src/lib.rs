//! What the targets share: texts made of words that mean something to the rules, and the laws that each answer is held to.

use arbitrary::{Arbitrary, Unstructured};
use fidelity_floor::{Message, Role};

#[path = "../../tests/shared/rules.rs"]
mod rules;
#[path = "../../tests/shared/texts.rs"]
mod texts;
pub use rules::halts;
pub use texts::{Texts, WORDS};

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
                None if choice & 0x70 == 0x70 => text.push_str(u.arbitrary::<&str>()?),
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
