//! Case beyond ASCII for the alphabets that have it: Latin, Greek, Cyrillic.
//!
//! The full Unicode tables would weigh more than the lexicon. A letter of another alphabet is its own lower case, so it
//! is compared exactly.

use alloc::vec::Vec;

/// The letter in lower case.
pub(crate) const fn lower(letter: char) -> char {
    let code = letter as u32;
    let shift = match code {
        0x41..=0x5a | 0xc0..=0xd6 | 0xd8..=0xde | 0x391..=0x3a9 | 0x410..=0x42f => 32,
        0x100..=0x137 | 0x14a..=0x177 if code & 1 == 0 => 1,
        0x139..=0x148 | 0x179..=0x17e if code & 1 == 1 => 1,
        0x388..=0x38a => 37,
        0x386 => 38,
        0x38c => 64,
        0x38e | 0x38f => 63,
        0x400..=0x40f => 80,
        _ => 0,
    };
    match char::from_u32(code + shift) {
        Some(lower) => lower,
        None => letter,
    }
}

/// Whether the letter is upper case.
pub(crate) const fn is_upper(letter: char) -> bool {
    lower(letter) as u32 != letter as u32
}

/// Whether a character may be part of a word: ASCII letters and digits, and all beyond ASCII.
pub(crate) const fn in_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || !char.is_ascii()
}

/// Where a text first holds another, in linear time (Knuth, Morris, Pratt). The library's search costs kilobytes in WebAssembly.
#[inline(never)]
pub(crate) fn place_of(wanted: &str, text: &str) -> Option<usize> {
    let (wanted, text) = (wanted.as_bytes(), text.as_bytes());
    let Some((first, rest)) = wanted.split_first() else { return Some(0) };
    // From one place to the next where it may begin.
    let begins = |from: usize| Some(from + text.get(from..)?.iter().position(|byte| byte == first)?);
    let mut at = begins(0)?;
    if wanted.len() <= 4 {
        while !text.get(at + 1..).is_some_and(|after| after.starts_with(rest)) {
            at = begins(at + 1)?;
        }
        return Some(at);
    }
    // For each length of a beginning of the wanted text that of the longest other beginning that ends it.
    let mut shorter: Vec<usize> = Vec::with_capacity(wanted.len() + 1);
    shorter.extend([0; 2]);
    let longer = |shorter: &[usize], mut length: usize, byte: u8| loop {
        if wanted.get(length) == Some(&byte) {
            return length + 1;
        }
        if length == 0 {
            return 0;
        }
        length = shorter.get(length).copied().unwrap_or(0);
    };
    for byte in rest {
        let last = shorter.last().copied().unwrap_or(0);
        let next = longer(&shorter, last, *byte);
        shorter.push(next);
    }
    let mut length = 0;
    loop {
        length = longer(&shorter, length, *text.get(at)?);
        at += 1;
        if length == wanted.len() {
            return Some(at - length);
        }
        if length == 0 {
            at = begins(at)?;
        }
    }
}

/// Whether a text holds another.
pub(crate) fn holds(text: &str, wanted: &str) -> bool {
    place_of(wanted, text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_where_the_library_finds_it() {
        let texts = ["", "a", "aaaaab", "abababaabababab", "a → b", "ab→abcabcabdabcabcabcabd", "xaaaaaaaaaaaaaaaab"];
        let parts = [
            "",
            "a",
            "b",
            "→",
            "ab",
            "aab",
            "ababab",
            "abababab",
            "aaaaaaab",
            "abcabcabd",
            "abcabcabcabd",
            "aaaaa",
            "zzzzzz",
        ];
        let mut found = 0;
        for text in texts {
            for part in parts {
                assert_eq!(place_of(part, text), text.find(part), "{part} in {text}");
                found += usize::from(holds(text, part));
            }
        }
        assert!(found > 10);
    }

    #[test]
    fn agrees_with_unicode_where_it_speaks() {
        for code in (0..0x180).chain(0x386..0x3a2).chain(0x3a3..0x3aa).chain(0x400..0x450) {
            let Some(letter) = char::from_u32(code) else { continue };
            // İ becomes two characters, and the dotted capital is rare enough to stay.
            if letter != 'İ' && letter != 'Ÿ' {
                assert_eq!(letter.to_lowercase().next(), Some(lower(letter)), "{letter} {code:x}");
            }
        }
    }
}
