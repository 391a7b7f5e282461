//! A choice by its place or letter (E4): "the second one", "B then", after a message that lists what there is to choose from.

use super::claims::claims;
use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, breaks, has_stem, held, marks_of, stems};
use super::{Sources, Target};
use crate::class::Class;
use crate::element::FindingKind;
use crate::extract::Extraction;
use crate::text::{Span, Word, hash, offset, shape};
use alloc::vec::Vec;

/// What a user chose of a list.
pub(super) struct Pick {
    /// His message and sentence.
    said: (u32, Span),
    /// The sentence of the list that has it.
    of: (u32, Span),
    /// What each of the list says, by content stems.
    options: Vec<Vec<u32>>,
    chosen: usize,
    /// There was one list, and no later message of users names another place, but for one after another list.
    last: bool,
    /// The letter, where he said one.
    pub(super) letter: Option<u8>,
    /// What the question says.
    asked: Vec<u32>,
}

/// The last so many choices are looked at, of lists that are no longer.
const MOST: usize = 24;
const LONGEST: usize = 9;
/// So many words before a list say what of.
const LEAD: u32 = 16;
/// A choice may be changed within so many messages.
const LATER: usize = 64;

/// Words around a choice that choose nothing themselves.
const AROUND: [u32; 32] = [
    hash("the"),
    hash("one"),
    hash("option"),
    hash("number"),
    hash("variant"),
    hash("then"),
    hash("please"),
    hash("i"),
    hash("i'd"),
    hash("i'll"),
    hash("we"),
    hash("we'll"),
    hash("let's"),
    hash("go"),
    hash("with"),
    hash("for"),
    hash("take"),
    hash("choose"),
    hash("prefer"),
    hash("pick"),
    hash("like"),
    hash("want"),
    hash("works"),
    hash("is"),
    hash("it"),
    hash("fine"),
    hash("good"),
    hash("ok"),
    hash("okay"),
    hash("yes"),
    hash("thanks"),
    hash("best"),
];

const ORDINALS: [u32; 5] = [hash("first"), hash("second"), hash("third"), hash("fourth"), hash("fifth")];

/// Words of a list that chooses nothing yet, or of what was left.
const OFFERS: [u32; 13] = [
    hash("options"),
    hash("offered"),
    hash("proposed"),
    hash("suggested"),
    hash("alternatives"),
    hash("between"),
    hash("or"),
    hash("instead"),
    hash("rather"),
    hash("over"),
    hash("rejected"),
    hash("declined"),
    hash("against"),
];

/// Stems of words that tell of a choice.
const CHOOSES: [u32; 10] = [
    hash("want"),
    hash("tak"),
    hash("went"),
    hash("choos"),
    hash("pick"),
    hash("select"),
    hash("prefer"),
    hash("opt"),
    hash("decid"),
    hash("go"),
];

impl Pick {
    /// What an option says that another does not.
    #[inline(never)]
    fn own(&self, option: usize, than: usize) -> Vec<u32> {
        let of = |at: usize| self.options.get(at).map_or(&[][..], Vec::as_slice);
        of(option).iter().filter(|stem| !of(than).contains(stem)).copied().collect()
    }

    /// The words that tell another option: all of its own, or some of them and nothing else; and none of the chosen one's.
    #[inline(never)]
    fn other(&self, words: &[Word]) -> Option<Vec<u32>> {
        let others = (0..self.options.len()).filter(|option| *option != self.chosen);
        let other = |option: usize| {
            let (own, chosen) = (self.own(option, self.chosen), self.own(self.chosen, option));
            let says: Vec<u32> = own.iter().filter(|stem| has_stem(words, **stem)).copied().collect();
            let mut rest =
                stems(words).into_iter().filter(|stem| !CHOOSES.contains(stem) && !self.asked.contains(stem));
            let whole = says.len() == own.len() || rest.all(|stem| own.contains(&stem));
            (whole && !says.is_empty() && held(&chosen, words) == 0).then_some(says)
        };
        others.filter_map(other).max_by_key(Vec::len)
    }

    /// Whether some words say half of the chosen one, and no other.
    pub(super) fn is_told(&self, words: &[Word]) -> bool {
        let says = |of: &Vec<u32>| !of.is_empty() && held(of, words) >= 50;
        let other = || !self.last && self.options.iter().any(says);
        self.options.get(self.chosen).is_some_and(says) && self.other(words).is_none() || other()
    }

