// Cold start: how much longer Node takes to start, import the package and decide once than to run an empty script.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshApp } from "./app.mjs";

const GOAL_MS = 10;
// Machines are noisy: only far beyond the goal is a failure.
const LIMIT_MS = 30;
const PAIRS = 31;

const app = freshApp();
const decide = "decide({ required: [\"negation\"], certified: [], generation: 1, ancestryCertified: true }, { consumerStrict: true }).decision";
const files = {
  empty: ["empty.mjs", ""],
  module: ["module.mjs", `import { decide } from "fidelity-floor";\nif (${decide} !== "refuse") process.exit(1);\n`],
  commonjs: ["commonjs.cjs", `const { decide } = require("fidelity-floor");\nif (${decide} !== "refuse") process.exit(1);\n`],
};
for (const [name, code] of Object.values(files)) writeFileSync(join(app, name), code);

function time(name) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [name], { cwd: app, encoding: "utf8", timeout: 20_000 });
  const ms = performance.now() - started;
  if (status === 0) return ms;
  console.log(`${name} failed:\n${stderr}`);
  process.exit(1);
}
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

// Taken in turns, so that a slow moment of the machine meets all alike.
const times = { empty: [], module: [], commonjs: [] };
for (let i = 0; i < PAIRS; i += 1) {
  for (const [kind, [name]] of Object.entries(files)) times[kind].push(time(name));
}
const base = median(times.empty);
let slow = false;
for (const kind of ["module", "commonjs"]) {
  const more = median(times[kind]) - base;
  slow ||= more > LIMIT_MS;
  console.log(`cold start, Node ${process.versions.node}, ${kind}: ${more.toFixed(1)} ms more than an empty script (${base.toFixed(1)} ms); goal ${GOAL_MS} ms`);
}
process.exit(slow ? 1 : 0);
