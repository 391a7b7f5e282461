//! What a summary claims that somebody decided, and what it says to go on with (E4): leave that nobody gave, and work that
//! is over or forbidden.

use super::findings::{Found, is_done};
use super::mentions::Mentions;
use super::pair::{any_of, has_stem, marks_of, sieve};
use super::picks::Pick;
use super::progress::{answered, found};
use super::{Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind};
use crate::extract::{Extraction, Mark, sentence_at};
use crate::text::{KeySet, Sentence, Span, Word, hash, is_content, join, list, offset};
use alloc::vec::Vec;

/// So many such sentences are looked at: each costs a look at the source.
pub(super) const MOST: usize = 16;

/// Whoever may give leave.
pub(super) const PARTY: [u32; 14] = [
    hash("user"),
    hash("we"),
    hash("client"),
    hash("customer"),
    hash("owner"),
    hash("team"),
    hash("legal"),
    hash("management"),
    hash("finance"),
    hash("manager"),
    hash("lead"),
    hash("boss"),
    hash("everyone"),
    hash("maintainer"),
];

/// Words that tell of leave, or of a choice.
const GRANT: [u32; 24] = [
    hash("approved"),
    hash("approves"),
    hash("approval"),
    hash("authorised"),
    hash("authorized"),
    hash("consented"),
    hash("consent"),
    hash("permission"),
    hash("permitted"),
    hash("greenlit"),
    hash("okayed"),
    hash("endorsed"),
    hash("cleared"),
    hash("signed"),
    hash("agreed"),
    hash("agrees"),
    hash("ahead"),
    hash("confirmed"),
    hash("confirms"),
    hash("accepted"),
    hash("accepts"),
    hash("allowed"),
    hash("decided"),
    hash("chose"),
];

const LIKED: u32 = hash("liked");
const LOVED: u32 = hash("loved");
const GAVE: u32 = hash("gave");
const GIVEN: u32 = hash("given");
const SAID: u32 = hash("said");
const WAS: u32 = hash("was");
const IS: u32 = hash("is");

/// What is given by whoever says yes, and what he says.
const YES: [u32; 9] = [
    hash("okay"),
    hash("ok"),
    hash("yes"),
    hash("green"),
    hash("nod"),
    hash("blessing"),
    hash("go"),
    hash("sign"),
    hash("leave"),
];

/// What he is.
const GLAD: [u32; 6] = [hash("happy"), hash("fine"), hash("pleased"), hash("satisfied"), hash("okay"), hash("ok")];

/// Names of leave, whoever gave it: "the green light", "on board", "no objection", "the user's blessing", "thumbs up".
const LEAVE: [u32; 9] = [
    hash("green"),
    hash("board"),
    hash("objection"),
    hash("objections"),
    hash("problem"),
    hash("blessing"),
    hash("thumbs"),
    hash("ahead"),
    hash("waved"),
];

/// Whether such a name stands at some place, as that of leave: "green" before "light", "objection" behind "no".
fn is_leave(words: &[Word], at: usize) -> bool {
    let near = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or(0, |word| word.hash);
    let around = words.get(at.saturating_sub(8)..words.len().min(at + 8)).unwrap_or(&[]);
    let (before, next) = (near(at.checked_sub(1)), near(Some(at + 1)));
    let Some(name) = words.get(at).and_then(|word| LEAVE.iter().position(|name| *name == word.hash)) else {
        return false;
    };
    match name {
        0 => next == const { hash("light") },
        1 => before == const { hash("on") } && any_of(around, &PARTY),
        2 | 3 => before == const { hash("no") },
        4 => before == const { hash("no") } && (any_of(around, &PARTY) || words.len() < 5),
        5 => true,
        6 => next == const { hash("up") },
        8 => next == const { hash("through") },
        _ => before == const { hash("go") } && near(at.checked_sub(2)) == const { hash("the") },
    }
}

/// The first so many of them tell of leave whoever gave it.
const STRICT: usize = 19;

/// Words of whoever says yes. The first so many say it without a question before.
pub(super) const ASSENT: [u32; 34] = [
    hash("agree"),
    hash("accept"),
    hash("approve"),
    hash("confirm"),
    hash("decide"),
    hash("decision"),
    hash("choose"),
    hash("chosen"),
    hash("prefer"),
    hash("pick"),
    hash("want"),
    hash("sign"),
    hash("let's"),
    hash("lets"),
    hash("go"),
    hash("yes"),
    hash("yep"),
    hash("yeah"),
    hash("ok"),
    hash("okay"),
    hash("sure"),
    hash("fine"),
    hash("good"),
    hash("great"),
    hash("perfect"),
    hash("nice"),
    hash("correct"),
    hash("exactly"),
    hash("lgtm"),
    hash("works"),
    hash("sounds"),
    hash("please"),
    hash("take"),
    hash("use"),
];
const UNASKED: usize = 15;

