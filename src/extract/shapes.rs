//! What a token is by its shape alone: a path, a version, a hash … (A1).

use crate::element::Kind;
use crate::text::{clock, holds, is_listed, list, mask};

/// What a token is made of.
struct Make {
    mask: u16,
    digits: usize,
    letters: usize,
}

impl Make {
    fn of(token: &str) -> Make {
        let mut make = Make { mask: 0, digits: 0, letters: 0 };
        for byte in token.bytes() {
            let class = mask::of(byte);
            make.mask |= class;
            make.digits += usize::from(class == mask::DIGIT);
            make.letters += usize::from(class & (mask::LOWER | mask::UPPER) != 0);
        }
        make
    }

    const fn has(&self, any: u16) -> bool {
        self.mask & any != 0
    }
}

/// The kind of a token without surrounding punctuation; `None` for an ordinary word.
pub(super) fn kind_of(token: &str) -> Option<Kind> {
    let bytes = token.as_bytes();
    let (first, last) = (*bytes.first()?, *bytes.last()?);
    let make = Make::of(token);
    let Make { digits, letters, .. } = make;
    if (make.has(mask::SLASH) && holds(token, "://")) || token.starts_with("www.") {
        return Some(Kind::Url);
    }
    if first == b'-' && bytes.get(1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'-') {
        return (letters > 0).then_some(Kind::Command);
    }
    // "#ops", "billing@".
    if letters > 1 && (last == b'@' || first == b'#' && digits == 0) {
        return Some(Kind::Symbol);
    }
    if make.has(mask::AT) && letters > 0 {
        if first == b'@' {
            return Some(if token.contains(['/', '.']) { Kind::Path } else { Kind::Symbol });
        }
        if letters > 2 && token.split('@').nth(1).is_some_and(|host| host.as_bytes().contains(&b'.')) {
            return Some(if make.has(mask::SLASH) { Kind::Path } else { Kind::Url });
        }
    }
    if first == b'$' && letters > 0 && digits == 0 {
        return Some(Kind::Env);
    }
    if first == b'#' && digits > 0 {
        return Some(Kind::Id);
    }
    if let Some(kind) = numeric(token, &make) {
        return Some(kind);
    }
    if is_hash(token, &make) {
        return Some(Kind::Id);
    }
    if make.has(mask::SLASH) {
        if first == b'/' && numeric(token.trim_start_matches('/'), &make) == Some(Kind::Address) {
            return Some(Kind::Address);
        }
        if letters > 0 {
            return path(token, letters);
        }
    }
    if (make.has(mask::COLON) && holds(token, "::"))
        || (make.has(mask::DASH) && holds(token, "->"))
        || token.ends_with("()")
    {
        return Some(Kind::Symbol);
    }
    if make.has(mask::COLON) && letters > 0 {
        return colon(token, &make);
    }
    if make.has(mask::DOT) && letters > 1 {
        if first != b'.' && last != b'.' {
            return dotted(token);
        }
        if first == b'.' && bytes.len() > 2 && !holds(token, "..") {
            return Some(Kind::Path);
        }
    }
    if make.has(mask::UNDERSCORE) && letters > 0 && letters + digits > 1 {
        return Some(word_with_underscore(token, letters));
    }
    if digits > 0 && letters > 0 {
        return Some(mixed(token, digits, letters));
    }
    // "bucket-b", one of several.
    if let [name @ .., b'-', b'a'..=b'z'] = bytes
        && name.len() > 2
        && name.iter().all(u8::is_ascii_lowercase)
    {
        return Some(Kind::Id);
    }
    if letters == bytes.len() && is_camel(bytes) {
        return Some(if is_error_name(token) { Kind::Error } else { Kind::Symbol });
    }
    None
}

fn is_camel(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase()))
}

/// `ValueError`, `NullPointerException`.
pub(super) fn is_error_name(token: &str) -> bool {
    token.len() > 5 && (token.ends_with("Error") || token.ends_with("Exception"))
}

