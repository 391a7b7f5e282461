import { encodeEvent, extract } from "../core.js";
import type { Message } from "../event.js";
import type { Class, Element, Report } from "../generated.js";
import { messagesOf } from "../messages.js";
import { array, at, healed, onlyFields, reading, record, text, under, whole } from "../validate.js";
import { isKept, openElements } from "./judge.js";
import { sentenceAt } from "./sentences.js";
import type { GuardOptions } from "./types.js";

/** How many lines an instruction has. */
const LINES = 40;

/** What a summariser drops first, and what hurts most when it is gone. */
const DEAREST: readonly Class[] = ["declared", "negation", "ordering", "obligation", "hypothesis", "identifier"];

const HEAD = "Keep each of the following in the summary, with its exact values, its negations, its order and its degree of certainty:";

/** What of the options of a guard a list of what must survive depends on. */
type Steering = Pick<GuardOptions, "contract" | "patterns" | "lexicon" | "selection">;

/**
 * A short instruction for a summariser that lists what must survive; for hooks that run before a compaction and see no summary.
 *
 * @param options `contract.required`, `contract.declared`, `patterns`, `lexicon` and `selection` count; at most `lines` sentences are listed, 40 by default
 * @returns an empty string where nothing is load-bearing
 * @throws FidelityError with a path such as `messages[2].role` or `options.lines`
 */
export const steer = (messages: readonly Message[], options: Steering & { lines?: number } = {}): string => reading({ messages, options }, () => {
  const { lines = LINES, ...asked } = record(options, "options") as typeof options;
  onlyFields(asked, STEERING, "options");
  under("options", () => encodeEvent({ ...asked, source: [], summary: "" }));
  const own = messagesOf(messages, "messages").map((message) => ({ ...message, text: healed(message.text) }));
  return instructionsFor(own, asked, whole(lines, "options.lines"));
});

const STEERING = { contract: 0, patterns: 0, lexicon: 0, selection: 0 } satisfies Record<keyof Steering, 0>;

/** {@link steer}, for what was checked. */
export function instructionsFor(messages: readonly Message[], { contract, patterns, lexicon, selection }: Steering, lines = LINES): string {
  const elements = extract(messages, {
    ...(contract?.declared === undefined ? {} : { declared: contract.declared }),
    ...(patterns === undefined ? {} : { patterns }),
    ...(lexicon === undefined ? {} : { lexicon }),
    ...(selection === undefined ? {} : { selection }),
  });
  const required: ReadonlySet<Class> = new Set(contract?.required ?? DEAREST);
  const selected = elements.filter((element) => element.selected && (required.has(element.class) || element.class === "declared"));
  // The latest of the dearest first: a sentence counts once, under the dearest class that it holds.
  const ranked = selected.map((element, index) => ({ element, index, rank: DEAREST.indexOf(element.class) }));
  ranked.sort((a, b) => a.rank - b.rank || b.index - a.index);
  const chosen = new Map<string, Element>();
  for (const { element } of ranked) {
    if (chosen.size >= lines) break;
    const clause = clauseOf(element, messages);
    if (!chosen.has(clause)) chosen.set(clause, element);
  }
  if (chosen.size === 0) return "";
  const inOrder = [...chosen].sort(([, a], [, b]) => a.message - b.message || a.start - b.start);
  return [HEAD, ...inOrder.map(([clause]) => `- ${clause}`)].join("\n");
}

/**
 * What was wrong with a summary, as an instruction for the next attempt; empty where nothing was.
 *
 * @param report as `check` gives it, on those messages
 * @param overBudget by how many tokens the mended text passes the budget
 * @throws FidelityError with a path such as `report.elements[2].class` or `messages[2].role`
 */
export const feedbackOn = (report: Report, messages: readonly Message[], overBudget = 0): string => reading({ report, messages }, () => {
  const { contract, elements, findings } = record(report, "report", "a report");
  array(record(contract, "report.contract").required, "report.contract.required");
  array(elements, "report.elements").forEach((item, index) => {
    const path = at("report.elements", index);
    const element = record(item, path);
    for (const field of ["class", "status", "text"]) text(element[field], at(path, field));
    for (const field of ["message", "start", "end"]) whole(element[field], at(path, field));
  });
  array(findings, "report.findings").forEach((item, index) => {
    const finding = record(item, at("report.findings", index));
    for (const field of ["kind", "text"]) text(finding[field], at(at("report.findings", index), field));
  });
  return feedbackFor(report, messagesOf(messages, "messages"), whole(overBudget, "overBudget"));
});

/** {@link feedbackOn}, for what was checked. */
export function feedbackFor(report: Report, messages: readonly Message[], overBudget = 0): string {
  const lines = new Set<string>();
  for (const finding of report.findings) {
    if (finding.kind === "not-a-summary") lines.add("The last answer was no summary. Answer with the summary alone.");
    else if (finding.kind !== "injected" && finding.kind !== "skewed") lines.add(`${SAID[finding.kind]}: ${shorten(finding.text)}`);
  }
  const open = openElements(report).filter((element) => !isKept(element));
  for (const element of [...open].sort((a, b) => DEAREST.indexOf(a.class) - DEAREST.indexOf(b.class))) {
    lines.add(`${SAID[element.status as string] ?? "Not kept"}: ${clauseOf(element, messages)}`);
  }
  if (overBudget > 0) lines.add(`Too long by ${overBudget} tokens once this is mended.`);
  if (lines.size === 0) return "";
  return ["The last summary is not usable. Write it again and mend this; what is quoted is what the conversation says:", ...[...lines].slice(0, LINES).map((line) => `- ${line}`)].join("\n");
}

const clauseOf = (element: Element, messages: readonly Message[]): string =>
  shorten(sentenceAt(messages[element.message]?.text ?? element.text, element.start, element.end));

const shorten = (text: string): string => (text.length > 280 ? `${text.slice(0, 279).replace(/[\uD800-\uDBFF]$/, "")}…` : text);

const SAID: Record<string, string> = {
  invented: "The conversation does not say this",
  promoted: "Told as settled or done, but it is open",
  "two-live-values": "This value was replaced later",
  contradicted: "The summary says the opposite of this",
  altered: "Another value stands in the place of this one",
  weakened: "Said with less force than this",
  missing: "Left out",
  unverified: "Left out, or not said clearly",
};
