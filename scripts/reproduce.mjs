// npm run reproduce: compiles in two checkouts, in folders of different names, and says whether the bytes agree.
//
//   npm run reproduce                 the module and, where `npm run component` was run before, the component
//   npm run reproduce -- module       only that; or component
//
// Prints one digest (SHA-256) for each, and whether what was built before has it.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { componentFile } from "./lib/component.mjs";
import { run } from "./lib/run.mjs";
import { componentFolder, root } from "./lib/tools.mjs";

const digest = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
const needed = ["Cargo.toml", "Cargo.lock", "README.md", "src", "wasm", "component", "data", "benches", "scripts", "tests", "examples"];
const linked = ["node_modules", ".tools", join("component", "node_modules")];

const wasmPack = ["--log-level", "warn", "build", "wasm", "--release", "--target", "web", "--mode", "no-install", "--no-pack", "--no-typescript"];
/** What is built: a program that builds it in a checkout, where it puts it, and where an earlier build is. */
const kinds = {
  module: {
    script: `import { wasmEnv } from "./scripts/lib/tools.mjs"; import { execFileSync } from "node:child_process";
      execFileSync("wasm-pack", ${JSON.stringify([...wasmPack, "--out-dir", "../out", "--out-name", "fidelity_floor"])}, { stdio: "inherit", env: { ...process.env, ...wasmEnv() } });`,
    out: join("out", "fidelity_floor_bg.wasm"),
    before: join("pkg", "dist", "fidelity_floor.wasm"),
  },
  component: {
    script: `import { buildComponent } from "./scripts/lib/component.mjs"; await buildComponent();`,
    out: componentFile.slice(root.length + 1),
    before: componentFile.slice(root.length + 1),
  },
};
const asked = process.argv.slice(2);
const canComponent = existsSync(join(componentFolder, "node_modules"));
if (!asked.every((kind) => kind in kinds) || (asked.includes("component") && !canComponent)) {
  console.error("reproduce: module, component (which needs what `npm run component` installs)");
  process.exit(1);
}

const folders = ["fidelity-a-", "another-checkout-"].map((name) => mkdtempSync(join(tmpdir(), name)));
try {
  for (const folder of folders) {
    for (const name of needed) cpSync(join(root, name), join(folder, name), { recursive: true, filter: (from) => !/node_modules|[\\/]target([\\/]|$)/.test(from) });
    for (const name of linked) if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
  }
  for (const kind of asked.length > 0 ? asked : canComponent ? ["module", "component"] : ["module"]) {
    const { script, out, before } = kinds[kind];
    const digests = [];
    for (const folder of folders) {
      const { ok, out: said } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, seconds: 1800 });
      if (!ok) throw new Error(said);
      digests.push(digest(join(folder, out)));
    }
    const same = digests[0] === digests[1];
    console.log(same ? `reproduce: two checkouts, one ${kind}: sha256 ${digests[0]}` : `reproduce: two checkouts, two of ${kind}:\n${digests.join("\n")}`);
    if (existsSync(join(root, before))) console.log(`  ${before}: ${digest(join(root, before)) === digests[0] ? "the same" : `another one (older?): ${digest(join(root, before))}`}`);
    if (!same) process.exitCode = 1;
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
