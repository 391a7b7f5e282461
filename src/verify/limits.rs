//! What narrows or softens a rule: limits that the summary leaves out, words that take the force away (E1).

use super::findings::is_report;
use super::pair::{Pair, any_of, content, share};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::{Extraction, Mark, words_in};
use crate::text::{Span, Word, hash, is_content};
use alloc::vec::Vec;

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
                !target.iter().any(|other| other.stem == word.stem || sets_limit(word) && sets_limit(other))
            })
    };
    (scope.start..scope.end).any(|at| {
        source.get(at as usize).is_some_and(sets_limit)
            && (at + 1..scope.end).take(4).find(|at| source.get(*at as usize).is_some_and(is_content)).is_some_and(gone)
    })
}

fn sets_limit(word: &Word) -> bool {
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

/// Whether the place softens what was hard: "should preferably not" for "must not", "avoid" for "never", "ideally" and "if there
/// is time" beside what is owed. The place is the sentence of the other cue where there is one.
pub(super) fn softened(pair: &Pair<'_>, mark: &Mark, other: Option<&Mark>) -> bool {
    // "Must never be logged": the denial of what must be.
    const MUST: [u32; 3] = [hash("must"), hash("shall"), hash("may")];
    let before = pair.source_words().iter().rfind(|word| word.end <= mark.cue.start);
    let forbids = mark.kind == Kind::Prohibition
        || mark.kind == Kind::Denial && before.is_some_and(|word| MUST.contains(&word.hash));
    let binds = forbids || matches!(mark.kind, Kind::Requirement | Kind::Standing | Kind::Request);
    binds
        && (forbids && other.is_some_and(|other| demoted(pair, mark, other)) || {
            let (here, there) = (pair.source_words(), sentence_of(pair, other));
            is_softer(there) && !is_softer(here) || mark.kind != Kind::Request && is_wish(there) && !is_wish(here)
        })
}

/// Whether the place has a condition where the source sentence has none.
pub(super) fn conditioned(pair: &Pair<'_>, mark: &Mark, other: Option<&Mark>) -> bool {
    const WHEN: [u32; 5] = [hash("when"), hash("where"), hash("whenever"), hash("while"), hash("for")];
    let binds = matches!(mark.kind, Kind::Requirement | Kind::Standing | Kind::Request | Kind::Prohibition);
    let there = sentence_of(pair, other);
    let condition =
        |mark: &Mark| mark.kind == Kind::Condition && there.iter().any(|word| mark.cue.contains(word.span()));
    binds
        && pair.target_marks(Class::Ordering).any(condition)
        && pair.source_marks(Class::Ordering, mark.sentence).next().is_none()
        && !any_of(pair.source_words(), &WHEN)
}

/// The words of the sentence of a cue in the place, or of all of the place where it is one sentence.
fn sentence_of<'a>(pair: &Pair<'a>, other: Option<&Mark>) -> &'a [Word] {
    let scan = &pair.target.scan;
    match other.and_then(|other| scan.sentences.get(other.sentence as usize)) {
        Some(sentence) => scan.words(sentence),
        None if pair.at.sentences.len() == 1 && pair.is_tight() => pair.target_words(),
        None => &[],
    }
}

/// A cue with less force in the place of one that leaves no choice.
fn demoted(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    let heads = |mark: &Mark, text: &str, heads: &[&str]| {
        let cue = mark.cue.of(text);
        heads.iter().any(|head| cue.get(..head.len()).is_some_and(|cue| cue.eq_ignore_ascii_case(head)))
    };
    let hard = heads(mark, pair.source.scan.text, &["must", "never", "under", "on no"]);
    let words = sentence_of(pair, Some(other));
    let before = words.iter().rfind(|word| word.end <= other.cue.start);
    hard && heads(other, pair.target.scan.text, &["should", "avoid"])
        || before.is_some_and(|word| word.hash == const { hash("rather") })
        || any_of(other.scope.slice(&pair.target.scan.words), &PRAISE)
}

/// What is denied of it takes no more than the praise: "not recommended".
const PRAISE: [u32; 5] = [hash("recommended"), hash("advisable"), hash("advised"), hash("encouraged"), hash("ideal")];

/// Words that take force from what stands beside them.
const SOFT: [u32; 11] = [
    hash("preferably"),
    hash("ideally"),
    hash("generally"),
    hash("usually"),
    hash("normally"),
    hash("typically"),
    hash("mostly"),
    hash("discouraged"),
    hash("try"),
    hash("best"),
    hash("minimum"),
];

