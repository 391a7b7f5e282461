//! The other direction (E4): what the summary says and the source does not.

use super::antonyms::are_opposites;
use super::claims::is_claim;
use super::clauses;
use super::pair::{Pair, any_of, clauses as clauses_of, content, has_stem, marks_of, share, stems};
use super::swap::{is_actor, swapped};
use super::told::is_list;
use super::value::{bare_key, hours, is_distinctive, is_numeric, key};
use super::{Target, bindings};
use crate::class::Class;
use crate::element::{FindingKind, Kind, Status};
use crate::extract::Mark;
use crate::text::{Hasher, KeySet, Span, Word, hash, is_content, list, number_word, offset, shape};
use alloc::vec::Vec;

/// One finding, before anyone asks for its words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) kind: FindingKind,
    pub(crate) class: Option<Class>,
    /// Bytes of the summary.
    pub(crate) span: Span,
    /// The source sentence read against: message and bytes.
    pub(crate) against: Option<(u32, Span)>,
}

/// Words that only permit.
pub(super) fn is_weak(word: u32) -> bool {
    const WEAK: [u32; 15] = [
        hash("may"),
        hash("might"),
        hash("could"),
        hash("can"),
        hash("optionally"),
        hash("optional"),
        hash("possibly"),
        hash("consider"),
        hash("usually"),
        hash("normally"),
        hash("generally"),
        hash("often"),
        hash("sometimes"),
        hash("preferably"),
        hash("ideally"),
    ];
    WEAK.contains(&word)
}

/// Words that settle a thing.
pub(super) fn is_fact(word: u32) -> bool {
    const FACT: [u32; 16] = [
        hash("will"),
        hash("does"),
        hash("is"),
        hash("always"),
        hash("certainly"),
        hash("definitely"),
        hash("clearly"),
        hash("proves"),
        hash("prove"),
        hash("proved"),
        hash("proving"),
        hash("proven"),
        hash("demonstrates"),
        hash("confirmed"),
        hash("confirms"),
        hash("know"),
    ];
    FACT.contains(&word)
}

/// Words that tell a thing as finished.
pub(super) fn is_done(word: u32) -> bool {
    const DONE: [u32; 12] = [
        hash("done"),
        hash("finished"),
        hash("completed"),
        hash("complete"),
        hash("already"),
        hash("been"),
        hash("was"),
        hash("were"),
        hash("fixed"),
        hash("merged"),
        hash("resolved"),
        hash("did"),
    ];
    DONE.contains(&word)
}

