//! What is extracted and what becomes of it: the words every other module shares (A1, D, E1).

use crate::class::Class;
use alloc::string::String;

/// Who speaks (A2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[repr(u8)]
pub enum Role {
    /// The host's standing instructions.
    System,
    /// The person.
    User,
    /// The agent.
    Assistant,
    /// What a tool returned.
    Tool,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 4] = [Role::System, Role::User, Role::Assistant, Role::Tool];
}

/// One message of the source or the tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message<'a> {
    /// Who speaks.
    pub role: Role,
    /// What is said; the limits of [`crate::check()`] hold.
    pub text: &'a str,
    /// Whether the message is itself a summary of earlier messages; without its contract among the parents it counts
    /// as an uncertified ancestor (C2).
    pub summary: bool,
}

/// What an element is, within its class (A1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[repr(u8)]
pub enum Kind {
    /// identifier: a path or file name.
    Path,
    /// identifier: a URL or mail address.
    Url,
    /// identifier: a name of code: `snake_case`, `camelCase`, `a::b`, `f()`.
    Symbol,
    /// identifier: an error code or the text of an error.
    Error,
    /// identifier: a hash, a UUID, a numbered id.
    Id,
    /// identifier: an environment variable.
    Env,
    /// identifier: a host, an IP address, with or without a port.
    Address,
    /// identifier: a version.
    Version,
    /// identifier: a command line or a flag.
    Command,
    /// identifier: a quoted string.
    Quoted,
    /// identifier: a date or a time.
    Date,
    /// identifier: a number with a unit, a currency or a per cent sign.
    Quantity,
    /// identifier: a plain number.
    Number,
    /// identifier: a proper name.
    Name,
    /// negation: something is denied (not, no, never, none, without).
    Denial,
    /// negation: something is forbidden (do not, must not, avoid, off limits).
    Prohibition,
    /// negation: something is limited (only, except, unless).
    Restriction,
    /// negation: something has ended (no longer, stop, cancelled).
    Cessation,
    /// ordering: one thing before or after another.
    Sequence,
    /// ordering: one thing lasts or waits until another.
    Until,
    /// ordering: one thing only once another holds.
    Condition,
    /// ordering: which of several (first, last, second).
    Position,
    /// ordering: a numbered step.
    Step,
    /// obligation: must, have to, need to.
    Requirement,
    /// obligation: what the user asks for.
    Request,
    /// obligation: should, ought to.
    Recommendation,
    /// obligation: still to do, to-do, pending, open.
    OpenTask,
    /// obligation: waiting on somebody, an unanswered question.
    Waiting,
    /// obligation: promised, owed.
    Promise,
    /// obligation: a standing rule (always, make sure).
    Standing,
    /// hypothesis: may, might, could be.
    Possibility,
    /// hypothesis: suspect, guess, appears, probably.
    Belief,
    /// hypothesis: unconfirmed, not verified.
    Unverified,
    /// hypothesis: a candidate or a theory.
    Candidate,
    /// declared: a string that the host declared.
    Declared,
}

impl Kind {
    /// The kinds that a cue makes, in the order of class and kind.
    pub const CUES: [Kind; 20] = [
        Kind::Denial,
        Kind::Prohibition,
        Kind::Restriction,
        Kind::Cessation,
        Kind::Sequence,
        Kind::Until,
        Kind::Condition,
        Kind::Position,
        Kind::Step,
        Kind::Requirement,
        Kind::Request,
        Kind::Recommendation,
        Kind::OpenTask,
        Kind::Waiting,
        Kind::Promise,
        Kind::Standing,
        Kind::Possibility,
        Kind::Belief,
        Kind::Unverified,
        Kind::Candidate,
    ];

    /// The class that it is a kind of.
    pub const fn class(self) -> Class {
        match self as u8 {
            kind if kind <= Kind::Name as u8 => Class::Identifier,
            kind if kind <= Kind::Cessation as u8 => Class::Negation,
            kind if kind <= Kind::Step as u8 => Class::Ordering,
            kind if kind <= Kind::Standing as u8 => Class::Obligation,
            kind if kind <= Kind::Candidate as u8 => Class::Hypothesis,
            _ => Class::Declared,
        }
    }
}

/// What became of an element in the summary (E1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Status {
    /// Kept: the same words stand in the summary.
    Verbatim,
    /// Kept: the summary says the same in other words.
    Paraphrased,
    /// Kept: the pinned text holds it.
    Pinned,
    /// Kept: the tail holds it.
    Tail,
    /// Kept: the source itself replaced or withdrew it later (D6).
    Superseded,
    /// Nothing says that it is lost, nothing proves that it is kept.
    Unverified,
    /// Said with less force: must became should, never became rarely.
    Weakened,
    /// Another value or identifier stands in its place.
    Altered,
    /// Polarity, direction or modality is turned.
    Contradicted,
    /// Not there.
    Missing,
}

impl Status {
    /// Whether the element survived (E1).
    pub const fn is_kept(self) -> bool {
        matches!(self, Status::Verbatim | Status::Paraphrased | Status::Pinned | Status::Tail | Status::Superseded)
    }

    /// Whether the summary says something else in the element's place: a pin beside it would be no repair (F2).
    pub const fn is_damaged(self) -> bool {
        matches!(self, Status::Weakened | Status::Altered | Status::Contradicted)
    }
}

