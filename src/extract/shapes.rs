//! What a token is by its shape alone: a path, a version, a hash … (A1).

use crate::element::Kind;
use crate::text::hash;

/// The kind of a token without surrounding punctuation; `None` for an ordinary word.
pub(super) fn kind_of(token: &str) -> Option<Kind> {
    let bytes = token.as_bytes();
    let (first, last) = (*bytes.first()?, *bytes.last()?);
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let has = |byte: u8| bytes.contains(&byte);
    if token.contains("://") || token.starts_with("www.") {
        return Some(Kind::Url);
    }
    if first == b'-' && bytes.get(1).is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'-') {
        return (letters > 0).then_some(Kind::Command);
    }
    if has(b'@') && first != b'@' && token.split('@').nth(1).is_some_and(|host| host.contains('.')) && letters > 2 {
        return Some(if has(b'/') || has(b'\\') { Kind::Path } else { Kind::Url });
    }
    if first == b'@' && letters > 0 {
        return Some(if has(b'/') || has(b'.') { Kind::Path } else { Kind::Symbol });
    }
    if first == b'$' && letters > 0 && digits == 0 {
        return Some(Kind::Env);
    }
    if first == b'#' && digits > 0 {
        return Some(Kind::Id);
    }
    if let Some(kind) = numeric(token, digits, letters) {
        return Some(kind);
    }
    if is_hash(token, digits, letters) {
        return Some(Kind::Id);
    }
    if first == b'/' && numeric(token.trim_start_matches('/'), digits, letters) == Some(Kind::Address) {
        return Some(Kind::Address);
    }
    if (has(b'/') || has(b'\\')) && letters > 0 {
        return path(token, digits);
    }
    if token.contains("::") || token.contains("->") || token.ends_with("()") {
        return Some(Kind::Symbol);
    }
    if has(b':') && letters > 0 {
        return colon(token, digits);
    }
    if has(b'.') && first != b'.' && last != b'.' && letters > 1 {
        return dotted(token);
    }
    if first == b'.' && letters > 1 && bytes.len() > 2 && !token.contains("..") {
        return Some(Kind::Path);
    }
    if has(b'_') && letters > 0 && letters + digits > 1 {
        return Some(word_with_underscore(token, letters));
    }
    if digits > 0 && letters > 0 {
        return mixed(token, digits, letters);
    }
    if letters == bytes.len() && is_camel(bytes) {
        return Some(if is_error_name(token) { Kind::Error } else { Kind::Symbol });
    }
    None
}

fn is_camel(bytes: &[u8]) -> bool {
    let humps =
        bytes.windows(2).filter(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase()));
    humps.count() > 0
}

fn is_error_name(token: &str) -> bool {
    token.len() > 5 && (token.ends_with("Error") || token.ends_with("Exception"))
}

fn word_with_underscore(token: &str, letters: usize) -> Kind {
    let upper = token.bytes().filter(u8::is_ascii_uppercase).count();
    if upper == letters && letters > 2 { Kind::Env } else { Kind::Symbol }
}

