//! The facade: one event in, one report out (A2).

mod detail;
mod lists;
mod live;
mod mend;

use crate::ancestry::descend;
use crate::class::{Class, ClassSet};
use crate::contract::{Conditions, Contract, Decision, Policy, Reason, Verdict, WayOut, decide};
use crate::element::{Because, Element, FindingKind, Message, Part};
use crate::error::{Error, ErrorCode, digits};
use crate::extract::{self, Extraction, Host};
use crate::lexicon::{HostCue, HostCues};
use crate::memo::Memo;
use crate::repair;
use crate::report::{Report, Tokens, Verification};
use crate::select::{Preset, select};
use crate::text::offset;
use crate::verify::{self, Outcomes, Sources, Target};
use alloc::vec;
use alloc::vec::Vec;
use lists::{element, elements, findings, heaviest, retention};
use live::{Live, ended};
use mend::repaired;

/// One compaction (A2).
#[derive(Clone, Copy)]
pub struct Event<'a> {
    /// All messages that will be dropped, oldest first: never the cut version that the summariser was shown.
    pub source: &'a [Message<'a>],
    /// What replaces them.
    pub summary: &'a str,
    /// Text that travels beside the summary, such as the pins of an earlier repair.
    pub pinned: &'a str,
    /// Messages that stay verbatim.
    pub tail: &'a [Message<'a>],
    /// Contracts of the summaries among the source, in any order: messages marked as summaries beyond their number count as
    /// uncertified parents.
    pub parents: &'a [Contract],
    /// The classes that the consumer needs.
    pub required: ClassSet,
    /// Strings that are load-bearing wherever the source holds them, because the host says so; empty ones are passed over.
    pub declared: &'a [&'a str],
    /// Patterns of such strings: `*` stands for a run of characters without white space, at least one (`INV-*`). One without
    /// anything else is passed over.
    pub patterns: &'a [&'a str],
    /// Cues beside the built-in ones; where both begin at a word, the host's counts.
    pub lexicon: &'a [HostCue<'a>],
    /// Which elements are load-bearing.
    pub selection: Preset,
    /// The circumstances.
    pub conditions: Conditions,
    /// How many dangers it takes to refuse.
    pub policy: Policy,
    /// The most that the repaired summary with its pins may cost, in tokens; the summary as it came is not held to it.
    pub budget: Option<u32>,
    /// The host's token counter; [`estimate_tokens`] where there is none.
    pub count_tokens: Option<&'a dyn Fn(&str) -> u32>,
    /// What was read of messages before.
    pub memo: Option<&'a Memo>,
}

impl<'a> Event<'a> {
    /// An event with every class required and nothing else said.
    pub const fn new(source: &'a [Message<'a>], summary: &'a str) -> Event<'a> {
        Event {
            source,
            summary,
            pinned: "",
            tail: &[],
            parents: &[],
            required: ClassSet::ALL,
            declared: &[],
            patterns: &[],
            lexicon: &[],
            selection: Preset::Default,
            conditions: Conditions {
                consumer_strict: false,
                source_recoverable: false,
                chaining_risk: false,
                side_effect_cost_exceeds_refusal: false,
            },
            policy: Policy::Any,
            budget: None,
            count_tokens: None,
            memo: None,
        }
    }
}

