import type { ErrorCode } from "./generated.js";
import { fail, show } from "./transcript/fail.js";

export { fail, show };

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

/** An array. */
export function array(value: unknown, path: string, expected = "an array"): readonly unknown[] {
  return Array.isArray(value) ? value : mistyped(value, path, expected);
}

/** A boolean; absent is false. */
export function flag(value: unknown, path: string): boolean {
  if (typeof value === "boolean") return value;
  return value === undefined ? false : mistyped(value, path, "true or false");
}

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

/** Text of well-formed Unicode. */
export function text(value: unknown, path: string): string {
  if (typeof value !== "string") return mistyped(value, path, "a string");
  if (!isWellFormed(value)) {
    const lone = value.search(/\p{Surrogate}/u);
    const unit = value.charCodeAt(lone).toString(16).toUpperCase();
    fail("lone-surrogate", path, "well-formed Unicode", `the lone surrogate U+${unit} at ${lone}`);
  }
  return value;
}

/** A key of `names`. */
export function name<T extends string>(value: unknown, names: Readonly<Record<T, unknown>>, path: string): T {
  if (typeof value === "string" && Object.hasOwn(names, value)) return value as T;
  const expected = `one of ${Object.keys(names).join(", ")}`;
  return typeof value === "string" ? fail("unknown-name", path, expected, show(value)) : mistyped(value, path, expected);
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
