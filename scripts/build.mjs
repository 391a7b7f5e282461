// Builds the npm package into pkg/dist: `npm run build`. Prints sizes, and fails when one is over its limit.
//
//   1. wasm-pack compiles wasm/ into target/wasm-pack
//   2. esbuild bundles the entries of pkg/src, one ESM and one CommonJS file each
//   3. tsc writes the declarations; each gets a .d.cts twin
//
//   --no-wasm   keep the wasm of the last build (while working on the TypeScript)
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { glueModule } from "./lib/glue.mjs";
import { path, root, wasmEnv } from "./lib/tools.mjs";

const KB = 1024;
/** gzip, in bytes. */
const limits = { "fidelity_floor.wasm": 64 * KB };
const tarballLimit = 250 * KB;

const pkg = join(root, "pkg");
const src = join(pkg, "src");
const dist = join(pkg, "dist");
const wasmPack = join(root, "target", "wasm-pack");
const { version } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));

const exec = (command, args, options) => execFileSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, PATH: path }, ...options });

if (!process.argv.includes("--no-wasm") || !existsSync(join(wasmPack, "fidelity_floor_bg.wasm"))) {
  const flags = ["--release", "--target", "web", "--mode", "no-install", "--no-pack", "--no-typescript"];
  exec("wasm-pack", ["--log-level", "warn", "build", "wasm", ...flags, "--out-dir", wasmPack, "--out-name", "fidelity_floor"], { env: { ...process.env, ...wasmEnv() } });
}

const wasm = readFileSync(join(wasmPack, "fidelity_floor_bg.wasm"));
new WebAssembly.Module(wasm); // The bytes that ship must load.
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, "fidelity_floor.wasm"), wasm);

const glue = await glueModule(join(wasmPack, "fidelity_floor.js"));
// Hex, not base64: what is sent is compressed, and compressed hex is a fifth smaller (it keeps the bytes' own repetitions).
const embedded = `import { fromHex } from "./hex.js";
const text = ${JSON.stringify(wasm.toString("hex"))};
export const embedded = () => fromHex(text);`;
const generated = { "./binding.js": glue, "./embedded.js": embedded };

/** The modules that the build writes rather than somebody. */
const virtual = {
  name: "generated modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/(binding|embedded)\.js$/ }, (args) => ({ path: args.path, namespace: "generated" }));
    onResolve({ filter: /\.wasm(\?module)?$/ }, (args) => ({ path: args.path, external: true }));
    onLoad({ filter: /./, namespace: "generated" }, (args) => ({ contents: generated[args.path], resolveDir: src }));
  },
};

/** The command line runs on the package's own entries. */
const ownEntries = {
  name: "own entries",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/(index|transcript)\.js$/ }, (args) => ({ path: args.path.slice(1), external: true }));
  },
};

const common = {
  bundle: true,
  platform: "neutral",
  target: "es2022",
  minify: true,
  legalComments: "none",
  charset: "utf8",
  define: { PACKAGE_VERSION: JSON.stringify(version) },
  plugins: [virtual],
  logLevel: "warning",
};
// The ESM entries share their code in one file, so that a class or an instance is the same whichever entry it came by.
const entries = ["index", "slim", "transcript"];
const file = (name) => join(src, `${name}.ts`);
const esm = [...entries, "workerd", "edge-light"].map(file);
await build({ ...common, entryPoints: esm, format: "esm", outdir: dist, splitting: true, chunkNames: "shared-[hash]" });
await build({ ...common, entryPoints: entries.map(file), format: "cjs", outdir: dist, outExtension: { ".js": ".cjs" } });
await build({ ...common, platform: "node", target: "node20", entryPoints: { cli: file("cli/main") }, format: "esm", outdir: dist, plugins: [ownEntries, virtual] });

declarations();
sizes();

function declarations() {
  const out = join(root, "target", "types");
  rmSync(out, { recursive: true, force: true });
  exec("tsc", ["-p", "pkg/tsconfig.build.json"]);
  // Only what an entry reaches is shipped, once for each module system.
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(join(out, `${file}.d.ts`), "utf8");
    for (const [, specifier] of text.matchAll(/from "\.\/([^"]+)\.js"/g)) visit(join(file, "..", specifier));
    mkdirSync(join(dist, file, ".."), { recursive: true });
    writeFileSync(join(dist, `${file}.d.ts`), text);
    writeFileSync(join(dist, `${file}.d.cts`), text.replace(/(from "\.[^"]+)\.js"/g, '$1.cjs"'));
  };
  entries.forEach(visit);
  // Bundlers for Workers and `?module` give the compiled module as the default export.
  writeFileSync(join(dist, "fidelity_floor.wasm.d.cts"), "declare const module: WebAssembly.Module;\nexport default module;\n");
}

function sizes() {
  let over = false;
  const line = (name, raw, zipped, limit) => {
    const late = limit !== undefined && zipped > limit;
    over ||= late;
    const kb = (bytes) => `${(bytes / KB).toFixed(1)} KB`.padStart(10);
    console.log(`${name.padEnd(24)}${kb(raw)}${kb(zipped)} gzip${limit === undefined ? "" : `  limit${kb(limit)}${late ? "  OVER" : ""}`}`);
  };
  for (const name of readdirSync(dist).filter((name) => /\.(js|cjs|wasm)$/.test(name))) {
    const bytes = readFileSync(join(dist, name));
    line(name, bytes.length, gzipSync(bytes, { level: 9 }).length, limits[name]);
  }
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(root, name), join(pkg, name));
  const [packed] = JSON.parse(exec("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: pkg, stdio: ["ignore", "pipe", "ignore"], encoding: "utf8" }));
  line(`tarball (${packed.files.length} files)`, packed.unpackedSize, packed.size, tarballLimit);
  if (over) {
    console.error("build: over the size limit");
    process.exit(3); // For scripts/test.mjs: built all the same.
  }
}
