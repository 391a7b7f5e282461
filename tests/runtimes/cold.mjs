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
const check = `if (${decide} !== "refuse") process.exit(1);\n`;
// Each against an empty script of its own kind.
const kinds = {
  ESM: { empty: ["empty.mjs", ""], full: ["full.mjs", `import { decide } from "fidelity-floor";\n${check}`] },
  CommonJS: { empty: ["empty.cjs", ""], full: ["full.cjs", `const { decide } = require("fidelity-floor");\n${check}`] },
};
for (const { empty, full } of Object.values(kinds)) for (const [name, code] of [empty, full]) writeFileSync(join(app, name), code);

function time(name) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [name], { cwd: app, encoding: "utf8", timeout: 20_000 });
  const ms = performance.now() - started;
  if (status === 0) return ms;
  console.log(`${name} failed:\n${stderr}`);
  process.exit(1);
}
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

let slow = false;
for (const [kind, { empty, full }] of Object.entries(kinds)) {
  // Taken in turns, so that a slow moment of the machine meets both alike.
  const times = { empty: [], full: [] };
  for (let i = 0; i < PAIRS; i += 1) {
    times.empty.push(time(empty[0]));
    times.full.push(time(full[0]));
  }
  const base = median(times.empty);
  const more = median(times.full) - base;
  slow ||= more > LIMIT_MS;
  console.log(`cold start, Node ${process.versions.node}, ${kind}: ${more.toFixed(1)} ms more than an empty script (${base.toFixed(1)} ms); goal ${GOAL_MS} ms`);
}
process.exit(slow ? 1 : 0);
