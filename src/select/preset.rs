//! The presets of selection (D7), as tables: what is load-bearing, said by whom and when.

use crate::element::Because;
use alloc::vec::Vec;

/// Which elements are load-bearing: one of the tables of presets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[repr(u8)]
pub enum Preset {
    /// What is recent or still holds: what users and the system say but for what was dealt with, the state that the assistant
    /// tells of, errors, and what of tool output others use.
    #[default]
    Default,
    /// Everything that anybody says, however long ago.
    Wide,
    /// Prohibitions, restrictions, requirements, standing rules and orders of users and the system.
    RulesOnly,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 3] = [Preset::Default, Preset::Wide, Preset::RulesOnly];
}

/// Who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Speaker {
    /// The system.
    System,
    /// A user.
    User,
    /// The assistant.
    Assistant,
    /// A tool.
    Tool,
    /// A message marked as a summary, whatever its role.
    Summary,
}

/// When it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Recency {
    /// Whenever.
    Any,
    /// The last two messages of a user, and those before as long as it is no more than 2,000 bytes with all that users said since; by
    /// the assistant: in its last ten messages.
    Recent,
}

/// Which elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Group {
    /// All of them.
    Everything,
    /// The text of an error.
    Error,
    /// In code, a log or a quoted document, beside words of one's own or longer than 2,000 bytes.
    Pasted,
    /// What holds until it is withdrawn: all obligations but requests, negations but denials, and orders of two things.
    Rule,
    /// Negations, orders, hypotheses, and obligations but requests.
    State,
    /// Prohibitions, restrictions, requirements, standing rules and orders.
    Command,
    /// An identifier in a sentence that holds a rule.
    InRule,
    /// An identifier that nobody would say in other words, in a sentence that tells what something is and asks for nothing.
    Fact,
    /// An identifier in a sentence that holds state.
    InState,
    /// A distinctive identifier that somebody other than a tool says as well.
    UsedElsewhere,
}

/// One row of a preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SelectionRow {
    /// Who says it.
    pub by: &'static [Speaker],
    /// When.
    pub recency: Recency,
    /// What is said.
    pub what: Group,
    /// Whether it is load-bearing, and why.
    pub because: Because,
}

/// A preset with its rows. For each element the first row that fits counts.
///
/// Three things come before every table: declared strings are load-bearing, what is of a class that is not required is not, and
/// neither is markup or the order to summarise itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Selection {
    /// Its name.
    pub preset: Preset,
    /// Its rows.
    pub rows: &'static [SelectionRow],
}

/// Every preset as data.
///
/// ```
/// use fidelity_floor::{Because, Preset, Speaker, presets};
/// let narrow = presets().into_iter().find(|table| table.preset == Preset::RulesOnly).unwrap();
/// let of_tools = narrow.rows.iter().find(|row| row.by.contains(&Speaker::Tool)).unwrap();
/// assert_eq!(of_tools.because, Because::LeftOut);
/// ```
pub fn presets() -> Vec<Selection> {
    Preset::ALL.map(|preset| Selection { preset, rows: rows(preset) }).into()
}

pub(super) const fn rows(preset: Preset) -> &'static [SelectionRow] {
    match preset {
        Preset::Default => DEFAULT,
        Preset::Wide => WIDE,
        Preset::RulesOnly => RULES_ONLY,
    }
}

const fn row(by: &'static [Speaker], recency: Recency, what: Group, because: Because) -> SelectionRow {
    SelectionRow { by, recency, what, because }
}

use Recency::{Any, Recent};
use Speaker::{Assistant, Summary, System, Tool, User};

static DEFAULT: &[SelectionRow] = &[
    row(&[System, Summary], Any, Group::Error, Because::ErrorText),
    row(&[User], Recent, Group::Error, Because::ErrorText),
    row(&[System, User, Summary], Any, Group::Pasted, Because::Pasted),
    row(&[System, Summary], Any, Group::Everything, Because::SaidByUser),
    row(&[User], Recent, Group::Everything, Because::SaidByUser),
    row(&[User], Any, Group::Rule, Because::SaidByUser),
    row(&[User], Any, Group::InRule, Because::InLoadBearingSentence),
    row(&[User], Any, Group::Fact, Because::SaidByUser),
    row(&[User], Any, Group::Everything, Because::Answered),
    row(&[Assistant], Recent, Group::State, Because::AssistantState),
    row(&[Assistant], Recent, Group::InState, Because::InLoadBearingSentence),
    row(&[Assistant], Any, Group::Everything, Because::Narration),
    row(&[Tool], Any, Group::Error, Because::ErrorText),
    row(&[Tool], Any, Group::UsedElsewhere, Because::UsedElsewhere),
    row(&[Tool], Any, Group::Everything, Because::ToolOutput),
];

static WIDE: &[SelectionRow] = &[
    row(&[System, User, Assistant, Tool, Summary], Any, Group::Error, Because::ErrorText),
    row(&[Tool], Any, Group::UsedElsewhere, Because::UsedElsewhere),
    row(&[Tool], Any, Group::Everything, Because::ToolOutput),
    row(&[System, User, Assistant, Summary], Any, Group::Pasted, Because::Pasted),
    row(&[System, User, Summary], Any, Group::Everything, Because::SaidByUser),
    row(&[Assistant], Any, Group::Everything, Because::SaidByAssistant),
];

static RULES_ONLY: &[SelectionRow] = &[
    row(&[System, User, Summary], Any, Group::Pasted, Because::Pasted),
    row(&[System, User, Summary], Any, Group::Command, Because::SaidByUser),
    row(&[System, User, Assistant, Tool, Summary], Any, Group::Everything, Because::LeftOut),
];
