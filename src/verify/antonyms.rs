//! A short list of words that turn a sentence when one takes the place of the other (E3).
//!
//! A synonym table was measured elsewhere and brought nothing; opposites are few, and they are worth their bytes.

use crate::text::{Hasher, hash, lower};

/// Whether the two words, in whatever case, are opposites.
pub(crate) fn are_opposites(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    negates(long, short) || listed(stem_of(a), stem_of(b))
}

/// Whether one word is the other with a prefix that denies it: "uninstalled", "inflexible".
fn negates(long: &str, short: &str) -> bool {
    const PREFIXES: [&str; 8] = ["un", "in", "im", "ir", "il", "dis", "non", "non-"];
    let prefix = long.len().checked_sub(short.len()).and_then(|length| long.split_at_checked(length));
    short.len() >= 4
        && prefix.is_some_and(|(prefix, rest)| {
            rest.eq_ignore_ascii_case(short) && PREFIXES.iter().any(|known| known.eq_ignore_ascii_case(prefix))
        })
}

fn listed(a: u32, b: u32) -> bool {
    PAIRS.iter().any(|(left, right)| (*left == a && *right == b) || (*left == b && *right == a))
}

fn stem_of(word: &str) -> u32 {
    let mut hasher = Hasher::new();
    word.chars().map(lower).for_each(|char| {
        char.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| hasher.push(byte));
    });
    hasher.stem()
}

macro_rules! pairs {
    ($($left:literal $right:literal,)*) => {
        static PAIRS: &[(u32, u32)] = &[$((hash($left), hash($right)),)*];
        #[cfg(test)]
        const STEMS: &[&str] = &[$($left, $right,)*];
    };
}

