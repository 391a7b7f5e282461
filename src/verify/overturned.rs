//! What became of things later: turned round or allowed by the user, or over (E3, E4).

use super::mentions::{Mentions, Place};
use super::pair::{any_of, has_stem, marks_of};
use super::progress::ends;
use super::state::subject;
use super::{Judgement, Outcome, Outcomes, Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind, Status};
use crate::extract::{Extraction, sentence_at};
use crate::text::{Span, hash, holds, is_content, offset};
use alloc::vec::Vec;

/// An order that the summary keeps: where it tells it, and where the source does.
struct Order {
    span: Span,
    place: (u32, u32),
    verbatim: bool,
}

/// "Swap them", "go ahead and publish it": what the user turned round or allowed later is no damage where the summary says so.
pub(super) fn overturned(
    sources: &Sources<'_>,
    summary: &Target<'_>,
    mentions: &Mentions<'_>,
    outcomes: &mut Outcomes,
) {
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
    // What waited is over by the source's own words.
    let ended = |message: u32, source: &Extraction<'_>, sentence: u32| {
        let about = source.scan.sentences.get(sentence as usize).map(|sentence| subject(source.scan.words(sentence)));
        about.is_some_and(|about| {
            mentions
                .holding(&about, 100)
                .into_iter()
                .any(|(other, there, at, sentence)| other > message && ends(there, at, sentence))
        })
    };
    outcomes.findings.retain(|found| {
        let text = |(message, span): (u32, Span)| {
            let source = sources.texts.get(message as usize)?;
            Some((message, source, sentence_at(&source.scan, span.start)))
        };
        !found.against.and_then(text).is_some_and(|(message, source, sentence)| match found.kind {
            FindingKind::Invented => reversed(message, source, sentence),
            FindingKind::Promoted => ended(message, source, sentence),
            _ => false,
        })
    });
    // "Restart a before b", "b was restarted first by mistake": where the source tells both orders, the summary may tell the later.
    let (mut orders, mut turned): (Vec<Order>, bool) = (Vec::new(), false);
    for (message, (source, slots)) in sources.texts.iter().zip(&outcomes.marks).enumerate() {
        for (mark, slot) in source.marks.iter().zip(slots).filter(|(mark, _)| mark.class == Class::Ordering) {
            let Some(Outcome { judgement, target: 0 }) = slot else { continue };
            turned |= judgement.status == Status::Contradicted;
            if let (true, Some(span)) = (judgement.status.is_kept(), judgement.evidence) {
                let verbatim = judgement.status == Status::Verbatim;
                orders.push(Order { span, place: (offset(message), mark.sentence), verbatim });
            }
        }
    }
    let told = |span: Span, place: (u32, u32)| {
        let bears = |order: &Order| order.span.overlaps(span) && order.place != place;
        orders.iter().take(MOST).any(|order| bears(order) && (order.verbatim || order.place > place))
    };
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
            let over = || matches!(mark.kind, Kind::Waiting | Kind::OpenTask) && ended(message, source, mark.sentence);
            let order = turned && mark.class == Class::Ordering && outcome.judgement.status == Status::Contradicted;
            let span = outcome.judgement.evidence.filter(|_| order && outcome.target == 0);
            if span.is_some_and(|span| told(span, (message, mark.sentence))) {
                outcome.judgement = Judgement::new(Status::Unverified, span, "the source tells the other order too");
            }
            if outcome.target == 0 && over() {
                outcome.judgement = Judgement::new(Status::Unverified, outcome.judgement.evidence, "it is over later");
            }
            // What stands there word for word is kept, whatever was allowed later.
            let said = source.scan.sentences.get(mark.sentence as usize).map_or("", |said| source.scan.str(said.span));
            if outcome.target == 0 && forbidden && holds(summary.text.scan.text, said) && allowed() {
                let because = "it stands there word for word, and a user allowed it later";
                outcome.judgement = Judgement::new(Status::Verbatim, outcome.judgement.evidence, because);
                continue;
            }
            if outcome.target == 0 && (reversed(message, source, mark.sentence) || forbidden && allowed()) {
                let because = "a user may have turned it round later";
                outcome.judgement = Judgement::new(Status::Unverified, outcome.judgement.evidence, because);
            }
        }
    }
}
