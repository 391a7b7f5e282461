// npm run mutants: does a test notice when the code of the decision, the ancestry, the cycles or the statuses is wrong?
// cargo-mutants (`cargo install cargo-mutants`) says what to change; it is changed and tested here, in one copy of the tree that
// is built on from mutant to mutant, which takes a few seconds each. Survivors are listed, and fail the run.
//
//   npm run mutants                           decision, ancestry, cycles, classes: some 200 mutants
//   npm run mutants -- status                 the statuses of elements, guesses told as known: some 430
//   npm run mutants -- findings               what the summary says by itself, what a later message corrects: some 1850
//   npm run mutants -- status --shard 1/4     a quarter of them (0/4 is the first)
//   npm run mutants -- findings --file later.rs   those of the files whose path ends so
//   npm run mutants -- status --resume        without those that an earlier run caught, wherever their line went
//   npm run mutants -- status --again         only those that it missed
//
// First the quick tests, then the properties for what they let pass. A mutant that behaves as the original says nothing about the
// tests: scripts/lib/mutants.json names each, with the reason.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { run } from "./lib/run.mjs";
import { path, root, which } from "./lib/tools.mjs";

const sets = {
  decision: { files: ["src/contract.rs", "src/ancestry.rs", "src/class.rs", "src/cycle/rules.rs", "src/cycle/detector.rs", "src/cycle/columns.rs"], quick: ["--test=vectors", "--test=rules"] },
  status: { files: ["src/verify/mod.rs", "src/verify/clauses.rs", "src/verify/sources.rs", "src/verify/guesses.rs"], quick: ["--test=vectors", "--test=judgement"] },
  findings: {
    files: [
      ...["narrowed", "novel", "states", "state", "later", "picks", "stale", "contrasts", "sequence", "overturned", "answers", "waived"].map((name) => `src/verify/${name}.rs`),
      ...["news", "taken"].map((name) => `src/supersede/${name}.rs`),
    ],
    quick: ["--test=vectors", "--test=judgement"],
  },
};
const slow = ["--lib", "--test=properties"];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { shard: { type: "string", default: "0/1" }, resume: { type: "boolean" }, again: { type: "boolean" }, file: { type: "string", default: "" } } });
const [name = "decision", ...rest] = positionals;
const [, shard, shards] = /^(\d+)\/(\d+)$/.exec(values.shard)?.map(Number) ?? [];
if (!sets[name] || rest.length > 0 || !(shard < shards)) fail(`${Object.keys(sets).join(" or ")}, --shard PART/PARTS, --file NAME, --resume, --again`);
if (!which("cargo-mutants")) fail("needs cargo-mutants (cargo install cargo-mutants)");

const folder = join(root, "target", "mutants");
const tree = join(folder, "tree");
const memory = join(folder, `${name}.json`);
const seen = (values.resume || values.again) && existsSync(memory) ? JSON.parse(readFileSync(memory, "utf8")) : {};
// No debug information: a mutant is built once and thrown away. Optimised a little, the vectors take a tenth of the time;
// with "lto" what is built on does not always link.
const profile = { CARGO_PROFILE_DEV_DEBUG: "0", CARGO_PROFILE_TEST_DEBUG: "0", CARGO_PROFILE_DEV_OPT_LEVEL: "1", CARGO_PROFILE_TEST_OPT_LEVEL: "1", CARGO_PROFILE_DEV_LTO: "off" };
const env = { PATH: path, CARGO_TARGET_DIR: join(folder, "build"), CARGO_INCREMENTAL: "1", ...profile, FIRST_FAILURE: "1" };

