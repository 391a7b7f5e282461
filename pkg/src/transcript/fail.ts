import { FidelityError, type ErrorCode } from "../errors.js";

/** Throws the one error, with what was expected at the path and what was found there. */
export function fail(code: ErrorCode, path: string, expected: string, found: string): never {
  throw new FidelityError(code, path, expected, found);
}

/** A value as an error message shows it: its type, and enough of it to find it again. */
export function show(value: unknown): string {
  if (value === null || value === undefined || typeof value === "boolean") return String(value);
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  if (typeof value === "object") return showKeys(value);
  return `a ${typeof value}`;
}

function showKeys(value: object): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return "an empty object";
  const named = keys.slice(0, 8).map((key) => (key.length > 40 ? `${key.slice(0, 40)}…` : key));
  return `an object with ${named.join(", ")}${keys.length > 8 ? ` and ${keys.length - 8} more` : ""}`;
}
