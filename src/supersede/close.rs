//! Withdrawn, finished and settled: what was asked for, forbidden or guessed (D6).

use super::statement::{covers, describes, extras, is_past, topic, wanted};
use super::words::{
    DONE, DOUBT, DROP, EVERY, GUESS, NOT, OVER, PERMIT, REOPEN, RULE, SETTLE, all, begins, bits, phrase,
};
use super::{By, Here, Reader, Voice};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::Mark;
use crate::text::{Region, Span, Word, hash, is_content};
use alloc::vec::Vec;

macro_rules! phrases {
    ($([$($word:literal)*])*) => { &[$(&[$(hash($word)),*]),*] };
}

/// Said to somebody: take it as not said.
static ORDERS: &[&[u32]] = phrases![["forget" "about"] ["forget"] ["never" "mind" "about"] ["never" "mind"]
    ["nevermind"] ["scrap"] ["cancel"] ["no" "need" "to"] ["no" "need" "for"] ["don't" "bother"]];

/// Said of a thing: it is not wanted any more.
static STATES: &[&[u32]] = phrases![["cancelled"] ["canceled"] ["called" "off"] ["withdrawn"] ["rescinded"] ["revoked"]
    ["obsolete"] ["abandoned"] ["scrapped"] ["shelved"] ["unnecessary"] ["moot"] ["dropped"] ["no" "longer" "needed"]
    ["no" "longer" "required"] ["no" "longer" "necessary"] ["not" "needed" "anymore"] ["not" "required" "anymore"]
    ["not" "necessary" "anymore"] ["don't" "need" "to"] ["don't" "have" "to"] ["needn't"]];

/// Said of a rule: it is over.
static ENDS: &[&[u32]] = phrases![["is" "lifted"] ["was" "lifted"] ["been" "lifted"] ["is" "over"] ["is" "off"] ["is" "gone"]
    ["has" "ended"] ["is" "withdrawn"] ["is" "revoked"] ["is" "cancelled"] ["is" "canceled"] ["no" "longer" "frozen"]
    ["no" "longer" "forbidden"] ["no" "longer" "banned"] ["no" "longer" "locked"] ["no" "longer" "off" "limits"]
    ["no" "longer" "applies"] ["unfrozen"] ["unlocked"]];

/// Leave to do something.
static LEAVES: &[&[u32]] = phrases![["you" "can"] ["you" "may"] ["we" "can"] ["we" "may"] ["everyone" "can"]
    ["everyone" "may"] ["everybody" "can"] ["everybody" "may"] ["allowed" "to"] ["ok" "to"] ["okay" "to"] ["fine" "to"]
    ["safe" "to"] ["free" "to"] ["go" "ahead"] ["is" "allowed"] ["is" "permitted"] ["is" "fine"] ["is" "ok"]
    ["is" "okay"] ["is" "safe"] ["are" "allowed"] ["are" "permitted"]];

/// What a heading says of the items under it, where it says that they are done.
pub(super) fn section(here: &Here<'_>, seen: u16) -> Option<u16> {
    let words = here.words();
    let heads = here.sentence.region == Region::Heading || here.sentence.span.of(here.text()).ends_with(':');
    let bare = words.len() <= 3 && seen & (DONE | DOUBT | NOT | REOPEN) == DONE && topic(words).iter().all(is_done);
    (heads && bare).then_some(DONE)
}

fn is_done(word: &Word) -> bool {
    bits(word) & DONE != 0
}

/// `[x] …`, `✅ …`.
pub(super) fn is_ticked(here: &Here<'_>) -> bool {
    let text = here.sentence.span.of(here.text()).trim_start();
    ["[x]", "[X]", "✅", "✔", "☑", "✓"].iter().any(|tick| text.starts_with(tick))
}

/// A part of a sentence between marks that divide it.
struct Clause<'a> {
    text: &'a str,
    words: &'a [Word],
    /// The bits of its words, and of "Done:" before it.
    seen: u16,
}

/// What may become of a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Withdraw,
    Lift,
    Discharge,
    Reopen,
    Settle,
}

impl Act {
    fn concerns(self, mark: &Mark) -> bool {
        match self {
            Act::Lift => mark.kind == Kind::Prohibition,
            Act::Settle => mark.class == Class::Hypothesis,
            Act::Withdraw => mark.class == Class::Obligation || mark.kind == Kind::Step,
            Act::Discharge | Act::Reopen => is_once(mark),
        }
    }

