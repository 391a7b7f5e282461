// Packs the npm package as it would be published and checks the tarball: what is in it, how large it is, what publint and
// arethetypeswrong say. Leaves it in .tools/pack for the runtime tests.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { TARBALL_LIMIT, kilobytes } from "../../scripts/lib/limits.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { packed, root, runtime } from "../../scripts/lib/tools.mjs";

const EXPECTED = /^(package\.json|README\.md|CHANGELOG\.md|LICENSE(-\w+)?|bin\/[\w-]+\.m?js|hooks\/[\w-]+\.(mjs|md)|dist\/[\w./-]+\.(js|mjs|cjs|d\.ts|d\.cts|d\.mts|wasm))$/;

const problems = [];
const folder = join(root, "pkg");
rmSync(packed, { recursive: true, force: true });
mkdirSync(packed, { recursive: true });
const printed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", packed], { cwd: folder, encoding: "utf8" });
const answer = JSON.parse(printed);
const [tarball] = Array.isArray(answer) ? answer : Object.values(answer);

console.log(`${tarball.filename}: ${kilobytes(tarball.size)} packed, ${kilobytes(tarball.unpackedSize)} unpacked, ${tarball.files.length} files`);
if (tarball.size > TARBALL_LIMIT) problems.push(`the tarball is larger than ${kilobytes(TARBALL_LIMIT)}`);

for (const { path } of tarball.files) {
  if (!EXPECTED.test(path)) problems.push(`unexpected file: ${path}`);
  const bytes = readFileSync(join(folder, path));
  for (const place of [root, homedir()]) {
    if (bytes.includes(`${place}/`)) problems.push(`${path} names a folder of the machine that built it`);
  }
}

const file = join(packed, tarball.filename);
for (const [name, ...args] of [
  ["publint", "run", file, "--strict"],
  ["attw", file, "--profile", "node16", "--no-emoji", "--no-color"],
]) {
  const result = await run(runtime(name), args, { seconds: 120 });
  console.log(`${name}: ${result.ok ? "clean" : "problems"}`);
  if (!result.ok || /warning/i.test(result.out)) problems.push(`${name}:\n${result.out}`);
}

for (const problem of problems) console.log(problem);
process.exit(problems.length > 0 ? 3 : 0); // 3, for scripts/test.mjs: packed all the same.
