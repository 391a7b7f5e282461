//! Withdrawn, finished and settled: what was asked for, forbidden or guessed (D6).

use super::statement::{covers, describes, extras, is_past, wanted};
use super::words::{
    ARRIVE, ASIDE, DONE, DOUBT, DROP, EMPTY, EVERY, GUESS, NOT, NOW, ORDER, OVER, PERMIT, REOPEN, RULE, SETTLE, SPLIT,
    all, bits,
};
use super::{By, Here, How, Reader, Voice};
use crate::class::Class;
use crate::element::Kind;
use crate::extract::Mark;
use crate::text::{Region, Span, Word, hash, is_content, list};

/// What a heading says of the items under it, where it says that they are done.
pub(super) fn section(here: &Here<'_>, seen: u32) -> Option<u32> {
    let heads = here.sentence.region == Region::Heading || here.sentence.span.of(here.text()).ends_with(':');
    (heads && seen & (DONE | DOUBT | NOT | REOPEN) == DONE && is_bare(here.words())).then_some(DONE)
}

/// Whether the words only announce.
fn is_bare(words: &[Word]) -> bool {
    words.len() < 4 && extras(&[], words) == 0
}

/// `[x] …`, `✅ …`.
pub(super) fn is_ticked(here: &Here<'_>) -> bool {
    let text = here.sentence.span.of(here.text());
    ["[x]", "[X]", "✅", "✔", "✓"].iter().any(|tick| text.starts_with(tick))
}

/// What may become of a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    Withdraw,
    Lift,
    /// An order to do what was forbidden until the word was given.
    Release,
    /// What was waited for is there.
    Arrive,
    Discharge,
    Reopen,
    Settle,
}

impl Act {
    fn concerns(self, mark: &Mark) -> bool {
        match self {
            Act::Lift | Act::Release => mark.kind == Kind::Prohibition,
            Act::Arrive => mark.kind == Kind::Waiting,
            Act::Settle => mark.class == Class::Hypothesis,
            Act::Withdraw => mark.class == Class::Obligation,
            Act::Discharge | Act::Reopen => is_once(mark),
        }
    }

