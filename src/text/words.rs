//! Listed words: what a word is to those who read it, found by one probe while it is read.

use super::stem::hash;
use super::stem::{EMPTY, step};

/// The lists that a word may stand in, or'ed together.
pub(crate) mod list {
    /// A function word: it binds sentences and carries no content for alignment.
    pub(crate) const STOP: u16 = 1;
    /// Before its full stop no sentence ends.
    pub(crate) const ABBREVIATION: u16 = 1 << 1;
    /// It begins a clause of its own.
    pub(crate) const BREAK: u16 = 1 << 2;
    /// After "and": another subject, another clause.
    pub(crate) const SUBJECT: u16 = 1 << 3;
    /// Somebody is addressed, may or must do something.
    pub(crate) const ADDRESS: u16 = 1 << 4;
    /// "is absent", "was ruled out": the subject stands before.
    pub(crate) const COPULA: u16 = 1 << 5;
    /// It comes before the verb of a request.
    pub(crate) const POLITE: u16 = 1 << 6;
    /// A verb of requests, as it stands in one.
    pub(crate) const REQUEST: u16 = 1 << 7;
    /// What comes shortly before it is no request.
    pub(crate) const FINITE: u16 = 1 << 8;
    /// One that everybody writes: it makes no name.
    pub(crate) const ORDINARY: u16 = 1 << 9;
    /// A month or a day of the week.
    pub(crate) const CALENDAR: u16 = 1 << 10;
    /// It announces the text of an error.
    pub(crate) const ERROR: u16 = 1 << 11;
    /// A unit of measure, a currency or a counted period.
    pub(crate) const UNIT: u16 = 1 << 12;
    /// The ending of a file's name.
    pub(crate) const EXTENSION: u16 = 1 << 13;
    /// The ending of a host's name.
    pub(crate) const DOMAIN: u16 = 1 << 14;
    /// It stands on either side of a slash in prose.
    pub(crate) const ALTERNATIVE: u16 = 1 << 15;
}

