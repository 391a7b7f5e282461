//! What a word is to the comparison of near-duplicates: most function words say nothing, some say everything.

use crate::text::{Hasher, hash, list, lower};

/// What it takes for two texts to differ there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// A function word that says nothing: articles, auxiliaries, the user.
    Nothing,
    /// Content, whatever the lists say of it.
    Content,
    /// It bears on the next content word; words with one number say the same.
    Bears(u8),
    /// A preposition, by number: compared where the order of words differs.
    Soft(u8),
    /// The past.
    Past,
    /// He or she, as a bit: the user, where the user is named.
    Pronoun(u8),
}

/// The first numbers of each group of bearing words.
pub(super) const POLARITY: u8 = 1;
pub(super) const AMOUNT: u8 = 10;
pub(super) const MODALITY: u8 = 20;
pub(super) const ORDER: u8 = 40;
pub(super) const ACTOR: u8 = 90;

pub(super) const NOT: u8 = POLARITY;
pub(super) const MUST: u8 = MODALITY;
pub(super) const WILL: u8 = MODALITY + 1;
pub(super) const CAN: u8 = MODALITY + 2;
pub(super) const WOULD: u8 = MODALITY + 3;
pub(super) const BY: u8 = ORDER;

macro_rules! table {
    ($($weight:expr => $($word:literal)*;)*) => { &[$($((hash($word), $weight),)*)*] };
}

static FUNCTION: &[(u32, Weight)] = table![
    Weight::Bears(NOT) => "not";
    Weight::Bears(2) => "no" "none" "nor" "neither";
    Weight::Bears(3) => "never";
    Weight::Bears(4) => "without";
    Weight::Bears(5) => "only" "just" "solely" "exclusively";
    Weight::Bears(6) => "except";
    Weight::Bears(7) => "unless";
    Weight::Bears(AMOUNT) => "all" "every" "each";
    Weight::Bears(11) => "any";
    Weight::Bears(12) => "both";
    Weight::Bears(13) => "some";
    Weight::Bears(14) => "most";
    Weight::Bears(15) => "more";
    Weight::Bears(16) => "either";
    Weight::Bears(17) => "too" "very";
    Weight::Bears(MUST) => "must";
    Weight::Bears(WILL) => "will" "shall";
    Weight::Bears(CAN) => "can";
    Weight::Bears(WOULD) => "would";
    Weight::Bears(24) => "should" "ought";
    Weight::Bears(25) => "may" "might";
    Weight::Bears(26) => "could";
    Weight::Bears(BY) => "by";
    Weight::Bears(41) => "from";
    Weight::Bears(42) => "to" "into" "onto";
    Weight::Bears(43) => "with";
    Weight::Bears(44) => "before";
    Weight::Bears(45) => "after";
    Weight::Bears(46) => "until" "till";
    Weight::Bears(47) => "since";
    Weight::Bears(48) => "over" "above";
    Weight::Bears(49) => "under" "below";
    Weight::Bears(50) => "between";
    Weight::Bears(51) => "through";
    Weight::Bears(52) => "during" "while";
    Weight::Bears(53) => "out";
    Weight::Bears(54) => "off";
    Weight::Bears(55) => "up";
    Weight::Bears(56) => "down";
    Weight::Bears(57) => "than";
    Weight::Bears(58) => "then";
    Weight::Bears(59) => "if" "when";
    Weight::Bears(60) => "because";
    Weight::Bears(61) => "or";
    Weight::Bears(62) => "once";
    Weight::Bears(63) => "via" "using";
    Weight::Bears(64) => "again";
    Weight::Bears(65) => "within";
    Weight::Bears(66) => "instead";
    Weight::Bears(67) => "where";
    Weight::Bears(68) => "what";
    Weight::Bears(69) => "how";
    Weight::Bears(70) => "why";
    Weight::Bears(ACTOR) => "assistant";
    Weight::Bears(91) => "you" "your" "yours";
    Weight::Bears(92) => "we" "us" "our" "ours";
    Weight::Pronoun(1) => "he" "him" "his";
    Weight::Pronoun(2) => "she" "her" "hers";
    Weight::Soft(1) => "of";
    Weight::Soft(2) => "in" "on" "at" "upon";
    Weight::Soft(3) => "for";
    Weight::Soft(4) => "as";
    Weight::Soft(5) => "about";
    Weight::Past => "was" "were" "had" "did";
    Weight::Content => "like" "need" "needs" "same" "other" "own" "done" "doing";
    // Not among the function words of alignment, and as light.
    Weight::Nothing => "currently" "presently" "actually" "really" "simply" "basically" "kindly" "reminder" "note" "fyi";
];

/// What a word is, by its hash and whether it stands among the function words.
pub(super) fn weight(word: u32, stops: bool) -> Weight {
    let known = FUNCTION.iter().find(|(known, _)| *known == word).map(|(_, weight)| *weight);
    known.unwrap_or(if stops { Weight::Nothing } else { Weight::Content })
}

macro_rules! groups {
    ($($($word:literal)*;)*) => { &[$(&[$(hash($word),)*],)*] };
}

