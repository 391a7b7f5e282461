//! One cycle against the primary and the secondary rule (H1–H4).

use super::interval::Interval;
use crate::error::{Error, ErrorCode, digits};

/// What one compaction cycle of a store did (H1).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Cycle {
    /// Tokens in the store before the cycle; finite, at least 0.
    pub tokens_before: f64,
    /// Tokens after it; finite, at least 0.
    pub tokens_after: f64,
    /// Share of the probes that the store answered before, 0 to 1.
    pub coverage_before: f64,
    /// Share answered after, 0 to 1.
    pub coverage_after: f64,
    /// Share of the entries that deduplication removed, 0 to 1.
    pub dedup_rate: f64,
    /// How many probes were asked, the same ones before and after; with them the verdict has an interval (H6).
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub probes: Option<u32>,
    /// How many of them were answered after but not before: narrows the interval. At most as many as were answered after.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub gained: Option<u32>,
}

impl Cycle {
    /// `(before − after) / max(before, 1)`; negative when the store grew.
    #[inline]
    pub fn saved(&self) -> f64 {
        (self.tokens_before - self.tokens_after) / self.tokens_before.max(1.0)
    }

    /// `coverage before − after`; negative when coverage rose.
    #[inline]
    pub fn lost(&self) -> f64 {
        self.coverage_before - self.coverage_after
    }

    /// Checks every field's range.
    ///
    /// # Errors
    /// `not-finite`, `out-of-range` or `missing-field`, with the field's name as path.
    pub fn validate(&self) -> Result<(), Error> {
        if self.in_range() && self.gained.is_none() {
            return Ok(());
        }
        number("tokensBefore", self.tokens_before, f64::MAX)?;
        number("tokensAfter", self.tokens_after, f64::MAX)?;
        number("coverageBefore", self.coverage_before, 1.0)?;
        number("coverageAfter", self.coverage_after, 1.0)?;
        number("dedupRate", self.dedup_rate, 1.0)?;
        match (self.probes, self.gained) {
            (_, None) => Ok(()),
            (None, Some(_)) => {
                Err(Error::new(ErrorCode::MissingField, "probes", "how many were asked, beside gained", "none"))
            }
            (Some(probes), Some(gained)) => self.counts(f64::from(probes), gained),
        }
    }

    #[inline(always)]
    pub(super) fn in_range(&self) -> bool {
        let (tokens, share) = (0.0..=f64::MAX, 0.0..=1.0);
        tokens.contains(&self.tokens_before)
            && tokens.contains(&self.tokens_after)
            && share.contains(&self.coverage_before)
            && share.contains(&self.coverage_after)
            && share.contains(&self.dedup_rate)
    }

    /// Coverage may be rounded, hence half a probe in a hundred and half a probe.
    fn counts(&self, probes: f64, gained: u32) -> Result<(), Error> {
        let most = self.coverage_after.min(1.0 - self.coverage_before) * probes;
        let least = (self.coverage_after - self.coverage_before) * probes;
        let slack = 0.5 + probes * 0.005;
        let count = f64::from(gained);
        if count <= most + slack && count >= least - slack {
            return Ok(());
        }
        let expected = "answered after, not before: what coverage and probes allow";
        Err(Error::new(ErrorCode::OutOfRange, "gained", expected, digits(gained as usize)))
    }
}

// The value is told in words: printing a float costs more code than all the rules together.
fn number(path: &str, value: f64, most: f64) -> Result<(), Error> {
    let expected = if most == 1.0 { "a number from 0 to 1" } else { "a finite number, at least 0" };
    let (code, found) = match value {
        _ if value.is_nan() => (ErrorCode::NotFinite, "NaN"),
        _ if value.is_infinite() => (ErrorCode::NotFinite, "an infinite number"),
        _ if value < 0.0 => (ErrorCode::OutOfRange, "a negative number"),
        _ if value > most => (ErrorCode::OutOfRange, "a number above 1"),
        _ => return Ok(()),
    };
    Err(Error::new(code, path, expected, found))
}

/// Which rules judge (H2–H4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum RuleSet {
    /// The rules as written (H2, H3): a cycle that saved nothing halts when it lost more than noise. The default.
    #[default]
    Prose,
    /// The original executable rules (H4): a cycle that saved nothing never fires the primary rule.
    Reference,
}

/// What becomes of an early sign (H5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum OnWatch {
    /// The verdict is `watch`. The default of the prose rules.
    Advise,
    /// The verdict is `halt`.
    Halt,
    /// None is looked for. The default of the reference rules, which know none.
    Ignore,
}

/// The thresholds of the rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Which rules judge.
    pub set: RuleSet,
    /// Coverage lost per token share saved that is still accepted; at least 0, default 3, lower for conversational stores.
    pub k: f64,
    /// Coverage that a cycle which saved nothing may lose (prose only); 0 to 1, default 0.01.
    pub noise_floor: f64,
    /// Quiet cycles in a row that make an attractor; at least 1, default 2 (reference: 3).
    pub attractor_window: u32,
    /// What becomes of an early sign; prose: `advise`, reference: `ignore`. Signs need a history: [`super::Detector`], [`super::check_cycles`].
    pub on_watch: OnWatch,
    /// Whether a halt for coverage loss must be significant (H6): the lower end of the interval, not the loss itself, must pass
    /// what the rule allows. One that is not is a `watch`. Every cycle then needs its probes. Default false.
    pub require_significance: bool,
}

