//! How one element came by its status (E1): the steps as data, and as one sentence.

use crate::check::{Event, Seen, keep, see};
use crate::class::Class;
use crate::element::{Because, Element, Evidence, Order, Stance, Status};
use crate::error::{Error, ErrorCode, digits};
use crate::extract::words_in;
use crate::lexicon::HOST;
use crate::verify::{Outcome, Outcomes, place};
use alloc::string::String;
use alloc::vec::Vec;

/// One step on the way to a status.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub enum Step {
    /// It was found in the source (D1–D5).
    Extracted {
        /// What it was taken for; the kind of the element says more.
        class: Class,
        /// The row of the lexicon that its cue is in, the id of a host's cue, or `pattern`; absent for identifiers and declared
        /// strings.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        row: Option<String>,
    },
    /// It is load-bearing (D7).
    Selected {
        /// Why.
        because: Because,
    },
    /// The place of a text that shares most with its sentence (E3); left out where no content word is shared, and for
    /// declared strings and superseded elements.
    Aligned {
        /// The place.
        with: Evidence,
        /// Which share of the sentence's content words stands there, in per cent.
        forward: u32,
        /// Which share of the content words there the sentence has, in per cent.
        backward: u32,
        /// Whether both say the same but for a few words: only then is anything turned or replaced.
        tight: bool,
    },
    /// What it was held against; left out where nothing speaks for the judgement.
    Compared {
        /// The words.
        with: Evidence,
    },
    /// What came of it, in the summary first and then where else it was looked for. The last one stands.
    Judged {
        /// The status.
        status: Status,
        /// Why, in a few words.
        because: String,
    },
}

/// How one element came by its status.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Explanation {
    /// The element, as in the report.
    pub element: Element,
    /// The steps, in their order.
    pub steps: Vec<Step>,
    /// The same for a person.
    pub sentence: String,
}

/// Explains the element at an index of [`crate::Report::elements`]. It costs a verification.
///
/// # Errors
/// As [`crate::check()`]; `out-of-range` where the report has no such element.
///
/// ```
/// use fidelity_floor::{Event, Message, Role, Step, explain};
/// let source = [Message { role: Role::User, text: "You must sign the build.", summary: false }];
/// let explanation = explain(&Event::new(&source, "You should sign the build."), 0)?;
/// assert!(explanation.sentence.contains("is weakened"));
/// assert!(matches!(explanation.steps.last(), Some(Step::Judged { because, .. }) if because == "said with less force"));
/// # Ok::<(), fidelity_floor::Error>(())
/// ```
pub fn explain(event: &Event<'_>, index: u32) -> Result<Explanation, Error> {
    let seen = see(event)?;
    let mut elements = seen.elements();
    let index = index as usize;
    if index >= elements.len() {
        let expected = ["an index below ", &digits(elements.len())].concat();
        return Err(Error::new(ErrorCode::OutOfRange, "index", expected, digits(index)));
    }
    let element = elements.swap_remove(index);
    let (steps, because) = steps(event, &seen, &element, index);
    let sentence = sentence(&element, because);
    keep(event, seen.all.texts);
    Ok(Explanation { element, steps, sentence })
}