/// Every element of the messages, selected or not (D). Selection is that of an event that requires every class.
///
/// # Errors
/// `too-large` where the texts together pass [`MAX_BYTES`].
pub fn extract(messages: &[Message<'_>], declared: &[&str]) -> Result<Vec<Element>, Error> {
    read(&Event { declared, ..Event::new(messages, "") })
}

/// Every element of an event's source, selected or not, with what the host adds (D7). The summary is not looked at.
///
/// # Errors
/// As [`check`].
pub fn read(event: &Event<'_>) -> Result<Vec<Element>, Error> {
    bound(texts(event), "")?;
    let cues = HostCues::new(event.lexicon)?;
    let sources = sources(&Event { memo: None, ..*event }, &cues);
    let because = select(event.source, &sources, event.required, event.selection);
    let mut elements = Vec::new();
    let ended = ended(event, &sources, &because);
    for (message, ((source, because), ended)) in sources.iter().zip(&because).zip(&ended).enumerate() {
        for ((mark, because), ended) in source.marks.iter().zip(because).zip(ended) {
            let mut element = element(source, message, mark, *because);
            detail::fill(&mut element, &sources, mark, *ended);
            elements.push(element);
        }
    }
    Ok(elements)
}

/// Reads the source of an event into its memo: messages as they arrive, so that at compaction time they are not read again.
///
/// # Errors
/// As [`check`].
pub fn prepare(event: &Event<'_>) -> Result<(), Error> {
    bound(texts(event), "")?;
    let cues = HostCues::new(event.lexicon)?;
    let read = sources(event, &cues);
    if let Some(memo) = event.memo {
        memo.add(read);
    }
    Ok(())
}

/// What became of every selected element, and what is wrong with the summary: a check without contract and decision.
/// Parents, conditions, policy and budget are not looked at.
///
/// # Errors
/// As [`check`].
pub fn verify(event: &Event<'_>) -> Result<Verification, Error> {
    let Seen { all, because, live, targets, outcomes, .. } = see(event)?;
    let sources = all.texts.as_slice();
    let verification = Verification {
        elements: elements(sources, &because, &live, &outcomes, &targets),
        findings: findings(event, sources, &outcomes, &retention(sources, &outcomes)),
        certified: certified(sources, &outcomes),
    };
    keep(event, all.texts);
    Ok(verification)
}

/// An event read and verified.
pub(crate) struct Seen<'a> {
    pub(crate) cues: HostCues,
    pub(crate) all: Sources<'a>,
    because: Vec<Vec<Because>>,
    live: Live<'a>,
    source_tokens: u32,
    /// The summary first.
    pub(crate) targets: Vec<Target<'a>>,
    /// What the summary alone says, where there is another target.
    pub(crate) in_summary: Option<Outcomes>,
    pub(crate) outcomes: Outcomes,
}

impl Seen<'_> {
    /// The selected elements with their statuses.
    pub(crate) fn elements(&self) -> Vec<Element> {
        elements(&self.all.texts, &self.because, &self.live, &self.outcomes, &self.targets)
    }
}

pub(crate) fn see<'a>(event: &Event<'a>) -> Result<Seen<'a>, Error> {
    bound(texts(event), "")?;
    let cues = HostCues::new(event.lexicon)?;
    let besides = event.tail.iter().map(|message| message.text).chain(event.declared.iter().copied());
    let all = Sources::new(sources(event, &cues)).said_by(event.source).beside(besides);
    let because = select(event.source, &all.texts, event.required, event.selection);
    let live = Live::new(event, &cues, &all.texts, &because);
    let source_tokens = tokens_of(event, event.source.iter().map(|message| message.text));
    let targets = targets(event, &cues, event.summary, event.pinned);
    let mut outcomes = live.in_summary(&all, first(&targets), Some(source_tokens));
    let others: Vec<&Target<'_>> = targets.iter().skip(1).collect();
    let in_summary = if others.is_empty() { None } else { Some(outcomes.clone()) };
    verify::beside(&all.texts, &others, &mut outcomes);
    Ok(Seen { cues, all, because, live, source_tokens, targets, in_summary, outcomes })
}

