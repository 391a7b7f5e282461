import { CompactionInvariantError } from "./errors.js";
import type { Cycle, CycleReason, CycleVerdict, RuleSet, Signal } from "./generated.js";
import { type Instance, numberBuffer, run, smallInstance, trapped, verdictSlot } from "./instance.js";
import { array, at, fail, finite, name, number, onlyFields, record, show, whole } from "./validate.js";

/** The thresholds of the cycle rules (H2–H4). */
export interface Rules {
  /** `"prose"`: the rules as written. `"reference"`: the original executable rules. @default "prose" */
  rules: RuleSet;
  /** Coverage lost per token share saved that is still accepted, at least 0; lower it for conversational stores. @default 3 */
  k: number;
  /** Coverage that a cycle which saved nothing may lose, 0 to 1; `"prose"` only. @default 0.01 */
  noiseFloor: number;
  /** Quiet cycles in a row that make an attractor, at least 1. @default 2, with `"reference"` 3 */
  attractorWindow: number;
}

/** A cycle with what went before it. */
export interface CycleWithHistory extends Cycle {
  /** Shares of tokens that earlier cycles saved, (before − after) / max(before, 1), oldest first. @default [] */
  priorTokenDeltas?: readonly number[];
}

/** A run of cycles as columns of equal length, oldest first; the fields of {@link Cycle}. */
export type CycleColumns = { readonly [field in keyof Cycle]: ArrayLike<number> };

/**
 * Judges one compaction cycle of a store (H1–H4): `continue`, `watch` or `halt`, and which rule spoke.
 *
 * Fields beyond those of a cycle are ignored.
 *
 * @throws FidelityError `missing-field`, `invalid-type`, `not-finite`, `out-of-range`, `unknown-name`, `unknown-field`
 * @example
 * checkCycle({ tokensBefore: 7900, tokensAfter: 7900, coverageBefore: 0.41, coverageAfter: 0.39, dedupRate: 0.61 });
 * // { verdict: "halt", reason: "coverage-loss", saved: 0, lost: 0.02 }
 */