const LISTS: [(u16, &str); 16] = [
    (
        list::STOP,
        "a an the this that these those there here and or but nor so yet if than then of in on at to for with from by as \
         into onto out up down over under about above below between through during before after until once while because \
         since although though is are was were be been being am do does did done doing have has had having will would \
         shall should can could may might must ought need needs not no never none i me my we us our you your he him his she \
         her it its they them their who whom whose which what when where why how all any each every both either some such \
         only just also too very more most other same own now still again already even let let's please okay ok yes well \
         like it's i'm i'll i've that's there's you're we're don't doesn't didn't isn't aren't wasn't won't can't cannot \
         user assistant one per via etc within without upon off across against along among around behind beyond toward \
         towards",
    ),
    (
        list::ABBREVIATION,
        "g e vs mr mrs ms dr prof st no fig figs al approx cf jr sr inc ltd corp co gen sen rep gov lt sgt ca resp incl",
    ),
    (
        list::BREAK,
        "but however although though because since whereas unless except while which nevertheless yet still otherwise aber \
         pero mais",
    ),
    (list::SUBJECT, "he she it they there we i you"),
    (
        list::ADDRESS,
        "you your i me my user please must should shall will never always don't let's use run allowed keep need needs do",
    ),
    (list::COPULA, "is are was were be been being remains remain stays stay got"),
    (
        list::POLITE,
        "please now then ok okay so and also next first finally just let's lets can could would you yes great fine good \
         agreed k alright thanks",
    ),
    (
        list::REQUEST,
        "adapt add address adhere adjust align analyse analyze append apply approve archive ask assign assume attach \
         automate backfill ban block book bring build bump buy call cancel capture change check clarify clean clear close \
         collect commit compare compute configure confirm consolidate continue convert copy create cut debug declare \
         define delete deliver deploy describe determine disable disarm document downgrade download draft drain drop edit \
         email enable encrypt enforce estimate evaluate examine expand explain export expose extend extract favor favour \
         fetch figure fill find finish fix flush focus follow format generate get give go grant handle help highlight \
         identify implement import improve include increase inspect install integrate introduce investigate keep list \
         load lock look maintain make mark merge migrate minimise minimize mock modify monitor move navigate note notify \
         open optimise optimize organise organize outline parse pause pay pick pin plan port postpone prefer prepare \
         present preserve print prioritise prioritize profile propose provide prune publish pull purge push put raise \
         rank read rebase reboot rebuild recheck record redact redeploy redo reduce refactor refund regenerate reject \
         release rely remember remind remove rename renew repeat replace reply report reproduce reset resolve restart \
         restore resume retry return reuse reverse revert review revise revoke rewrite roll rotate run sample save \
         schedule search send set ship shorten show simplify skip solve sort specify split squash start stick strip \
         summarise summarize swap switch take tell terminate test tidy tighten trace transfer translate trigger truncate \
         try tune turn undo unify uninstall unlock update upgrade upload use validate verify wire wrap write",
    ),
    (list::FINITE, "is are was were has have will can should must"),
    (
        list::ORDINARY,
        "i i'm i'll i've i'd you we he she it they the a an this that these those and or but if in on at to for of with \
         from by as is are was be do does did so ok okay yes please note important user assistant system tool all any each \
         both what when where which who how here there your my our its",
    ),
    (
        list::CALENDAR,
        "january february march april may june july august september october november december jan feb mar apr jun jul aug \
         sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun",
    ),
    (list::ERROR, "error err fatal panic panicked exception traceback failed"),
    (
        list::UNIT,
        "% percent b kb mb gb tb pb kib mib gib tib byte bytes bit bits k m bn ns us µs ms s sec secs second seconds min \
         mins minute minutes h hr hrs hour hours d day days week weeks month months year years px pt em rem mm cm km m² kg \
         g mg ml l hz khz mhz ghz w kw v °c °f usd eur gbp dollars euros cents rpm rps qps kbps mbps gbps bp x",
    ),
    (
        list::EXTENSION,
        "rs ts tsx js jsx mjs cjs go py rb java kt kts swift c h cc cpp hpp cs php lua ex exs erl hs ml scala clj sql sh \
         bash zsh fish ps1 bat cmd md mdx mdc txt rst adoc json jsonl json5 yaml yml toml ini cfg conf env xml html htm css \
         scss sass less vue svelte astro csv tsv parquet proto graphql gql lock log png jpg jpeg gif svg webp ico pdf docx \
         xlsx zip tar gz tgz bz2 xz wasm so dll exe bin db sqlite pem crt key pub diff patch tf tfvars gradle ipynb r jl \
         dart zig nix bak tmp out ge service plist tpl tmpl hbs ejs map snap test spec example sample local",
    ),
    (list::DOMAIN, "com org net io dev edu gov co uk de nl fr eu ai app cloud info us me cc ru cn jp"),
    (
        list::ALTERNATIVE,
        "read write input output client server copy paste start stop true false with without before after upload download \
         open close request response user assistant either there their show hide create update delete success failure name \
         value good accurate better worse",
    ),
];

/// The lists that the word with this hash stands in.
pub(crate) fn lists_of(hash: u32) -> u16 {
    let bound = |bucket: usize| {
        (evenly(bucket) + usize::from(STARTS.get(bucket).copied().unwrap_or(EVEN))).wrapping_sub(EVEN as usize)
    };
    let bucket = bucket(hash);
    let mut at = bound(bucket);
    let past = bound(bucket + 1);
    while at < past {
        if LOW.get(at) == Some(&low(hash)) {
            return OF.get(at).copied().unwrap_or(0);
        }
        at += 1;
    }
    0
}

/// Whether a token stands in one of the lists, whatever its case in ASCII.
pub(crate) fn is_listed(token: &str, lists: u16) -> bool {
    lists_of(token.bytes().fold(EMPTY, |state, byte| step(state, byte.to_ascii_lowercase()))) & lists != 0
}

const BUCKETS: usize = 512;

const fn bucket(hash: u32) -> usize {
    (hash >> 23) as usize
}

/// Where the words of a bucket would begin if there were as many in each.
const fn evenly(bucket: usize) -> usize {
    bucket * SORTED.length / BUCKETS
}

/// Stands in `STARTS` for that place.
const EVEN: u8 = 128;

/// The low bytes of a hash, the lowest first; the bucket has the others.
const fn low(hash: u32) -> [u8; 3] {
    let [a, b, c, _] = hash.to_le_bytes();
    [a, b, c]
}

