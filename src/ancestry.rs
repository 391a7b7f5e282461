//! Generations and the weakest link (C1–C3).

use crate::class::ClassSet;
use crate::contract::Contract;

impl Contract {
    /// A summary that arrived without its contract: it counts as an uncertified parent (C2).
    ///
    /// Its generation is unknown and at least 1.
    pub const UNKNOWN: Contract =
        Contract { required: ClassSet::ALL, certified: ClassSet::EMPTY, generation: 1, ancestry_certified: false };
}

/// The contract of a summary that replaced raw source and the summaries `parents` (C1, C2).
///
/// `certified` is what this step certified by itself. The child's `certified` is that and what every parent certified;
/// its ancestry is certified if every parent certifies under its own contract. With no parents the child is of generation 1.
/// A generation that would pass `u32::MAX` stays there.
///
/// ```
/// use fidelity_floor::{Class, ClassSet, Contract, descend};
/// let first = descend(ClassSet::ALL, ClassSet::ALL, []);
/// assert!(first.certifies() && first.generation == 1);
/// let lossy = descend(ClassSet::ALL, Class::Identifier.into(), [first]);
/// let third = descend(ClassSet::ALL, ClassSet::ALL, [lossy]);
/// assert!(!third.certifies()); // one uncertified generation poisons the chain
/// assert_eq!(third.certified, Class::Identifier.into());
/// ```
pub fn descend(required: ClassSet, certified: ClassSet, parents: impl IntoIterator<Item = Contract>) -> Contract {
    let raw = Contract { required, certified, generation: 1, ancestry_certified: true };
    parents.into_iter().fold(raw, |child, parent| Contract {
        required,
        certified: child.certified.intersection(parent.certified),
        generation: child.generation.max(parent.generation.saturating_add(1)),
        ancestry_certified: child.ancestry_certified && parent.certifies(),
    })
}
