//! What may be wrong with a record (I6), and where.

use super::entry::{Fate, StoreRecord};
use crate::error::{Error, ErrorCode};
use alloc::format;
use alloc::string::String;
use alloc::vec;

pub(super) fn word(fate: Fate) -> &'static str {
    match fate {
        Fate::Live => "a live one",
        Fate::Summarised { .. } => "one that a summary replaced",
        Fate::Merged { .. } => "one that was merged",
        Fate::Dropped { .. } => "one that was dropped",
        Fate::Expanded { .. } => "a summary that was expanded",
    }
}

/// What is wrong with a record, without its place.
pub(super) struct Problem {
    code: ErrorCode,
    field: &'static str,
    /// The place in `replaces`.
    at: Option<usize>,
    expected: &'static str,
    found: String,
}

/// As [`Problem`], in one call: generic constructors cost their weight at every use.
#[inline(never)]
pub(super) fn problem<T>(code: ErrorCode, field: Field, expected: &'static str, found: &str) -> Result<T, Problem> {
    Err(Problem { code, field: field.0, at: field.1, expected, found: found.into() })
}

/// A field of a record, or a place in one.
#[derive(Clone, Copy)]
pub(super) struct Field(pub(super) &'static str, pub(super) Option<usize>);

pub(super) const ID: Field = Field("id", None);
pub(super) const INTO: Field = Field("into", None);

/// The problem of a record as an error. An entry that comes later in the cycle, and goes into this one, makes a circle.
pub(super) fn told(problem: Problem, records: &[StoreRecord<'_>], at: usize) -> Error {
    let later = records.get(at + 1..).unwrap_or(&[]);
    let Problem { mut code, field, at: place, mut expected, mut found } = problem;
    if code == ErrorCode::UnknownId
        && let Some(StoreRecord::Summary { id, .. }) = records.get(at)
        && leads_to(&found, id, later)
    {
        code = ErrorCode::CyclicProvenance;
        expected = "entries that came before";
        found.push_str(", which replaces it in turn");
    }
    let mut path = format!("records[{at}].{field}");
    if let Some(place) = place {
        path.push_str(&format!("[{place}]"));
    }
    Error::new(code, path, expected, found)
}

/// Whether the later summary `from` replaces `to`, or one that does.
fn leads_to(from: &str, to: &str, later: &[StoreRecord<'_>]) -> bool {
    // What leads to `to`: one pass over the records for each, and only an error takes this way. A longer circle is an unknown id.
    const MOST: usize = 64;
    let mut reaching = vec![to];
    let mut at = 0;
    while let Some(goal) = reaching.get(at).copied().filter(|_| at < MOST) {
        at += 1;
        for record in later {
            if let StoreRecord::Summary { id, replaces, .. } = record
                && replaces.contains(&goal)
                && !reaching.contains(id)
            {
                if *id == from {
                    return true;
                }
                reaching.push(id);
            }
        }
    }
    false
}
