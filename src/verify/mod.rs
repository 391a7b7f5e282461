//! Elements × summary → statuses, and findings about the summary (E). No decision.

mod actions;
mod actors;
mod alone;
mod answers;
mod antonyms;
mod apart;
mod approvals;
mod back;
mod bindings;
mod bounds;
mod claims;
mod clauses;
mod conditions;
mod contrasts;
mod denials;
mod diff;
mod findings;
mod frames;
mod guesses;
mod headings;
mod identifiers;
mod index;
mod injected;
mod later;
mod limits;
mod mentions;
mod met;
mod narrowed;
mod novel;
mod opposed;
mod ordering;
mod overturned;
mod pair;
mod picks;
mod progress;
mod relation;
mod rows;
mod sections;
mod sequence;
mod shape;
mod skewed;
mod sources;
mod stale;
mod stands;
mod state;
mod states;
mod swap;
mod times;
mod told;
mod value;
mod void;
mod waived;
mod wishes;

pub(crate) use antonyms::are_opposites;
pub(crate) use clauses::Judgement;
pub(crate) use findings::Found;
pub(crate) use injected::injected;
pub(crate) use pair::{any_of, breaks, clauses, has_stem, marks_of, stems};
pub(crate) use relation::{Relation, operands};
pub(crate) use skewed::skewed;
pub(crate) use sources::Sources;
pub(crate) use stale::{Correction, Replaced, outdated, two_live_values};
pub(crate) use stands::{keeps, stands};
pub(crate) use value::{is_distinctive, is_numeric, is_same_number, key, same_sort};

use crate::class::Class;
use crate::element::{Evidence, FindingKind, Kind, Part, Status};
use crate::extract::{Extraction, Host, Mark, PATTERN, extract, sentence_at};
use crate::lexicon::HostCues;
use crate::text::{KeySet, Sentence, Span, Word, hash, join, offset, place_of};
use alloc::vec;
use alloc::vec::Vec;
use back::{SAID, corrected, exchanged, heard_again, note, noted_near, promoted, read_back};
use core::cell::OnceCell;
use denials::Denials;
use findings::Known;
use index::{Alignment, Index, Scratch};
use mentions::Mentions;
use pair::Pair;

/// A text to search.
pub(crate) struct Target<'a> {
    pub(crate) part: Part,
    pub(crate) message: Option<u32>,
    pub(crate) text: Extraction<'a>,
    index: Index,
    /// Its marks that are compared by value.
    numbers: value::Numbers,
}

