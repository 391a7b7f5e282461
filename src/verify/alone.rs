//! What becomes of a clause whose cue the target has not (E1, E3).

use super::antonyms::are_opposites;
use super::clauses::{Judgement, TURNED, cue_words, force, is_modal, scopes, spoken, together, waits};
use super::findings::{is_done, is_fact, is_weak};
use super::pair::{Pair, clauses as clauses_of, content, has_stem, share};
use super::{bounds, headings, limits, ordering};
use crate::class::Class;
use crate::element::{Kind, Status};
use crate::extract::{Mark, words_in};
use crate::text::{Span, Word, hash, is_content};

/// Whether the target forbids what is asked for, and the source sentence forbids nothing: "don't send it" does not say "you can
/// send it now".
fn forbidden(pair: &Pair<'_>, mark: &Mark) -> bool {
    let verb = words_in(&pair.source.scan, mark.cue).slice(&pair.source.scan.words).last().map(|word| word.stem);
    let first = |other: &Mark| {
        let scope = other.scope.slice(&pair.target.scan.words);
        scope.iter().find(|word| is_content(word)).map(|word| word.stem)
    };
    let forbids = |other: &Mark| matches!(other.kind, Kind::Prohibition | Kind::Denial);
    pair.target_marks(Class::Negation).any(|other| forbids(other) && first(other) == verb)
        && !pair.source_marks(Class::Negation, mark.sentence).any(forbids)
}

