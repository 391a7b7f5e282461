// Import of transcripts: whole shapes, broken in random places. What comes back is messages or a FidelityError, never another
// exception, and never a text that the core then refuses.
//
//   node fuzz/transcript.mjs [--seconds 60] [--seed 1]
import { parseArgs } from "node:util";
import { extract, isFidelityError } from "../pkg/dist/index.js";
import { readTranscript, toMessages } from "../pkg/dist/transcript.js";
import { random, text } from "./random.mjs";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } } });
const own = random(Number(values.seed));
const { below, one, chance, many } = own;
const words = () => text(own, 8);

const keys = "role content type text id name input arguments function tool_calls tool_use_id message messages parts summary isMeta __proto__ constructor toJSON length".split(" ");
const junk = [null, true, 0, -1, 1e308, "", "user", "\ud800", [], {}, [[[]]], { role: "user" }];

const part = () =>
  one([
    () => ({ type: "text", text: words() }),
    () => ({ type: "tool_use", id: `t${below(9)}`, name: "bash", input: { command: words(), deep: [{ a: words() }] } }),
    () => ({ type: "tool_result", tool_use_id: `t${below(9)}`, content: chance(50) ? words() : many(3, part) }),
    () => ({ type: "tool-call", toolCallId: `t${below(9)}`, toolName: "read", input: { path: words() } }),
    () => ({ type: "image", source: { data: "aGk=" } }),
    () => ({ type: one(["thinking", "reasoning", "input_text", "output_text", "file", "?"]), text: words() }),
  ])();
const content = () => (chance(50) ? words() : many(4, part));
const item = () =>
  one([
    () => ({ role: one(["system", "developer", "user", "human", "assistant", "ai", "model", "tool", "function", "?"]), content: content() }),
    () => ({ type: one(["user", "assistant", "summary", "system", "progress"]), message: { role: "user", content: content() }, summary: words() }),
    () => ({ role: "assistant", content: null, tool_calls: [{ id: "c1", type: "function", function: { name: "ls", arguments: JSON.stringify({ a: words() }) } }] }),
    () => ({ role: "tool", tool_call_id: "c1", content: words() }),
    () => ({ role: one(["user", "model"]), parts: [{ text: words() }, { functionCall: { name: "f", args: { a: 1 } } }] }),
    () => ({ type: "function_call", name: "f", arguments: words(), call_id: "c2" }),
    () => ({ type: "response_item", payload: { type: "message", role: "user", content: many(2, part) } }),
  ])();

/** Breaks a value in some place: another value, another key, one more level. */
function broken(value) {
  if (chance(12)) return one(junk);
  if (Array.isArray(value)) {
    const list = [...value];
    if (list.length > 0) list[below(list.length)] = broken(one(list));
    return list;
  }
  if (typeof value !== "object" || value === null) return chance(50) ? one(junk) : [value];
  const entries = Object.entries(value);
  if (entries.length > 0) {
    const at = below(entries.length);
    entries[at] = chance(70) ? [entries[at][0], broken(entries[at][1])] : [one(keys), entries[at][1]];
  }
  return Object.fromEntries(entries);
}

/** Cuts, doubles or puts something into a text. */
function torn(whole) {
  const [from, to] = [below(whole.length + 1), below(whole.length + 1)].sort((a, b) => a - b);
  return one([
    () => whole.slice(0, to),
    () => whole.slice(0, from) + whole.slice(to),
    () => whole.slice(0, to) + one(["{", "}", "[", '"', "\\", "\n", "\u0000", "\ud83d", "\ufeff", "## User\n"]) + whole.slice(to),
    () => whole + whole,
  ])();
}

function input() {
  const items = many(5, item);
  const value = one([() => items, () => ({ messages: items }), () => ({ history: items, extra: 1 }), () => items[0] ?? {}])();
  const shaped = chance(60) ? broken(value) : value;
  const written = one([
    () => JSON.stringify(shaped),
    () => (Array.isArray(shaped) ? shaped : [shaped]).map((entry) => JSON.stringify(entry)).join("\n"),
    () => many(5, () => `${one(["## User", "**Assistant:**", "User:", "Tool:", "# Notes"])}\n${words()}\n`).join("\n"),
    () => "[".repeat(below(300)) + words(),
  ])();
  return { shaped, written: chance(40) ? torn(written) : written };
}

const counts = { read: 0, refused: 0 };
function attempt(call, shown) {
  let messages;
  try {
    messages = call();
  } catch (error) {
    if (isFidelityError(error) && error.code !== "internal") return void counts.refused++;
    console.error(`${error?.stack ?? error}\non ${JSON.stringify(shown)}`);
    process.exit(1);
  }
  counts.read++;
  try {
    extract(messages);
  } catch (error) {
    console.error(`what was read cannot be checked: ${error?.stack ?? error}\non ${JSON.stringify(shown)}`);
    process.exit(1);
  }
}

let count = 0;
const until = Date.now() + Number(values.seconds) * 1000;
while (count === 0 || Date.now() < until) {
  const { shaped, written } = input();
  attempt(() => toMessages(shaped), shaped);
  attempt(() => readTranscript(written, one(["auto", "auto", "json", "text"])), written);
  count += 2;
}
console.log(`transcript: ${count} executions (${counts.read} read, ${counts.refused} refused), no finding`);