/// Numbers, versions, dates, times, addresses, quantities.
fn numeric(token: &str, digits: usize, letters: usize) -> Option<Kind> {
    let bare = token.trim_start_matches(['+', '-', '~', '≈', '<', '>', '±', '×']);
    let first = bare.chars().next()?;
    if matches!(first, '$' | '€' | '£' | '¥') && digits > 0 {
        return Some(Kind::Quantity);
    }
    let version = first == 'v' && bare.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    if version && bare.bytes().skip(1).all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-') {
        return Some(Kind::Version);
    }
    if !first.is_ascii_digit() {
        return None;
    }
    let count = |wanted: char| bare.matches(wanted).count();
    let plain = |extra: &[u8]| bare.bytes().all(|byte| byte.is_ascii_digit() || extra.contains(&byte));
    if letters == 0 {
        let groups = |separator: char| bare.split(separator).all(|part| (1..=3).contains(&part.len()));
        return match (count('.'), count(':'), count('-'), count('/')) {
            (3, 0 | 1, _, 0 | 1) if plain(b".:/") => Some(Kind::Address),
            (2.., 0, 0, 0) if plain(b".") => Some(Kind::Version),
            (0 | 1, 1 | 2, 0, 0) if plain(b":.,") => Some(Kind::Date),
            (0, 0, 2, 0) | (0, 0, 0, 2) if plain(b"-/") => Some(Kind::Date),
            _ if bare.ends_with(['%', '°', '€', '‰']) => Some(Kind::Quantity),
            _ if count(',') > 0 && !groups(',') && !bare.contains('.') => Some(Kind::Number),
            _ => Some(Kind::Number),
        };
    }
    // 2026-05-03T10:00:00Z
    if count('-') == 2 && count(':') >= 1 {
        return Some(Kind::Date);
    }
    let number = bare.bytes().take_while(|byte| byte.is_ascii_digit() || b".,".contains(byte)).count();
    let (value, unit) = bare.split_at_checked(number)?;
    if unit.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'/') && !value.is_empty() {
        if matches!(unit, "st" | "nd" | "rd" | "th") {
            return Some(Kind::Number);
        }
        if matches!(unit, "am" | "pm" | "AM" | "PM") {
            return Some(Kind::Date);
        }
        if is_unit(unit) {
            return Some(Kind::Quantity);
        }
    }
    // 30-minute
    if let Some(unit) = unit.strip_prefix('-')
        && is_unit(unit)
    {
        return Some(Kind::Quantity);
    }
    None
}

/// Whether a word is a unit of measure, a currency or a counted period.
pub(super) fn is_unit(word: &str) -> bool {
    const UNITS: [&str; 82] = [
        "%", "percent", "b", "kb", "mb", "gb", "tb", "pb", "kib", "mib", "gib", "tib", "byte", "bytes", "bit", "bits",
        "k", "m", "bn", "ns", "us", "µs", "ms", "s", "sec", "secs", "second", "seconds", "min", "mins", "minute",
        "minutes", "h", "hr", "hrs", "hour", "hours", "d", "day", "days", "week", "weeks", "month", "months", "year",
        "years", "px", "pt", "em", "rem", "mm", "cm", "km", "m²", "kg", "g", "mg", "ml", "l", "hz", "khz", "mhz",
        "ghz", "w", "kw", "v", "°c", "°f", "usd", "eur", "gbp", "dollars", "euros", "cents", "rpm", "rps", "qps",
        "kbps", "mbps", "gbps", "bp", "x",
    ];
    let mut buffer = [0u8; 12];
    let Some(lower) = buffer.get_mut(..word.len()) else { return false };
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    core::str::from_utf8(lower).is_ok_and(|lower| UNITS.contains(&lower))
}

/// Hashes, UUIDs, long numbers, digests.
fn is_hash(token: &str, digits: usize, letters: usize) -> bool {
    let hex = token.bytes().filter(u8::is_ascii_hexdigit).count();
    let dashes = token.bytes().filter(|byte| *byte == b'-').count();
    let algorithm = ["sha1:", "sha256:", "sha512:", "md5:"].iter().any(|prefix| token.starts_with(prefix));
    algorithm
        || (token.starts_with("0x") && hex + 1 == token.len() && token.len() > 3)
        || (hex == token.len() && token.len() >= 7 && digits > 0 && letters > 0)
        || (hex + dashes == token.len() && dashes == 4 && token.len() == 36)
}

fn path(token: &str, digits: usize) -> Option<Kind> {
    // One slash between plain words joins alternatives more often than folders: "and/or", "read/write".
    let alternatives = digits == 0
        && token.bytes().filter(|byte| *byte == b'/').count() == 1
        && !token.starts_with(['/', '.', '~', '\\'])
        && !token.ends_with('/')
        && token.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'/');
    if alternatives {
        let (left, right) = token.split_once('/')?;
        let word = |word: &str| word.len() < 4 || word.bytes().any(|byte| byte.is_ascii_uppercase()) || is_common(word);
        return (!word(left) && !word(right)).then_some(Kind::Path);
    }
    token.bytes().any(|byte| byte.is_ascii_alphanumeric()).then_some(Kind::Path)
}

