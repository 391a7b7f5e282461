// What `npm test` does, in order. A stage that needs another is not run when that one failed. Lines that match `live` are
// shown as they come; `count` reads the number of tests from the output.
import { join } from "node:path";
import { root, wasmEnv } from "./tools.mjs";

const node = (script, ...args) => [process.execPath, join(root, script), ...args];
const npm = (script) => ["npm", "run", "--silent", script];
const cargo = (...args) => ["cargo", ...args];

/** Sums the counts that a pattern with the groups `passed` and `failed` finds. */
const sum = (pattern) => (out) => {
  const counts = { passed: 0, failed: 0 };
  for (const { groups } of out.matchAll(pattern)) {
    counts.passed += Number(groups.passed ?? 0);
    counts.failed += Number(groups.failed ?? 0);
  }
  return counts;
};
const rustTests = sum(/test result: \w+\. (?<passed>\d+) passed; (?<failed>\d+) failed/g);
const nodeTests = sum(/^(?:#|ℹ) (?:pass (?<passed>\d+)|fail (?<failed>\d+))$/gm);
/** Our own runners: `anything: 12 cases`, `anything: 12 cases, 2 of them open, 1 failed`. */
const cases = (out) => {
  const counts = sum(/: (?<passed>\d+) cases(?:, \d+ of them open)?(?:, (?<failed>\d+) failed)?$/gm)(out);
  return { passed: counts.passed - counts.failed, failed: counts.failed };
};

const lint = ["--", "-D", "warnings"];
const doc = ["--no-deps", "--all-features"];
const strictDoc = () => ({ RUSTDOCFLAGS: "-D warnings" });
const bare = ["build", "-p", "fidelity-floor", "--no-default-features", "--target", "wasm32v1-none"];
const component = ["--manifest-path", "component/Cargo.toml"];

export const stages = [
  { name: "setup", command: node("scripts/setup.mjs", "--test"), limit: 1500, live: /./ },

  { name: "rust: format", command: cargo("fmt", "--all", "--check") },
  { name: "rust: clippy, all features", command: cargo("clippy", "--workspace", "--all-targets", "--all-features", ...lint) },
  { name: "rust: clippy, no features", command: cargo("clippy", "--workspace", "--no-default-features", ...lint) },
  { name: "rust: documentation", command: cargo("doc", "-p", "fidelity-floor", ...doc), env: strictDoc },
  { name: "rust: documentation, inside", command: cargo("doc", "--workspace", "--document-private-items", ...doc), env: strictDoc },
  { name: "rust: tests", command: cargo("test", "--workspace", "--all-features", "--no-fail-fast"), limit: 900, count: rustTests },
  { name: "rust: without std", command: cargo(...bare), env: wasmEnv, needs: ["setup"] },
  { name: "rust: without std, serde", command: cargo(...bare, "--features", "serde"), env: wasmEnv, needs: ["setup"] },
  {
    name: "rust: as a dependency without std",
    command: cargo("build", "--release", "--target", "wasm32v1-none", "--manifest-path", "tests/no-std/Cargo.toml"),
    env: wasmEnv,
    needs: ["setup"],
  },
  {
    name: "rust: that program runs",
    command: node("tests/no-std/run.mjs"),
    needs: ["rust: as a dependency without std"],
    count: cases,
  },

  { name: "types are fresh", command: cargo("test", "--features", "ts", "--test", "typescript") },
  { name: "build", command: npm("build"), needs: ["setup"], live: / gzip|^build:/ },
  { name: "typescript: types", command: npm("typecheck"), needs: ["build"] },
  { name: "typescript: tests", command: npm("test:unit"), needs: ["build"], count: nodeTests },
  { name: "page: build", command: npm("build:page"), needs: ["build"] },
  { name: "page: browsers", command: node("tests/page/run.mjs"), needs: ["page: build"], limit: 600, count: cases, live: /./ },
  { name: "command line: tests", command: npm("test:cli"), needs: ["build"], count: nodeTests },

  { name: "pack", command: node("tests/pack/run.mjs"), needs: ["build"], live: /./ },
  { name: "bill of materials", command: npm("sbom"), needs: ["build"] },
  { name: "lock files", command: node("scripts/supply.mjs", "--locks") },
  { name: "runtimes", command: node("tests/runtimes/run.mjs"), needs: ["pack"], limit: 900, count: cases, live: /./ },
  { name: "guards in runtimes", command: node("tests/runtimes/guards.mjs"), needs: ["pack"], limit: 600, count: cases, live: /./ },
  { name: "frameworks", command: npm("test:frameworks"), needs: ["build"], count: nodeTests },
  { name: "cold start", command: node("tests/runtimes/cold.mjs"), needs: ["pack"], live: /./ },
  { name: "component: format", command: cargo("fmt", ...component, "--check") },
  { name: "component: clippy", command: cargo("clippy", ...component, "--release", "--locked", "--target-dir", "target/component", ...lint) },
  { name: "component", command: node("tests/component/run.mjs"), needs: ["setup"], limit: 900, count: cases, live: /./ },
  { name: "readme", command: node("tests/readme/run.mjs"), needs: ["pack"], count: cases, live: /./ },
];
