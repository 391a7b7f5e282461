// From a report to the stretches that are marked on each side.
import type { Span } from "./blocks.js";
import { countMarks, type Judged, type Mark, markAt } from "./protocol.js";
import { STATUSES } from "./words.js";

export interface Sides {
  source: Map<number, Span[]>;
  summary: Map<number, Span[]>;
  pinned: Map<number, Span[]>;
}

/** The index that stands for a finding: below 0, for elements count from 0. */
export const findingIndex = (at: number) => -2 - at;

export function sidesOf(judged: Judged): Sides {
  const sides: Sides = { source: new Map(), summary: new Map(), pinned: new Map() };
  const put = (side: keyof Sides, message: number, span: Span) => {
    const list = sides[side].get(message);
    if (list === undefined) sides[side].set(message, [span]);
    else list.push(span);
  };
  for (let index = 0; index < countMarks(judged); index++) {
    const mark = markAt(judged, index) as Mark;
    const { letter, group } = STATUSES[mark.status];
    const span = { hue: mark.class, look: `s-${group}`, letter, index };
    put("source", mark.message, { ...span, start: mark.start, end: mark.end });
    const { part, evidenceStart: start, evidenceEnd: end } = mark;
    if (part === "summary" || part === "pinned") put(part, 0, { ...span, start, end });
    if (part === "source") put("source", mark.evidenceMessage, { ...span, letter: "", start, end });
  }
  judged.findings.forEach(({ kind, start, end, evidence }, at) => {
    if (kind === "skewed" || kind === "not-a-summary") return;
    const span = { hue: "finding", look: "s-finding", letter: "!", index: findingIndex(at), start, end };
    if (kind === "injected") put("source", evidence?.message ?? 0, span);
    else put("summary", 0, span);
  });
  return sides;
}

/** What needs attention first: damaged, lost, open, kept; within that in the order of the source. */
export function worstFirst(judged: Judged): Mark[] {
  const groups: Record<string, Mark[]> = { damaged: [], lost: [], open: [], kept: [] };
  for (let index = 0; index < countMarks(judged); index++) {
    const mark = markAt(judged, index) as Mark;
    groups[STATUSES[mark.status].group]?.push(mark);
  }
  return Object.values(groups).flat();
}
