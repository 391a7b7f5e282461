// A fresh project in a temporary folder with nothing in it but the packed package.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packed, root, runtimes } from "../../scripts/lib/tools.mjs";

/** Installs the tarball of tests/pack; the folder goes away when this process ends. */
export function freshApp() {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "fidelity-floor-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const tarball = readdirSync(packed).find((name) => name.endsWith(".tgz"));
  if (!tarball) throw new Error("no tarball: run `npm test -- pack` first");
  writeFileSync(join(folder, "package.json"), '{ "name": "app", "private": true }\n');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-save", "--no-package-lock", join(packed, tarball)], {
    cwd: folder,
    timeout: 60_000,
  });
  return folder;
}

/** Puts the shared cases, the vectors as a module, and the little programs of tests/runtimes/app into the project. */
export function addCases(folder) {
  cpSync(join(runtimes, "cases.mjs"), join(folder, "cases.mjs"));
  for (const name of ["malformed.mjs", "expect.mjs", "store.mjs"]) cpSync(join(root, "tests", name), join(folder, name));
  cpSync(join(runtimes, "app"), folder, { recursive: true });
  const vectors = join(root, "tests", "vectors");
  const files = readdirSync(vectors).filter((name) => name.endsWith(".json")).sort();
  const entries = files.map((name) => `${JSON.stringify(name.slice(0, -5))}: ${readFileSync(join(vectors, name), "utf8")}`);
  const example = { session: "session.jsonl", summary: "summary.md" };
  for (const [key, name] of Object.entries(example)) example[key] = readFileSync(join(root, "examples", name), "utf8");
  entries.push(`example: ${JSON.stringify(example)}`);
  writeFileSync(join(folder, "vectors.mjs"), `export default {\n${entries.join(",\n")}\n};\n`);
}

/** The file of the package that an entry stands for under the given conditions, as a path in the project. */
function entry(folder, name, conditions) {
  const { exports } = JSON.parse(readFileSync(join(folder, "node_modules/fidelity-floor/package.json"), "utf8"));
  const pick = (target) => {
    if (typeof target === "string") return target;
    const condition = Object.keys(target).find((key) => key === "default" || conditions.includes(key));
    return condition && pick(target[condition]);
  };
  return `node_modules/fidelity-floor/${pick(exports[name]).slice(2)}`;
}

/** Writes a copy of a program that names files of the package, for places that know no package names. */
export function withAddresses(folder, from, to, conditions, base) {
  const code = readFileSync(join(folder, from), "utf8").replaceAll(
    /"fidelity-floor(\/[^"]+)?"/g,
    (_, path = "") => `"${base}${entry(folder, `.${path}`, conditions)}"`,
  );
  writeFileSync(join(folder, to), code);
  return to;
}