/// `ENOENT`, `ECONNREFUSED`: the names that C gives to errors of the system.
pub(super) fn is_errno(token: &str) -> bool {
    const HEADS: [&str; 18] = [
        "ECONN",
        "EADDR",
        "EHOST",
        "ENET",
        "ENOENT",
        "ENOT",
        "ENOSPC",
        "ENOMEM",
        "ENOSYS",
        "EACCES",
        "EPERM",
        "EPIPE",
        "EEXIST",
        "EINVAL",
        "EBUSY",
        "EAGAIN",
        "ETIMEDOUT",
        "EMFILE",
    ];
    token.starts_with('E')
        && token.bytes().all(|byte| byte.is_ascii_uppercase())
        && HEADS.iter().any(|head| token.starts_with(head))
}

fn word_with_underscore(token: &str, letters: usize) -> Kind {
    let upper = token.bytes().filter(u8::is_ascii_uppercase).count();
    if upper == letters && letters > 2 { Kind::Env } else { Kind::Symbol }
}

/// Numbers, versions, dates, times, addresses, quantities.
fn numeric(token: &str, make: &Make) -> Option<Kind> {
    let Make { digits, letters, .. } = *make;
    let bare = token.trim_start_matches(['+', '-', '~', '≈', '<', '>', '±', '×']);
    let first = bare.chars().next()?;
    if matches!(first, '$' | '€' | '£' | '¥') && digits > 0 {
        return Some(Kind::Quantity);
    }
    let version = first == 'v' && bare.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    if !version && !first.is_ascii_digit() {
        return None;
    }
    let (mut dots, mut colons, mut dashes, mut slashes, mut commas) = (0, 0, 0, 0, 0);
    for byte in bare.bytes() {
        match byte {
            b'.' => dots += 1,
            b':' => colons += 1,
            b'-' => dashes += 1,
            b'/' => slashes += 1,
            b',' => commas += 1,
            _ => {}
        }
    }
    if version {
        return (1 + digits + dots + dashes == bare.len()).then_some(Kind::Version);
    }
    // Whether there are only digits and so many others.
    let plain = |others: usize| digits + others == bare.len();
    if letters == 0 {
        return Some(match (dots, colons, dashes, slashes) {
            (3, 0 | 1, _, 0 | 1) if plain(dots + colons + slashes) => Kind::Address,
            (2.., 0, 0, 0) if plain(dots) => Kind::Version,
            (0 | 1, 1 | 2, 0, 0) if plain(dots + colons + commas) => Kind::Date,
            (0, 0, 2, 0) | (0, 0, 0, 2) if plain(dashes + slashes) => Kind::Date,
            _ if bare.ends_with(['%', '°', '€', '‰']) => Kind::Quantity,
            _ => Kind::Number,
        });
    }
    // 2026-05-03T10:00:00Z
    if dashes == 2 && colons >= 1 {
        return Some(Kind::Date);
    }
    // 5pm, 7:30pm
    if clock(bare).is_some() {
        return Some(Kind::Date);
    }
    let unit = bare.trim_start_matches(|char: char| char.is_ascii_digit() || matches!(char, '.' | ','));
    if unit.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'/') {
        if matches!(unit, "st" | "nd" | "rd" | "th") {
            return Some(Kind::Number);
        }
        if is_listed(unit, list::UNIT) {
            return Some(Kind::Quantity);
        }
    }
    // 30-minute
    unit.strip_prefix('-').is_some_and(|unit| is_listed(unit, list::UNIT)).then_some(Kind::Quantity)
}

/// Hashes, UUIDs, long numbers, digests.
fn is_hash(token: &str, make: &Make) -> bool {
    let hex = || token.bytes().filter(u8::is_ascii_hexdigit).count();
    let dashes = || token.bytes().filter(|byte| *byte == b'-').count();
    let length = token.len();
    let algorithm = |prefix: &str| token.starts_with(prefix);
    (make.has(mask::COLON) && ["sha1:", "sha256:", "sha512:", "md5:"].into_iter().any(algorithm))
        || (length > 3 && token.starts_with("0x") && hex() + 1 == length)
        || (length >= 7 && make.digits > 0 && make.letters > 0 && hex() == length)
        || (length == 36 && dashes() == 4 && hex() + 4 == length)
}

fn path(token: &str, letters: usize) -> Option<Kind> {
    // "w/", "n/".
    if token.len() < 3 {
        return None;
    }
    // One slash between plain words joins alternatives more often than folders: "and/or", "read/write".
    if letters + 1 == token.len()
        && let Some((left, right)) = token.split_once('/').filter(|(left, right)| !left.is_empty() && !right.is_empty())
    {
        let word = |word: &str| {
            word.len() < 4 || word.bytes().any(|byte| byte.is_ascii_uppercase()) || is_listed(word, list::ALTERNATIVE)
        };
        return (!word(left) && !word(right)).then_some(Kind::Path);
    }
    Some(Kind::Path)
}