/// Checks one event: extraction, statuses, contract, decision, repair.
///
/// Time is linear in the texts; memory is a few times their size.
///
/// # Errors
/// `too-large` where the texts together pass [`MAX_BYTES`].
///
/// ```
/// use fidelity_floor::{Conditions, Decision, Event, Message, Role, check};
/// let source = [Message { role: Role::User, text: "Never restart db-1 before the backup is done.", summary: false }];
/// let lossy = Event::new(&source, "The user talked about restarting db-1.");
/// let report = check(&lossy)?;
/// assert_ne!(report.decision, Decision::Certified);
/// let repair = report.repair.expect("what is missing can be pinned");
/// assert_eq!(repair.decision, Decision::Certified);
/// assert!(repair.text.contains("Never restart db-1 before the backup is done."));
/// # Ok::<(), fidelity_floor::Error>(())
/// ```
pub fn check(event: &Event<'_>) -> Result<Report, Error> {
    let Seen { cues, all, because, live, source_tokens, targets, outcomes, .. } = see(event)?;
    let sources = all.texts.as_slice();
    let (own, contract, verdict) = judged(event, sources, &outcomes);
    let mut hopeless = is_no_summary(&outcomes);
    let summary_tokens = tokens_of(event, [event.summary, event.pinned].into_iter());
    let mut repair = None;
    let mut ways_out = Vec::new();
    if !hopeless && (live.stale || !outcomes_are_clean(&outcomes)) {
        let fixed = repaired((event, &cues), (&all, source_tokens), &live, &targets, &outcomes);
        hopeless = fixed.is_none();
        if let Some((tokens, budget)) = fixed.as_ref().map(|fixed| fixed.tokens).zip(event.budget)
            && tokens > budget
        {
            ways_out.push(WayOut::RaiseBudget { tokens: tokens - budget });
        } else if let Some(fixed) = fixed {
            if verdict.decision != Decision::Certified && fixed.decision == Decision::Certified {
                ways_out.push(WayOut::Repair { tokens: fixed.pins.tokens });
            }
            repair = Some(fixed);
        }
    }
    if verdict.decision == Decision::Refuse {
        let heavy = heaviest(&outcomes);
        if !heavy.is_empty() {
            ways_out.push(WayOut::ShrinkWorkingSet { messages: heavy });
        }
        if hopeless && !verdict.ways_out.contains(&WayOut::RecompactFromSource) {
            ways_out.push(WayOut::RecompactFromSource);
        }
    }
    ways_out.extend(verdict.ways_out);
    let retention = retention(sources, &outcomes);
    let report = Report {
        decision: verdict.decision,
        reasons: verdict.reasons,
        ways_out,
        certified: own,
        contract,
        elements: elements(sources, &because, &live, &outcomes, &targets),
        findings: findings(event, sources, &outcomes, &retention),
        retention,
        tokens: Tokens { source: source_tokens, summary: summary_tokens },
        repair,
    };
    keep(event, all.texts);
    Ok(report)
}

/// All texts of one event together may be this large: 256 MiB.
pub const MAX_BYTES: usize = 256 << 20;

/// A token count without a tokenizer: one per four bytes of UTF-8, rounded up, at most `u32::MAX`.
///
/// English prose measures near 4 bytes a token with current models' tokenizers; code and other scripts cost more.
pub fn estimate_tokens(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(4)).unwrap_or(u32::MAX)
}

fn texts<'a>(event: &Event<'a>) -> impl Iterator<Item = &'a str> {
    let messages = event.source.iter().chain(event.tail).map(|message| message.text);
    let host = event.declared.iter().chain(event.patterns).copied();
    let cues = event.lexicon.iter().flat_map(|cue| [cue.id, cue.pattern]);
    messages.chain([event.summary, event.pinned]).chain(host).chain(cues)
}

/// Refuses texts that are too large together; `path` names them.
pub(crate) fn bound<'a>(texts: impl Iterator<Item = &'a str>, path: &str) -> Result<(), Error> {
    let total = texts.fold(0usize, |total, text| total.saturating_add(text.len()));
    if total > MAX_BYTES {
        return Err(Error::new(
            ErrorCode::TooLarge,
            path,
            ["at most ", &digits(MAX_BYTES), " bytes of text"].concat(),
            digits(total),
        ));
    }
    Ok(())
}

fn host<'a>(event: &Event<'a>, cues: &'a HostCues) -> Host<'a> {
    Host { declared: event.declared, patterns: event.patterns, cues }
}

fn sources<'a>(event: &Event<'a>, cues: &HostCues) -> Vec<Extraction<'a>> {
    let host = host(event, cues);
    let texts = event.source.iter().map(|message| message.text);
    let Some(memo) = event.memo else { return texts.map(|text| extract::extract(text, host)).collect() };
    memo.open(event.declared, event.patterns, event.lexicon);
    texts.map(|text| memo.extract(text, host)).collect()
}

/// Leaves what was read to the events to come.
pub(crate) fn keep(event: &Event<'_>, read: Vec<Extraction<'_>>) {
    if let Some(memo) = event.memo {
        memo.keep(read);
    }
}

