//! The condition a rule holds under (E1): "never lock it while the crane moves" told without it, or with another one in its place.

use super::clauses::Judgement;
use super::pair::{Pair, any_of, breaks, content, has_stem, held, marks_of, share};
use crate::element::{Kind, Status};
use crate::extract::{Extraction, Mark, sentence_at, words_in};
use crate::text::{Span, Word, hash, is_content, list};
use alloc::vec::Vec;

/// Words before a condition. The first ones make no element of their own, so that whoever has one answers for the condition; behind the
/// last three a thing is the other way round.
const CUES: [u32; 11] = [
    WHILE,
    hash("whilst"),
    DURING,
    hash("when"),
    hash("whenever"),
    LONG,
    hash("if"),
    hash("once"),
    hash("unless"),
    hash("until"),
    hash("till"),
];
const OWN: usize = 4;
const TURNS: usize = 8;
const WHILE: u32 = hash("while");
const DURING: u32 = hash("during");
/// Of "as long as".
const LONG: u32 = hash("long");

/// What goes on, said of a thing that goes on: "during the backup" is "while the backup runs".
const GOES_ON: [u32; 16] = [
    hash("run"),
    hash("runs"),
    hash("running"),
    hash("active"),
    hash("live"),
    hash("on"),
    hash("going"),
    hash("ongoing"),
    hash("underway"),
    hash("progress"),
    hash("lasts"),
    hash("happening"),
    hash("working"),
    hash("moves"),
    hash("moving"),
    hash("up"),
];
/// What does not go on.
const IS_OVER: [u32; 13] = [
    hash("off"),
    hash("stopped"),
    hash("idle"),
    hash("paused"),
    hash("down"),
    hash("finished"),
    hash("over"),
    hash("done"),
    hash("ended"),
    hash("parked"),
    hash("inactive"),
    hash("complete"),
    hash("completed"),
];

/// A condition: where it begins, the words behind its cue, and which cue it is.
struct Condition {
    start: u32,
    words: Span,
    cue: usize,
}

/// The judgement on a rule that is told without its condition, or with another one; none where nothing is wrong with that.
pub(super) fn judged(pair: &Pair<'_>, mark: &Mark, judgement: &Judgement) -> Option<Judgement> {
    let kept = judgement.status.is_kept();
    if !(kept || judgement.status == Status::Unverified) || !rules(mark) || !any_of(pair.source_words(), &CUES) {
        return None;
    }
    let condition = of(pair.source, pair.sentence.words, mark)?;
    if another(pair, &condition) {
        return Some(Judgement::new(Status::Contradicted, Some(pair.target_span()), "another condition stands there"));
    }
    let lost = kept && condition.cue < OWN && !said(pair, &condition, judgement.evidence);
    lost.then(|| Judgement::new(Status::Unverified, judgement.evidence, "its condition is not said"))
}

/// Whether an element binds, and is no condition itself.
fn rules(mark: &Mark) -> bool {
    matches!(
        mark.kind,
        Kind::Prohibition | Kind::Restriction | Kind::Cessation | Kind::Requirement | Kind::Standing | Kind::Request
    ) && !matches!(mark.id, "unless" | "reject-unless")
}

/// The condition that a word begins.
fn begins(text: &Extraction<'_>, sentence: Span, at: u32) -> Option<Condition> {
    const AS: u32 = hash("as");
    const LONGEST: u32 = 12;
    let word = |at: u32| text.scan.words.get(at as usize).map_or(0, |word| word.hash);
    let cue = CUES.iter().position(|cue| *cue == word(at))?;
    let long = word(at) == LONG;
    if long && (word(at + 1) != AS || at == sentence.start) {
        return None;
    }
    let start = at + 1 + u32::from(long);
    let past = (start + LONGEST).min(sentence.end);
    let ends = |at: &u32| {
        let ends = |word: &Word| word.is(list::BREAK) || CUES.contains(&word.hash);
        breaks(text, *at) || text.scan.words.get(*at as usize).is_some_and(ends)
    };
    let end = (start + 1..past).find(ends).unwrap_or(past);
    (start < end).then_some(Condition { start: at - u32::from(long), words: Span::new(start, end), cue })
}

