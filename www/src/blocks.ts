// Texts cut into blocks small enough to lay out at once, and blocks into pages, of which only those in sight are drawn.
import type { Message } from "fidelity-floor/slim";

/** A stretch of one message: a text field of its own. */
export interface Block {
  message: number;
  /** Offset of its first unit in the message. */
  start: number;
  text: string;
}

/** A stretch that is marked. */
export interface Span {
  start: number;
  end: number;
  /** Classes of the style sheet: the hue and the status. */
  hue: string;
  look: string;
  letter: string;
  /** Index of the element; below 0 for a finding. */
  index: number;
}

const BLOCK = 3000;
const PAGE_UNITS = 5000;
const PAGE_BLOCKS = 12;

export function toPages(messages: readonly Message[]): Block[][] {
  const pages: Block[][] = [];
  let page: Block[] = [];
  let units = 0;
  messages.forEach(({ text }, message) => {
    for (let start = 0; start === 0 || start < text.length; ) {
      const end = cut(text, start);
      if (page.length > 0 && (units + end - start > PAGE_UNITS || page.length >= PAGE_BLOCKS)) {
        pages.push(page);
        page = [];
        units = 0;
      }
      page.push({ message, start, text: text.slice(start, end) });
      units += end - start;
      start = end === start ? start + 1 : end;
    }
  });
  if (page.length > 0) pages.push(page);
  return pages;
}

/** Where a block that begins at `start` ends: after a line, else after a space, and never within a pair of surrogates. */
function cut(text: string, start: number): number {
  if (text.length - start <= BLOCK) return text.length;
  const most = start + BLOCK;
  for (const stop of ["\n", " "]) {
    const at = text.lastIndexOf(stop, most - 1) + 1;
    if (at > start + BLOCK / 2) return at;
  }
  const low = text.charCodeAt(most);
  return low >= 0xdc00 && low < 0xe000 ? most - 1 : most;
}

/** How high a page will be, in lines of the pane. */
export function linesOf(page: readonly Block[], columns: number): number {
  let lines = 0;
  for (const { text, start } of page) {
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      lines += Math.max(1, Math.ceil((end - from) / columns));
      from = end + 1;
    }
    lines += Math.max(1, Math.ceil((text.length - from) / columns)) + (start === 0 ? 2 : 0);
  }
  return lines;
}

/** The stretches of a block between all borders of spans, with the spans that cover each; the shortest span comes first. */
export function segments(block: Block, spans: readonly Span[]): { text: string; over: Span[] }[] {
  const { start, text } = block;
  const here = spans.filter((span) => span.start < start + text.length && span.end > start && span.end > span.start);
  const inside = (at: number) => Math.min(Math.max(at - start, 0), text.length);
  const borders = [...new Set([0, text.length, ...here.flatMap((span) => [inside(span.start), inside(span.end)])])].sort((a, b) => a - b);
  here.sort((a, b) => a.end - a.start - (b.end - b.start));
  return borders.slice(1).map((end, index) => {
    const from = borders[index] as number;
    return { text: text.slice(from, end), over: here.filter((span) => span.start - start < end && span.end - start > from) };
  });
}

/** Spans after an edit that turned `before` into `after` at `start` of the message: moved along, or dropped where they were edited. */
export function moved(spans: readonly Span[], start: number, before: string, after: string): Span[] {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  let tail = 0;
  while (tail < before.length - same && tail < after.length - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const [from, to, by] = [start + same, start + before.length - tail, after.length - before.length];
  return spans.flatMap((span) => {
    if (span.end <= from) return [span];
    if (span.start >= to) return [{ ...span, start: span.start + by, end: span.end + by }];
    return span.start < from && span.end > to ? [{ ...span, end: span.end + by }] : [];
  });
}
