import { FidelityError, isFidelityError, type ErrorCode } from "../errors.js";

/** The command line was used wrongly. */
export class UsageError extends Error {
  constructor(
    message: string,
    /** The command whose help may tell more; empty if none was recognised. */
    readonly command = "",
  ) {
    super(message);
  }
}

/** What went wrong, and where in the input. */
export interface Problem {
  code: ErrorCode;
  /** What was expected and found, without the path. */
  message: string;
  path: string;
  line?: number;
}

/** A problem with the input that is not about one field. */
export class InputError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Any error as a problem. A path that begins with a line, as those of JSON Lines do, gives it up to `line`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof InputError) return { code: error.code, message: error.message, path: "" };
  if (!isFidelityError(error)) return { code: "internal", message: error instanceof Error ? error.message : String(error), path: "" };
  const { code, message } = error;
  const [, line, path] = /^(?:line (\d+)(?:\.|$))?(.*)$/s.exec(error.path) ?? [];
  const text = error.path !== "" && message.startsWith(`${error.path}: `) ? message.slice(error.path.length + 2) : message;
  const problem: Problem = { code, message: text, path: path ?? "" };
  return line === undefined ? problem : { ...problem, line: Number(line) };
}

/** One line for stderr: `fidelity-floor: events.jsonl:3: source[0].role: expected …, found …`. */
export function lineFor(problem: Problem, file: string): string {
  const where = [file === "-" ? "stdin" : file, problem.line].filter((part) => part !== undefined && part !== "").join(":");
  return `${["fidelity-floor", where, problem.path, problem.message].filter((part) => part !== "").join(": ")}\n`;
}

/** Runs a call whose errors name fields of an object that the line does not have: `contract.required` is `required` there. */
export function flat<T>(objects: RegExp, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!isFidelityError(error) || !objects.test(error.path)) throw error;
    throw new FidelityError(error.code, error.path.replace(objects, ""), error.expected, error.found);
  }
}
