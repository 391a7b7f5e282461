//! What narrows or softens a rule: limits that the summary leaves out, words that take the force away (E1).

use super::pair::Pair;
use crate::class::Class;
use crate::element::Kind;
use crate::extract::{Extraction, Mark};
use crate::text::{Span, Word, hash, is_content};

/// Whether, on tight alignment, a limit of what an element speaks about is not said: "on weekends", "within an hour", and
/// nothing stands in its place. A limit is a preposition and what follows it.
pub(super) fn dropped(pair: &Pair<'_>, mark: &Mark) -> bool {
    let Some(diff) = pair.diff.as_ref().filter(|_| pair.is_tight()) else { return false };
    let (source, target) = (pair.source_words(), pair.target_words());
    let scope = pair.local_source(mark.scope);
    let gone = |at: u32| {
        let word = source.get(at as usize);
        diff.matched(at).is_none()
            && word.is_some_and(|word| {
                !target.iter().any(|other| other.stem == word.stem || is_limit(word) && is_limit(other))
            })
    };
    (scope.start..scope.end).any(|at| {
        let limits = source.get(at as usize).is_some_and(is_limit) && gone_limit(pair, at);
        limits
            && (at + 1..scope.end).take(4).find(|at| source.get(*at as usize).is_some_and(is_content)).is_some_and(gone)
    })
}

/// The preposition is not matched.
fn gone_limit(pair: &Pair<'_>, at: u32) -> bool {
    pair.diff.as_ref().is_some_and(|diff| diff.matched(at).is_none())
}

fn is_limit(word: &Word) -> bool {
    const LIMITS: [u32; 16] = [
        hash("on"),
        hash("in"),
        hash("at"),
        hash("for"),
        hash("during"),
        hash("within"),
        hash("between"),
        hash("under"),
        hash("over"),
        hash("above"),
        hash("below"),
        hash("from"),
        hash("per"),
        hash("when"),
        hash("while"),
        hash("outside"),
    ];
    LIMITS.contains(&word.hash)
}

/// Whether the place softens a rule that was hard: "should preferably not" for "must not".
pub(super) fn softened(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let soft = |words: &[Word]| words.iter().any(is_soft);
    let hard = |text: &str| {
        ["must", "never", "under"]
            .iter()
            .any(|cue| text.get(..cue.len()).is_some_and(|head| head.eq_ignore_ascii_case(cue)))
    };
    let cue = |mark: &Mark, text| mark.cue.of(text);
    let demoted = hard(cue(mark, pair.source.scan.text))
        && cue(other, pair.target.scan.text).get(..6).is_some_and(|head| head.eq_ignore_ascii_case("should"));
    mark.kind == Kind::Prohibition && (demoted || soft(pair.target_words()) && !soft(pair.source_words()))
}

/// It takes force from what stands beside it.
pub(super) fn is_soft(word: &Word) -> bool {
    const SOFT: [u32; 12] = [
        hash("preferably"),
        hash("ideally"),
        hash("generally"),
        hash("usually"),
        hash("normally"),
        hash("typically"),
        hash("mostly"),
        hash("feasible"),
        hash("practical"),
        hash("discouraged"),
        hash("try"),
        hash("possible"),
    ];
    SOFT.contains(&word.hash)
}

/// Whether what stands around some bytes of a sentence softens or narrows them: "usually never push", "never push yet".
/// What goes on after them without a comma narrows, but for a word that joins.
pub(super) fn around(text: &Extraction<'_>, sentence: u32, within: Span) -> bool {
    const JOINS: [u32; 12] = [
        hash("and"),
        hash("or"),
        hash("but"),
        hash("because"),
        hash("since"),
        hash("so"),
        hash("as"),
        hash("which"),
        hash("that"),
        hash("then"),
        hash("while"),
        hash("is"),
    ];
    let Some(sentence) = text.scan.sentences.get(sentence as usize) else { return false };
    let mut outside = text.scan.words(sentence).iter().filter(|word| !within.contains(word.span()));
    outside.any(|word| {
        let goes_on = word.start >= within.end && Span::new(within.end, word.start).of(text.scan.text) == " ";
        is_soft(word) || (goes_on && !JOINS.contains(&word.hash))
    })
}

/// Whether the target denies something about what is forbidden, and not that: "do not hesitate to", "you do not have to".
pub(super) fn inverted(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    const ABOUT: [u32; 8] = [
        hash("hesitate"),
        hash("have"),
        hash("need"),
        hash("want"),
        hash("mind"),
        hash("worry"),
        hash("fail"),
        hash("forget"),
    ];
    let about = |words: &[Word], cue: Span| {
        let next = words.iter().find(|word| word.start >= cue.end);
        let before = words.iter().rfind(|word| word.end <= cue.start);
        next.is_some_and(|word| ABOUT.contains(&word.hash))
            || before.is_some_and(|word| word.hash == const { hash("need") })
            || words.iter().any(|word| cue.contains(word.span()) && ABOUT.contains(&word.hash))
    };
    mark.kind == Kind::Prohibition && about(pair.target_words(), other.cue) && !about(pair.source_words(), mark.cue)
}

/// Whether the place tells as shown what the sentence does not: "verified: …", with nothing that denies or doubts it.
pub(super) fn settled(pair: &Pair<'_>, sentence: u32) -> bool {
    const SHOWN: [u32; 7] = [
        hash("verified"),
        hash("confirmed"),
        hash("proven"),
        hash("proved"),
        hash("certain"),
        hash("definitely"),
        hash("undoubtedly"),
    ];
    let shown = |words: &[Word]| words.iter().any(|word| SHOWN.contains(&word.hash));
    let doubts = |class| pair.target_marks(class).next().is_some();
    shown(pair.target_words())
        && (!shown(pair.source_words()) || pair.source_marks(Class::Negation, sentence).next().is_some())
        && !doubts(Class::Negation)
        && !doubts(Class::Hypothesis)
        && !doubts(Class::Obligation)
}
