// npm run mutants: does a test notice when the code of the decision, the ancestry, the cycles or the statuses is wrong?
// Needs cargo-mutants (`cargo install cargo-mutants`). Survivors are listed, and fail the run.
//
//   npm run mutants                           decision, ancestry, cycles, classes: some 150 mutants
//   npm run mutants -- status                 the statuses of elements: some 310
//   npm run mutants -- status --shard 1/4     a quarter of them (0/4 is the first)
//   npm run mutants -- status --resume        without those that an earlier run caught; with --shard, a part of the rest
//
// Two rounds: the quick tests against every mutant, then the properties against those that are left. What says nothing about the
// code (a mutant that behaves as the original) is named in .cargo/mutants.toml, with the reason. It works on a copy of the tree.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { run } from "./lib/run.mjs";
import { path, root, which } from "./lib/tools.mjs";

const sets = {
  decision: ["src/contract.rs", "src/ancestry.rs", "src/class.rs", "src/cycle/rules.rs", "src/cycle/detector.rs", "src/cycle/columns.rs"],
  status: ["src/verify/mod.rs", "src/verify/clauses.rs"],
};
// The first round builds as little as can be: it is most of what a mutant costs.
const rounds = {
  decision: [["--test=vectors", "--test=rules"], ["--lib", "--test=properties"]],
  status: [["--test=vectors"], ["--lib", "--test=properties"]],
};
const { values, positionals } = parseArgs({ allowPositionals: true, options: { shard: { type: "string" }, resume: { type: "boolean" } } });
const [name = "decision", ...rest] = positionals;
if (!sets[name] || rest.length > 0 || !which("cargo-mutants")) {
  const wrong = !sets[name] || rest.length > 0;
  console.error(wrong ? `mutants: ${Object.keys(sets).join(" or ")}, not ${positionals.join(" ")}` : "mutants: needs cargo-mutants (cargo install cargo-mutants)");
  process.exit(1);
}

const folder = join(root, "target", "mutants", name);
const out = join(folder, "mutants.out");
if (!values.resume) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const lines = (file) => (existsSync(join(out, file)) ? readFileSync(join(out, file), "utf8").split("\n").filter(Boolean) : []);
// No debug information: a mutant is built once and thrown away. What they depend on is built once for all runs.
const env = { PATH: path, CARGO_TARGET_DIR: join(root, "target", "mutants", "build"), CARGO_INCREMENTAL: "1", CARGO_PROFILE_DEV_DEBUG: "0", CARGO_PROFILE_TEST_DEBUG: "0" };
const files = sets[name].flatMap((file) => ["-f", file]);
const shard = values.shard ? ["--shard", values.shard, "--sharding", "round-robin"] : [];
const escaped = (mutant) => `^${mutant.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
const unviable = new Set();
for (const [at, tests] of rounds[name].entries()) {
  // After the first round, what it left.
  const left = lines("missed.txt");
  if (at > 0 && left.length === 0) break;
  const which = at > 0 ? left.flatMap((mutant) => ["--re", escaped(mutant)]) : shard;
  const args = ["mutants", "-p", "fidelity-floor", "--features", "serde", ...files, ...which, "-o", folder, "-j1", "--timeout", "60"];
  const { code } = await run("cargo", [...args, ...(at > 0 || values.resume ? ["--iterate"] : []), ...tests.map((test) => `--cargo-arg=${test}`)], { cwd: root, env, inherit: true, seconds: 8 * 3600 });
  lines("unviable.txt").forEach((mutant) => unviable.add(mutant));
  // 0: all caught, 2: some missed, 3: some timed out. All else is no answer.
  if (![0, 2, 3].includes(code)) {
    console.error(`mutants: cargo mutants ended with ${code}`);
    process.exit(1);
  }
}
// Those of earlier rounds are in a file of their own, with those that do not compile.
const caught = [...new Set([...lines("previously_caught.txt"), ...lines("caught.txt")])].filter((mutant) => !unviable.has(mutant));
const [missed, late] = [lines("missed.txt"), lines("timeout.txt")];
console.log(`mutants, ${name}: ${caught.length} caught, ${late.length} timed out, ${unviable.size} do not compile, ${missed.length} missed`);
for (const mutant of missed) console.log(`  ${mutant}`);
process.exit(missed.length > 0 ? 1 : 0);
