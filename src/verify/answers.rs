//! Short answers (E4): "No." to "shall I delete it?", "leave 3 out" of a numbered list, "we take b", told the other way round.

use super::claims::claims;
use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, breaks, clauses, held, marks_of, stems};
use super::picks::Pick;
use super::told::{order, wished};
use super::{Outcomes, Sources, Target};
use crate::class::Class;
use crate::element::FindingKind;
use crate::extract::{Extraction, Mark};
use crate::text::{Sentence, Span, Word, hash, offset};
use alloc::vec::Vec;

/// What a user said to something by a word of his own.
struct Answer {
    message: u32,
    /// The content stems of what was asked, or of the item that he named.
    about: Vec<u32>,
    /// The number or letter that he named, and how far the list goes.
    number: Option<(u32, u32)>,
    yes: bool,
    /// The answer says no more of what was asked.
    bare: bool,
    /// The sentence, where it says more than yes or no.
    against: Option<(u32, Span)>,
}

/// So many answers are looked at, the last ones: each is held against each sentence of the summary.
const MOST: usize = 24;

/// How many messages before an answer may have the list that it names.
const REACH: usize = 6;

const NO: [u32; 16] = [
    hash("no"),
    hash("nope"),
    hash("nah"),
    hash("not"),
    hash("never"),
    hash("don't"),
    hash("dont"),
    hash("skip"),
    hash("skipped"),
    hash("skipping"),
    hash("leave"),
    hash("left"),
    hash("without"),
    hash("except"),
    hash("omit"),
    hash("ignore"),
];

const YES: [u32; 21] = [
    hash("yes"),
    hash("yep"),
    hash("yeah"),
    hash("sure"),
    hash("ok"),
    hash("okay"),
    hash("absolutely"),
    hash("definitely"),
    hash("please"),
    hash("do"),
    hash("take"),
    hash("takes"),
    hash("chose"),
    hash("choose"),
    hash("chosen"),
    hash("pick"),
    hash("picked"),
    hash("go"),
    hash("went"),
    hash("option"),
    hash("decided"),
];

/// The first so many begin an answer.
const SAYS_NO: usize = 7;
const SAYS_YES: usize = 9;

/// Tells of no other than by a denial.
const DECLINED: [u32; 8] = [
    hash("declined"),
    hash("declines"),
    hash("refused"),
    hash("rejected"),
    hash("against"),
    hash("vetoed"),
    hash("skip"),
    hash("skipped"),
];

/// Words of a sentence that tells of the question, or of what else may be.
const ASKS: [u32; 10] = [
    hash("whether"),
    hash("if"),
    hash("asked"),
    hash("asks"),
    hash("question"),
    hash("proposed"),
    hash("offered"),
    hash("suggested"),
    hash("may"),
    hash("could"),
];

/// Sentences of the summary that tell an answer the other way round, or name another number than the user did. A denial that the
/// user's "no" bears out was not invented.
pub(super) fn turned(
    (sources, picks): (&Sources<'_>, &[Pick]),
    summary: &Target<'_>,
    mentions: &Mentions<'_>,
    outcomes: &mut Outcomes,
) {
    let mut answers = answers(sources);
    answers.extend(picks.iter().filter_map(|pick| {
        let (about, last, said) = pick.named();
        let number = (LETTERS + u32::from(pick.letter?), LETTERS + u32::from(b'a') + offset(last) - 1);
        Some(Answer { message: said.0, about, number: Some(number), yes: true, bare: false, against: Some(said) })
    }));
    let (text, all) = (&summary.text, &mut outcomes.findings);
    if answers.is_empty() {
        return;
    }
    // Whoever speaks of it later may have changed his mind: looked up once for each answer.
    let mut looked: Vec<Option<bool>> = answers.iter().map(|_| None).collect();
    let mut borne: Vec<Span> = Vec::new();
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        if mentions.quotes(at) || sentence.question || !sentence.region.speaks() {
            continue;
        }
        let words = text.scan.words(sentence);
        let mut wrong = None;
        for (number, answer) in answers.iter().enumerate() {
            if answer.about.len() < 2 || !is_about(&answer.about, words) {
                continue;
            }
            let Some(told) = tells(text, offset(at), sentence, answer) else { continue };
            if !told && !answer.yes {
                borne.push(sentence.span);
            }
            let same = |other: &&Answer| other.about == answer.about && other.yes == told;
            let mut later = |number: usize| {
                let user = |(message, ..): &Place<'_>| {
                    *message > answer.message && sources.users.get(*message as usize).is_none_or(|user| *user)
                };
                let look = || mentions.holding(&answer.about, 50).iter().any(user);
                looked.get_mut(number).is_some_and(|slot| *slot.get_or_insert_with(look))
            };
            if told != answer.yes && !answers.iter().any(|other| same(&other)) && !later(number) {
                wrong = Some(answer.against);
            }
        }
        let named = named(text, sentence);
        let numbers = || answers.iter().filter(|answer| answer.number.is_some());
        for (number, yes) in if wrong.is_none() { named } else { Vec::new() } {
            let letters = number >= LETTERS;
            let of_kind = |answer: &&Answer| {
                answer.number.is_some_and(|(other, last)| number <= last && (other >= LETTERS) == letters)
            };
            let founded =
                numbers().any(|answer| answer.number.is_some_and(|(other, _)| other == number) && answer.yes == yes);
            let last = numbers().find(of_kind).filter(|_| !founded);
            wrong = last.map(|answer| answer.against);
        }
        if let Some(against) = wrong {
            all.push(Found { kind: FindingKind::Invented, class: None, span: sentence.span, against });
        }
    }
    let bears = |found: &Found| {
        let past = borne.partition_point(|span| span.start <= found.span.start);
        past.checked_sub(1).and_then(|at| borne.get(at)).is_some_and(|span| span.contains(found.span))
    };
    let denies = |found: &Found| found.kind == FindingKind::Invented && found.class == Some(Class::Negation);
    all.retain(|found| !denies(found) || !bears(found));
}

