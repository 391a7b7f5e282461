//! A time of day as people write it: `17:00`, `5 pm`, `5:00pm`, `5 p.m.`

/// Minutes since midnight; none for what is no time, or has seconds. `9:30` is in the morning, and a bare number is no time.
pub(crate) fn clock(text: &str) -> Option<u32> {
    let (hours, rest) = number(text.as_bytes())?;
    let (minutes, rest) = match rest {
        [b':', rest @ ..] => {
            let (minutes, left) = number(rest)?;
            (Some(minutes).filter(|minutes| *minutes < 60 && rest.len() == left.len() + 2)?, left)
        }
        _ => (60, rest),
    };
    let half = match rest.strip_prefix(b" ").unwrap_or(rest) {
        [] => None,
        [half, b'm' | b'M'] | [half, b'.', b'm' | b'M'] | [half, b'.', b'm' | b'M', b'.'] => Some(*half | 0x20),
        _ => return None,
    };
    let hours = match half {
        None if minutes < 60 && hours < 25 => hours,
        Some(half @ (b'a' | b'p')) if (1..13).contains(&hours) => hours % 12 + if half == b'p' { 12 } else { 0 },
        _ => return None,
    };
    Some(hours * 60 + minutes % 60)
}

/// One or two digits, and what stands behind them.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let digit = |byte: &u8| u32::from(*byte - b'0');
    match bytes {
        [a @ b'0'..=b'9', b @ b'0'..=b'9', rest @ ..] => Some((digit(a) * 10 + digit(b), rest)),
        [a @ b'0'..=b'9', rest @ ..] => Some((digit(a), rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day() {
        for (text, minutes) in [
            ("17:00", Some(1020)),
            ("5 pm", Some(1020)),
            ("5pm", Some(1020)),
            ("5:00 PM", Some(1020)),
            ("5 p.m.", Some(1020)),
            ("9:30", Some(570)),
            ("09:30", Some(570)),
            ("12 am", Some(0)),
            ("12pm", Some(720)),
            ("5", None),
            ("13 pm", None),
            ("9:3", None),
            ("9:301", None),
            ("9:41:03", None),
            ("5 m", None),
            ("100:20", None),
            ("", None),
        ] {
            assert_eq!(clock(text), minutes, "{text}");
        }
    }
}
