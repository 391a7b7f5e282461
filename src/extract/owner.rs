//! Who owes what an obligation asks for, where the sentence says so (D4).

use super::{Extraction, Mark, words_in};
use crate::element::Kind;
use crate::text::{Scan, Span, Word, hash, list, shape};

/// Words that stand for somebody, as subject or after "by".
const PRONOUNS: [u32; 17] = hashes([
    "i",
    "you",
    "we",
    "he",
    "she",
    "they",
    "me",
    "us",
    "him",
    "them",
    "everyone",
    "everybody",
    "someone",
    "somebody",
    "anyone",
    "anybody",
    "whoever",
]);

/// What people and parties are called by what they do.
const ROLES: [u32; 32] = hashes([
    "user",
    "users",
    "agent",
    "assistant",
    "reviewer",
    "reviewers",
    "maintainer",
    "maintainers",
    "author",
    "authors",
    "team",
    "teams",
    "owner",
    "owners",
    "developer",
    "developers",
    "operator",
    "operators",
    "admin",
    "admins",
    "customer",
    "customers",
    "client",
    "manager",
    "engineer",
    "engineers",
    "lawyer",
    "lawyers",
    "legal",
    "ops",
    "support",
    "finance",
]);

/// What may stand between somebody and the cue.
const BETWEEN: [u32; 18] = hashes([
    "still", "also", "now", "then", "always", "really", "only", "just", "both", "all", "has", "have", "had", "is",
    "are", "am", "was", "were",
]);

const fn hashes<const N: usize>(words: [&str; N]) -> [u32; N] {
    let mut hashes = [0; N];
    let mut at = 0;
    // The index runs over both arrays, and the compiler would refuse one that did not.
    #[allow(clippy::indexing_slicing)]
    while at < N {
        hashes[at] = hash(words[at]);
        at += 1;
    }
    hashes
}

/// Who owes it, as bytes. In doubt nobody: a thing that must be so owes nothing.
pub(crate) fn owner(text: &Extraction<'_>, mark: &Mark) -> Option<Span> {
    let sentence = text.scan.sentences.get(mark.sentence as usize)?;
    let place = Place { scan: &text.scan, start: sentence.words.start, end: sentence.words.end };
    let cue = words_in(&text.scan, mark.cue);
    match mark.kind {
        Kind::Waiting => place.after(cue.end),
        Kind::Request => place.asked(cue.start),
        Kind::OpenTask if place.between(cue.end) == "(" || place.between(cue.end).ends_with('@') => {
            place.word(cue.end).map(Word::span)
        }
        _ => place
            .within(if matches!(mark.kind, Kind::OpenTask | Kind::Promise) { cue } else { Span::default() })
            .or_else(|| place.before(cue.start))
            .or_else(|| place.after(cue.end).filter(|_| cue.start == place.start))
            .or_else(|| place.by(cue.end)),
    }
}

/// The sentence of an obligation.
struct Place<'a> {
    scan: &'a Scan<'a>,
    start: u32,
    end: u32,
}