fn targets<'a>(event: &Event<'a>, cues: &HostCues, summary: &'a str, pinned: &'a str) -> Vec<Target<'a>> {
    let mut targets = vec![Target::new(Part::Summary, None, summary, cues)];
    if !pinned.is_empty() {
        targets.push(Target::new(Part::Pinned, None, pinned, cues));
    }
    let tail = event.tail.iter().enumerate();
    targets.extend(tail.map(|(index, message)| Target::new(Part::Tail, Some(offset(index)), message.text, cues)));
    targets
}

fn tokens_of<'a>(event: &Event<'_>, texts: impl Iterator<Item = &'a str>) -> u32 {
    let count = |text: &str| event.count_tokens.map_or_else(|| estimate_tokens(text), |count| count(text));
    texts.fold(0, |total: u32, text| total.saturating_add(if text.is_empty() { 0 } else { count(text) }))
}

/// What the contract requires: the classes asked for, and the declared strings where there are any.
fn required(event: &Event<'_>) -> ClassSet {
    if event.declared.is_empty() && event.patterns.is_empty() {
        event.required
    } else {
        event.required.union(Class::Declared.into())
    }
}

/// C2: a summary among the source without its contract counts as an uncertified parent.
fn contract(event: &Event<'_>, own: ClassSet) -> Contract {
    let marked = event.source.iter().filter(|message| message.summary).count();
    let unknown = marked.saturating_sub(event.parents.len());
    let parents = event.parents.iter().copied().chain(core::iter::repeat_n(Contract::UNKNOWN, unknown));
    descend(required(event), own, parents)
}

/// What a verification comes to: the classes it certifies by itself, the contract, and the verdict.
fn judged(event: &Event<'_>, sources: &[Extraction<'_>], outcomes: &Outcomes) -> (ClassSet, Contract, Verdict) {
    let own = certified(sources, outcomes).intersection(required(event));
    let contract = contract(event, own);
    let mut verdict = decide(&contract, &event.conditions, event.policy);
    if is_no_summary(outcomes) {
        verdict.reasons.insert(0, Reason::NotASummary);
    }
    // Nothing in the source counts: whatever the summary says certifies.
    let counts = outcomes.marks.iter().flatten().any(Option::is_some);
    if verdict.decision == Decision::Certified && !counts && !verdict.reasons.contains(&Reason::VacuousContract) {
        verdict.reasons.insert(0, Reason::VacuousContract);
    }
    (own, contract, verdict)
}

fn is_no_summary(outcomes: &Outcomes) -> bool {
    outcomes.findings.iter().any(|found| found.kind == FindingKind::NotASummary)
}

fn outcomes_are_clean(outcomes: &Outcomes) -> bool {
    outcomes.marks.iter().flatten().flatten().all(|outcome| outcome.judgement.status.is_kept())
        && !outcomes.findings.iter().any(|found| repair::blocks(found.kind))
}

/// E5: every selected element of the class is kept and no finding touches it.
fn certified(sources: &[Extraction<'_>], outcomes: &Outcomes) -> ClassSet {
    let mut lost = ClassSet::EMPTY;
    for (source, marks) in sources.iter().zip(&outcomes.marks) {
        for (mark, outcome) in source.marks.iter().zip(marks) {
            if outcome.is_some_and(|outcome| !outcome.judgement.status.is_kept()) {
                lost.insert(mark.class);
            }
        }
    }
    for found in &outcomes.findings {
        match (found.kind, found.class) {
            (FindingKind::NotASummary, _)
            | (FindingKind::Invented | FindingKind::Promoted | FindingKind::TwoLiveValues, None) => {
                return ClassSet::EMPTY;
            }
            (FindingKind::Invented | FindingKind::Promoted | FindingKind::TwoLiveValues, Some(class)) => {
                lost.insert(class)
            }
            _ => {}
        }
    }
    ClassSet::ALL.minus(lost)
}

fn first<'a, 'b>(targets: &'b [Target<'a>]) -> &'b Target<'a> {
    // Targets begin with the summary: see `targets`.
    #[allow(clippy::indexing_slicing)]
    &targets[0]
}
