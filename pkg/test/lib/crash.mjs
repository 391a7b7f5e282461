// A host that keeps its context in a file, compacts it once more, and dies at the file system operation of the given number:
// `crash.mjs FOLDER NUMBER`. 0 dies nowhere. A write dies when half of its bytes are on disk. Prints how many operations there were.
import promises from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

const [folder, number] = process.argv.slice(2);
let count = 0;
const atPoint = () => ++count === Number(number);
const die = () => process.kill(process.pid, "SIGKILL");

const patched = createRequire(import.meta.url)("node:fs/promises");
for (const name of ["rename", "mkdir", "readFile"]) {
  const real = promises[name];
  patched[name] = (...args) => (atPoint() ? die() : real(...args));
}
const open = promises.open;
patched.open = async (...args) => {
  if (atPoint()) die();
  const handle = await open(...args);
  for (const name of ["sync", "close", "truncate"]) {
    const real = handle[name].bind(handle);
    handle[name] = (...more) => (atPoint() ? die() : real(...more));
  }
  const writeFile = handle.writeFile.bind(handle);
  handle.writeFile = async (content) => {
    if (!atPoint()) return writeFile(content);
    const bytes = Buffer.from(content);
    await writeFile(bytes.subarray(0, bytes.length >> 1));
    die();
  };
  return handle;
};
syncBuiltinESMExports();

const { guardCompaction } = await import("fidelity-floor/guard");
const { fileAudit, fileStore, writeAtomically } = await import("fidelity-floor/sources/node");

const file = join(folder, "context.json");
const context = JSON.parse(readFileSync(file, "utf8"));
const guard = guardCompaction(() => "Work goes on.", {
  conditions: { consumerStrict: true },
  store: fileStore(join(folder, "sources")),
  audit: await fileAudit(join(folder, "audit.jsonl")),
});
const outcome = await guard([...context, { role: "user", text: "Always run the linter before you commit." }]);
await writeAtomically(file, JSON.stringify(outcome.messages));
console.log(count);
