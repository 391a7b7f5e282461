//! What the summary tells to do, allows or softens (E1), against what the source forbids or makes wait for something.

use super::actions::{Action, CHANGES, action};
use super::clauses::{Judgement, TURNED};
use super::findings::Found;
use super::limits::{is_soft, is_softer, is_wish};
use super::mentions::{Mentions, Place};
use super::pair::{any_of, clauses, held, stems};
use super::{Outcomes, Sources, Target, marks_of};
use crate::class::Class;
use crate::element::{FindingKind, Kind, Status};
use crate::extract::{Extraction, Mark};
use crate::text::{Span, Word, hash, holds, is_content, join, list, offset, sort};
use alloc::vec;
use alloc::vec::Vec;

/// A sentence of the summary that orders, allows or advises against.
struct Told {
    sentence: u32,
    span: Span,
    /// What it speaks of: content stems, each once, but for words of restraint.
    stems: Vec<u32>,
    /// The verb of an order: the first word of the sentence, or of what follows "if …,".
    order: Option<u32>,
    /// The same verb as it stands.
    verb: u32,
    /// What the order names right behind its verb: "the header and the footer".
    objects: Vec<u32>,
    /// The words right after "can", "may" and the like.
    allowed: Vec<u32>,
    /// Whether they stand behind a wish: "the user wants it deleted", "it is to be deleted".
    wished: bool,
    /// Whether they stand behind a word that gives leave, and nothing is ordered.
    permits: bool,
    /// Whether it names something to wait for or to ask for.
    waits: bool,
    /// Whether it takes force from what it says.
    softly: bool,
}

/// A prohibition told as an order, as allowed or softly; what has to wait told without what it waits for.
pub(super) fn told(all_sources: &Sources<'_>, summary: &Target<'_>, mentions: &Mentions<'_>, outcomes: &mut Outcomes) {
    let text = &summary.text;
    // What the source says word for word is told by it, not by the summary.
    let says = |at: u32| {
        let sentence = text.scan.sentences.get(at as usize);
        sentence.is_some_and(|sentence| all_sources.says(text.scan.words(sentence)))
    };
    let (mut all, mut by) = (Vec::new(), Vec::new());
    for at in 0..offset(text.scan.sentences.len()) {
        let Some(told) = told_at(text, at) else { continue };
        told.stems.iter().for_each(|stem| by.push(join(*stem, offset(all.len()))));
        all.push(told);
    }
    sort(&mut by);
    if by.is_empty() {
        return;
    }
    let soft = all.iter().any(|told| told.softly);
    let mut ballot = Ballot { by, votes: vec![0; all.len()], seen: Vec::new() };
    // Each costs a look at what comes later; what is beyond stays a doubt.
    let mut looks = 32u32;
    let Outcomes { marks, findings } = outcomes;
    for (message, (source, slots)) in all_sources.texts.iter().zip(marks).enumerate() {
        for (mark, slot) in source.marks.iter().zip(slots) {
            let Some(outcome) = slot.as_mut() else { continue };
            if outcome.judgement.because == TURNED && looks > 0 {
                looks -= 1;
                let leave = |action: Action| allowed_later(mentions, message, mark, &action, &action.stems);
                if action(source, mark).is_some_and(leave) {
                    let because = "the source allows it later";
                    outcome.judgement = Judgement::new(Status::Unverified, outcome.judgement.evidence, because);
                }
            }
            // A rule may be kept, and another sentence tells to break it.
            let kept = outcome.judgement.status.is_kept() && matches!(mark.class, Class::Negation | Class::Ordering);
            if outcome.judgement.status != Status::Unverified && !kept {
                continue;
            }
            if soft
                && !kept
                && let Some(span) = softened(source, mark, &all, &mut ballot)
            {
                outcome.judgement = Judgement::new(Status::Weakened, Some(span), "told softly");
                continue;
            }
            let Some(action) = action(source, mark) else { continue };
            let elected =
                ballot.cast(&action.stems).iter().filter_map(|(at, votes)| Some((all.get(*at as usize)?, *votes)));
            let restricts = mark.class == Class::Negation;
            let mut judged = elected.filter_map(|(told, votes)| {
                let judgement = judge(mark, &action, told, votes as usize)?;
                let here = outcome.judgement.evidence.is_some_and(|place| place.overlaps(told.span));
                // What waits may be the next step, but nobody has leave for it without that.
                let doubt = judgement.status == Status::Weakened && (restricts || !told.permits);
                if kept && (here || doubt || says(told.sentence)) {
                    return None;
                }
                let held = action.condition.as_ref().is_some_and(|condition| match kept {
                    // The rule stands beside it.
                    true => condition.iter().any(|stem| told.stems.contains(stem)),
                    false => said_around(text, told.sentence, condition),
                });
                let mut allowed = || {
                    let more = looks.checked_sub(1);
                    looks = more.unwrap_or(0);
                    more.is_none() || allowed_later(mentions, message, mark, &action, &told.stems)
                };
                (!held && !allowed()).then_some(judgement)
            });
            let Some(judgement) = judged.next() else { continue };
            // The element tells of one place; the others are findings.
            let against = source.scan.sentences.get(mark.sentence as usize).map(|rule| (offset(message), rule.span));
            let others = judged.filter_map(|other| other.evidence);
            findings.extend(others.map(|span| Found {
                kind: FindingKind::Invented,
                class: Some(mark.class),
                span,
                against,
            }));
            outcome.judgement = judgement;
        }
    }
}

