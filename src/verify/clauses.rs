//! Statuses of negations, obligations and hypotheses: is the cue's meaning still about the same words (E1–E3)?

use super::alone::alone;
use super::pair::{Pair, breaks, content, has_stem, share};
use super::{limits, ordering, times};
use crate::class::Class;
use crate::element::{Kind, Status};
use crate::extract::Mark;
use crate::text::{Span, Word, hash, is_content};
use alloc::vec;
use alloc::vec::Vec;

/// Why a denial is turned that is told without its cue.
pub(super) const TURNED: &str = "the same words without the cue";

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
            // "I suspect it is stale, not sure": one hedge stands for two of one guess.
            let behind = class == Class::Hypothesis && !is_modal(mark) && mark.cue.start >= words_end(pair, mark);
            let hedged = || there.iter().position(|other| behind && same_scope(pair, mark, other));
            let partner = partner.or_else(hedged).and_then(|at| there.get(at)).copied();
            let weaker = matches!(class, Class::Negation | Class::Obligation) && limits::softened(pair, mark, partner);
            let judgement = match partner {
                _ if times::bears(mark) && times::same(pair, mark) == Some(true) => {
                    let evidence = partner.map_or(pair.target_span(), |partner| partner.span);
                    Judgement::new(Status::Paraphrased, Some(evidence), "the same bound in time")
                }
                _ if times::bears(mark) && pair.is_tight() && times::same(pair, mark) == Some(false) => {
                    Judgement::new(Status::Contradicted, Some(pair.target_span()), "the bound in time is turned")
                }
                _ if weaker => {
                    let evidence = partner.map_or(pair.target_span(), |partner| partner.span);
                    Judgement::new(Status::Weakened, Some(evidence), "said with less force")
                }
                Some(partner) => compare(pair, mark, partner),
                None => alone(pair, mark),
            };
            // One order may be told twice, as "after it, not before".
            let turned = |other: &&Mark| ordering::compare(pair, mark, other).status == Status::Contradicted;
            match there.iter().find(|other| class == Class::Ordering && !judgement.status.is_kept() && turned(other)) {
                Some(other) => ordering::compare(pair, mark, other),
                None => judgement,
            }
        })
        .collect()
}

/// Where what an element speaks about ends, in bytes.
fn words_end(pair: &Pair<'_>, mark: &Mark) -> u32 {
    mark.scope.slice(&pair.source.scan.words).last().map_or(u32::MAX, |word| word.end)
}

