//! Reading a block of pins again after lines were put into it: only those are read (F1).

use crate::extract::{Extraction, Host, Mark, extract};
use crate::lexicon::HostCues;
use crate::text::{Chunk, Scan, Sentence, Span, Word, offset};
use crate::verify::marks_of;
use alloc::vec::Vec;

/// A block of pins, where an earlier one was read: `is_new` says of each of its lines, the header's first, whether the
/// earlier one lacks it. Each line is an item of its own, so that what is found in it does not depend on those around it.
pub(super) fn spliced<'a>(
    before: &Extraction<'_>,
    text: &'a str,
    is_new: impl Fn(usize) -> bool,
    cues: &HostCues,
) -> Extraction<'a> {
    let scan = Scan { text, words: Vec::new(), chunks: Vec::new(), sentences: Vec::new() };
    let mut whole = Extraction { scan, marks: Vec::new() };
    // Where the next old line begins in the earlier block, and where the run of old lines began that ends here.
    let (mut there, mut run, mut end) = (0, Span::default(), 0);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = end;
        end += offset(line.len());
        if is_new(number) {
            append(&mut whole, before, run, start - run.len());
            append(&mut whole, &extract(line, Host { declared: &[], patterns: &[], cues }), Span::new(0, end), start);
            run = Span::new(there, there);
        } else {
            there += offset(line.len());
            run.end = there;
        }
    }
    append(&mut whole, before, run, end - run.len());
    whole
}

/// Appends what stands in some bytes of another text; they begin at `start` here.
fn append(whole: &mut Extraction<'_>, part: &Extraction<'_>, bytes: Span, start: u32) {
    let Extraction { scan, marks } = whole;
    let to = |span: Span, by: u32| Span::new(span.start.wrapping_add(by), span.end.wrapping_add(by));
    let within = |places: [usize; 2]| Span::new(offset(places[0]), offset(places[1]));
    let [words, chunks, sentences] = [
        [bytes.start, bytes.end].map(|byte| part.scan.words.partition_point(|word| word.start < byte)),
        [bytes.start, bytes.end].map(|byte| part.scan.chunks.partition_point(|chunk| chunk.start < byte)),
        [bytes.start, bytes.end].map(|byte| part.scan.sentences.partition_point(|it| it.span.start < byte)),
    ]
    .map(within);
    let by = start.wrapping_sub(bytes.start);
    let by_words = offset(scan.words.len()).wrapping_sub(words.start);
    let by_chunks = offset(scan.chunks.len()).wrapping_sub(chunks.start);
    let by_sentences = offset(scan.sentences.len()).wrapping_sub(sentences.start);
    scan.words.extend(words.slice(&part.scan.words).iter().map(|word| {
        let Span { start, end } = to(word.span(), by);
        Word { start, end, ..*word }
    }));
    scan.chunks.extend(chunks.slice(&part.scan.chunks).iter().map(|chunk| {
        let Span { start, end } = to(chunk.span(), by);
        Chunk { start, end, words: to(chunk.words, by_words), ..*chunk }
    }));
    scan.sentences.extend(sentences.slice(&part.scan.sentences).iter().map(|sentence| Sentence {
        span: to(sentence.span, by),
        words: to(sentence.words, by_words),
        chunks: to(sentence.chunks, by_chunks),
        ..*sentence
    }));
    marks.extend(marks_of(part, sentences).iter().map(|mark| Mark {
        span: to(mark.span, by),
        cue: if mark.cue == Span::default() { mark.cue } else { to(mark.cue, by) },
        scope: to(mark.scope, by_words),
        sentence: mark.sentence.wrapping_add(by_sentences),
        ..*mark
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::block;
    use alloc::format;
    use alloc::string::String;

    /// Whichever lines come later, the block reads as if it had been read at once.
    #[test]
    fn lines_put_in_later_read_as_if_they_had_always_been_there() {
        let lines = [
            "Never restart db-1 on port 5432 before the nightly backup of the ledger is done, not even by hand,",
            "and ask Dana Olsen's team first. They may be asleep!",
            "```sh",
            "2026-03-01 12:00:01 ERROR gate-3.internal:8443 failed: disk full (after 1,000 tries)",
            "1. Tests fail – “maybe” because of the cache? We haven't checked `src/gate/retry.rs` yet.",
            "{\"until\": \"10 seconds\", \"limit\": 3}",
            "| a | must not | be 日本語 |",
            "ok",
        ];
        let cues = HostCues::new(&[]).unwrap();
        let host = || Host { declared: &[], patterns: &[], cues: &cues };
        let all = |read: &Extraction<'_>| format!("{:?} {:?}", read.scan, read.marks);
        let whole = block(lines.into_iter());
        let expected = all(&extract(&whole, host()));
        for new in 0..1u32 << lines.len() {
            let is_new = |line: usize| line > 0 && new >> (line - 1) & 1 == 1;
            let old = lines.iter().enumerate().filter(|(at, _)| !is_new(at + 1)).map(|(_, line)| *line);
            let old: String = block(old);
            if old.is_empty() {
                continue;
            }
            let read = spliced(&extract(&old, host()), &whole, is_new, &cues);
            assert_eq!(all(&read), expected, "{new:b}");
        }
    }
}