/// Words that do with "if", "where" and the like before them.
const CHOICE: [u32; 17] = [
    hash("time"),
    hash("possible"),
    hash("feasible"),
    hash("practical"),
    hash("practicable"),
    hash("convenient"),
    hash("worthwhile"),
    hash("worth"),
    hash("sensible"),
    hash("reasonable"),
    hash("appropriate"),
    hash("want"),
    hash("wants"),
    hash("like"),
    hash("likes"),
    hash("wish"),
    hash("chance"),
];

/// Whether a word may soften what stands beside it.
pub(super) fn is_soft(word: &Word) -> bool {
    SOFT.contains(&word.hash) || CHOICE.contains(&word.hash)
}

/// Whether some words take force from what stands beside them: "preferably", "where practical", "if you have time".
#[inline(never)]
pub(super) fn is_softer(words: &[Word]) -> bool {
    const GIVEN: [u32; 7] =
        [hash("if"), hash("when"), hash("where"), hash("whenever"), hash("wherever"), hash("as"), hash("extent")];
    let given = |at: usize| any_of(words.get(at + 1..words.len().min(at + 5)).unwrap_or(&[]), &CHOICE);
    any_of(words, &SOFT) || words.iter().enumerate().any(|(at, word)| GIVEN.contains(&word.hash) && given(at))
}

/// Whether some words tell of a wish: of what was asked for that is no less, of a rule it is.
#[inline(never)]
pub(super) fn is_wish(words: &[Word]) -> bool {
    const WISHES: [u32; 14] = [
        hash("prefer"),
        hash("prefers"),
        hash("preferred"),
        hash("preference"),
        hash("nice"),
        hash("suggests"),
        hash("suggested"),
        hash("suggestion"),
        hash("recommends"),
        hash("recommended"),
        hash("hopes"),
        hash("hoped"),
        hash("wishes"),
        hash("advised"),
    ];
    const WOULD: [u32; 2] = [hash("like"), hash("rather")];
    let would = |pair: &[Word]| matches!(pair, [would, like] if would.hash == const { hash("would") } && WOULD.contains(&like.hash));
    any_of(words, &WISHES) || words.windows(2).any(would)
}

/// Whether what follows some bytes of a sentence narrows them: "never push yet", "never push, although hotfixes are fine". What goes on
/// after them without a comma narrows, but for a word that joins.
pub(super) fn goes_on(text: &Extraction<'_>, sentence: u32, within: Span) -> bool {
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
    const YIELDS: [u32; 8] = [
        hash("although"),
        hash("though"),
        hash("fine"),
        hash("okay"),
        hash("allowed"),
        hash("permitted"),
        hash("exception"),
        hash("exempt"),
    ];
    let Some(sentence) = text.scan.sentences.get(sentence as usize) else { return false };
    text.scan.words(sentence).iter().filter(|word| word.start > within.end).any(|word| {
        let next = Span::new(within.end, word.start).of(text.scan.text) == " ";
        next && !JOINS.contains(&word.hash) || YIELDS.contains(&word.hash)
    })
}

/// Whether somebody else said some bytes: "a commenter wrote: …".
pub(super) fn is_of_another(text: &Extraction<'_>, sentence: u32, within: Span) -> bool {
    const OURS: [u32; 9] = [
        hash("user"),
        hash("user's"),
        hash("we"),
        hash("they"),
        hash("he"),
        hash("she"),
        hash("you"),
        hash("i"),
        hash("system"),
    ];
    let Some(sentence) = text.scan.sentences.get(sentence as usize) else { return false };
    let words = text.scan.words(sentence);
    let before = words.get(..words.partition_point(|word| word.end <= within.start)).unwrap_or(&[]);
    before.iter().any(|word| is_report(word.hash)) && !any_of(before, &OURS)
}

/// Whether what stands around some bytes of their sentence softens them: "usually never push", "push it if there is time".
pub(super) fn is_softened(text: &Extraction<'_>, sentence: u32, within: Span, hard: bool) -> bool {
    let Some(sentence) = text.scan.sentences.get(sentence as usize) else { return false };
    let words = text.scan.words(sentence);
    let first = words.partition_point(|word| word.end <= within.start);
    let past = words.partition_point(|word| word.start < within.end);
    let around = [words.get(..first), words.get(past..)];
    words.get(..first).is_some_and(is_faded)
        || around.into_iter().flatten().any(|words| is_softer(words) || hard && is_wish(words))
}