/// What users answered, in order.
fn answers(sources: &Sources<'_>) -> Vec<Answer> {
    let (mut all, mut looks) = (Vec::new(), 4 * MOST);
    let asked = sources.texts.iter().zip(sources.texts.iter().skip(1)).enumerate().rev();
    for (message, (before, source)) in asked {
        if all.len() >= MOST || sources.users.get(message + 1) != Some(&true) {
            continue;
        }
        let message = offset(message + 1);
        if let Some((about, yes)) = answered(before, source) {
            let bare = !source.scan.words.iter().any(|word| about.contains(&word.stem));
            all.push(Answer { message, about, number: None, yes, bare, against: None });
        }
        // A list may stand a few messages before.
        let near = sources.texts.get((message as usize).saturating_sub(REACH)..message as usize).unwrap_or(&[]);
        let item = |number: u32| near.iter().rev().find_map(|text| listed(text, number));
        for sentence in source.scan.sentences.iter().filter(|sentence| sentence.words.len() < 16 && !sentence.question)
        {
            let mut named = named(source, sentence);
            if let ([only], true) = (source.scan.words.as_slice(), named.is_empty()) {
                // "2".
                named.extend(only.span().of(source.scan.text).parse().ok().map(|number: u32| (number, true)));
            }
            for (number, yes) in named {
                let Some(less) = looks.checked_sub(1) else { return all };
                looks = less;
                let against = Some((message, sentence.span));
                if let Some((about, last)) = item(number) {
                    all.push(Answer { message, about, number: Some((number, last)), yes, bare: false, against });
                } else if number >= LETTERS && near.iter().any(lettered) {
                    all.push(Answer {
                        message,
                        about: Vec::new(),
                        number: Some((number, u32::MAX)),
                        yes,
                        bare: false,
                        against,
                    });
                }
            }
        }
    }
    all
}

/// What an item of a numbered list says, and the last number of the list.
fn listed(text: &Extraction<'_>, number: u32) -> Option<(Vec<u32>, u32)> {
    let item = text.scan.sentences.iter().find(|item| item.step == Some(number))?;
    let last = text.scan.sentences.iter().filter_map(|item| item.step).max()?;
    Some((stems(text.scan.words(item)), last))
}

/// What a question asks, and whether the few words after it say yes or no.
fn answered(before: &Extraction<'_>, source: &Extraction<'_>) -> Option<(Vec<u32>, bool)> {
    const PROPOSES: [u32; 8] = [
        hash("shall"),
        hash("should"),
        hash("can"),
        hash("may"),
        hash("want"),
        hash("could"),
        hash("would"),
        hash("ok"),
    ];
    const OTHERWISE: [u32; 10] = [
        hash("or"),
        hash("mind"),
        hash("what"),
        hash("which"),
        hash("how"),
        hash("when"),
        hash("where"),
        hash("why"),
        hash("who"),
        hash("not"),
    ];
    const UNSURE: [u32; 4] = [hash("problem"), hash("worries"), hash("objection"), hash("wait")];
    const PARTLY: [u32; 3] = [hash("only"), hash("just"), hash("but")];
    let question = before.scan.sentences.last().filter(|sentence| sentence.question)?;
    let (asked, said) = (before.scan.words(question), &source.scan.words);
    let first = said.first().filter(|_| said.len() < 8)?.hash;
    let [no, yes] = [NO.get(..SAYS_NO), YES.get(..SAYS_YES)].map(|words| words.unwrap_or(&[]));
    let plain = any_of(asked.get(..4).unwrap_or(asked), &PROPOSES) && !any_of(asked, &OTHERWISE);
    // "No, yes", "no problem".
    let both = any_of(said, no) && any_of(said, yes) || any_of(said, &UNSURE);
    // "Yes, staging only" is no yes to production.
    let all = yes.contains(&first) && !any_of(said, &PARTLY);
    let says = if no.contains(&first) { Some(false) } else { all.then_some(true) };
    const WANT: [u32; 4] = [hash("want"), hash("like"), hash("shall"), hash("well")];
    let mut about = asked.to_vec();
    about.retain(|word| !WANT.contains(&word.hash) && !PROPOSES.contains(&word.hash));
    says.filter(|_| plain && !both).map(|yes| (stems(&about), yes))
}

