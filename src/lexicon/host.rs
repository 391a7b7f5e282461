//! The cues of a host (D7), read once an event; the built-in ones are constants.

use super::{Cue, LONGEST_GAP, Match, Side};
use crate::class::Class;
use crate::element::Kind;
use crate::error::{Error, ErrorCode, digits};
use crate::text::{KeySet, Span, Word, offset, scan};
use alloc::vec::Vec;

/// A cue that a host adds: words that make a negation, an ordering, an obligation or a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HostCue<'a> {
    /// Its name in explanations.
    pub id: &'a str,
    /// Phrases with commas between them, of words with spaces between them. A word may have alternatives (`make|makes`) and
    /// may be left out (`about?`); `_` stands for up to four words. Words match whole words in any case.
    pub pattern: &'a str,
    /// Neither `identifier` nor `declared`.
    pub class: Class,
    /// A kind of that class.
    pub kind: Kind,
    /// Where the words are that it speaks about, within its clause.
    pub side: Side,
}

/// The most words of a phrase.
const LONGEST: usize = 8;

/// The lexicon row of every host's cue.
pub(crate) const HOST: &str = "host";

/// One place of a phrase: some of the hashes, any of which fits. None of them is a gap.
#[derive(Clone, Copy)]
struct Piece {
    hashes: Span,
    optional: bool,
}

/// The cues of a host, ready to match.
pub(crate) struct HostCues {
    cues: Vec<Cue>,
    /// For each phrase its cue and its pieces.
    phrases: Vec<(usize, Span)>,
    pieces: Vec<Piece>,
    hashes: Vec<u32>,
    /// The words that one may begin with; absent where there are no cues.
    firsts: Option<KeySet>,
}

impl HostCues {
    pub(crate) fn new(cues: &[HostCue<'_>]) -> Result<HostCues, Error> {
        let mut all =
            HostCues { cues: Vec::new(), phrases: Vec::new(), pieces: Vec::new(), hashes: Vec::new(), firsts: None };
        for (at, cue) in cues.iter().enumerate() {
            let class = cue.kind.class();
            let (code, field, expected, found) = if class != cue.class
                || matches!(class, Class::Identifier | Class::Declared)
            {
                (ErrorCode::UnknownName, "kind", "a kind of the cue's class, one of those that cues have", class.name())
            } else if all.read(at, cue.pattern).is_none() {
                let expected = "phrases of 1 to 8 words, a word at either end and between two gaps";
                (ErrorCode::InvalidPattern, "pattern", expected, cue.pattern)
            } else {
                all.cues.push(Cue { id: HOST, class, kind: Some(cue.kind), side: cue.side });
                continue;
            };
            return Err(Error::new(
                code,
                ["lexicon[", &digits(at), "].", field].concat(),
                expected,
                ["\"", found, "\""].concat(),
            ));
        }
        Ok(all)
    }

    /// Adds the phrases of a pattern.
    fn read(&mut self, cue: usize, pattern: &str) -> Option<()> {
        let (mut start, mut first, mut words) = (0, self.pieces.len(), self.hashes.len());
        for (at, byte) in pattern.bytes().chain([b',']).enumerate() {
            if !matches!(byte, b' ' | b'|' | b'?' | b',') {
                continue;
            }
            let word = pattern.get(start..at)?;
            start = at + 1;
            let gap = word == "_";
            if !(gap || word.is_empty()) {
                let scan = scan(word);
                let [word] = scan.words.as_slice() else { return None };
                self.hashes.push(word.hash);
            }
            if byte != b'|' && (gap || words < self.hashes.len()) {
                let hashes = Span::new(offset(words), offset(self.hashes.len()));
                self.pieces.push(Piece { hashes, optional: byte == b'?' });
                words = self.hashes.len();
            }
            if byte == b',' {
                self.close(cue, first)?;
                first = self.pieces.len();
            }
        }
        Some(())
    }

    /// Adds the phrase of the pieces from `first`.
    fn close(&mut self, cue: usize, first: usize) -> Option<()> {
        let pieces = self.pieces.get(first..)?;
        let firsts = self.firsts.get_or_insert_with(KeySet::new);
        let leads = pieces.iter().position(|piece| !piece.optional)?;
        // A gap stands between two words that must be there.
        let stands = |piece: Option<&Piece>| piece.is_some_and(|piece| !piece.optional && !piece.hashes.is_empty());
        for (at, piece) in pieces.iter().enumerate() {
            let apart = at > 0 && stands(pieces.get(at - 1)) && stands(pieces.get(at + 1));
            if piece.hashes.is_empty() && !apart {
                return None;
            }
            if at <= leads {
                piece.hashes.slice(&self.hashes).iter().for_each(|hash| {
                    firsts.insert(u64::from(*hash));
                });
            }
        }
        self.phrases.push((cue, Span::new(offset(first), offset(self.pieces.len()))));
        (pieces.len() <= LONGEST).then_some(())
    }

    /// The cues that begin at the first of `words`, in the order of the host.
    pub(crate) fn matches<'a>(&'a self, words: &'a [Word]) -> impl Iterator<Item = Match<'a>> {
        let phrases = if self.begins(words) { self.phrases.as_slice() } else { &[] };
        phrases.iter().filter_map(|(cue, pieces)| {
            let words = self.length(pieces.slice(&self.pieces), words)?;
            Some(Match { cue: self.cues.get(*cue)?, words })
        })
    }

    /// Whether a phrase may begin with the first of `words`.
    pub(crate) fn begins(&self, words: &[Word]) -> bool {
        let first = words.first().zip(self.firsts.as_ref());
        first.is_some_and(|(word, firsts)| firsts.contains(word.hash.into()))
    }

    /// Which of the cues of a kind begins at the first of `words`.
    pub(crate) fn which(&self, kind: Kind, words: &[Word]) -> Option<usize> {
        let fits = |(cue, pieces): &&(usize, Span)| {
            let kinds = self.cues.get(*cue).and_then(|cue| cue.kind);
            kinds == Some(kind) && self.length(pieces.slice(&self.pieces), words).is_some()
        };
        self.phrases.iter().find(fits).map(|(cue, _)| *cue)
    }

    /// How many words some pieces take, if they fit.
    fn length(&self, pieces: &[Piece], words: &[Word]) -> Option<usize> {
        let Some((piece, rest)) = pieces.split_first() else { return Some(0) };
        let wanted = piece.hashes.slice(&self.hashes);
        // A gap takes up to four words, any other piece one, or none where it is optional.
        let [least, most] = match wanted.is_empty() {
            true => [0, LONGEST_GAP],
            false => [
                usize::from(!piece.optional),
                usize::from(words.first().is_some_and(|word| wanted.contains(&word.hash))),
            ],
        };
        (least..=most).rev().find_map(|taken| self.length(rest, words.get(taken..)?).map(|length| taken + length))
    }
}
