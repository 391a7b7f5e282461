import { array, at, fail, MAX_DEPTH, show, text } from "../validate.js";
import { tooDeepAt } from "./json.js";
import type { Role } from "./message.js";
import { asText, isRecord, stringAt, type Json } from "./values.js";

/** What one part of a message says, and who says it: a tool's result inside an assistant's message is the tool's. */
export interface Piece {
  role: Role;
  text: string;
  summary?: boolean;
}

/** The content of a message: text, one part, or parts. */
export function readContent(content: unknown, path: string, speaker: Role, depth = 0): Piece[] {
  if (depth > MAX_DEPTH) fail("too-deep", path, `at most ${MAX_DEPTH} levels`, "more");
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [{ role: speaker, text: text(content, path) }];
  if (isRecord(content)) return readPart(content, path, speaker, depth);
  if (!Array.isArray(content)) return fail("invalid-type", path, "a string or an array of parts", show(content));
  return array(content, path).flatMap((part, index) => {
    const here = at(path, index);
    if (typeof part === "string") return [{ role: speaker, text: text(part, here) }];
    return isRecord(part) ? readPart(part, here, speaker, depth) : fail("unknown-shape", here, "a part of a message", show(part));
  });
}

type ReadPart = (part: Json, path: string, speaker: Role, depth: number) => Piece[];

const said: ReadPart = (part, path, speaker) => [{ role: speaker, text: stringAt(part, "text", path) }];
const nothing: ReadPart = () => [];
const called = (nameKey: string, ...inputKeys: string[]): ReadPart => (part, path) => {
  const key = inputKeys.find((candidate) => part[candidate] !== undefined) ?? "input";
  return [call(stringAt(part, nameKey, path), part[key], at(path, key))];
};
const returned = (...outputKeys: string[]): ReadPart => (part, path, _, depth) => {
  const key = outputKeys.find((candidate) => part[candidate] !== undefined) ?? "output";
  return [result(part[key], at(path, key), depth, part.is_error === true || part.isError === true)];
};

/** The parts that hold text, a call or a result, by their `type`. */
const PARTS: Record<string, ReadPart> = {
  text: said,
  input_text: said,
  output_text: said,
  summary_text: said,
  reasoning_text: said,
  thinking: (part, path, speaker) => [{ role: speaker, text: stringAt(part, "thinking", path) }],
  reasoning: (part, path, speaker, depth) =>
    ["text", "reasoning", "content", "summary"].flatMap((key) => readContent(part[key], at(path, key), speaker, depth + 1)),
  refusal: (part, path, speaker) => [{ role: speaker, text: stringAt(part, "refusal", path) }],
  compaction: (part, path, speaker) => [
    { role: speaker, text: typeof part.content === "string" ? stringAt(part, "content", path) : "[compaction]", summary: true },
  ],
  tool_use: called("name", "input"),
  server_tool_use: called("name", "input"),
  mcp_tool_use: called("name", "input"),
  tool_call: called("name", "args", "input"),
  "tool-call": called("toolName", "input", "args"),
  function_call: called("name", "arguments"),
  custom_tool_call: called("name", "input"),
  tool_result: returned("content"),
  "tool-result": returned("output", "result"),
  "tool-error": (part, path, _, depth) => [result(part.error, at(path, "error"), depth, true)],
  function_call_output: returned("output"),
  function_call_result: returned("output"),
  custom_tool_call_output: returned("output"),
  "dynamic-tool": (part, path, _, depth) => toolPart(stringAt(part, "toolName", path), part, path, depth),
  "tool-invocation": (part, path, _, depth) => {
    const inner = part.toolInvocation;
    const here = at(path, "toolInvocation");
    if (!isRecord(inner)) return fail("invalid-type", here, "an object", show(inner));
    return toolPart(stringAt(inner, "toolName", here), inner, here, depth);
  },
  document: (part, path, speaker) => {
    const source = part.source;
    if (!isRecord(source) || source.type !== "text") return [{ role: speaker, text: placeholder("document", part, path) }];
    return [{ role: speaker, text: stringAt(source, "data", at(path, "source")) }];
  },
  "step-start": nothing,
  "step-finish": nothing,
};

