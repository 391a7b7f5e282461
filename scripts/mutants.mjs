// npm run mutants: does a test notice when the code of the decision, the ancestry, the cycles or the statuses is wrong?
// Needs cargo-mutants (`cargo install cargo-mutants`). Survivors are listed, and fail the run; an hour for `status`.
//
//   npm run mutants             decision, ancestry, cycles, classes
//   npm run mutants -- status   the statuses of elements
import { join } from "node:path";
import { run } from "./lib/run.mjs";
import { path, root, which } from "./lib/tools.mjs";

const sets = {
  decision: ["src/contract.rs", "src/ancestry.rs", "src/class.rs", "src/cycle/rules.rs", "src/cycle/detector.rs"],
  status: ["src/verify/mod.rs", "src/verify/clauses.rs"],
};
const name = process.argv[2] ?? "decision";
if (!sets[name] || !which("cargo-mutants")) {
  console.error(sets[name] ? "mutants: needs cargo-mutants (cargo install cargo-mutants)" : `mutants: ${Object.keys(sets).join(" or ")}, not ${name}`);
  process.exit(1);
}
const files = sets[name].flatMap((file) => ["-f", file]);
const tests = ["--", "--lib", "--test", "vectors", "--test", "properties", "--test", "rules"];
const args = ["mutants", "-p", "fidelity-floor", "--features", "serde", ...files, "-o", join(root, "target"), "--timeout", "60", ...tests];
const { ok } = await run("cargo", args, { cwd: root, env: { PATH: path }, inherit: true, seconds: 4 * 3600 });
process.exit(ok ? 0 : 1);
