// The core as a WebAssembly component: cargo makes the module, wasm-opt shrinks it, jco wraps it as its WIT says.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "./run.mjs";
import { componentFolder, root, wasmEnv } from "./tools.mjs";

const built = join(root, "target", "component");
export const componentFile = join(built, "fidelity_floor.wasm");
/** Where jco puts its JavaScript: a folder that is a package of its own. */
export const transpiled = join(built, "jco");

const jco = (file) => import(join(componentFolder, "node_modules", "@bytecodealliance", "jco-transpile", "dist", file));

async function must(command, ...args) {
  const { ok, out } = await run(command, args, { cwd: root, env: wasmEnv(), seconds: 900 });
  if (!ok) throw new Error(`${command} ${args.join(" ")}\n${out}`);
}

/**
 * A copy with the core below the component. Cargo hashes the folder of a package outside of the workspace into the names of symbols,
 * which order the functions: with the core beside it, each checkout would give other bytes.
 */
function gather() {
  const tree = join(built, "tree");
  rmSync(tree, { recursive: true, force: true });
  const copy = (from, to) => cpSync(join(root, from), join(tree, to), { recursive: true, preserveTimestamps: true });
  for (const name of ["Cargo.lock", "src", "wit"]) copy(join("component", name), name);
  // Whatever the core's manifest names has to be there.
  for (const name of ["Cargo.toml", "src", "benches/native.rs", "tests/typescript.rs"]) copy(name, join("core", name));
  const manifest = readFileSync(join(componentFolder, "Cargo.toml"), "utf8").replace("[workspace]", '[workspace]\nexclude = ["core"]').replace('path = ".."', 'path = "core"');
  writeFileSync(join(tree, "Cargo.toml"), manifest);
  return join(tree, "Cargo.toml");
}

/** Builds it. Gives the bytes, and the WIT that can be read from them. */
export async function buildComponent() {
  const manifest = gather();
  const target = "wasm32-unknown-unknown";
  await must("cargo", "build", "--release", "--locked", "--manifest-path", manifest, "--target", target, "--target-dir", built);
  const core = join(built, "core.wasm");
  await must("wasm-opt", "-O3", join(built, target, "release", "fidelity_floor_component.wasm"), "-o", core);
  const { componentNew, componentWit } = await jco("wasm-tools.js");
  const bytes = await componentNew(readFileSync(core), []);
  writeFileSync(componentFile, bytes);
  return { bytes, wit: await componentWit(bytes) };
}

/** What a component's WIT says that it needs; nothing, for ours. */
export const importsOf = (wit) => (wit.match(/^\s*import .*$/gm) ?? []).map((line) => line.trim());

/** Writes the JavaScript that loads it in Node. */
export async function transpileComponent(bytes) {
  const { transpileBytes } = await jco("transpile.js");
  const { files } = await transpileBytes(bytes, { name: "fidelity_floor" });
  for (const [name, content] of Object.entries({ ...files, "package.json": '{ "type": "module" }\n' })) {
    mkdirSync(dirname(join(transpiled, name)), { recursive: true });
    writeFileSync(join(transpiled, name), content);
  }
}