/// Whether a few words before a rule tell it as what was, or as what somebody dreams of: "originally: …", "at first, …", "in theory".
fn is_faded(before: &[Word]) -> bool {
    const FADED: [u32; 13] = [
        hash("originally"),
        hash("initially"),
        hash("previously"),
        hash("formerly"),
        hash("hopefully"),
        hash("optionally"),
        hash("perhaps"),
        hash("maybe"),
        hash("theory"),
        hash("theoretically"),
        hash("nice"),
        hash("beginning"),
        hash("early"),
    ];
    // "At first", "back then", "at one point".
    const PAIRS: [[u32; 2]; 3] =
        [[hash("at"), hash("first")], [hash("back"), hash("then")], [hash("one"), hash("point")]];
    let pair = |words: &[Word]| matches!(words, [one, other] if PAIRS.contains(&[one.hash, other.hash]));
    before.len() < 4 && (any_of(before, &FADED) || before.windows(2).any(pair))
}

/// Whether one of two prohibitions keeps somebody out of a thing and the other forbids what he would do there: "stay out of the vault",
/// "do not enter the vault", "don't touch it". The thing is the same: all that either speaks of but for the verb.
pub(super) fn stays_out(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    const OUT: &str = "stay-out";
    // What staying out of a thing leaves undone, and nothing of the thing.
    const GOES: [u32; 16] = [
        hash("touch"),
        hash("touched"),
        hash("enter"),
        hash("entered"),
        hash("go"),
        hash("near"),
        hash("write"),
        hash("edit"),
        hash("edited"),
        hash("change"),
        hash("changed"),
        hash("modify"),
        hash("visit"),
        hash("open"),
        hash("access"),
        hash("anything"),
    ];
    let thing = |mark: &Mark, words: &[Word]| -> Vec<Word> {
        let scope =
            mark.scope.slice(words).iter().filter(|word| !GOES.contains(&word.hash) && word.start >= mark.cue.end);
        scope.copied().collect()
    };
    let goes = |mark: &Mark, words: &[Word]| any_of(mark.scope.slice(words), &GOES);
    let (here, there) = (&pair.source.scan.words, &pair.target.scan.words);
    let keeps = match (mark.id == OUT, other.id == OUT) {
        (false, true) => goes(mark, here),
        (true, false) => goes(other, there),
        _ => false,
    };
    let (here, there) = (thing(mark, here), thing(other, there));
    let says = |words: &[Word], others: &[Word]| content(words) > 0 && share(words, others) >= 1.0;
    keeps && mark.kind == Kind::Prohibition && other.kind == Kind::Prohibition && says(&here, &there)
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
    let shown = |words: &[Word]| any_of(words, &SHOWN);
    let doubts = |class| pair.target_marks(class).next().is_some();
    shown(pair.target_words())
        && (!shown(pair.source_words()) || pair.source_marks(Class::Negation, sentence).next().is_some())
        && !doubts(Class::Negation)
        && !doubts(Class::Hypothesis)
        && !doubts(Class::Obligation)
}

/// Whether the other cue tells what somebody did not do, and this one forbids it: "has never opened it".
pub(super) fn reported(pair: &Pair<'_>, mark: &Mark, other: &Mark) -> bool {
    const PAST: [u32; 6] = [hash("has"), hash("have"), hash("had"), hash("did"), hash("was"), hash("were")];
    let words = &pair.target.scan.words;
    let cue = words_in(&pair.target.scan, other.cue);
    let before = cue.start.checked_sub(1).and_then(|before| words.get(before as usize));
    mark.kind == Kind::Prohibition && other.kind == Kind::Denial && before.is_some_and(|word| PAST.contains(&word.hash))
}

/// Words that limit, whatever their cue.
pub(super) fn is_limit(word: u32) -> bool {
    const LIMITS: [u32; 12] = [
        hash("up"),
        hash("only"),
        hash("solely"),
        hash("merely"),
        hash("exclusively"),
        hash("just"),
        hash("else"),
        hash("except"),
        hash("but"),
        hash("limit"),
        hash("most"),
        hash("maximum"),
    ];
    LIMITS.contains(&word)
}