/// "The user approved it", where nobody said anything like it: no message that is about it, or that follows one, says yes,
/// or asks for something where a choice is claimed or there was something to say yes to.
pub(super) fn granted((all_sources, picks): (&Sources<'_>, &[Pick]), summary: &Target<'_>, all: &mut Vec<Found>) {
    let sources = all_sources.texts.as_slice();
    let mut left = MOST;
    for (at, sentence) in summary.text.scan.sentences.iter().enumerate() {
        let words = summary.text.scan.words(sentence);
        let told = || left > 0 && sentence.region.speaks() && is_told(&summary.text, offset(at), sentence);
        let Some(strict) = claims(words).filter(|_| told()) else { continue };
        left -= 1;
        let subject = subject(words);
        // One message may be a whole conversation.
        let mut before = sources.len() == 1;
        let founded = sources.iter().enumerate().any(|(at, source)| {
            let words = &source.scan.words;
            let here = subject.is_empty() || words.iter().any(|word| subject.contains(&word.stem));
            let asks = || (before || !strict) && source.marks.iter().any(|mark| mark.kind == Kind::Request);
            let yes = if before { ASSENT.len() } else { UNASKED };
            // "MySQL or Postgres?" – "Postgres.": a choice is made by any answer.
            let question = source.scan.sentences.iter().any(|sentence| sentence.question);
            let chosen = !strict && here && question && answered(sources, at);
            // Of others only what tells of a yes of the user's counts.
            let user = all_sources.users.get(at) != Some(&false);
            // "Not before I approve" is no yes.
            let open = |word: &Word| {
                let open = |mark: &Mark| {
                    matches!(mark.class, Class::Ordering | Class::Hypothesis)
                        || matches!(mark.kind, Kind::Prohibition | Kind::Waiting)
                };
                let sentence = sentence_at(&source.scan, word.start);
                let marks = marks_of(source, Span::new(sentence, sentence + 1));
                marks.iter().any(|mark| open(mark) && mark.span.contains(word.span()))
            };
            let yes = |word: &Word| (if user { assents(word, yes) } else { GRANT.contains(&word.hash) }) && !open(word);
            let named =
                || (0..words.len()).any(|at| is_leave(words, at) && words.get(at).is_some_and(|word| !open(word)));
            let says = chosen || (here || before) && (user && asks() || words.iter().any(yes) || named());
            before |= here;
            says
        });
        // "The user chose the cron job", after "B then".
        let picked = || picks.iter().any(|pick| pick.is_told(words));
        if !founded && !picked() {
            all.push(found(FindingKind::Invented, sentence.span, None));
        }
    }
}

/// Whether a word belongs to a claim that somebody gave leave: that is looked at by itself.
pub(super) fn is_claim(word: &Word) -> bool {
    GRANT.contains(&word.hash) || PARTY.contains(&word.hash)
}

/// Whether a word is of leave, or one of the first so many of a yes.
pub(super) fn assents(word: &Word, yes: usize) -> bool {
    const YES: u64 = sieve(&ASSENT);
    const LEAVE: u64 = sieve(&GRANT);
    let may = |sieve: u64| sieve >> (word.hash & 63) & 1 == 1;
    may(YES) && ASSENT.iter().take(yes).any(|assent| *assent == word.hash) || may(LEAVE) && GRANT.contains(&word.hash)
}

/// A party right before the word, or after it with "by"; or a word for leave after a form of "be". Whether it is leave, not
/// a choice, that is told of.
pub(super) fn claims(words: &[Word]) -> Option<bool> {
    let idiom = words.iter().enumerate().any(|(at, word)| {
        let near = |reach: usize| words.get(at + 1..words.len().min(at + 1 + reach)).unwrap_or(&[]);
        PARTY.contains(&word.hash) && (0..near(4).len()).any(|gap| says_so(words, at + 1 + gap))
    });
    if idiom || (0..words.len()).any(|at| is_leave(words, at)) {
        return Some(true);
    }
    words.iter().enumerate().find_map(|(at, word)| {
        let grant = GRANT.iter().position(|grant| *grant == word.hash)?;
        let party = |word: &Word| PARTY.contains(&word.hash);
        let before = words.get(at.saturating_sub(4)..at).unwrap_or(&[]);
        let after = words.get(at + 1..words.len().min(at + 5)).unwrap_or(&[]);
        let by = after.iter().position(|word| word.hash == const { hash("by") });
        let told = before.iter().any(party)
            || by.is_some_and(|by| after.iter().skip(by).any(party))
            || grant < STRICT
                && before.last().is_some_and(|word| word.is(list::COPULA) && word.hash != const { hash("be") });
        told.then_some(grant < STRICT)
    })
}

/// Whether a verb and what follows it tell of a yes: "gave the okay", "was happy".
pub(super) fn says_so(words: &[Word], verb: usize) -> bool {
    let after = |reach: usize| words.get(verb + 1..words.len().min(verb + 1 + reach)).unwrap_or(&[]);
    match words.get(verb).map_or(0, |word| word.hash) {
        LIKED | LOVED => true,
        // "Said to leave it out".
        SAID if any_of(after(1), &[const { hash("to") }]) => false,
        GAVE | GIVEN | SAID => any_of(after(3), &YES),
        WAS | IS => any_of(after(2), &GLAD),
        _ => false,
    }
}

/// What it is about: the content stems but for those of leave.
fn subject(words: &[Word]) -> Vec<u32> {
    let about = |word: &&Word| is_content(word) && !assents(word, ASSENT.len()) && !PARTY.contains(&word.hash);
    words.iter().filter(about).map(|word| word.stem).collect()
}

/// Told as a fact: nothing in the sentence denies, doubts, demands or asks.
fn is_told(text: &Extraction<'_>, at: u32, sentence: &Sentence) -> bool {
    // "No objection" is a yes.
    let object = |mark: &Mark| any_of(mark.scope.slice(&text.scan.words), &LEAVE[2..5]);
    let doubt = |mark: &Mark| !matches!(mark.class, Class::Identifier | Class::Declared) && !object(mark);
    !sentence.question && !marks_of(text, Span::new(at, at + 1)).iter().any(doubt)
}

/// Words that say to go on.
const RESUME: [u32; 10] = [
    hash("continue"),
    hash("continuing"),
    hash("resume"),
    hash("proceed"),
    hash("begin"),
    hash("start"),
    hash("restart"),
    hash("next"),
    hash("redo"),
    hash("finish"),
];

/// "Continue with the removal", where all that is to go on with is over by the source's own words, or forbidden, and nothing
/// owed speaks of it.
pub(super) fn resumed(summary: &Target<'_>, mentions: &Mentions<'_>, dead: &KeySet, all: &mut Vec<Found>) {
    const EMPTY: [u32; 8] = [
        hash("work"),
        hash("task"),
        hash("left"),
        hash("step"),
        hash("remaining"),
        hash("rest"),
        hash("it"),
        hash("now"),
    ];
    let filler = |word: &&Word| is_content(word) && !RESUME.contains(&word.hash) && !EMPTY.contains(&word.hash);
    let mut left = MOST;
    for (at, sentence) in summary.text.scan.sentences.iter().enumerate() {
        let words = summary.text.scan.words(sentence);
        let head = any_of(words.get(..words.len().min(3)).unwrap_or(&[]), &RESUME);
        let denies = |mark: &Mark| mark.class == Class::Negation;
        let denied = || marks_of(&summary.text, Span::new(offset(at), offset(at) + 1)).iter().any(denies);
        if left == 0 || !head || mentions.quotes(at) || denied() || words.iter().any(|word| is_done(word.hash)) {
            continue;
        }
        // What the source has no word of is another name for what it speaks of, or was made up.
        let known = |stem: &u32| mentions.cost(&[*stem], 100) > 0;
        let subject: Vec<u32> = words.iter().filter(filler).map(|word| word.stem).filter(known).collect();
        if subject.is_empty() {
            continue;
        }
        left -= 1;
        let (mut over, mut owed) = (None, false);
        for (message, source, at, sentence) in mentions.with_all(&subject) {
            let is_dead = dead.contains(join(message, at));
            for mark in marks_of(source, Span::new(at, at + 1)) {
                let clause = crate::extract::words_in(&source.scan, mark.span).slice(&source.scan.words);
                let about = || subject.iter().all(|stem| has_stem(clause, *stem));
                let forbids = matches!(mark.kind, Kind::Prohibition | Kind::Cessation);
                if mark.class == Class::Obligation && !is_dead {
                    owed |= about() && !forbidden_in(source, mark);
                } else if (forbids && !is_dead || mark.kind == Kind::Request) && about() {
                    over = over.or(Some((message, sentence.span)));
                }
            }
        }
        if over.is_some() && !owed {
            all.push(found(FindingKind::Invented, sentence.span, over));
        }
    }
}

/// Whether something in its sentence is forbidden or over.
fn forbidden_in(source: &Extraction<'_>, mark: &Mark) -> bool {
    let forbids = |mark: &Mark| matches!(mark.kind, Kind::Prohibition | Kind::Cessation);
    marks_of(source, Span::new(mark.sentence, mark.sentence + 1)).iter().any(forbids)
}