/// Reads one tight pair from the summary's side.
///
/// `known` says whether the source holds an identifier with that key, or a name's word, anywhere.
pub(super) fn of_pair(
    pair: &Pair<'_>,
    reverse: &Pair<'_>,
    (from, sentence): (u32, u32),
    known: &dyn Fn(&Mark, &str) -> bool,
    spoken: &dyn Fn(&Word) -> bool,
) -> Vec<Found> {
    let mut found = Vec::new();
    let mut add = |kind, class, span| found.push(Found { kind, class, span, against: None });
    let negations: Vec<&Mark> = reverse.source_marks(Class::Negation, sentence).collect();
    for (mark, judgement) in negations.iter().zip(clauses::judge(reverse, Class::Negation, &negations)) {
        // An exception takes back a rule that had none.
        let excepts = |mark: &Mark| matches!(mark.id, "unless" | "except" | "until");
        let excepted = excepts(mark) && !reverse.target_marks(Class::Negation).any(excepts);
        let turned = judgement.status == Status::Contradicted
            || (matches!(judgement.status, Status::Unverified | Status::Weakened)
                && (excepted
                    || (reverse.target_marks(Class::Negation).next().is_none() && denies_known(reverse, mark))));
        // "don't … anymore": the second half of a denial that was told.
        // Nor does every word of denial deny: "resolved", "rather than", "unused" tell what is so.
        let tells = matches!(
            mark.id,
            "anymore"
                | "rather-than"
                | "resolved"
                | "unaffected"
                | "ruled-out"
                | "irrelevant"
                | "excluded"
                | "hardly"
                | "stop"
        );
        // "Must not be made without a human": two that cancel each other.
        let cancels = negations.len() > 1 && negations.iter().any(|mark| mark.id == "without");
        // "Is dropped" for "drop it": the source has the word of the cue.
        let cue = crate::extract::words_in(&reverse.source.scan, mark.cue).slice(&reverse.source.scan.words);
        let told = |word: &Word| is_content(word) && has_stem(reverse.target_words(), word.stem);
        // "At 7, not at 6": what stands before it is told, and what the source said first is told as over.
        let corrects = || corrected(reverse, mark, sentence, known);
        // "Do not a and do not b" for a list under "do not:": one denial there holds all that is denied here.
        let held = || {
            let here = stems(mark.scope.slice(&reverse.source.scan.words));
            let holds = |other: &Mark| {
                let scope = other.scope.slice(&reverse.target.scan.words);
                is_list(reverse.target.scan.str(other.span)) && here.iter().all(|stem| has_stem(scope, *stem))
            };
            !here.is_empty() && reverse.target_marks(Class::Negation).any(holds)
        };
        let both = || {
            let scope = mark.scope.slice(&reverse.source.scan.words);
            agreed(pair, from).iter().any(|stem| has_stem(scope, *stem))
        };
        if turned
            && !mark.cue.is_empty()
            && !tells
            && !cancels
            && !cue.iter().any(told)
            && !corrects()
            && !held()
            && !both()
        {
            add(FindingKind::Invented, Some(Class::Negation), mark.span);
        }
    }
    for mark in reverse.source_marks(Class::Identifier, sentence) {
        let text = mark.span.of(reverse.source.scan.text);
        let plain = matches!(mark.kind, Kind::Command | Kind::Quoted | Kind::Error)
            || (mark.kind == Kind::Symbol && !is_distinctive(mark.kind, text));
        let acronym = mark.kind == Kind::Name && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_uppercase());
        let alone = is_distinctive(mark.kind, text) || is_numeric(mark.kind);
        let place = alone || reverse.is_local(reverse.local_source(mark.scope));
        if !plain && !acronym && place && !known(mark, text) {
            add(FindingKind::Invented, Some(Class::Identifier), mark.span);
        }
    }
    if let Some(span) = contrast(pair) {
        add(FindingKind::Invented, Some(Class::Negation), span);
    }
    if let Some(span) = widened(reverse, spoken) {
        add(FindingKind::Invented, Some(Class::Negation), span);
    }
    if let Some(span) = added(reverse, spoken) {
        add(FindingKind::Invented, None, span);
    }
    if let Some(span) = exchanged(pair, from) {
        add(FindingKind::Invented, None, span);
    }
    found
}

/// Whether what is denied is a value, and right before it stands another that the source holds.
fn corrected(reverse: &Pair<'_>, mark: &Mark, sentence: u32, known: &dyn Fn(&Mark, &str) -> bool) -> bool {
    let of_thing =
        |value: &&Mark| is_numeric(value.kind) || is_distinctive(value.kind, value.span.of(reverse.source.scan.text));
    let values = || reverse.source_marks(Class::Identifier, sentence).filter(of_thing);
    let denied = values().any(|value| mark.span.contains(value.span) && value.span.start >= mark.cue.end);
    let before = values().filter(|value| value.span.end <= mark.cue.start).last();
    denied && before.is_some_and(|value| known(value, value.span.of(reverse.source.scan.text)))
}

/// A denial of what the source says: the first thing it denies stands there, and nothing there is denied.
fn denies_known(reverse: &Pair<'_>, mark: &Mark) -> bool {
    let scope = mark.scope.slice(&reverse.source.scan.words);
    let after = scope.iter().filter(|word| word.start >= mark.cue.end).find(|word| is_content(word));
    let plain = matches!(
        mark.id,
        "not" | "contracted-not" | "dont" | "cannot" | "no" | "never" | "without" | "denies" | "fail-to" | "refuse"
    );
    plain
        && after.is_some_and(|word| has_stem(reverse.target_words(), word.stem))
        && share(scope, reverse.target_words()) >= 0.6
}

