// Runs the shared cases in every runtime, on the packed package installed in a fresh folder: a line each, `runtime: N cases`.
//
//   node tests/runtimes/run.mjs [word …]   only the runtimes whose name contains one of the words
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { logs } from "../../scripts/lib/tools.mjs";
import { addCases, freshApp } from "./app.mjs";
import { browserRuntimes } from "./browsers.mjs";
import { programRuntimes } from "./programs.mjs";
import { workerdRuntimes } from "./workerd.mjs";

const words = process.argv.slice(2);
const app = freshApp();
addCases(app);

const results = [];
const told = new Set();
for (const { name, missing, run } of [...programRuntimes, ...workerdRuntimes, ...browserRuntimes]) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const result = missing?.() ? { problem: "not installed" } : await run(app).catch((error) => ({ problem: error.message }));
  const failed = result.failed ?? [];
  results.push({ runtime: name, ran: result.ran ?? 0, open: result.open ?? 0, failed: failed.length, digest: result.digest, problem: result.problem });
  console.log(`${name}: ${result.problem ?? `${result.ran} cases${result.open > 0 ? `, ${result.open} of them open` : ""}${failed.length > 0 ? `, ${failed.length} failed` : ""}`}`);
  // Mostly all runtimes fail alike: what was said once is not said again.
  for (const failure of failed.filter((text) => !told.has(text)).slice(0, 10)) {
    told.add(failure);
    console.log(`  ${failure}`);
  }
}
mkdirSync(logs, { recursive: true });
if (words.length === 0) writeFileSync(join(logs, "runtimes.json"), JSON.stringify(results, null, 2));

// Elsewhere a runtime may be absent; in CI that would be a hole in the test.
const bad = ({ ran, failed, problem }) =>
  problem === "not installed" ? process.env.CI === "true" : problem !== undefined || failed > 0 || ran === 0;
// Same input, same output, to the bit (J1): as many cases everywhere, and the same answers.
const answers = new Set(results.filter(({ problem }) => !problem).map(({ ran, digest }) => `${ran} cases with digest ${digest}`));
if (answers.size > 1) console.log(`the runtimes do not agree: ${[...answers].join("; ")}`);
process.exit(results.some(bad) || answers.size > 1 || results.length === 0 ? 1 : 0);