    /// What the letter stands for, how far the list goes, and the choice itself.
    pub(super) fn named(&self) -> (Vec<u32>, usize, (u32, Span)) {
        (self.options.get(self.chosen).cloned().unwrap_or_default(), self.options.len(), self.said)
    }
}

/// The choices of users, the last ones first.
pub(super) fn picks(sources: &Sources<'_>) -> Vec<Pick> {
    let pairs = sources.texts.iter().zip(sources.texts.iter().skip(1)).enumerate().rev();
    let user = |at: usize| sources.users.get(at) == Some(&true);
    let picked = pairs.filter(|(at, _)| !user(*at) && user(at + 1)).filter_map(|(at, (before, source))| {
        let (place, letter) = place(source)?;
        let (spans, asked, single) = options(before, letter.is_some())?;
        let again = |message: &usize| {
            let [before, source] = [message - 1, *message].map(|at| sources.texts.get(at));
            let names = source.is_some_and(|source| source.scan.words.len() < 16 && changes(source));
            user(*message) && names && before.is_none_or(|before| options(before, false).is_none())
        };
        let chosen = if place == usize::MAX { spans.len() - 1 } else { place };
        let words = *spans.get(chosen)?;
        let sentence = before.scan.sentences.iter().find(|sentence| sentence.words.overlaps(words))?;
        Some(Pick {
            said: (offset(at + 1), source.scan.sentences.first()?.span),
            of: (offset(at), sentence.span),
            options: spans.iter().map(|words| stems(words.slice(&before.scan.words))).collect(),
            chosen,
            last: single && !(at + 2..sources.texts.len()).take(LATER).any(|message| again(&message)),
            letter,
            asked,
        })
    });
    picked.take(MOST).collect()
}

/// The place that a message names and nothing else, and the letter, if it is one; the last is beyond all.
#[inline(never)]
fn place(source: &Extraction<'_>) -> Option<(usize, Option<u8>)> {
    let words = &source.scan.words;
    if source.scan.sentences.len() != 1 || source.scan.sentences.iter().any(|it| it.question) {
        return None;
    }
    let mut named = words.iter().filter(|word| !AROUND.contains(&word.hash));
    let (word, None) = (named.next()?, named.next()) else { return None };
    if word.hash == const { hash("last") } {
        return Some((usize::MAX, None));
    }
    let said = word.span().of(source.scan.text);
    let ordinal = ORDINALS.iter().position(|ordinal| *ordinal == word.hash).map(|at| (at, None));
    let number = || Some((said.parse::<usize>().ok().filter(|number| *number <= LONGEST)?.checked_sub(1)?, None));
    let letter = || {
        let letter = said.as_bytes().first()?.to_ascii_lowercase();
        (said.len() == 1 && !is_article(words, word) && (b'a'..b'i').contains(&letter))
            .then(|| (usize::from(letter - b'a'), Some(letter)))
    };
    ordinal.or_else(number).or_else(letter)
}

/// "I'd like a good one"; "a please" is the letter.
fn is_article(words: &[Word], word: &Word) -> bool {
    let small = word.hash == const { hash("a") } && word.shape & shape::CAPITAL == 0;
    small && words.len() > 2 && words.last().is_some_and(|last| last.start != word.start)
}

/// Whether a message names a place, or says that something else is wanted.
fn changes(source: &Extraction<'_>) -> bool {
    const OTHER: [u32; 6] =
        [hash("other"), hash("instead"), hash("actually"), hash("rather"), hash("thought"), hash("mind")];
    let words = &source.scan.words;
    let short = |word: &Word| word.end == word.start + 1 && !AROUND.contains(&word.hash) && !is_article(words, word);
    any_of(words, &OTHER) || any_of(words, &ORDINALS) || words.iter().any(short)
}

/// The words of what a message lists to choose from, what its question and the words before the list say, and whether it is one list:
/// of two either may be meant.
#[inline(never)]
fn options(text: &Extraction<'_>, lettered: bool) -> Option<(Vec<Span>, Vec<u32>, bool)> {
    let question = text.scan.sentences.iter().rev().find(|sentence| sentence.question);
    let twice = text.scan.sentences.iter().filter(|sentence| sentence.step == Some(1)).nth(1).is_some();
    let mut found: Vec<Span> = Vec::new();
    if !lettered {
        for sentence in &text.scan.sentences {
            if sentence.step.is_some_and(|step| twice || step == offset(found.len() + 1)) {
                found.push(sentence.words);
            }
        }
    }
    if found.is_empty() {
        found = labelled(text);
    }
    if found.is_empty() && !lettered {
        found = enumerated(text, question?.words);
    }
    // "Pick a room: a) …".
    let first = found.first()?.start;
    let lead = Span::new(first.saturating_sub(LEAD), first).slice(&text.scan.words);
    let asked = stems(&[lead, question.map_or(&[], |sentence| text.scan.words(sentence))].concat());
    (2..=LONGEST).contains(&found.len()).then_some((found, asked, !twice))
}