const listed = await run("cargo", ["mutants", "-p", "fidelity-floor", "--list", "--json", ...sets[name].files.flatMap((file) => ["-f", file])], { cwd: root, env });
if (!listed.ok) fail(listed.out);
// Flags that share no bit: | and ^ of them are the same.
const mutants = JSON.parse(listed.out.slice(listed.out.indexOf("["))).map(placed).filter(({ change }) => !change.startsWith("replace | with ^"));
const equivalents = JSON.parse(readFileSync(join(root, "scripts", "lib", "mutants.json"), "utf8")).filter(({ file }) => sets[name].files.includes(file));
const matches = (mutant) => ({ file, change, at }) => file === mutant.file && change === mutant.change && mutant.rest.startsWith(at);
for (const entry of equivalents) if (!mutants.some((mutant) => matches(mutant)(entry))) fail(`scripts/lib/mutants.json names what is not there: ${entry.change}, at ${entry.at}`);
const wanted = mutants.filter((mutant) => mutant.file.endsWith(values.file) && (!values.again || seen[mutant.key] === "missed") && !equivalents.some(matches(mutant))).filter((_, at) => at % shards === shard);

// What is as it was keeps its time, or all would be built again.
const parts = ["Cargo.toml", "Cargo.lock", "README.md", "src", "tests", "data", "benches/native.rs", "wasm"];
const isFile = (path) => existsSync(path) && statSync(path).isFile();
const same = (from, to) => isFile(from) && isFile(to) && readFileSync(from).equals(readFileSync(to));
mkdirSync(tree, { recursive: true });
for (const file of readdirSync(tree, { recursive: true })) if (!existsSync(join(root, file))) rmSync(join(tree, file), { recursive: true, force: true });
for (const part of parts) cpSync(join(root, part), join(tree, part), { recursive: true, filter: (from, to) => !/node_modules|\.out$/.test(from) && !same(from, to) });

let last = "";
const before = await outcome();
if (before !== "missed") fail(`without a change: ${before}\n${last.slice(-2000)}`);


const counts = { caught: 0, late: 0, unviable: 0 };
const missed = [];
for (const mutant of wanted) {
  let became = seen[mutant.key];
  if (became === undefined || became === "missed") {
    writeFileSync(join(tree, mutant.file), mutant.text);
    became = await outcome();
    writeFileSync(join(tree, mutant.file), mutant.original);
    seen[mutant.key] = became;
    writeFileSync(memory, JSON.stringify(seen, undefined, 1));
  }
  if (became in counts) counts[became]++;
  else {
    missed.push(mutant);
    console.log(`missed: ${mutant.name}`);
  }
}
console.log(`mutants, ${name}: ${counts.caught} caught, ${counts.late} timed out, ${counts.unviable} do not compile, ${equivalents.length} the same by reason, ${missed.length} missed`);
process.exit(missed.length > 0 ? 1 : 0);

/** What the tests say of the tree as it is now. */
async function outcome() {
  for (const tests of [sets[name].quick, slow]) {
    const { ok, out, timedOut } = await run("cargo", ["test", "-q", "-p", "fidelity-floor", "--features", "serde", ...tests], { cwd: tree, env, seconds: seen.warm ? 120 : 1200 });
    last = out;
    if (timedOut) return "late";
    if (/could not compile/.test(out)) return "unviable";
    if (!ok) return "caught";
  }
  seen.warm = true;
  return "missed";
}

/** A mutant with the text of its changed file, and a name that outlives changes elsewhere: what stands around the place. */
function placed({ name, file, span, replacement }) {
  const original = readFileSync(join(root, file), "utf8");
  const lines = original.split("\n");
  // Columns count characters, from 1.
  const [first, last] = [[...lines[span.start.line - 1]], [...lines[span.end.line - 1]]];
  const head = first.slice(0, span.start.column - 1).join("");
  const rest = first.slice(span.start.column - 1).join("");
  const changed = head + replacement + last.slice(span.end.column - 1).join("");
  const text = [...lines.slice(0, span.start.line - 1), changed, ...lines.slice(span.end.line)].join("\n");
  const change = name.replace(/^\S+: /, "");
  return { name, file, change, rest, original, text, key: [file, change, head.trim(), rest].join("\t") };
}

function fail(why) {
  console.error(`mutants: ${why}`);
  process.exit(1);
}
