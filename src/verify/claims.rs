//! What a summary claims that somebody decided, and what it says to go on with (E4): leave that nobody gave, and work that
//! is over or forbidden.

use super::findings::{Found, is_done};
use super::pair::marks_of;
use super::progress::answered;
use super::{Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark};
use crate::text::{KeySet, Sentence, Span, Word, hash, is_content, join, list, offset};
use alloc::vec::Vec;

/// So many such sentences are looked at: each costs a look at the source.
const MOST: usize = 16;

/// Whoever may give leave.
const PARTY: [u32; 14] = [
    hash("user"),
    hash("we"),
    hash("client"),
    hash("customer"),
    hash("owner"),
    hash("team"),
    hash("legal"),
    hash("management"),
    hash("finance"),
    hash("manager"),
    hash("lead"),
    hash("boss"),
    hash("everyone"),
    hash("maintainer"),
];

/// Words that tell of leave, or of a choice.
const GRANT: [u32; 24] = [
    hash("approved"),
    hash("approves"),
    hash("approval"),
    hash("authorised"),
    hash("authorized"),
    hash("consented"),
    hash("consent"),
    hash("permission"),
    hash("permitted"),
    hash("greenlit"),
    hash("okayed"),
    hash("endorsed"),
    hash("cleared"),
    hash("signed"),
    hash("agreed"),
    hash("agrees"),
    hash("ahead"),
    hash("confirmed"),
    hash("confirms"),
    hash("accepted"),
    hash("accepts"),
    hash("allowed"),
    hash("decided"),
    hash("chose"),
];

/// The first so many of them tell of leave whoever gave it.
const STRICT: usize = 19;

/// Words of whoever says yes. The first so many say it without a question before.
const ASSENT: [u32; 32] = [
    hash("agree"),
    hash("accept"),
    hash("approve"),
    hash("confirm"),
    hash("decide"),
    hash("decision"),
    hash("choose"),
    hash("chosen"),
    hash("prefer"),
    hash("pick"),
    hash("want"),
    hash("sign"),
    hash("let's"),
    hash("lets"),
    hash("go"),
    hash("yes"),
    hash("yep"),
    hash("yeah"),
    hash("ok"),
    hash("okay"),
    hash("sure"),
    hash("fine"),
    hash("good"),
    hash("great"),
    hash("perfect"),
    hash("nice"),
    hash("correct"),
    hash("exactly"),
    hash("lgtm"),
    hash("works"),
    hash("sounds"),
    hash("please"),
];
const UNASKED: usize = 15;