export function checkCycle(cycle: CycleWithHistory, rules?: Partial<Rules>): CycleVerdict {
  record(cycle, "");
  const before = number(cycle.tokensBefore, "tokensBefore");
  const after = number(cycle.tokensAfter, "tokensAfter");
  const coverageBefore = number(cycle.coverageBefore, "coverageBefore", 1);
  const coverageAfter = number(cycle.coverageAfter, "coverageAfter", 1);
  const dedup = number(cycle.dedupRate, "dedupRate", 1);
  let [reference, k, noiseFloor, window] = [false, NaN, NaN, 0];
  if (rules !== undefined) ({ reference, k, noiseFloor, window } = thresholds(rules));
  const prior = cycle.priorTokenDeltas;
  const on = smallInstance();
  try {
    const count = prior === undefined ? 0 : writePrior(on, prior);
    const code = on.binding.check_cycle(before, after, coverageBefore, coverageAfter, dedup, reference, k, noiseFloor, window, count);
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

/**
 * Judges a whole run, each cycle given those before it: one verdict a row.
 *
 * @throws FidelityError as {@link checkCycle}, with paths such as `coverageAfter[3]`; `out-of-range` where the columns differ
 * in length
 */
export function checkCycles(columns: CycleColumns, rules?: Partial<Rules>): CycleVerdict[] {
  record(columns, "");
  const rows = column(columns, "tokensBefore").length;
  const { reference, k, noiseFloor, window } = thresholds(rules);
  return run((on) => {
    const numbers = numberBuffer(on, rows * FIELDS.length);
    FIELDS.forEach(([field, most], index) => writeColumn(numbers, index * rows, column(columns, field), rows, field, most));
    on.binding.check_cycles(rows, reference, k, noiseFloor, window);
    const results = numberBuffer(on, rows * 4) as unknown as number[];
    const verdicts = new Array<CycleVerdict>(rows);
    for (let row = 0, at = 0; row < rows; row++, at += 4) {
      verdicts[row] = verdict(results[at]!, results[at + 1]!, results[at + 2]!, results[at + 3]!);
    }
    if (numbers.length > KEEP_NUMBERS) release(on);
    return verdicts;
  });
}

/** The thresholds as the boundary takes them; NaN and 0 stand for the defaults, which the core knows. */
export function thresholds(rules: Partial<Rules> = {}): Thresholds {
  record(rules, "rules");
  for (const field in rules) {
    if (!isRule(field)) onlyFields(rules, RULES, "rules");
  }
  return {
    reference: rules.rules !== undefined && name(rules.rules, RULE_SETS, "rules.rules") === "reference",
    k: rules.k === undefined ? NaN : number(rules.k, "rules.k"),
    noiseFloor: rules.noiseFloor === undefined ? NaN : number(rules.noiseFloor, "rules.noiseFloor", 1),
    window: rules.attractorWindow === undefined ? 0 : whole(rules.attractorWindow, "rules.attractorWindow", 1),
  };
}

const isRule = (field: string): boolean =>
  field === "k" || field === "rules" || field === "noiseFloor" || field === "attractorWindow";

type Thresholds = { reference: boolean; k: number; noiseFloor: number; window: number };
const RULES = { rules: 0, k: 0, noiseFloor: 0, attractorWindow: 0 } satisfies Record<keyof Rules, 0>;
const RULE_SETS = { prose: 0, reference: 1 } satisfies Record<RuleSet, number>;
const FIELDS = [
  ["tokensBefore", Number.MAX_VALUE],
  ["tokensAfter", Number.MAX_VALUE],
  ["coverageBefore", 1],
  ["coverageAfter", 1],
  ["dedupRate", 1],
] as const satisfies readonly (readonly [keyof Cycle, number])[];

const SIGNALS: readonly Signal[] = ["continue", "watch", "halt"];
const REASONS: readonly (CycleReason | undefined)[] = [
  undefined,
  "coverage-loss",
  "attractor",
  "diverging",
  "forecast",
  "flatline",
];
/** A number buffer beyond this (4 MB) is freed after use. */
const KEEP_NUMBERS = 1 << 19;

function verdict(code: number, saved: number, lost: number, ratio: number): CycleVerdict {
  const signal = SIGNALS[code & 3] as Signal;
  const reason = REASONS[code >> 2];
  // Whole at once: a field that is added to an object later costs a second one that holds it.
  if (reason === undefined) return ratio === ratio ? { verdict: signal, saved, lost, ratio } : { verdict: signal, saved, lost };
  return ratio === ratio ? { verdict: signal, saved, lost, reason, ratio } : { verdict: signal, saved, lost, reason };
}

function writePrior(on: Instance, prior: readonly number[]): number {
  if (!Array.isArray(prior)) array(prior, "priorTokenDeltas", "an array of numbers");
  const numbers = numberBuffer(on, prior.length);
  for (let index = 0; index < prior.length; index++) {
    const delta = prior[index] as number;
    numbers[index] = Number.isFinite(delta) ? delta : finite(delta, at("priorTokenDeltas", index));
  }
  return prior.length;
}

function column(columns: CycleColumns, field: keyof Cycle): ArrayLike<number> {
  const values: unknown = columns[field];
  return ArrayBuffer.isView(values) && !(values instanceof DataView)
    ? (values as unknown as ArrayLike<number>)
    : (array(values, field, "an array of numbers") as ArrayLike<number>);
}

function writeColumn(to: Float64Array, start: number, values: ArrayLike<number>, rows: number, field: string, most: number): void {
  if (values.length !== rows) fail("out-of-range", field, `${rows} rows, as in tokensBefore`, show(values.length));
  for (let row = 0; row < rows; row++) {
    const value = values[row];
    to[start + row] = typeof value === "number" && value >= 0 && value <= most ? value : number(value, at(field, row), most);
  }
}

function release(on: Instance): void {
  on.binding.reserve_numbers(0);
  on.numbers = new Float64Array(0);
}
