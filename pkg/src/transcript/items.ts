import { array, at, fail, show } from "../validate.js";
import { roleOf, ROLE_NAMES, type Message, type Role } from "./message.js";
import { call, readContent, type Piece } from "./parts.js";
import { isRecord, stringAt, type Json } from "./values.js";

/** What reading has led to so far. */
export interface Reader {
  messages: Message[];
  /** Whether a sub-agent's lines stand beside the main ones: there they are what a tool did. */
  sidechainsAreTools: boolean;
}

/** Adds what one item of a transcript holds: no message, one, or several. */
export function readItem(item: unknown, path: string, reader: Reader): void {
  if (!isRecord(item)) return fail("unknown-shape", path, "a message: an object with role and text, content or parts", show(item));
  if (isSessionLine(item)) return readSessionLine(item, path, reader);
  const { message, place } = unwrap(item, path);
  add(reader, readMessage(message, place));
}

/** LangChain's and opencode's envelopes around a message. */
function unwrap(item: Json, path: string): { message: Json; place: string } {
  if (item.lc !== undefined && isRecord(item.kwargs) && Array.isArray(item.id)) {
    const type = String(item.id.at(-1)).replace(/Message(Chunk)?$/, "").toLowerCase();
    return { message: { type, ...item.kwargs, role: undefined }, place: at(path, "kwargs") };
  }
  if (typeof item.type === "string" && isRecord(item.data)) {
    return { message: { ...item.data, type: item.type }, place: at(path, "data") };
  }
  if (isRecord(item.info) && Array.isArray(item.parts)) {
    return { message: { ...item.info, parts: item.parts }, place: path };
  }
  if (typeof item.author === "string" && isRecord(item.content) && Array.isArray(item.content.parts)) {
    return { message: { role: item.content.role ?? item.author, parts: item.content.parts }, place: at(path, "content") };
  }
  return { message: item, place: path };
}

/** One message: its parts in order, then the calls that some shapes hold beside them. */
function readMessage(message: Json, path: string): Piece[] {
  const role = speakerOf(message, path);
  if (role === undefined) return readContent(message, path, "assistant");
  const key = contentKey(message);
  const calls = readCalls(message, path);
  if (key === undefined && calls.length === 0) {
    return fail("unknown-shape", path, "a message with text, content or parts", show(message));
  }
  const pieces = [
    ...(typeof message.reasoning_content === "string" ? readContent(message.reasoning_content, at(path, "reasoning_content"), role) : []),
    ...(key === undefined ? [] : readContent(message[key], at(path, key), role)),
    ...(typeof message.refusal === "string" ? readContent(message.refusal, at(path, "refusal"), role) : []),
    ...calls,
  ];
  if (pieces.length === 0) pieces.push({ role, text: "" });
  if (role === "tool" && message.status === "error") pieces.forEach((piece) => (piece.text = `[error] ${piece.text}`));
  if (isSummary(message, pieces)) pieces.forEach((piece) => (piece.summary = true));
  return pieces;
}

/** Who speaks; `undefined` for an item that is itself a part, such as a call. */
function speakerOf(message: Json, path: string): Role | undefined {
  const key = ["role", "from", "speaker", "type"].find((candidate) => message[candidate] !== undefined && message[candidate] !== null);
  if (key === undefined) return fail("unknown-shape", path, "a message: an object with role and text, content or parts", show(message));
  const name = message[key];
  if (typeof name !== "string") return fail("invalid-type", at(path, key), "the name of a role", show(name));
  const role = roleOf(name);
  if (role !== undefined) return role;
  if (key === "type" && ITEM_TYPES.test(name)) return undefined;
  if (key === "type" && contentKey(message) === undefined) {
    return fail("unknown-shape", path, "a message: an object with role and text, content or parts", show(message));
  }
  return fail("unknown-name", at(path, key), ROLE_NAMES, show(name));
}

/** Items of the Responses API that are no messages. */
const ITEM_TYPES = /^(?:function_call|custom_tool_call|reasoning|compaction)$|_call$|_call_output$|_call_result$|^item_reference$/;

