//! What is told as a rule in one place and undone in another: its opposite in another sentence, a question for an order (E1).

use super::bounds::told_plainly;
use super::index::content_stems;
use super::mentions::Mentions;
use super::pair::{any_of, stems};
use super::{Judgement, Outcomes, Sources, Target, marks_of};
use crate::class::Class;
use crate::element::{Kind, Status};
use crate::extract::{Extraction, Mark, sentence_at, words_in};
use crate::text::{Sentence, Span, Word, hash, offset, ordered};
use alloc::vec::Vec;

/// A prohibition is not kept by a summary that says what is forbidden in another sentence, unless the source says that too.
pub(super) fn contradict(sources: &Sources<'_>, summary: &Target<'_>, outcomes: &mut Outcomes) {
    let scan = &summary.text.scan;
    // The sentences that deny nothing, by what they are about.
    let mut told: Vec<(u32, Span)> = Vec::new();
    for (number, sentence) in scan.sentences.iter().enumerate() {
        let number = offset(number);
        let of_sentence = marks_of(&summary.text, Span::new(number, number + 1));
        let words = scan.words(sentence);
        if sentence.region.speaks()
            && !sentence.question
            && !of_sentence.iter().any(|mark| mark.class == Class::Negation)
            && !sources.says(words)
        {
            told.extend(about(words).map(|about| (about, sentence.span)));
        }
    }
    let told = ordered(told, |(about, _)| *about);
    if told.is_empty() {
        return;
    }
    for (source, slots) in sources.texts.iter().zip(&mut outcomes.marks) {
        for (mark, slot) in source.marks.iter().zip(slots) {
            let kept = slot.as_mut().filter(|outcome| outcome.judgement.status.is_kept());
            let Some(outcome) = kept.filter(|_| mark.kind == Kind::Prohibition) else { continue };
            let Some(about) = about(mark.scope.slice(&source.scan.words)) else { continue };
            let first = told.partition_point(|(other, _)| *other < about);
            if let Some((_, span)) = told.get(first).filter(|(other, _)| *other == about) {
                // "Only above 12" for "never below 12".
                let there = words_in(scan, *span).slice(&scan.words);
                if told_plainly(
                    source.scan.sentences.get(mark.sentence as usize).map_or(&[], |rule| source.scan.words(rule)),
                    there,
                ) {
                    continue;
                }
                let because = "another sentence says the opposite";
                outcome.judgement = Judgement::new(Status::Contradicted, Some(*span), because);
            }
        }
    }
}

/// What is asked for or owed is not kept by a summary that calls it needless ("no need to ask Ines"), unless the source does so too.
pub(super) fn excused(summary: &Target<'_>, mentions: &Mentions<'_>, outcomes: &mut Outcomes) {
    const NEEDS: [u32; 8] = [
        hash("need"),
        hash("needs"),
        hash("needed"),
        hash("have"),
        hash("necessary"),
        hash("required"),
        hash("obliged"),
        hash("optional"),
    ];
    const MOST: usize = 16;
    let text = &summary.text;
    let needless = |text: &Extraction<'_>, at: u32, words: &[Word]| {
        let denies = |mark: &Mark| {
            mark.kind == Kind::Denial
                && any_of(
                    mark.scope.slice(&text.scan.words).get(..4).unwrap_or(mark.scope.slice(&text.scan.words)),
                    &NEEDS,
                )
        };
        any_of(words, &NEEDS[7..]) || marks_of(text, Span::new(at, at + 1)).iter().any(denies)
    };
    let mut left = MOST;
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let words = text.scan.words(sentence);
        if left == 0 || mentions.quotes(at) || !sentence.region.speaks() || !needless(text, offset(at), words) {
            continue;
        }
        left -= 1;
        let mut about = words.to_vec();
        about.retain(|word| !NEEDS.contains(&word.hash));
        let places = match stems(&about) {
            about if about.len() > 1 => mentions.holding(&about, 75),
            _ => continue,
        };
        if places.iter().any(|(_, source, at, there)| needless(source, *at, source.scan.words(there))) {
            continue;
        }
        for (message, source, at, _) in places {
            let Some(slots) = outcomes.marks.get_mut(message as usize) else { continue };
            let first = source.marks.partition_point(|mark| mark.sentence < at);
            let own = source.marks.iter().zip(slots).skip(first).take_while(|(mark, _)| mark.sentence == at);
            for (mark, slot) in own {
                let owed = matches!(mark.kind, Kind::Requirement | Kind::Standing | Kind::Request);
                if let Some(outcome) = slot.as_mut().filter(|outcome| owed && outcome.judgement.status.is_kept()) {
                    let because = "another sentence calls it needless";
                    outcome.judgement = Judgement::new(Status::Contradicted, Some(sentence.span), because);
                }
            }
        }
    }
}

/// Equal for the same content words, in whatever order; a single one is about too little.
fn about(words: &[Word]) -> Option<u32> {
    let stems = content_stems(words);
    (stems.len() > 1).then(|| stems.iter().fold(0, |about: u32, stem| about.rotate_left(5) ^ *stem as u32))
}

/// Whether what one of both asks the other tells: "don't you want to delete it?" for "do not delete it", "we should delete
/// it" for "should we delete it?". What is asked for may be told.
pub(super) fn turned(sentence: &Sentence, mark: &Mark, target: &Target<'_>, judgement: &Judgement) -> bool {
    let scan = &target.text.scan;
    let place = judgement.evidence.and_then(|span| scan.sentences.get(sentence_at(scan, span.start) as usize));
    let rule = matches!(mark.kind, Kind::Requirement | Kind::Recommendation | Kind::Standing | Kind::Prohibition);
    judgement.status.is_kept()
        && place.is_some_and(|place| match (sentence.question, place.question) {
            (false, true) => true,
            (true, false) => rule && judgement.status != Status::Verbatim,
            _ => false,
        })
}
