// npm run bench: everything that is measured, as tables of ratios, and as JSON in target/bench.json.
//
//   npm run build && npm run bench [WHAT …]     ratios, growth, memory, store, native, opt; node, deno, bun, workerd
//
// Without a word: ratios in Node, Deno and Bun. `growth` and `memory` are for workerd too.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../scripts/lib/run.mjs";
import { root, runtime } from "../scripts/lib/tools.mjs";
import { RUNTIMES, growth, growthTable, memory, memoryTable, missing } from "./growth.mjs";
import { number, table } from "./lib/table.mjs";

const KINDS = ["ratios", "growth", "memory", "store", "native", "opt"];
const words = process.argv.slice(2).filter((word) => word !== "--");
const sizes = words.filter((word) => /^\d+$/.test(word)).map(Number);
const asked = (names) => names.filter((name) => words.includes(name.toLowerCase()));
const unknown = words.filter((word) => !/^\d+$/.test(word) && ![...KINDS, ...RUNTIMES.map((name) => name.toLowerCase())].includes(word));
if (unknown.length > 0) fail(`bench: there is no ${unknown.join(", ")}; see the head of benches/run.mjs`);
const kinds = asked(KINDS).length > 0 ? asked(KINDS) : ["ratios"];
const runtimes = asked(RUNTIMES).length > 0 ? asked(RUNTIMES) : RUNTIMES;

const file = join(root, "target", "bench.json");
const all = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const bench = (name) => join(root, "benches", name);
const programs = {
  Node: [process.execPath, ["--expose-gc", bench("subjects.mjs")]],
  Deno: [runtime("deno"), ["run", "--no-prompt", "--allow-read", "--allow-env", bench("subjects.mjs")]],
  Bun: [runtime("bun"), ["run", bench("subjects.mjs")]],
};

const does = {
  async ratios(name) {
    if (!(name in programs)) return;
    await install();
    keep("ratios", name, JSON.parse((await output(...programs[name])).trim().split("\n").at(-1)), ratios);
  },
  growth: async (name) => keep("growth", name, await growth(name, sizes.length > 0 ? sizes : undefined), growthTable),
  memory: async (name) => keep("memory", name, await memory(name), memoryTable),
};
for (const kind of kinds) {
  if (kind in does) {
    for (const name of runtimes) {
      if (missing(name)) console.log(`${name}: not installed (npm test -- setup)`);
      else await does[kind](name);
    }
  } else {
    const commands = {
      store: [process.execPath, ["--expose-gc", bench("store.mjs"), "10000", "100000"]],
      native: ["cargo", ["bench", "--quiet", "--bench", "native"]],
      opt: [process.execPath, [bench("opt.mjs")]],
    };
    const out = (await output(...commands[kind])).trim();
    console.log(`\n${kind}\n${out}`);
    all[kind] = out.split("\n");
  }
}
mkdirSync(join(root, "target"), { recursive: true });
writeFileSync(file, `${JSON.stringify(all, undefined, 1)}\n`);
console.log(`\nas JSON: ${file}`);

function keep(kind, name, result, make) {
  (all[kind] ??= {})[name] = result;
  console.log(table(make(result)));
}

/** What text work is measured against. */
async function install() {
  const others = join(root, "benches", "others");
  if (existsSync(join(others, "node_modules"))) return;
  console.log("installing what text work is measured against (benches/others)");
  await output("npm", ["ci", "--no-audit", "--no-fund"], others);
}

async function output(program, args, cwd = root) {
  const { ok, out } = await run(program, args, { cwd, seconds: 1800, env: { DENO_NO_UPDATE_CHECK: "1" } });
  return ok ? out : fail(out);
}

function ratios({ runtime: name, results }) {
  const rows = results.flatMap(({ subject, unit, per, rounds, ms, ratios }) =>
    Object.entries(ratios).map(([other, { median, low, high }], at) => [
      at === 0 ? subject : "",
      at === 0 ? `${number(ms["fidelity-floor"].median / per)} ${unit}` : "",
      other,
      number(ms[other].median / per),
      median <= 1 ? `${number(1 / median)} × as fast` : `${number(median)} × the time`,
      `${number(low)} – ${number(high)}`,
      rounds,
    ]),
  );
  return {
    title: name,
    columns: ["subject", "ours", "against", "theirs", "we are", "time, ours / theirs¹", "rounds"],
    rows,
    note: ["¹ within a round, in which everybody works in turn: the least and the most of all rounds", ...results.flatMap(({ note }) => note ?? [])].join("\n"),
  };
}

function fail(out) {
  console.error(out);
  process.exit(1);
}