function contentKey(message: Json): string | undefined {
  if (Array.isArray(message.parts)) return "parts";
  return ["content", "text", "value", "message"].find((key) => message[key] !== undefined);
}

/** `tool_calls` and `function_call`, but for those that stand among the parts, too. */
function readCalls(message: Json, path: string): Piece[] {
  const inParts = new Set(Array.isArray(message.content) ? array(message.content, at(path, "content")).map((part: unknown) => (isRecord(part) ? part.id : undefined)) : []);
  const calls = array(message.tool_calls ?? [], at(path, "tool_calls"), "an array of calls").flatMap((entry, index) => {
    const where = at(at(path, "tool_calls"), index);
    if (!isRecord(entry)) return fail("unknown-shape", where, "a call", show(entry));
    if (entry.id !== undefined && inParts.has(entry.id)) return [];
    return [readCall(isRecord(entry.function) ? entry.function : entry, isRecord(entry.function) ? at(where, "function") : where)];
  });
  return isRecord(message.function_call) ? [...calls, readCall(message.function_call, at(path, "function_call"))] : calls;
}

function readCall(entry: Json, path: string): Piece {
  const key = ["arguments", "args", "input"].find((candidate) => entry[candidate] !== undefined) ?? "arguments";
  return call(stringAt(entry, "name", path), entry[key], at(path, key));
}

/** The marks that runtimes put on a summary. */
function isSummary(message: Json, pieces: Piece[]): boolean {
  return (
    message.summary === true ||
    (isRecord(message.additional_kwargs) && message.additional_kwargs.lc_source === "summarization") ||
    (typeof message.id === "string" && message.id.startsWith("compaction_")) ||
    pieces.some((piece) => /^\s*<agent_summary>/.test(piece.text))
  );
}

/** Whether an item is a line of a Claude Code session, or of that agent's stream. */
function isSessionLine(item: Json): boolean {
  const marks = ["sessionId", "session_id", "leafUuid", "uuid", "isSidechain", "isCompactSummary", "snapshot"];
  return typeof item.type === "string" && item.role === undefined && (isRecord(item.message) || marks.some((key) => key in item));
}

/**
 * Lines without words for the model (snapshots, queue operations, progress, the closing result) are no messages. A title that the tool
 * gave a session (`summary` with `leafUuid`) replaced nothing, so it is shown as a tool's word and not marked as a summary.
 */
function readSessionLine(item: Json, path: string, reader: Reader): void {
  if (item.type === "summary") {
    const text = stringAt(item, "summary", path);
    const isTitle = item.leafUuid !== undefined;
    return add(reader, [isTitle ? { role: "tool", text: `[session title] ${text}` } : { role: "user", text, summary: true }]);
  }
  if (item.type === "attachment" && isRecord(item.attachment)) {
    const { type, content } = item.attachment;
    const body = typeof content === "string" ? `\n${stringAt(item.attachment, "content", at(path, "attachment"))}` : "";
    return add(reader, [{ role: "tool", text: `[attachment ${String(type)}]${body}` }]);
  }
  if (!isRecord(item.message)) {
    if (item.type === "system" && typeof item.content === "string") add(reader, readContent(item.content, at(path, "content"), "system"));
    return;
  }
  const pieces = readMessage({ ...item.message, role: item.message.role ?? item.type }, at(path, "message"));
  for (const piece of pieces) {
    if (item.isCompactSummary === true) piece.summary = true;
    if (item.isMeta === true && piece.role === "user") piece.role = "system";
    if (item.isSidechain === true && reader.sidechainsAreTools) piece.role = "tool";
  }
  add(reader, pieces);
}

/** Pieces of one item by the same speaker are one message. */
function add(reader: Reader, pieces: Piece[]): void {
  let last: Piece | undefined;
  for (const { role, text, summary } of pieces) {
    if (last !== undefined && last.role === role && last.summary === summary) {
      last.text = last.text === "" ? text : `${last.text}\n\n${text}`;
      continue;
    }
    last = summary === true ? { role, text, summary } : { role, text };
    reader.messages.push(last);
  }
}