/// Words that stand on either side of a slash in prose.
fn is_common(word: &str) -> bool {
    const COMMON: [u32; 40] = [
        hash("read"),
        hash("write"),
        hash("input"),
        hash("output"),
        hash("client"),
        hash("server"),
        hash("copy"),
        hash("paste"),
        hash("start"),
        hash("stop"),
        hash("true"),
        hash("false"),
        hash("with"),
        hash("without"),
        hash("before"),
        hash("after"),
        hash("upload"),
        hash("download"),
        hash("open"),
        hash("close"),
        hash("request"),
        hash("response"),
        hash("user"),
        hash("assistant"),
        hash("either"),
        hash("there"),
        hash("their"),
        hash("show"),
        hash("hide"),
        hash("create"),
        hash("update"),
        hash("delete"),
        hash("success"),
        hash("failure"),
        hash("name"),
        hash("value"),
        hash("good"),
        hash("accurate"),
        hash("better"),
        hash("worse"),
    ];
    COMMON.contains(&hash(word))
}

/// `host:8080`, `file.rs:12`, `key:value`.
fn colon(token: &str, digits: usize) -> Option<Kind> {
    let (left, right) = token.split_once(':')?;
    if left.is_empty() || right.is_empty() {
        return kind_of(token.trim_matches(':'));
    }
    if right.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') {
        let file = dotted(left).is_some_and(|kind| kind == Kind::Path);
        return Some(if file { Kind::Path } else { Kind::Address });
    }
    (digits > 0 || token.contains(['_', '.', '-'])).then_some(Kind::Symbol)
}

/// `name.ext`, `host.tld`, `object.member`.
fn dotted(token: &str) -> Option<Kind> {
    let last = token.rsplit('.').next()?;
    let parts = token.split('.').count();
    if token.split('.').any(str::is_empty) && !token.contains("..") {
        return None;
    }
    let short = token.split('.').all(|part| part.len() == 1);
    if short {
        return None;
    }
    const EXTENSIONS: &str = " rs ts tsx js jsx mjs cjs go py rb java kt kts swift c h cc cpp hpp cs php lua ex exs erl hs ml scala clj \
        sql sh bash zsh fish ps1 bat cmd md mdx mdc txt rst adoc json jsonl json5 yaml yml toml ini cfg conf env xml html htm css scss \
        sass less vue svelte astro csv tsv parquet proto graphql gql lock log png jpg jpeg gif svg webp ico pdf docx xlsx zip tar gz \
        tgz bz2 xz wasm so dll exe bin db sqlite pem crt key pub diff patch tf tfvars gradle ipynb r jl dart zig nix bak tmp out ge \
        service plist tpl tmpl hbs ejs map snap test spec example sample local ";
    const DOMAINS: &str = " com org net io dev edu gov co uk de nl fr eu ai app cloud info us me cc ru cn jp ";
    let within = |list: &str| list.split(' ').any(|item| !item.is_empty() && item.eq_ignore_ascii_case(last));
    if within(EXTENSIONS) {
        return Some(Kind::Path);
    }
    if within(DOMAINS) && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte)) {
        return Some(Kind::Address);
    }
    if parts == 2 && is_sentence_join(token) {
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
fn mixed(token: &str, digits: usize, letters: usize) -> Option<Kind> {
    let first_digit = token.bytes().position(|byte| byte.is_ascii_digit()).unwrap_or(0);
    let head = token.get(..first_digit).unwrap_or("");
    let only_head = head.len() == letters && head.len() + digits == token.len();
    let upper = !head.is_empty() && head.bytes().all(|byte| byte.is_ascii_uppercase());
    if only_head && upper && digits >= 3 && head.len() <= 4 {
        return Some(Kind::Error);
    }
    Some(Kind::Id)
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
