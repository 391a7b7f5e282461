import { nothing, read } from "./answer.js";
import { CompactionInvariantError } from "./errors.js";
import type { Cycle, CycleReason, CycleVerdict, OnWatch, RuleSet, Signal } from "./generated.js";
import { type Instance, numberBuffer, run, smallInstance, trapped, verdictSlot } from "./instance.js";
import { array, at, fail, finite, flag, misread, name, number, onlyFields, reading, record, show, whole } from "./validate.js";

/** The thresholds of the cycle rules (H2–H6). */
export interface Rules {
  /** `"prose"`: the rules as written. `"reference"`: the original executable rules. @default "prose" */
  rules: RuleSet;
  /** Coverage lost per token share saved that is still accepted, at least 0; lower it for conversational stores. @default 3 */
  k: number;
  /** Coverage that a cycle which saved nothing may lose, 0 to 1; `"prose"` only. @default 0.01 */
  noiseFloor: number;
  /** Quiet cycles in a row that make an attractor, at least 1. @default 2, with `"reference"` 3 */
  attractorWindow: number;
  /**
   * What becomes of an early sign (H5): `"advise"` gives the verdict `watch`, `"halt"` the verdict `halt`, `"ignore"` looks for none.
   * Signs need a history: `createDetector`, `checkCycles`. @default "advise", with `"reference"` "ignore"
   */
  onWatch: OnWatch;
  /**
   * Whether a halt for coverage loss must be significant (H6): the lower end of the interval, not the loss, must pass what the
   * rule allows. One that is not is a `watch`. Each cycle must then have `probes`. @default false
   */
  requireSignificance: boolean;
}

/** A cycle with what went before it. */
export interface CycleWithHistory extends Cycle {
  /** Shares of tokens that earlier cycles saved, (before − after) / max(before, 1), oldest first. @default [] */
  priorTokenDeltas?: readonly number[];
}

/**
 * Judges one compaction cycle of a store (H1–H4): `continue` or `halt`, and which rule spoke; with `probes` the interval of the
 * loss too (H6). Early signs (H5) need more history: `createDetector`, `checkCycles`.
 *
 * Fields beyond those of a cycle are ignored.
 *
 * @throws FidelityError `missing-field`, `invalid-type`, `not-finite`, `out-of-range`, `unknown-name`, `unknown-field`
 * @example
 * checkCycle({ tokensBefore: 7900, tokensAfter: 7900, coverageBefore: 0.41, coverageAfter: 0.39, dedupRate: 0.61 });
 * // { verdict: "halt", reason: "coverage-loss", saved: 0, lost: 0.02 }
 */
export function checkCycle(cycle: CycleWithHistory, rules?: Partial<Rules>): CycleVerdict {
  try {
    return judge(cycle, rules);
  } catch (error) {
    throw misread({ "": cycle, rules }, error);
  }
}

function judge(cycle: CycleWithHistory, rules?: Partial<Rules>): CycleVerdict {
  record(cycle, "", "a cycle");
  const before = number(cycle.tokensBefore, "tokensBefore");
  const after = number(cycle.tokensAfter, "tokensAfter");
  const coverageBefore = number(cycle.coverageBefore, "coverageBefore", 1);
  const coverageAfter = number(cycle.coverageAfter, "coverageAfter", 1);
  const dedup = number(cycle.dedupRate, "dedupRate", 1);
  const { options, k, noiseFloor, window } = rules === undefined ? DEFAULTS : thresholds(rules);
  const prior = cycle.priorTokenDeltas;
  if (cycle.probes !== undefined || cycle.gained !== undefined || (options & SIGNIFICANCE) !== 0) return judgeAlone(cycle, rules);
  const on = smallInstance();
  try {
    const count = prior === undefined ? 0 : writePrior(on, prior);
    const code = on.binding.check_cycle(before, after, coverageBefore, coverageAfter, dedup, options, k, noiseFloor, window, count);
    const slot = verdictSlot(on);
    return verdict(code, slot[0] as number, slot[1] as number, slot[2] as number);
  } catch (error) {
    throw trapped(on, error);
  }
}

