// npm run supply: where what is built in comes from. A finding fails it; what cannot run here is named, and does not.
//
//   npm run supply              all of it
//   npm run supply -- --locks   the lock files alone: needs nothing but the tree, and is a stage of npm test
//
// Lock files: one for each folder that has dependencies, in date, every package from the public registry and with a checksum.
// `cargo deny check` (licences, doubles, sources: deny.toml) needs cargo-deny; its advisories need the advisory database, and
// `npm audit` a registry with that endpoint: mirrors often have none.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { run } from "./lib/run.mjs";
import { path, root, which } from "./lib/tools.mjs";

const { values } = parseArgs({ options: { locks: { type: "boolean" } } });
const read = (file) => readFileSync(join(root, file), "utf8");
const named = (name) => execFileSync("git", ["ls-files", name, `*/${name}`], { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
const REGISTRY = "registry+https://github.com/rust-lang/crates.io-index";
let failed = 0;

function line(word, what, why = "") {
  failed += Number(word === "FAILED");
  console.log(`${word.padEnd(8)}${what}${why && `: ${why}`}`);
}

// What a folder is a member of has its lock file.
const rust = named("Cargo.toml").filter((file) => /^\[workspace\]/m.test(read(file))).map(dirname);
const workspaces = named("package.json").flatMap((file) => (JSON.parse(read(file)).workspaces ?? []).map((member) => join(dirname(file), member)));
const node = named("package.json").map(dirname).filter((folder) => !workspaces.includes(folder));
const at = (folder, file) => join(folder, file);

for (const folder of rust) {
  const lock = at(folder, "Cargo.lock");
  const problem = existsSync(join(root, lock)) ? crates(read(lock)) : "is missing";
  line(problem ? "FAILED" : "ok", lock, problem);
}
for (const folder of node) {
  const lock = at(folder, "package-lock.json");
  const problem = existsSync(join(root, lock)) ? modules(JSON.parse(read(lock)), JSON.parse(read(at(folder, "package.json")))) : "is missing";
  line(problem ? "FAILED" : "ok", lock, problem);
}
const extra = [...named("Cargo.lock").map(dirname).filter((folder) => !rust.includes(folder)), ...named("package-lock.json").map(dirname).filter((folder) => !node.includes(folder))];
if (extra.length > 0) line("FAILED", "lock files that nothing needs", extra.join(", "));

/** What is wrong with the packages of a Cargo.lock. */
function crates(text) {
  const own = new Set(named("Cargo.toml").map((file) => /^name = "(.*)"/m.exec(read(file))?.[1]));
  for (const block of text.split("[[package]]").slice(1)) {
    const field = (name) => new RegExp(`^${name} = "(.*)"`, "m").exec(block)?.[1];
    if (field("source") === undefined && own.has(field("name"))) continue;
    if (field("source") !== REGISTRY) return `${field("name")} comes from ${field("source") ?? "a path"}`;
    if (field("checksum") === undefined) return `${field("name")} has no checksum`;
  }
  return undefined;
}

/** What is wrong with the packages of a package-lock.json; whether it asks for what package.json asks for. */
function modules({ packages }, manifest) {
  for (const kind of ["dependencies", "devDependencies"]) {
    const [locked, wanted] = [packages[""][kind] ?? {}, manifest[kind] ?? {}];
    const stale = [...new Set([...Object.keys(locked), ...Object.keys(wanted)])].find((name) => locked[name] !== wanted[name]);
    if (stale !== undefined) return `${stale} is not as package.json has it`;
  }
  const [name] = Object.entries(packages).find(([key, entry]) => key.includes("node_modules/") && !entry.link && !entry.inBundle && !entry.integrity) ?? [];
  return name === undefined ? undefined : `${name} has no checksum`;
}

if (!values.locks) {
  for (const folder of rust) await deny(folder);
  for (const folder of node) await audit(folder);
}
process.exit(failed > 0 ? 1 : 0);

async function deny(folder) {
  const name = `cargo deny, ${at(folder, "Cargo.toml")}`;
  if (!which("cargo-deny")) return line("not run", name, "needs cargo-deny (cargo install cargo-deny)");
  const ask = (...checks) => run("cargo", ["deny", "--manifest-path", join(root, folder, "Cargo.toml"), "--config", join(root, "deny.toml"), "check", ...checks], { cwd: root, env: { PATH: path } });
  const { ok, out } = await ask("licenses", "bans", "sources");
  line(ok ? "ok" : "FAILED", `${name}, licences, doubles, sources`, ok ? "" : `\n${out}`);
  const advisories = await ask("advisories");
  const unreached = /failed to fetch advisory database|failed to (?:clone|open|acquire)/i.test(advisories.out);
  line(advisories.ok ? "ok" : unreached ? "not run" : "FAILED", `${name}, advisories`, advisories.ok ? "" : unreached ? "the advisory database is not reached" : `\n${advisories.out}`);
}

async function audit(folder) {
  const name = `npm audit, ${at(folder, "package-lock.json")}`;
  const { out } = await run("npm", ["audit", "--package-lock-only", "--json"], { cwd: join(root, folder), env: { PATH: path } });
  let answer;
  try {
    answer = JSON.parse(out.slice(out.indexOf("{"), out.lastIndexOf("}") + 1));
  } catch {
    answer = {};
  }
  const counts = answer.metadata?.vulnerabilities;
  if (counts === undefined) return line("not run", name, `the registry does not answer (${/\b[45]\d\d [A-Z][A-Za-z ]+/.exec(out)?.[0] ?? "no audit endpoint"})`);
  // What ships has no dependencies: all of this is for building and testing.
  const grave = counts.high + counts.critical;
  line(grave > 0 ? "FAILED" : "ok", name, `${counts.total} advisories, ${grave} of them high or critical`);
}
