import type { Class, Conditions, Contract, CycleVerdict, Message, Policy } from "fidelity-floor/slim";
import stories from "./stories.json";
import traces from "./traces.json";
import type { JudgedLink } from "./chain.js";
import type { JudgedMemory } from "./memory.js";
import type { Judged } from "./protocol.js";

/** One cycle of a recorded run, as the package takes it. */
export interface CycleRow {
  tokensBefore: number;
  tokensAfter: number;
  coverageBefore: number;
  coverageAfter: number;
  dedupRate: number;
}

export interface Story {
  id: string;
  title: string;
  about: string;
  source: Message[];
  summary: string;
  conditions: Partial<Conditions>;
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
  strictLineage: boolean;
  run: string;
  /** A run of one's own. */
  rows: CycleRow[];
  /** Whether the small memory was expanded again. */
  expanded: boolean;
  k: number;
  attractorWindow: number;
}

/** The one state of the page. */
export interface State extends Case {
  /** The newest answer on the texts; it may be older than the texts while one is under way. */
  judged: Judged | undefined;
  /** The chain, judged. */
  chain: JudgedLink[] | undefined;
  /** The verdicts on the cycles of the run that is shown. */
  cycleVerdicts: CycleVerdict[] | undefined;
  /** The small memory, judged. */
  memory: JudgedMemory | undefined;
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
export const TRACES = traces as { id: string; title: string; about: string; first: number; cycles: CycleRow[] }[];

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
    strictLineage: true,
    run: (TRACES[0] as (typeof TRACES)[number]).id,
    rows: [],
    expanded: false,
    k: 3,
    attractorWindow: 2,
  };
}

const NONE: CycleRow[] = [];

/** The cycles that are shown, and the number of the first. */
export function runOf({ run, rows, memory }: State): { cycles: CycleRow[]; first: number; about: string } {
  if (run === "memory") return { cycles: memory?.rows ?? NONE, first: 2, about: memory?.about ?? "" };
  const own = { cycles: rows, first: 1, about: "Your own run." };
  return run === "own" ? own : (TRACES.find(({ id }) => id === run) ?? own);
}