impl<'a> Target<'a> {
    #[inline(never)]
    pub(crate) fn new(part: Part, message: Option<u32>, text: &'a str, cues: &HostCues) -> Target<'a> {
        Target::of(part, message, extract(text, Host { declared: &[], patterns: &[], cues }))
    }

    /// A text that was read already.
    pub(crate) fn of(part: Part, message: Option<u32>, text: Extraction<'a>) -> Target<'a> {
        let numeric = |mark: &&Mark| mark.class == Class::Identifier && value::is_numeric(mark.kind);
        let numbers = text.marks.iter().filter(numeric);
        let numbers = numbers.map(|mark| value::Number::new(mark.kind, mark.span, mark.span.of(text.scan.text)));
        let numbers = value::Numbers::new(numbers, text.scan.text);
        let index = Index::new(&text);
        Target { part, message, text, index, numbers }
    }

    /// What stands at some bytes.
    pub(crate) fn evidence(&self, span: Span) -> Evidence {
        Evidence {
            part: self.part,
            message: self.message,
            start: span.start,
            end: span.end,
            text: span.of(self.text.scan.text).into(),
        }
    }
}

/// A judgement and the target its evidence is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) judgement: Judgement,
    /// Index into the targets.
    pub(crate) target: usize,
}

/// What a verification found.
#[derive(Clone)]
pub(crate) struct Outcomes {
    /// For each message, for each of its marks: the outcome, where the mark is selected. Empty where no mark of the message is.
    pub(crate) marks: Vec<Vec<Option<Outcome>>>,
    pub(crate) findings: Vec<Found>,
}

/// Which marks of which message are load-bearing.
pub(crate) type Selected = [Vec<bool>];

/// Verifies against the summary alone, but for sentences that are dead, by message and number. With the tokens of the source its shape is judged too: is it a summary at all?
pub(crate) fn in_summary(
    sources: &Sources<'_>,
    selected: &Selected,
    dead: &KeySet,
    summary: &Target<'_>,
    source_tokens: Option<u32>,
) -> Outcomes {
    let mut outcomes = Outcomes { marks: Vec::with_capacity(sources.texts.len()), findings: Vec::new() };
    let (mut scratch, mut judgements) = (Scratch::new(), Vec::new());
    // Sentences that some message says word for word: they are about what they say, not about what resembles it.
    let quoted: Vec<bool> = {
        let scan = &summary.text.scan;
        scan.sentences.iter().map(|sentence| sources.says(scan.words(sentence))).collect()
    };
    let is_quoted = |at: Alignment| at.sentences.len() == 1 && quoted.get(at.sentences.start as usize) == Some(&true);
    // For each sentence of the summary the source sentence that it says most of.
    let mut said: Vec<Option<(u32, u32, Alignment)>> = vec![None; summary.text.scan.sentences.len()];
    // And that which it shares most words with, however little of either that is.
    let mut near: Vec<Option<(u32, u32, u32)>> = vec![None; said.len()];
    // What was said before in the same words says nothing more.
    let mut heard = KeySet::new();
    let mut sequences = sources.sequences().0.iter().copied();
    for (message, (source, selected)) in sources.texts.iter().zip(selected).enumerate() {
        // Of a message without load-bearing marks there is nothing to tell.
        let mut statuses = if selected.contains(&true) { vec![None; source.marks.len()] } else { Vec::new() };
        let mut past = 0;
        for (number, sentence) in source.scan.sentences.iter().enumerate() {
            let number = offset(number);
            let first = past;
            past += source.marks.iter().skip(first).take_while(|mark| mark.sentence == number).count();
            let wanted = selected.get(first..past).unwrap_or(&[]);
            let needed = wanted.contains(&true);
            let speaks = sentence.region.speaks() && sentence.words.len() > 2;
            let sequence = sequences.next().unwrap_or(0);
            if !(needed || speaks && !dead.contains(join(offset(message), number))) {
                continue;
            }
            if !heard.insert(sequence) && !needed {
                continue;
            }
            let words = source.scan.words(sentence);
            let least = if needed { 0.0 } else { SAID };
            let alignment = summary.index.align_known(&summary.text, (words, sequence), least, &mut scratch);
            if let Some(alignment) = alignment {
                note(&mut said, alignment, offset(message), number);
                noted_near(&mut near, alignment, offset(message), number);
            }
            if let (true, Some(here), Some(statuses)) =
                (needed, source.marks.get(first..past), statuses.get_mut(first..past))
            {
                let quoted = alignment.is_some_and(is_quoted);
                judge_sentence(
                    (source, sentence),
                    (here, wanted),
                    summary,
                    (alignment, quoted),
                    (&mut scratch, &mut judgements),
                );
                for (slot, judgement) in statuses.iter_mut().zip(&judgements) {
                    *slot = judgement.map(|judgement| Outcome { judgement, target: 0 });
                }
            }
        }
        in_order(source, &summary.text, &mut statuses);
        outcomes.marks.push(statuses);
    }
    // What the source says too is content, even if it sounds like a refusal.
    let told = |alignment: Alignment| alignment.forward >= 0.6 && alignment.backward >= 0.6;
    let told = said.first().copied().flatten().is_some_and(|(_, _, alignment)| told(alignment));
    let shape = source_tokens.filter(|_| !told).and_then(|tokens| shape::not_a_summary(&summary.text, tokens));
    if let Some((span, _)) = shape {
        outcomes.findings.push(Found { kind: FindingKind::NotASummary, class: None, span, against: None });
    }
    let mentions = Mentions::new(sources, summary, &quoted);
    heard_again(summary, &mentions, dead, &mut said);
    corrected(sources, summary, &mentions, &mut outcomes);
    void::unsaid(sources, summary, &mut outcomes);
    opposed::contradict(sources, summary, &mut outcomes);
    opposed::excused(summary, &mentions, &mut outcomes);
    told::told(sources, summary, &mentions, &mut outcomes);
    rows::columns(summary, &mentions, &mut outcomes);
    sections::exchanged(sources, summary, &mentions, &mut outcomes);
    let denials = OnceCell::new();
    let denials = || denials.get_or_init(|| Denials::new(&sources.texts));
    promoted(sources, &denials, &mut outcomes);
    exchanged(sources, summary, &near, &mut outcomes.findings);
    // What is not selected may be told wrongly too.
    let open = |message: usize, mark: usize| {
        let outcome = outcomes.marks.get(message).and_then(|marks| *marks.get(mark)?);
        let sentence = sources.texts.get(message).and_then(|source| source.marks.get(mark)).map(|mark| mark.sentence);
        outcome
            .is_none_or(|outcome| outcome.judgement.status.is_kept() || outcome.judgement.status == Status::Unverified)
            && sentence.is_some_and(|sentence| !dead.contains(join(offset(message), sentence)))
    };
    let guesses = guesses::told(sources, summary, &mentions, &open);
    outcomes.findings.extend(guesses);
    read_back(sources, summary, &said, &denials, &mut outcomes);
    frames::retold(sources, dead, summary, &mentions, &mut outcomes);
    sequence::turned(summary, &mentions, &mut outcomes);
    let (texts, all) = (sources.texts.as_slice(), &mut outcomes.findings);
    progress::all_done(texts, selected, summary, all);
    states::states(sources, summary, &mentions, all);
    progress::boxes(sources, summary, &mentions, all);
    let picks = picks::picks(sources);
    claims::granted((sources, &picks), summary, all);
    picks::misread(&picks, summary, &mentions, all);
    approvals::unfounded(summary, &mentions, all);
    approvals::measured(sources, summary, &mentions, all);
    void::revived(summary, &mentions, dead, all);
    met::met(sources, summary, &mentions, all);
    void::lifted(sources, summary, all);
    waived::waived(summary, &mentions, all);
    contrasts::told(sources, summary, &mentions, all);
    narrowed::narrowed(sources, summary, &mentions, all);
    waived::excepted(summary, &mentions, all);
    waived::admitted(summary, &mentions, all);
    bounds::turned(summary, &mentions, all);
    bindings::reversed(summary, &mentions, all);
    rows::exchanged(summary, &mentions, all);
    actors::exchanged(sources, summary, &mentions, all);
    wishes::ascribed(sources, summary, all);
    wishes::uttered(sources, summary, &mentions, all);
    claims::resumed(summary, &mentions, dead, all);
    answers::turned((sources, &picks), summary, &mentions, &mut outcomes);
    let all = &mut outcomes.findings;
    let spoken = |word: &Word| Known { keys: &|| sources.keys(), words: sources.words() }.speaks(word);
    findings::quotes(summary, &spoken, all);
    novel::novel(sources, summary, &mentions, all);
    overturned::overturned(sources, summary, &mentions, &mut outcomes);
    outcomes
}

/// Why a step is not kept that the summary tells too early.
pub(crate) const OUT_OF_ORDER: &str = "the step stands before an earlier one";

/// Numbered steps are kept only where they stand in their order: each after the one before it, or with its own number.
fn in_order(source: &Extraction<'_>, target: &Extraction<'_>, statuses: &mut [Option<Outcome>]) {
    let mut past: Option<(Span, Span)> = None;
    let step = |text: &Extraction<'_>, sentence: u32| text.scan.sentences.get(sentence as usize)?.step;
    for (mark, slot) in source.marks.iter().zip(statuses) {
        let Some(outcome) = slot.as_mut().filter(|_| mark.kind == Kind::Step && mark.cue.is_empty()) else { continue };
        let Some(span) = outcome.judgement.evidence.filter(|_| outcome.judgement.status.is_kept()) else { continue };
        let at = sentence_at(&target.scan, span.start);
        let told = step(target, at);
        let early = |(past, scope): (Span, Span)| {
            span.start < past.start && step(source, mark.sentence) != told
                || at == sentence_at(&target.scan, past.start) && crossed(source, target, (scope, mark.scope), at)
        };
        if past.is_some_and(early) {
            outcome.judgement = Judgement::new(Status::Unverified, Some(span), OUT_OF_ORDER);
        }
        past = Some((span, mark.scope));
    }
}

/// Whether one sentence tells the second of two steps before the first: a word of each that the other has not, with nothing that
/// turns the order around.
fn crossed(source: &Extraction<'_>, target: &Extraction<'_>, (first, second): (Span, Span), at: u32) -> bool {
    const TURNS: [u32; 5] = [hash("before"), hash("after"), hash("once"), hash("until"), hash("when")];
    let words = target.scan.sentences.get(at as usize).map_or(&[][..], |sentence| target.scan.words(sentence));
    let [first, second] = [first, second].map(|scope| stems(scope.slice(&source.scan.words)));
    let place = |own: &[u32], other: &[u32]| {
        words.iter().position(|word| own.contains(&word.stem) && !other.contains(&word.stem))
    };
    !any_of(words, &TURNS)
        && matches!((place(&first, &second), place(&second, &first)), (Some(first), Some(second)) if second < first)
}

/// Looks in the pins and the tail for what the summary does not keep. What it damages stays damaged (F2).
///
/// The first of the targets is the second of the event: that before it is the summary.
pub(crate) fn beside(sources: &[Extraction<'_>], targets: &[&Target<'_>], outcomes: &mut Outcomes) {
    let open = |outcome: &Option<Outcome>| {
        outcome.is_some_and(|outcome| !outcome.judgement.status.is_kept() && !outcome.judgement.status.is_damaged())
    };
    let (mut wanted, mut judgements) = (Vec::new(), Vec::new());
    for (at, target) in targets.iter().enumerate() {
        let mut scratch = Scratch::new();
        let kept = if target.part == Part::Tail { Status::Tail } else { Status::Pinned };
        for (source, statuses) in sources.iter().zip(&mut outcomes.marks) {
            let mut past = 0;
            // From one open mark to the next, sentence by sentence.
            while let Some(next) = statuses.get(past..).and_then(|rest| rest.iter().position(open)) {
                let Some(mark) = source.marks.get(past + next) else { break };
                let of_sentence = |other: &&Mark| other.sentence == mark.sentence;
                let first = past + next;
                past = first + source.marks.iter().skip(first).take_while(of_sentence).count();
                let (Some(here), Some(statuses), Some(sentence)) = (
                    source.marks.get(first..past),
                    statuses.get_mut(first..past),
                    source.scan.sentences.get(mark.sentence as usize),
                ) else {
                    break;
                };
                wanted.clear();
                wanted.extend(statuses.iter().map(open));
                let alignment = target.index.align(&target.text, source.scan.words(sentence), 0.0, &mut scratch);
                judge_sentence(
                    (source, sentence),
                    (here, &wanted),
                    target,
                    (alignment, false),
                    (&mut scratch, &mut judgements),
                );
                for (slot, judgement) in statuses.iter_mut().zip(&judgements) {
                    if let Some(judgement) = judgement.filter(|judgement| judgement.status.is_kept()) {
                        *slot = Some(Outcome { judgement: Judgement { status: kept, ..judgement }, target: at + 1 });
                    }
                }
            }
        }
    }
}

/// Where a target says a sentence of the source, and how closely.
pub(crate) struct Place {
    /// Bytes of the target.
    pub(crate) span: Span,
    /// As [`Alignment::forward`] and `backward`, in per cent.
    pub(crate) shares: [u32; 2],
    pub(crate) tight: bool,
}

/// The place that the marks of a sentence are judged by; `None` where no content word of it stands in the target.
pub(crate) fn place(source: &Extraction<'_>, sentence: u32, target: &Target<'_>) -> Option<Place> {
    let sentence = source.scan.sentences.get(sentence as usize)?;
    let at = target.index.align(&target.text, source.scan.words(sentence), 0.0, &mut Scratch::new())?;
    let pair = Pair::new(source, sentence, &target.text, at);
    let shares = [at.forward, at.backward].map(|share| (share * 100.0 + 0.5) as u32);
    Some(Place { span: pair.target_span(), shares, tight: pair.is_tight() })
}

/// Judges the wanted marks of one sentence in one target; with the alignment whether the place is a quote of some message.
/// The judgements stand in the order of the marks, none for those that are not wanted.
fn judge_sentence(
    (source, sentence): (&Extraction<'_>, &Sentence),
    (marks, wanted): (&[Mark], &[bool]),
    target: &Target<'_>,
    (alignment, quoted): (Option<Alignment>, bool),
    (scratch, judgements): (&mut Scratch, &mut Vec<Option<Judgement>>),
) {
    let pair = alignment.map(|alignment| Pair { quoted, ..Pair::new(source, sentence, &target.text, alignment) });
    // What the place says of every clause alike, if it does.
    let clauses = match &pair {
        None => Some(Judgement::new(Status::Unverified, None, "no sentence shares a word")),
        Some(pair) => pair.verbatim().map(|span| {
            // Every word of it may stand there, and something around it that takes it back or narrows it.
            let (status, because) = match pair.qualified(span) {
                Some(status) => (status, "something around it denies, narrows or softens it"),
                None => (Status::Verbatim, "the sentence stands there word for word"),
            };
            Judgement::new(status, Some(span), because)
        }),
    };
    let mut apart: [bool; Class::ALL.len()] = [false; Class::ALL.len()];
    judgements.clear();
    judgements.extend(marks.iter().zip(wanted).map(|(mark, wanted)| match mark.class {
        _ if !wanted => None,
        Class::Identifier => Some(identifiers::judge(target, source, mark, pair.as_ref())),
        Class::Declared => Some(declared(target, source, mark)),
        class => match (clauses, &pair) {
            (Some(judgement), None) => Some(gone(judgement, source, target, mark)),
            (Some(judgement), Some(_)) => Some(judgement),
            (None, _) => {
                if let Some(apart) = apart.get_mut(class as usize) {
                    *apart = true;
                }
                None
            }
        },
    }));
    let Some(pair) = pair else { return };
    for class in Class::ALL.into_iter().filter(|class| apart.get(*class as usize) == Some(&true)) {
        let asked = |(mark, wanted): &(&Mark, &bool)| **wanted && mark.class == class;
        let of_class: Vec<&Mark> = marks.iter().zip(wanted).filter(asked).map(|(mark, _)| mark).collect();
        let mut judged = clauses::judge(&pair, class, &of_class).into_iter();
        for ((mark, _), slot) in marks.iter().zip(wanted).zip(judgements.iter_mut()).filter(|(asking, _)| asked(asking))
        {
            *slot = judged.next().map(|judgement| gone(judgement, source, target, mark));
        }
    }
    // On tight alignment the sentence is told as one, and what became of its clauses is told there.
    let tight = pair.is_tight();
    let slots = marks.iter().zip(judgements.iter_mut());
    for (mark, slot) in slots.filter(|(mark, _)| !matches!(mark.class, Class::Identifier | Class::Declared)) {
        let Some(judgement) = slot else { continue };
        let elsewhere = || !tight || pair.share_of(mark) < 0.5;
        if judgement.status == Status::Unverified && elsewhere() {
            *judgement = apart::kept(source, sentence, mark, target, scratch).unwrap_or(*judgement);
        }
        if opposed::turned(sentence, mark, target, judgement) {
            let because = "asked in one place, told in the other";
            *judgement = Judgement::new(Status::Unverified, judgement.evidence, because);
        }
        if let Some(judged) = conditions::judged(&pair, mark, judgement) {
            *judgement = judged;
        }
    }
}

/// A clause of which no content word stands anywhere is missing; of others nobody knows.
fn gone(judgement: Judgement, source: &Extraction<'_>, target: &Target<'_>, mark: &Mark) -> Judgement {
    if judgement.status != Status::Unverified {
        return judgement;
    }
    let sentence = source.scan.sentences.get(mark.sentence as usize);
    let stems = index::content_stems(sentence.map_or(&[], |sentence| source.scan.words(sentence)));
    if stems.len() >= 4 && !stems.iter().any(|stem| target.index.has_stem(*stem as u32)) {
        return Judgement::new(Status::Missing, None, "none of its words stands there");
    }
    judgement
}

fn declared(target: &Target<'_>, source: &Extraction<'_>, mark: &Mark) -> Judgement {
    let token = mark.span.of(source.scan.text);
    let text = target.text.scan.text;
    // What a pattern found is a token: it does not stand within a longer one.
    let span = |at: usize| Span::new(offset(at), offset(at + token.len()));
    let whole = |at: &usize| mark.id != PATTERN || identifiers::is_whole(text, span(*at), Kind::Id);
    let mut from = 0;
    while let Some(at) = place_of(token, text.get(from..).unwrap_or("")).map(|at| from + at) {
        if whole(&at) {
            return Judgement::new(Status::Verbatim, Some(span(at)), "it stands there");
        }
        from = at + token.len().max(1);
    }
    Judgement::new(Status::Missing, None, "it stands nowhere")
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_says_what_it_shares_most_with_from_two_fifths_on() {
        let at = |forward, backward, shared| {
            let (sentences, words) = (Span::new(0, 1), Span::default());
            Alignment { sentences, words, forward, backward, shared }
        };
        let said = |alignments: &[Alignment]| {
            let mut said = [None];
            alignments.iter().zip(0..).for_each(|(alignment, sentence)| note(&mut said, *alignment, 0, sentence));
            said[0].map(|(_, sentence, _)| sentence)
        };
        assert_eq!(said(&[at(0.4, 0.4, 2)]), Some(0));
        assert_eq!(said(&[at(0.3, 0.9, 2)]), None);
        assert_eq!(said(&[at(0.9, 0.3, 2)]), None);
        assert_eq!(said(&[at(0.5, 0.5, 2), at(0.5, 0.5, 3), at(0.9, 0.9, 3)]), Some(1));
    }
}
