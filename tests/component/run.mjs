// Builds the component and asks it the shared vectors: in Node as jco makes it, then in Python by wasmtime. Runs the examples of
// its README too. A line of counts for each.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildComponent, componentFile, importsOf, transpileComponent, transpiled } from "../../scripts/lib/component.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { componentFolder, pythonPackages, root } from "../../scripts/lib/tools.mjs";
import { packageApi } from "./api.mjs";
import { allCases, answerOrError } from "./cases.mjs";
import { compareNames } from "./names.mjs";

let bad = 0;

/** Prints what failed and a line of counts. */
function report(what, ran, failed, open = 0) {
  for (const line of failed) console.log(`${what}: ${line}`);
  console.log(`component, ${what}: ${ran} cases${open > 0 ? `, ${open} of them open` : ""}${failed.length > 0 ? `, ${failed.length} failed` : ""}`);
  bad += failed.length;
}

/** Runs the cases over a way to call the component. */
function ask(what, call) {
  let [ran, open] = [0, 0];
  const failed = [];
  for (const { name, open: why, actual, problem } of allCases(packageApi(call))) {
    ran += 1;
    const wrong = problem(answerOrError(actual));
    if (why) open += 1;
    const difference = why ? (wrong ? undefined : "marked open, but it holds: take the mark away") : wrong;
    if (difference) failed.push(`${name}: ${difference}`);
  }
  report(what, ran, failed, open);
}

const { bytes, wit } = await buildComponent();
report("imports nothing", 1, importsOf(wit));

const source = readFileSync(join(componentFolder, "wit", "fidelity-floor.wit"), "utf8");
const { compared, problems } = compareNames(source, readFileSync(join(root, "pkg", "src", "generated.ts"), "utf8"));
const { version } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));
if (!source.startsWith(`package fidelity-floor:core@${version};`)) problems.push(`the WIT package is not of version ${version}`);
report("names", compared + 1, problems);

await transpileComponent(bytes);
const { api } = await import(pathToFileURL(join(transpiled, "fidelity_floor.js")));

/** Each question once, as JSON, with the answer in Node. */
const asked = new Map();
const numbers = (_, value) => (typeof value === "number" && !Number.isFinite(value) ? { $: String(value) } : value);
const keyOf = (name, args) => JSON.stringify([name, args], numbers);
ask("jco", (name, args) => {
  const key = keyOf(name, args);
  try {
    const ok = api[name](...args);
    asked.set(key, { ok });
    return ok;
  } catch (err) {
    asked.set(key, { err });
    throw err;
  }
});

const env = { PYTHONPATH: pythonPackages, PYTHONDONTWRITEBYTECODE: "1" };
if (existsSync(join(pythonPackages, "wasmtime"))) {
  const calls = join(root, "target", "component", "calls.json");
  writeFileSync(calls, `[${[...asked.keys()].join(",\n")}]\n`);
  const { ok, out } = await run("python3", [join(import.meta.dirname, "host.py"), componentFile, calls], { env, seconds: 120 });
  if (ok) {
    const answers = JSON.parse(out);
    const told = new Map([...asked.keys()].map((key, index) => [key, answers[index]]));
    // The same cases again, judged on what Python was told. A later question depends on earlier answers.
    ask("python", (name, args) => {
      const answer = told.get(keyOf(name, args));
      if (answer === undefined) throw new Error(`Node did not ask ${keyOf(name, args)}`);
      if ("err" in answer) throw answer.err;
      return answer.ok;
    });
  } else report("python", 1, [out]);
} else report("python", 1, ["wasmtime is not installed: python3 with pip is needed (Debian: apt-get install python3 python3-pip), then npm run component"]);

await examples();
process.exit(bad > 0 ? 1 : 0);

/** Each example of the README prints what the block after it says. */
async function examples() {
  const text = readFileSync(join(componentFolder, "README.md"), "utf8");
  const programs = { js: [process.execPath, "example.mjs"], python: ["python3", "example.py"] };
  const blocks = [...text.matchAll(/^```(js|python)\n([\s\S]*?)^```\n+```text\n([\s\S]*?)^```$/gm)];
  const failed = Object.keys(programs).filter((name) => !blocks.some(([, language]) => language === name)).map((name) => `no example in ${name}`);
  for (const [, language, code, expected] of blocks) {
    const [program, file] = programs[language];
    writeFileSync(join(transpiled, file), code);
    const { ok, out } = await run(program, [file], { cwd: transpiled, env, seconds: 60 });
    if (!ok || out !== expected) failed.push(`the ${language} example printed\n${out}`);
  }
  report("README", blocks.length, failed);
}
