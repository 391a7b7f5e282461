import { once } from "node:events";
import { fail, show } from "../validate.js";
import { parseJson } from "../transcript/json.js";
import { linesOf, sizeOf, type Line } from "./input.js";
import { InputError, lineFor, problemOf, UsageError, type Problem } from "./problems.js";

/** An answer to one line, or nothing where the line is no case (a header). */
export type Answer = object | undefined;

/** How many bad lines are named on stderr; all have their line on stdout. */
const NAMED = 20;
const FLUSH = 2 ** 18;

/**
 * Answers a file line by line, in order: JSON Lines out, one line for each that is not blank. A bad line is answered with
 * `{id, line, error}` and does not stop the rest.
 *
 * @returns the exit code: 0, or 1 if a line was bad
 */
export async function runBatch(file: string, answer: (text: string, line: number) => Answer): Promise<number> {
  const progress = await startProgress(file);
  let out = "";
  let lines = 0;
  let bad = 0;
  const take = (line: Line): void => {
    if (line.error === undefined && line.text.trim() === "") return;
    lines += 1;
    try {
      if (line.error !== undefined) throw line.error;
      const result = answer(line.text, line.number);
      if (result !== undefined) out += `${JSON.stringify(result)}\n`;
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const problem: Problem = { ...problemOf(error instanceof LineError ? error.cause : error), line: line.number };
      const id = error instanceof LineError ? error.id : undefined;
      const { code, message, path } = problem;
      out += `${JSON.stringify({ id, line: line.number, error: { code, message, path } })}\n`;
      bad += 1;
      if (bad <= NAMED) process.stderr.write(progress.clear() + lineFor(problem, file));
    }
  };
  for await (const group of linesOf(file, progress.add)) {
    for (const line of group) {
      take(line);
      if (out.length > FLUSH) out = await flush(out);
    }
    out = await flush(out);
    progress.show(lines);
  }
  process.stderr.write(progress.clear());
  if (bad > NAMED) process.stderr.write(`fidelity-floor: ${file}: and ${bad - NAMED} more bad lines\n`);
  if (lines === 0) throw new InputError("empty", "expected at least one line, found none");
  return bad > 0 ? 1 : 0;
}

/** What was wrong with a line whose id is known. */
class LineError extends Error {
  constructor(
    readonly id: string | number | undefined,
    override readonly cause: unknown,
  ) {
    super("a bad line");
  }
}

/** The object on a line, handed on with its id, which the answer begins with. */
export function withId(text: string, line: number, answer: (fields: Record<string, unknown>, id: Id) => object): object {
  const json = parseJson(text, line);
  if (typeof json !== "object" || json === null || Array.isArray(json)) return fail("invalid-type", "", "an object", show(json));
  const fields = json as Record<string, unknown>;
  const id = typeof fields.id === "string" || typeof fields.id === "number" ? fields.id : undefined;
  try {
    if (id === undefined && fields.id !== undefined && fields.id !== null) {
      fail("invalid-type", "id", "a string or a number", show(fields.id));
    }
    return id === undefined ? answer(fields, id) : { id, ...answer(fields, id) };
  } catch (error) {
    throw new LineError(id, error);
  }
}

export type Id = string | number | undefined;

/** Hands text to stdout, and waits until it wants more. */
export async function flush(text: string): Promise<""> {
  if (text !== "" && !process.stdout.write(text)) await once(process.stdout, "drain");
  return "";
}

interface Progress {
  add(bytes: number): void;
  show(lines: number): void;
  /** What wipes the line of progress; empty if there is none. */
  clear(): string;
}

/** Shows how far a batch is, on stderr and only if that is a terminal. */
async function startProgress(file: string): Promise<Progress> {
  const total = await sizeOf(file);
  if (!process.stderr.isTTY) return { add: () => {}, show: () => {}, clear: () => "" };
  let read = 0;
  let last = Date.now();
  let shown = false;
  return {
    add: (bytes) => {
      read += bytes;
    },
    show: (lines) => {
      if (Date.now() - last < 100) return;
      last = Date.now();
      shown = true;
      const share = total === undefined || total === 0 ? "" : `, ${Math.floor((100 * read) / total)} %`;
      process.stderr.write(`\r\u001b[K${lines} lines${share}`);
    },
    clear: () => {
      const wipe = shown ? "\r\u001b[K" : "";
      shown = false;
      return wipe;
    },
  };
}