impl<'a> Place<'a> {
    fn word(&self, at: u32) -> Option<&'a Word> {
        (self.start..self.end).contains(&at).then(|| self.scan.words.get(at as usize)).flatten()
    }

    #[inline(never)]
    fn is(&self, at: u32, of: &[u32]) -> bool {
        self.word(at).is_some_and(|word| of.contains(&word.hash))
    }

    /// What stands before a word.
    #[inline(never)]
    fn between(&self, at: u32) -> &'a str {
        let left = at.checked_sub(1).and_then(|before| self.word(before));
        left.zip(self.word(at)).map_or("", |(left, right)| Span::new(left.end, right.start).of(self.scan.text))
    }

    /// A word that stands for somebody: of "I'll" the "I".
    #[inline(never)]
    fn pronoun(&self, at: u32) -> Option<Span> {
        let word = self.word(at)?;
        let said = word.span().of(self.scan.text);
        let end = said.bytes().position(|byte| byte == b'\'' || !byte.is_ascii()).unwrap_or(said.len());
        let bare = said.get(..end)?;
        let span = Span::new(word.start, word.start + crate::text::offset(bare.len()));
        PRONOUNS.iter().any(|pronoun| *pronoun == hash(&bare.to_ascii_lowercase())).then_some(span)
    }

    /// "I will", "next we".
    fn within(&self, cue: Span) -> Option<Span> {
        (cue.start..cue.end).find_map(|at| self.pronoun(at))
    }

    /// Who stands right before a word, but for "still" and the like.
    #[inline(never)]
    fn before(&self, at: u32) -> Option<Span> {
        let mut last = at.checked_sub(1)?;
        while self.is(last, &BETWEEN) && last > self.start && last + 4 > at {
            last -= 1;
        }
        if (last + 1..=at).any(|at| self.between(at) != " ") {
            return None;
        }
        if let Some(pronoun) = self.pronoun(last) {
            return Some(pronoun);
        }
        let alone = last == self.start;
        if self.is(last, &ROLES) {
            return Some(self.hull(self.article(last), last));
        }
        if !self.is_name(last) || alone && (last + 1 != at || !self.may_be_name(last, at)) {
            return None;
        }
        let mut first = last;
        while first > self.start && self.is_name(first - 1) && self.between(first) == " " {
            first -= 1;
        }
        Some(self.hull(first, last))
    }

    /// Who stands from a word on: "me", "the security team", "Margit Lund".
    #[inline(never)]
    fn after(&self, at: u32) -> Option<Span> {
        if let Some(pronoun) = self.pronoun(at) {
            return Some(pronoun);
        }
        let near = (at..at + 4).take_while(|next| *next == at || self.between(*next) == " ");
        if let Some(role) = near.clone().find(|next| self.is(*next, &ROLES)) {
            return Some(self.hull(at, role)).filter(|_| self.article(role) == at);
        }
        let last = near.take_while(|next| self.is_name(*next)).last()?;
        Some(self.hull(at, last))
    }

    /// "… signed by Margit": the first "by" that somebody follows.
    fn by(&self, from: u32) -> Option<Span> {
        let by = |at: &u32| self.is(*at, const { &[hash("by")] });
        (from..self.end).filter(by).find_map(|at| self.after(at + 1))
    }

    /// Who is asked: "can you …", "Margit, please …".
    fn asked(&self, verb: u32) -> Option<Span> {
        let polite = (self.start..verb).rev().take(4);
        if let Some(you) = polite.clone().find(|at| self.is(*at, const { &[hash("you")] })) {
            return self.word(you).map(Word::span);
        }
        let please = self.start + 1 < verb && self.is(self.start + 1, const { &[hash("please")] });
        let called = please && self.between(self.start + 1) == ", " && self.is_name(self.start);
        self.word(self.start).filter(|_| called).map(Word::span)
    }

    /// Where the noun phrase of a role begins: at an article or the like, two words before at most.
    #[inline(never)]
    fn article(&self, role: u32) -> u32 {
        const ARTICLES: [u32; 8] = hashes(["the", "a", "an", "our", "your", "my", "every", "each"]);
        let back = (0..3).filter_map(|back| role.checked_sub(back));
        back.take_while(|at| self.word(*at).is_some()).find(|at| self.is(*at, &ARTICLES)).unwrap_or(role)
    }

    /// Written as a name is.
    #[inline(never)]
    fn is_name(&self, at: u32) -> bool {
        self.word(at).is_some_and(|word| {
            word.shape & (shape::CAPITAL | shape::LOWER) == shape::CAPITAL | shape::LOWER
                && !word.is(list::ORDINARY | list::CALENDAR | list::POLITE | list::STOP)
        })
    }

    /// Whether the capital that begins a sentence may be that of a name: not a plural, not what an ending makes a thing, not
    /// what is done by somebody, nor a word that the text has without a capital near by.
    fn may_be_name(&self, at: u32, cue: u32) -> bool {
        const ENDINGS: [&str; 7] = ["s", "ment", "tion", "ing", "ity", "ance", "ence"];
        let Some(word) = self.word(at) else { return false };
        let said = word.span().of(self.scan.text);
        let small = |other: &&Word| other.hash == word.hash && other.shape & shape::CAPITAL == 0;
        !ENDINGS.iter().any(|ending| said.ends_with(ending))
            && !(cue..self.end).take(3).any(|next| self.is(next, const { &[hash("be")] }))
            && !self.near(cue).iter().any(|other| small(&other))
    }

    /// So many words on both sides that a long text is still read in linear time.
    fn near(&self, at: u32) -> &'a [Word] {
        const NEAR: usize = 400;
        let at = at as usize;
        let from = at.saturating_sub(NEAR);
        self.scan.words.get(from..self.scan.words.len().min(at + NEAR)).unwrap_or(&[])
    }

    #[inline(never)]
    fn hull(&self, first: u32, last: u32) -> Span {
        self.word(first).zip(self.word(last)).map_or(Span::default(), |(first, last)| first.span().hull(last.span()))
    }
}