/// `host:8080`, `file.rs:12`, `key:value`.
fn colon(token: &str, make: &Make) -> Option<Kind> {
    let (left, right) = token.split_once(':')?;
    if left.is_empty() || right.is_empty() {
        return kind_of(token.trim_matches(':'));
    }
    if right.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') {
        return Some(if dotted(left) == Some(Kind::Path) { Kind::Path } else { Kind::Address });
    }
    (make.digits > 0 || make.has(mask::UNDERSCORE | mask::DOT | mask::DASH)).then_some(Kind::Symbol)
}

/// `name.ext`, `host.tld`, `object.member`.
fn dotted(token: &str) -> Option<Kind> {
    // ".a", "a." and "e.g" have no ending.
    let open = token.starts_with('.') || token.ends_with('.');
    let short = token.len() % 2 == 1 && token.bytes().enumerate().all(|(at, byte)| (byte == b'.') == (at % 2 == 1));
    if short || (open && !holds(token, "..")) {
        return None;
    }
    let last = token.rsplit('.').next()?;
    if is_listed(last, list::EXTENSION) {
        return Some(Kind::Path);
    }
    if is_listed(last, list::DOMAIN)
        && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    {
        return Some(Kind::Address);
    }
    if is_sentence_join(token) {
        return None;
    }
    Some(if token.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) { Kind::Id } else { Kind::Symbol })
}

/// `end.Start`: two sentences without a space.
fn is_sentence_join(token: &str) -> bool {
    token.split_once('.').is_some_and(|(left, right)| {
        left.bytes().all(|byte| byte.is_ascii_lowercase())
            && right.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase())
            && right.bytes().skip(1).all(|byte| byte.is_ascii_lowercase())
    })
}

/// Letters and digits in one token.
fn mixed(token: &str, digits: usize, letters: usize) -> Kind {
    let first_digit = token.bytes().position(|byte| byte.is_ascii_digit()).unwrap_or(0);
    let head = token.get(..first_digit).unwrap_or("");
    let only_head = head.len() == letters && head.len() + digits == token.len();
    let upper = !head.is_empty() && head.bytes().all(|byte| byte.is_ascii_uppercase());
    if only_head && upper && digits >= 3 && head.len() <= 4 {
        return Kind::Error;
    }
    Kind::Id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_tell_the_kind() {
        for (kind, tokens) in [
            (
                Some(Kind::Path),
                &[
                    "src/main.rs",
                    "/etc/hosts",
                    "../lib",
                    "~/.ssh",
                    "config.toml",
                    "C:\\temp\\a",
                    "apps/board",
                    ".gitignore",
                ][..],
            ),
            (Some(Kind::Url), &["https://a.test/b?c=d", "www.a.test", "ann@mail.test.org"]),
            (Some(Kind::Symbol), &["snake_case", "camelCase", "a::b", "run()", "Math.pow", "QuorumCnxManager"]),
            (Some(Kind::Error), &["E0433", "TS2345", "ValueError", "NullPointerException"]),
            (
                Some(Kind::Id),
                &["#41", "7c0e51b2-4d0a-4a5e-9f7b-0d3b6c1f2a90", "4be19c07aa52", "sha256:71d0", "n14", "0x1f3a"],
            ),
            (Some(Kind::Env), &["MAX_SIZE", "$HOME"]),
            (Some(Kind::Address), &["10.0.0.1", "10.0.0.1:80", "localhost:4317", "db.internal.example.com"]),
            (Some(Kind::Version), &["v2", "1.2.3", "v1.0.3"]),
            (Some(Kind::Command), &["--cache", "-v"]),
            (Some(Kind::Date), &["2026-05-03", "10:30", "2026-05-03T10:00:00Z", "9am"]),
            (Some(Kind::Quantity), &["$146", "50%", "10s", "30-minute", "320px"]),
            (Some(Kind::Number), &["42", "1,000", "3.5", "1-11"]),
            (None, &["and/or", "word", "read/write", "end.Start", "e.g", "TCP/IP"]),
        ] {
            for token in tokens {
                assert_eq!(kind_of(token), kind, "{token}");
            }
        }
    }
}
