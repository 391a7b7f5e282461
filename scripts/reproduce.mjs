// npm run reproduce: compiles the module in two checkouts, in folders of different names, and says whether the bytes agree.
// Prints one digest (SHA-256), and beside it that of the module in pkg/dist where there is one.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./lib/run.mjs";
import { root } from "./lib/tools.mjs";

const digest = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
const needed = ["Cargo.toml", "Cargo.lock", "README.md", "src", "wasm", "data", "benches", "scripts", "tests", "examples"];

async function build(folder) {
  for (const name of needed.filter((name) => existsSync(join(root, name)))) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (from) => !/node_modules|[\\/]target([\\/]|$)/.test(from) });
  }
  for (const name of ["node_modules", ".tools"]) if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
  const script = `import { wasmEnv } from "./scripts/lib/tools.mjs"; import { execFileSync } from "node:child_process";
    execFileSync("wasm-pack", ${JSON.stringify(["--log-level", "warn", "build", "wasm", "--release", "--target", "web", "--mode", "no-install", "--no-pack", "--no-typescript", "--out-dir", join(folder, "out"), "--out-name", "fidelity_floor"])},
      { stdio: "inherit", env: { ...process.env, ...wasmEnv() } });`;
  const { ok, out } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, seconds: 1800 });
  if (!ok) throw new Error(out);
  return digest(join(folder, "out", "fidelity_floor_bg.wasm"));
}

const folders = ["fidelity-a-", "another-checkout-"].map((name) => mkdtempSync(join(tmpdir(), name)));
try {
  const digests = [];
  for (const folder of folders) digests.push(await build(folder));
  const shipped = join(root, "pkg", "dist", "fidelity_floor.wasm");
  const same = digests[0] === digests[1];
  console.log(same ? `reproduce: two checkouts, one module: sha256 ${digests[0]}` : `reproduce: two checkouts, two modules:\n${digests.join("\n")}`);
  if (existsSync(shipped)) console.log(`pkg/dist: ${digest(shipped) === digests[0] ? "the same" : `another one (older?): ${digest(shipped)}`}`);
  process.exitCode = same ? 0 : 1;
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
