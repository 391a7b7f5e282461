import { array, at, fail, MAX_DEPTH, show, text as wellFormed } from "./validate.js";

/** SHA-256 of UTF-8: `sha256:` and 64 small hexadecimal digits. */
export type Digest = `sha256:${string}`;

/** The digest of a text. */
export const digestOf = async (text: string): Promise<Digest> => digestOfBytes(encoder.encode(wellFormed(text, "text")));

/** The digest of bytes. */
export async function digestOfBytes(bytes: Uint8Array): Promise<Digest> {
  const { subtle } = (globalThis as { crypto?: Crypto }).crypto ?? {};
  if (subtle === undefined) return fail("usage", "crypto.subtle", "a secure context (https, localhost)", "none");
  const hash = new Uint8Array(await subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
  return `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** A digest that came from outside. */
export function digest(value: unknown, path: string): Digest {
  if (typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value)) return value as Digest;
  return fail(value === undefined ? "missing-field" : "invalid-type", path, "sha256: and 64 hexadecimal digits", show(value));
}

/**
 * JSON in one way only: keys sorted by UTF-16 units, no white space, absent fields left out, strings and numbers as `JSON.stringify`
 * writes them. The digest of a value is that of this text.
 *
 * @throws FidelityError `invalid-type` for what JSON cannot hold, `too-deep` beyond 128 levels
 */
export function canonical(value: unknown, path = "", depth = 0): string {
  if (depth > MAX_DEPTH) return fail("too-deep", path, `at most ${MAX_DEPTH} levels`, "more");
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${array(value, path).map((item, index) => canonical(item, at(path, index), depth + 1)).join(",")}]`;
  if (typeof value !== "object" || !isPlain(value)) return fail("invalid-type", path, "a JSON value", show(value));
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, at(path, key), depth + 1)}`).join(",")}}`;
}

/** Of no class, whichever realm it is of: a date or a map would be written as {}. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export const encoder = new TextEncoder();