/// Which sentences speak of most.
struct Ballot {
    /// Stem and sentence, in order.
    by: Vec<u64>,
    votes: Vec<u32>,
    /// Those with a vote, and how many.
    seen: Vec<(u32, u32)>,
}

impl Ballot {
    /// The sentences that hold some of these stems, in order, and how many of them; of each stem the first so many.
    fn cast(&mut self, stems: &[u32]) -> &[(u32, u32)] {
        const MOST: usize = 256;
        let mut voted: Vec<u64> = Vec::new();
        for stem in stems {
            let first = self.by.partition_point(|entry| *entry < join(*stem, 0));
            let of_stem = self.by.iter().skip(first).take_while(|entry| **entry >> 32 == u64::from(*stem));
            for at in of_stem.take(MOST).map(|entry| *entry as u32) {
                if let Some(votes) = self.votes.get_mut(at as usize) {
                    if *votes == 0 {
                        voted.push(at.into());
                    }
                    *votes += 1;
                }
            }
        }
        sort(&mut voted);
        self.seen.clear();
        for at in voted {
            let votes = self.votes.get_mut(at as usize).map_or(0, core::mem::take);
            self.seen.push((at as u32, votes));
        }
        &self.seen
    }
}

/// The sentence that says half of its own words of a hard rule, softly.
fn softened(source: &Extraction<'_>, mark: &Mark, all: &[Told], ballot: &mut Ballot) -> Option<Span> {
    if !matches!(mark.kind, Kind::Prohibition | Kind::Requirement | Kind::Standing) {
        return None;
    }
    let rule = source.scan.words(source.scan.sentences.get(mark.sentence as usize)?);
    let told = |(at, _): &(u32, u32)| all.get(*at as usize);
    let says = |told: &&Told| told.softly && told.stems.len() > 1 && held(&told.stems, rule) >= 60;
    let said = ballot.cast(&stems(rule)).iter().filter_map(told).find(says);
    said.filter(|_| !is_softer(rule) && !is_wish(rule)).map(|told| told.span)
}

