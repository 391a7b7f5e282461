//! Statuses of negations, obligations and hypotheses: is the cue's meaning still about the same words (E1–E3)?

use super::ordering;
use super::pair::{Pair, content, share};
use crate::class::Class;
use crate::element::{Kind, Status};
use crate::extract::Mark;
use crate::text::Span;
use alloc::vec;
use alloc::vec::Vec;

/// What became of one element, and the words of the target (bytes) that say so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judgement {
    pub(crate) status: Status,
    pub(crate) evidence: Option<Span>,
    /// The step that led here, for explanations.
    pub(crate) because: &'static str,
}

impl Judgement {
    pub(crate) const fn new(status: Status, evidence: Option<Span>, because: &'static str) -> Judgement {
        Judgement { status, evidence, because }
    }
}

/// Judges the elements of one class in one sentence together: a cue of the target stands for one of the source only.
pub(crate) fn judge(pair: &Pair<'_>, class: Class, marks: &[&Mark]) -> Vec<Judgement> {
    let there: Vec<&Mark> = pair.target_marks(class).collect();
    let partners = partners(pair, marks, &there);
    marks
        .iter()
        .zip(&partners)
        .map(|(mark, partner)| {
            let partner = partner.and_then(|at| there.get(at)).copied();
            match partner {
                Some(partner) => compare(pair, mark, partner),
                None => alone(pair, mark),
            }
        })
        .collect()
}

