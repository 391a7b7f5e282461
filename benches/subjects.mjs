// What is measured, and against what. Runs in Node, Deno and Bun; `npm run bench` starts it in each and makes the table.
//
//   node benches/subjects.mjs          prints JSON
import { readFileSync } from "node:fs";
import { check, checkCycle, checkCycleColumns, checkCycles, decide, descend, extract, verify } from "fidelity-floor";
import { others } from "./lib/others.mjs";
import { portCheckCycle, portCheckCycleColumns, portCheckCycles, portDecide, portDescend, scan } from "./lib/port.mjs";
import { measure } from "./lib/rounds.mjs";
import { bytesOf, makeSession, makeSummary } from "./lib/texts.mjs";

const vectors = (name) => JSON.parse(readFileSync(new URL(`../tests/vectors/${name}.json`, import.meta.url), "utf8"));
const contracts = vectors("decide").cases.map(({ required, certified, ancestryCertified, expect, ...conditions }) => [
  { required, certified, generation: 1, ancestryCertified },
  conditions,
]);
const families = contracts.map(([own], at) => [own, [contracts[(at + 1) % contracts.length][0], contracts[(at + 5) % contracts.length][0]]]);
const bare = vectors("cycle").single.map(({ expect, k, priorTokenDeltas, ...cycle }) => [cycle, undefined]);

const results = [];
const enough = (found) => {
  if (found === undefined || found < 0) throw new Error("no answer");
};

/** Small calls, as many as make a millisecond. */
function calls(subject, inputs, own, port) {
  const turns = Math.ceil(20_000 / inputs.length);
  const all = (call) => () => {
    let kept = 0;
    for (let turn = 0; turn < turns; turn++) for (const [first, second] of inputs) if (call(first, second) !== undefined) kept++;
    if (kept !== turns * inputs.length) throw new Error("no answer");
  };
  results.push({ subject, unit: "ns a call", per: turns * inputs.length * 1e-6, ...measure({ "fidelity-floor": all(own), "plain JavaScript": all(port) }, { rounds: 41, warm: 8 }) });
}
calls("decide", contracts, decide, portDecide);
calls("descend, two parents", families, descend, portDescend);
calls("checkCycle", bare, checkCycle, portCheckCycle);

const CYCLES = 1_000_000;
const column = (value) => Float64Array.from({ length: CYCLES }, (_, row) => value(row));
const columns = {
  tokensBefore: column((row) => 8000 + (row % 977)),
  tokensAfter: column((row) => 8000 + (row % 977) - (row % 5) * 400),
  coverageBefore: column((row) => 0.9 - (row % 7) * 0.01),
  coverageAfter: column((row) => 0.9 - (row % 7) * 0.01 - (row % 11) * 0.01),
  dedupRate: column((row) => (row % 10) / 10),
};
// Like with like: the same columns in, the same rules, the same kind of answer. Ours validates each number besides.
const same = (own, port) => {
  const [one, other] = [own(), port()];
  for (let row = 0; row < CYCLES; row += 997) {
    const [a, b] = [one, other].map((answer) => (Array.isArray(answer) ? answer[row] : { verdict: answer.verdict[row], reason: answer.reason[row] }));
    if (a.verdict !== b.verdict || a.reason !== b.reason) throw new Error(`row ${row}: ${a.verdict} ${a.reason}, the port ${b.verdict} ${b.reason}`);
  }
};
function batch(subject, own, port) {
  same(own, port);
  const calls = { "fidelity-floor": () => enough(own().length ?? 0), "plain JavaScript": () => enough(port().length ?? 0) };
  results.push({ subject: `${CYCLES.toLocaleString("en")} cycles, ${subject}`, unit: "ms", per: 1, ...measure(calls, { rounds: 15, warm: 1 }) });
}
const bareRules = { onWatch: "ignore" };
batch("H2–H3, objects out", () => checkCycles(columns, bareRules), () => portCheckCycles(columns));
batch("H2–H3, columns out", () => checkCycleColumns(columns, bareRules), () => portCheckCycleColumns(columns));
batch("H2–H5, objects out", () => checkCycles(columns), () => portCheckCycles(columns, { signs: true }));
batch("H2–H5, columns out", () => checkCycleColumns(columns), () => portCheckCycleColumns(columns, { signs: true }));

// Sentences, and whether each denies something: the part of the work that the libraries do too. `extract` finds all classes.
const libraries = await others();
const prose = makeSession(50_000);
const proseText = prose.map(({ text }) => text).join("\n\n");
const proseBytes = new TextEncoder().encode(proseText);
// What each finds in the same text, so that nobody is fast by doing less.
const denials = extract(prose).filter(({ class: of }) => of === "negation");
const told = [`fidelity-floor ${denials.length} denials among ${extract(prose).length} elements of six classes`];
for (const [name, sentences] of Object.entries(libraries)) {
  const found = sentences(proseText);
  told.push(`${name} ${found.length} sentences, ${found.filter(Boolean).length} with a denial`);
}
const read = { "fidelity-floor": () => enough(extract(prose).length) };
for (const [name, sentences] of Object.entries(libraries)) read[name] = () => enough(sentences(proseText).length);
read["byte scan"] = () => enough(scan(proseBytes));
results.push({ subject: `extract, ${Math.round(proseBytes.length / 1000)} KB`, unit: "ms", per: 1, note: told.join("; "), ...measure(read, { rounds: 15, warm: 2, seconds: 30 }) });

const summary = makeSummary();
const source = makeSession(500_000);
const bytes = new TextEncoder().encode(source.map(({ text }) => text).join(""));
for (const [name, work] of Object.entries({
  extract: () => extract(source).length,
  verify: () => verify({ source, summary }).elements.length,
  check: () => check({ source, summary }).elements.length,
})) {
  const subject = `${name}, ${Math.round(bytes.length / 1000)} KB${name === "extract" ? "" : ` and ${Math.round(bytesOf(summary) / 1000)} KB`}`;
  results.push({ subject, unit: "ms", per: 1, ...measure({ "fidelity-floor": () => enough(work()), "byte scan": () => enough(scan(bytes)) }, { rounds: 21, warm: 3 }) });
}

const runtime = globalThis.Deno ? `Deno ${Deno.version.deno}` : globalThis.Bun ? `Bun ${Bun.version}` : `Node ${process.versions.node}`;
console.log(JSON.stringify({ runtime, results }));
