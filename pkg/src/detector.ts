import { type Rules, judgeLatest, thresholds } from "./cycles.js";
import type { Cycle, CycleVerdict } from "./generated.js";
import { array, at, reading, record, under } from "./validate.js";

/** Judges the cycles of one store as they happen. */
export interface Detector {
  /**
   * Judges the next cycle (H2–H6) and remembers it. A halt does not latch: the next cycle is judged like any other.
   *
   * @throws FidelityError as `checkCycle`; then nothing is remembered
   */
  push(cycle: Cycle): CycleVerdict;
  /** The cycles remembered, oldest first: plain data to store and to give to {@link createDetector} again. */
  readonly history: readonly Cycle[];
}

/**
 * A detector (H): the same rules as `checkCycle`, with the history kept for you. No resource to free.
 *
 * @param history cycles of an earlier detector, oldest first; none by default
 * @example
 * const detector = createDetector({ k: 2.5 });
 * if (detector.push(cycle).verdict === "halt") stopCompacting();
 */
export function createDetector(rules?: Partial<Rules>, history: readonly Cycle[] = []): Detector {
  const own = thresholds(rules);
  const cycles: Cycle[] = [];
  let quiet = 0;
  const kept = Math.max(HISTORY, own.window);
  const detector: Detector = {
    history: cycles,
    push(cycle) {
      const next = reading({ "": cycle }, () => copyOf(cycle));
      const { verdict, isQuiet } = judgeLatest([...cycles.slice(1 - WINDOW), next], quiet, own);
      quiet = isQuiet ? quiet + 1 : 0;
      cycles.push(next);
      if (cycles.length > kept) cycles.shift();
      return verdict;
    },
  };
  reading({ history }, () => array(history, "history", "an array of cycles").forEach((cycle, index) => {
    const path = at("history", index);
    record(cycle, path, "a cycle");
    under(path, () => detector.push(cycle as Cycle));
  }));
  return detector;
}

/** Only what is read: what else a cycle holds is not remembered. */
function copyOf(cycle: unknown): Cycle {
  const { tokensBefore, tokensAfter, coverageBefore, coverageAfter, dedupRate, probes, gained } = record(cycle, "", "a cycle") as unknown as Cycle;
  const copy: Cycle = { tokensBefore, tokensAfter, coverageBefore, coverageAfter, dedupRate };
  if (probes !== undefined) copy.probes = probes;
  if (gained !== undefined) copy.gained = gained;
  return copy;
}

/** How many cycles an early sign is read from. */
const WINDOW = 6;
/** How many cycles are remembered, or as many as the attractor window needs. */
const HISTORY = 64;
