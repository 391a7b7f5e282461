// From a report to the stretches that are marked on each side. They are looked up where they are drawn: a large report has
// tens of thousands of elements, and all but a few are out of sight.
import type { FindingKind } from "fidelity-floor/slim";
import type { Span } from "./blocks.js";
import { countMarks, FIELDS, type Judged, type Mark, markAt } from "./protocol.js";
import { STATUSES } from "./words.js";

export type Side = "source" | "summary" | "pinned";

/** The spans that touch a stretch of a message. */
export type Marks = (message: number, start: number, end: number) => Span[];

/** The index that stands for a finding: below 0, for elements count from 0. */
export const findingIndex = (at: number) => -2 - at;

/** Findings about the summary as a whole are told in words only. */
const WHOLE: readonly FindingKind[] = ["skewed", "not-a-summary"];

export function marksOf(judged: Judged, side: Side): Marks {
  const { elements, findings } = judged;
  const part = judged.words.indexOf(side);
  return (message, start, end) => {
    const spans: Span[] = [];
    const put = (index: number, from: number, to: number, main: boolean) => {
      if (from >= end || to <= start) return;
      const mark = markAt(judged, index) as Mark;
      const { letter, group } = STATUSES[mark.status];
      spans.push({ hue: mark.class, look: `s-${group}`, letter: main ? letter : "", index, start: from, end: to });
    };
    for (let at = 0; at < elements.length; at += FIELDS) {
      const index = at / FIELDS;
      if (side === "source" && elements[at] === message) put(index, elements[at + 1] as number, elements[at + 2] as number, true);
      if (elements[at + 5] !== part || (side === "source" && elements[at + 6] !== message)) continue;
      put(index, elements[at + 7] as number, elements[at + 8] as number, side !== "source");
    }
    findings.forEach((finding, at) => {
      const injected = finding.kind === "injected";
      const here = side === "source" ? injected && finding.evidence?.message === message : side === "summary" && !injected;
      if (!here || WHOLE.includes(finding.kind) || finding.start >= end || finding.end <= start) return;
      spans.push({ hue: "finding", look: "s-finding", letter: "!", index: findingIndex(at), start: finding.start, end: finding.end });
    });
    return spans;
  };
}

/** What needs attention first, up to `most`: damaged, lost, unproven, kept; within that in the order of the source. */
export function worstFirst(judged: Judged, most: number): Mark[] {
  const groupOf = judged.words.map((word) => (word in STATUSES ? STATUSES[word as Mark["status"]].group : ""));
  const groups: Record<string, number[]> = { damaged: [], lost: [], unproven: [], kept: [] };
  for (let index = 0; index < countMarks(judged); index++) {
    const group = groups[groupOf[judged.elements[index * FIELDS + 4] as number] as string];
    if (group !== undefined && group.length < most) group.push(index);
  }
  return Object.values(groups).flat().slice(0, most).map((index) => markAt(judged, index) as Mark);
}
