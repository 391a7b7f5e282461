// What the compiler's settings buy: the module's size and the time of a check, for several levels, with and without SIMD, and after
// several passes of wasm-opt. The modules are measured in turns within one run.
//
//   npm run bench opt [-- --keep] [LEVEL …]      only these levels; --keep takes what is built already
//
// `z+core3`: the level of the binding and of everything else, then that of the core alone.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { path, root, wasmEnv } from "../scripts/lib/tools.mjs";
import { measure } from "./lib/rounds.mjs";
import { makeSession, makeSummary } from "./lib/texts.mjs";

const LEVELS = [
  { name: "z", all: "z", passes: ["none", "-Oz", "-O3", "-O4"] },
  { name: "s", all: "s" },
  { name: "2", all: "2" },
  { name: "3", all: "3" },
  { name: "z+core-s", all: "z", core: "s" },
  { name: "z+core2", all: "z", core: "2" },
  { name: "z+core3", all: "z", core: "3" },
  { name: "z+core3+simd", all: "z", core: "3", simd: true },
  { name: "3+simd", all: "3", simd: true },
];
const PASSES = ["none", "-Oz", "-O3"];
const SOURCE = 500_000;

const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const keep = process.argv.includes("--keep");
const folder = join(root, "target", "opt");
const environment = { ...process.env, ...wasmEnv() };
const exec = (command, args, more) => execFileSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], env: { ...environment, ...more } });

/** Compiles with a level, wasm-bindgen's output into a folder. */
function compile({ all, core, simd }, out) {
  const profile = [`profile.release.opt-level=${toml(all)}`];
  if (core !== undefined) profile.push(`profile.release.package.fidelity-floor.opt-level=${toml(core)}`);
  const flags = [environment.CARGO_ENCODED_RUSTFLAGS, ...(simd ? ["-Ctarget-feature=+simd128"] : [])].join("\x1f");
  const target = ["--target", "wasm32-unknown-unknown", "--target-dir", join(folder, "cargo")];
  const build = ["build", "--quiet", "--release", "-p", "fidelity-floor-wasm", ...target, ...profile.flatMap((one) => ["--config", one])];
  exec("cargo", build, { CARGO_ENCODED_RUSTFLAGS: flags });
  const built = join(folder, "cargo", "wasm32-unknown-unknown", "release", "fidelity_floor_wasm.wasm");
  exec("wasm-bindgen", [built, "--target", "web", "--no-typescript", "--omit-default-module-path", "--out-dir", out, "--out-name", "fidelity_floor"]);
}
const toml = (level) => (/\d/.test(level) ? level : `"${level}"`);

/** The package of the last build with another module: its entry that is given one. */
async function packageWith(name, bytes) {
  const copy = join(folder, "packages", name);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, "package.json"), '{"type":"module"}');
  for (const file of ["slim.js", "core.js"]) cpSync(join(root, "pkg", "dist", file), join(copy, file));
  const api = await import(join(copy, "slim.js"));
  api.init(await WebAssembly.compile(bytes));
  return api;
}

const event = { source: makeSession(SOURCE), summary: makeSummary() };
const variants = [];
for (const level of LEVELS) {
  if (words.length > 0 && !words.includes(level.name)) continue;
  const out = join(folder, level.name);
  if (!keep || !existsSync(join(out, "fidelity_floor_bg.wasm"))) compile(level, out);
  const plain = join(out, "fidelity_floor_bg.wasm");
  for (const pass of level.passes ?? PASSES) {
    const file = join(out, `${pass.replace("-", "")}.wasm`);
    if (keep && existsSync(file));
    else if (pass === "none") cpSync(plain, file);
    else exec("wasm-opt", [pass, plain, "-o", file, ...(level.simd ? ["--enable-simd"] : [])]);
    const bytes = readFileSync(file);
    const api = await packageWith(`${level.name} ${pass}`, bytes);
    variants.push({ level: level.name, pass, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, call: () => api.check(event) });
  }
  console.error(`built ${level.name}`);
}
if (variants.length === 0) throw new Error("no such level");

// The first is the base of the ratios.
const name = ({ level, pass }) => `${level} ${pass}`;
const shipped = variants.find(({ level, pass }) => level === "z" && pass === "-O3") ?? variants[0];
const ordered = [shipped, ...variants.filter((one) => one !== shipped)];
const expected = JSON.stringify(shipped.call());
for (const one of ordered) if (JSON.stringify(one.call()) !== expected) throw new Error(`${name(one)} answers otherwise`);
const { ms, rounds } = measure(Object.fromEntries(ordered.map((one) => [name(one), one.call])), { rounds: 21, warm: 4, seconds: 400 });

console.log(`check, ${SOURCE / 1000} KB and 12 KB, Node ${process.versions.node}; ${rounds} rounds in turns; as shipped: ${name(shipped)}`);
console.log(["level", "wasm-opt", "KB", "KB gzip", "ms (p10 – p90)", "of shipped"].map((cell, at) => cell.padEnd([14, 10, 8, 9, 24, 0][at])).join(""));
for (const one of variants) {
  const time = ms[name(one)];
  const cells = [one.level, one.pass, (one.raw / 1024).toFixed(1), (one.gzip / 1024).toFixed(1), `${time.median.toFixed(1)} (${time.p10.toFixed(1)} – ${time.p90.toFixed(1)})`, (time.median / ms[name(shipped)].median).toFixed(2)];
  console.log(cells.map((cell, at) => cell.padEnd([14, 10, 8, 9, 24, 0][at])).join(""));
}
