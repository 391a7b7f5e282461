import { FIELDS, type Rules, counts, thresholds, verdict } from "./cycles.js";
import type { Cycle, CycleVerdict } from "./generated.js";
import { numberBuffer, run } from "./instance.js";
import { array, at, fail, number, reading, record, show } from "./validate.js";

/** A run of cycles as columns of equal length, oldest first; the fields of {@link Cycle}. `Float64Array`s are copied, others converted. */
export type CycleColumns = { readonly [field in Exclude<keyof Cycle, "probes" | "gained">]: ArrayLike<number> } & {
  /** Whole numbers; NaN or undefined in a row that has none. */
  readonly [field in "probes" | "gained"]?: ArrayLike<number | undefined>;
};

/** The verdicts on a run as columns, a row for each cycle; the fields of {@link CycleVerdict}. */
export interface VerdictColumns {
  /** Places in {@link SIGNALS}: 0 `continue`, 1 `watch`, 2 `halt`. */
  verdict: Uint8Array;
  /** Places in {@link CYCLE_REASONS}; 0: none. */
  reason: Uint8Array;
  saved: Float64Array;
  lost: Float64Array;
  /** NaN where nothing was saved. */
  ratio: Float64Array;
  /** Ends of the interval of `lost` (H6), NaN in a row without probes; absent without a column `probes`. */
  interval?: { low: Float64Array; high: Float64Array };
}

/**
 * Judges a whole run, each cycle given those before it: one verdict a row.
 *
 * @param run columns, or a list of cycles
 * @throws FidelityError as {@link checkCycle}, with paths such as `coverageAfter[3]`, for a list `[3].coverageAfter`;
 * `out-of-range` where the columns differ in length
 */
export const checkCycles = (run: CycleColumns | readonly Cycle[], rules?: Partial<Rules>): CycleVerdict[] => verdictsOf(read(run), rules);

/** The verdicts on a run in either form. */
export function verdictsOf(given: Given, rules: Partial<Rules> | undefined): CycleVerdict[] {
  const verdicts = new Array<CycleVerdict>(given.rows);
  judge(given, rules, (from, count, rows, { codes, numbers, start, counted }) => {
    for (let row = 0, here = start; row < count; row++, here++) {
      const code = (codes[row] as number) | ((codes[rows + row] as number) << 2);
      const saved = numbers[here] as number;
      const lost = numbers[here + rows] as number;
      const ratio = numbers[here + 2 * rows] as number;
      verdicts[from + row] = counted
        ? verdict(code, saved, lost, ratio, numbers[here + 3 * rows], numbers[here + 4 * rows])
        : verdict(code, saved, lost, ratio);
    }
  });
  return verdicts;
}

/**
 * {@link checkCycles} with the answer as columns: for long runs, where a million objects cost more than all the rules.
 *
 * @throws FidelityError as {@link checkCycles}
 * @example
 * const { verdict } = checkCycleColumns(columns);
 * const halted = verdict.indexOf(SIGNALS.indexOf("halt"));
 */
export function checkCycleColumns(run: CycleColumns | readonly Cycle[], rules?: Partial<Rules>): VerdictColumns {
  const given = read(run);
  const column = () => new Float64Array(given.rows);
  const result: VerdictColumns = { verdict: new Uint8Array(given.rows), reason: new Uint8Array(given.rows), saved: column(), lost: column(), ratio: column() };
  const columns = [result.saved, result.lost, result.ratio];
  if (given.counted) {
    result.interval = { low: column(), high: column() };
    columns.push(result.interval.low, result.interval.high);
  }
  judge(given, rules, (from, count, rows, { codes, numbers, start }) => {
    result.verdict.set(codes.subarray(0, count), from);
    result.reason.set(codes.subarray(rows, rows + count), from);
    columns.forEach((column, index) => column.set(numbers.subarray(start + index * rows, start + index * rows + count), from));
  });
  return result;
}

/** A run that came in either form. */
interface Given {
  /** As it came. */
  source: unknown;
  rows: number;
  /** Whether any cycle has counts. */
  counted: boolean;
  /** Writes a part of it as columns of `rows` numbers, NaN for what is no number. */
  write(numbers: Float64Array, from: number, rows: number): void;
  /** Throws for the first bad number. */
  validate(options: number): void;
}

/** The answers for a part: two columns of codes, and columns of numbers from `start` on. */
interface Answers {
  codes: Uint8Array;
  numbers: Float64Array;
  start: number;
  counted: boolean;
}

/** Rows that cross the boundary at a time: what they take stays in the processor's nearer caches. */
const PART = 2048;
/** Earlier rows that a sign is read from. */
const LOOK_BACK = 5;
/** No count of quiet cycles. */
const REFUSED = -1;
const COUNTS = ["probes", "gained"] as const;