/// Words that say the same; a synonym table of the open classes brings nothing, but these are written either way.
static SAME: &[&[u32]] = groups![
    "start" "starts" "started" "begin" "begins" "beginning" "starting";
    "production" "prod";
    "database" "databases" "db" "dbs";
    "postgres" "postgresql";
    "kubernetes" "k8s";
    "javascript" "js";
    "typescript" "ts";
    "maximum" "max";
    "minimum" "min";
    "repository" "repositories" "repo" "repos";
    "configuration" "config" "configurations" "configs";
    "documentation" "docs";
    "environment" "environments" "env" "envs";
    "application" "applications" "app" "apps";
    "authentication" "auth";
    "administrator" "administrators" "admin" "admins";
    "email" "emails" "mail" "mails";
    "okay" "ok";
    "approximately" "approx" "roughly";
    "use" "uses" "used" "utilize" "utilizes" "utilise" "utilises";
    "buy" "buys" "purchase" "purchases";
    "bought" "purchased";
    "reside" "resides" "live" "lives";
];

/// The number of the group of words that say the same.
pub(super) fn same(word: u32) -> Option<u32> {
    SAME.iter().position(|group| group.contains(&word)).map(|at| at as u32)
}

/// Whether a word names what adds up over time: counters, budgets, logs (I2).
pub(super) fn adds_up(word: u32) -> bool {
    const WORDS: [u32; 14] = [
        hash("counter"),
        hash("counters"),
        hash("tally"),
        hash("budget"),
        hash("budgets"),
        hash("balance"),
        hash("spent"),
        hash("remaining"),
        hash("streak"),
        hash("ledger"),
        hash("logged"),
        hash("cumulative"),
        hash("total"),
        hash("totals"),
    ];
    WORDS.contains(&word)
}

/// Whether a word tells that what follows was said: "the user mentioned that …".
pub(super) fn tells(word: u32) -> bool {
    const WORDS: [u32; 10] = [
        hash("mentioned"),
        hash("mentions"),
        hash("said"),
        hash("says"),
        hash("stated"),
        hash("states"),
        hash("noted"),
        hash("notes"),
        hash("told"),
        hash("shared"),
    ];
    WORDS.contains(&word)
}

/// Participles that describe rather than tell what happened: "a dog named Rex".
pub(super) fn describes(word: u32) -> bool {
    const WORDS: [u32; 8] = [
        hash("named"),
        hash("called"),
        hash("based"),
        hash("located"),
        hash("married"),
        hash("limited"),
        hash("dedicated"),
        hash("need"),
    ];
    WORDS.contains(&word)
}

/// The number that a word spells, beside those that verification knows.
pub(super) fn tens(word: u32) -> Option<u32> {
    const WORDS: [u32; 8] = [
        hash("twenty"),
        hash("thirty"),
        hash("forty"),
        hash("fifty"),
        hash("sixty"),
        hash("seventy"),
        hash("eighty"),
        hash("ninety"),
    ];
    WORDS.iter().position(|known| *known == word).map(|at| at as u32 * 10 + 20)
}

/// The place that a word names, third to tenth: "first" and "second" are other things too.
pub(super) fn place(word: u32) -> Option<u32> {
    const WORDS: [u32; 8] = [
        hash("third"),
        hash("fourth"),
        hash("fifth"),
        hash("sixth"),
        hash("seventh"),
        hash("eighth"),
        hash("ninth"),
        hash("tenth"),
    ];
    WORDS.iter().position(|known| *known == word).map(|at| at as u32 + 3)
}

/// What hangs on a word behind an apostrophe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Plain,
    Not,
    Will,
    Would,
    /// Or "is".
    Owner,
}

/// "Doesn't" is "does" and "not"; "can't" is "can" and "not".
pub(super) fn parted(text: &str) -> (&str, Ending) {
    let Some(at) = text.bytes().position(|byte| matches!(byte, b'\'' | 0xe2)) else { return (text, Ending::Plain) };
    let (head, tail) = text.split_at_checked(at).unwrap_or((text, ""));
    let Some(tail) = tail.strip_prefix('\'').or(tail.strip_prefix('\u{2019}')) else { return (text, Ending::Plain) };
    match tail {
        "t" | "T" => {
            let base = match head {
                "can" | "Can" => "can",
                "won" | "Won" | "shan" | "Shan" => "will",
                _ => head.strip_suffix(['n', 'N']).unwrap_or(head),
            };
            (base, Ending::Not)
        }
        "ll" => (head, Ending::Will),
        "d" => (head, Ending::Would),
        "s" | "S" => (head, Ending::Owner),
        _ => (head, Ending::Plain),
    }
}

/// The hash of a word in lower case, and that of its stem.
pub(super) fn hashes(word: &str) -> (u32, u32) {
    let mut hasher = Hasher::new();
    for char in word.chars().map(lower) {
        char.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| hasher.push(byte));
    }
    (hasher.finish(), hasher.stem())
}

pub(super) fn is_stop(word: u32) -> bool {
    crate::text::lists_of(word) & list::STOP != 0
}
