import { type ErrorCode, FidelityError, isFidelityError } from "./errors.js";

/** Throws the one error, with what was expected at the path and what was found there. */
export function fail(code: ErrorCode, path: string, expected: string, found: string): never {
  throw new FidelityError(code, path, expected, found);
}

/** A value as an error message shows it: its type, and enough of it to find it again. */
export function show(value: unknown): string {
  if (value === null || value === undefined || typeof value === "boolean") return String(value);
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value !== "object") return `a ${typeof value}`;
  try {
    return showObject(value);
  } catch {
    return "an object that cannot be read";
  }
}

function showObject(value: object): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return "an empty object";
  const named = keys.slice(0, 8).map((key) => (key.length > 40 ? `${key.slice(0, 40)}…` : key));
  return `an object with ${named.join(", ")}${keys.length > 8 ? ` and ${keys.length - 8} more` : ""}`;
}

/** JSON may be nested this deep. */
export const MAX_DEPTH = 128;

/** The field of an object in an error's path. */
export const at = (path: string, field: string | number): string =>
  typeof field === "number" ? `${path}[${field}]` : path === "" ? field : `${path}.${field}`;

/** An object that is no array. */
export function record(value: unknown, path: string, expected = "an object"): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return mistyped(value, path, expected);
  return value as Record<string, unknown>;
}

/** Throws on a field that the type does not have: a misspelt optional field would be ignored in silence. */
export function onlyFields(value: object, known: Readonly<Record<string, unknown>>, path: string): void {
  for (const key in value) {
    if (!Object.hasOwn(known, key)) {
      fail("unknown-field", at(path, key), `one of ${Object.keys(known).join(", ")}`, show(key));
    }
  }
}

/** An array without holes, which the callbacks of the language would pass over in silence. */
export function array(value: unknown, path: string, expected = "an array"): readonly unknown[] {
  if (!Array.isArray(value)) return mistyped(value, path, expected);
  for (let index = 0; index < value.length; index++) {
    if (value[index] === undefined && !(index in value)) fail("missing-field", at(path, index), "a value", "a hole");
  }
  return value;
}

/** A function. */
export function needed(value: unknown, path: string, expected = "a function"): void {
  if (typeof value !== "function") mistyped(value, path, expected);
}

/** A function, or nothing. */
export function callable(value: unknown, path: string): void {
  if (value !== undefined && typeof value !== "function") fail("invalid-type", path, "a function", show(value));
}

/** An object with these methods, or nothing; its class does not matter. */
export function methods(value: unknown, names: readonly string[], path: string, expected: string): void {
  if (value === undefined) return;
  if ((typeof value !== "object" && typeof value !== "function") || value === null) mistyped(value, path, expected);
  for (const name of names) {
    const method = (value as Record<string, unknown>)[name];
    if (typeof method !== "function") mistyped(method, at(path, name), `a method of ${expected}`);
  }
}

/** A boolean; absent is false. */
export function flag(value: unknown, path: string): boolean {
  if (typeof value === "boolean") return value;
  return value === undefined ? false : mistyped(value, path, "true or false");
}

/** A boolean that must be there. */
export const required = (value: unknown, path: string): boolean => (typeof value === "boolean" ? value : mistyped(value, path, "true or false"));

/** A finite number of at least 0 and at most `most`. */
export function number(value: unknown, path: string, most = Number.MAX_VALUE): number {
  if (typeof value === "number" && value >= 0 && value <= most) return value;
  const expected = most === 1 ? "a number from 0 to 1" : "a finite number, at least 0";
  return fail(numberProblem(value), path, expected, show(value));
}

/** A finite number. */
export function finite(value: unknown, path: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return fail(numberProblem(value), path, "a finite number", show(value));
}

/** Whether it is a whole number from `least` to 4294967295. */
export const isWhole = (value: unknown, least = 0): value is number =>
  typeof value === "number" && value >= least && value <= 0xffff_ffff && Math.floor(value) === value;

/** A whole number from `least` to 4294967295. */
export function whole(value: unknown, path: string, least = 0): number {
  if (isWhole(value, least)) return value;
  return fail(numberProblem(value), path, `a whole number from ${least} to 4294967295`, show(value));
}