    fn is_for(self, voice: Voice, owner: Voice) -> bool {
        match self {
            Act::Withdraw | Act::Lift | Act::Release => voice.overrules(owner),
            Act::Discharge | Act::Reopen | Act::Arrive => owner != Voice::System,
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
    pub(super) fn close(&mut self, here: &Here<'_>, lead: u32) {
        let (words, text) = (here.words(), here.text());
        let mut lead = lead;
        let mut from = 0;
        for (at, word) in words.iter().enumerate() {
            let next = words.get(at + 1);
            let between = next.map_or("", |next| Span::new(word.end, next.start).of(text));
            let label = between.starts_with(": ");
            let divides = |byte: u8| matches!(byte, b',' | b';' | b'(' | b')') || !byte.is_ascii();
            if next.is_some_and(|next| {
                bits(next) & SPLIT != SPLIT && !label && !between.bytes().any(divides) && between != " - "
            }) {
                continue;
            }
            let part = words.get(from..=at).unwrap_or(&[]);
            from = at + 1;
            if is_bare(part) && at < 3 && all(part) == DONE && here.opens {
                self.answer(here);
            }
            if label && is_bare(part) {
                lead |= all(part);
            } else if part.len() <= 40 {
                self.clause(here, part, all(part) | lead);
            }
        }
    }

    fn clause(&mut self, here: &Here<'_>, words: &[Word], seen: u32) {
        if seen & (ORDER | DROP | OVER | NOT) != 0
            && let Some(cue) = withdrawal(words)
        {
            let outside = |at: &usize| !(cue.start..cue.end).contains(&(*at as u32));
            let rest =
                words.iter().enumerate().filter(|(at, _)| outside(at)).fold(0, |seen, (_, word)| seen | bits(word));
            if rest & (DOUBT | NOT) == 0 {
                if seen & RULE != 0 {
                    self.lift_named(here, words);
                } else if extras(&[], words) > 0 {
                    self.act(here, words, Act::Withdraw);
                } else if seen & ORDER != 0 {
                    self.withdraw_last(here);
                }
            }
            return;
        }
        if seen & PERMIT != 0 && seen & (DOUBT | NOT) == 0 && gives_leave(words) {
            self.act(here, words, Act::Lift);
            return;
        }
        let plain = seen & (DOUBT | NOT) == 0;
        if plain && (seen & ARRIVE != 0 || is_in(words)) {
            self.act(here, words, Act::Arrive);
        }
        if plain && here.turn.voice == Voice::User && all(here.words()) & (NOW | PERMIT | SETTLE) != 0 {
            self.act(here, words, Act::Release);
        }
        // Confirmed or rejected; "not confirmed" is neither.
        let undecided = |pair: (&Word, &Word)| bits(pair.0) & NOT != 0 && bits(pair.1) & SETTLE != 0;
        if seen & (SETTLE | NOT) != 0 && seen & DOUBT == 0 && !words.iter().zip(words.iter().skip(1)).any(undecided) {
            if seen & GUESS != 0 && extras(&[], words) == 0 {
                self.last_guess(here);
            } else {
                self.act(here, words, Act::Settle);
            }
        }
        let told = self.tells_past(here.text(), words);
        if (seen & DONE == 0 && !told)
            || seen & (DOUBT | EVERY) != 0
            || (here.turn.voice == Voice::Tool && seen & DONE == 0)
        {
            return;
        }
        let again = seen & (NOT | REOPEN) != 0;
        if !again && seen & DONE != 0 {
            self.step(here, words);
        }
        self.act(here, words, if again { Act::Reopen } else { Act::Discharge });
    }

    /// Finds what the words are about, and does to it what they say.
    fn act(&mut self, here: &Here<'_>, words: &[Word], act: Act) {
        let once = matches!(act, Act::Discharge | Act::Reopen);
        for place in self.propose(words) {
            let Some(there) = self.at(place) else { continue };
            if !act.is_for(here.turn.voice, there.turn.voice)
                || !there.marks().iter().any(|mark| act.concerns(mark))
                || (once && all(there.words()) & EVERY != 0)
                || (act == Act::Release && all(there.words()) & ASIDE == 0)
            {
                continue;
            }
            let mut wanted = wanted(&there);
            // What else is said may narrow it: "fixed in the tests", "you can merge the docs".
            if extras(&wanted.words, words) > 0 {
                continue;
            }
            for (at, mark) in there.marks().iter().enumerate() {
                wanted.from(mark);
                if !act.concerns(mark)
                    || !covers(there.text(), &wanted, here.text(), words)
                    || (once && !is_told(here, &wanted.words, words))
                {
                    continue;
                }
                if act == Act::Reopen {
                    self.revive(&there);
                } else {
                    let how = match act {
                        Act::Settle => verdict(here, words, denies(&there, mark)),
                        Act::Withdraw | Act::Lift | Act::Release => How::Withdrawn,
                        Act::Discharge | Act::Reopen | Act::Arrive => How::Done,
                    };
                    self.end(&there, at, here.by(how));
                }
            }
        }
    }

    /// A rule that is called by its name: the freeze, the ban on something. Only where no other may be meant.
    fn lift_named(&mut self, here: &Here<'_>, words: &[Word]) {
        let mut meant = None;
        for place in self.latest() {
            let Some(there) = self.at(place) else { return };
            let Some(rule) = there.marks().iter().position(|mark| mark.kind == Kind::Prohibition) else { continue };
            let about = there.words();
            let strange = extras(about, words);
            // "The ban on bots" may be any that speaks of bots; one that says most of the rule is that rule.
            let said = extras(&[], words);
            let most = said * 2 > wanted(&there).words.len();
            if strange > 0 || self.is_dead(&there, rule) || !(most || all(about) & RULE != 0) {
                continue;
            }
            if meant.replace((place, rule)).is_some() {
                return;
            }
        }
        if let Some((place, rule)) = meant
            && let Some(there) = self.at(place)
            && here.turn.voice.overrules(there.turn.voice)
        {
            self.end(&there, rule, here.by(How::Withdrawn));
        }
    }

    /// "Done.", right after somebody asked for one thing.
    fn answer(&mut self, here: &Here<'_>) {
        let mut asked = None;
        for place in self.latest() {
            let Some(there) = self.at(place).filter(|there| there.turn.number + 1 == here.turn.number) else { break };
            for (at, mark) in there.marks().iter().enumerate() {
                if mark.class == Class::Obligation
                    && (asked.replace((place, at)).is_some()
                        || mark.kind != Kind::Request
                        || all(there.words()) & EVERY != 0)
                {
                    return;
                }
            }
        }
        if let Some((place, at)) = asked
            && let Some(there) = self.at(place).filter(|there| there.turn.voice == Voice::User)
            && here.turn.voice == Voice::Assistant
        {
            self.end(&there, at, here.by(How::Done));
        }
    }

    /// "Scrap that": the request in the sentence before.
    fn withdraw_last(&mut self, here: &Here<'_>) {
        let last = self.latest().next().and_then(|place| self.at(place));
        let Some(last) = last.filter(|last| last.message == here.message && last.number + 1 == here.number) else {
            return;
        };
        if let Some(request) = last.marks().iter().position(|mark| mark.kind == Kind::Request) {
            self.end(&last, request, here.by(How::Withdrawn));
        }
    }

    /// "That theory is dead": the guess of the last sentence that holds one, in this message or the one before.
    fn last_guess(&mut self, here: &Here<'_>) {
        for place in self.latest() {
            let Some(there) = self.at(place).filter(|there| there.turn.number + 1 >= here.turn.number) else { return };
            if let Some(guess) = there.marks().iter().position(|mark| mark.class == Class::Hypothesis) {
                self.end(&there, guess, here.by(verdict(here, here.words(), false)));
                return;
            }
        }
    }

    /// "Step 2 done": the step of the last list.
    fn step(&mut self, here: &Here<'_>, words: &[Word]) {
        let Some(named) = words.iter().position(|word| word.stem == const { hash("step") }) else { return };
        let number = |word: &Word| word.span().of(here.text()).parse::<u32>().ok();
        let numbers = words
            .iter()
            .skip(named + 1)
            .take_while(|word| number(word).is_some() || word.hash == const { hash("and") });
        let mut list = None;
        for place in self.latest() {
            let Some(there) = self.at(place) else { return };
            if there.sentence.step.is_none() {
                continue;
            }
            if there.turn.voice == Voice::System || *list.get_or_insert(there.message) != there.message {
                return;
            }
            if numbers.clone().any(|word| number(word) == there.sentence.step) && all(there.words()) & EVERY == 0 {
                for (at, mark) in there.marks().iter().enumerate() {
                    if mark.kind == Kind::Step || is_once(mark) {
                        self.end(&there, at, here.by(How::Done));
                    }
                }
            }
        }
    }

    /// A mark is superseded, and with it what hangs on it: its conditions, and the identifiers where nothing else is live.
    fn end(&mut self, there: &Here<'_>, mark: usize, by: By) {
        let Some(ended) = there.marks().get(mark) else { return };
        let mut lives = false;
        for (at, other) in there.marks().iter().enumerate() {
            let hangs = other.class == Class::Ordering && other.kind != Kind::Step && ended.span.contains(other.cue);
            if at == mark || hangs || other.kind == ended.kind && other.class == ended.class {
                self.kill(there, at, by);
            }
            lives |= other.class != Class::Identifier && !self.is_dead(there, at);
        }
        if !lives {
            (0..there.marks().len()).for_each(|at| self.kill(there, at, by));
        }
    }
}

/// Whether words that settle a guess confirm it: what says by itself that it is wrong rejects it, and so does a denial
/// of what the guess does not deny.
fn verdict(here: &Here<'_>, words: &[Word], denies: bool) -> How {
    const WRONG: [u32; 5] = [hash("ruled"), hash("disproved"), hash("refuted"), hash("wrong"), hash("dead")];
    // "Ruled out: …": what settles stands over the clause.
    let settles = if all(words) & SETTLE != 0 { words } else { here.words() };
    let wrong = settles.iter().any(|word| WRONG.contains(&word.hash));
    let denied = all(words) & NOT != 0;
    if wrong || denied != denies { How::Rejected } else { How::Confirmed }
}

/// Whether a guess is that something is not so.
fn denies(there: &Here<'_>, guess: &Mark) -> bool {
    there.words().iter().any(|word| bits(word) & NOT != 0 && !guess.cue.overlaps(word.span()))
}

/// Whether the words tell the wanted ones as done: by a word for it, by the verb's own past, or by where they stand.
fn is_told(here: &Here<'_>, wanted: &[Word], words: &[Word]) -> bool {
    let done = |(at, word): (usize, &Word)| {
        let past = || is_past(here.text(), word) && wanted.iter().any(|other| other.stem == word.stem);
        !describes(words, at) && (bits(word) & DONE != 0 || past())
    };
    words.iter().enumerate().any(done) || words.len() < here.words().len() || here.sentence.region == Region::Item
}

/// Where words say that something is taken back: "forget …", "… is cancelled", "… is no longer needed".
fn withdrawal(words: &[Word]) -> Option<Span> {
    let bits_at = |at: usize| words.get(at).map_or(0, bits);
    let mut opens = true;
    for (at, word) in words.iter().enumerate() {
        let bits = bits(word);
        let next = words.get(at + 1).map_or(0, |next| next.hash);
        let span = |length: usize| Some(Span::new(at as u32, (at + length) as u32));
        if word.hash == const { hash("no") }
            && next == const { hash("longer") }
            && bits_at(at + 2) & (EMPTY | RULE | OVER) != 0
        {
            return span(3);
        }
        if opens
            && (word.hash == const { hash("never") } && next == const { hash("mind") }
                || word.hash == const { hash("no") } && next == const { hash("need") })
        {
            return span(2);
        }
        let copula = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|word| word.is(list::COPULA));
        if bits & DROP != 0 || opens && bits & ORDER != 0 || copula && bits & OVER != 0 {
            return span(1);
        }
        opens &= !is_content(word) && bits & NOT == 0;
    }
    None
}

/// "The key is in."
pub(super) fn is_in(words: &[Word]) -> bool {
    matches!(words, [.., be, word] if be.is(list::COPULA) && word.hash == const { hash("in") })
}

/// "you can", "is fine", "ok to", "go ahead".
fn gives_leave(words: &[Word]) -> bool {
    let hash_at = |at: usize| words.get(at).map_or(0, |word| word.hash);
    words.iter().enumerate().filter(|(_, word)| bits(word) & PERMIT != 0).any(|(at, word)| {
        let verb = word.hash == const { hash("can") } || word.hash == const { hash("may") };
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        match before {
            Some(before) if verb => matches!(before.hash, YOU | WE | EVERYONE),
            Some(before) if before.is(list::COPULA) => true,
            _ => hash_at(at + 1) == const { hash("to") } || word.hash == const { hash("ahead") },
        }
    })
}

const YOU: u32 = hash("you");
const WE: u32 = hash("we");
const EVERYONE: u32 = hash("everyone");