/// "Option A: …", "(b) …", "C) …", in their order.
#[inline(never)]
fn labelled(text: &Extraction<'_>) -> Vec<Span> {
    let (words, bytes) = (&text.scan.words, text.scan.text.as_bytes());
    let mut found: Vec<Span> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let count = found.len() as u8;
        let wanted = |said: &str| match said.as_bytes() {
            [byte] if byte.is_ascii_digit() => *byte == b'1' + count,
            [byte] => byte.to_ascii_lowercase() == b'a' + count,
            _ => false,
        };
        let closes = match bytes.get(word.end as usize..) {
            Some([b')' | b':' | b'.', next, ..]) => next.is_ascii_whitespace(),
            _ => false,
        };
        if found.len() < LONGEST && closes && wanted(word.span().of(text.scan.text)) {
            if let Some(last) = found.last_mut() {
                let names = at.checked_sub(1).and_then(|before| words.get(before));
                let named = names.is_some_and(|word| word.hash == const { hash("option") });
                last.end = last.end.min(offset(at) - u32::from(named));
            }
            let own = text.scan.sentences.iter().find(|sentence| sentence.words.end > offset(at) + 1);
            found.push(Span::new(offset(at) + 1, own.map_or(0, |sentence| sentence.words.end)));
        }
    }
    found
}

/// "…: one, another or a third?", "shall it be one, another or a third?": as many words of the first as the second has.
#[inline(never)]
fn enumerated(text: &Extraction<'_>, words: Span) -> Vec<Span> {
    let is_or = |at: u32| text.scan.words.get(at as usize).is_some_and(|word| word.hash == const { hash("or") });
    let Some(or) = (words.start..words.end).find(|at| is_or(*at)) else { return Vec::new() };
    let mut found = Vec::from([Span::new(or + 1, words.end)]);
    let mut end = or;
    for at in (words.start..or).rev() {
        if at == words.start || breaks(text, at) {
            found.push(Span::new(at, end));
            end = at;
        }
        let mark = text.scan.words.get(at as usize).and_then(|word| word.start.checked_sub(2));
        if mark.and_then(|mark| text.scan.text.as_bytes().get(mark as usize)) == Some(&b':') {
            break;
        }
    }
    found.reverse();
    if let [first, second, ..] = found.as_mut_slice() {
        first.start = first.start.max(first.end.saturating_sub(second.len()));
    }
    found
}

/// Sentences of the summary that tell another option than the user chose: the choice and what it chose take their place.
pub(super) fn misread(picks: &[Pick], summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    let text = &summary.text;
    if picks.is_empty() {
        return;
    }
    let mut left = MOST;
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        let denies = || {
            let denial = marks_of(text, Span::new(offset(at), offset(at) + 1));
            denial.iter().any(|mark| !matches!(mark.class, Class::Identifier | Class::Declared))
        };
        if mentions.quotes(at) || sentence.question || !sentence.region.speaks() || any_of(words, &OFFERS) || denies() {
            continue;
        }
        for pick in picks.iter().filter(|pick| pick.last) {
            let Some(own) = pick.other(words) else { continue };
            // "The call is at 4": of what was asked, and of nothing else.
            let option = |stem: &u32| pick.options.iter().any(|option| option.contains(stem));
            let said = || stems(words).iter().all(|stem| option(stem) || pick.asked.contains(stem));
            let asked = || pick.asked.iter().any(|stem| !option(stem) && has_stem(words, *stem));
            let told =
                claims(words).is_some() || words.iter().any(|word| CHOOSES.contains(&word.stem)) || said() && asked();
            // Whoever else speaks of it may mean that.
            let elsewhere = |(message, ..): &Place<'_>| *message != pick.of.0;
            let Some(less) = left.checked_sub(usize::from(told)) else { return };
            left = less;
            if told && !mentions.holding(&own, 100).iter().any(elsewhere) {
                let found = |against| Found {
                    kind: FindingKind::Invented,
                    class: None,
                    span: sentence.span,
                    against: Some(against),
                };
                all.extend([found(pick.of), found(pick.said)]);
                break;
            }
        }
    }
}