/** Text of any kind. */
export const string = (value: unknown, path: string): string => (typeof value === "string" ? value : mistyped(value, path, "a string"));

/** Text of well-formed Unicode. */
export function text(value: unknown, path: string): string {
  if (typeof value !== "string") return string(value, path);
  if (!isWellFormed(value)) {
    const lone = value.search(/\p{Surrogate}/u);
    const unit = value.charCodeAt(lone).toString(16).toUpperCase();
    fail("lone-surrogate", path, "well-formed Unicode", `the lone surrogate U+${unit} at ${lone}`);
  }
  return value;
}

/** Half a character, as a text has it that was cut within one, becomes U+FFFD, at the same place: no reason to refuse the rest of it. */
export const healed = (text: string): string => (isWellFormed(text) ? text : text.replace(/\p{Surrogate}/gu, "\uFFFD"));

/** A key of `names`. */
export function name<T extends string>(value: unknown, names: Readonly<Record<T, unknown>>, path: string): T {
  if (typeof value === "string" && Object.hasOwn(names, value)) return value as T;
  const expected = `one of ${Object.keys(names).join(", ")}`;
  return typeof value === "string" ? fail("unknown-name", path, expected, show(value)) : mistyped(value, path, expected);
}

/**
 * Runs what reads values of the host, given by the names that their paths begin with. A getter or a proxy of theirs that throws is
 * bad input like any other: it is looked for, and named by its path.
 */
export function reading<T>(inputs: Readonly<Record<string, unknown>>, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw misread(inputs, error);
  }
}

/** {@link reading} for what reads and waits in turns; `inputs` is asked for once something threw. */
export async function readingLater<T>(inputs: () => Readonly<Record<string, unknown>>, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw misread(inputs(), error);
  }
}

/** Runs a call on a part of what the host gave: the paths of its errors begin with that of the part. */
export function under<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!isFidelityError(error)) throw error;
    const inner = error.path === "" ? path : error.path.startsWith("[") ? path + error.path : at(path, error.path);
    throw new FidelityError(error.code, inner, error.expected, error.found);
  }
}

/** What to throw for what came out of reading `inputs`. */
export function misread(inputs: Readonly<Record<string, unknown>>, error: unknown): unknown {
  if (isFidelityError(error)) return error;
  let left = 100_000;
  /** The path of what throws when it is read; the values are walked as deep as our own types go. */
  const unreadable = (value: unknown, path: string, depth: number): string | undefined => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || ArrayBuffer.isView(value) || depth > 8) return undefined;
    const keys = new Set<string>();
    try {
      if (typeof value === "function") return Object.getPrototypeOf(value) === undefined ? path : undefined;
      // The getters of a class stand in its prototype.
      for (let of: object | null = value; of !== null && of !== Object.prototype && of !== Array.prototype; of = Object.getPrototypeOf(of) as object | null) {
        for (const key of Object.getOwnPropertyNames(of)) keys.add(key);
      }
    } catch {
      return path;
    }
    const isList = Array.isArray(value);
    for (const key of keys) {
      const here = at(path, isList && /^\d+$/.test(key) ? Number(key) : key);
      if (left-- < 0) return undefined;
      try {
        const found = unreadable((value as Record<string, unknown>)[key], here, depth + 1);
        if (found !== undefined) return found;
      } catch {
        return here;
      }
    }
    return undefined;
  };
  for (const [name, value] of Object.entries(inputs)) {
    const path = unreadable(value, name, 0);
    if (path !== undefined) return new FidelityError("invalid-type", path, "a value that can be read", `one that throws${error instanceof Error ? `: ${error.message}` : ""}`, { cause: error });
  }
  return error;
}

function mistyped(value: unknown, path: string, expected: string): never {
  return fail(value === undefined ? "missing-field" : "invalid-type", path, expected, show(value));
}

function numberProblem(value: unknown): ErrorCode {
  if (value === undefined) return "missing-field";
  if (typeof value !== "number") return "invalid-type";
  return Number.isFinite(value) ? "out-of-range" : "not-finite";
}

const isWellFormed: (text: string) => boolean =
  "isWellFormed" in String.prototype
    ? (text) => (text as string & { isWellFormed(): boolean }).isWellFormed()
    : (text) => !/\p{Surrogate}/u.test(text);