/** Judges a run part by part. `take` is given where in the run a part begins, how many rows it has, and how long the columns are. */
function judge({ source, rows, counted, write, validate }: Given, rules: Partial<Rules> | undefined, take: (from: number, count: number, rows: number, answers: Answers) => void): void {
  const { options, k, noiseFloor, window } = reading({ rules }, () => thresholds(rules));
  const most = Math.min(rows, PART + LOOK_BACK);
  const width = counted ? 7 : 5;
  run((on) => {
    const pointer = on.binding.reserve_bytes(2 * most) >>> 0; // First: it may grow the memory, which detaches the views.
    const numbers = numberBuffer(on, most * (width + (counted ? 5 : 3)));
    const codes = new Uint8Array(on.binding.memory.buffer, pointer, 2 * most);
    let quiet = 0;
    for (let from = 0; from < rows; from += PART) {
      const judged = Math.min(from, LOOK_BACK);
      const count = Math.min(PART, rows - from);
      const size = judged + count;
      reading({ "": source }, () => write(numbers, from - judged, size));
      quiet = on.binding.check_cycles(size, judged, counted, quiet, options, k, noiseFloor, window);
      if (quiet === REFUSED) {
        reading({ "": source }, () => validate(options)); // It knows the row and what was there.
        throw new Error("numbers that the core refuses");
      }
      take(from, count, size, { codes, numbers, start: size * width, counted });
    }
  });
}

const read = (run: CycleColumns | readonly Cycle[]): Given =>
  reading({ "": run }, () => (Array.isArray(run) ? ofCycles(array(run, "") as readonly Cycle[]) : ofColumns(run as CycleColumns)));

function ofColumns(columns: CycleColumns): Given {
  record(columns, "", "columns or a list of cycles");
  const own = FIELDS.map(([field]) => column(columns, field));
  const rows = own[0]!.length;
  const counts = COUNTS.map((field) => (columns[field] === undefined ? undefined : column(columns, field)));
  [...own, ...counts].forEach((values, index) => {
    const field = index < own.length ? FIELDS[index]![0] : COUNTS[index - own.length]!;
    if (values !== undefined && values.length !== rows) fail("out-of-range", field, `${rows} rows, as in tokensBefore`, show(values.length));
  });
  const counted = counts.some((values) => values !== undefined);
  const path = (field: string, row: number) => at(field, row);
  return {
    source: columns,
    rows,
    counted,
    write(numbers, from, size) {
      own.forEach((values, index) => writePart(numbers, index * size, values, from, size));
      if (counted) counts.forEach((values, index) => (values === undefined ? numbers.fill(NaN, (5 + index) * size, (6 + index) * size) : writePart(numbers, (5 + index) * size, values, from, size)));
    },
    validate(options) {
      FIELDS.forEach(([field, most], index) => {
        for (let row = 0; row < rows; row++) number(own[index]![row], path(field, row), most);
      });
      const cycle = (row: number) => Object.fromEntries([...FIELDS.map(([field]) => field), ...COUNTS].map((field) => [field, known(columns[field]?.[row])]));
      for (let row = 0; row < rows; row++) checkCounts(cycle(row), options, (field) => path(field, row));
    },
  };
}

/** A run as a list of cycles. */
export function ofCycles(cycles: readonly Cycle[]): Given {
  const path = (field: string, row: number) => at(at("", row), field);
  const counted = cycles.some((cycle) => cycle?.probes !== undefined || cycle?.gained !== undefined);
  return {
    source: cycles,
    rows: cycles.length,
    counted,
    write(numbers, from, size) {
      for (let row = 0; row < size; row++) {
        const cycle = (cycles[from + row] ?? {}) as Partial<Cycle>;
        numbers[row] = numeric(cycle.tokensBefore);
        numbers[size + row] = numeric(cycle.tokensAfter);
        numbers[2 * size + row] = numeric(cycle.coverageBefore);
        numbers[3 * size + row] = numeric(cycle.coverageAfter);
        numbers[4 * size + row] = numeric(cycle.dedupRate);
        if (!counted) continue;
        for (const [index, field] of COUNTS.entries()) {
          const value = numeric(cycle[field]);
          // NaN for no count is a matter of columns; in a cycle it is bad.
          numbers[(5 + index) * size + row] = value !== value && cycle[field] !== undefined ? -1 : value;
        }
      }
    },
    validate(options) {
      cycles.forEach((cycle, row) => {
        record(cycle, at("", row), "a cycle");
        for (const [field, most] of FIELDS) number(cycle[field], path(field, row), most);
        checkCounts(cycle, options, (field) => path(field, row));
      });
    },
  };
}

const checkCounts = (cycle: object, options: number, path: (field: string) => string) => counts(cycle as Cycle, options, path);

/** NaN is as good as undefined in a column of counts. */
const known = (value: unknown): unknown => (value !== value ? undefined : value);

/** What is no number is NaN, absent as a count and bad elsewhere; anything but undefined is bad as a count too. */
const numeric = (value: unknown): number => (typeof value === "number" ? value : value === undefined ? NaN : -1);

function writePart(to: Float64Array, start: number, values: ArrayLike<unknown>, from: number, rows: number): void {
  if (values instanceof Float64Array) to.set(values.subarray(from, from + rows), start);
  else for (let row = 0; row < rows; row++) to[start + row] = numeric(values[from + row]);
}

function column(columns: CycleColumns, field: keyof Cycle): ArrayLike<unknown> {
  const values: unknown = columns[field];
  return ArrayBuffer.isView(values) && !(values instanceof DataView)
    ? (values as unknown as ArrayLike<unknown>)
    : (array(values, field, "an array of numbers") as ArrayLike<unknown>);
}
