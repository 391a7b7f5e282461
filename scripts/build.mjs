// Builds the npm package into pkg/dist: `npm run build`. Prints sizes, and fails when one is over its limit.
//
//   1. wasm-pack compiles wasm/ into target/wasm-pack, and without its default features into target/wasm-pack-small
//   2. esbuild bundles pkg/src: what the entries share, the entries, the command line; CommonJS gets a line for each entry
//   3. tsc writes the declarations, once for both module systems
//
//   --no-wasm   keep the wasm of the last build (while working on the TypeScript)
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { glueModule } from "./lib/glue.mjs";
import { TARBALL_LIMIT, WASM_LIMIT, kilobytes } from "./lib/limits.mjs";
import { printable } from "./lib/printable.mjs";
import { path, root, wasmEnv } from "./lib/tools.mjs";

const pkg = join(root, "pkg");
const src = join(pkg, "src");
const dist = join(pkg, "dist");
const wasmPack = join(root, "target", "wasm-pack");
const wasmPackSmall = join(root, "target", "wasm-pack-small");
const { version } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));

const exec = (command, args, options) => execFileSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, PATH: path }, ...options });

/** Compiles the binding, whole or without its default features. */
function compile(folder, ...features) {
  if (process.argv.includes("--no-wasm") && existsSync(join(folder, "fidelity_floor_bg.wasm"))) return;
  const flags = ["--release", "--target", "web", "--mode", "no-install", "--no-pack", "--no-typescript"];
  const out = ["--out-dir", folder, "--out-name", "fidelity_floor"];
  exec("wasm-pack", ["--log-level", "warn", "build", "wasm", ...flags, ...out, "--", ...features], { env: { ...process.env, ...wasmEnv() } });
}
compile(wasmPack);
compile(wasmPackSmall, "--no-default-features");

const [wasm, small] = [wasmPack, wasmPackSmall].map((folder) => readFileSync(join(folder, "fidelity_floor_bg.wasm")));
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, "fidelity_floor.wasm"), wasm);

// One glue for both: the small module imports and exports nothing that the whole one does not.
const glue = await glueModule(join(wasmPack, "fidelity_floor.js"));
const imports = (bytes) => WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ module, name }) => `${module} ${name}`);
if (!imports(small).every((name) => imports(wasm).includes(name))) throw new Error("the small module has imports of its own");
const embedded = `import { fromHex, fromPrintable } from "./bytes.js";
export const embedded = () => fromPrintable(${JSON.stringify(printable(wasm))}, ${wasm.length});
export const embeddedSmall = () => fromHex("${small.toString("hex")}");`;

const file = (name) => join(src, `${name}.ts`);
const common = {
  bundle: true,
  platform: "neutral",
  target: "es2022",
  format: "esm",
  outdir: dist,
  minify: true,
  // Node shows the whole line of what threw.
  lineLimit: 160,
  legalComments: "none",
  charset: "utf8",
  define: { PACKAGE_VERSION: JSON.stringify(version) },
  logLevel: "warning",
};

/** Modules that are not in src: those that the build writes, and the .wasm, which stays a file. */
const modules = (written) => ({
  name: "modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.wasm(\?module)?$/ }, (args) => ({ path: args.path, external: true }));
    onResolve({ filter: /^\.\// }, (args) => (args.path in written ? { path: args.path, namespace: "written" } : undefined));
    onLoad({ filter: /./, namespace: "written" }, (args) => ({ contents: written[args.path], resolveDir: src }));
  },
});
// All entries share one file, so that a class or an instance is the same whichever of them it came by.
await build({ ...common, entryPoints: [file("core")], plugins: [modules({ "./binding.js": glue })] });
const exportsOf = ({ metafile }) => Object.values(metafile.outputs)[0].exports;
const names = exportsOf(await build({ ...common, entryPoints: [file("api")], plugins: [modules({ "./binding.js": glue })], metafile: true, write: false }));
const shared = {
  name: "shared",
  setup: ({ onResolve }) => onResolve({ filter: /\/(core|instance|errors|validate)\.js$/ }, () => ({ path: "./core.js", external: true })),
};
// Files over the core, beside the entries: they load no module by themselves, and no entry imports them.
const parts = { "guard-slim": "guard/api", sources: "sources", "sources-node": "sources/node", audit: "audit" };
// The guard with a module: a line for each way to load it.
const guards = { guard: "index", "guard-workerd": "workerd", "guard-edge-light": "edge-light" };
const written = modules({ "./embedded.js": embedded, "./api.js": `export { ${names.join(", ")} } from "./core.js";` });
// Lines as long as they like: one of them holds the module.
await build({ ...common, lineLimit: 0, entryPoints: ["index", "slim", "transcript", "workerd", "edge-light"].map(file), plugins: [shared, written] });
const files = (names) => Object.fromEntries(Object.entries(names).map(([name, path]) => [name, file(path)]));
await build({ ...common, entryPoints: files(parts), plugins: [shared], external: ["node:*"] });
for (const [name, way] of Object.entries(guards)) writeFileSync(join(dist, `${name}.js`), `import"./${way}.js";export*from"./guard-slim.js";\n`);
// Adapters ask for the guard by the package's own name, so that each runtime takes it by its way.
const adapters = Object.fromEntries(["ai-sdk", "langchain", "cloudflare-agents", "google-adk"].map((name) => [name, `adapters/${name}`]));
const byName = {
  name: "by name",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/guard\/(guard|session)\.js$/ }, () => ({ path: "fidelity-floor/guard", external: true }));
    onResolve({ filter: /^\.\.\/transcript\.js$/ }, () => ({ path: "./transcript.js", external: true }));
  },
};
await build({ ...common, entryPoints: files(adapters), plugins: [byName, shared] });
const entries = { index: "index", slim: "slim", transcript: "transcript", guard: "guard/api", ...parts, ...adapters };
// `require` gives the ES modules themselves: nothing is there twice, on disk or in memory.
for (const name of Object.keys(entries)) writeFileSync(join(dist, `${name}.cjs`), `module.exports = require("./${name}.js");\n`);