/// A word of the source whose opposite, or another number, stands in its gap.
fn contrast(pair: &Pair<'_>) -> Option<Span> {
    let diff = pair.diff.as_ref()?;
    let target = pair.target_words();
    let source = pair.source_words();
    // "Isn't enabled" is "disabled", "don't forget to" is "remember to"; and "without" is a denial itself.
    let denials = |words: &[Word]| words.iter().filter(|word| is_denial(word.hash)).count();
    let turned = (denials(source) + denials(target)) % 2 == 1;
    for (at, word) in source.iter().enumerate() {
        let here = Span::new(at as u32, at as u32 + 1);
        let told = has_stem(target, word.stem);
        if diff.matched(here.start).is_some() || told || !pair.is_local(here) {
            continue;
        }
        let instead = diff.gap(here).slice(target).iter().find(|other| {
            let numbers = (number_word(word.hash), number_word(other.hash));
            !turned
                && !is_denial(word.hash)
                && are_opposites(word.span().of(pair.source.scan.text), other.span().of(pair.target.scan.text))
                && !source.iter().any(|word| word.hash == other.hash)
                || matches!(numbers, (Some(a), Some(b)) if a != b)
                || word.is(list::UNIT)
                    && other.is(list::UNIT)
                    && word.end - word.start > 2
                    && other.end - other.start > 2
        });
        if let Some(other) = instead {
            return Some(other.span());
        }
    }
    None
}

/// The opposite of the one word in which two sentences differ: "the gate is shut" for "the gate is open". They are too
/// short to be aligned by their words.
pub(super) fn turned(pair: &Pair<'_>) -> Option<Span> {
    let (source, target) = (pair.source_words(), pair.target_words());
    let mut other = source.iter().zip(target).filter(|(here, there)| here.hash != there.hash);
    let (here, there) = other.next().filter(|_| source.len() == target.len() && source.len() > 2)?;
    let opposite = || are_opposites(here.span().of(pair.source.scan.text), there.span().of(pair.target.scan.text));
    (other.next().is_none() && opposite()).then(|| there.span())
}

/// Words of whoever tells what was said.
pub(super) fn is_report(word: u32) -> bool {
    const REPORT: [u32; 14] = [
        hash("said"),
        hash("says"),
        hash("asked"),
        hash("asks"),
        hash("told"),
        hash("tells"),
        hash("noted"),
        hash("mentioned"),
        hash("wants"),
        hash("wanted"),
        hash("wrote"),
        hash("explained"),
        hash("reported"),
        hash("stated"),
    ];
    REPORT.contains(&word)
}

/// What the summary quotes and nobody said: most of its words stand in no message.
pub(super) fn quotes(summary: &Target<'_>, spoken: &dyn Fn(&Word) -> bool, all: &mut Vec<Found>) {
    let scan = &summary.text.scan;
    for sentence in &scan.sentences {
        let said = sentence.span.of(scan.text);
        let Some(open) = said.find(['"', '\u{201c}']) else { continue };
        let rest = said.get(open..).unwrap_or("").trim_start_matches(['"', '\u{201c}']);
        let Some(close) = rest.find(['"', '\u{201d}']) else { continue };
        let start = sentence.span.end - offset(rest.len());
        let span = Span::new(start, start + offset(close));
        let (mut words, mut new) = (0, 0);
        for word in scan.words(sentence).iter().filter(|word| span.contains(word.span()) && is_content(word)) {
            words += 1;
            new += usize::from(!spoken(word));
        }
        if new >= 3 && new * 2 > words {
            all.push(Found { kind: FindingKind::Invented, class: None, span, against: None });
        }
    }
}

/// Words for what is behind a thing.
const CAUSES: [u32; 6] =
    [hash("cause"), hash("source"), hash("reason"), hash("origin"), hash("explanation"), hash("culprit")];