function readPart(part: Json, path: string, speaker: Role, depth: number): Piece[] {
  const type = part.type;
  if (type === undefined) return readUntyped(part, path, speaker, depth);
  if (typeof type !== "string") return fail("unknown-shape", at(path, "type"), "the name of a kind of part", show(type));
  // An unknown kind is named in what stands for it.
  text(type, at(path, "type"));
  const read = Object.hasOwn(PARTS, type) ? PARTS[type] : undefined;
  if (read !== undefined) return read(part, path, speaker, depth);
  if (type.startsWith("tool-") && part.state !== undefined) return toolPart(type.slice("tool-".length), part, path, depth);
  if (type.endsWith("_tool_result")) return returned("content")(part, path, speaker, depth);
  if (type.endsWith("_output")) return returned("output")(part, path, speaker, depth);
  if (typeof part.text === "string") return said(part, path, speaker, depth);
  if (type.startsWith("data-")) return [{ role: speaker, text: `[${type}]\n${asText(part.data, at(path, "data"))}` }];
  return [{ role: speaker, text: placeholder(type, part, path) }];
}

/** Gemini's parts say what they are by their one field. */
function readUntyped(part: Json, path: string, speaker: Role, depth: number): Piece[] {
  if (typeof part.text === "string") return said(part, path, speaker, depth);
  const { functionCall, functionResponse } = part;
  if (isRecord(functionCall)) return called("name", "args")(functionCall, at(path, "functionCall"), speaker, depth);
  if (isRecord(functionResponse)) return returned("response")(functionResponse, at(path, "functionResponse"), speaker, depth);
  const field = ["inlineData", "fileData", "executableCode", "codeExecutionResult"].find((key) => isRecord(part[key]));
  if (field === undefined) return fail("unknown-shape", path, "a part with type or text", show(part));
  return [{ role: speaker, text: placeholder(field, part[field] as Json, at(path, field)) }];
}

/** A part of an AI SDK UI message: the call and, once it is there, the result. */
function toolPart(name: string, part: Json, path: string, depth: number): Piece[] {
  const inputKey = part.input !== undefined ? "input" : part.args !== undefined ? "args" : "rawInput";
  const outputKey = part.output !== undefined ? "output" : "result";
  const pieces = [call(name, part[inputKey], at(path, inputKey))];
  if (part[outputKey] !== undefined) pieces.push(result(part[outputKey], at(path, outputKey), depth, false));
  if (typeof part.errorText === "string") pieces.push(result(part.errorText, at(path, "errorText"), depth, true));
  return pieces;
}

/** A call as the assistant's words. Arguments that came as a JSON string are shown like those that came as an object. */
export function call(name: string, input: unknown, path: string): Piece {
  const head = `[call ${name === "" ? "tool" : name}]`;
  const body = asText(typeof input === "string" ? parsedArguments(input) : input, path);
  return { role: "assistant", text: body === "" ? head : `${head}\n${body}` };
}

function parsedArguments(input: string): unknown {
  if (!/^\s*\{/.test(input) || tooDeepAt(input) >= 0) return input;
  try {
    return JSON.parse(input) as unknown;
  } catch {
    return input;
  }
}

function result(output: unknown, path: string, depth: number, isError: boolean): Piece {
  const body = resultText(output, path, depth + 1);
  const failed = isError || (isRecord(output) && typeof output.type === "string" && output.type.startsWith("error-"));
  return { role: "tool", text: failed ? `[error] ${body}` : body };
}

function resultText(output: unknown, path: string, depth: number): string {
  if (isRecord(output) && typeof output.type === "string" && "value" in output) {
    return resultText(output.value, at(path, "value"), depth + 1);
  }
  const isParts = Array.isArray(output) && output.every((part) => typeof part === "string" || (isRecord(part) && "type" in part));
  if (!isParts && !(isRecord(output) && output.type === "text")) return asText(output, path);
  return readContent(output, path, "tool", depth).map((piece) => piece.text).join("\n");
}

/** What stands for a part that is no text: its kind, and its name where it has one. */
function placeholder(type: string, part: Json, path: string): string {
  const kind = type.replace(/^input_|_url$/g, "");
  const named = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= 200 && !value.startsWith("data:");
  const key = ["filename", "name", "title", "url", "mediaType", "mimeType", "media_type"].find((key) => named(part[key]));
  return key === undefined ? `[${kind}]` : `[${kind} ${stringAt(part, key, path)}]`;
}
