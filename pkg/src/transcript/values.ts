import { fail, show } from "./fail.js";

export type Json = Record<string, unknown>;

/** JSON may be nested this deep. */
export const MAX_DEPTH = 128;

export const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The text, if it is well-formed Unicode. */
export function wellFormed(text: string, path: string): string {
  const at = loneSurrogate(text);
  if (at >= 0) fail("lone-surrogate", path, "well-formed Unicode", `a lone surrogate at offset ${at}`);
  return text;
}

function loneSurrogate(text: string): number {
  const native = (text as { isWellFormed?: () => boolean }).isWellFormed;
  if (native !== undefined && native.call(text)) return -1;
  return text.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
}

/** The path of a field. */
export const sub = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

/** A string field's text; empty where the field is absent or null. */
export function stringAt(item: Json, key: string, path: string): string {
  const value = item[key];
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return fail("invalid-type", sub(path, key), "a string", show(value));
  return wellFormed(value, sub(path, key));
}

/**
 * A value as text: a string as it is, an object as one `key: value` line a field, all else as JSON. So a command or a file
 * inside arguments keeps its line breaks and quotes, and can be searched.
 */
export function asText(value: unknown, path: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return wellFormed(value, path);
  checkDepth(value, path);
  if (!isRecord(value)) return wellFormed(JSON.stringify(value) ?? "", path);
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => wellFormed(`${key}: ${typeof field === "string" ? field : JSON.stringify(field) ?? ""}`, sub(path, key)))
    .join("\n");
}

/** Throws `too-deep` before a recursion could overflow; so an object that holds itself is found, too. */
function checkDepth(value: unknown, path: string, depth = 0): void {
  if (typeof value !== "object" || value === null) return;
  if (depth === MAX_DEPTH) fail("too-deep", path, `at most ${MAX_DEPTH} levels`, "more");
  for (const child of Object.values(value)) checkDepth(child, path, depth + 1);
}
