//! Words and chunks of one line.
//!
//! A *chunk* is what stands between white space: `(src/lib.rs),`. A *word* is a run of letters, digits and underscores in
//! it, with inner apostrophes: `src`, `lib`, `rs`. Cues and alignment read words; identifiers read chunks.

use super::segment::LONGEST;
use super::{Hasher, Span, is_upper, list, lists_of, lower, offset};
use alloc::vec::Vec;

/// What bytes a chunk holds, or'ed together.
pub(crate) mod mask {
    pub(crate) const LOWER: u16 = super::shape::LOWER as u16;
    pub(crate) const UPPER: u16 = super::shape::UPPER as u16;
    pub(crate) const DIGIT: u16 = super::shape::DIGIT as u16;
    pub(crate) const UNDERSCORE: u16 = super::shape::UNDERSCORE as u16;
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

    #[inline(always)]
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
    /// The lists it stands in.
    pub(crate) lists: u16,
}

impl Word {
    pub(crate) const fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }

    /// Whether it stands in one of the lists.
    pub(crate) const fn is(&self, lists: u16) -> bool {
        self.lists & lists != 0
    }
}

/// Whether two sentences that share the word share something.
pub(crate) const fn is_content(word: &Word) -> bool {
    word.shape & shape::CONTENT != 0
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
        if class == mask::UNICODE
            && let Some((Glyph::Space, length)) = next(text, at)
        {
            at += length;
            continue;
        }
        at = chunk(text, bytes, at, words, chunks);
    }
}

fn next(text: &str, at: usize) -> Option<(Glyph, usize)> {
    let char = text.get(at..)?.chars().next()?;
    Some((glyph(char), char.len_utf8()))
}

/// Past the end of a terminal escape sequence. What ends it is ASCII: a longer character stands behind it, and stays whole.
fn escape_end(bytes: &[u8], at: usize) -> usize {
    let body = bytes.get(at + 1..).unwrap_or(&[]);
    if body.first() != Some(&b'[') {
        return at + 1;
    }
    let parameters = body.iter().skip(1).take_while(|byte| matches!(byte, b'0'..=b'9' | b';' | b'?')).count();
    let last = body.get(1 + parameters).is_some_and(u8::is_ascii);
    at + 2 + parameters + usize::from(last)
}

/// Reads one chunk that starts at `at`; returns where it ends: before white space, or where there are more words than a
/// sentence may have.
fn chunk(text: &str, bytes: &[u8], start: usize, words: &mut Vec<Word>, chunks: &mut Vec<Chunk>) -> usize {
    let first_word = words.len();
    let (mut at, mut seen, mut shapes) = (start, 0u16, 0u8);
    while let Some(&byte) = bytes.get(at) {
        let class = mask::of(byte);
        if class == mask::SPACE {
            break;
        }
        seen |= class;
        let mut in_word = class & mask::WORD != 0;
        if class == mask::UNICODE {
            match next(text, at) {
                Some((Glyph::Letter | Glyph::Ideograph, _)) => in_word = true,
                Some((Glyph::Space, _)) => break,
                Some((_, length)) => at += length - 1,
                None => {}
            }
        }
        let many = words.len() - first_word;
        if many >= LONGEST && (many >= LONGEST * 2 || matches!(byte, b',' | b';')) {
            at += usize::from(!in_word);
            break;
        }
        if in_word {
            let word = word(text, bytes, at);
            at = word.end as usize;
            shapes |= word.shape;
            words.push(word);
        } else {
            at += 1;
        }
    }
    chunks.push(Chunk {
        start: offset(start),
        end: offset(at),
        mask: seen | mask_of(shapes),
        shape: shapes,
        words: Span::new(offset(first_word), offset(words.len())),
    });
    at
}

/// What the bytes inside the words add to the mask of the chunk.
const fn mask_of(shapes: u8) -> u16 {
    let unicode = if shapes & shape::UNICODE != 0 { mask::UNICODE } else { 0 };
    shapes as u16 & mask::WORD | unicode
}

