// npm run fuzz: every fuzz target in turn, each for the same time. What is found is left in fuzz/artifacts, and fails the run.
//
//   npm run fuzz                              60 seconds each
//   npm run fuzz -- --seconds 1200            20 minutes each
//   npm run fuzz -- --seconds 60 store wasm   only these
//
// The Rust targets need cargo-fuzz (`cargo install cargo-fuzz`) and a C++ compiler; a stable compiler serves. `wasm` and
// `transcript` are Node scripts over pkg/dist and need `npm run build` first. `--seed` makes the latter two run elsewhere.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { run } from "./lib/run.mjs";
import { path, root, which } from "./lib/tools.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } },
});
const rust = ["extract", "verify", "check", "store", "cycles", "differential"];
const node = ["wasm", "transcript"];
const unknown = positionals.filter((name) => ![...rust, ...node].includes(name));
if (unknown.length > 0 || !(Number(values.seconds) > 0)) {
  console.error(`fuzz: --seconds N, and targets among ${[...rust, ...node].join(", ")}${unknown.length ? `; not ${unknown.join(", ")}` : ""}`);
  process.exit(1);
}
const wanted = (list) => list.filter((name) => positionals.length === 0 || positionals.includes(name));
const env = { PATH: path, RUSTC_BOOTSTRAP: "1", RUST_BACKTRACE: "0" };
const limit = Number(values.seconds) + 900; // The first run compiles.
let failed = 0;

const has = which("cargo-fuzz") !== undefined;
if (!has && wanted(rust).length > 0) {
  console.log(`fuzz: no cargo-fuzz (cargo install cargo-fuzz); ${wanted(rust).join(", ")} do not run`);
  failed++;
}
for (const target of has ? wanted(rust) : []) {
  const folders = ["corpus", "seeds"].map((kind) => join(root, "fuzz", kind, target));
  mkdirSync(folders[0], { recursive: true });
  const options = [`-max_total_time=${values.seconds}`, "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1"];
  const { ok, out } = await run("cargo", ["fuzz", "run", "-s", "none", target, ...folders, "--", ...options], { cwd: root, env, seconds: limit });
  const runs = /number_of_executed_units: (\d+)/.exec(out)?.[1] ?? "no";
  console.log(`${target}: ${runs} executions, corpus of ${readdirSync(folders[0]).length}${ok ? ", no finding" : ""}`);
  if (!ok) report(target, /.*panicked at[^]*?(?=stack backtrace|note: run with|$)/.exec(out)?.[0].slice(0, 1000) ?? out.slice(-1000));
}
for (const target of wanted(node)) {
  if (!existsSync(join(root, "pkg", "dist", "index.js"))) {
    report(target, "no pkg/dist: npm run build");
    continue;
  }
  const args = [join(root, "fuzz", `${target}.mjs`), "--seconds", values.seconds, "--seed", values.seed];
  const { ok, out } = await run(process.execPath, args, { cwd: root, env, seconds: limit });
  if (ok) console.log(out.trim());
  else report(target, out.slice(0, 3000));
}
process.exit(failed > 0 ? 1 : 0);

function report(target, what) {
  failed++;
  console.error(`${target}: a finding\n${what}`);
}
