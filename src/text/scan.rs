//! Words and chunks of one line.
//!
//! A *chunk* is what stands between white space: `(src/lib.rs),`. A *word* is a run of letters, digits and underscores in
//! it, with inner apostrophes: `src`, `lib`, `rs`. Cues and alignment read words; identifiers read chunks.

use super::stop::is_content_word;
use super::{Hasher, Span, is_upper, lower, offset};
use alloc::vec::Vec;

/// What bytes a chunk holds, or'ed together.
pub(crate) mod mask {
    pub(crate) const LOWER: u16 = 1;
    pub(crate) const UPPER: u16 = 1 << 1;
    pub(crate) const DIGIT: u16 = 1 << 2;
    pub(crate) const UNDERSCORE: u16 = 1 << 3;
    pub(crate) const DOT: u16 = 1 << 4;
    pub(crate) const SLASH: u16 = 1 << 5;
    pub(crate) const COLON: u16 = 1 << 6;
    pub(crate) const DASH: u16 = 1 << 7;
    pub(crate) const AT: u16 = 1 << 8;
    pub(crate) const EQUALS: u16 = 1 << 9;
    pub(crate) const QUOTE: u16 = 1 << 10;
    pub(crate) const BACKTICK: u16 = 1 << 11;
    pub(crate) const SIGN: u16 = 1 << 12;
    pub(crate) const OTHER: u16 = 1 << 13;
    pub(crate) const UNICODE: u16 = 1 << 14;
    pub(crate) const SPACE: u16 = 1 << 15;
    /// What words are made of.
    pub(crate) const WORD: u16 = LOWER | UPPER | DIGIT | UNDERSCORE;

    /// The class of each byte.
    pub(crate) const OF: [u16; 256] = {
        let mut table = [OTHER; 256];
        let mut byte = 0usize;
        // A constant table is built once, by the compiler; the index cannot leave it.
        #[allow(clippy::indexing_slicing)]
        while byte < 256 {
            table[byte] = match byte as u8 {
                b'a'..=b'z' => LOWER,
                b'A'..=b'Z' => UPPER,
                b'0'..=b'9' => DIGIT,
                b'_' => UNDERSCORE,
                b'.' => DOT,
                b'/' | b'\\' => SLASH,
                b':' => COLON,
                b'-' => DASH,
                b'@' => AT,
                b'=' => EQUALS,
                b'"' | b'\'' => QUOTE,
                b'`' => BACKTICK,
                b'$' | b'%' | b'#' | b'+' | b'~' => SIGN,
                0..=b' ' | 0x7f => SPACE,
                0x80..=0xff => UNICODE,
                _ => OTHER,
            };
            byte += 1;
        }
        table
    };

    pub(crate) fn of(byte: u8) -> u16 {
        OF.get(usize::from(byte)).copied().unwrap_or(OTHER)
    }
}

/// What letters a word has, or'ed together.
pub(crate) mod shape {
    pub(crate) const LOWER: u8 = 1;
    pub(crate) const UPPER: u8 = 1 << 1;
    pub(crate) const DIGIT: u8 = 1 << 2;
    pub(crate) const UNDERSCORE: u8 = 1 << 3;
    /// The first letter is upper case.
    pub(crate) const CAPITAL: u8 = 1 << 4;
    /// An upper-case letter follows a lower-case one.
    pub(crate) const CAMEL: u8 = 1 << 5;
    pub(crate) const UNICODE: u8 = 1 << 6;
    /// The word carries content: it is no function word.
    pub(crate) const CONTENT: u8 = 1 << 7;
}

/// One word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Of the lower-case word.
    pub(crate) hash: u32,
    /// Of its stem.
    pub(crate) stem: u32,
    pub(crate) shape: u8,
}

impl Word {
    pub(crate) const fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// One chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) mask: u16,
    /// The shapes of its words.
    pub(crate) shape: u8,
    /// Its words.
    pub(crate) words: Span,
}

impl Chunk {
    pub(crate) const fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// What a character beyond ASCII is to a word.
enum Glyph {
    Letter,
    /// A script without spaces: each character is a word.
    Ideograph,
    Apostrophe,
    Space,
    Mark,
}

fn glyph(char: char) -> Glyph {
    match char {
        '\u{2018}' | '\u{2019}' | '\u{02bc}' => Glyph::Apostrophe,
        '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200b}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202f}'
        | '\u{3000}'
        | '\u{feff}' => Glyph::Space,
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => {
            Glyph::Ideograph
        }
        '\u{80}'..='\u{bf}'
        | '\u{d7}'
        | '\u{f7}'
        | '\u{2000}'..='\u{206f}'
        | '\u{20a0}'..='\u{2bff}'
        | '\u{3001}'..='\u{303f}'
        | '\u{fe00}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}'
        | '\u{fff0}'..='\u{ffff}'
        | '\u{1f000}'..='\u{1faff}' => Glyph::Mark,
        _ => Glyph::Letter,
    }
}

/// Reads the words and chunks of `text[from..to]`, which holds no line break.
pub(super) fn line(text: &str, from: usize, to: usize, words: &mut Vec<Word>, chunks: &mut Vec<Chunk>) {
    let Some(bytes) = text.as_bytes().get(..to) else { return };
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let class = mask::of(byte);
        if class == mask::SPACE {
            at = if byte == 0x1b { escape_end(bytes, at) } else { at + 1 };
            continue;
        }
        if class == mask::UNICODE && matches!(next(text, at), Some((Glyph::Space, _))) {
            at += next(text, at).map_or(1, |(_, length)| length);
            continue;
        }
        at = chunk(text, bytes, at, words, chunks);
    }
}

