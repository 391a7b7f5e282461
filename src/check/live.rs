//! What of the selected is live (D6), and which lines of earlier pins are (F1).

use super::Event;
use crate::element::{Because, Evidence, Part, Status};
use crate::extract::{self, Extraction};
use crate::repair;
use crate::select::is_selected;
use crate::supersede::{By, Said, Voice, replaced, superseded};
use crate::text::{KeySet, offset};
use crate::verify::{self, Judgement, Outcome, Outcomes, Replaced, Sources, Target, two_live_values};
use alloc::vec;
use alloc::vec::Vec;

/// The source without what it superseded itself.
pub(super) struct Live<'a> {
    /// Which marks are load-bearing and live.
    pub(super) selected: Vec<Vec<bool>>,
    /// The load-bearing ones that are not, and what superseded them.
    dead: Vec<Vec<Option<By>>>,
    replaced: Vec<Replaced>,
    /// The lines of earlier pins, each once, without those that the source superseded.
    pub(super) carried: Vec<&'a str>,
    /// Whether a line of earlier pins was superseded.
    pub(super) stale: bool,
}

impl<'a> Live<'a> {
    pub(super) fn new(event: &Event<'a>, sources: &[Extraction<'a>], because: &[Vec<Because>]) -> Live<'a> {
        let mut lines = repair::carried(event.pinned);
        lines.extend(repair::split(event.summary).1);
        let mut seen = KeySet::new();
        lines.retain(|line| seen.insert(repair::line_key(line)));
        let texts: Vec<Extraction<'a>> = lines.iter().map(|line| extract::extract(line, event.declared)).collect();
        let every: Vec<Vec<bool>> = texts.iter().map(|text| vec![true; text.marks.len()]).collect();
        let wanted: Vec<Vec<bool>> = because.iter().map(|because| because.iter().map(may_be_dead).collect()).collect();
        let before = texts.iter().zip(&every).map(|(source, wanted)| Said { voice: Voice::Carried, source, wanted });
        let said = sources.iter().zip(&wanted).zip(event.source);
        let said = said.map(|((source, wanted), message)| Said { voice: Voice::of(message), source, wanted });
        let said: Vec<Said<'_>> = before.chain(said).collect();
        let mut all = superseded(&said);
        let carried = all.drain(..texts.len()).collect::<Vec<_>>();
        for by in all.iter_mut().flatten().flatten() {
            by.message -= offset(texts.len());
        }
        let lives = |marks: &Vec<Option<By>>| marks.is_empty() || marks.contains(&None);
        let mut live: Vec<&str> = Vec::new();
        let mut said_again: Option<KeySet> = None;
        for (line, marks) in lines.iter().zip(&carried) {
            let mut again =
                || said_again.get_or_insert_with(|| said_live(sources, &all)).contains(repair::line_key(line));
            if lives(marks) || again() {
                live.push(line);
            }
        }
        let replaced = replaced(&all);
        let pick = |because: &Because, by: &Option<By>| if is_selected(*because) { *by } else { None };
        let selected = because.iter().zip(&all).map(|(because, all)| {
            because.iter().zip(all).map(|(because, by)| is_selected(*because) && by.is_none()).collect()
        });
        Live {
            selected: selected.collect(),
            dead: because
                .iter()
                .zip(&all)
                .map(|(because, all)| because.iter().zip(all).map(|(because, by)| pick(because, by)).collect())
                .collect(),
            replaced,
            stale: live.len() < lines.len(),
            carried: live,
        }
    }

    /// Verifies against the summary alone; what is superseded is kept.
    pub(super) fn in_summary(&self, sources: &Sources<'_>, summary: &Target<'_>, tokens: Option<u32>) -> Outcomes {
        let mut outcomes = verify::in_summary(sources, &self.selected, summary, tokens);
        for (marks, dead) in outcomes.marks.iter_mut().zip(&self.dead) {
            for (slot, _) in marks.iter_mut().zip(dead).filter(|(_, by)| by.is_some()) {
                let judgement = Judgement::new(Status::Superseded, None, "the source took it back later");
                *slot = Some(Outcome { judgement, target: 0 });
            }
        }
        outcomes.findings.extend(two_live_values(&sources.texts, summary, &self.replaced));
        outcomes
    }

    /// The sentence of the source that superseded a mark.
    pub(super) fn evidence(&self, sources: &[Extraction<'_>], message: usize, mark: usize) -> Option<Evidence> {
        let by = self.dead.get(message)?.get(mark).copied().flatten()?;
        let source = sources.get(by.message as usize)?;
        let span = source.scan.sentences.get(by.sentence as usize)?.span;
        Some(Evidence {
            part: Part::Source,
            message: Some(by.message),
            start: span.start,
            end: span.end,
            text: span.of(source.scan.text).into(),
        })
    }
}

/// The sentences of the source that hold something live, as lines.
fn said_live(sources: &[Extraction<'_>], dead: &[Vec<Option<By>>]) -> KeySet {
    let mut said = KeySet::new();
    for (source, dead) in sources.iter().zip(dead) {
        let mut last = None;
        for (mark, _) in source.marks.iter().zip(dead).filter(|(_, by)| by.is_none()) {
            if last.replace(mark.sentence) != Some(mark.sentence)
                && let Some(sentence) = source.scan.sentences.get(mark.sentence as usize)
            {
                said.insert(repair::line_key(&repair::one_line(sentence.span.of(source.scan.text))));
            }
        }
    }
    said
}

/// What a user said before and had answered is not load-bearing, but a summary may still tell it as live.
const fn may_be_dead(because: &Because) -> bool {
    is_selected(*because) || matches!(because, Because::Answered)
}
