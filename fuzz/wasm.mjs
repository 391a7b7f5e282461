// Native against WebAssembly: random events through both, every word of the reports must agree but for offsets, which have
// other units and are held against the text they cut.
//
//   node fuzz/wasm.mjs [--seconds 60] [--seed 1]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { check } from "../pkg/dist/index.js";
import { random, text } from "./random.mjs";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } } });
const own = random(Number(values.seed));
const message = () => ({ role: own.one(["system", "user", "assistant", "tool"]), text: text(own), summary: own.chance(8) });

function event() {
  const source = own.many(4, message);
  // Half of the summaries hold sentences of the source, so that there is something to keep.
  const kept = source.flatMap(({ text }) => text.split(/(?<=[.\n])/)).filter(() => own.chance(60));
  return {
    source,
    summary: (own.chance(50) ? kept.join(" ") : "") + text(own, 20),
    pinned: own.chance(20) ? text(own, 8) : "",
    tail: own.chance(20) ? own.many(2, message) : [],
    conditions: { consumerStrict: own.chance(50), sourceRecoverable: own.chance(30), chainingRisk: own.chance(30), sideEffectCostExceedsRefusal: own.chance(30) },
    ...(own.chance(20) && { budget: own.below(200) }),
  };
}

const manifest = fileURLToPath(new URL("Cargo.toml", import.meta.url));
const child = spawn("cargo", ["run", "--release", "--quiet", "--manifest-path", manifest, "--example", "native"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

/**
 * The report without offsets, and with each of them held against what it cuts. `message` is that of the element around: its scope
 * and its order name none.
 */
function plain(value, of, message) {
  if (Array.isArray(value)) return value.map((entry) => plain(entry, of, message));
  if (typeof value !== "object" || value === null) return value;
  const here = value.message ?? message;
  if (value.start !== undefined) {
    const cut = of(value, here)?.slice(value.start, value.end);
    if (cut !== value.text) throw new Error(`${JSON.stringify(value)} is not at its place: ${JSON.stringify(cut)}`);
  }
  const { start, end, ...rest } = value;
  return Object.fromEntries(Object.entries(rest).filter(([, field]) => field !== undefined).map(([key, field]) => [key, plain(field, of, here)]));
}

function textOf(input, place, message) {
  if (place.part === "tail") return input.tail[place.message].text;
  if (place.part === "pinned" || place.part === "summary") return input[place.part];
  if (place.kind === "injected") return input.source[place.evidence.message].text;
  return message === undefined ? input.summary : input.source[message].text;
}

let count = 0;
const until = Date.now() + Number(values.seconds) * 1000;
while (count === 0 || Date.now() < until) {
  const input = event();
  child.stdin.write(`${JSON.stringify(input)}\n`);
  const line = await answers.next();
  if (line.done) throw new Error(`the native side ended on ${JSON.stringify(input)}`);
  const [native, wasm] = [JSON.parse(line.value), plain(check(input), (place, message) => textOf(input, place, message))];
  if (!isDeepStrictEqual(native, wasm)) {
    console.error(`native and WebAssembly differ on\n${JSON.stringify(input)}\nnative: ${line.value}\nwasm:   ${JSON.stringify(wasm)}`);
    process.exit(1);
  }
  count++;
}
child.stdin.end();
console.log(`wasm: ${count} executions, no finding`);
