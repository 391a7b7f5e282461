//! Types that are the same on both sides, under the same names: tables, read by macros. A case or field that only one side
//! has does not compile, but for a new [`ff::ErrorCode`], which would be told as `internal`.

use crate::wit;
use fidelity_floor as ff;

/// A value of one side as the same value of the other.
pub(crate) trait To<T> {
    fn to(self) -> T;
}

impl<A: To<B>, B> To<Option<B>> for Option<A> {
    fn to(self) -> Option<B> {
        self.map(To::to)
    }
}

impl<A: To<B>, B> To<Vec<B>> for Vec<A> {
    fn to(self) -> Vec<B> {
        self.into_iter().map(To::to).collect()
    }
}

impl<A: To<B>, B> To<Result<B, wit::Error>> for Result<A, ff::Error> {
    fn to(self) -> Result<B, wit::Error> {
        self.map(To::to).map_err(To::to)
    }
}

macro_rules! as_they_are {
    ($($type:ty)*) => {$(
        impl To<$type> for $type {
            fn to(self) -> $type {
                self
            }
        }
    )*};
}
as_they_are!(bool u32 f64 String);

/// Enumerations, both ways; `or` has the case for what the core may add.
macro_rules! enums {
    ($($name:ident $(or $other:ident)?: $($case:ident)*;)*) => {$(
        impl To<wit::$name> for ff::$name {
            fn to(self) -> wit::$name {
                match self { $(ff::$name::$case => wit::$name::$case,)* $(_ => wit::$name::$other)? }
            }
        }
        impl To<ff::$name> for wit::$name {
            fn to(self) -> ff::$name {
                match self { $(wit::$name::$case => ff::$name::$case),* }
            }
        }
    )*};
}
enums! {
    Because: Declared SaidByUser SaidByAssistant AssistantState InLoadBearingSentence ErrorText UsedElsewhere
        Narration ToolOutput Answered Pasted LeftOut NotRequired Repeated;
    Class: Identifier Negation Ordering Obligation Hypothesis Declared;
    CycleReason: CoverageLoss Attractor Diverging Forecast Flatline;
    Danger: ConsumerStrict ChainingRisk SideEffectCostExceedsRefusal;
    Decision: Certified Provisional Refuse;
    Direction: Forward Backward;
    Discharged: Done Withdrawn Replaced;
    ErrorCode or Internal: InvalidType OutOfRange NotFinite UnknownName InvalidPattern UnknownField MissingField LoneSurrogate
        CyclicParents UnknownParent UnknownId DuplicateId SelfReference CyclicProvenance WrongState TooLarge
        TooDeep InvalidJson UnknownShape Empty Usage Io Internal;
    FindingKind: Invented Promoted TwoLiveValues NotASummary Injected Skewed;
    Kind: Path Url Symbol Error Id Env Address Version Command Quoted Date Quantity Number Name
        Denial Prohibition Restriction Cessation
        Sequence Until Condition Position Step
        Requirement Request Recommendation OpenTask Waiting Promise Standing
        Possibility Belief Unverified Candidate
        Declared;
    Label: Good Bad;
    OnWatch: Advise Halt Ignore;
    Part: Source Summary Pinned Tail;
    Policy: Any All;
    Preset: Default Wide RulesOnly;
    Role: System User Assistant Tool;
    RuleSet: Prose Reference;
    Side: After Before Both;
    Signal: Continue Watch Halt;
    Stance: Open Confirmed Rejected;
    Status: Verbatim Paraphrased Pinned Tail Superseded Unverified Weakened Altered Contradicted Missing;
}

/// Records, one way.
macro_rules! records {
    ($from:ident => $to:ident: $($name:ident { $($field:ident),* })*) => {$(
        impl To<$to::$name> for $from::$name {
            fn to(self) -> $to::$name {
                let $from::$name { $($field),* } = self;
                $to::$name { $($field: $field.to()),* }
            }
        }
    )*};
}
records! { ff => wit:
    Calibration { k, range, good, bad, left_out, false_halts, missed, separation, held_out, certainty }
    Contract { required, certified, generation, ancestry_certified }
    CycleVerdict { verdict, reason, saved, lost, ratio, interval }
    Discharge { how, by }
    Element {
        class, kind, text, message, start, end, cue, scope, order, owner, discharge, stance, settled_by, selected, because,
        status, evidence
    }
    Error { code, path, expected, found }
    Evidence { part, message, start, end, text }
    Explanation { element, steps, sentence }
    Finding { kind, class, text, start, end, evidence }
    Interval { low, high }
    Order { first, second, direction }
    Passage { start, end, text }
    Pins { text, tokens }
    Repair { pins, text, decision, reasons, contract, tokens }
    Report { decision, reasons, ways_out, certified, contract, elements, findings, retention, tokens, repair }
    Retention { class, kind, kept, selected }
    Tokens { source, summary }
    Verdict { decision, generation, reasons, ways_out }
    Verification { elements, findings, certified }
}
records! { wit => ff:
    Contract { required, certified, generation, ancestry_certified }
    Cycle { tokens_before, tokens_after, coverage_before, coverage_after, dedup_rate, probes, gained }
    LabelledCycle { cycle, label }
}

/// Cases that carry something, one way: its name in the core, and nothing or one value in WIT.
macro_rules! variants {
    ($($name:ident { $($case:ident $({ $field:ident })?),* })*) => {$(
        impl To<wit::$name> for ff::$name {
            fn to(self) -> wit::$name {
                match self { $(ff::$name::$case $({ $field })? => wit::$name::$case $(($field.to()))?),* }
            }
        }
    )*};
}
variants! {
    Reason {
        Certified, VacuousContract, MissingClasses { classes }, AncestryUncertified, NotASummary, SourceRecoverable,
        SourceLost { dangers }
    }
    WayOut {
        Repair { tokens }, RaiseBudget { tokens }, ShrinkWorkingSet { messages }, RecompactFromSource, Checkpoint, HandOver
    }
}

impl To<wit::Step> for ff::Step {
    fn to(self) -> wit::Step {
        match self {
            ff::Step::Extracted { class, row } => wit::Step::Extracted(wit::Extracted { class: class.to(), row }),
            ff::Step::Selected { because } => wit::Step::Selected(because.to()),
            ff::Step::Aligned { with, forward, backward, tight } => {
                wit::Step::Aligned(wit::Aligned { with: with.to(), forward, backward, tight })
            }
            ff::Step::Compared { with } => wit::Step::Compared(with.to()),
            ff::Step::Judged { status, because } => wit::Step::Judged(wit::Judged { status: status.to(), because }),
        }
    }
}

/// Both have a bit a class, in the order of [`ff::Class::ALL`].
impl To<wit::ClassSet> for ff::ClassSet {
    fn to(self) -> wit::ClassSet {
        wit::ClassSet::from_bits_truncate(self.bits())
    }
}

impl To<ff::ClassSet> for wit::ClassSet {
    fn to(self) -> ff::ClassSet {
        ff::ClassSet::from_bits(self.bits()).unwrap_or_default()
    }
}

impl To<ff::Conditions> for wit::Conditions {
    fn to(self) -> ff::Conditions {
        ff::Conditions {
            consumer_strict: self.contains(wit::Conditions::CONSUMER_STRICT),
            source_recoverable: self.contains(wit::Conditions::SOURCE_RECOVERABLE),
            chaining_risk: self.contains(wit::Conditions::CHAINING_RISK),
            side_effect_cost_exceeds_refusal: self.contains(wit::Conditions::SIDE_EFFECT_COST_EXCEEDS_REFUSAL),
        }
    }
}
