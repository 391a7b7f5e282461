//! The one error: misuse. Verdicts, findings and refusals are data.

use alloc::string::String;
use core::fmt;

/// What kind of misuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum ErrorCode {
    /// The value is of another type than the field.
    InvalidType,
    /// A number outside its range.
    OutOfRange,
    /// A number that is NaN or infinite.
    NotFinite,
    /// A class, role, policy or other name that does not exist.
    UnknownName,
    /// A pattern of words that cannot be read.
    InvalidPattern,
    /// A field that the type does not have.
    UnknownField,
    /// A field that must be there is not.
    MissingField,
    /// Text that is not well-formed Unicode.
    LoneSurrogate,
    /// A contract that names itself among its parents.
    CyclicParents,
    /// A parent that no earlier line of the batch has.
    UnknownParent,
    /// An entry that the store does not have (I6).
    UnknownId,
    /// An id that is there already, or twice in a list.
    DuplicateId,
    /// An entry that would go into itself.
    SelfReference,
    /// Summaries that replace each other.
    CyclicProvenance,
    /// An entry that is not live where a live one is needed, or is where it must not be.
    WrongState,
    /// A text, a line or a list beyond the stated limit.
    TooLarge,
    /// JSON nested beyond the stated limit.
    TooDeep,
    /// Not JSON.
    InvalidJson,
    /// JSON, but no transcript in a shape that is known.
    UnknownShape,
    /// Nothing to read.
    Empty,
    /// The command line was used wrongly.
    Usage,
    /// A file that could not be read.
    Io,
    /// A defect of this library; please report it.
    Internal,
}

/// Misuse, with the path to the field, what was expected there, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What kind of misuse.
    pub code: ErrorCode,
    /// Where, as in `source[3].text`; empty for the input itself.
    pub path: String,
    /// What would have been right.
    pub expected: String,
    /// What was there.
    pub found: String,
}

impl Error {
    /// An error at a path.
    pub fn new(
        code: ErrorCode,
        path: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        Error { code, path: path.into(), expected: expected.into(), found: found.into() }
    }
}

/// A number in a path or a problem. The library's formatting costs kilobytes in WebAssembly; what a check calls does without.
#[inline(never)]
pub(crate) fn digits(number: usize) -> String {
    let above = if number < 10 { String::new() } else { digits(number / 10) };
    above + ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].get(number % 10).copied().unwrap_or("")
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

impl core::error::Error for Error {}
