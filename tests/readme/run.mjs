// Runs every code block of README.md, or of the file that is named: Rust by rustdoc, TypeScript and JavaScript on the packed
// package in a fresh project, commands of a shell in the same project. JSON must parse; other languages are left alone.
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { run } from "../../scripts/lib/run.mjs";
import { root, runtime } from "../../scripts/lib/tools.mjs";
import { freshApp } from "../runtimes/app.mjs";

const readme = resolve(root, process.argv[2] ?? "README.md");
const label = basename(readme);
if (!existsSync(readme)) {
  console.log(`${label} is missing`);
  process.exit(1);
}
const text = readFileSync(readme, "utf8");
const blocks = [...text.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
  line: text.slice(0, match.index).split("\n").length,
  language: match[1].trim().split(/[\s,{]/)[0],
  code: match[2],
}));

const app = freshApp();
if (existsSync(join(root, "examples"))) cpSync(join(root, "examples"), join(app, "examples"), { recursive: true });
// The compiler looks for the types of Node and of nothing else.
if (existsSync(join(root, "node_modules/@types"))) symlinkSync(join(root, "node_modules/@types"), join(app, "node_modules/@types"));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const problem = ({ ok, out }, what) => (ok ? undefined : `${what}:\n${out.trim()}`);

async function typescript({ code, line }) {
  const file = `readme-${line}.mts`;
  writeFileSync(join(app, file), code);
  const tsc = join(root, "node_modules/.bin/tsc");
  const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "false"];
  const checked = await run(tsc, [...options, file], { cwd: app });
  if (!checked.ok) return problem(checked, "tsc");
  const stripped = await run(runtime("esbuild"), [file, `--outfile=readme-${line}.mjs`, "--log-level=warning"], { cwd: app });
  return problem(stripped, "esbuild") ?? execute(`readme-${line}.mjs`);
}

async function javascript({ code, line }) {
  writeFileSync(join(app, `readme-${line}.mjs`), code);
  return execute(`readme-${line}.mjs`);
}

const execute = async (file) => problem(await run(process.execPath, [file], { cwd: app, seconds: 60 }), "it fails");

async function shell({ code }) {
  for (const raw of code.replaceAll("\\\n", " ").split("\n")) {
    const command = raw.replace(/^\$ /, "").replace(/\s+#.*$/, "").trim();
    if (command === "" || command.startsWith("#")) continue;
    if (/^(git clone|cd|npm (ci|install|i|add)|cargo add)\b/.test(command)) continue;
    const [, script] = /^npm (?:run )?(\w[\w:]*)/.exec(command) ?? [];
    if (script) {
      // Running it here would run this test again.
      if (scripts[script] === undefined) return `${command}: package.json has no such script`;
      continue;
    }
    if (!/(^|\| *)npx fidelity-floor\b/.test(command)) return `${command}: not a command this test knows`;
    const { code: exit, out } = await run("sh", ["-c", command.replaceAll("npx fidelity-floor", "npx --no-install fidelity-floor")], { cwd: app, seconds: 60 });
    // Certified, provisional, refused: each is an answer.
    if (![0, 10, 20].includes(exit)) return `${command}: exit code ${exit}\n${out.trim()}`;
  }
  return undefined;
}

async function json({ code }) {
  try {
    for (const part of code.trim().startsWith("{") ? code.trim().split(/\n(?=\{)/) : [code]) JSON.parse(part);
  } catch (error) {
    return error.message;
  }
  return undefined;
}

// rustdoc tests all Rust blocks of the file at once, as it does with those in the sources.
async function rust() {
  const args = ["rustc", "-p", "fidelity-floor", "--all-features", "--lib", "--message-format=json", "--quiet"];
  const built = await run("cargo", args, { cwd: root });
  if (!built.ok) return problem(built, "cargo");
  const library = /"([^"]*libfidelity_floor[^"]*\.rlib)"/.exec(built.out)?.[1];
  const target = join(root, "target", "debug", "deps");
  const tested = await run("rustdoc", ["--test", readme, "--edition", "2024", "-L", target, "--extern", `fidelity_floor=${library}`], { cwd: root });
  return problem(tested, "rustdoc");
}

const runners = { ts: typescript, typescript, js: javascript, mjs: javascript, javascript, sh: shell, bash: shell, shell, console: shell, json };
let ran = 0;
const failures = [];
const note = (what, failure) => {
  ran += 1;
  if (failure) failures.push(`${label} ${what}: ${failure}`);
};

const rustBlocks = blocks.filter(({ language }) => language === "rust");
if (rustBlocks.length > 0) note(`Rust, line ${rustBlocks.map(({ line }) => line).join(", ")}`, await rust());
for (const block of blocks) {
  if (Object.hasOwn(runners, block.language)) note(`line ${block.line} (${block.language})`, await runners[block.language](block));
}
failures.forEach((failure) => console.log(failure));
console.log(`${label}: ${ran} cases${failures.length > 0 ? `, ${failures.length} failed` : ""}`);
process.exit(failures.length > 0 || ran === 0 ? 1 : 0);
