//! What a summary holds and does not say: what it strikes out, hides in a comment or tells under a heading as over (E1).

use super::findings::Found;
use super::mentions::{Mentions, Place, places};
use super::pair::{any_of, held, marks_of, stems};
use super::{Judgement, Outcomes, Sources, Target};
use crate::class::Class;
use crate::element::{FindingKind, Kind, Status};
use crate::extract::Mark;
use crate::text::{KeySet, Region, Span, Word, hash, is_content, join, list, offset, place_of};
use alloc::vec::Vec;

/// Words that tell what follows them as over.
const OVER: [u32; 19] = [
    hash("historical"),
    hash("rejected"),
    hash("discarded"),
    hash("abandoned"),
    hash("declined"),
    hash("invalid"),
    hash("outdated"),
    hash("obsolete"),
    hash("superseded"),
    hash("deprecated"),
    hash("revoked"),
    hash("withdrawn"),
    hash("expired"),
    hash("retired"),
    hash("cancelled"),
    hash("canceled"),
    hash("rescinded"),
    hash("lifted"),
    hash("longer"),
];

/// The same, alone or beside a name for rules: "previous work" may go on.
const PAST: [u32; 7] = [
    hash("old"),
    hash("previous"),
    hash("previously"),
    hash("former"),
    hash("formerly"),
    hash("earlier"),
    hash("past"),
];

const BACK: [u32; 6] =
    [hash("ignore"), hash("disregard"), hash("forget"), hash("scrap"), hash("overrule"), hash("override")];

const HOLDS: [u32; 6] = [hash("applies"), hash("apply"), hash("holds"), hash("hold"), hash("counts"), hash("valid")];

const RULES: [u32; 8] = [
    hash("rule"),
    hash("rules"),
    hash("constraints"),
    hash("instructions"),
    hash("requirements"),
    hash("restrictions"),
    hash("guidelines"),
    hash("decisions"),
];

/// So many places are looked at: each costs a look at the source.
const MOST: usize = 64;

/// Told of a rule, these say that it is over.
const ENDED: [u32; 20] = [
    hash("waived"),
    hash("relaxed"),
    hash("loosened"),
    hash("lifted"),
    hash("dropped"),
    hash("withdrawn"),
    hash("revoked"),
    hash("rescinded"),
    hash("retracted"),
    hash("repealed"),
    hash("suspended"),
    hash("overruled"),
    hash("overridden"),
    hash("reversed"),
    hash("cancelled"),
    hash("canceled"),
    hash("longer"),
    hash("exception"),
    hash("gone"),
    hash("ended"),
];

/// The first so many say it of whatever "this" and "it" are.
const ALWAYS: usize = 7;

/// "The user later waived this limit", where the source takes nothing back and allows nothing that it forbade.
pub(super) fn lifted(sources: &Sources<'_>, summary: &Target<'_>, all: &mut Vec<Found>) {
    const NAMES: [u32; 12] = [
        hash("rule"),
        hash("limit"),
        hash("ban"),
        hash("freeze"),
        hash("requirement"),
        hash("restriction"),
        hash("constraint"),
        hash("instruction"),
        hash("prohibition"),
        hash("policy"),
        hash("condition"),
        hash("deadline"),
    ];
    const POINTS: [u32; 3] = [hash("this"), hash("that"), hash("it")];
    const MADE: [u32; 5] = [hash("made"), hash("granted"), hash("allowed"), hash("makes"), hash("given")];
    let (text, mut left) = (&summary.text, MOST);
    for (at, sentence) in text.scan.sentences.iter().enumerate().filter(|(_, sentence)| sentence.region.speaks()) {
        let words = text.scan.words(sentence);
        let ends = |word: &Word| ENDED.iter().position(|ended| *ended == word.hash);
        let Some((place, ended)) = words.iter().enumerate().find_map(|(at, word)| Some((at, ends(word)?))) else {
            continue;
        };
        let Some(word) = words.get(place) else { continue };
        let marks = marks_of(text, Span::new(offset(at), offset(at) + 1));
        let open = |mark: &Mark| {
            let scope = mark.scope.slice(&text.scan.words).iter().any(|other| other.start == word.start);
            mark.class == Class::Hypothesis
                || scope
                    && matches!(
                        mark.kind,
                        Kind::Denial | Kind::Until | Kind::Condition | Kind::Waiting | Kind::OpenTask
                    )
        };
        let says = |wanted: u32| word.hash == wanted;
        let of_rule = if says(const { hash("longer") }) {
            any_of(words, &HOLDS)
        } else if says(const { hash("exception") }) {
            any_of(words, &MADE) || words.iter().any(|word| word.is(list::COPULA))
        } else {
            // "Waived it", "it was waived", but not "those before it were dropped".
            let object = words.get(place + 1..).unwrap_or(&[]);
            let object = any_of(object.get(..1).unwrap_or(&[]), &POINTS) && !object.get(1).is_some_and(is_content);
            let subject =
                matches!(words.get(..place), Some([point, be]) if POINTS.contains(&point.hash) && be.is(list::COPULA));
            any_of(words, &NAMES) || ended < ALWAYS && (object || subject || marks.iter().any(rules))
        };
        if !of_rule || sentence.question || marks.iter().any(open) || sources.says(words) {
            continue;
        }
        let Some(less) = left.checked_sub(1) else { return };
        left = less;
        if !takes_back(sources, words) {
            all.push(Found { kind: FindingKind::Invented, class: None, span: sentence.span, against: None });
        }
    }
}

