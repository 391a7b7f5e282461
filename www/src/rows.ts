import type { CycleRow } from "./state.js";

export const NAMES = ["tokensBefore", "tokensAfter", "coverageBefore", "coverageAfter", "dedupRate"] as const;
/** What a cycle may have besides: how many probes were asked, and how many only the store after it answers. */
export const COUNTS = ["probes", "gained"] as const;

const TAKES = `It takes ${NAMES.join(", ")}.`;

/**
 * Cycles as CSV with a header, as JSON Lines, or as a JSON array; `tokens_before` and `tokensBefore` are one name, and further
 * columns are ignored. The numbers themselves are judged by the package.
 *
 * @throws Error that names the line
 */
export function readRows(text: string): CycleRow[] {
  const body = text.trim();
  const rows = body.startsWith("[") ? (JSON.parse(body) as object[]) : body.startsWith("{") ? body.split(/\r?\n/).map(fromLine) : fromCsv(body);
  if (rows.length === 0) throw new Error(`No row of numbers under a header. ${TAKES}`);
  return rows.map((row, index) => pick(row, index + 1));
}

function fromLine(text: string, index: number): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new Error(`Row ${index + 1} is no JSON: ${text.slice(0, 40)}`);
  }
}

function fromCsv(text: string): object[] {
  const [header = "", ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const separator = [";", "\t"].find((one) => header.includes(one)) ?? ",";
  const cells = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  const names = cells(header);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index], cell === "" ? undefined : Number(cell)])));
}

const plain = (name: string) => name.replace(/[_\s-]/g, "").toLowerCase();

function pick(row: object, number: number): CycleRow {
  const values = new Map(Object.entries(row).map(([name, value]) => [plain(name), value as unknown]));
  const missing = NAMES.find((name) => !Number.isFinite(values.get(plain(name))));
  if (missing !== undefined) throw new Error(`Row ${number} has no number for ${missing}. ${TAKES}`);
  return Object.fromEntries([...NAMES, ...COUNTS].map((name) => [name, values.get(plain(name))])) as unknown as CycleRow;
}
