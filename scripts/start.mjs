// npm start: installs what building needs, builds, checks the bundled session against its summary, and serves the page.
//
//   npm start -- --no-serve      builds the page and ends, for scripts
//   npm start -- --built         builds nothing: shows and serves what was built before
//   npm start -- --policy all    further flags go to the check
import { join } from "node:path";
import { run } from "./lib/run.mjs";
import { serve } from "./lib/serve.mjs";
import { path, root } from "./lib/tools.mjs";

const own = ["--no-serve", "--built"];
const flags = process.argv.slice(2).filter((flag) => !own.includes(flag));
const env = { PATH: path };
const step = async (command, ...args) => {
  const { ok, code } = await run(command, args, { cwd: root, env, inherit: true, seconds: 1500 });
  // 3: built, but over a size limit, which is for the tests to mind.
  if (!ok && code !== 3) process.exit(1);
};
if (!process.argv.includes("--built")) {
  await step(process.execPath, "scripts/setup.mjs", "--build");
  await step("npm", "run", "--silent", "build");
  await step("npm", "run", "--silent", "build:page");
}

const check = ["check", "examples/session.jsonl", "examples/summary.md", "--strict", ...flags];
console.log(`\n$ npx fidelity-floor ${check.join(" ")}\n`);
const cli = join("pkg", "bin", "fidelity-floor.js");
const { code } = await run(process.execPath, [cli, ...check], { cwd: root, env, inherit: true, seconds: 60 });

// 10 is provisional, 20 is refused: the verdict on the example, not a failure of this script.
const verdicts = { 0: "certified", 10: "provisional", 20: "refused" };
if (verdicts[code] === undefined) {
  console.error(`\nThe check did not work (exit code ${code}).`);
  process.exit(1);
}
// The verdict has left the screen by now.
const { out } = await run(process.execPath, [cli, ...check, "--json"], { cwd: root, env, seconds: 60 });
const { decision, decisionAfterRepair } = JSON.parse(out);
const repaired = decisionAfterRepair === undefined ? "" : ` Repaired it is ${decisionAfterRepair.toUpperCase()}; --pins prints that text.`;
console.log(`\nIn short: ${decision.toUpperCase()}.${repaired}`);

if (!process.argv.includes("--no-serve")) {
  const { address } = await serve(join(root, "www", "dist"), [4173, 4174, 0]);
  console.log(`\nThe page: ${address}   (Ctrl+C ends it)`);
}