/// The condition of a rule: behind it, or before it at the head of a clause, with no other rule between them.
fn of(text: &Extraction<'_>, sentence: Span, mark: &Mark) -> Option<Condition> {
    // "While I like it, …", "while that would be nice, …": what is granted.
    const GRANTS: [u32; 24] = [
        hash("like"),
        hash("likes"),
        hash("love"),
        hash("appreciate"),
        hash("agree"),
        hash("understand"),
        hash("know"),
        hash("think"),
        hash("believe"),
        hash("prefer"),
        hash("true"),
        hash("nice"),
        hash("good"),
        hash("great"),
        hash("useful"),
        hash("helpful"),
        hash("tempting"),
        hash("possible"),
        hash("necessary"),
        hash("required"),
        hash("may"),
        hash("might"),
        hash("would"),
        hash("technically"),
    ];
    // "Check it while I write the report", "while you are at it".
    const BESIDE: [u32; 10] = [
        hash("i"),
        hash("we"),
        hash("you"),
        hash("i'm"),
        hash("we're"),
        hash("you're"),
        hash("im"),
        hash("youre"),
        hash("at"),
        hash("there"),
    ];
    let (cue, all) = (words_in(&text.scan, mark.cue), &text.scan.words);
    let bytes = |at: u32| all.get(at as usize).map_or(u32::MAX, |word| word.start);
    let marks = marks_of(text, Span::new(mark.sentence, mark.sentence + 1));
    let owns = |condition: &Condition| {
        let Condition { start, words, cue: kind } = *condition;
        let leads = start == sentence.start || breaks(text, start);
        let between = if start >= cue.end {
            Span::new(mark.cue.end, bytes(start))
        } else if leads && words.end <= cue.start && breaks(text, words.end) {
            Span::new(bytes(words.end), mark.cue.start)
        } else {
            return false;
        };
        let said = words.slice(all);
        // ", while the other one is free": whereas.
        let whereas = CUES.get(kind) == Some(&WHILE) && (leads && start >= cue.end || any_of(said, &GRANTS));
        let beside = mark.kind == Kind::Request
            && (kind + 1 == OWN || said.first().is_some_and(|word| BESIDE.contains(&word.hash)));
        let other = |other: &Mark| rules(other) && between.start <= other.cue.start && other.cue.start < between.end;
        !(whereas || beside || marks.iter().any(other) || between.of(text.scan.text).contains(';'))
    };
    (sentence.start..sentence.end).filter_map(|at| begins(text, sentence, at)).find(owns)
}

/// Whether the place says the condition, in whatever words: most of what it speaks of stands in the sentence of the rule, or behind
/// words that make it a condition near it.
fn said(pair: &Pair<'_>, condition: &Condition, evidence: Option<Span>) -> bool {
    const TELLS: [u32; 5] = [hash("meanwhile"), hash("throughout"), hash("only"), hash("outside"), hash("as")];
    const FAR: u32 = 8;
    let scan = &pair.target.scan;
    let mut words = condition.words.slice(&pair.source.scan.words).to_vec();
    words.retain(|word| !GOES_ON.contains(&word.hash));
    let about = super::stems(&words);
    let place = evidence.map_or(pair.at.sentences.start, |span| sentence_at(scan, span.start));
    (place.saturating_sub(FAR)..place + 2).any(|at| {
        let words = scan.sentences.get(at as usize).map_or(&[][..], |sentence| scan.words(sentence));
        let tells = || any_of(words, &CUES) || any_of(words, &TELLS);
        match about.is_empty() {
            true => at == place && tells(),
            false => held(&about, words) >= 70 && (at == place || tells()),
        }
    })
}

/// Whether the place is the same sentence but for what its condition is about, or for whether that goes on.
fn another(pair: &Pair<'_>, condition: &Condition) -> bool {
    if !pair.is_tight() || pair.quoted || pair.at.sentences.len() != 1 {
        return false;
    }
    let (source, target) = (pair.source_words(), pair.target_words());
    let own = condition.words.slice(&pair.source.scan.words);
    let rest: Vec<Word> =
        source.iter().filter(|word| !own.iter().any(|own| own.start == word.start)).copied().collect();
    let mut all = (pair.at.words.start..pair.at.words.end).filter_map(|at| begins(pair.target, pair.at.words, at));
    let (Some(there), None) = (all.next(), all.next()) else { return false };
    if (there.cue < TURNS) != (condition.cue < TURNS) || share(&rest, target) < 1.0 {
        return false;
    }
    let (here, its) = (told(own), told(there.words.slice(&pair.target.scan.words)));
    if condition.cue < TURNS && any_of(&here, &GOES_ON) && !any_of(source, &IS_OVER) && any_of(&its, &IS_OVER) {
        return true;
    }
    let same = |(one, other): &(&Word, &Word)| one.stem == other.stem;
    let before = here.iter().zip(&its).take_while(same).count();
    let behind = here.iter().rev().zip(its.iter().rev()).take_while(same).count();
    // A thing: all of what stands behind "during", or its first words, of which something is told.
    let thing = before == 0 && behind > 0 || CUES.get(condition.cue) == Some(&DURING) && condition.cue == there.cue;
    let middle = |words: &[Word]| words.get(before..words.len().saturating_sub(behind)).map(<[Word]>::to_vec);
    let (Some(gone), Some(came)) = (middle(&here), middle(&its)) else { return false };
    let new = |words: &[Word], known: &[Word]| {
        content(words) > 0 && words.iter().all(|word| !is_content(word) || !has_stem(known, word.stem))
    };
    // "The config files" for "the configuration files".
    const SHORT: usize = 4;
    let head = |text: &Extraction<'_>, word: &Word| {
        word.span().of(text.scan.text).chars().take(SHORT).map(|char| char.to_ascii_lowercase()).collect::<Vec<char>>()
    };
    let shortened =
        gone.iter().any(|word| came.iter().any(|other| head(pair.source, word) == head(pair.target, other)));
    thing && !shortened && new(&gone, target) && new(&came, source)
}

/// The words of a condition but for articles and forms of "be".
fn told(words: &[Word]) -> Vec<Word> {
    const ARTICLES: [u32; 9] = [
        hash("the"),
        hash("a"),
        hash("an"),
        hash("its"),
        hash("his"),
        hash("her"),
        hash("our"),
        hash("their"),
        hash("this"),
    ];
    words.iter().filter(|word| !word.is(list::COPULA) && !ARTICLES.contains(&word.hash)).copied().collect()
}
