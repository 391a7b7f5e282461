//! What became of things later: turned round or allowed by the user, failed, finished (E3, E4).

use super::findings::Found;
use super::mentions::{Mentions, Place};
use super::pair::{any_of, clauses, has_stem, marks_of, stems};
use super::progress::{OPEN, asks, found, told_as_fact};
use super::{Judgement, Outcomes, Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind, Status};
use crate::extract::{Extraction, Mark, sentence_at};
use crate::text::{Span, Word, hash, is_content, list, offset};
use alloc::vec::Vec;

/// "Swap them", "go ahead and publish it": what the user turned round or allowed later is no damage where the summary says so.
pub(super) fn overturned(sources: &Sources<'_>, mentions: &Mentions<'_>, outcomes: &mut Outcomes) {
    /// A reversal is about one of so many messages before it.
    const BACK: u32 = 4;
    const MOST: usize = 64;
    const LEAVE: [u32; 7] =
        [hash("can"), hash("may"), hash("fine"), hash("ok"), hash("okay"), hash("allowed"), hash("ahead")];
    const NOW: [u32; 3] = [hash("now"), hash("today"), hash("please")];
    let user = |message: u32| sources.users.get(message as usize).is_none_or(|user| *user);
    let mut reversals: Vec<u32> = Vec::new();
    for (message, source) in sources.texts.iter().enumerate() {
        if user(offset(message)) && source.marks.iter().any(|mark| mark.id == "reversal") {
            reversals.push(offset(message));
        }
    }
    // Only two things can change places, and no rule does.
    let reversed = |message: u32, source: &Extraction<'_>, sentence: u32| {
        let next = reversals.get(reversals.partition_point(|reversal| *reversal <= message));
        let marks = marks_of(source, Span::new(sentence, sentence + 1));
        let values = marks.iter().filter(|mark| mark.class == Class::Identifier).count();
        next.is_some_and(|next| next - message <= BACK)
            && values > 1
            && !marks.iter().any(|mark| mark.class == Class::Negation)
    };
    outcomes.findings.retain(|found| {
        let against = found.against.filter(|_| found.kind == FindingKind::Invented);
        let text = against.and_then(|(message, _)| sources.texts.get(message as usize));
        !against
            .zip(text)
            .is_some_and(|((message, span), source)| reversed(message, source, sentence_at(&source.scan, span.start)))
    });
    let mut left = MOST;
    for (message, (source, slots)) in sources.texts.iter().zip(&mut outcomes.marks).enumerate() {
        let message = offset(message);
        for (mark, slot) in source.marks.iter().zip(slots) {
            let Some(outcome) = slot.as_mut().filter(|outcome| outcome.judgement.status.is_damaged()) else { continue };
            let about = mark.scope.slice(&source.scan.words);
            let verb = about.iter().find(|word| is_content(word)).map(|word| word.stem);
            let forbidden =
                mark.kind == Kind::Prohibition && outcome.judgement.status == Status::Contradicted && left > 0;
            left -= usize::from(forbidden);
            // The same, or "it": leave to delete another thing is no leave for this one.
            let allows = |(other, there, at, sentence): &Place<'_>| {
                let marks = marks_of(there, Span::new(*at, *at + 1));
                let words = there.scan.words(sentence);
                let mut behind = words.iter().skip_while(|word| Some(word.stem) != verb).skip(1);
                *other > message
                    && user(*other)
                    && !marks.iter().any(|mark| mark.class == Class::Negation)
                    && (any_of(words, &LEAVE) || marks.iter().any(|mark| mark.kind == Kind::Request))
                    && behind.all(|word| !is_content(word) || NOW.contains(&word.hash) || has_stem(about, word.stem))
            };
            let allowed = || verb.is_some_and(|verb| mentions.with_all(&[verb]).iter().any(allows));
            if outcome.target == 0 && (reversed(message, source, mark.sentence) || forbidden && allowed()) {
                let because = "a user may have turned it round later";
                outcome.judgement = Judgement::new(Status::Unverified, outcome.judgement.evidence, because);
            }
        }
    }
}

/// Words of a thing that went wrong, or waits.
const FAILED: [u32; 18] = [
    hash("failed"),
    hash("fails"),
    hash("failing"),
    hash("bounced"),
    hash("unreachable"),
    hash("missing"),
    hash("refused"),
    hash("rejected"),
    hash("declined"),
    hash("backorder"),
    hash("unavailable"),
    hash("errored"),
    hash("stuck"),
    hash("off"),
    hash("offline"),
    hash("waiting"),
    hash("pending"),
    hash("retrying"),
];

/// The sentences of the summary that tell several things as done, one of which failed or waits by the last that the source says of
/// it: "771 and 772 are paid" for "771 paid. 772 bounced"; or as open what is done by then.
pub(super) fn later(summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const MOST: usize = 64;
    const DONE: [u32; 8] = [
        hash("merged"),
        hash("done"),
        hash("finished"),
        hash("completed"),
        hash("deployed"),
        hash("shipped"),
        hash("closed"),
        hash("released"),
    ];
    const WAITS: [u32; 4] = [hash("waiting"), hash("pending"), hash("waits"), hash("review")];
    let (text, mut left) = (&summary.text, MOST);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let (words, number) = (text.scan.words(sentence), offset(at));
        let plain = sentence.region.speaks() && !mentions.quotes(at) && !asks(text, sentence);
        let open = any_of(words, &OPEN) || any_of(words, &FAILED) || any_of(words, &WAITS);
        let told = told_as_fact(text, number, sentence);
        let waits = any_of(words, &WAITS) && !any_of(words, &DONE);
        let verb = words.iter().skip_while(|word| !word.is(list::COPULA)).skip(1).find(|word| is_content(word));
        let claims = told && !open && verb.is_some();
        if !plain || !(claims || waits) {
            continue;
        }
        let marks = marks_of(text, Span::new(number, number + 1)).iter();
        let names: Vec<&Mark> = marks.filter(|mark| is_name(text, mark)).take(8).collect();
        let hit = names.into_iter().find_map(|mark| {
            left = left.checked_sub(1)?;
            let name = mark.scope.slice(&text.scan.words);
            let says = |words: &[Word]| {
                words.windows(name.len().max(1)).any(|window| window.iter().zip(name).all(|(a, b)| a.hash == b.hash))
            };
            let mut places = mentions.holding(&stems(name), 100);
            places.retain(|(_, source, _, sentence)| says(source.scan.words(sentence)));
            let (message, source, at, there) = places.pop()?;
            let parts = clauses(source, there.words, &[const { hash("and") }, const { hash("but") }]);
            let part = parts.map(|part| part.slice(&source.scan.words)).find(|part| says(part))?;
            let same = |word: &Word| verb.is_some_and(|verb| verb.stem == word.stem);
            let wrong = claims && any_of(part, &FAILED) && !part.iter().any(same)
                || waits && any_of(part, &DONE) && told_as_fact(source, at, there);
            (wrong && !asks(source, there)).then_some((message, there.span))
        });
        let known = all.iter().any(|found| found.span.overlaps(sentence.span));
        if let Some(against) = hit.filter(|_| !known) {
            let kind = if claims { FindingKind::Promoted } else { FindingKind::Invented };
            all.push(found(kind, sentence.span, Some(against)));
        }
    }
}

/// Whether a mark names a thing, not how much of it or when.
fn is_name(text: &Extraction<'_>, mark: &Mark) -> bool {
    let long = || mark.kind != Kind::Number || text.scan.str(mark.span).len() > 2;
    mark.class == Class::Identifier && !matches!(mark.kind, Kind::Quantity | Kind::Date | Kind::Error) && long()
}