fn judge(mark: &Mark, action: &Action, told: &Told, votes: usize) -> Option<Judgement> {
    let judgement = |status, because| Some(Judgement::new(status, Some(told.span), because));
    let (all, restricts) = (action.stems.len(), mark.class == Class::Negation);
    let acts = action.generic && told.order.is_some() && (!restricts || CHANGES.contains(&told.verb))
        || told.order.iter().chain(&told.allowed).any(|stem| action.verbs.contains(stem));
    let least = match (action.either, told.wished) {
        (true, _) => all.div_ceil(2),
        // What is wished of one thing is not wished of its like.
        (_, true) => all,
        _ => (all * 3).div_ceil(5),
    };
    let spared = !action.spared || action.stems.iter().all(|stem| told.objects.contains(stem));
    if told.softly || told.waits || votes < least || !acts || !spared {
        return None;
    }
    if restricts {
        judgement(Status::Contradicted, "told to do what is forbidden")
    } else {
        judgement(Status::Weakened, "told without what it waits for")
    }
}

/// Words that allow or plan what follows them.
const ALLOWS: [u32; 9] = [
    hash("can"),
    hash("may"),
    hash("could"),
    hash("should"),
    hash("must"),
    hash("will"),
    hash("allowed"),
    hash("permitted"),
    hash("free"),
];

/// Those of them that give no leave.
const DEMANDS: [u32; 3] = [hash("should"), hash("must"), hash("will")];

/// Words that make something wait, or ask for leave.
const HOLDS: [u32; 28] = [
    hash("wait"),
    hash("waits"),
    hash("waiting"),
    hash("only"),
    hash("unless"),
    hash("postponed"),
    hash("blocked"),
    hash("once"),
    hash("after"),
    hash("until"),
    hash("without"),
    hash("before"),
    hash("then"),
    hash("afterwards"),
    hash("awaiting"),
    hash("needs"),
    hash("requires"),
    hash("subject"),
    hash("approval"),
    hash("approves"),
    hash("approved"),
    hash("agrees"),
    hash("agreed"),
    hash("permission"),
    hash("consent"),
    hash("pending"),
    hash("confirms"),
    hash("soon"),
];

/// Words that advise against something.
const RESTRAINS: [u32; 14] = [
    hash("away"),
    hash("avoid"),
    hash("avoided"),
    hash("avoiding"),
    hash("alone"),
    hash("refrain"),
    hash("rather"),
    hash("left"),
    hash("leave"),
    hash("leaving"),
    hash("keeping"),
    hash("sparing"),
    hash("unchanged"),
    hash("discouraged"),
];

fn told_at(text: &Extraction<'_>, at: u32) -> Option<Told> {
    let sentence = text.scan.sentences.get(at as usize)?;
    let words = text.scan.words(sentence);
    if !sentence.region.speaks() || sentence.question {
        return None;
    }
    let has = |list: &[u32]| any_of(words, list);
    let verb = order(text, sentence.words);
    // "If she does not answer, estimate it": the denial is of the condition.
    const WHEN: [u32; 2] = [hash("if"), hash("when")];
    let when = any_of(words.get(..1).unwrap_or(&[]), &WHEN);
    let of_condition = |mark: &Mark| when && verb.is_some_and(|verb| mark.cue.end <= verb.start);
    let denies = |mark: &Mark| mark.class == Class::Negation && !of_condition(mark);
    let denies = marks_of(text, Span::new(at, at + 1)).iter().any(denies);
    let softly = is_softer(words) || is_wish(words);
    if (denies || has(&RESTRAINS)) && !softly {
        return None;
    }
    let (order, verb) = (verb.map(|word| word.stem), verb.map_or(0, |word| word.hash));
    let modal = words.iter().position(|word| ALLOWS.contains(&word.hash));
    let after = modal.map_or(&[][..], |at| words.get(at + 1..words.len().min(at + 6)).unwrap_or(&[]));
    // "Restarting it is fine now".
    const FINE: [u32; 7] = [
        hash("fine"),
        hash("ok"),
        hash("okay"),
        hash("allowed"),
        hash("permitted"),
        hash("possible"),
        hash("acceptable"),
    ];
    let fine = words
        .windows(2)
        .position(|pair| matches!(pair, [be, fine] if be.is(list::COPULA) && FINE.contains(&fine.hash)));
    let after = fine.map_or(after, |at| words.get(..at).unwrap_or(&[]));
    // "POST is retried": told as what is done.
    let done = modal.or(fine).is_none().then(|| passive(text, words)).flatten();
    let wished = wished(words);
    let after = wished.or(done).unwrap_or(after);
    let allowed: Vec<u32> = after.iter().filter(|word| is_content(word)).map(|word| word.stem).collect();
    if order.is_none() && allowed.is_empty() && !softly {
        return None;
    }
    let mut plain = words.to_vec();
    plain.retain(|word| !is_soft(word) && !RESTRAINS.contains(&word.hash));
    let stems = stems(&plain);
    // "Then restart it", "restart it once more": nothing is waited for.
    let holds = |at: usize, word: &Word| {
        let more = words.get(at + 1).is_some_and(|next| next.hash == const { hash("more") });
        let then = at == 0 && word.hash == const { hash("then") };
        HOLDS.contains(&word.hash) && !then && !(more && word.hash == const { hash("once") })
    };
    let waits = words.iter().enumerate().any(|(at, word)| holds(at, word));
    let objects = objects(words, verb);
    let leave = |at: usize| words.get(at).is_some_and(|word| !DEMANDS.contains(&word.hash));
    let permits = order.is_none() && (fine.is_some() || modal.is_some_and(leave));
    Some(Told {
        sentence: at,
        span: sentence.span,
        stems,
        order,
        verb,
        objects,
        allowed,
        wished: wished.or(done).is_some(),
        permits,
        waits,
        softly,
    })
}