/// For each element of the source the cue of the target that stands for it, by place first and then by scope.
fn partners(pair: &Pair<'_>, marks: &[&Mark], there: &[&Mark]) -> Vec<Option<usize>> {
    let mut partners = vec![None; marks.len()];
    let mut taken = vec![false; there.len()];
    for test in [same_place as fn(&Pair<'_>, &Mark, &Mark) -> bool, same_gap, same_scope, same_cue] {
        for (partner, mark) in partners.iter_mut().zip(marks) {
            if partner.is_some() {
                continue;
            }
            let found = there.iter().zip(&taken).position(|(other, taken)| {
                !taken && test(pair, mark, other) && ordering::may_answer(pair, mark, other)
            });
            if let Some(slot) = found.and_then(|at| taken.get_mut(at)) {
                *slot = true;
                *partner = found;
            }
        }
    }
    last_pair(pair, marks, there, &mut partners, &taken);
    partners
}

/// One of each is left over, and the two sentences are about the same: "never restart it" and "it is never restarted".
fn last_pair(pair: &Pair<'_>, marks: &[&Mark], there: &[&Mark], partners: &mut [Option<usize>], taken: &[bool]) {
    let mut open = partners.iter().enumerate().filter(|(_, partner)| partner.is_none());
    let mut free = taken.iter().enumerate().filter(|(_, taken)| !**taken);
    let (Some((mark, _)), None, Some((other, _)), None) = (open.next(), open.next(), free.next(), free.next()) else {
        return;
    };
    let (Some(here), Some(found)) = (marks.get(mark), there.get(other)) else { return };
    let held = share(here.scope.slice(&pair.source.scan.words), pair.target_words());
    let meant = share(found.scope.slice(&pair.target.scan.words), pair.source_words());
    let same = pair.is_tight() || (pair.at.forward >= 0.8 && pair.at.backward >= 0.8);
    if same
        && held >= 0.7
        && meant >= 0.7
        && let Some(slot) = partners.get_mut(mark)
    {
        *slot = Some(other);
    }
}

pub(super) fn cue_words(pair: &Pair<'_>, mark: &Mark, source: bool) -> Span {
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
    diff.gap(cue_words(pair, mark, true)).overlaps(cue_words(pair, other, false))
}

/// Both speak about the same words.
fn same_scope(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    content(&spoken(pair, mark)) > 0 && scopes(pair, mark, other) >= 0.5
}

/// "I have not tested it", "(not tested)": the same cue, and what it speaks about is said by no word.
fn same_cue(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let there = || crate::extract::words_in(&pair.target.scan, other.cue).slice(&pair.target.scan.words);
    let here = cue_words(pair, mark, true).slice(pair.source_words());
    mark.id == other.id
        && content(here) > 0
        && content(&spoken(pair, mark)) == 0
        && content(other.scope.slice(&pair.target.scan.words)) == 0
        && share(here, there()) >= 1.0
}

/// The words that an element speaks about, without its cue.
pub(super) fn spoken(pair: &Pair<'_>, mark: &Mark) -> Vec<Word> {
    // "Instead of" is said by "not" as well.
    const INSTEAD: [u32; 2] = [hash("instead"), hash("rather")];
    let apart =
        |word: &&Word| (word.end <= mark.cue.start || word.start >= mark.cue.end) && !INSTEAD.contains(&word.hash);
    mark.scope.slice(&pair.source.scan.words).iter().filter(apart).copied().collect()
}

/// Which share of what the element speaks about the other speaks about.
pub(super) fn scopes(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> f32 {
    let here = &spoken(pair, mark);
    let there = crate::extract::words_in(&pair.target.scan, other.span);
    // "The key must not be logged": whoever or whatever it happens to stands before the cue.
    let start = subject(pair, other, there.start);
    share(here, Span::new(start, there.end).slice(&pair.target.scan.words))
}

/// Where the clause of a cue begins whose subject bears what it speaks about: "… must not be", "… must always be".
fn subject(pair: &Pair<'_>, other: &Mark, from: u32) -> u32 {
    const JOINS: [u32; 4] = [hash("and"), hash("or"), hash("but"), hash("while")];
    let words = &pair.target.scan.words;
    let cue = crate::extract::words_in(&pair.target.scan, other.cue);
    let near = Span::new(cue.start, (cue.end + 2).min(pair.at.words.end)).slice(words);
    if !near.iter().any(|word| word.hash == const { hash("be") } || word.hash == const { hash("been") }) {
        return from;
    }
    let joins = |at: u32| words.get(at as usize).is_some_and(|word| JOINS.contains(&word.hash));
    (pair.at.words.start..from)
        .rev()
        .find(|at| joins(*at) || breaks(pair.target, *at))
        .map_or(pair.at.words.start.min(from), |at| at)
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
            if limits::inverted(pair, mark, other) {
                return Judgement::new(Status::Unverified, evidence, "something about it is denied, not it");
            }
            if limits::reported(pair, mark, other) {
                return Judgement::new(Status::Unverified, evidence, "an order told as what was done");
            }
            if mark.kind == Kind::Prohibition && other.id == "avoid" && !matches!(mark.id, "avoid" | "be-avoided") {
                return Judgement::new(Status::Unverified, evidence, "forbidden there, to be avoided here");
            }
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
    if limits::conditioned(pair, mark, Some(other)) {
        return Judgement::new(Status::Unverified, evidence, "a condition that it has not");
    }
    if limits::stays_out(pair, mark, other) {
        return Judgement::new(Status::Paraphrased, evidence, "to stay out of it is not to touch it");
    }
    let here = &spoken(pair, mark);
    if mark.class == Class::Negation && mark.kind != Kind::Restriction && moved(pair, mark, other) {
        return Judgement::new(Status::Unverified, evidence, "something else is denied");
    }
    if substituted(pair, mark, other) {
        return Judgement::new(Status::Unverified, evidence, "another word stands in what it speaks about");
    }
    if limits::dropped(pair, mark) {
        return Judgement::new(Status::Unverified, evidence, "a limit of it is not said");
    }
    // All but a little of what it speaks about; or all of it is there and the other cue speaks about nothing else.
    let about = share(other.scope.slice(&pair.target.scan.words), here);
    let whole = share(here, pair.target_words()) >= 0.9;
    if scopes(pair, mark, other) >= 0.75 || (whole && about >= 0.5) || content(here) == 0 {
        let same = mark.span.of(pair.source.scan.text).eq_ignore_ascii_case(other.span.of(pair.target.scan.text));
        let status = if same { Status::Verbatim } else { Status::Paraphrased };
        return Judgement::new(status, evidence, "the cue speaks about the same words");
    }
    Judgement::new(Status::Unverified, evidence, "the cue speaks about other words")
}

/// Whether, on tight alignment, a word that the element speaks about gave way to another one: "the nightly build" for
/// "the release build" is another thing, and nobody can tell it from a synonym.
fn substituted(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let Some(diff) = pair.diff.as_ref().filter(|_| pair.is_tight()) else { return false };
    let (source, target) = (pair.source_words(), pair.target_words());
    let scope = pair.local_source(mark.scope);
    let (cue, other) = (cue_words(pair, mark, true), cue_words(pair, other, false));
    let stands = |words: &[Word], word: &Word| has_stem(words, word.stem);
    (scope.start..scope.end).filter(|at| !(cue.start..cue.end).contains(at)).any(|at| {
        let here = Span::new(at, at + 1);
        let gone = source.get(at as usize).is_some_and(|word| is_content(word) && !stands(target, word));
        let gap = diff.gap(here);
        gone && (gap.start..gap.end)
            .filter(|at| !(other.start..other.end).contains(at))
            .any(|at| target.get(at as usize).is_some_and(|word| is_content(word) && !stands(source, word)))
    })
}

/// Whether the first thing denied stands in the target outside of what is denied there.
fn moved(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    // "Leave it alone": what is denied stands within the cue.
    let scope = mark.scope.slice(&pair.source.scan.words);
    let within = matches!(mark.id, "leave-alone" | "leave-as-is");
    let Some(first) = scope.iter().filter(|word| !within && word.start >= mark.cue.end).find(|word| is_content(word))
    else {
        return false;
    };
    let denied = other.scope.slice(&pair.target.scan.words);
    let stands = |words: &[Word]| has_stem(words, first.stem);
    pair.is_tight() && stands(pair.target_words()) && !stands(denied)
}

/// The words of the cue, with those of neighbouring cues of its class: "unclear whether".
pub(super) fn together(pair: &Pair<'_>, mark: &Mark) -> Span {
    let mut here = cue_words(pair, mark, true);
    for other in pair.source_marks(mark.class, mark.sentence) {
        let other = cue_words(pair, other, true);
        let between = Span::new(here.end.min(other.end), here.start.max(other.start));
        if content(between.slice(pair.source_words())) == 0 && mark.class == Class::Hypothesis {
            here = here.hull(other);
        }
    }
    here
}

/// "Must wait until", "only after": a prohibition told as a condition.
pub(super) fn waits(pair: &Pair<'_>) -> bool {
    let source = pair.source_words();
    pair.target_words().iter().any(|word| is_wait(word.hash) && !source.iter().any(|other| other.hash == word.hash))
}

/// Words that hold a thing back.
pub(super) fn is_wait(word: u32) -> bool {
    const WAITS: [u32; 10] = [
        hash("wait"),
        hash("waits"),
        hash("waiting"),
        hash("hold"),
        hash("held"),
        hash("only"),
        hash("unless"),
        hash("postponed"),
        hash("blocked"),
        hash("pending"),
    ];
    WAITS.contains(&word)
}

/// Hedges whose disappearance makes a fact; others ("theory", "whether") need not be said with the same word.
pub(super) fn is_modal(mark: &Mark) -> bool {
    matches!(
        mark.id,
        "may" | "possibly" | "probably" | "seems" | "suggest" | "suspect" | "think" | "raises-possibility"
    )
}

/// How binding an obligation is; `None` for a state of affairs, which has no force to lose.
pub(super) fn force(mark: &Mark) -> Option<u8> {
    match mark.kind {
        Kind::Requirement | Kind::Standing => Some(2),
        Kind::Recommendation => Some(1),
        _ => None,
    }
}
