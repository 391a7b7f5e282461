// Cold start: how much longer Node takes to start, import the package and decide once than to run an empty script.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshApp } from "./app.mjs";

const GOAL_MS = 10;
// What fails is a share of what the empty script itself takes of the processor: a slow machine makes both slow.
const LIMIT_SHARE = 0.4;
const PAIRS = 31;

const app = freshApp();
const decide = "decide({ required: [\"negation\"], certified: [], generation: 1, ancestryCertified: true }, { consumerStrict: true }).decision";
const check = `if (${decide} !== "refuse") process.exit(1);\n`;
const cpu = 'const { user, system } = process.cpuUsage();\nconsole.log((user + system) / 1000);\n';
// Each against a script of its own kind that does nothing but tell its time.
const kinds = {
  ESM: { empty: ["empty.mjs", cpu], full: ["full.mjs", `import { decide } from "fidelity-floor";\n${check}${cpu}`] },
  CommonJS: { empty: ["empty.cjs", cpu], full: ["full.cjs", `const { decide } = require("fidelity-floor");\n${check}${cpu}`] },
};
for (const { empty, full } of Object.values(kinds)) for (const [name, code] of [empty, full]) writeFileSync(join(app, name), code);

function time(name) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [name], { cwd: app, encoding: "utf8", timeout: 20_000 });
  const ms = performance.now() - started;
  if (status === 0) return { ms, cpu: Number(stdout) };
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
  const [ms, cpu] = ["ms", "cpu"].map((what) => {
    const base = median(times.empty.map((one) => one[what]));
    return { base, more: median(times.full.map((one) => one[what])) - base };
  });
  const share = cpu.more / cpu.base;
  slow ||= share > LIMIT_SHARE;
  const clock = `${ms.more.toFixed(1)} ms more than an empty script (${ms.base.toFixed(1)} ms; goal ${GOAL_MS} ms)`;
  const processor = `${share.toFixed(2)} of its processor time (limit ${LIMIT_SHARE})`;
  console.log(`cold start, Node ${process.versions.node}, ${kind}: ${clock}, ${processor}`);
}
process.exit(slow ? 1 : 0);
