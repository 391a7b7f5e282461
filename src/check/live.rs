//! What of the selected is live (D6), and which lines of earlier pins are (F1).

use super::{Event, host};
use crate::element::{Because, Status};
use crate::extract::{self, Extraction};
use crate::lexicon::HostCues;
use crate::repair;
use crate::select::is_selected;
use crate::supersede::{By, How, Said, Voice, replaced, superseded};
use crate::text::{KeySet, Span, join, offset, ordered};
use crate::verify::{
    self, Correction, Judgement, Outcome, Outcomes, Replaced, Sources, Target, outdated, two_live_values,
};
use alloc::string::String;
use alloc::vec::Vec;

/// The source without what it superseded itself.
pub(super) struct Live<'a> {
    /// Which marks are load-bearing and live.
    pub(super) selected: Vec<Vec<bool>>,
    /// The load-bearing ones that are not, and what superseded them.
    dead: Vec<Vec<Option<By>>>,
    /// Their sentences.
    sentences: KeySet,
    replaced: Vec<Replaced>,
    corrections: Vec<Correction>,
    /// The lines of earlier pins, each once, without those that the source superseded.
    pub(super) carried: Vec<&'a str>,
    /// Whether a line of earlier pins was superseded.
    pub(super) stale: bool,
}

impl<'a> Live<'a> {
    pub(super) fn new(
        event: &Event<'a>,
        cues: &HostCues,
        sources: &[Extraction<'a>],
        because: &[Vec<Because>],
    ) -> Live<'a> {
        let mut lines = repair::carried(event.pinned);
        lines.extend(repair::split(event.summary).1);
        let mut seen = KeySet::new();
        lines.retain(|line| seen.insert(repair::line_key(line)));
        let texts: Vec<Extraction<'a>> = lines.iter().map(|line| extract::extract(line, host(event, cues))).collect();
        // What was carried was said before.
        let first = offset(texts.len());
        let mut said: Vec<Said<'_>> = texts.iter().map(|source| Said { voice: Voice::Carried, source }).collect();
        let voices = event.source.iter().map(Voice::of);
        said.extend(sources.iter().zip(voices).map(|(source, voice)| Said { voice, source }));
        let wanted = |message: u32, mark: usize| {
            let Some(message) = message.checked_sub(first) else { return true };
            because.get(message as usize).and_then(|because| because.get(mark)).is_some_and(may_be_dead)
        };
        let (mut dead, mut corrections) = superseded(&said, &wanted);
        let ends: Vec<Vec<Option<By>>> = dead.drain(..texts.len()).collect();
        let over = |marks: &[Option<By>]| !marks.is_empty() && marks.iter().all(Option::is_some);
        // A line that the source says itself, and that is live there, was not said before it.
        let mut repeated = KeySet::new();
        if ends.iter().any(|marks| over(marks)) {
            for (source, dead) in sources.iter().zip(&dead) {
                for (mark, _) in source.marks.iter().zip(dead).filter(|(_, by)| by.is_none()) {
                    let sentence = source.scan.sentences.get(mark.sentence as usize);
                    let said = sentence.map_or("", |sentence| source.scan.str(source.scan.numbered(sentence)));
                    repeated.insert(repair::line_key(said));
                }
            }
        }
        let mut carried: Vec<&str> = Vec::new();
        for (line, marks) in lines.iter().zip(&ends) {
            if !over(marks) || repeated.contains(repair::line_key(line)) {
                carried.push(line);
            }
        }
        dead.iter_mut().flatten().flatten().for_each(|by| by.message -= first);
        let replaced = replaced(&dead);
        // What was done since may have been done with the old value.
        let is_dead = |(message, mark): (u32, u32)| {
            let by = dead.get(message as usize).and_then(|marks| *marks.get(mark as usize)?);
            by.is_some_and(|by| by.how != How::Done)
        };
        corrections.retain_mut(|correction| {
            let [old, new] = [&mut correction.old, &mut correction.new];
            let own = old.0 >= first && new.0 >= first;
            for place in [old, new] {
                place.0 = place.0.saturating_sub(first);
            }
            own && !is_dead(correction.old) && !is_dead(correction.new)
        });
        // By sentence: marks are in the order of their sentences.
        let corrections = ordered(ordered(corrections, |correction| correction.old.1), |correction| correction.old.0);
        let mut selected: Vec<Vec<bool>> = Vec::with_capacity(because.len());
        let mut sentences = KeySet::new();
        for (message, ((because, dead), source)) in because.iter().zip(&mut dead).zip(sources).enumerate() {
            let mut live = Vec::with_capacity(dead.len());
            for ((because, by), mark) in because.iter().zip(dead).zip(&source.marks) {
                if by.is_some() {
                    sentences.insert(join(offset(message), mark.sentence));
                }
                let selected = is_selected(*because);
                live.push(selected && by.is_none());
                if !selected {
                    *by = None;
                }
            }
            selected.push(live);
        }
        Live { selected, dead, sentences, replaced, stale: carried.len() < lines.len(), carried, corrections }
    }

