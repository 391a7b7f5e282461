//! What the head of a line tells: the region, and the number of a list.

use super::holds;
use super::segment::Region;

/// Whether a line begins or ends a block of code.
pub(crate) fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

/// The region of a line, how many bytes its list marker takes, and the number there.
pub(super) fn classify(trimmed: &str, fenced: bool) -> (Region, usize, Option<u32>) {
    if fenced {
        return (Region::Code, 0, None);
    }
    let bytes = trimmed.as_bytes();
    let marker = |length: usize| bytes.get(length).is_none_or(|byte| *byte == b' ' || *byte == b'\t');
    match bytes.first().copied().unwrap_or(b' ') {
        b'#' => {
            let level = bytes.iter().take_while(|byte| **byte == b'#').count();
            if marker(level) { (Region::Heading, level, None) } else { (Region::Prose, 0, None) }
        }
        b'-' | b'*' | b'+' if marker(1) => {
            let body = trimmed.get(1..).unwrap_or("").trim_start();
            let marker = trimmed.len() - body.len();
            match numbered(body) {
                (Region::Item, number, step) => (Region::Item, marker + number, step),
                _ => (Region::Item, marker, None),
            }
        }
        b'|' => (Region::Table, 1, None),
        b'>' => (Region::Prose, 1, None),
        b'{' | b'}' | b']' => (Region::Code, 0, None),
        // Tags around what a runtime put in, and its notes: "<command-name>…", "[Request interrupted]".
        b'<' if trimmed.trim_end().ends_with('>') => (Region::Markup, 0, None),
        b'[' if is_log(bytes) => (Region::Log, 0, None),
        b'[' if trimmed.trim_end().ends_with(']') => (Region::Markup, 0, None),
        b'[' if bytes.len() == 1 || matches!(bytes.get(1), Some(b'{' | b'"')) => (Region::Code, 0, None),
        b'"' if holds(trimmed, "\":") => (Region::Code, 0, None),
        b'0'..=b'9' | b'(' => numbered(trimmed),
        _ if trimmed.starts_with('•') || trimmed.starts_with('–') => (Region::Item, 3, None),
        _ if is_log(bytes) => (Region::Log, 0, None),
        _ if trimmed.starts_with("@@ ") || trimmed.starts_with("diff --git ") => (Region::Code, 0, None),
        _ => (Region::Prose, 0, None),
    }
}

/// `1. `, `2) ` and `(3) ` make list items; a date or a time at the head makes a log line.
fn numbered(trimmed: &str) -> (Region, usize, Option<u32>) {
    let bytes = trimmed.as_bytes();
    let open = usize::from(bytes.first() == Some(&b'('));
    let digits = bytes.iter().skip(open).take_while(|byte| byte.is_ascii_digit()).count();
    let closed = matches!((open, bytes.get(open + digits)), (0, Some(b'.' | b')')) | (1, Some(b')')));
    if (1..=3).contains(&digits) && closed && matches!(bytes.get(open + digits + 1), Some(b' ' | b'\t')) {
        let step = trimmed.get(open..open + digits).and_then(|digits| digits.parse().ok());
        return (Region::Item, open + digits + 1, step);
    }
    if is_log(bytes) { (Region::Log, 0, None) } else { (Region::Prose, 0, None) }
}

/// `2.`, `2)` and `(2)`: how it is written, and the number.
pub(super) fn marker(token: &str) -> Option<(u8, u32)> {
    let bytes = token.as_bytes();
    let (open, digits) = bytes.strip_prefix(b"(").map_or((0, bytes), |rest| (1, rest));
    let (end, digits) = digits.split_last().filter(|(_, digits)| (1..=3).contains(&digits.len()))?;
    let closed = *end == b')' || *end == b'.' && open == 0;
    let number = |sum, digit: &u8| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0'));
    let number = digits.iter().try_fold(0, number).filter(|_| closed)?;
    Some((open + *end, number))
}

/// Whether a line begins like a log's: a date, a time, or a level.
fn is_log(bytes: &[u8]) -> bool {
    let body = bytes.strip_prefix(b"[").unwrap_or(bytes);
    if !body.first().is_some_and(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()) {
        return false;
    }
    let shape = |pattern: &[u8]| {
        body.len() >= pattern.len()
            && pattern.iter().zip(body).all(|(want, byte)| match want {
                b'9' => byte.is_ascii_digit() || (*byte == b' ' && pattern.first() == Some(&b'A')),
                b'A' => byte.is_ascii_uppercase(),
                b'a' => byte.is_ascii_lowercase(),
                other => other == byte,
            })
    };
    shape(b"9999-99-99")
        || shape(b"9999/99/99")
        || shape(b"99:99:99")
        || shape(b"Aaa 99 99:99:99")
        || shape(b"999999 999999 ")
        || [
            &b"ERROR "[..],
            b"WARN ",
            b"INFO ",
            b"DEBUG ",
            b"TRACE ",
            b"FATAL ",
            b"ERROR:",
            b"WARN:",
            b"INFO:",
            b"ERROR]",
            b"INFO]",
            b"WARN]",
        ]
        .iter()
        .any(|level| body.starts_with(level))
}