/// The source has a cue and the target has none for it.
///
/// A verdict needs the same words around the cue and nothing in its place, or a word that settles it. Another content word
/// there is an open-class substitution, which nobody can judge without knowing the language: `unverified` (E3).
pub(super) fn alone(pair: &Pair<'_>, mark: &Mark) -> Judgement {
    let here = together(pair, mark);
    let evidence = Some(pair.target_span());
    let scope = &spoken(pair, mark);
    let held = share(scope, pair.target_words());
    let doubt = Judgement::new(Status::Unverified, None, "no cue like it, no proof that it is gone");
    if mark.kind == Kind::Request {
        // What was asked for, not what became of it: "ask Dana" is not said by "Dana approved".
        let verb = stands_in(pair, cue_words(pair, mark, true)) && !limits::conditioned(pair, mark, None);
        let verb = verb || held >= 0.75 && listed(pair, mark);
        return if verb && !forbidden(pair, mark) && held >= 0.6 && pair.at.forward >= 0.5 {
            Judgement::new(Status::Paraphrased, evidence, "what was asked for stands there")
        } else {
            doubt
        };
    }
    // "I think it may be" is hedged twice; one hedge is enough.
    if matches!(mark.id, "think" | "suspect") {
        let hedged = |other: &&Mark| is_modal(other) && scopes(pair, mark, other) >= 0.5;
        if let Some(other) = pair.target_marks(Class::Hypothesis).find(hedged) {
            return Judgement::new(Status::Paraphrased, Some(other.span), "another hedge speaks about the same words");
        }
    }
    // "I think it could be stale": told with the first of the two hedges, or asked.
    let within = |other: &&Mark| {
        matches!(other.id, "think" | "suspect") && other.cue.end <= mark.cue.start && other.span.contains(mark.span)
    };
    let labels = |other: &Mark| matches!(other.kind, Kind::Candidate | Kind::Possibility);
    if mark.class == Class::Hypothesis
        && pair.source_marks(Class::Hypothesis, mark.sentence).any(|other| within(&other))
        && let Some(other) =
            pair.target_marks(Class::Hypothesis).find(|other| labels(other) && scopes(pair, mark, other) >= 0.5)
    {
        return Judgement::new(Status::Paraphrased, Some(other.span), "another hedge speaks about the same words");
    }
    // As many hedges there as here: "perhaps the filter is clogged" for "the filter may be clogged".
    let hedges = pair.source_marks(Class::Hypothesis, mark.sentence).count();
    // "Irina may have the key" for "I guess Irina has it": who it is stands before the hedge.
    let around = |other: &Mark| {
        let cue = words_in(&pair.target.scan, other.cue);
        let mut clauses = clauses_of(pair.target, pair.at.words, &[]);
        let own = clauses.find(|clause| clause.overlaps(cue)).unwrap_or(cue);
        share(scope, own.slice(&pair.target.scan.words))
    };
    let told = pair.target_marks(Class::Hypothesis).filter(|other| {
        content(scope) > 0 && (scopes(pair, mark, other) > 0.0 || is_modal(other) && around(other) >= 0.5)
    });
    if mark.class == Class::Hypothesis && (asks(pair) || told.count() >= hedges) {
        return doubt;
    }
    let cue = here.slice(pair.source_words());
    if mark.kind == Kind::Restriction && held >= 0.75 && bounds::kept(cue, pair.source_words(), pair.target_words()) {
        return Judgement::new(Status::Paraphrased, evidence, "the same bound");
    }
    if mark.class == Class::Negation
        && held >= 0.5
        && pair.source_marks(Class::Negation, mark.sentence).count() == 1
        && bounds::told_plainly(pair.source_words(), pair.target_words())
    {
        return Judgement::new(Status::Paraphrased, evidence, "the same bound, told without a denial");
    }
    if turned(pair, mark) {
        return Judgement::new(Status::Contradicted, evidence, TURNED);
    }
    if mark.class == Class::Hypothesis && held >= 0.75 && content(scope) > 1 && limits::settled(pair, mark.sentence) {
        return Judgement::new(Status::Contradicted, evidence, "told as shown");
    }
    if mark.class == Class::Obligation && held >= 0.75 && content(scope) > 0 && listed(pair, mark) {
        return Judgement::new(Status::Paraphrased, evidence, "it stands under a heading that says so");
    }
    let Some(diff) = &pair.diff else { return doubt };
    if !pair.is_tight() || !pair.is_local(here) || held < 0.6 || content(scope) == 0 {
        return doubt;
    }
    let gap = diff.gap(here);
    let instead = gap.slice(pair.target_words());
    let settles = |word: &Word| is_fact(word.hash) || is_weak(word.hash) || is_done(word.hash);
    let own = here.slice(pair.source_words());
    let opposite = own.iter().find_map(|word| {
        let word = word.span().of(pair.source.scan.text);
        instead.iter().find(|other| are_opposites(word, other.span().of(pair.target.scan.text)))
    });
    // "Only if it is green" for "do not … unless it is green": two that cancel each other.
    let cancels = mark.id == "unless" && pair.source_marks(Class::Negation, mark.sentence).count() > 1;
    if let Some(other) = opposite.filter(|_| !cancels) {
        return Judgement::new(Status::Contradicted, Some(other.span()), "the opposite stands in its place");
    }
    if mark.class == Class::Negation
        && (waits(pair) || ordering::branch(pair) || (mark.kind == Kind::Denial && owes(pair, mark.sentence)))
    {
        return doubt;
    }
    let foreign = |word: &&Word| is_content(word) && !settles(word) && !has_stem(own, word.stem);
    if instead.iter().any(|word| foreign(&word)) {
        return doubt;
    }
    match mark.class {
        Class::Obligation => obligation_alone(pair, mark, here, gap),
        Class::Negation if mark.kind == Kind::Restriction => {
            // "Change only the footer" for "only change the footer": the word is there, the cue is not.
            let limits = pair.target_words().iter().any(|word| limits::is_limit(word.hash));
            if limits { doubt } else { Judgement::new(Status::Weakened, evidence, "the limit is not said") }
        }
        Class::Negation => Judgement::new(Status::Contradicted, evidence, TURNED),
        Class::Hypothesis if is_modal(mark) || instead.iter().all(|word| !is_content(word) && !is_weak(word.hash)) => {
            Judgement::new(Status::Contradicted, evidence, "told as fact")
        }
        _ => doubt,
    }
}

