//! The confidence interval of a paired change of coverage (H6).

use super::rules::Cycle;

/// Ends of a 95 % confidence interval of the coverage lost, −1 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Interval {
    /// Lower end; above 0 the loss is significant.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The two-sided 95 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

impl Cycle {
    /// The 95 % confidence interval of [`Cycle::lost`]; none without probes, or with 0 of them.
    ///
    /// Newcombe's hybrid score interval for paired proportions, with a continuity-corrected φ (method 10 in *Statistics in
    /// Medicine* 17, 2635–2650, 1998). Where `gained` is not known, φ is taken as 0, as if other probes had been asked
    /// after than before: wider than the truth for a store that answers the same probes twice.
    pub fn interval(&self) -> Option<Interval> {
        let probes = f64::from(self.probes.filter(|probes| *probes > 0)?);
        let (before, after) = (self.coverage_before, self.coverage_after);
        let phi = self.gained.map_or(0.0, |gained| phi(before * probes, after * probes, f64::from(gained), probes));
        let (down_before, up_before) = wilson(before, probes);
        let (down_after, up_after) = wilson(after, probes);
        let reach = |one: f64, other: f64| root(one * one - 2.0 * phi * one * other + other * other);
        Some(Interval {
            low: self.lost() - reach(down_before, up_after),
            high: self.lost() + reach(up_before, down_after),
        })
    }

    /// Variance of the coverage lost, from the probes that changed; none unless `gained` is known.
    pub(super) fn variance(&self) -> Option<f64> {
        let (probes, gained) = (f64::from(self.probes.filter(|probes| *probes > 0)?), f64::from(self.gained?));
        let changed = self.lost() + 2.0 * gained / probes;
        Some(((changed - self.lost() * self.lost()) / probes).max(0.0))
    }
}

/// How far Wilson's score interval reaches below and above a share of `n`.
pub(super) fn wilson(share: f64, n: f64) -> (f64, f64) {
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z * root(share * (1.0 - share) / n + Z * Z / (4.0 * n * n)) / (1.0 + Z * Z / n);
    // At the ends the score interval ends there too; the sum would miss by a rounding.
    let down = if share <= 0.0 { 0.0 } else { share - (middle - half) };
    let up = if share >= 1.0 { 0.0 } else { middle + half - share };
    (down, up)
}

/// The correlation of the answers before and after, from counts.
fn phi(before: f64, after: f64, gained: f64, probes: f64) -> f64 {
    let both = (after - gained).max(0.0);
    let lost = (before - both).max(0.0);
    let neither = (probes - both - lost - gained).max(0.0);
    let product = before * (probes - before) * after * (probes - after);
    if product <= 0.0 {
        return 0.0;
    }
    let determinant = both * neither - lost * gained;
    let corrected = if determinant > 0.0 { (determinant - probes / 2.0).max(0.0) } else { determinant };
    corrected / root(product)
}

/// The square root, by Newton's method from half the exponent: `core` has none. The same bits on every machine.
pub(super) fn root(of: f64) -> f64 {
    if of <= 0.0 {
        return 0.0;
    }
    let mut root = f64::from_bits((of.to_bits() >> 1) + (0x3ff << 51));
    for _ in 0..6 {
        root = 0.5 * (root + of / root);
    }
    root
}