/// Words put in where the source sentence has none: two with content that no message holds tell something new.
fn added(reverse: &Pair<'_>, spoken: &dyn Fn(&Word) -> bool) -> Option<Span> {
    let diff = reverse.diff.as_ref()?;
    let words = reverse.source_words();
    // The stems and the function words are English: in another language every form is a new word.
    if words.iter().filter(|word| word.is(list::STOP)).count() * 8 < words.len() {
        return None;
    }
    // "Likely source of the leak": what doubts, and the word for what it doubts, tell nothing new.
    let cued = |word: &Word| {
        let sentence = crate::extract::sentence_at(&reverse.source.scan, reverse.sentence.span.start);
        let open = |mark: &Mark| mark.class == Class::Hypothesis || mark.kind == Kind::OpenTask;
        marks_of(reverse.source, Span::new(sentence, sentence + 1))
            .iter()
            .any(|mark| open(mark) && mark.cue.contains(word.span()))
    };
    let guesses = || {
        let sentence = crate::extract::sentence_at(&reverse.source.scan, reverse.sentence.span.start);
        reverse.source_marks(Class::Hypothesis, sentence).next().is_some()
    };
    let doubted = |word: &Word| cued(word) || CAUSES.contains(&word.hash) && guesses();
    let mut run = Span::default();
    while (run.start as usize) < words.len() {
        run.end = (run.start..words.len() as u32).find(|at| diff.matched(*at).is_some()).unwrap_or(words.len() as u32);
        let text = reverse.source.scan.text;
        let new = run.slice(words).iter().filter(|word| {
            is_content(word)
                && !is_report(word.hash)
                && !is_claim(word)
                && !doubted(word)
                && !word.is(list::COPULA)
                && !spoken(word)
                && !is_form(word, text, spoken)
        });
        if content(diff.gap(run).slice(reverse.target_words())) == 0
            && new.count() >= 2
            && let (Some(first), Some(last)) = (run.slice(words).first(), run.slice(words).last())
        {
            return Some(first.span().hull(last.span()));
        }
        run.start = run.end + 1;
    }
    None
}

/// An exception that the rule has not, or one more beside that which it has: a word that no message holds, behind "apart from",
/// or behind "or" in what follows "except", "only", "without".
fn widened(reverse: &Pair<'_>, spoken: &dyn Fn(&Word) -> bool) -> Option<Span> {
    const LIMITS: [u32; 5] = [hash("except"), hash("only"), hash("without"), hash("unless"), hash("but")];
    const EXCEPTS: [u32; 7] = [
        hash("except"),
        hash("apart"),
        hash("aside"),
        hash("besides"),
        hash("excluding"),
        hash("barring"),
        hash("save"),
    ];
    let text = reverse.source;
    let limits = |words: &[Word]| any_of(words, &LIMITS) || any_of(words, &EXCEPTS);
    let rule = reverse.target_marks(Class::Negation).any(|mark| mark.kind != Kind::Denial)
        || reverse.target_marks(Class::Obligation).next().is_some();
    let had = limits(reverse.target_words());
    let mut limited = false;
    for clause in clauses_of(
        text,
        reverse.sentence.words,
        const { &[hash("and"), hash("or"), hash("except"), hash("apart"), hash("other")] },
    ) {
        let clause = clause.slice(&text.scan.words);
        let span = clause.first()?.span().hull(clause.last()?.span());
        let mut content = clause.iter().filter(|word| is_content(word) && !any_of(&[**word], &EXCEPTS));
        let new = content.any(|word| !spoken(word) && !is_form(word, text.scan.text, spoken));
        let joins = any_of(clause.get(..1)?, const { &[hash("and"), hash("or")] });
        let cued = || reverse.source_cues(span);
        let other = matches!(clause, [other, than, ..] if other.hash == const { hash("other") } && than.hash == const { hash("than") });
        let excepts = !had && (any_of(clause, &EXCEPTS) || other);
        if rule && new && clause.len() < 8 && (excepts || had && limited && joins && !cued()) {
            return Some(span);
        }
        limited |= limits(clause);
    }
    None
}

/// "Untouched" where somebody says "touch", "Olsen's" where somebody says "Olsen".
fn is_form(word: &Word, text: &str, spoken: &dyn Fn(&Word) -> bool) -> bool {
    let said = word.span().of(text);
    let rest = said.strip_suffix("'s").or_else(|| said.strip_suffix("\u{2019}s")).or_else(|| said.strip_prefix("un"));
    let rest = rest.or_else(|| said.strip_suffix("able"));
    rest.filter(|rest| rest.len() > 3).is_some_and(|rest| {
        let mut hasher = Hasher::new();
        rest.bytes().for_each(|byte| hasher.push(byte.to_ascii_lowercase()));
        spoken(&Word { hash: hasher.finish(), stem: hasher.stem(), ..*word })
    })
}

/// A word that denies by itself.
fn is_denial(word: u32) -> bool {
    const DENIALS: [u32; 16] = [
        hash("not"),
        hash("no"),
        hash("never"),
        hash("without"),
        hash("nobody"),
        hash("nothing"),
        hash("none"),
        hash("cannot"),
        hash("don't"),
        hash("doesn't"),
        hash("didn't"),
        hash("isn't"),
        hash("aren't"),
        hash("wasn't"),
        hash("can't"),
        hash("won't"),
    ];
    DENIALS.contains(&word)
}

