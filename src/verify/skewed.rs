//! A summary that met its quota and failed its reader (E7): the cheap facts are kept, the dear ones are not.

use super::findings::Found;
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::report::Retention;
use crate::text::{Span, offset};

/// Fewer selected facts of a sort say nothing about its share.
const LEAST_CHEAP: u32 = 4;
const LEAST_DEAR: u32 = 3;

/// Reads the skew off the retention counts: at least 80 % of the cheap kept, at most 30 % of the dear.
///
/// The finding stands at the summary's first line.
pub(crate) fn skewed(retention: &[Retention], summary: &str) -> Option<Found> {
    let (mut cheap, mut dear) = ((0, 0), (0, 0));
    for row in retention {
        let counted = match row.class {
            _ if is_dear(row.kind) => &mut dear,
            // An error text is what the next step starts from.
            Class::Identifier if row.kind != Kind::Error => &mut cheap,
            _ => continue,
        };
        counted.0 += row.kept;
        counted.1 += row.selected;
    }
    let skewed = cheap.1 >= LEAST_CHEAP
        && dear.1 >= LEAST_DEAR
        && u64::from(cheap.0) * 10 >= u64::from(cheap.1) * 8
        && u64::from(dear.0) * 10 <= u64::from(dear.1) * 3;
    let text = summary.trim_start();
    let start = offset(summary.len() - text.len());
    let span = Span::new(start, start + offset(text.lines().next().unwrap_or("").len()));
    skewed.then_some(Found { kind: FindingKind::Skewed, class: None, span, against: None })
}

/// What holds for the steps to come: rules, order, and what is still owed.
const fn is_dear(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Prohibition
            | Kind::Restriction
            | Kind::Sequence
            | Kind::Until
            | Kind::Condition
            | Kind::Requirement
            | Kind::Standing
            | Kind::OpenTask
            | Kind::Waiting
            | Kind::Promise
    )
}
