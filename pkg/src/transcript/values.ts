import { at, fail, MAX_DEPTH, show, text } from "../validate.js";

export type Json = Record<string, unknown>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A string field's text; empty where the field is absent or null. */
export function stringAt(item: Json, key: string, path: string): string {
  const value = item[key];
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return fail("invalid-type", at(path, key), "a string", show(value));
  return text(value, at(path, key));
}

/**
 * A value as text: a string as it is, an object as one `key: value` line a field, all else as JSON. So a command or a file
 * inside arguments keeps its line breaks and quotes, and can be searched.
 */
export function asText(value: unknown, path: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return text(value, path);
  checkDepth(value, path);
  if (!isRecord(value)) return text(jsonOf(value, path), path);
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => text(`${key}: ${typeof field === "string" ? field : jsonOf(field, at(path, key))}`, at(path, key)))
    .join("\n");
}

/** A value as JSON; nothing for what JSON leaves out. */
function jsonOf(value: unknown, path: string): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return fail("invalid-type", path, "a value that JSON can hold", show(value));
  }
}

/** Throws `too-deep` before a recursion could overflow; so an object that holds itself is found, too. */
function checkDepth(value: unknown, path: string, depth = 0): void {
  if (typeof value !== "object" || value === null) return;
  if (depth === MAX_DEPTH) fail("too-deep", path, `at most ${MAX_DEPTH} levels`, "more");
  // An array of nothing but holes has no keys, and would be written out all the same.
  if (Array.isArray(value) && Object.keys(value).length < value.length) fail("invalid-type", path, "a value that JSON can hold", "an array with holes");
  for (const child of Object.values(value)) checkDepth(child, path, depth + 1);
}
