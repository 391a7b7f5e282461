// npm run bench: everything that is measured, in one table of ratios, and as JSON.
//
//   npm run build && npm run bench [-- --json] [--only node|deno|bun|growth|memory|store …]
import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "../scripts/lib/run.mjs";
import { root, runtime } from "../scripts/lib/tools.mjs";

const words = process.argv.slice(2);
const json = words.includes("--json");
const only = words.filter((word) => !word.startsWith("--"));
const wanted = (name) => only.length === 0 || only.includes(name);
const bench = (name) => join(root, "benches", name);
const say = (text) => (json ? console.error(text) : console.log(text));

const others = join(root, "benches", "others");
if (!existsSync(join(others, "node_modules"))) {
  say("installing what text work is measured against (benches/others)");
  const { ok, out } = await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: others, seconds: 300 });
  if (!ok) fail(out);
}

const programs = {
  node: [process.execPath, ["--expose-gc", bench("subjects.mjs")]],
  deno: [runtime("deno"), ["run", "--no-prompt", "--allow-read", "--allow-env", bench("subjects.mjs")]],
  bun: [runtime("bun"), ["run", bench("subjects.mjs")]],
};
const all = { runtimes: [] };
for (const [name, [program, args]] of Object.entries(programs)) {
  if (!wanted(name)) continue;
  if (program === undefined) {
    say(`${name}: not installed (npm test -- setup)`);
    continue;
  }
  const result = await start(program, args);
  all.runtimes.push(result);
  table(result);
}
for (const name of ["growth", "memory", "store"]) {
  if (!wanted(name)) continue;
  if (name === "store") {
    const { ok, out } = await run(process.execPath, ["--expose-gc", bench("store.mjs"), "10000", "100000"], { cwd: root });
    if (!ok) fail(out);
    all.store = out.trim().split("\n");
    say(`\nMemory store\n${out.trim()}`);
    continue;
  }
  all[name] = await start(process.execPath, ["--expose-gc", bench("memory.mjs"), name]);
  say(`\n${all[name].title}\n${rows(all[name].columns, all[name].rows)}`);
}
if (json) console.log(JSON.stringify(all, undefined, 1));

/** What a program printed as JSON. */
async function start(program, args) {
  const { ok, out } = await run(program, args, { cwd: root, seconds: 900, env: { DENO_NO_UPDATE_CHECK: "1" } });
  if (!ok) fail(out);
  return JSON.parse(out.trim().split("\n").at(-1));
}

function table({ runtime: name, results }) {
  const lines = [];
  for (const { subject, unit, per, rounds, ms, ratios } of results) {
    for (const [other, { median, p10, p90 }] of Object.entries(ratios)) {
      lines.push([
        subject,
        `${number(ms["fidelity-floor"].median / per)} ${unit}`,
        other,
        number(ms[other].median / per),
        `${number(median)} ×`,
        `${number(p10)} – ${number(p90)}`,
        rounds,
      ]);
    }
  }
  say(`\n${name}: ours over the other, within a round; median and p10 – p90 of the rounds`);
  say(rows(["subject", "ours", "against", "theirs", "ratio", "spread", "rounds"], lines));
}

function rows(columns, lines) {
  const cells = [columns, ...lines].map((line) => line.map(String));
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  return cells.map((line) => line.map((cell, at) => cell.padEnd(widths[at])).join("  ").trimEnd()).join("\n");
}

function number(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value >= 0.1 ? value.toFixed(2) : value.toFixed(4);
}

function fail(out) {
  console.error(out);
  process.exit(1);
}