/// Why an element is load-bearing, or is not (D7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Because {
    /// Selected: the host declared it.
    Declared,
    /// Selected: a user or the system said it, or an earlier summary carried it.
    SaidByUser,
    /// Selected: the assistant said it, and all that is said counts.
    SaidByAssistant,
    /// Selected: the assistant owes it, believes it, denies it or orders it.
    AssistantState,
    /// Selected: an identifier in a sentence that holds such a thing.
    InLoadBearingSentence,
    /// Selected: the text of an error.
    ErrorText,
    /// Selected: another message uses it too.
    UsedElsewhere,
    /// Not selected: the assistant's narration.
    Narration,
    /// Not selected: tool output that nothing else uses.
    ToolOutput,
    /// Not selected: later messages dealt with it.
    Answered,
    /// Not selected: pasted material (code, a log, a quoted document), what a runtime put in, or the compaction's own
    /// instructions.
    Pasted,
    /// Not selected: the preset leaves it out.
    LeftOut,
    /// Not selected: the class is not required.
    NotRequired,
    /// Not selected: the source said it again later, and that one counts.
    Repeated,
}

/// Which text a place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Part {
    /// The messages that were dropped.
    Source,
    /// The summary.
    Summary,
    /// The pinned text.
    Pinned,
    /// The messages that stay.
    Tail,
}

/// A stretch of text that speaks for a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Evidence {
    /// Which text.
    pub part: Part,
    /// Index of the message, for `source` and `tail`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub message: Option<u32>,
    /// Offset of the first unit: bytes in Rust, UTF-16 units in JavaScript.
    pub start: u32,
    /// Offset past the last unit.
    pub end: u32,
    /// The words there.
    pub text: String,
}

/// A stretch of the message that an element stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Passage {
    /// Offset of the first unit: bytes in Rust, UTF-16 units in JavaScript.
    pub start: u32,
    /// Offset past the last unit.
    pub end: u32,
    /// The words there.
    pub text: String,
}

/// Which of two things comes first (D3).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Order {
    /// What comes first, holds first, or has to hold.
    pub first: Passage,
    /// What comes after it, or waits for it.
    pub second: Passage,
    /// Whether the text tells them in that order.
    pub direction: Direction,
}

/// How the text tells an order (D3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Direction {
    /// What comes first is told first: "build it, then ship it".
    Forward,
    /// What comes first is told last: "ship it after the build".
    Backward,
}

/// How an obligation came to its end (D4, D6).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Discharge {
    /// What the later text says of it.
    pub how: Discharged,
    /// The sentence of the source that says so.
    pub by: Evidence,
}

/// What a later text says of an obligation (D6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Discharged {
    /// It was done.
    Done,
    /// It was taken back.
    Withdrawn,
    /// The same is owed with another value.
    Replaced,
}

/// What the source made of a guess (D5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Stance {
    /// Nothing later settles it.
    Open,
    /// A later text says that it is so.
    Confirmed,
    /// A later text says that it is not so.
    Rejected,
}

/// An element of the source (D).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Element {
    /// Its class.
    pub class: Class,
    /// Its kind within the class.
    pub kind: Kind,
    /// Its words: the token of an identifier, cue and scope of the others.
    pub text: String,
    /// Index of the message it stands in.
    pub message: u32,
    /// Offset in that message: bytes in Rust, UTF-16 units in JavaScript.
    pub start: u32,
    /// Offset past its end.
    pub end: u32,
    /// The words that made it an element; absent for identifiers, declared strings and numbered steps.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub cue: Option<String>,
    /// What the cue speaks about, without the cue where it speaks to one side; absent where there is no cue and no step.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub scope: Option<Passage>,
    /// ordering: the two operands; absent where they cannot be read, and for a place in a row or a numbered step.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub order: Option<Order>,
    /// obligation: who owes it, where the sentence says so: "I", "you", a name, a role.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub owner: Option<Passage>,
    /// obligation: what ended it later; absent while it stands, and where it is not load-bearing.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub discharge: Option<Discharge>,
    /// hypothesis: what became of it later; absent where it is not load-bearing.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub stance: Option<Stance>,
    /// hypothesis: the sentence of the source that confirmed or rejected it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub settled_by: Option<Evidence>,
    /// Whether it is load-bearing under the selection (D7).
    pub selected: bool,
    /// Why, or why not.
    pub because: Because,
    /// What became of it; absent until verified, and where it is not selected.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub status: Option<Status>,
    /// What speaks for the status.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub evidence: Option<Evidence>,
}

/// What is wrong with the summary itself, read against the source (E4, E7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum FindingKind {
    /// An identifier, a value, a prohibition or an outcome that the source does not hold.
    Invented,
    /// A hypothesis told as fact, a thing begun told as finished, an open question told as answered.
    Promoted,
    /// A value that the source replaced, or that a user seems to have corrected, told as live, with the new one beside it or without (D6).
    TwoLiveValues,
    /// Empty, an error text, a refusal, a reply to the conversation, a skeleton of headings, a tool call.
    NotASummary,
    /// Text in tool output that tells the summariser what to drop or keep.
    Injected,
    /// The cheap facts survived and the dear ones did not (E7).
    Skewed,
}

/// One finding. It never has an element's offsets: `start` and `end` are in the summary, but for `injected`,
/// where they are in the source message that the evidence names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Finding {
    /// What is wrong.
    pub kind: FindingKind,
    /// The class that it keeps from being certified (E5); absent where it touches all or none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub class: Option<Class>,
    /// The words.
    pub text: String,
    /// Offset: bytes in Rust, UTF-16 units in JavaScript.
    pub start: u32,
    /// Offset past the end.
    pub end: u32,
    /// What it was read against.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub evidence: Option<Evidence>,
}
