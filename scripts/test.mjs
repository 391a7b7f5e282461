// npm test: every check, one line a stage; the output of what failed in full; at the end the runtimes and one plain line of counts.
//
//   npm test                 everything
//   npm test -- rust pack    the stages whose name contains one of the words, and nothing they need
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run, seconds } from "./lib/run.mjs";
import { logs, path, root } from "./lib/tools.mjs";
import { stages } from "./lib/stages.mjs";

const words = process.argv.slice(2);
const chosen = stages.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) {
  console.error(`no stage is called so; there are:\n  ${stages.map(({ name }) => name).join("\n  ")}`);
  process.exit(2);
}
rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });

const started = performance.now();
const failed = new Set();
const unusable = new Set();
/** The exit code of a stage that made what it should, but found something wrong with it: what needs it can go on. */
const MADE = 3;
let passed = 0;
let failures = 0;
for (const { name, command, needs = [], env, limit = 600, count, live } of chosen) {
  const broken = needs.find((need) => unusable.has(need));
  if (broken) {
    failed.add(name);
    unusable.add(name);
    failures += 1;
    line("not run", name, `needs "${broken}"`);
    continue;
  }
  const log = join(logs, `${name.replace(/\W+/g, "-")}.log`);
  const result = await run(command[0], command.slice(1), {
    cwd: root,
    env: { PATH: path, CARGO_TERM_COLOR: "never", NO_COLOR: "1", ...env?.() },
    seconds: limit,
    log,
    // Set off: no line of a stage may look like the closing one.
    onLine: live && ((text) => live.test(text) && console.log(`        ${text}`)),
  });
  const counted = count?.(result.out) ?? { passed: 1, failed: 0 };
  passed += counted.passed - (result.ok || count ? 0 : 1);
  failures += counted.failed || (result.ok ? 0 : 1);
  if (!result.ok || counted.failed > 0) failed.add(name);
  if (!result.ok && result.code !== MADE) unusable.add(name);
  line(failed.has(name) ? "FAILED" : "ok", name, `${seconds(result.ms)}${count ? `, ${counted.passed} passed` : ""}`);
  if (failed.has(name) && !live?.test("any line")) console.log(quote(result.out));
}

const table = join(logs, "runtimes.json");
if (existsSync(table)) {
  console.log("\nThe packed package, in each runtime:");
  for (const { runtime, ran, failed: wrong, problem } of JSON.parse(readFileSync(table, "utf8"))) {
    const result = problem ?? (wrong > 0 ? `${wrong} of ${ran} cases failed` : `${ran} cases`);
    console.log(`  ${runtime.padEnd(28)} ${result}`);
  }
}
console.log(`\n${chosen.length - failed.size} of ${chosen.length} stages in ${seconds(performance.now() - started)}; logs in .tools/logs`);
if (failed.size > 0) console.log(`failed: ${[...failed].join(", ")}`);
console.log(`\n${passed} passed, ${failures} failed`);
process.exit(failures > 0 || passed === 0 ? 1 : 0);

function line(result, name, rest) {
  const text = `${result.padEnd(8)}${name.padEnd(34)}${rest}`;
  console.log(text);
  appendFileSync(join(logs, "stages.txt"), `${text}\n`);
}

/** The output of a stage, set off; no line of it may look like the closing one. */
function quote(text) {
  return text.trimEnd().replace(/^/gm, "    | ");
}