/// Whether some words say all of what was asked, or most where that is long.
fn is_about(about: &[u32], words: &[Word]) -> bool {
    held(about, words) >= if about.len() < 5 { 100 } else { 75 }
}

/// Whether a sentence tells that something is wanted, or that it is not; `None` where it tells neither.
fn tells(text: &Extraction<'_>, at: u32, sentence: &Sentence, answer: &Answer) -> Option<bool> {
    let about = answer.about.as_slice();
    const JOINS: [u32; 3] = [hash("but"), hash("while"), hash("whereas")];
    let words = text.scan.words(sentence);
    let clauses = clauses(text, sentence.words, &JOINS);
    let of = clauses.map(|clause| clause.slice(&text.scan.words)).find(|clause| is_about(about, clause));
    let clause = of.unwrap_or(words);
    let span = clause.first()?.span().hull(clause.last()?.span());
    // What is asked for may deny itself: "cancel it".
    let own = |mark: &Mark| clause.iter().any(|word| mark.cue.contains(word.span()) && about.contains(&word.stem));
    // "Without captions" denies another thing.
    let of_it = |mark: &Mark| mark.scope.slice(&text.scan.words).iter().any(|word| about.contains(&word.stem));
    let denies = |mark: &Mark| mark.class == Class::Negation && mark.span.overlaps(span) && !own(mark) && of_it(mark);
    if marks_of(text, Span::new(at, at + 1)).iter().any(denies) || any_of(words, &DECLINED) {
        return Some(false);
    }
    // "The letter mentions the solo": told as it is.
    let plain = answer.bare && words.len() <= 12 && !any_of(words, &NO) && !any_of(words, &ASKS);
    let ordered = plain || order(text, sentence.words).is_some_and(|verb| about.contains(&verb.stem));
    (ordered || wished(words).is_some() || claims(words).is_some()).then_some(true)
}

/// Numbers from here on are letters.
const LETTERS: u32 = 1000;

/// The numbers or letters that a sentence names behind a word that takes or leaves them: "do 1 and 2", "leave 3 out", "we take b".
/// What is counted is no name: "leave 3 rows".
fn named(text: &Extraction<'_>, sentence: &Sentence) -> Vec<(u32, bool)> {
    const PASSED: [u32; 11] = [
        hash("number"),
        hash("option"),
        hash("item"),
        hash("point"),
        hash("the"),
        hash("and"),
        hash("or"),
        hash("on"),
        hash("to"),
        hash("with"),
        hash("ahead"),
    ];
    const ENDS: [u32; 10] = [
        hash("out"),
        hash("and"),
        hash("or"),
        hash("only"),
        hash("first"),
        hash("instead"),
        hash("for"),
        hash("but"),
        hash("please"),
        hash("now"),
    ];
    let (mut all, mut mood) = (Vec::new(), None);
    let bytes = text.scan.text.as_bytes();
    for at in sentence.words.start..sentence.words.end {
        let Some(word) = text.scan.words.get(at as usize) else { break };
        let said = word.span().of(text.scan.text);
        let next = text.scan.words.get(at as usize + 1).filter(|_| at + 1 < sentence.words.end);
        let closed = next.is_none() || breaks(text, at + 1);
        let before = word.start.checked_sub(1).and_then(|before| bytes.get(before as usize));
        let free = before.is_none_or(|byte| matches!(byte, b' ' | b'\n' | b'*' | b'('));
        let letter = said
            .as_bytes()
            .first()
            .map(u8::to_ascii_lowercase)
            .filter(|byte| said.len() == 1 && (b'a'..b'i').contains(byte));
        let number = said.parse::<u32>().ok().filter(|number| *number < 100);
        let number = number.or_else(|| letter.map(|letter| LETTERS + u32::from(letter)).filter(|_| closed));
        let ends = closed || next.is_some_and(|next| ENDS.contains(&next.hash));
        let point = matches!(bytes.get(word.end as usize..), Some([b'.' | b':' | b'-' | b'/' | b'%', byte, ..]) if !byte.is_ascii_whitespace());
        match (number.filter(|_| free && ends && !point), mood) {
            (Some(number), Some(yes)) => all.push((number, yes)),
            _ if NO.contains(&word.hash) => mood = Some(false),
            _ if YES.contains(&word.hash) && !(word.hash == const { hash("option") } && mood.is_some()) => {
                mood = Some(true)
            }
            _ if PASSED.contains(&word.hash) => {}
            _ => mood = None,
        }
    }
    all
}

/// Whether a message has options by letter: "a) …, b) …".
fn lettered(text: &Extraction<'_>) -> bool {
    let letter = |word: &Word| {
        let next = text.scan.text.as_bytes().get(word.end as usize);
        word.end - word.start == 1 && matches!(next, Some(b')' | b'.' | b':'))
    };
    text.scan.words.iter().filter(|word| letter(word)).nth(1).is_some()
}