    /// Verifies against the summary alone; what is superseded is kept.
    pub(super) fn in_summary(&self, sources: &Sources<'_>, summary: &Target<'_>, tokens: Option<u32>) -> Outcomes {
        let mut outcomes = verify::in_summary(sources, &self.selected, &self.sentences, summary, tokens);
        for (marks, dead) in outcomes.marks.iter_mut().zip(&self.dead) {
            if dead.iter().any(Option::is_some) {
                marks.resize(dead.len(), None);
            }
            for (slot, by) in marks.iter_mut().zip(dead) {
                if let Some(by) = by {
                    let judgement = Judgement::new(Status::Superseded, None, said_later(by.how));
                    *slot = Some(Outcome { judgement, target: 0 });
                }
            }
        }
        // What was said first would only bring back what is over.
        for found in &mut outcomes.findings {
            found.against = found.against.map(|place| self.later(&sources.texts, place).unwrap_or(place));
        }
        outcomes.findings.extend(two_live_values(&sources.texts, summary, &self.replaced));
        outdated(sources, summary, &self.corrections, &mut outcomes);
        outcomes
    }

    /// What goes with some pins: the sentences that seem to correct a value in them. All of them in the order of the source.
    pub(super) fn with_corrections(
        &self,
        sources: &[Extraction<'_>],
        mut lines: Vec<(u64, String)>,
    ) -> Vec<(u64, String)> {
        let at = |(message, mark): (u32, u32)| {
            let mark = sources.get(message as usize)?.marks.get(mark as usize)?;
            Some(join(message, mark.sentence))
        };
        // A clause may live on whose value was replaced: "use a cursor, batch size 500".
        let replaced = self.replaced.iter().map(|pair| (pair.old, pair.new));
        let corrected = self.corrections.iter().map(|correction| (correction.old, correction.new));
        let places = replaced.chain(corrected).filter_map(|(old, new)| at(old).zip(at(new)));
        let places: Vec<(u64, u64)> = ordered(places.filter(|(old, new)| old != new).collect(), |(old, _)| *old as u32);
        let places = ordered(places, |(old, _)| (*old >> 32) as u32);
        if places.is_empty() {
            return lines;
        }
        let mut there = KeySet::new();
        lines.iter().for_each(|(place, _)| {
            there.insert(*place);
        });
        // What is corrected may have corrected something itself.
        let mut seen = 0;
        while let Some((place, _)) = lines.get(seen) {
            let first = places.partition_point(|(old, _)| old < place);
            let own = places.get(first..).unwrap_or(&[]).iter().take_while(|(old, _)| old == place);
            let by: Vec<u64> = own.map(|(_, new)| *new).filter(|new| there.insert(*new)).collect();
            lines.extend(by.into_iter().map(|by| (by, repair::line(sources, ((by >> 32) as u32, by as u32)))));
            seen += 1;
        }
        ordered(ordered(lines, |(place, _)| *place as u32), |(place, _)| (*place >> 32) as u32)
    }

    /// The sentence that superseded another, both as message and bytes.
    fn later(&self, sources: &[Extraction<'_>], (message, span): (u32, Span)) -> Option<(u32, Span)> {
        let marks = &sources.get(message as usize)?.marks;
        let first = marks.partition_point(|mark| mark.span.start < span.start);
        let within = marks.iter().zip(self.dead.get(message as usize)?).skip(first);
        let (_, by) = within.take_while(|(mark, _)| mark.span.start < span.end).find(|(_, by)| by.is_some())?;
        let by = (*by)?;
        let sentence = sources.get(by.message as usize)?.scan.sentences.get(by.sentence as usize)?;
        Some((by.message, sentence.span))
    }

    /// What a user seems to have corrected a mark by.
    pub(super) fn correction(&self, sources: &[Extraction<'_>], message: usize, mark: usize) -> Option<By> {
        let place = (offset(message), offset(mark));
        let first = self.corrections.partition_point(|correction| correction.old < place);
        let (message, mark) = self.corrections.get(first).filter(|correction| correction.old == place)?.new;
        let sentence = sources.get(message as usize)?.marks.get(mark as usize)?.sentence;
        Some(By { message, sentence, mark: Some(mark), how: How::Replaced })
    }

    /// What superseded a mark.
    pub(super) fn by(&self, message: usize, mark: usize) -> Option<By> {
        self.dead.get(message)?.get(mark).copied().flatten()
    }
}

/// For each mark of the source, whether anyone looked for what superseded it, and what did.
pub(super) fn ended(
    event: &Event<'_>,
    sources: &[Extraction<'_>],
    because: &[Vec<Because>],
) -> Vec<Vec<Option<Option<By>>>> {
    let voices = event.source.iter().map(Voice::of);
    let said: Vec<Said<'_>> = sources.iter().zip(voices).map(|(source, voice)| Said { voice, source }).collect();
    let wanted = |message: u32, mark: usize| {
        because.get(message as usize).and_then(|because| because.get(mark)).is_some_and(may_be_dead)
    };
    let (dead, _) = superseded(&said, &wanted);
    let looked = dead.into_iter().zip(because).map(|(dead, because)| {
        dead.into_iter().zip(because).map(|(by, because)| may_be_dead(because).then_some(by)).collect()
    });
    looked.collect()
}

const fn said_later(how: How) -> &'static str {
    match how {
        How::Replaced => "the source replaced it later",
        How::Withdrawn => "the source took it back later",
        How::Done => "the source tells it as done later",
        How::Confirmed => "the source confirmed it later",
        How::Rejected => "the source rejected it later",
    }
}

/// What a user said before and had answered is not load-bearing, but a summary may still tell it as live.
const fn may_be_dead(because: &Because) -> bool {
    is_selected(*because) || matches!(because, Because::Answered)
}
