// What a call costs: the package against a plain JavaScript port of the same rules, in one run, on the shared vectors.
//
//   npm run build && node benches/calls.mjs
//
// The port validates nothing and knows one policy's wording; the package validates every field, names the path of a bad
// one, and asks the Rust core. Of many short rounds, in which both take turns, the tenth that was fastest counts: what a call takes
// while nobody else has the processor. Exits with 1 when the difference passes the limit.
import { readFileSync } from "node:fs";
import { checkCycle, decide } from "fidelity-floor";
import { portCheckCycle, portDecide } from "./lib/port.mjs";

const LIMIT = 25; // ns
const ROUNDS = 100;
const REPEATS = 40;
const vectors = (name) => JSON.parse(readFileSync(new URL(`../tests/vectors/${name}.json`, import.meta.url), "utf8"));

const contracts = vectors("decide").cases.map(({ required, certified, ancestryCertified, ...rest }) => {
  const { expect, ...conditions } = rest;
  return [{ required, certified, generation: 1, ancestryCertified }, conditions];
});
const cycles = vectors("cycle").single.map(({ expect, k, ...cycle }) => [cycle, { k }]);
const bare = cycles.map(([{ priorTokenDeltas, ...cycle }]) => [cycle, undefined]);

const subjects = [
  ["decide", contracts, portDecide, decide],
  ["checkCycle", bare, portCheckCycle, checkCycle],
  // For the record: a list to copy and thresholds to check come on top.
  ["(checkCycle, history and k)", cycles, portCheckCycle, checkCycle],
];
console.log(`ns a call, ${ROUNDS} rounds`.padEnd(30) + "port".padStart(8) + "package".padStart(9) + "over".padStart(8));
let worst = 0;
for (const [name, inputs, port, own] of subjects) {
  const [a, b] = measure(inputs, port, own);
  if (!name.startsWith("(")) worst = Math.max(worst, b - a);
  console.log(name.padEnd(30) + a.toFixed(1).padStart(8) + b.toFixed(1).padStart(9) + (b - a).toFixed(1).padStart(8));
}
console.log(`limit: ${LIMIT} ns over the port`);
if (worst > LIMIT) process.exit(1);

/** The times of both that a tenth of the rounds beats. */
function measure(inputs, ...functions) {
  const calls = REPEATS * inputs.length;
  const times = functions.map(() => []);
  for (let round = -25; round < ROUNDS; round++) {
    functions.forEach((call, index) => {
      const start = process.hrtime.bigint();
      let kept = 0;
      for (let repeat = 0; repeat < REPEATS; repeat++) {
        for (const [first, second] of inputs) if (call(first, second) !== undefined) kept++;
      }
      const ns = Number(process.hrtime.bigint() - start) / calls;
      if (kept !== calls) throw new Error("no answer");
      if (round >= 0) times[index].push(ns);
    });
  }
  return times.map((list) => list.sort((a, b) => a - b)[Math.floor(ROUNDS / 10)]);
}