/// What the sentence and its place both deny.
fn agreed(pair: &Pair<'_>, sentence: u32) -> Vec<u32> {
    let at = pair.at.sentences.start;
    let there = pair.target.scan.sentences.get(at as usize);
    there.map_or(Vec::new(), |there| bindings::agreed((pair.source, sentence, pair.sentence), (pair.target, at, there)))
}

/// Two words that changed places: "the user asks the agent".
fn exchanged(pair: &Pair<'_>, sentence: u32) -> Option<Span> {
    let diff = pair.diff.as_ref()?;
    let source = pair.source_words();
    let word = |at: usize| Span::new(at as u32, at as u32 + 1);
    let bears = |(_, word): &(usize, &Word)| is_content(word) || is_actor(word.hash);
    // What comes first and what after it is judged as an order, but for two conditions beside each other.
    let mut orders = pair.source_marks(Class::Ordering, sentence);
    if orders.any(|mark| mark.kind != Kind::Condition) || pair.source_marks(Class::Ordering, sentence).count() == 1 {
        return None;
    }
    // "PRs are to be opened" for "open a PR": the passive moves words and means the same.
    let passive = |words: &[Word]| words.iter().filter(|word| word.is(list::COPULA)).count();
    if passive(pair.target_words()) != passive(source) {
        return None;
    }
    // Identifiers are judged one by one, as what they are, unless a word that is none changed places with them.
    let marks: Vec<Span> =
        pair.source_marks(Class::Identifier, sentence).map(|mark| pair.local_source(mark.scope)).collect();
    let marked = |at: usize| marks.iter().any(|mark| mark.overlaps(word(at)));
    let mut units: Vec<Span> = marks.clone();
    units.extend(
        source.iter().enumerate().filter(bears).map(|(at, _)| word(at)).filter(|at| !marked(at.start as usize)),
    );
    let moved = |span: &&Span| (span.start..span.end).all(|at| diff.matched(at).is_none());
    let mut swaps = units.iter().filter(moved).filter_map(|span| {
        let alone = |other: &&Span| !(marks.contains(span) && marks.contains(other));
        Some((swapped(pair, *span, units.iter().filter(alone).copied())?, span))
    });
    let (swap, span) = swaps.find(|(swap, _)| !swap.listed)?;
    // "Do not write to it but read it" for "read it but do not write to it": the denial went with what it denies.
    let agreed = agreed(pair, sentence);
    let of = |words: &[Word]| words.iter().any(|word| agreed.contains(&word.stem));
    let came = pair.target_words().iter().find(|word| word.start == swap.by.start);
    let went = of(span.slice(source)) != came.is_some_and(|word| agreed.contains(&word.stem));
    let actor = span.slice(source).iter().any(|word| is_actor(word.hash));
    (actor || !went).then_some(swap.by)
}

/// What the source holds, to ask whether something is new.
pub(super) struct Known<'a> {
    /// The keys of its identifiers; asked for only where the words do not answer.
    pub(super) keys: &'a dyn Fn() -> &'a KeySet,
    /// The hashes and stems of its words.
    pub(super) words: &'a KeySet,
}

impl Known<'_> {
    /// Whether any message holds the word or one of its stem.
    pub(super) fn speaks(&self, word: &Word) -> bool {
        self.words.contains(word.hash.into()) || self.words.contains(word.stem.into())
    }

    /// Whether the value, or every word of the name, stands in the source.
    pub(super) fn has(&self, mark: &Mark, text: &str, words: &[Word]) -> bool {
        if !words.is_empty() && words.iter().all(|word| self.words.contains(word.hash.into())) {
            return true;
        }
        if mark.kind == Kind::Number && words.iter().all(|word| word.shape & shape::DIGIT != 0) && text.len() < 2 {
            return true;
        }
        let keys = (self.keys)();
        let has = |key: u64| keys.contains(key);
        if has(key(mark.kind, text)) || (is_numeric(mark.kind) && has(bare_key(text))) {
            return true;
        }
        if is_numeric(mark.kind) && hours(text).any(has) {
            return true;
        }
        let parts = || text.split(['-', '–', '/', ' ']).filter(|part| !part.is_empty());
        is_numeric(mark.kind) && parts().count() > 1 && parts().all(|part| part.len() < 2 || has(bare_key(part)))
    }
}