/**
 * {@link checkCycle}, but a halt is thrown.
 *
 * @throws CompactionInvariantError on `halt`, with the verdict
 */
export function checkCycleOrThrow(cycle: CycleWithHistory, rules?: Partial<Rules>): CycleVerdict {
  const result = checkCycle(cycle, rules);
  if (result.verdict === "halt") throw new CompactionInvariantError(result);
  return result;
}

/** {@link checkCycle} where the counts of probes count. */
function judgeAlone(cycle: CycleWithHistory, rules: Partial<Rules> | undefined): CycleVerdict {
  const prior = cycle.priorTokenDeltas ?? [];
  array(prior, "priorTokenDeltas", "an array of numbers");
  prior.forEach((delta, index) => finite(delta, at("priorTokenDeltas", index)));
  let quiet = 0;
  while (quiet < prior.length && Math.abs(prior[prior.length - 1 - quiet] as number) < QUIET) quiet += 1;
  return judgeLatest([cycle], quiet, thresholds(rules)).verdict;
}

/** Judges the newest of `cycles`, oldest first, and says whether it was quiet; `quiet` cycles came just before it. The others were judged before. */
export function judgeLatest(cycles: readonly Cycle[], quiet: number, { options, k, noiseFloor, window }: Thresholds): { verdict: CycleVerdict; isQuiet: boolean } {
  const newest = record(cycles.at(-1), "") as unknown as Cycle;
  for (const [field, most] of FIELDS) number(newest[field], field, most);
  counts(newest, options, (name) => name);
  const on = smallInstance();
  try {
    const numbers = numberBuffer(on, cycles.length * WIDTH);
    cycles.forEach((cycle, row) => {
      FIELDS.forEach(([field], index) => (numbers[row * WIDTH + index] = cycle[field]));
      numbers[row * WIDTH + 5] = cycle.probes ?? NaN;
      numbers[row * WIDTH + 6] = cycle.gained ?? NaN;
    });
    const code = on.binding.check_latest(cycles.length, quiet, options, k, noiseFloor, window);
    const [saved, lost, ratio, low, high] = verdictSlot(on) as unknown as number[];
    return { verdict: verdict(code & 31, saved!, lost!, ratio!, low, high), isQuiet: code >= 32 };
  } catch (error) {
    throw trapped(on, error);
  }
}

/** The counts of a cycle, NaN where there are none; throws where they cannot be. Coverage may be rounded: half a probe in a hundred and half a probe. */
export function counts(cycle: Cycle, options: number, path: (field: string) => string): [number, number] {
  const { probes, gained } = cycle;
  if (probes === undefined) {
    if (gained !== undefined) fail("missing-field", path("probes"), "how many were asked, beside gained", "none");
    if ((options & SIGNIFICANCE) !== 0) fail("missing-field", path("probes"), "how many were asked, as requireSignificance is set", "none");
    return [NaN, NaN];
  }
  whole(probes, path("probes"), 0);
  if (gained === undefined) return [probes, NaN];
  whole(gained, path("gained"), 0);
  const slack = 0.5 + probes * 0.005;
  const most = Math.min(cycle.coverageAfter, 1 - cycle.coverageBefore) * probes + slack;
  const least = (cycle.coverageAfter - cycle.coverageBefore) * probes - slack;
  if (gained > most || gained < least) fail("out-of-range", path("gained"), "answered after, not before: what coverage and probes allow", String(gained));
  return [probes, gained];
}

/** The thresholds as the boundary takes them; NaN and 0 stand for the defaults, which the core knows. */
export const thresholds = (rules: Partial<Rules> = {}): Thresholds => reading({ rules }, () => {
  record(rules, "rules");
  for (const field in rules) {
    if (!isRule(field)) onlyFields(rules, RULES, "rules");
  }
  return {
    options: optionsOf(rules),
    k: rules.k === undefined ? NaN : number(rules.k, "rules.k"),
    noiseFloor: rules.noiseFloor === undefined ? NaN : number(rules.noiseFloor, "rules.noiseFloor", 1),
    window: rules.attractorWindow === undefined ? 0 : whole(rules.attractorWindow, "rules.attractorWindow", 1),
  };
});