impl Rules {
    /// A dedup rate above this is high (H3).
    pub const HIGH_DEDUP: f64 = 0.5;
    /// A cycle that saved less than this share, either way, is quiet (H3).
    pub const QUIET: f64 = 0.05;

    /// The defaults of a rule set.
    pub const fn new(set: RuleSet) -> Rules {
        let (attractor_window, on_watch) = match set {
            RuleSet::Prose => (2, OnWatch::Advise),
            RuleSet::Reference => (3, OnWatch::Ignore),
        };
        Rules { set, k: 3.0, noise_floor: 0.01, attractor_window, on_watch, require_significance: false }
    }

    /// Checks every threshold's range.
    ///
    /// # Errors
    /// `not-finite` or `out-of-range`, with the field's name as path.
    pub fn validate(&self) -> Result<(), Error> {
        number("k", self.k, f64::MAX)?;
        number("noiseFloor", self.noise_floor, 1.0)?;
        if self.attractor_window == 0 {
            return Err(Error::new(ErrorCode::OutOfRange, "attractorWindow", "a whole number, at least 1", "0"));
        }
        Ok(())
    }

    /// H3: whether a share of tokens saved leaves the store where it was.
    pub const fn is_quiet(saved: f64) -> bool {
        saved.abs() < Rules::QUIET
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::new(RuleSet::default())
    }
}

/// What to do after a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Signal {
    /// Nothing speaks against the next cycle.
    Continue,
    /// An early sign; advisory unless the host halts on it (H5).
    Watch,
    /// Stop compacting this store.
    Halt,
}

/// Which rule spoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum CycleReason {
    /// H2: coverage fell faster than tokens.
    CoverageLoss,
    /// H3: the store sits at a fixed point of its own lossy operator.
    Attractor,
    /// H5: token steps shrink while coverage losses grow.
    Diverging,
    /// H5: the ratio is about to cross k.
    Forecast,
    /// H5: tokens stand still while coverage falls.
    Flatline,
}

/// The verdict on one cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct CycleVerdict {
    /// What to do.
    pub verdict: Signal,
    /// Which rule spoke; absent on `continue`. With `watch`, `coverage-loss` is a loss that is not significant (H6).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub reason: Option<CycleReason>,
    /// Share of the tokens saved: `(before − after) / max(before, 1)`; negative when the store grew.
    pub saved: f64,
    /// Coverage lost: before − after; negative when it rose.
    pub lost: f64,
    /// `lost / saved`; absent where nothing was saved.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub ratio: Option<f64>,
    /// The 95 % confidence interval of `lost`; absent without probes (H6).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub interval: Option<Interval>,
}

/// Judges one cycle, given the shares of tokens that earlier cycles saved, oldest first.
///
/// Early signs (H5) need more history than that: see [`super::Detector`]. With `require_significance` a cycle without probes is
/// not significant. Total on validated input ([`Cycle::validate`], [`Rules::validate`]); on NaN it answers `continue`.
///
/// ```
/// use fidelity_floor::{Cycle, CycleReason, Rules, check_cycle};
/// let cycle = Cycle {
///     tokens_before: 7900.0, tokens_after: 7900.0, coverage_before: 0.41, coverage_after: 0.39, dedup_rate: 0.61,
///     ..Cycle::default()
/// };
/// assert_eq!(check_cycle(&cycle, &[0.11, 0.01], &Rules::default()).reason, Some(CycleReason::CoverageLoss));
/// ```
#[inline]
pub fn check_cycle(cycle: &Cycle, prior_token_deltas: &[f64], rules: &Rules) -> CycleVerdict {
    let quiet = prior_token_deltas.iter().rev().take_while(|saved| Rules::is_quiet(**saved)).count();
    judge(cycle, u32::try_from(quiet).unwrap_or(u32::MAX), rules)
}

/// The same, given only how many quiet cycles came just before: all that the rules need of the history.
#[inline(always)]
pub(super) fn judge(cycle: &Cycle, quiet_before: u32, rules: &Rules) -> CycleVerdict {
    let (saved, lost) = (cycle.saved(), cycle.lost());
    // Of a copy: what is passed on by its address cannot stay in registers.
    let interval = if cycle.probes.is_some() { { *cycle }.interval() } else { None };
    let loses = loses_too_much(saved, lost, rules);
    let is_sure =
        !rules.require_significance || interval.is_some_and(|interval| loses_too_much(saved, interval.low, rules));
    let is_attractor = cycle.dedup_rate > Rules::HIGH_DEDUP
        && Rules::is_quiet(saved)
        && quiet_before.saturating_add(1) >= rules.attractor_window;
    let (verdict, reason) = match (loses, is_attractor) {
        (true, _) if is_sure => (Signal::Halt, Some(CycleReason::CoverageLoss)),
        (_, true) => (Signal::Halt, Some(CycleReason::Attractor)),
        (true, false) => (Signal::Watch, Some(CycleReason::CoverageLoss)),
        (false, false) => (Signal::Continue, None),
    };
    CycleVerdict { verdict, reason, saved, lost, ratio: (saved > 0.0).then(|| lost / saved), interval }
}

#[inline(always)]
fn loses_too_much(saved: f64, lost: f64, rules: &Rules) -> bool {
    if saved > 0.0 {
        return lost > rules.k * saved;
    }
    match rules.set {
        RuleSet::Prose => lost > rules.noise_floor,
        RuleSet::Reference => false,
    }
}