/** The command line runs on the package's own entries. */
const ownEntries = {
  name: "own entries",
  setup: ({ onResolve }) => onResolve({ filter: /^\.\.\/(index|transcript|audit)\.js$/ }, (args) => ({ path: args.path.slice(1), external: true })),
};
await build({ ...common, platform: "node", target: "node20", entryPoints: { cli: file("cli/main") }, plugins: [ownEntries, shared] });

declarations();
sizes();

function declarations() {
  const out = join(root, "target", "types");
  rmSync(out, { recursive: true, force: true });
  exec("tsc", ["-p", "pkg/tsconfig.build.json"]);
  // Only what an entry reaches is shipped, as CommonJS, which declarations of either kind may refer to.
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(join(out, `${file}.d.ts`), "utf8");
    for (const [, specifier] of text.matchAll(/from "(\.\.?\/[^"]+)\.js"/g)) visit(join(file, "..", specifier));
    mkdirSync(join(dist, file, ".."), { recursive: true });
    writeFileSync(join(dist, `${file}.d.cts`), text.replace(/(from "\.[^"]+)\.js"/g, '$1.cjs"'));
  };
  for (const [name, path] of Object.entries(entries)) {
    visit(path);
    writeFileSync(join(dist, `${name}.d.ts`), `export * from "./${path}.cjs";\n`);
    if (path !== name) writeFileSync(join(dist, `${name}.d.cts`), `export * from "./${path}.cjs";\n`);
  }
  // Bundlers for Workers and `?module` give the compiled module as the default export.
  writeFileSync(join(dist, "fidelity_floor.wasm.d.cts"), "declare const module: WebAssembly.Module;\nexport default module;\n");
}

function sizes() {
  let over = false;
  const line = (name, raw, zipped, limit, whose) => {
    const late = limit !== undefined && zipped > limit;
    over ||= late;
    const kb = (bytes) => kilobytes(bytes).padStart(10);
    const rest = limit === undefined ? "" : `  limit of the ${whose}: ${kilobytes(limit)}${late ? "  OVER" : ""}`;
    console.log(`${name.padEnd(24)}${kb(raw)}${kb(zipped)} gzip${rest}`);
  };
  for (const name of readdirSync(dist).filter((name) => /\.(js|wasm)$/.test(name))) {
    const bytes = readFileSync(join(dist, name));
    const zipped = gzipSync(bytes, { level: 9 }).length;
    if (name.endsWith(".wasm")) line(name, bytes.length, zipped, WASM_LIMIT, "WebAssembly module");
    else line(name, bytes.length, zipped);
  }
  line("(its hot path, embedded)", small.length, gzipSync(small, { level: 9 }).length);
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(root, name), join(pkg, name));
  const [packed] = JSON.parse(exec("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: pkg, stdio: ["ignore", "pipe", "ignore"], encoding: "utf8" }));
  line(`tarball (${packed.files.length} files)`, packed.unpackedSize, packed.size, TARBALL_LIMIT, "tarball");
  if (over) {
    console.error("build: over the size limit");
    process.exit(3); // For scripts/test.mjs: built all the same.
  }
}