/// "Do not touch it", where the source took that back since, and the summary says nothing of what came after it.
pub(super) fn revived(summary: &Target<'_>, mentions: &Mentions<'_>, dead: &KeySet, all: &mut Vec<Found>) {
    let (text, mut left) = (&summary.text, MOST);
    for (at, sentence) in text.scan.sentences.iter().enumerate() {
        let rule = marks_of(text, Span::new(offset(at), offset(at) + 1)).iter().find(|mark| rules(mark));
        let Some(rule) = rule.filter(|_| left > 0 && mentions.quotes(at)) else { continue };
        left -= 1;
        let words = text.scan.words(sentence);
        let about = stems(words);
        let mut all_of = mentions.holding(&about, 100);
        all_of.retain(|(_, _, _, there)| there.words.len() == sentence.words.len());
        if about.is_empty() || !all_of.iter().all(|(message, _, number, _)| dead.contains(join(*message, *number))) {
            continue;
        }
        let Some((message, _, number, _)) = all_of.last().copied() else { continue };
        let later = mentions.holding(&about, 0);
        let mut later = later.into_iter().filter(|(other, _, at, _)| (*other, *at) > (message, number));
        let told = |(_, source, _, there): &Place<'_>| {
            let about = stems(source.scan.words(there));
            let others = text.scan.sentences.iter().enumerate().filter(|(other, _)| *other != at);
            others.into_iter().any(|(_, other)| held(&about, text.scan.words(other)) >= 50)
        };
        let Some((other, _, _, there)) = later.next().filter(|place| !told(place)) else { continue };
        if !later.take(MOST).any(|place| told(&place)) {
            let (kind, class) = (FindingKind::Invented, Some(rule.class));
            all.push(Found { kind, class, span: sentence.span, against: Some((other, there.span)) });
        }
    }
}

fn rules(mark: &Mark) -> bool {
    matches!(mark.kind, Kind::Prohibition | Kind::Restriction | Kind::Requirement | Kind::Standing | Kind::Request)
}

/// Whether any sentence of the source takes something back, or somebody gives leave in it for what some words speak of.
fn takes_back(sources: &Sources<'_>, words: &[Word]) -> bool {
    const LEAVE: [u32; 9] = [
        hash("may"),
        hash("can"),
        hash("fine"),
        hash("ok"),
        hash("okay"),
        hash("allowed"),
        hash("ahead"),
        hash("skip"),
        hash("unless"),
    ];
    const MORE: [u32; 8] = [
        hash("lift"),
        hash("waive"),
        hash("drop"),
        hash("over"),
        hash("off"),
        hash("anymore"),
        hash("instead"),
        hash("after"),
    ];
    let about = stems(words);
    places(&sources.texts).any(|(_, source, at, sentence)| {
        let words = source.scan.words(sentence);
        let has =
            |kinds: &[Kind]| marks_of(source, Span::new(at, at + 1)).iter().any(|mark| kinds.contains(&mark.kind));
        let shares = held(&about, words) > 0;
        let taken =
            any_of(words, &ENDED) || any_of(words, &OVER) || any_of(words, &BACK) || shares && any_of(words, &MORE);
        let leave = shares && any_of(words, &LEAVE) && !has(&[Kind::Prohibition]);
        (taken || leave) && !has(&[Kind::Denial, Kind::Until])
    })
}

/// What is kept only there is not kept.
pub(super) fn unsaid(sources: &Sources<'_>, summary: &Target<'_>, outcomes: &mut Outcomes) {
    let marked = STRIKES.map(|(open, close)| struck(summary.text.scan.text, open, close));
    let [struck_out, hidden] = &marked;
    let void = [struck_out, hidden, &over(sources, summary), &taken_back(sources, summary)];
    let code = struck(summary.text.scan.text, "```", "```");
    if code.is_empty() && void.iter().all(|void| void.is_empty()) {
        return;
    }
    // Each list is in order.
    let holds = |void: &[Span], span: Span| {
        let past = void.partition_point(|void| void.start <= span.start);
        past.checked_sub(1).and_then(|last| void.get(last)).is_some_and(|void| void.contains(span))
    };
    for (source, outcomes) in sources.texts.iter().zip(&mut outcomes.marks) {
        let sentence = |mark: &Mark| source.scan.sentences.get(mark.sentence as usize);
        // What stands in a comment of the source may stand in one, and code as code.
        let hidden = |mark: &Mark| {
            let text = sentence(mark).map_or("", |it| source.scan.str(it.span));
            STRIKES.iter().any(|(open, _)| place_of(open, text).is_some())
        };
        let said = |mark: &Mark| {
            !matches!(mark.class, Class::Identifier | Class::Declared)
                && sentence(mark).is_some_and(|it| it.region != Region::Code)
        };
        for (mark, slot) in source.marks.iter().zip(outcomes) {
            let Some(outcome) = slot else { continue };
            let kept = outcome.judgement.status.is_kept();
            let Some(span) = outcome.judgement.evidence.filter(|_| kept) else { continue };
            if void.iter().any(|void| holds(void, span)) && !hidden(mark) || holds(&code, span) && said(mark) {
                let because = "it stands where it is told as over, or as code";
                outcome.judgement = Judgement::new(Status::Unverified, Some(span), because);
            }
        }
    }
}

