//! "Dr Weiss reads it, not Dr Amsel": the summary tells of the one that is ruled out (E4).

use super::Sources;
use super::Target;
use super::findings::Found;
use super::identifiers::occurrences;
use super::mentions::Mentions;
use super::pair::{any_of, marks_of, stems};
use super::value::same_sort;
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark, sentence_at, words_in};
use crate::text::{Span, hash, offset};
use alloc::vec::Vec;

/// So many contrasts are looked up, the latest: each costs a look at the source.
const MOST: usize = 32;

/// A value that its sentence denies beside another one of its sort, told undenied without that one, and nowhere else in the source.
pub(super) fn told(sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, all: &mut Vec<Found>) {
    const OTHER: [u32; 6] =
        [hash("not"), hash("instead"), hash("rather"), hash("was"), hash("from"), hash("originally")];
    let mut left = MOST;
    for (message, source) in sources.texts.iter().enumerate().rev() {
        if sources.users.get(message) == Some(&false) {
            continue;
        }
        for mark in source.marks.iter().filter(|mark| mark.id == "not") {
            let Some((right, wrong)) = contrast(source, mark) else { continue };
            let Some(less) = left.checked_sub(1) else { return };
            left = less;
            let places = occurrences(summary, source, wrong);
            let value = stems(wrong.scope.slice(&source.scan.words));
            if places.is_empty() || mentions.with_all(&value).len() != 1 {
                continue;
            }
            let others = occurrences(summary, source, right);
            for place in places {
                let at = sentence_at(&summary.text.scan, place.start);
                let Some(sentence) = summary.text.scan.sentences.get(at as usize) else { continue };
                let denied = marks_of(&summary.text, Span::new(at, at + 1))
                    .iter()
                    .any(|mark| matches!(mark.class, Class::Negation | Class::Hypothesis));
                let both = others.iter().any(|other| other.overlaps(sentence.span));
                let known = all.iter().any(|found| found.span.overlaps(sentence.span));
                let open = any_of(summary.text.scan.words(sentence), &OTHER) || sentence.question;
                if !denied && !both && !known && !open && !mentions.quotes(at as usize) {
                    let said = source.scan.sentences.get(mark.sentence as usize).map_or(mark.span, |said| said.span);
                    all.push(Found {
                        kind: FindingKind::Invented,
                        class: Some(Class::Identifier),
                        span: sentence.span,
                        against: Some((offset(message), said)),
                    });
                }
            }
        }
    }
}

/// The value right behind a "not", and the only other one of its sort in its sentence.
fn contrast<'a>(source: &'a Extraction<'_>, not: &Mark) -> Option<(&'a Mark, &'a Mark)> {
    const NEAR: u32 = 3;
    let cue = words_in(&source.scan, not.cue);
    let marks = marks_of(source, Span::new(not.sentence, not.sentence + 1));
    let value = |mark: &&Mark| mark.class == Class::Identifier && !matches!(mark.kind, Kind::Error | Kind::Quoted);
    let wrong = marks.iter().filter(value).find(|mark| {
        mark.scope.start >= cue.end && mark.scope.start - cue.end < NEAR && not.scope.contains(mark.scope)
    })?;
    let sort = |mark: &Mark| (mark.kind, source.scan.str(mark.span));
    let mut others =
        marks.iter().filter(value).filter(|mark| !not.scope.contains(mark.scope) && same_sort(sort(mark), sort(wrong)));
    let right = others.next().filter(|_| others.next().is_none())?;
    Some((right, wrong))
}