/// For each element of the source the cue of the target that stands for it, by place first and then by scope.
fn partners(pair: &Pair<'_>, marks: &[&Mark], there: &[&Mark]) -> Vec<Option<usize>> {
    let mut partners = vec![None; marks.len()];
    let mut taken = vec![false; there.len()];
    for test in [same_place as fn(&Pair<'_>, &Mark, &Mark) -> bool, same_gap, same_scope] {
        for (partner, mark) in partners.iter_mut().zip(marks) {
            if partner.is_some() {
                continue;
            }
            let found = there.iter().zip(&taken).position(|(other, taken)| !taken && test(pair, mark, other));
            if let Some(slot) = found.and_then(|at| taken.get_mut(at)) {
                *slot = true;
                *partner = found;
            }
        }
    }
    partners
}

fn cue_words(pair: &Pair<'_>, mark: &Mark, source: bool) -> Span {
    let text = if source { pair.source } else { pair.target };
    let words = crate::extract::words_in(&text.scan, mark.cue);
    if source { pair.local_source(words) } else { pair.local_target(words) }
}

/// A word of the cue was matched with a word of the other cue.
fn same_place(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let Some(diff) = &pair.diff else { return false };
    let there = cue_words(pair, other, false);
    let here = cue_words(pair, mark, true);
    (here.start..here.end).filter_map(|word| diff.matched(word)).any(|word| there.start <= word && word < there.end)
}

/// The other cue stands where this one stood.
fn same_gap(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let Some(diff) = &pair.diff else { return false };
    let gap = diff.gap(cue_words(pair, mark, true));
    let there = cue_words(pair, other, false);
    gap.start <= there.end && there.start <= gap.end && scopes(pair, mark, other) >= 0.3
}

/// Both speak about the same words.
fn same_scope(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let words = mark.scope.slice(&pair.source.scan.words);
    content(words) > 0 && scopes(pair, mark, other) >= 0.5
}

/// Which share of what the element speaks about the other speaks about.
fn scopes(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> f32 {
    let here = mark.scope.slice(&pair.source.scan.words);
    let there = other.scope.slice(&pair.target.scan.words);
    share(here, there)
}

/// Both sides have a cue: has it the same force and the same scope?
fn compare(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> Judgement {
    let evidence = Some(other.span);
    match mark.class {
        Class::Ordering => return ordering::compare(pair, mark, other),
        Class::Obligation => {
            if let (Some(wanted), Some(found)) = (force(mark), force(other))
                && found < wanted
            {
                return Judgement::new(Status::Weakened, evidence, "said with less force");
            }
        }
        Class::Negation => {
            if mark.kind != Kind::Restriction && other.id == "hardly" && mark.id != "hardly" {
                return Judgement::new(Status::Weakened, evidence, "never became rarely");
            }
            if (mark.kind == Kind::Restriction) != (other.kind == Kind::Restriction)
                && pair.is_local(cue_words(pair, mark, true))
            {
                return Judgement::new(Status::Unverified, evidence, "denied here, limited there");
            }
        }
        _ => {}
    }
    let here = mark.scope.slice(&pair.source.scan.words);
    let near = pair.target_words();
    let overlap = scopes(pair, mark, other);
    if overlap >= 0.5 || (overlap >= 0.3 && share(here, near) >= 0.8) || content(here) == 0 {
        let same = mark.span.of(pair.source.scan.text).eq_ignore_ascii_case(other.span.of(pair.target.scan.text));
        let status = if same { Status::Verbatim } else { Status::Paraphrased };
        return Judgement::new(status, evidence, "the cue speaks about the same words");
    }
    Judgement::new(Status::Unverified, evidence, "the cue speaks about other words")
}

/// The source has a cue and the target has none for it.
fn alone(pair: &Pair<'_>, mark: &Mark) -> Judgement {
    let here = cue_words(pair, mark, true);
    let evidence = Some(pair.target_span());
    let scope = mark.scope.slice(&pair.source.scan.words);
    let held = share(scope, pair.target_words());
    let local = pair.is_tight() && pair.is_local(here) && held >= 0.6 && content(scope) > 0;
    if !local {
        return Judgement::new(Status::Unverified, None, "no cue like it, no proof that it is gone");
    }
    match mark.class {
        Class::Obligation => obligation_alone(pair, mark, here),
        Class::Ordering if mark.kind == Kind::Step => {
            Judgement::new(Status::Unverified, None, "a step without its number")
        }
        Class::Ordering => Judgement::new(Status::Weakened, evidence, "the words are there, their order is not said"),
        Class::Negation if mark.kind == Kind::Restriction => {
            Judgement::new(Status::Weakened, evidence, "the limit is not said")
        }
        _ => Judgement::new(Status::Contradicted, evidence, "the same words without the cue"),
    }
}

fn obligation_alone(pair: &Pair<'_>, mark: &Mark, cue: Span) -> Judgement {
    let Some(diff) = &pair.diff else { return Judgement::new(Status::Unverified, None, "not aligned") };
    let gap = diff.gap(cue);
    let gap = Span::new(gap.start.saturating_sub(1), gap.end + 1);
    let within = |other: &&Mark| gap.overlaps(cue_words(pair, other, false));
    if let Some(other) = pair.target_marks(Class::Negation).find(within)
        && pair.source_marks(Class::Negation, mark.sentence).count() < pair.target_marks(Class::Negation).count()
    {
        return Judgement::new(Status::Contradicted, Some(other.span), "what was owed is called off");
    }
    if let Some(other) = pair.target_marks(Class::Hypothesis).find(within) {
        return Judgement::new(Status::Weakened, Some(other.span), "must became may");
    }
    let words = gap.slice(pair.target_words());
    if words.iter().any(|word| super::findings::is_weak(word.hash)) {
        return Judgement::new(Status::Weakened, Some(pair.target_span()), "must became may");
    }
    if words.iter().any(|word| super::findings::is_done(word.hash)) {
        return Judgement::new(Status::Contradicted, Some(pair.target_span()), "what was owed is told as done");
    }
    Judgement::new(Status::Unverified, None, "the words are there, the obligation is not")
}

/// How binding an obligation is; `None` for a state of affairs, which has no force to lose.
fn force(mark: &Mark) -> Option<u8> {
    match mark.kind {
        Kind::Requirement | Kind::Standing => Some(2),
        Kind::Recommendation => Some(1),
        _ => None,
    }
}
