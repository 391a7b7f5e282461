// What stands beside the main entry costs nobody anything who does not import it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const pkg = fileURLToPath(new URL("../", import.meta.url));

/** The bytes that each file of the package has in a bundle of this program. */
async function bundleOf(contents) {
  const { metafile } = await build({ stdin: { contents, resolveDir: pkg }, bundle: true, format: "esm", minify: true, write: false, metafile: true, platform: "node", logLevel: "silent" });
  const [output] = Object.values(metafile.outputs);
  return { bytes: output.bytes, files: new Map(Object.entries(output.inputs).map(([file, { bytesInOutput }]) => [relative("dist", relative(pkg, join(process.cwd(), file))), bytesInOutput])) };
}

test("a bundle with check alone has the main entry, what it shares, and nothing else", async () => {
  const { files } = await bundleOf('import { check } from "fidelity-floor"; console.log(check);');
  const bytes = [...files].filter(([file, size]) => size > 0 && !file.endsWith("<stdin>"));
  assert.deepEqual(bytes.map(([file]) => file).sort(), ["core.js", "index.js"]);
});

test("every subpath is a file that the main entry does not reach", () => {
  const { exports } = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, specifier] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)) visit(join(dirname(file), specifier));
  };
  visit(join(pkg, "dist/index.js"));
  assert.deepEqual([...reached].map((file) => relative(pkg, file)).sort(), ["dist/core.js", "dist/index.js"]);
  // So whatever is added beside these, adapters too, adds zero bytes.
  const others = Object.entries(exports).flatMap(([name, target]) => (name === "." || typeof target === "string" || !String(target.default?.default).endsWith(".js") ? [] : [target.default.default]));
  assert.ok(others.length >= 6);
  for (const file of others) assert.ok(!reached.has(join(pkg, file)), file);
});

test("a guard in a bundle brings neither stores nor the audit", async () => {
  const { files } = await bundleOf('import { guardCompaction } from "fidelity-floor/guard"; console.log(guardCompaction);');
  const bytes = [...files].filter(([file, size]) => size > 0 && !file.endsWith("<stdin>"));
  assert.deepEqual(bytes.map(([file]) => file).sort(), ["core.js", "guard-slim.js", "index.js"]);
});
