// npm run eval: the development data against its bars; examples/eval says how each figure is counted.
//
//   npm run eval                         the data in $FIDELITY_DATA, else in ../shared/data
//   npm run eval -- DIR                  the data in DIR
//   npm run eval -- DIR mutations        and each row of that set that is not as it should be
//
// The data is no part of the project. Where it is not there, this says so and is content.
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "./lib/run.mjs";
import { path, root, which } from "./lib/tools.mjs";

const [argument, ...more] = process.argv.slice(2);
// A folder that is named is meant as seen from where npm was called.
const from = process.env.INIT_CWD ?? process.cwd();
const named = argument ?? process.env.FIDELITY_DATA;
const folder = named ? resolve(from, named) : join(root, "..", "shared", "data");
if (!existsSync(folder) || !statSync(folder).isDirectory()) {
  console.log(`eval: no data in ${folder}; name its folder (npm run eval -- DIR, or FIDELITY_DATA)`);
  process.exit(0);
}
if (!which("cargo")) {
  console.error("eval: needs a Rust toolchain (https://rustup.rs)");
  process.exit(1);
}
const args = ["run", "--release", "--quiet", "--features", "serde", "--example", "eval", "--", folder, ...more];
const { ok, timedOut } = await run("cargo", args, { cwd: root, env: { PATH: path }, inherit: true, seconds: 1800 });
if (timedOut) console.error("eval: ended after 30 minutes");
process.exit(ok ? 0 : 1);
