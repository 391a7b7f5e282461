//! The words that announce a change, as bits (D6).

use crate::text::{Bits, Word};

/// Takes the certainty away: a condition, a plan, a hedge, something told by somebody.
pub(super) const DOUBT: u32 = 1;
pub(super) const NOT: u32 = 1 << 1;
/// Told as finished.
pub(super) const DONE: u32 = 1 << 2;
/// A value became another one.
pub(super) const CHANGE: u32 = 1 << 3;
/// What is said holds from here on.
pub(super) const NOW: u32 = 1 << 4;
/// Withdrawn.
pub(super) const DROP: u32 = 1 << 5;
/// A name for a rule.
pub(super) const RULE: u32 = 1 << 6;
/// Over, of a rule.
pub(super) const OVER: u32 = 1 << 7;
/// Allowed.
pub(super) const PERMIT: u32 = 1 << 8;
/// A guess is decided.
pub(super) const SETTLE: u32 = 1 << 9;
/// Every time, not once.
pub(super) const EVERY: u32 = 1 << 10;
/// A name for a guess.
pub(super) const GUESS: u32 = 1 << 11;
/// What follows is not part of the rule or task itself.
pub(super) const ASIDE: u32 = 1 << 12;
/// Says nothing about what is spoken of.
pub(super) const EMPTY: u32 = 1 << 13;
/// Begins a clause of its own: what says nothing and is not part of anything.
pub(super) const SPLIT: u32 = EMPTY | ASIDE;

/// Takes back what follows.
pub(super) const ORDER: u32 = 1 << 15;
/// What was finished is not.
pub(super) const REOPEN: u32 = 1 << 14;

/// What was waited for came.
pub(super) const ARRIVE: u32 = 1 << 16;

/// Any of these makes a sentence worth a look.
pub(super) const TRIGGER: u32 = NOT | DONE | CHANGE | NOW | ORDER | DROP | OVER | PERMIT | SETTLE | ARRIVE;

static WORDS: Bits<512> = Bits::new(&[
    (
        DOUBT,
        "if when whenever whether should will would shall might could needs need almost nearly partly partially \
         half mostly probably maybe perhaps possibly apparently supposedly think thinks thought guess suspect \
         seems seem appears say says said claims claimed wrote asked expect expected try trying tried yet pending \
         todo soon tomorrow later want wants plan planned be being last previously originally formerly remaining \
         hope hopefully unconfirmed unclear likely unlikely once",
    ),
    (DOUBT | EVERY | ASIDE, "until unless before after"),
    (DOUBT | EVERY, "except only"),
    (DOUBT | ASIDE, "while"),
    (SPLIT, "because since but"),
    (ASIDE, "so"),
    (EVERY, "always every each any all per everything use keep follow remember"),
    (EVERY | NOT, "never"),
    (
        NOT,
        "not no isn't aren't wasn't weren't don't doesn't didn't hasn't haven't can't cannot won't nor neither \
         without unable failed fails rather nothing",
    ),
    (REOPEN, "still again reopen reopened reverted undo undone"),
    (DONE, "done finished completed complete fixed merged resolved closed landed shipped"),
    (
        CHANGE,
        "change switch changed moved raised lowered increased decreased reduced switched renamed migrated upgraded \
         bumped replaced swapped postponed extended shortened updated went",
    ),
    (NOW, "now instead correction actually update meant sorry"),
    (ORDER, "forget nevermind scrap cancel"),
    (
        DROP,
        "withdrawn rescinded revoked obsolete abandoned scrapped shelved unnecessary cancelled canceled dropped \
         lifted ended unfrozen unlocked",
    ),
    (OVER, "over off gone"),
    (RULE, "freeze frozen ban banned forbidden restriction embargo prohibition lockdown limits rule"),
    (PERMIT, "can may allowed permitted fine ok okay safe free ahead"),
    (SETTLE, "confirmed proven proved verified turned turns ruled disproved refuted indeed dead wrong"),
    (ARRIVE, "approved signed arrived came answered replied responded received here delivered"),
    (GUESS, "theory hypothesis suspicion hunch"),
    (
        EMPTY,
        "task thing step item please idea request today already finally successfully yesterday go feel mind longer \
         needed required necessary anymore case everyone called cause root problem finish handle continue \
         currently left",
    ),
]);

/// What a word announces; 0 for nearly all.
pub(super) fn bits(word: &Word) -> u32 {
    WORDS.of(word)
}

/// The bits of some words together.
pub(super) fn all(words: &[Word]) -> u32 {
    words.iter().fold(0, |seen, word| seen | bits(word))
}
