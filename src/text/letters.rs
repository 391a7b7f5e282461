//! Case beyond ASCII for the alphabets that have it: Latin, Greek, Cyrillic.
//!
//! The full Unicode tables would weigh more than the lexicon. A letter of another alphabet is its own lower case, so it
//! is compared exactly.

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

#[cfg(test)]
mod tests {
    use super::*;

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