/// "The user approved it", where nobody said anything like it: no message that is about it, or that follows one, says yes,
/// or asks for something where a choice is claimed or there was something to say yes to.
pub(super) fn granted(sources: &[Extraction<'_>], summary: &Target<'_>) -> Vec<Found> {
    let claims = summary.text.scan.sentences.iter().enumerate().filter_map(|(at, sentence)| {
        let words = summary.text.scan.words(sentence);
        let strict = claims(words).filter(|_| sentence.region.speaks() && is_told(&summary.text, offset(at), sentence));
        strict.map(|strict| (sentence.span, strict, subject(words)))
    });
    let claims: Vec<_> = claims.take(MOST).collect();
    let unfounded = claims.into_iter().filter(|(_, strict, subject)| {
        // One message may be a whole conversation.
        let mut before = sources.len() == 1;
        !sources.iter().enumerate().any(|(at, source)| {
            let words = &source.scan.words;
            let here = subject.is_empty() || words.iter().any(|word| subject.contains(&word.stem));
            let asks = || (before || !strict) && source.marks.iter().any(|mark| mark.kind == Kind::Request);
            let yes = if before { ASSENT.len() } else { UNASKED };
            // "MySQL or Postgres?" – "Postgres.": a choice is made by any answer.
            let question = source.scan.sentences.last().is_some_and(|sentence| sentence.question);
            let chosen = !strict && here && question && answered(sources, at);
            let says = chosen || (here || before) && (asks() || words.iter().any(|word| assents(word, yes)));
            before |= here;
            says
        })
    });
    unfounded.map(|(span, ..)| found(span, None)).collect()
}

/// Words that tell of somebody's wish.
const WISH: [u32; 15] = [
    hash("wants"),
    hash("wanted"),
    hash("asks"),
    hash("asked"),
    hash("requests"),
    hash("requested"),
    hash("instructed"),
    hash("told"),
    hash("said"),
    hash("demands"),
    hash("prefers"),
    hash("would"),
    hash("rule"),
    hash("instruction"),
    hash("request"),
];

/// "The user wants it deleted", where a tool says three quarters of it and whoever else speaks hardly a word.
pub(super) fn ascribed(sources: &Sources<'_>, summary: &Target<'_>) -> Vec<Found> {
    if !sources.tools.contains(&true) {
        return Vec::new();
    }
    let scan = &summary.text.scan;
    let wishes = scan.sentences.iter().filter_map(|sentence| {
        let words = scan.words(sentence);
        let at = words.iter().position(|word| word.hash == const { hash("user") })?;
        let near = words.get(at.saturating_sub(3)..words.len().min(at + 4)).unwrap_or(&[]);
        let wish = near.iter().any(|word| WISH.contains(&word.hash));
        let mut about: Vec<u32> = Vec::new();
        for word in words.iter().filter(|word| is_content(word) && !WISH.contains(&word.hash)) {
            if !about.contains(&word.stem) {
                about.push(word.stem);
            }
        }
        (wish && about.len() > 1).then_some((sentence.span, about))
    });
    let found = wishes.take(MOST).filter_map(|(span, about)| {
        // Most words are none of them: one bit of each stem answers first.
        let bit = |stem: u32| 1u64 << (stem & 63);
        let bits = about.iter().fold(0, |bits, stem| bits | bit(*stem));
        let says = |words: &[Word], share: usize| {
            let mut told = words.iter().filter(|word| bits & bit(word.stem) != 0).peekable();
            told.peek().is_some()
                && about.iter().filter(|stem| told.clone().any(|word| word.stem == **stem)).count() * 100
                    >= about.len() * share
        };
        let said = |by_tool: bool, share: usize| {
            let texts = sources.texts.iter().zip(&sources.tools).enumerate();
            texts.filter(|(_, (_, tool))| **tool == by_tool).find_map(|(message, (source, _))| {
                let mut sentences = source.scan.sentences.iter();
                let sentence = sentences.find(|sentence| says(source.scan.words(sentence), share))?;
                Some((offset(message), sentence.span))
            })
        };
        if said(false, 30).is_some() { None } else { Some(found(span, Some(said(true, 75)?))) }
    });
    found.collect()
}

const fn found(span: Span, against: Option<(u32, Span)>) -> Found {
    Found { kind: FindingKind::Invented, class: Some(Class::Obligation), span, against }
}

/// Whether a word belongs to a claim that somebody gave leave: that is looked at by itself.
pub(super) fn is_claim(word: &Word) -> bool {
    GRANT.contains(&word.hash) || PARTY.contains(&word.hash)
}

/// Whether a word is of leave, or one of the first so many of a yes.
pub(super) fn assents(word: &Word, yes: usize) -> bool {
    ASSENT.iter().take(yes).any(|assent| *assent == word.hash) || GRANT.contains(&word.hash)
}

/// A party right before the word, or after it with "by"; or a word for leave after a form of "be". Whether it is leave, not
/// a choice, that is told of.
fn claims(words: &[Word]) -> Option<bool> {
    words.iter().enumerate().find_map(|(at, word)| {
        let grant = GRANT.iter().position(|grant| *grant == word.hash)?;
        let party = |word: &Word| PARTY.contains(&word.hash);
        let before = words.get(at.saturating_sub(4)..at).unwrap_or(&[]);
        let after = words.get(at + 1..words.len().min(at + 5)).unwrap_or(&[]);
        let by = after.iter().position(|word| word.hash == const { hash("by") });
        let told = before.iter().any(party)
            || by.is_some_and(|by| after.iter().skip(by).any(party))
            || grant < STRICT && before.last().is_some_and(|word| word.is(list::COPULA));
        told.then_some(grant < STRICT)
    })
}

/// What it is about: the content stems but for those of leave.
fn subject(words: &[Word]) -> Vec<u32> {
    let about = |word: &&Word| is_content(word) && !assents(word, ASSENT.len()) && !PARTY.contains(&word.hash);
    words.iter().filter(about).map(|word| word.stem).collect()
}

/// Told as a fact: nothing in the sentence denies, doubts, demands or asks.
pub(super) fn is_told(text: &Extraction<'_>, at: u32, sentence: &Sentence) -> bool {
    let doubt = |mark: &Mark| !matches!(mark.class, Class::Identifier | Class::Declared);
    !sentence.question && !marks_of(text, Span::new(at, at + 1)).iter().any(doubt)
}

/// Words that say to go on.
const RESUME: [u32; 10] = [
    hash("continue"),
    hash("continuing"),
    hash("resume"),
    hash("proceed"),
    hash("begin"),
    hash("start"),
    hash("restart"),
    hash("next"),
    hash("redo"),
    hash("finish"),
];

/// "Continue with the removal", where all that is to go on with is over by the source's own words, or forbidden, and nothing
/// owed speaks of it.
pub(super) fn resumed(sources: &[Extraction<'_>], dead: &KeySet, summary: &Target<'_>) -> Vec<Found> {
    const EMPTY: [u32; 8] = [
        hash("work"),
        hash("task"),
        hash("left"),
        hash("step"),
        hash("remaining"),
        hash("rest"),
        hash("it"),
        hash("now"),
    ];
    let filler = |word: &&Word| is_content(word) && !RESUME.contains(&word.hash) && !EMPTY.contains(&word.hash);
    let resumes = summary.text.scan.sentences.iter().enumerate().filter_map(|(at, sentence)| {
        let words = summary.text.scan.words(sentence);
        let head = words.iter().take(3).any(|word| RESUME.contains(&word.hash));
        let subject: Vec<u32> = words.iter().filter(filler).map(|word| word.stem).collect();
        let denied = marks_of(&summary.text, Span::new(offset(at), offset(at) + 1))
            .iter()
            .any(|mark| mark.class == Class::Negation);
        let over = words.iter().any(|word| is_done(word.hash));
        (head && !denied && !over && !subject.is_empty()).then_some((sentence.span, subject))
    });
    let resumes: Vec<_> = resumes.take(MOST).collect();
    let mut all = Vec::new();
    for (span, subject) in resumes {
        let (mut over, mut owed) = (None, false);
        for (message, source) in sources.iter().enumerate() {
            for mark in &source.marks {
                let clause = crate::extract::words_in(&source.scan, mark.span).slice(&source.scan.words);
                let about = || subject.iter().all(|stem| clause.iter().any(|word| word.stem == *stem));
                let is_dead = dead.contains(join(offset(message), mark.sentence));
                let forbids = matches!(mark.kind, Kind::Prohibition | Kind::Cessation);
                if mark.class == Class::Obligation && !is_dead {
                    owed |= about() && !forbidden_in(source, mark);
                } else if (forbids && !is_dead || mark.kind == Kind::Request) && about() {
                    let place = source.scan.sentences.get(mark.sentence as usize).map(|sentence| sentence.span);
                    over = over.or(place.map(|place| (offset(message), place)));
                }
            }
        }
        all.extend(over.filter(|_| !owed).map(|over| found(span, Some(over))));
    }
    all
}

/// Whether something in its sentence is forbidden or over.
fn forbidden_in(source: &Extraction<'_>, mark: &Mark) -> bool {
    let forbids = |mark: &Mark| matches!(mark.kind, Kind::Prohibition | Kind::Cessation);
    marks_of(source, Span::new(mark.sentence, mark.sentence + 1)).iter().any(forbids)
}
