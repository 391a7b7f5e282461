//! A short list of words that turn a sentence when one takes the place of the other (E3).
//!
//! A synonym table was measured elsewhere and brought nothing; opposites are few, and they are worth their bytes.

use super::index::hash_of;
use crate::text::hash;

/// Whether the two words, in lower case or with a capital, are opposites.
pub(crate) fn are_opposites(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    negates(long, short) || listed(hash_of(a), hash_of(b))
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

macro_rules! pairs {
    ($($left:literal $right:literal,)*) => { &[$((hash($left), hash($right)),)*] };
}

static PAIRS: &[(u32, u32)] = pairs![
    "increase" "decrease", "increases" "decreases", "increased" "decreased", "increasing" "decreasing",
    "rise" "fall", "rises" "falls", "rose" "fell", "rising" "falling", "raise" "lower", "raised" "lowered",
    "gain" "loss", "gains" "losses", "gained" "lost", "win" "lose", "won" "lost", "wins" "loses", "winning" "losing",
    "enable" "disable", "enables" "disables", "enabled" "disabled", "enabling" "disabling",
    "allow" "deny", "allows" "denies", "allowed" "denied", "allow" "forbid", "allowed" "forbidden",
    "allow" "prevent", "allows" "prevents", "allowed" "prevented", "permit" "forbid", "permitted" "forbidden",
    "accept" "reject", "accepts" "rejects", "accepted" "rejected", "accept" "refuse", "accepts" "refuses", "accepted" "refused",
    "agree" "disagree", "agrees" "disagrees", "agreed" "disagreed", "agrees" "refuses", "agreed" "refused",
    "approve" "reject", "approved" "rejected", "approves" "rejects", "confirm" "deny", "confirmed" "denied", "confirms" "denies",
    "support" "oppose", "supports" "opposes", "supported" "opposed", "supporting" "opposing",
    "encourage" "discourage", "encourages" "discourages", "encouraged" "discouraged", "encouraging" "discouraging",
    "include" "exclude", "includes" "excludes", "included" "excluded", "including" "excluding",
    "add" "remove", "adds" "removes", "added" "removed", "adding" "removing", "insert" "delete", "create" "delete",
    "created" "deleted", "keep" "delete", "keep" "remove", "keep" "drop",
    "open" "close", "opens" "closes", "opened" "closed", "opening" "closing", "open" "closed",
    "start" "stop", "starts" "stops", "started" "stopped", "starting" "stopping", "begin" "end", "begins" "ends", "began" "ended",
    "start" "end", "start" "finish", "started" "finished",
    "pass" "fail", "passes" "fails", "passed" "failed", "passing" "failing", "succeed" "fail", "succeeded" "failed",
    "success" "failure", "successful" "unsuccessful", "successfully" "unsuccessfully",
    "true" "false", "on" "off", "yes" "no", "always" "never", "all" "none", "all" "some", "every" "some", "each" "some", "all" "most", "every" "most", "each" "most", "all" "few", "every" "few", "stop" "continue", "every" "no", "everyone" "nobody",
    "more" "less", "more" "fewer", "most" "least", "many" "few", "higher" "lower", "high" "low", "highest" "lowest",
    "larger" "smaller", "large" "small", "largest" "smallest", "big" "small", "bigger" "smaller", "long" "short", "longer" "shorter",
    "greater" "lesser", "maximum" "minimum", "max" "min", "above" "below", "over" "under", "up" "down", "upper" "lower",
    "before" "after", "first" "last", "early" "late", "earlier" "later", "old" "new", "older" "newer", "oldest" "newest",
    "previous" "next", "past" "future", "fast" "slow", "faster" "slower", "quickly" "slowly",
    "good" "bad", "better" "worse", "best" "worst", "positive" "negative", "strong" "weak", "stronger" "weaker",
    "easy" "hard", "easy" "difficult", "safe" "unsafe", "safe" "dangerous", "legal" "illegal", "valid" "invalid",
    "public" "private", "internal" "external", "local" "remote", "inside" "outside", "within" "outside",
    "read" "write", "input" "output", "client" "server", "upload" "download", "push" "pull", "send" "receive", "sent" "received",
    "buy" "sell", "buys" "sells", "bought" "sold", "buying" "selling", "buyer" "seller", "borrow" "lend", "import" "export",
    "source" "target", "left" "right", "north" "south", "east" "west", "northern" "southern", "eastern" "western",
    "with" "without", "present" "absent", "available" "unavailable", "possible" "impossible", "likely" "unlikely",
    "happy" "unhappy", "happy" "sad", "love" "hate", "loves" "hates", "like" "dislike", "likes" "dislikes",
    "known" "unknown", "able" "unable", "required" "optional", "mandatory" "optional", "necessary" "unnecessary",
    "expensive" "cheap", "rich" "poor", "hot" "cold", "warm" "cold", "full" "empty", "complete" "incomplete",
    "completed" "abandoned", "finished" "unfinished", "guilty" "innocent", "alive" "dead", "male" "female", "man" "woman",
    "son" "daughter", "brother" "sister", "father" "mother", "husband" "wife", "boy" "girl",
    "for" "against", "attack" "defend", "attacked" "defended", "arrested" "released", "hired" "fired", "arrive" "leave",
    "arrives" "leaves", "arrived" "left", "arrival" "departure", "remember" "forget", "remembers" "forgets",
    "interested" "uninterested", "satisfied" "dissatisfied", "similar" "different", "same" "different",
    "directly" "indirectly", "temporary" "permanent", "temporarily" "permanently", "partially" "fully", "partly" "fully",
    "rarely" "often", "never" "often", "sometimes" "never", "voluntary" "mandatory", "optimistic" "pessimistic",
    "growth" "decline", "grew" "shrank", "expand" "shrink", "expanded" "shrank", "improve" "worsen", "improved" "worsened",
    "advantage" "disadvantage", "advantages" "disadvantages", "benefit" "harm", "friend" "enemy", "friends" "strangers",
    "ally" "enemy", "victory" "defeat", "peace" "war", "top" "bottom", "front" "back", "entrance" "exit", "single" "multiple",
    "old" "young", "older" "younger", "minor" "major", "major" "minor", "minority" "majority", "active" "inactive",
    "common" "rare", "commonly" "rarely", "common" "exotic", "general" "specific", "specific" "generic", "personal" "generic",
    "comprehensive" "limited", "comprehensive" "basic", "complex" "simple", "thriving" "struggling", "succeeding" "failing",
    "secretly" "publicly", "secretly" "openly", "secret" "public", "ahead" "behind", "ahead" "back", "forward" "backward",
    "forwards" "backwards", "embrace" "avoid", "embraced" "avoided", "embraces" "avoids", "embraced" "rejected",
    "prepare" "abandon", "praise" "criticize", "praised" "criticized", "praises" "criticizes", "glowing" "dark", "bright" "dark",
    "elevated" "lowered", "contain" "spread", "spur" "hinder", "help" "hinder", "helps" "hinders", "helped" "hindered",
    "highlight" "ignore", "highlights" "ignores", "adding" "reducing", "adds" "reduces", "extend" "shorten", "extended" "shortened",
    "crucial" "irrelevant", "important" "irrelevant", "important" "trivial", "favorite" "hated", "dislike" "love", "dislikes" "loves",
    "impressive" "mediocre", "impressive" "unimpressive", "driving" "parked", "moving" "stopped", "hidden" "visible",
    "unveiling" "hiding", "reveal" "hide", "reveals" "hides", "revealed" "hid", "revealed" "hidden", "show" "conceal",
    "join" "leave", "joins" "leaves", "joined" "left", "connect" "disconnect", "connecting" "disconnecting", "attach" "detach",
    "drop" "rise", "drop" "increase", "decline" "increase", "declined" "increased", "surge" "drop", "surged" "dropped",
    "billions" "millions", "millions" "thousands", "hundreds" "thousands", "century" "decade", "daily" "weekly", "weekly" "monthly",
    "morning" "evening", "day" "night", "summer" "winter", "friends" "enemies", "friend" "stranger", "trust" "distrust",
    "victim" "suspect", "innocence" "guilt", "employee" "employer", "landlord" "tenant", "teacher" "student", "doctor" "patient",
];