/// Marks around what is struck out or hidden.
const STRIKES: [(&str, &str); 2] = [("~~", "~~"), ("<!--", "-->")];

/// What stands between two marks, as bytes.
#[inline(never)]
fn struck(text: &str, open: &str, close: &str) -> Vec<Span> {
    let (mut void, mut from) = (Vec::new(), 0);
    while let Some(start) = place_from(text, from, open) {
        let Some(end) = place_from(text, start + open.len(), close) else { break };
        void.push(Span::new(offset(start), offset(end)));
        from = end + close.len();
    }
    void
}

/// What a heading or a label tells as over, as bytes: its section, or the rest of its sentence. A label of the source's own
/// tells nothing.
fn over(sources: &Sources<'_>, summary: &Target<'_>) -> Vec<Span> {
    let scan = &summary.text.scan;
    let mut void: Vec<Span> = Vec::new();
    let mut open = false;
    for sentence in &scan.sentences {
        let words = scan.words(sentence);
        let text = sentence.span.of(scan.text);
        let heads = sentence.region == Region::Heading || text.trim_end_matches('*').ends_with(':');
        let label = if heads { words.len() } else { labelled(scan.text, words) };
        let is_over = is_over(words.get(..label).unwrap_or(&[])) && !sources.says(words);
        if heads {
            open = is_over;
        } else if open || is_over {
            void.push(sentence.span);
        }
    }
    void
}

/// The sentence before one that takes it back, as bytes, and what is called false: "ignore that rule", "it is false that …". What
/// the source says itself takes nothing back.
fn taken_back(sources: &Sources<'_>, summary: &Target<'_>) -> Vec<Span> {
    const WHAT: [u32; 9] = [
        hash("that"),
        hash("this"),
        hash("it"),
        hash("those"),
        hash("these"),
        hash("above"),
        hash("previous"),
        hash("rule"),
        hash("rules"),
    ];
    const FALSE: [u32; 11] = [
        hash("example"),
        hash("bad"),
        hash("joke"),
        hash("hypothetical"),
        hash("rejected"),
        hash("false"),
        hash("untrue"),
        hash("wrong"),
        hash("incorrect"),
        hash("mistaken"),
        hash("myth"),
    ];
    let scan = &summary.text.scan;
    let mut void: Vec<Span> = Vec::new();
    for (at, sentence) in scan.sentences.iter().enumerate() {
        let words = scan.words(sentence);
        let near = |of: &[u32], what: &[u32], reach: usize| {
            let mut found = words.iter().enumerate().filter(|(_, word)| of.contains(&word.hash));
            found.any(|(at, _)| any_of(words.get(at + 1..words.len().min(at + 1 + reach)).unwrap_or(&[]), what))
        };
        let denied =
            any_of(words, const { &[hash("not"), hash("never"), hash("don't"), hash("cannot"), hash("must")] });
        let over = words.len() < 8 && near(const { &[hash("longer")] }, &HOLDS, 2);
        let back = near(&BACK, &WHAT, 3) && !denied || over;
        if sources.says(words) {
            continue;
        }
        // "That was a bad example."
        let points =
            words.len() < 10 && matches!(words, [what, be, ..] if WHAT.contains(&what.hash) && be.is(list::COPULA));
        let back = back || points && !denied && any_of(words, &FALSE);
        if near(&FALSE, const { &[hash("that")] }, 1) {
            void.push(sentence.span);
        } else if back && let Some(before) = at.checked_sub(1).and_then(|before| scan.sentences.get(before)) {
            void.push(before.span);
        }
    }
    void
}

/// How many words of a sentence a label has: up to three, and a colon.
fn labelled(text: &str, words: &[Word]) -> usize {
    let ends = |word: &Word| text.as_bytes().get(word.end as usize) == Some(&b':');
    words.iter().take(3).position(ends).map_or(0, |at| at + 1)
}

fn place_from(text: &str, from: usize, what: &str) -> Option<usize> {
    place_of(what, text.get(from..)?).map(|at| at + from)
}

/// Whether a heading or a label tells what follows as over.
fn is_over(words: &[Word]) -> bool {
    let has = |of: &[u32]| any_of(words, of);
    let denied = has(const { &[hash("not"), hash("never"), hash("isn't"), hash("aren't")] });
    words.len() < 9 && !denied && (has(&OVER) || has(&PAST) && (words.len() == 1 || has(&RULES)))
}
