import type { Evidence } from "../generated.js";

/** A stretch of a text. */
interface Span {
  start: number;
  end: number;
}

/** The sentences and lines of a text, cut at line ends and at `.`, `!`, `?` before white space. At most 400 units each: linear, bounded. */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  const cut = (end: number): void => {
    if (text.slice(start, end).trim() !== "") spans.push({ start, end });
    start = end;
  };
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] as string;
    if (unit === "\n") cut(at + 1);
    else if ((".!?".includes(unit) && /\s/.test(text[at + 1] ?? " ")) || "。！？".includes(unit)) cut(at + 1);
    else if (at - start >= 400 && unit === " ") cut(at + 1);
  }
  cut(text.length);
  return spans;
}

const trimmed = (text: string): string => text.replace(/\s+/g, " ").replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, "").trim();

/** The sentence around a place, on one line, without the mark of a list. */
export function sentenceAt(text: string, start: number, end: number): string {
  // A window around the place: a message may have megabytes.
  const from = Math.max(0, start - 1000);
  const near = text.slice(from, end + 1000);
  const over = sentencesOf(near).filter((span) => span.start < end - from && span.end > start - from);
  const [first, last] = [over[0], over.at(-1)];
  return first === undefined || last === undefined ? trimmed(text.slice(start, end)) : trimmed(near.slice(first.start, last.end));
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []);

/** At most three sentences of the summary: the one with the evidence, then those that share most words with the clause. */
export function closest(clause: string, summary: string, evidence?: Evidence): string[] {
  const words = wordsOf(clause);
  const ranked = sentencesOf(summary)
    .map((span, place) => {
      const sentence = summary.slice(span.start, span.end);
      let shared = 0;
      for (const word of wordsOf(sentence)) if (words.has(word)) shared++;
      const named = evidence?.part === "summary" && evidence.start < span.end && evidence.end > span.start;
      return { sentence: trimmed(sentence), score: named ? Number.MAX_SAFE_INTEGER : shared, place };
    })
    .filter(({ score }) => score > 0);
  ranked.sort((a, b) => b.score - a.score || a.place - b.place);
  return ranked.slice(0, 3).map(({ sentence }) => sentence);
}
