//! Element classes (A1) and the bit set over them.

use alloc::vec::Vec;
use core::fmt;

/// What an element is, and so what its loss costs (A1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[repr(u8)]
pub enum Class {
    /// An exact token or value: a path, a port, an error text, a name (D1).
    Identifier,
    /// Something denied, forbidden, restricted or ended (D2).
    Negation,
    /// Two operands and which comes first (D3).
    Ordering,
    /// Something owed, by whom it is said to be owed (D4).
    Obligation,
    /// Something believed and not yet shown (D5).
    Hypothesis,
    /// A string that the host declared load-bearing.
    Declared,
}

impl Class {
    /// Every class, in the order of the bits of [`ClassSet`].
    pub const ALL: [Class; 6] =
        [Class::Identifier, Class::Negation, Class::Ordering, Class::Obligation, Class::Hypothesis, Class::Declared];

    /// The one name of the class, in JSON, TypeScript, CSS and prose.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Identifier => "identifier",
            Class::Negation => "negation",
            Class::Ordering => "ordering",
            Class::Obligation => "obligation",
            Class::Hypothesis => "hypothesis",
            Class::Declared => "declared",
        }
    }

    /// The class of that name, if there is one.
    ///
    /// ```
    /// use fidelity_floor::Class;
    /// assert_eq!(Class::from_name("negation"), Some(Class::Negation));
    /// assert_eq!(Class::from_name("Negation"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.name() == name)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of classes: one bit a class, six in use.
///
/// On the wire it is an array of class names in the order of [`Class::ALL`], without duplicates.
///
/// ```
/// use fidelity_floor::{Class, ClassSet};
/// let required = ClassSet::from_iter([Class::Negation, Class::Identifier]);
/// assert!(required.is_subset(ClassSet::ALL));
/// assert_eq!(required.minus(Class::Negation.into()), Class::Identifier.into());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ClassSet(u8);

impl ClassSet {
    /// No class: a contract that requires nothing is vacuous (B3).
    pub const EMPTY: ClassSet = ClassSet(0);
    /// All six classes.
    pub const ALL: ClassSet = ClassSet(0b11_1111);

    /// The set with these bits; `None` where a bit beyond the sixth is set.
    pub const fn from_bits(bits: u8) -> Option<ClassSet> {
        if bits & !ClassSet::ALL.0 == 0 { Some(ClassSet(bits)) } else { None }
    }

    /// The bits, the first class lowest.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the class is in the set.
    pub const fn contains(self, class: Class) -> bool {
        self.0 & class.bit() != 0
    }

    /// Whether every class of this set is in the other.
    pub const fn is_subset(self, of: ClassSet) -> bool {
        self.0 & !of.0 == 0
    }

    /// Whether no class is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The classes in either.
    pub const fn union(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 | other.0)
    }

    /// The classes in both.
    pub const fn intersection(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 & other.0)
    }

    /// The classes of this set that are not in the other.
    pub const fn minus(self, other: ClassSet) -> ClassSet {
        ClassSet(self.0 & !other.0)
    }

    /// Adds a class.
    pub fn insert(&mut self, class: Class) {
        self.0 |= class.bit();
    }

    /// The classes in the set, in the order of [`Class::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Class> {
        Class::ALL.into_iter().filter(move |class| self.contains(*class))
    }
}

impl From<Class> for ClassSet {
    fn from(class: Class) -> ClassSet {
        ClassSet(class.bit())
    }
}

impl FromIterator<Class> for ClassSet {
    fn from_iter<I: IntoIterator<Item = Class>>(classes: I) -> ClassSet {
        let mut set = ClassSet::EMPTY;
        classes.into_iter().for_each(|class| set.insert(class));
        set
    }
}

impl From<ClassSet> for Vec<Class> {
    fn from(set: ClassSet) -> Vec<Class> {
        set.iter().collect()
    }
}

impl fmt::Debug for ClassSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ClassSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ClassSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ClassSet, D::Error> {
        Ok(Vec::<Class>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_class_has_its_own_bit_and_name() {
        for class in Class::ALL {
            assert_eq!(Class::from_name(class.name()), Some(class));
            assert_eq!(ClassSet::from(class).iter().collect::<Vec<_>>(), [class]);
        }
        assert_eq!(ClassSet::from_iter(Class::ALL), ClassSet::ALL);
        assert_eq!(ClassSet::from_bits(0b100_0000), None);
    }
}