fn next(text: &str, at: usize) -> Option<(Glyph, usize)> {
    let char = text.get(at..)?.chars().next()?;
    Some((glyph(char), char.len_utf8()))
}

/// Past the end of a terminal escape sequence.
fn escape_end(bytes: &[u8], at: usize) -> usize {
    let body = bytes.get(at + 1..).unwrap_or(&[]);
    if body.first() != Some(&b'[') {
        return at + 1;
    }
    let parameters = body.iter().skip(1).take_while(|byte| matches!(byte, b'0'..=b'9' | b';' | b'?')).count();
    (at + 3 + parameters).min(bytes.len())
}

/// Reads one chunk that starts at `at`; returns where it ends.
fn chunk(text: &str, bytes: &[u8], start: usize, words: &mut Vec<Word>, chunks: &mut Vec<Chunk>) -> usize {
    let first_word = words.len();
    let (mut at, mut seen, mut shapes) = (start, 0u16, 0u8);
    while let Some(&byte) = bytes.get(at) {
        let class = mask::of(byte);
        if class == mask::SPACE {
            break;
        }
        seen |= class;
        if class & mask::WORD != 0 {
            at = word(text, bytes, at, words);
            shapes |= words.last().map_or(0, |word| word.shape);
        } else if class == mask::UNICODE {
            match next(text, at) {
                Some((Glyph::Letter | Glyph::Ideograph, _)) => {
                    at = word(text, bytes, at, words);
                    shapes |= words.last().map_or(0, |word| word.shape);
                }
                Some((Glyph::Space, _)) => break,
                Some((_, length)) => at += length,
                None => at += 1,
            }
        } else {
            at += 1;
        }
    }
    chunks.push(Chunk {
        start: offset(start),
        end: offset(at),
        mask: seen | shape_mask(words.get(first_word..).unwrap_or(&[])),
        shape: shapes,
        words: Span::new(offset(first_word), offset(words.len())),
    });
    at
}

/// What the bytes inside the words add to the mask of the chunk.
fn shape_mask(words: &[Word]) -> u16 {
    words.iter().fold(0, |seen, word| {
        seen | [
            (shape::LOWER, mask::LOWER),
            (shape::UPPER, mask::UPPER),
            (shape::DIGIT, mask::DIGIT),
            (shape::UNDERSCORE, mask::UNDERSCORE),
            (shape::UNICODE, mask::UNICODE),
        ]
        .into_iter()
        .filter(|(shape, _)| word.shape & shape != 0)
        .fold(0, |seen, (_, mask)| seen | mask)
    })
}

/// Reads one word; returns where it ends.
fn word(text: &str, bytes: &[u8], start: usize, words: &mut Vec<Word>) -> usize {
    let mut hasher = Hasher::new();
    let (mut at, mut seen, mut before_lower) = (start, 0u8, false);
    while let Some(&byte) = bytes.get(at) {
        let class = mask::of(byte);
        if class & mask::WORD != 0 {
            let upper = class == mask::UPPER;
            if upper {
                seen |= shape::UPPER;
                seen |= if at == start { shape::CAPITAL } else { 0 };
                seen |= if before_lower { shape::CAMEL } else { 0 };
            } else {
                seen |= (class & (mask::LOWER | mask::DIGIT | mask::UNDERSCORE)) as u8;
            }
            before_lower = class == mask::LOWER;
            hasher.push(byte.to_ascii_lowercase());
            at += 1;
            continue;
        }
        if byte == b'\'' && joins(text, bytes, at, 1) {
            hasher.push(b'\'');
            at += 1;
            continue;
        }
        if class != mask::UNICODE {
            break;
        }
        let Some(char) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        match glyph(char) {
            Glyph::Letter => {
                push_lower(&mut hasher, char);
                seen |= shape::UNICODE | if is_upper(char) { shape::UPPER } else { shape::LOWER };
                seen |= if is_upper(char) && at == start { shape::CAPITAL } else { 0 };
                before_lower = false;
                at += char.len_utf8();
            }
            Glyph::Ideograph if at == start => {
                push_lower(&mut hasher, char);
                seen |= shape::UNICODE | shape::LOWER;
                at += char.len_utf8();
                break;
            }
            Glyph::Apostrophe if at > start && joins(text, bytes, at, char.len_utf8()) => {
                hasher.push(b'\'');
                at += char.len_utf8();
            }
            _ => break,
        }
    }
    let hash = hasher.finish();
    if is_content_word(hash, at - start, seen) {
        seen |= shape::CONTENT;
    }
    words.push(Word { start: offset(start), end: offset(at), hash, stem: hasher.stem(), shape: seen });
    at
}

/// Whether letters stand on both sides of an apostrophe.
fn joins(text: &str, bytes: &[u8], at: usize, length: usize) -> bool {
    let before = at.checked_sub(1).and_then(|index| bytes.get(index)).is_some_and(u8::is_ascii_alphabetic);
    let after = bytes.get(at + length).is_some_and(|byte| {
        byte.is_ascii_alphabetic() || (*byte >= 0x80 && matches!(next(text, at + length), Some((Glyph::Letter, _))))
    });
    before && after
}

fn push_lower(hasher: &mut Hasher, char: char) {
    lower(char).encode_utf8(&mut [0; 4]).bytes().for_each(|byte| hasher.push(byte));
}