/// Reads one word.
fn word(text: &str, bytes: &[u8], start: usize) -> Word {
    let mut hasher = Hasher::new();
    let (mut at, mut seen, mut before) = (start, 0u16, 0u16);
    while let Some(&byte) = bytes.get(at) {
        let class = mask::of(byte);
        if class & mask::WORD != 0 {
            // An upper-case letter after a lower-case one: their bits are neighbours.
            seen |= class | (before << 1 & class & mask::UPPER) << CAMEL;
            before = class;
            hasher.push(byte | ((class & mask::UPPER) << 4) as u8);
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
                hasher = push_lower(hasher, char);
                seen |= UNICODE | if is_upper(char) { mask::UPPER } else { mask::LOWER };
                before = 0;
                at += char.len_utf8();
            }
            Glyph::Ideograph if at == start => {
                hasher = push_lower(hasher, char);
                seen |= UNICODE | mask::LOWER;
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
    let mut short = false;
    if at - start == 1
        && let Some((spelled, length)) = short_for(bytes, start)
    {
        short = true;
        hasher = Hasher::new();
        spelled.iter().for_each(|byte| hasher.push(*byte));
        at = start + length;
    }
    let mut shape = seen as u8;
    if starts_upper(text, bytes, start) {
        shape |= shape::CAPITAL;
    }
    let hash = hasher.finish();
    let lists = lists_of(hash);
    let one = at - start == 1 && !short && names(bytes, start);
    if shape & shape::DIGIT != 0 || one || (at - start > 1 && lists & list::STOP == 0) {
        shape |= shape::CONTENT;
    }
    Word { start: offset(start), end: offset(at), hash, stem: hasher.stem(), shape, lists }
}

/// "w/" and "w/o": what they stand for, and how much of the text is the word. Not in a path.
fn short_for(bytes: &[u8], at: usize) -> Option<(&'static [u8], usize)> {
    let ends = |byte: Option<&u8>| {
        byte.is_none_or(|byte| mask::of(*byte) & (mask::WORD | mask::SLASH | mask::DOT | mask::DASH) == 0)
    };
    let free = ends(at.checked_sub(1).and_then(|before| bytes.get(before)));
    match bytes.get(at..).filter(|_| free)? {
        [b'w', b'/', b'o', rest @ ..] if ends(rest.first()) || rest.first() == Some(&b'.') => Some((b"without", 3)),
        [b'w', b'/', rest @ ..] if rest.first().is_none_or(|byte| *byte == b' ') => Some((b"with", 1)),
        _ => None,
    }
}

/// Whether a single letter tells one thing from another: "service-a", "cluster B", "team b"; neither "a" nor "I".
fn names(bytes: &[u8], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
    match bytes.get(at) {
        Some(_) if before(1) == b'-' && before(2).is_ascii_alphanumeric() => true,
        Some(_) if before(1) == b'[' => false,
        Some(b'A') => before(1) == b' ' && before(2).is_ascii_lowercase(),
        Some(byte) => byte.is_ascii_alphabetic() && !matches!(byte, b'a' | b'i' | b'I'),
        None => false,
    }
}

/// From an upper-case letter's bit to that of a hump.
const CAMEL: u32 = (shape::CAMEL / shape::UPPER).trailing_zeros();
const UNICODE: u16 = shape::UNICODE as u16;

fn starts_upper(text: &str, bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        Some(byte) if byte.is_ascii() => byte.is_ascii_uppercase(),
        _ => text.get(at..).and_then(|rest| rest.chars().next()).is_some_and(is_upper),
    }
}

/// Whether letters stand on both sides of an apostrophe.
fn joins(text: &str, bytes: &[u8], at: usize, length: usize) -> bool {
    let before = at.checked_sub(1).and_then(|index| bytes.get(index)).is_some_and(u8::is_ascii_alphabetic);
    let after = bytes.get(at + length).is_some_and(|byte| {
        byte.is_ascii_alphabetic() || (*byte >= 0x80 && matches!(next(text, at + length), Some((Glyph::Letter, _))))
    });
    before && after
}

/// By value, so that the hasher of an ordinary word stays in registers.
fn push_lower(mut hasher: Hasher, char: char) -> Hasher {
    lower(char).encode_utf8(&mut [0; 4]).bytes().for_each(|byte| hasher.push(byte));
    hasher
}