/// Room for every word of every list.
const MOST: usize = 1024;

/// The words in the order of their hashes, each once.
struct Sorted {
    hashes: [u32; MOST],
    lists: [u16; MOST],
    length: usize,
}

const SORTED: Sorted = sorted();
static LOW: [[u8; 3]; SORTED.length] = lows();
static OF: [u16; SORTED.length] = first(&SORTED.lists);
static STARTS: [u8; BUCKETS + 1] = starts();

// What follows runs while compiling: an index out of range would be an error there.
#[allow(clippy::indexing_slicing)]
const fn sorted() -> Sorted {
    let mut sorted = Sorted { hashes: [0; MOST], lists: [0; MOST], length: 0 };
    let mut list = 0;
    while list < LISTS.len() {
        let (flag, words) = LISTS[list];
        let (words, mut at, mut state) = (words.as_bytes(), 0, EMPTY);
        while at <= words.len() {
            if at < words.len() && words[at] != b' ' {
                state = step(state, words[at]);
            } else {
                insert(&mut sorted, state, flag);
                state = EMPTY;
            }
            at += 1;
        }
        list += 1;
    }
    sorted
}

#[allow(clippy::indexing_slicing)]
const fn insert(sorted: &mut Sorted, hash: u32, flag: u16) {
    let (mut at, mut past) = (0, sorted.length);
    while at < past {
        let middle = at.midpoint(past);
        if sorted.hashes[middle] < hash {
            at = middle + 1;
        } else {
            past = middle;
        }
    }
    if at == sorted.length || sorted.hashes[at] != hash {
        let mut place = sorted.length;
        while place > at {
            sorted.hashes[place] = sorted.hashes[place - 1];
            sorted.lists[place] = sorted.lists[place - 1];
            place -= 1;
        }
        sorted.hashes[at] = hash;
        sorted.lists[at] = 0;
        sorted.length += 1;
    }
    sorted.lists[at] |= flag;
}

#[allow(clippy::indexing_slicing)]
const fn first<T: Copy, const N: usize>(all: &[T; MOST]) -> [T; N] {
    let mut some = [all[0]; N];
    let mut at = 0;
    while at < N {
        some[at] = all[at];
        at += 1;
    }
    some
}

#[allow(clippy::indexing_slicing)]
const fn lows() -> [[u8; 3]; SORTED.length] {
    let mut lows = [[0; 3]; SORTED.length];
    let mut at = 0;
    while at < lows.len() {
        lows[at] = low(SORTED.hashes[at]);
        at += 1;
    }
    lows
}

/// Where the words of each bucket begin, as far from [`EVEN`] as from where they would; they end where the next begin.
#[allow(clippy::indexing_slicing)]
const fn starts() -> [u8; BUCKETS + 1] {
    let mut starts = [0; BUCKETS + 1];
    let (mut past, mut at) = (0, 0);
    while past <= BUCKETS {
        while at < SORTED.length && bucket(SORTED.hashes[at]) < past {
            at += 1;
        }
        let start = at + EVEN as usize - evenly(past);
        assert!(start < 256, "hashes are spread evenly");
        starts[past] = start as u8;
        past += 1;
    }
    starts
}

/// The number that a word spells, 2 to 12; one is too often a pronoun.
pub(crate) fn number_word(hash_of_word: u32) -> Option<u32> {
    const WORDS: [u32; 11] = [
        hash("two"),
        hash("three"),
        hash("four"),
        hash("five"),
        hash("six"),
        hash("seven"),
        hash("eight"),
        hash("nine"),
        hash("ten"),
        hash("eleven"),
        hash("twelve"),
    ];
    WORDS.iter().position(|word| *word == hash_of_word).map(|at| at as u32 + 2)
}

#[cfg(test)]
mod tests {
    use super::super::hash;
    use super::*;

    #[test]
    fn every_word_is_found_with_all_its_lists() {
        for (flag, words) in LISTS {
            for word in words.split(' ') {
                assert_ne!(lists_of(hash(word)) & flag, 0, "{word}");
            }
        }
        assert_eq!(lists_of(hash("still")), list::STOP | list::BREAK);
        assert_eq!(lists_of(hash("zebra")), 0);
    }
}