/// What is said to be done to something: a participle behind "is" or "are".
fn passive<'a>(text: &Extraction<'_>, words: &'a [Word]) -> Option<&'a [Word]> {
    const IS: [u32; 2] = [hash("is"), hash("are")];
    let at = words.iter().position(|word| IS.contains(&word.hash))? + 1;
    let verb = words.get(at).filter(|word| is_content(word) && word.span().of(text.scan.text).ends_with("ed"))?;
    words.get(at..at + 1).filter(|_| verb.hash != verb.stem)
}

/// What somebody is said to want: behind "the user wants" or "is to be".
pub(super) fn wished(words: &[Word]) -> Option<&[Word]> {
    const REACH: usize = 8;
    const WANTS: [u32; 7] = [
        hash("wants"),
        hash("wanted"),
        hash("requested"),
        hash("requests"),
        hash("instructed"),
        hash("ordered"),
        hash("demands"),
    ];
    // "The user wanted to know why and forbade rerunning it": another statement.
    const ENDS: [u32; 6] =
        [hash("forbade"), hash("forbids"), hash("forbidden"), hash("prohibited"), hash("excluded"), hash("but")];
    let past = |at: usize| {
        let near = words.get(at..words.len().min(at + REACH))?;
        near.get(..near.iter().position(|word| ENDS.contains(&word.hash)).unwrap_or(near.len()))
    };
    words.iter().enumerate().find_map(|(at, word)| {
        let next = |more: usize| words.get(at + more).map_or(0, |word| word.hash);
        let user = || any_of(words.get(at.saturating_sub(3)..at).unwrap_or(&[]), &[const { hash("user") }]);
        let to = next(1) == const { hash("to") };
        if WANTS.contains(&word.hash) && user() || to && word.hash == const { hash("asked") } && user() {
            return past(at + 1);
        }
        past(at + 3).filter(|_| to && word.is(list::COPULA) && next(2) == const { hash("be") })
    })
}

/// The content stems behind the verb of an order, as far as nothing but articles and words that join stand between.
fn objects(words: &[Word], verb: u32) -> Vec<u32> {
    const BETWEEN: [u32; 10] = [
        hash("the"),
        hash("a"),
        hash("an"),
        hash("and"),
        hash("all"),
        hash("also"),
        hash("its"),
        hash("out"),
        hash("up"),
        hash("down"),
    ];
    let behind = words.iter().skip_while(|word| word.hash != verb).skip(1);
    let near = behind.take_while(|word| is_content(word) || BETWEEN.contains(&word.hash));
    near.filter(|word| is_content(word)).map(|word| word.stem).collect()
}