const isRule = (field: string): boolean =>
  field === "k" || field === "rules" || field === "noiseFloor" || field === "attractorWindow";

/** As the boundary takes them: 1 the reference rules, 2 significance required, then 1 + what becomes of a sign. */
function optionsOf({ rules, onWatch, requireSignificance }: Partial<Rules>): number {
  let options = rules !== undefined && name(rules, RULE_SETS, "rules.rules") === "reference" ? 1 : 0;
  if (requireSignificance !== undefined && flag(requireSignificance, "rules.requireSignificance")) options |= SIGNIFICANCE;
  if (onWatch !== undefined) options |= ON_WATCH[name(onWatch, ON_WATCH, "rules.onWatch")] << 2;
  return options;
}

export type Thresholds = { options: number; k: number; noiseFloor: number; window: number };
/** What no rules at all stand for. An object that is there already: one taken apart on the spot is half the cost of a call. */
const DEFAULTS: Thresholds = { options: 0, k: NaN, noiseFloor: NaN, window: 0 };
const SIGNIFICANCE = 2;
const ON_WATCH = { advise: 1, halt: 2, ignore: 3 } satisfies Record<OnWatch, number>;
/** A cycle that saved less than this share, either way, is quiet (H3). */
const QUIET = 0.05;
/** Numbers of a cycle at the boundary. */
const WIDTH = 7;
const RULES = { rules: 0, k: 0, noiseFloor: 0, attractorWindow: 0, onWatch: 0, requireSignificance: 0 } satisfies Record<keyof Rules, 0>;
const RULE_SETS = { prose: 0, reference: 1 } satisfies Record<RuleSet, number>;
/** The numbers of a cycle that it must have, and the most that each can be. */
export const FIELDS = [
  ["tokensBefore", Number.MAX_VALUE],
  ["tokensAfter", Number.MAX_VALUE],
  ["coverageBefore", 1],
  ["coverageAfter", 1],
  ["dedupRate", 1],
] as const satisfies readonly (readonly [keyof Cycle, number])[];

/** What {@link VerdictColumns.verdict} counts. */
export const SIGNALS: readonly Signal[] = ["continue", "watch", "halt"];
/** What {@link VerdictColumns.reason} counts: 0 is none. */
export const CYCLE_REASONS: readonly (CycleReason | undefined)[] = [
  undefined,
  "coverage-loss",
  "attractor",
  "diverging",
  "forecast",
  "flatline",
];
/** The verdict of a code; NaN stands for what is absent. A literal for each shape: a field put in later costs as much as the rest. */
export function verdict(code: number, saved: number, lost: number, ratio: number, low = NaN, high = NaN): CycleVerdict {
  const signal = SIGNALS[code & 3] as Signal;
  const reason = CYCLE_REASONS[code >> 2];
  const hasRatio = ratio === ratio;
  let result: CycleVerdict;
  if (reason === undefined) result = hasRatio ? { verdict: signal, saved, lost, ratio } : { verdict: signal, saved, lost };
  else result = hasRatio ? { verdict: signal, saved, lost, reason, ratio } : { verdict: signal, saved, lost, reason };
  if (low === low) result.interval = { low, high };
  return result;
}

function writePrior(on: Instance, prior: readonly number[]): number {
  const numbers = numberBuffer(on, reading({ priorTokenDeltas: prior }, () => array(prior, "priorTokenDeltas", "an array of numbers").length));
  try {
    for (let index = 0; index < prior.length; index++) {
      const delta = prior[index] as number;
      numbers[index] = Number.isFinite(delta) ? delta : finite(delta, at("priorTokenDeltas", index));
    }
  } catch (error) {
    throw misread({ priorTokenDeltas: prior }, error);
  }
  return prior.length;
}
