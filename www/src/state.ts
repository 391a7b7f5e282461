import type { Class, Conditions, Contract, CycleVerdict, Message, OnWatch, Policy } from "fidelity-floor/slim";
import type { JudgedLink } from "./chain.js";
import { type Examples, memoryOf, recordedRun, type Run } from "./examples.js";
import type { Judged } from "./protocol.js";
import stories from "./stories.json";

/** One cycle of a recorded run, as the package takes it. */
export interface CycleRow {
  tokensBefore: number;
  tokensAfter: number;
  coverageBefore: number;
  coverageAfter: number;
  dedupRate: number;
  probes?: number;
  gained?: number;
}

export interface Story {
  id: string;
  title: string;
  about: string;
  source: Message[];
  summary: string;
  conditions: Partial<Conditions>;
  /** An edit of the summary to try with one click, and back. */
  experiment?: { do: string; undo: string; from: string; to: string };
}

export const VIEWS = ["check", "lineage", "cycles"] as const;
export type View = (typeof VIEWS)[number];

/** What a link holds: everything else is computed from it. */
export interface Case {
  view: View;
  /** The story that the texts began as. */
  story: string;
  source: Message[];
  summary: string;
  /** What travels beside the summary: pins of a repair. */
  pinned: string;
  /** Contracts of the summaries among the source. */
  parents: Contract[];
  conditions: Conditions;
  required: Class[];
  policy: Policy;
  /** Strings that must survive because the user says so. */
  declared: string[];
  /** Nodes of the lineage that lose their rule. */
  broken: number[];
  /** The step of the chain that the texts were taken from; -1: none. */
  link: number;
  run: string;
  /** A run of one's own. */
  rows: CycleRow[];
  /** Whether the small memory was expanded again. */
  expanded: boolean;
  k: number;
  attractorWindow: number;
  onWatch: OnWatch;
}

/** The one state of the page. */
export interface State extends Case {
  /** The newest answer on the texts; it may be older than the texts while one is under way. */
  judged: Judged | undefined;
  /** The conversation that it is about. */
  about: Message[];
  /** What the other views begin with, once one of them was looked at. */
  examples: Examples | undefined;
  /** The chain, judged. */
  chain: JudgedLink[] | undefined;
  /** The verdicts on the cycles of the run that is shown. */
  cycleVerdicts: CycleVerdict[] | undefined;
  /** The cycle in the light. */
  cycle: number;
  /** The element in the light, by its index in the report. */
  lit: number;
  /** Whether it stays lit when the pointer leaves. */
  held: boolean;
  /** What went wrong with what was given, for a person. */
  problem: string;
}

export const CLASSES: readonly Class[] = ["identifier", "negation", "ordering", "obligation", "hypothesis", "declared"];
export const STORIES = stories as Story[];

const SAFE: Conditions = { consumerStrict: false, sourceRecoverable: false, chainingRisk: false, sideEffectCostExceedsRefusal: false };

/** The story that is none: empty texts to fill. */
export const OWN = "own";
const EMPTY: Story = { id: OWN, title: "", about: "", source: [{ role: "user", text: "" }], summary: "", conditions: { consumerStrict: true } };

/** A story as it is before anybody touches it. */
export function fresh(id: string): Case {
  const story = id === OWN ? EMPTY : (STORIES.find((one) => one.id === id) ?? (STORIES[0] as Story));
  return {
    view: "check",
    story: story.id,
    source: story.source,
    summary: story.summary,
    pinned: "",
    parents: [],
    conditions: { ...SAFE, ...story.conditions },
    required: CLASSES.slice(0, 5),
    policy: "any",
    declared: [],
    broken: [],
    link: -1,
    run: "reported",
    rows: [],
    expanded: false,
    k: 3,
    attractorWindow: 2,
    onWatch: "advise",
  };
}

/** The texts and what they are judged by. */
export const textsOf = ({ source, summary, pinned, parents, conditions, required, policy, declared }: Case) => ({ source, summary, pinned, parents, conditions, required, policy, declared });

/** The texts as they were left, by story; those of a step of the chain are not kept. */
export const left: Record<string, Partial<Case>> = {};

/** What shows a story: with `again` as it was left, else as it is before anybody touches it. */
export const shown = (story: string, again: boolean): Partial<State> => ({ story, ...textsOf(fresh(story)), ...(again ? left[story] : {}), view: "check", link: -1, lit: -1, held: false, problem: "" });

/** There is no summary yet. */
export const isWaiting = ({ summary, pinned }: Case): boolean => summary.trim() === "" && pinned === "";

/** The run that is shown; absent while the examples are on their way. */
export function runOf({ run, rows, expanded, examples }: State): Run | undefined {
  if (run === "own") return { id: run, title: "Your run", first: 1, cycles: rows, about: "Your own run." };
  if (examples === undefined) return undefined;
  if (run === "memory") return { id: run, title: "", first: 2, cycles: memoryOf(examples, expanded).rows, about: examples.memory.about };
  return examples.runs.find(({ id }) => id === run) ?? recordedRun(examples, run) ?? examples.runs[0];
}
