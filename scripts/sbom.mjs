// npm run sbom: what is in the package, as CycloneDX 1.5, on standard output. The npm package has no dependencies: what it
// holds are the crates compiled into its module, as cargo names them for the wasm target.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/tools.mjs";

const args = ["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", "wasm32-unknown-unknown"];
const { packages, resolve } = JSON.parse(execFileSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 }));
const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
const byId = new Map(packages.map((entry) => [entry.id, entry]));

/** What the binding is built from: dependencies of the kinds that are linked (null) or run while compiling (build). */
const reached = new Map();
const visit = (id) => {
  if (reached.has(id)) return;
  const linked = nodes.get(id).deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind !== "dev")).map(({ pkg }) => pkg);
  reached.set(id, linked);
  linked.forEach(visit);
};
visit(packages.find(({ name }) => name === "fidelity-floor-wasm").id);

const purl = ({ name, version }) => `pkg:cargo/${name}@${version}`;
const component = (entry) => ({
  type: "library",
  "bom-ref": purl(entry),
  name: entry.name,
  version: entry.version,
  purl: purl(entry),
  ...(entry.license && { licenses: [{ expression: entry.license.replaceAll("/", " OR ") }] }),
});
const order = (a, b) => (a < b ? -1 : Number(a > b));
const entries = [...reached.keys()].map((id) => byId.get(id)).sort((a, b) => order(purl(a), purl(b)));
const { name, version, license, dependencies = {} } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));
if (Object.keys(dependencies).length > 0) throw new Error("the npm package has dependencies: list them here");
const own = `pkg:npm/${name}@${version}`;
const dependsOn = (id) => reached.get(id).map((id) => purl(byId.get(id))).sort(order);
const bom = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: { component: { type: "library", "bom-ref": own, name, version, purl: own, licenses: [{ expression: license }] } },
  components: entries.map(component),
  dependencies: [
    { ref: own, dependsOn: [purl(entries.find(({ name }) => name === "fidelity-floor-wasm"))] },
    ...entries.map((entry) => ({ ref: purl(entry), dependsOn: dependsOn(entry.id) })),
  ],
};
console.log(JSON.stringify(bom, null, 2));