// By their stems, so that one pair stands for all inflections; the test below says what the stem of a word is.
pairs! {
    "increas" "decreas", "ris" "fall", "ros" "fell", "rais" "lower", "gain" "loss", "gain" "lost", "win" "los",
    "won" "lost", "enabl" "disabl", "allow" "den", "allow" "forbid", "allow" "forbidden", "allow" "prevent",
    "permit" "forbid", "permit" "forbidden", "accept" "reject", "accept" "refus", "agr" "disagr", "agr" "refus",
    "approv" "reject", "confirm" "den", "support" "oppos", "encourag" "discourag", "includ" "exclud", "add" "remov",
    "ad" "remov", "insert" "delet", "cre" "delet", "keep" "delet", "keep" "remov", "keep" "drop", "open" "clos",
    "start" "stop", "begin" "end", "start" "end", "start" "finish", "pass" "fail", "succ" "fail",
    "succeed" "fail", "success" "failur", "tru" "fals", "on" "off", "yes" "no", "alwa" "never", "all" "non",
    "all" "som", "ever" "som", "each" "som", "all" "most", "ever" "most", "each" "most", "all" "few", "ever" "few",
    "stop" "continu", "ever" "no", "everyon" "nobod", "mor" "less", "mor" "fewer", "most" "least", "man" "few",
    "higher" "lower", "high" "low", "highest" "lowest", "larger" "smaller", "larg" "small", "largest" "smallest",
    "big" "small", "bigger" "smaller", "long" "short", "longer" "shorter", "greater" "lesser", "maximum" "minimum",
    "max" "min", "abov" "below", "over" "under", "up" "down", "upper" "lower", "befor" "after", "first" "last",
    "earl" "lat", "earlier" "later", "old" "new", "older" "newer", "oldest" "newest", "previous" "next",
    "past" "futur", "fast" "slow", "faster" "slower", "quick" "slow", "good" "bad", "better" "wors", "best" "worst",
    "positiv" "negativ", "strong" "weak", "stronger" "weaker", "eas" "hard", "eas" "difficult", "saf" "unsaf",
    "saf" "dangerous", "public" "priv", "internal" "external", "local" "remot", "insid" "outsid", "within" "outsid",
    "read" "writ", "input" "output", "client" "server", "upload" "download", "push" "pull", "send" "receiv",
    "buy" "sell", "buyer" "seller", "borrow" "lend", "import" "export",
    "sourc" "target", "left" "right", "north" "south", "east" "west", "northern" "southern", "eastern" "western",
    "with" "without", "present" "absent", "lik" "unlik", "happ" "sad", "lov" "hat", "lik" "dislik", "abl" "unabl",
    "requir" "optional", "mandator" "optional", "expensiv" "cheap", "rich" "poor", "hot" "cold", "warm" "cold",
    "full" "empt", "complet" "abandon", "guilt" "innocent", "aliv" "dead", "mal" "femal", "man" "woman",
    "son" "daughter", "brother" "sister", "father" "mother", "husband" "wif", "boy" "girl", "for" "against",
    "attack" "defend", "arrest" "releas", "hir" "fir", "arriv" "leav", "arriv" "left", "arrival" "departur",
    "remember" "forget", "similar" "different", "sam" "different", "temporar" "permanent", "temporari" "permanent",
    "home" "awa", "aisl" "window", "absent" "present",
    "partial" "full", "part" "full", "rar" "often", "never" "often", "sometim" "never", "voluntar" "mandator",
    "optimistic" "pessimistic", "growth" "declin", "grew" "shrank", "expand" "shrink", "expand" "shrank",
    "improv" "worsen", "benefit" "harm", "friend" "enem", "friend" "stranger", "all" "enem", "victor" "defeat",
    "peac" "war", "top" "bottom", "front" "back", "entranc" "exit", "singl" "multipl", "old" "young",
    "older" "younger", "minor" "major", "minorit" "majorit", "common" "rar", "common" "exotic", "general" "specific",
    "specific" "generic", "personal" "generic", "comprehensiv" "limit", "comprehensiv" "basic", "complex" "simpl",
    "thriv" "struggl", "secret" "public", "secret" "open", "ahead" "behind", "ahead" "back", "forward" "backward",
    "embrac" "avoid", "embrac" "reject", "prepar" "abandon", "prais" "criticiz", "glow" "dark", "bright" "dark",
    "elev" "lower", "contain" "spread", "spur" "hinder", "help" "hinder", "highlight" "ignor", "ad" "reduc",
    "add" "reduc", "extend" "shorten", "crucial" "irrelevant", "important" "irrelevant", "important" "trivial",
    "favorit" "hat", "dislik" "lov", "impressiv" "mediocr", "driv" "park", "mov" "stop", "hidden" "visibl",
    "unveil" "hid", "reveal" "hid", "reveal" "hidden", "show" "conceal", "join" "leav", "join" "left",
    "attach" "detach", "drop" "ris", "drop" "increas", "declin" "increas", "surg" "drop", "bill" "mill",
    "mill" "thousand", "hundred" "thousand", "centur" "decad", "dail" "week", "week" "month", "morn" "even",
    "day" "night", "summer" "winter", "victim" "suspect", "innocenc" "guilt", "employe" "employer",
    "landlord" "tenant", "teacher" "student", "doctor" "patient", "declin" "accept", "dismiss" "uphold",
    "dismiss" "upheld", "dismiss" "grant", "grant" "den", "grant" "refus", "uphold" "overturn", "upheld" "overturn",
    "upheld" "reject", "approv" "declin", "approv" "dismiss", "approv" "refus", "approv" "den", "work" "fail",
    "work" "broken", "broken" "fix", "broken" "intact", "in" "out", "green" "red", "onlin" "offlin", "aliv" "down",
    "idl" "bus", "wors" "improv", "degrad" "improv", "regress" "improv", "deterior" "improv", "crash" "recover",
    "stabl" "flak", "stabl" "volatil", "intact" "damag", "intact" "corrupt", "found" "miss", "found" "lost",
    "keep" "lost", "present" "miss", "ban" "lift", "freez" "lift", "ban" "allow",
    "prohibit" "allow", "prohibit" "permit", "block" "allow", "block" "permit", "exempt" "liabl", "except" "includ",
    "exclud" "cover", "except" "also", "onl" "all", "onl" "everyon", "onl" "anyon", "onl" "any", "onl" "ever",
    "onl" "each", "onl" "also", "onl" "even", "nobod" "anyon", "nobod" "someon", "nobod" "all", "non" "any",
    "non" "ever", "both" "either", "both" "neither", "som" "non", "unless" "if", "unless" "when", "unless" "whenever",
    "unless" "onc", "unless" "whil", "outsid" "dur", "until" "sinc", "until" "from", "alwa" "rar", "alwa" "seldom", "never" "frequent",
    "never" "occasional", "automatic" "manual", "automatical" "manual", "fre" "pay", "gross" "net", "debit" "credit",
    "deposit" "withdraw", "profit" "loss", "surplus" "deficit", "overdu" "pay", "refund" "charg",
    "lender" "borrower", "plaintiff" "defendant", "convict" "acquit", "valid" "void", "termin" "renew",
    "expir" "renew", "cancel" "renew", "cancel" "confirm", "cancel" "resum", "paus" "resum", "suspend" "resum",
    "suspend" "reinst", "increas" "reduc", "rais" "reduc", "expand" "reduc", "rais" "cut", "widen" "narrow",
    "loosen" "tighten", "strict" "lax", "strict" "loos", "strict" "lenient", "wet" "dry", "open" "shut",
    "heat" "cool", "warm" "cool", "indoor" "outdoor", "upstair" "downstair", "malignant" "benign", "acut" "chronic",
    "primar" "secondar", "primar" "replica", "leader" "follower", "primar" "backup", "stag" "product",
    "frontend" "backend", "debug" "releas", "draft" "final", "inbound" "outbound", "incom" "outgo",
    "ingress" "egress", "encrypt" "decrypt", "sync" "async", "horizontal" "vertical", "row" "column",
    "parent" "child", "head" "tail", "sender" "recipient", "sender" "receiver", "caller" "calle",
    "producer" "consumer", "ascend" "descend", "absolut" "relativ", "static" "dynamic", "odd" "even",
    "explicit" "implicit", "shallow" "deep", "grant" "revok", "allow" "revok", "confirm" "refut", "confirm" "disprov",
    "confirm" "retract", "caus" "prevent", "trigger" "prevent", "identical" "different", "equal" "different",
    "unanimous" "narrow", "requir" "forbidden", "mandator" "forbidden", "mandator" "recommend", "requir" "recommend",
    "necessar" "optional", "obligator" "optional", "compulsor" "optional", "requir" "voluntar", "strongest" "weakest",
    "largest" "least", "sooner" "later", "earliest" "latest", "work" "crash", "ignor" "obe", "ignor" "follow",
    "ignor" "heed", "keep" "discard", "retain" "discard", "retain" "delet", "retain" "remov", "preserv" "delet",
    "preserv" "remov", "skip" "run", "skip" "includ", "merg" "split", "promot" "demot", "pin" "unpin", "enter" "exit",
    "begin" "finish", "stop" "keep", "hir" "dismiss", "agre" "refus", "consent" "refus", "consent" "object",
    "opt-in" "opt-out", "underestim" "overestim", "underpaid" "overpaid", "minimum" "most", "maximum" "least",
    "maximis" "minimis", "maximiz" "minimiz", "ahead" "lat", "earl" "overdu", "toward" "awa", "plus" "minus",
    "sooner" "never", "still" "never", "whol" "partial", "entir" "partial", "complet" "partial", "full" "hard",
    "strengthen" "weaken", "solid" "liquid", "natural" "artificial", "amateur" "professional", "permit" "den",
    "permit" "refus", "won" "drew", "innocent" "convict", "spar" "convict", "seal" "open", "seal" "public",
    "classif" "public", "confidential" "public", "secret" "known", "anonymous" "nam", "weekend" "weekda",
    "client" "vendor", "customer" "vendor", "customer" "supplier", "client" "supplier", "manual" "autom",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_is_a_stem() {
        for entry in STEMS {
            let endings = ["", "e", "y", "s", "es", "ed", "ing", "ly", "ion", "ate"];
            let of = |ending: &&str| stem_of(&[entry, *ending].concat()) == hash(entry);
            assert!(endings.iter().any(of), "{entry} is the stem of no word");
        }
    }

    #[test]
    fn opposites_in_every_inflection() {
        for (a, b) in [
            ("Enabled", "disabling"),
            ("succeeds", "failed"),
            ("valid", "invalid"),
            ("unless", "if"),
            ("works", "broken"),
        ] {
            assert!(are_opposites(a, b) && are_opposites(b, a), "{a} {b}");
        }
        for (a, b) in [("enabled", "enables"), ("all", "each"), ("on", "non")] {
            assert!(!are_opposites(a, b), "{a} {b}");
        }
    }
}
