// npm run component: installs what it needs, builds the component into target/component, prints its size and what it imports.
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { buildComponent, componentFile, importsOf } from "./lib/component.mjs";
import { kilobytes } from "./lib/limits.mjs";
import { run } from "./lib/run.mjs";
import { root } from "./lib/tools.mjs";

const setup = [join(root, "scripts", "setup.mjs"), "--component"];
const { ok } = await run(process.execPath, setup, { cwd: root, inherit: true, seconds: 1500 });
if (!ok) process.exit(1);

const { bytes, wit } = await buildComponent();
const imports = importsOf(wit);
console.log(`${relative(root, componentFile)}  ${kilobytes(bytes.length)}, ${kilobytes(gzipSync(bytes, { level: 9 }).length)} gzip`);
console.log(`exports: ${[...wit.matchAll(/^\s*export (.*);$/gm)].map(([, name]) => name).join(", ")}`);
console.log(`imports: ${imports.join(", ") || "none"}`);
process.exit(imports.length > 0 ? 1 : 0);
