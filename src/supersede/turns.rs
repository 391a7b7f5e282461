//! Whose turn it is. A message is one, but one that holds a conversation ("User: …", "Assistant: …") is as many as it tells.

use super::Voice;
use crate::extract::Extraction;
use crate::text::{Sentence, hash};

/// Who speaks, counted over all messages.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) number: u32,
    pub(super) voice: Voice,
}

/// Follows the turns sentence by sentence.
pub(super) struct Turns {
    pub(super) now: Turn,
    /// Whether nothing was said yet in this turn.
    pub(super) opens: bool,
    /// Whether the message holds a conversation.
    told: bool,
}

impl Turns {
    pub(super) const fn new() -> Turns {
        Turns { now: Turn { number: 0, voice: Voice::System }, opens: true, told: false }
    }

    pub(super) fn message(&mut self, voice: Voice, source: &Extraction<'_>) {
        self.told = voice == Voice::User && is_conversation(source);
        self.begin(voice);
    }

    pub(super) fn sentence(&mut self, source: &Extraction<'_>, sentence: &Sentence) {
        if self.told
            && let Some((voice, _)) = speaker(source, sentence)
        {
            self.begin(voice);
        }
    }

    /// What comes next opens nothing, unless this was the speaker's name and no more.
    pub(super) fn pass(&mut self, source: &Extraction<'_>, sentence: &Sentence) {
        let name = speaker(source, sentence).is_some_and(|(_, words)| words == sentence.words.len());
        self.opens &= self.told && name;
    }

    const fn begin(&mut self, voice: Voice) {
        self.now = Turn { number: self.now.number + 1, voice };
        self.opens = true;
    }
}

/// What speakers are called. Nobody is the system by saying so: its rules bind the user.
const SPEAKERS: [(u32, Voice); 9] = [
    (hash("user"), Voice::User),
    (hash("human"), Voice::User),
    (hash("system"), Voice::User),
    (hash("assistant"), Voice::Assistant),
    (hash("agent"), Voice::Assistant),
    (hash("ai"), Voice::Assistant),
    (hash("bot"), Voice::Assistant),
    (hash("model"), Voice::Assistant),
    (hash("tool"), Voice::Tool),
];

/// Who is named at the head of a sentence, and in how many words: "User:", "Tool output:".
fn speaker(source: &Extraction<'_>, sentence: &Sentence) -> Option<(Voice, u32)> {
    let words = source.scan.words(sentence);
    let (_, voice) = SPEAKERS.iter().find(|(name, _)| words.first().is_some_and(|word| word.hash == *name))?;
    let colon = |word: &crate::text::Word| source.scan.text.as_bytes().get(word.end as usize) == Some(&b':');
    let at = words.iter().take(2).position(colon)?;
    (at == 0 || *voice == Voice::Tool).then_some((*voice, at as u32 + 1))
}

/// Whether both sides speak in it.
fn is_conversation(source: &Extraction<'_>) -> bool {
    let says = |wanted: Voice| {
        let mut sentences = source.scan.sentences.iter().filter(|sentence| sentence.region.speaks());
        sentences.any(|sentence| speaker(source, sentence).is_some_and(|(voice, _)| voice == wanted))
    };
    says(Voice::Assistant) && says(Voice::User)
}