/// The verb of an order: a first word without an ending, no number, in a clause that tells of no state.
pub(super) fn order<'a>(text: &'a Extraction<'_>, words: Span) -> Option<&'a Word> {
    const CONDITIONS: [u32; 2] = [hash("if"), hash("when")];
    const LEADS: [u32; 6] = [hash("if"), hash("when"), hash("next"), hash("steps"), hash("then"), hash("please")];
    let mut clause: &[Word] = &[];
    for part in clauses(text, words, &[]) {
        clause = part.slice(&text.scan.words);
        // "Please drain it", "next steps: …", "if it rises, …".
        let labels = clause.len() < 3
            && clause.last().is_some_and(|word| text.scan.text.as_bytes().get(word.end as usize) == Some(&b':'));
        if labels {
            clause = &[];
        }
        while let [lead, rest @ ..] = clause
            && LEADS.contains(&lead.hash)
        {
            clause = if CONDITIONS.contains(&lead.hash) { &[] } else { rest };
        }
        if !clause.is_empty() {
            break;
        }
    }
    let first = clause.first()?;
    let said = first.span().of(text.scan.text).as_bytes();
    let ending = said.ends_with(b"ed") || said.ends_with(b"ing") || said.ends_with(b"s") && !said.ends_with(b"ss");
    let number = said.first().is_some_and(u8::is_ascii_digit);
    (is_content(first) && !ending && !number && !clause.iter().take(4).any(|word| word.is(list::COPULA)))
        .then_some(first)
}

/// Whether it is a header with a list, as it came or in one line: "don't use:" and what not.
pub(super) fn is_list(said: &str) -> bool {
    let lines = || [":\n", "\n- ", "\n* ", "\n+ ", "\n1"].iter().any(|head| holds(said, head));
    // Most sentences stand on one line.
    said.as_bytes().contains(&b'\n') && lines() || holds(said, ": - ")
}

/// Whether the sentence says something of the condition, or the one before it most of that.
fn said_around(text: &Extraction<'_>, sentence: u32, condition: &[u32]) -> bool {
    let words = |at: Option<u32>| {
        let sentence = at.and_then(|at| text.scan.sentences.get(at as usize));
        sentence.map_or(&[][..], |sentence| text.scan.words(sentence))
    };
    held(condition, words(Some(sentence))) > 0 || held(condition, words(sentence.checked_sub(1))) > 50
}

/// Whether the source says it later without denying it: leave was given, or the condition came true.
fn allowed_later(mentions: &Mentions<'_>, message: usize, mark: &Mark, action: &Action, told: &[u32]) -> bool {
    let wanted: Vec<u32> = action.stems.iter().filter(|stem| told.contains(stem)).copied().collect();
    let open = |source: &Extraction<'_>, mark: &Mark| {
        // "No need to ask" denies no leave.
        let needless = || {
            let denied = mark.scope.slice(&source.scan.words).first();
            denied.is_some_and(|word| word.stem == const { hash("need") })
        };
        match mark.class {
            Class::Negation => !needless(),
            Class::Hypothesis | Class::Ordering => true,
            _ => mark.kind == Kind::Waiting,
        }
    };
    let says = |(at, source, number, sentence): &Place<'_>| {
        (*at, *number) > (offset(message), mark.sentence)
            && !sentence.question
            && !marks_of(source, Span::new(*number, number + 1)).iter().any(|mark| open(source, mark))
    };
    let met = |condition: &Vec<u32>| condition.len() > 1 && mentions.with_all(condition).iter().any(says);
    mentions.with_all(&wanted).iter().any(says) || action.condition.as_ref().is_some_and(met)
}