    fn is_for(self, voice: Voice, owner: Voice) -> bool {
        match self {
            Act::Withdraw | Act::Lift => voice.overrules(owner),
            Act::Discharge | Act::Reopen => owner != Voice::System,
            Act::Settle => voice != Voice::Tool,
        }
    }
}

/// What is done once, and then done.
fn is_once(mark: &Mark) -> bool {
    match mark.kind {
        Kind::Request | Kind::OpenTask | Kind::Waiting | Kind::Promise | Kind::Recommendation => true,
        Kind::Requirement => matches!(mark.id, "need-to" | "have-to" | "needs-done"),
        _ => false,
    }
}

impl Reader<'_> {
    /// Reads the clauses of a sentence; `lead` is what stands over it.
    pub(super) fn close(&mut self, here: &Here<'_>, lead: u16) {
        let (words, text) = (here.words(), here.text());
        let mut lead = lead;
        let mut from = 0;
        for to in 1..=words.len() {
            let ends = words.get(to).is_none_or(|next| {
                let between = words.get(to - 1).map_or("", |last| Span::new(last.end, next.start).of(text));
                between.contains([',', ';', '(', ')', '—', '–'])
                    || between.contains(": ")
                    || between.contains(" - ")
                    || matches!(next.hash, AND_BREAK | BECAUSE | SINCE)
            });
            if !ends {
                continue;
            }
            let part = words.get(from..to).unwrap_or(&[]);
            from = to;
            let labels = words
                .get(to)
                .is_some_and(|next| text.get(next.start as usize - 2..).is_some_and(|rest| rest.starts_with(": ")));
            if labels && part.len() <= 2 && part.iter().all(|word| !is_content(word) || bits(word) != 0) {
                lead |= all(part);
                continue;
            }
            if part.len() <= 40 {
                self.clause(here, &Clause { text, words: part, seen: all(part) | lead });
            }
        }
    }

    fn clause(&mut self, here: &Here<'_>, clause: &Clause<'_>) {
        let Clause { words, seen, .. } = *clause;
        let voice = here.said.voice;
        if seen & (DROP | NOT | OVER) != 0 {
            let ordered = phrase(words, ORDERS)
                .filter(|(at, _)| words.iter().take(*at).all(|word| !is_content(word) && bits(word) & NOT == 0));
            let found = ordered.or_else(|| phrase(words, STATES)).or_else(|| phrase(words, ENDS));
            if let Some((at, past)) = found {
                let rest: Vec<Word> = words.iter().take(at).chain(words.iter().skip(past)).copied().collect();
                let seen = all(&rest);
                if seen & (DOUBT | NOT) != 0 {
                    return;
                }
                let topic = topic(&rest);
                if seen & RULE != 0 || all(words) & RULE != 0 {
                    self.lift_named(here, &topic);
                } else if !topic.is_empty() {
                    self.act(here, clause.text, &topic, Act::Withdraw);
                } else if ordered.is_some() {
                    self.withdraw_last(here);
                }
                return;
            }
        }
        if seen & PERMIT != 0
            && seen & (DOUBT | NOT) == 0
            && let Some((at, past)) = phrase(words, LEAVES)
        {
            let rest: Vec<Word> = words.iter().take(at).chain(words.iter().skip(past)).copied().collect();
            self.act(here, clause.text, &rest, Act::Lift);
            return;
        }
        self.guess(here, clause);
        if matches!(voice, Voice::User | Voice::Assistant) || voice == Voice::Tool && seen & DONE != 0 {
            self.work(here, clause);
        }
    }

    /// Finished, or not after all.
    fn work(&mut self, here: &Here<'_>, clause: &Clause<'_>) {
        let Clause { text, words, seen } = *clause;
        let told = words
            .iter()
            .enumerate()
            .any(|(at, word)| is_past(text, word) && self.verbs.contains(word.stem.into()) && !describes(words, at));
        if seen & DONE == 0 && !told || seen & (DOUBT | EVERY) != 0 {
            return;
        }
        if seen & (NOT | REOPEN) != 0 {
            self.act(here, text, words, Act::Reopen);
            return;
        }
        if seen & DONE != 0 && phrase(words, phrases![["step"]["steps"]]).is_some() {
            self.step(here, words);
        }
        self.act(here, text, words, Act::Discharge);
    }

    /// Confirmed or rejected.
    fn guess(&mut self, here: &Here<'_>, clause: &Clause<'_>) {
        let Clause { text, words, seen } = *clause;
        if seen & (SETTLE | NOT) == 0 || seen & DOUBT != 0 || seen & SETTLE != 0 && seen & NOT != 0 {
            return;
        }
        const PAIRED: [u32; 3] = [hash("turned"), hash("turns"), hash("ruled")];
        let loose = words.iter().any(|word| PAIRED.contains(&word.hash));
        if loose && phrase(words, phrases![["turned" "out"] ["turns" "out"] ["ruled" "out"]]).is_none() {
            return;
        }
        if seen & GUESS != 0 && seen & SETTLE != 0 && topic(words).is_empty() {
            self.last_guess(here);
        } else {
            self.act(here, text, words, Act::Settle);
        }
    }

    /// Finds what the words are about, and does to it what they say.
    fn act(&mut self, here: &Here<'_>, text: &str, words: &[Word], act: Act) {
        const MOST: usize = 8;
        let found = self.propose(words.iter().filter(|word| is_content(word)));
        for (_, place) in found.into_iter().take(MOST) {
            let Some(there) = self.at(place) else { continue };
            if !act.is_for(here.said.voice, there.said.voice) {
                continue;
            }
            let once = matches!(act, Act::Discharge | Act::Reopen);
            if once && all(there.words()) & EVERY != 0 {
                continue;
            }
            for (at, mark) in there.marks().iter().enumerate().filter(|(_, mark)| act.concerns(mark)) {
                let wanted = wanted(&there, mark);
                if !covers(there.text(), &wanted, text, words) {
                    continue;
                }
                let strict = matches!(act, Act::Lift | Act::Withdraw);
                let most = if strict { 0 } else { wanted.words.len().max(2) };
                if extras(&wanted.words, words) > most || once && !self.is_told(&wanted.words, text, words, here) {
                    continue;
                }
                if act == Act::Reopen {
                    self.revive(&there);
                } else {
                    self.end(&there, at, here.by());
                }
            }
        }
    }

    /// Whether the words tell the wanted ones as done: by a word for it, or by the verb's own past.
    fn is_told(&self, wanted: &[Word], text: &str, words: &[Word], here: &Here<'_>) -> bool {
        let done =
            all(words) & DONE != 0 && !words.iter().enumerate().any(|(at, word)| is_done(word) && describes(words, at));
        let past = words.iter().enumerate().any(|(at, word)| {
            is_past(text, word) && !describes(words, at) && wanted.iter().any(|other| other.stem == word.stem)
        });
        done || past || words.len() < here.words().len() || is_ticked(here) || here.sentence.region == Region::Item
    }

    /// A rule that is called by its name: the freeze, the ban on something. Only where no other may be meant.
    fn lift_named(&mut self, here: &Here<'_>, topic: &[Word]) {
        let named = here.words().iter().filter(|word| bits(word) & RULE != 0);
        // "freeze" and "frozen" are two words.
        let mut names: Vec<Word> = named.copied().collect();
        for (one, other) in [("freeze", "frozen"), ("ban", "banned")].map(|(a, b)| (hash(a), hash(b))) {
            let also: Vec<Word> = names
                .iter()
                .filter(|name| name.hash == one || name.hash == other)
                .map(|name| {
                    let hash = if name.hash == one { other } else { one };
                    Word { hash, stem: hash, ..*name }
                })
                .collect();
            names.extend(also);
        }
        let found = self.propose(topic.iter().chain(&names));
        let mut meant: Vec<(Here<'_>, usize)> = Vec::new();
        for (_, place) in found {
            let Some(there) = self.at(place) else { continue };
            let about = there.words();
            let all_said = topic.iter().all(|word| about.iter().any(|other| other.stem == word.stem));
            let is_named = about.iter().any(|word| names.iter().any(|name| name.hash == word.hash));
            if !all_said || topic.is_empty() && !is_named {
                continue;
            }
            let rule = there.marks().iter().position(|mark| Act::Lift.concerns(mark));
            // "The ban on bots" may be any that speaks of bots; one that says most of the rule is that rule.
            let says_most = |rule: &usize| {
                there.marks().get(*rule).is_some_and(|rule| topic.len() * 2 > wanted(&there, rule).words.len())
            };
            if let Some(rule) = rule.filter(|rule| !self.is_dead(&there, *rule) && (is_named || says_most(rule))) {
                meant.push((there, rule));
            }
        }
        if let [(there, _)] = meant.as_slice()
            && Act::Lift.is_for(here.said.voice, there.said.voice)
        {
            let rules: Vec<usize> = (0..there.marks().len())
                .filter(|at| there.marks().get(*at).is_some_and(|mark| Act::Lift.concerns(mark)))
                .collect();
            for rule in rules {
                self.end(there, rule, here.by());
            }
        }
    }

    /// "Scrap that": the request in the sentence before.
    fn withdraw_last(&mut self, here: &Here<'_>) {
        let Some(last) = self.places.len().checked_sub(1).and_then(|place| self.at(crate::text::offset(place))) else {
            return;
        };
        if last.message != here.message || last.number + 1 != here.number {
            return;
        }
        let requests = last.marks().iter().position(|mark| mark.kind == Kind::Request);
        if let Some(request) = requests {
            self.end(&last, request, here.by());
        }
    }

    /// "That theory is dead": the guess of the last sentence that holds one, in this message or the one before.
    fn last_guess(&mut self, here: &Here<'_>) {
        for place in (0..self.places.len()).rev().take(8) {
            let Some(there) = self.at(crate::text::offset(place)) else { return };
            if there.message + 1 < here.message {
                return;
            }
            if let Some(guess) = there.marks().iter().position(|mark| mark.class == Class::Hypothesis) {
                self.end(&there, guess, here.by());
                return;
            }
        }
    }

    /// "Step 2 done": the step of the last list.
    fn step(&mut self, here: &Here<'_>, words: &[Word]) {
        let Some((_, past)) = phrase(words, phrases![["step"]["steps"]]) else { return };
        let text = here.text();
        let digits = |word: &&Word| word.span().of(text).parse::<u32>().is_ok() || begins(&[**word], &[hash("and")]);
        let numbers: Vec<u32> =
            words.iter().skip(past).take_while(digits).filter_map(|word| word.span().of(text).parse().ok()).collect();
        let mut list = None;
        for place in (0..self.places.len()).rev().take(64) {
            let Some(there) = self.at(crate::text::offset(place)) else { return };
            let Some(step) = there.sentence.step else { continue };
            if there.said.voice == Voice::System || *list.get_or_insert(there.message) != there.message {
                return;
            }
            if numbers.contains(&step) && all(there.words()) & EVERY == 0 {
                for at in 0..there.marks().len() {
                    let ends = there.marks().get(at).is_some_and(|mark| mark.kind == Kind::Step || is_once(mark));
                    if ends {
                        self.end(&there, at, here.by());
                    }
                }
            }
        }
    }

    /// A mark is superseded, and with it what hangs on it: its conditions, and the identifiers where nothing else is live.
    fn end(&mut self, there: &Here<'_>, mark: usize, by: By) {
        let Some(ended) = there.marks().get(mark) else { return };
        self.kill(there, mark, by);
        for (at, other) in there.marks().iter().enumerate() {
            let hangs = other.class == Class::Ordering && other.kind != Kind::Step && ended.span.contains(other.cue);
            let same = other.class == ended.class && other.kind == ended.kind;
            if hangs || same {
                self.kill(there, at, by);
            }
        }
        let all_dead = there
            .marks()
            .iter()
            .enumerate()
            .all(|(at, mark)| mark.class == Class::Identifier || self.is_dead(there, at));
        for (at, other) in there.marks().iter().enumerate() {
            if all_dead && other.class == Class::Identifier {
                self.kill(there, at, by);
            }
        }
    }

    /// All of the sentence is live again.
    fn revive(&mut self, there: &Here<'_>) {
        if let Some(marks) = self.dead.get_mut(there.message as usize) {
            marks.iter_mut().skip(there.first).take(there.past - there.first).for_each(|slot| *slot = None);
        }
    }
}

const AND_BREAK: u32 = hash("but");
const BECAUSE: u32 = hash("because");
const SINCE: u32 = hash("since");