fn steps(event: &Event<'_>, seen: &Seen<'_>, element: &Element, index: usize) -> (Vec<Step>, &'static str) {
    let mut steps = Vec::new();
    let Some((message, at)) = nth(&seen.outcomes, index) else { return (steps, "") };
    let outcome = |outcomes: &Outcomes| *outcomes.marks.get(message)?.get(at)?;
    let Some(last) = outcome(&seen.outcomes) else { return (steps, "") };
    let Some(source) = seen.all.texts.get(message) else { return (steps, "") };
    let Some(mark) = source.marks.get(at) else { return (steps, "") };
    let mut row = mark.id;
    if row == HOST {
        let words = words_in(&source.scan, mark.cue);
        let which = seen.cues.which(mark.kind, words.slice(&source.scan.words));
        row = which.and_then(|at| event.lexicon.get(at)).map_or(row, |cue| cue.id);
    }
    steps.push(Step::Extracted { class: mark.class, row: (!row.is_empty()).then(|| row.into()) });
    steps.push(Step::Selected { because: element.because });
    let first = seen.in_summary.as_ref().and_then(outcome).filter(|_| last.target != 0);
    for Outcome { judgement, target } in [first, Some(last)].into_iter().flatten() {
        let Some(target) = seen.targets.get(target) else { continue };
        let dead = judgement.status == Status::Superseded;
        if !(dead || mark.class == Class::Declared)
            && let Some(place) = place(source, mark.sentence, target)
        {
            let [forward, backward] = place.shares;
            steps.push(Step::Aligned { with: target.evidence(place.span), forward, backward, tight: place.tight });
        }
        let own = if dead { element.evidence.clone() } else { None };
        if let Some(with) = judgement.evidence.map(|span| target.evidence(span)).or(own) {
            steps.push(Step::Compared { with });
        }
        steps.push(Step::Judged { status: judgement.status, because: judgement.because.into() });
    }
    (steps, last.judgement.because)
}

/// Message and mark of the element at an index.
fn nth(outcomes: &Outcomes, index: usize) -> Option<(usize, usize)> {
    let mut left = index;
    for (message, marks) in outcomes.marks.iter().enumerate() {
        for (at, outcome) in marks.iter().enumerate() {
            if outcome.is_some() {
                left = if left == 0 { return Some((message, at)) } else { left - 1 };
            }
        }
    }
    None
}

fn sentence(element: &Element, because: &str) -> String {
    const PARTS: [&str; 4] = ["the source", "the summary", "the pinned text", "the tail"];
    let status = element.status.map_or("", status);
    let selection = selection(element.because);
    let evidence = element.evidence.as_ref();
    let part = evidence.and_then(|evidence| PARTS.get(evidence.part as usize)).unwrap_or(&"");
    let [then, says, end] = if evidence.is_some() { ["; ", " says “", "”."] } else { ["", "", "."] };
    let quote = evidence.map_or("", |evidence| &evidence.text);
    let class = class(element);
    ["“", &element.text, "” (", &class, ", ", selection, ") is ", status, ": ", because, then, part, says, quote, end]
        .concat()
}

/// The class with what is known beside it: whose obligation, which order, what became of a guess.
fn class(element: &Element) -> String {
    let class = element.class.name();
    let stance = match element.stance {
        Some(Stance::Open) => "open ",
        Some(Stance::Confirmed) => "confirmed ",
        Some(Stance::Rejected) => "rejected ",
        None => "",
    };
    match (&element.owner, &element.order) {
        (Some(owner), _) => [class, " of “", &owner.text, "”"].concat(),
        (_, Some(Order { first, second, .. })) => {
            [class, ": first “", &first.text, "”, then “", &second.text, "”"].concat()
        }
        _ => [stance, class].concat(),
    }
}

const fn status(status: Status) -> &'static str {
    match status {
        Status::Verbatim => "verbatim",
        Status::Paraphrased => "paraphrased",
        Status::Pinned => "pinned",
        Status::Tail => "tail",
        Status::Superseded => "superseded",
        Status::Unverified => "unverified",
        Status::Weakened => "weakened",
        Status::Altered => "altered",
        Status::Contradicted => "contradicted",
        Status::Missing => "missing",
    }
}

const fn selection(because: Because) -> &'static str {
    match because {
        Because::Declared => "declared by the host",
        Because::SaidByUser => "said by a user or the system",
        Because::SaidByAssistant => "said by the assistant",
        Because::AssistantState => "what the assistant owes, believes, denies or orders",
        Because::InLoadBearingSentence => "in a sentence that counts",
        Because::ErrorText => "the text of an error",
        Because::UsedElsewhere => "used by another message too",
        _ => "not selected",
    }
}
