/**
 * Transcripts of agents in, messages out. Pure: no file, no network, no Node API.
 *
 * @module
 */
import { parseJson, parseLines, looksLikeJson } from "./transcript/json.js";
import { readMarkdown } from "./transcript/markdown.js";
import { readItem, type Reader } from "./transcript/items.js";
import { isRecord } from "./transcript/values.js";
import type { Message } from "./transcript/message.js";
import { array, at, fail, name, reading, show, string, text as wellFormed } from "./validate.js";

export type { Message, Role } from "./transcript/message.js";

/** What {@link readTranscript} takes the text for. `auto` looks at the text; the others insist. */
export type TranscriptFormat = "auto" | "json" | "text";

/**
 * Reads a transcript as it lies in a file: plain text, Markdown, a JSON array of messages, `{messages: […]}`, or JSON Lines.
 *
 * JSON is read by {@link toMessages}. Anything else is one user message, unless speaker headings (`## User`,
 * `**Assistant:**`, `User:` at the start of a line, at least one of a user and one of an assistant) divide it.
 *
 * @param format `auto` by default: JSON where the text begins like JSON
 * @throws FidelityError `empty`, `invalid-json` (the path is `line 3`), `too-deep` (beyond 128 levels), and what
 * {@link toMessages} throws, for JSON Lines with the line in front of the path, as in `line 3.content[0]`
 */
export function readTranscript(text: string, format: TranscriptFormat = "auto"): Message[] {
  name(format, FORMATS, "format");
  const whole = wellFormed(text, "");
  const body = whole.charCodeAt(0) === 0xfeff ? whole.slice(1) : whole;
  if (!/\S/.test(body)) fail("empty", "", "a transcript", "nothing but white space");
  if (format === "text" || (format === "auto" && !looksLikeJson(body))) return readMarkdown(body);
  const lines = parseLines(body);
  if (lines === undefined) return toMessages(parseJson(body, 1));
  return readAll(lines.map(({ value, line }) => ({ value, path: `line ${line}` })));
}

const FORMATS = { auto: 0, json: 0, text: 0 } satisfies Record<TranscriptFormat, 0>;

/**
 * Turns parsed JSON into messages: an array of messages, an object that holds one (`messages`, `history`, `items`,
 * `transcript`, `conversation`), or a single message.
 *
 * Known shapes: OpenAI chat and Responses items, Anthropic blocks, AI SDK UI messages and model messages, Claude Code
 * session lines, LangChain (live, `{type, data}` and serialised), Cloudflare session messages, Gemini contents,
 * `{role, text}` and `{role, content}`. One item becomes several messages where it holds both sides of a tool call.
 * Text that a runtime marks as a summary of earlier messages gets `summary: true`.
 *
 * A tool call reads `[call NAME]` and then one line for each argument, `key: value`; strings stand as they are, all else as
 * JSON. A part that is no text leaves a placeholder such as `[image]`.
 *
 * @param path put in front of the paths in errors
 * @throws FidelityError `unknown-shape`, `unknown-name` (a role), `invalid-type`, `too-deep`, `lone-surrogate`, `empty`
 */
export const toMessages = (json: unknown, path = ""): Message[] => reading({ [string(path, "path")]: json }, () => {
  const itemsOf = (list: unknown, here: string) => array(list, here).map((value, index) => ({ value, path: at(here, index) }));
  if (Array.isArray(json)) return readAll(itemsOf(json, path), path);
  if (!isRecord(json)) return fail("unknown-shape", path, "an array of messages or an object that holds one", show(json));
  const holder = HOLDERS.find((key) => Array.isArray(json[key]));
  if (holder === undefined) return readAll([{ value: json, path }], path);
  const before = ["system", "instructions"]
    .filter((key) => json[key] !== undefined && json[key] !== null && json[key] !== "")
    .map((key) => ({ value: { role: "system", content: json[key] }, path: at(path, key) }));
  return readAll([...before, ...itemsOf(json[holder], at(path, holder))], at(path, holder));
});

/** The keys under which exports hold their messages. */
const HOLDERS = ["messages", "history", "items", "transcript", "conversation", "input"];

function readAll(items: { value: unknown; path: string }[], path = ""): Message[] {
  if (items.length === 0) fail("empty", path, "at least one message", "none");
  const onlySidechains = items.every(({ value }) => !isRecord(value) || value.isSidechain !== false);
  const reader: Reader = { messages: [], sidechainsAreTools: !onlySidechains };
  for (const { value, path } of items) readItem(value, path, reader);
  if (reader.messages.length === 0) fail("empty", path, "at least one message", "only lines that are not part of the conversation");
  return reader.messages;
}
