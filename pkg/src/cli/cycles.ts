import { calibrate, checkCycle, createDetector, FidelityError, type Calibration, type CycleVerdict, type LabelledCycle, type CycleWithHistory, type Rules } from "../index.js";
import { show } from "../validate.js";
import { type Answer, withId } from "./batch.js";
import { flat } from "./problems.js";

type Fields = Record<string, unknown>;

/**
 * Answers the lines of `cycles`: JSON Lines, or CSV whose first line names the columns. Each cycle is judged given those before it;
 * a line with its own `priorTokenDeltas` stands alone, and a line with its own `k` is judged by that.
 */
export function cycleLines(rules: Partial<Rules>): (text: string, line: number) => Answer {
  return lines(createRun(rules));
}

/** Reads labelled cycles, in the formats of {@link cycleLines}, and proposes a k from them. */
export function calibration(): { read: (text: string, line: number) => Answer; propose: () => Calibration } {
  const cycles: Fields[] = [];
  const read = lines((fields) => {
    cycles.push(Object.fromEntries([...CYCLE, "label"].filter((key) => key in fields).map((key) => [key, fields[key]])));
    return fields;
  });
  return { read, propose: () => calibrate(cycles as unknown as LabelledCycle[]) };
}

function lines(take: (fields: Fields) => object): (text: string, line: number) => Answer {
  let header: string[] | undefined;
  let isCsv: boolean | undefined;
  return (text, line) => {
    isCsv ??= !text.trimStart().startsWith("{");
    if (!isCsv) return withId(text, line, (fields) => take(byNames(Object.entries(fields))));
    const cells = readCsv(text);
    if (header === undefined) {
      header = cells.map((cell) => nameOf(cell.trim()));
      const missing = CYCLE.find((name) => !header?.includes(name));
      if (missing === undefined) return undefined;
      header = undefined;
      throw new FidelityError("missing-field", missing, `a header with ${CYCLE.join(", ")}`, show(text));
    }
    if (cells.length > header.length) throw new FidelityError("out-of-range", "", `${header.length} cells, as in the header`, String(cells.length));
    const names = header;
    return take(byNames(cells.flatMap((cell, index) => (cell.trim() === "" ? [] : [[names[index] ?? "", valueOf(names[index] ?? "", cell.trim())]]))));
  };
}

const CYCLE = ["tokensBefore", "tokensAfter", "coverageBefore", "coverageAfter", "dedupRate"];
const COUNTS = ["probes", "gained"];
const KNOWN = [...CYCLE, ...COUNTS, "cycle", "id", "k", "label", "priorTokenDeltas"];

/** Judges one cycle after the other. */
function createRun(rules: Partial<Rules>): (fields: Fields) => object {
  const detector = createDetector(rules);
  const deltas: number[] = [];
  let count = 0;
  return (fields) => {
    count += 1;
    const name = fields.cycle ?? count;
    const cycle = Object.fromEntries([...CYCLE, ...COUNTS].filter((key) => key in fields).map((key) => [key, fields[key]])) as never;
    const own = fields.k === undefined ? rules : { ...rules, k: fields.k as number };
    if (fields.priorTokenDeltas !== undefined) {
      return answer(name, judge(cycle, fields.priorTokenDeltas, own));
    }
    const judged = fields.k === undefined ? undefined : judge(cycle, deltas, own);
    const pushed = detector.push(cycle);
    deltas.push(pushed.saved);
    if (deltas.length > HISTORY) deltas.shift();
    return answer(name, judged ?? pushed);
  };
}

function judge(cycle: object, priorTokenDeltas: unknown, rules: Partial<Rules>): CycleVerdict {
  return flat(/^rules\./, () => checkCycle({ ...cycle, priorTokenDeltas } as CycleWithHistory, rules));
}

/** How many cycles the detector remembers. */
const HISTORY = 64;

const answer = (cycle: unknown, verdict: CycleVerdict): object => ({ cycle, ...verdict });

function byNames(entries: [string, unknown][]): Fields {
  return Object.fromEntries(entries.map(([name, value]) => [nameOf(name), value]));
}

/** The field that a column or key means: `tokens_before`, `tokensBefore` and `TokensBefore` are one. */
function nameOf(name: string): string {
  const plain = (text: string) => text.replace(/[_\s-]/g, "").toLowerCase();
  return KNOWN.find((known) => plain(known) === plain(name)) ?? name;
}

function valueOf(name: string, cell: string): unknown {
  if (name === "priorTokenDeltas") return cell.replace(/^\[|\]$/g, "").split(/[\s,;]+/).filter((part) => part !== "").map((part) => toNumber(name, part));
  return CYCLE.includes(name) || COUNTS.includes(name) || name === "k" ? toNumber(name, cell) : /^\d+$/.test(cell) ? Number(cell) : cell;
}

function toNumber(path: string, text: string): number {
  const value = Number(text);
  if (Number.isNaN(value) && text.toLowerCase() !== "nan") throw new FidelityError("invalid-type", path, "a number", show(text));
  return value;
}

/** The cells of a line of CSV; a quoted cell may hold commas, and quotes doubled. */
export function readCsv(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = "";
    if (line[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= line.length) throw new FidelityError("invalid-type", "", "a closing quote on the same line", "the end of the line");
        if (line[at] !== '"') cell += line.charAt(at);
        else if (line[at + 1] === '"') cell += line.charAt((at += 1));
        else break;
      }
      at += 1;
    }
    const comma = line.indexOf(",", at);
    cell += line.slice(at, comma < 0 ? line.length : comma);
    cells.push(cell);
    if (comma < 0) return cells;
    at = comma + 1;
  }
}
