import { fail, MAX_DEPTH, show } from "../validate.js";

/** Whether a text begins the way JSON with messages does: `{` and a key, or `[` and an object or the end. */
export function looksLikeJson(text: string): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*[{\]])/.test(text);
}

/** A line of JSON Lines. */
export interface JsonLine {
  value: unknown;
  /** Counted from 1, blank lines too. */
  line: number;
}

/** The lines, if the text is JSON Lines: more than one line that is not blank, the first an object by itself. */
export function parseLines(text: string): JsonLine[] | undefined {
  const start = text.search(/\S/);
  const end = text.indexOf("\n", start);
  if (text[start] !== "{" || end < 0 || !isJson(text.slice(start, end)) || !/\S/.test(text.slice(end))) return undefined;
  const lines: JsonLine[] = [];
  let number = 0;
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf("\n", from);
    const to = newline < 0 ? text.length : newline;
    const line = text.slice(from, to);
    number += 1;
    if (/\S/.test(line)) lines.push({ value: parseJson(line, number), line: number });
    from = to + 1;
  }
  return lines;
}

/** Parses JSON that begins in that line of its file. */
export function parseJson(text: string, firstLine: number): unknown {
  const deepest = tooDeepAt(text);
  if (deepest >= 0) fail("too-deep", `line ${lineOf(text, deepest, firstLine)}`, `JSON of at most ${MAX_DEPTH} levels`, "more");
  try {
    return JSON.parse(text);
  } catch {
    const { at, expected } = locate(text);
    const line = lineOf(text, at, firstLine);
    const column = at - text.lastIndexOf("\n", at - 1);
    return fail("invalid-json", `line ${line}`, `${expected} at column ${column}`, foundAt(text, at));
  }
}

function isJson(text: string): boolean {
  if (tooDeepAt(text) >= 0) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function lineOf(text: string, at: number, firstLine: number): number {
  let line = firstLine;
  for (let from = text.indexOf("\n"); from >= 0 && from < at; from = text.indexOf("\n", from + 1)) line += 1;
  return line;
}

function foundAt(text: string, at: number): string {
  if (at >= text.length) return "the end";
  return show(/^[\w.+-]+/.exec(text.slice(at, at + 24))?.[0] ?? String.fromCodePoint(text.codePointAt(at) ?? 0));
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the nesting passes the limit, else -1. Some engines' parsers overflow their stack there. */
export function tooDeepAt(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = stringEnd(text, at);
    else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) return at;
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1;
  }
  return -1;
}

/** The offset of the quote that closes the string opened at `at`; the text's length if none does. */
function stringEnd(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    const unit = text.charCodeAt(next);
    if (unit === QUOTE) return next;
    if (unit === BACKSLASH) next += 1;
  }
  return text.length;
}

type Want = "value" | "value-or-close" | "key-or-close" | "key" | "colon" | "comma-or-close" | "end";

const EXPECTED: Record<Want, string> = {
  value: "a JSON value",
  "value-or-close": "a JSON value or ]",
  "key-or-close": "a key in double quotes or }",
  key: "a key in double quotes",
  colon: "a colon",
  "comma-or-close": "a comma or a closing bracket",
  end: "nothing more",
};

/** Where a text stops being JSON: engines word this differently or not at all. */
function locate(text: string): { at: number; expected: string } {
  const open: ("{" | "[")[] = [];
  let want: Want = "value";
  let at = 0;
  for (;;) {
    at = skip(text, at, /[ \t\r\n]*/y);
    const found = text.charAt(at);
    const wrong = { at, expected: EXPECTED[want] };
    const isKey: boolean = want === "key" || want === "key-or-close";
    if (want === "colon") {
      if (found !== ":") return wrong;
      want = "value";
      at += 1;
    } else if (want === "end") {
      return wrong;
    } else if (want === "comma-or-close" && found === ",") {
      want = open.at(-1) === "{" ? "key" : "value";
      at += 1;
    } else if (want.endsWith("close") && found !== "" && found === (open.at(-1) === "{" ? "}" : "]")) {
      open.pop();
      want = open.length > 0 ? "comma-or-close" : "end";
      at += 1;
    } else if (want === "comma-or-close") {
      return { at, expected: `a comma or ${open.at(-1) === "{" ? "}" : "]"}` };
    } else if (found === '"') {
      const bad = badInString(text, at);
      if (bad !== undefined) return bad;
      at = stringEnd(text, at) + 1;
      want = isKey ? "colon" : open.length > 0 ? "comma-or-close" : "end";
    } else if (isKey) {
      return wrong;
    } else if (found === "{" || found === "[") {
      open.push(found);
      want = found === "{" ? "key-or-close" : "value-or-close";
      at += 1;
    } else {
      const end = skip(text, at, /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
      if (end === at) return wrong;
      at = end;
      want = open.length > 0 ? "comma-or-close" : "end";
    }
  }
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function badInString(text: string, start: number): { at: number; expected: string } | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return undefined;
    if (unit < 0x20) return { at, expected: "an escaped control character" };
    if (unit !== BACKSLASH) continue;
    const length = skip(text, at + 1, /["\\/bfnrt]|u[0-9a-fA-F]{4}/y) - at - 1;
    if (length === 0) return { at: at + 1, expected: "an escape that JSON knows" };
    at += length;
  }
  return { at: text.length, expected: "a closing quote" };
}