/// Whether the place is told as owed by the heading over it, and nothing in it denies, softens, adds a condition to it or tells it as
/// done.
fn listed(pair: &Pair<'_>, mark: &Mark) -> bool {
    let denials =
        pair.target_marks(Class::Negation).count() > pair.source_marks(Class::Negation, mark.sentence).count();
    let done = pair.target_words().iter().any(|word| is_done(word.hash))
        && !pair.source_words().iter().any(|word| is_done(word.hash));
    headings::owes(pair, mark)
        && !denials
        && !done
        && !asks(pair)
        && !limits::conditioned(pair, mark, None)
        && !limits::is_softer(pair.target_words())
}

/// Whether the place asks, and the sentence does not.
fn asks(pair: &Pair<'_>) -> bool {
    let there = pair.at.sentences.slice(&pair.target.scan.sentences);
    !pair.sentence.question && there.iter().any(|sentence| sentence.question)
}

/// "Still need to be run", "still has to be written", "to do: run them": not done, said without a not.
fn owes(pair: &Pair<'_>, sentence: u32) -> bool {
    let more = |class| pair.target_marks(class).count() > pair.source_marks(class, sentence).count();
    let still =
        |words: &[Word]| words.iter().any(|word| const { [hash("still"), hash("remains")] }.contains(&word.hash));
    more(Class::Obligation)
        || more(Class::Hypothesis)
        || headings::is_open(pair)
        || (still(pair.target_words()) && !still(pair.source_words()))
}

/// Whether one of some words of the source sentence stands in the target.
fn stands_in(pair: &Pair<'_>, words: Span) -> bool {
    let there = pair.target_words();
    words.slice(pair.source_words()).iter().any(|word| has_stem(there, word.stem))
}

/// "The rollback was tested" for "we have not tested the rollback": in another order, but both say the same words, and only
/// one of them denies.
fn turned(pair: &Pair<'_>, mark: &Mark) -> bool {
    let whole = pair.at.forward >= 1.0 && pair.at.backward >= 1.0 && pair.at.shared >= 2;
    let denials = pair.source_marks(Class::Negation, mark.sentence).count();
    let about = share(pair.target_words(), &spoken(pair, mark)) >= 1.0;
    mark.class == Class::Negation
        && matches!(mark.kind, Kind::Denial | Kind::Prohibition)
        && !ordering::branch(pair)
        && whole
        && about
        && denials == 1
        && !(mark.kind == Kind::Denial && owes(pair, mark.sentence))
        && pair.target_marks(Class::Negation).next().is_none()
        && !waits(pair)
}

fn obligation_alone(pair: &Pair<'_>, mark: &Mark, cue: Span, gap: Span) -> Judgement {
    let doubt = Judgement::new(Status::Unverified, None, "the words are there, the obligation is not");
    let near = Span::new(gap.start.saturating_sub(1), gap.end + 1);
    let within = |other: &&Mark| near.overlaps(cue_words(pair, other, false));
    let negations = pair.target_marks(Class::Negation);
    // "Must not be made without a human approving it" is "must be approved by a human".
    let cancels = pair.target_marks(Class::Negation).any(|other| matches!(other.id, "without" | "unless" | "until"));
    if cancels {
        return doubt;
    }
    if let Some(other) = pair.target_marks(Class::Negation).find(within)
        && pair.source_marks(Class::Negation, mark.sentence).count() < negations.count()
        && force(mark).is_some()
    {
        return Judgement::new(Status::Contradicted, Some(other.span), "what was owed is called off");
    }
    let evidence = Some(pair.target_span());
    let words = near.slice(pair.target_words());
    let source = Span::new(cue.start.saturating_sub(1), cue.end + 1).slice(pair.source_words());
    let new =
        |test: fn(u32) -> bool| words.iter().any(|word| test(word.hash)) && !source.iter().any(|word| test(word.hash));
    if force(mark).is_some() && new(is_weak) {
        return Judgement::new(Status::Weakened, evidence, "must became may");
    }
    if mark.kind != Kind::Request && new(is_done) {
        return Judgement::new(Status::Contradicted, evidence, "what was owed is told as done");
    }
    doubt
}
