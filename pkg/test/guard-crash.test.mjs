// The process is killed at every single operation on a file, in the middle of every write: afterwards the old context stands or the
// new one, with its contract, and a restart goes on from there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { verifyAudit } from "fidelity-floor/audit";
import { digestOf, readSession } from "fidelity-floor/guard";
import { fileStore } from "fidelity-floor/sources/node";

const program = fileURLToPath(new URL("lib/crash.mjs", import.meta.url));
const fresh = () => mkdtempSync(join(tmpdir(), "fidelity-floor-"));
const run = (folder, point) => spawnSync(process.execPath, [program, folder, String(point)], { encoding: "utf8" });
const contextIn = (folder) => JSON.parse(readFileSync(join(folder, "context.json"), "utf8"));
const RULES = ["Never touch the table orders_archive.", "Always run the linter before you commit."];

/** A folder in which one compaction has taken place. */
function prepared() {
  const folder = fresh();
  writeFileSync(join(folder, "context.json"), JSON.stringify([{ role: "user", text: RULES[0] }]));
  const { status, stderr } = run(folder, 0);
  assert.equal(status, 0, stderr);
  return folder;
}

/** The generation of the context, after everything about it was looked at. */
async function sound(folder) {
  const [message, ...more] = contextIn(folder);
  assert.deepEqual(more, []);
  const session = readSession(message.session);
  assert.equal(session.summary, await digestOf(message.text), "the contract is for this text");
  assert.equal(session.decision, "certified");
  for (const rule of RULES) assert.ok(message.text.includes(rule));
  assert.deepEqual(await fileStore(join(folder, "sources")).prove(session.source), { recoverable: true });
  return session.contract.generation;
}

const auditOf = async (folder) => {
  const { problems, records } = await verifyAudit(readFileSync(join(folder, "audit.jsonl"), "utf8"));
  return { problems: problems.map(({ kind }) => kind), records: records.length };
};

test("killed anywhere, the old context stands or the new one", async () => {
  const start = prepared();
  assert.equal(await sound(start), 1);
  const whole = fresh();
  cpSync(start, whole, { recursive: true });
  const operations = Number(run(whole, 0).stdout);
  assert.equal(await sound(whole), 2);
  assert.ok(operations > 25, `${operations} operations`);

  const seen = new Map();
  for (let point = 1; point <= operations; point++) {
    const folder = fresh();
    cpSync(start, folder, { recursive: true });
    const { signal, stderr } = run(folder, point);
    assert.equal(signal, "SIGKILL", `operation ${point}: ${stderr}`);
    const generation = await sound(folder);
    seen.set(generation, (seen.get(generation) ?? 0) + 1);
    // At most the last line of the log is torn, and it was never acknowledged.
    const before = await auditOf(folder);
    assert.ok(before.problems.length === 0 || before.problems.join() === "not-a-record", `operation ${point}: ${before.problems}`);
    assert.equal(run(folder, 0).status, 0, `restart after ${point}`);
    assert.equal(await sound(folder), generation + 1);
    assert.deepEqual((await auditOf(folder)).problems, [], `operation ${point}`);
  }
  // Both happen: killed before the rename of the context, and after it.
  assert.deepEqual([...seen.keys()].sort(), [1, 2]);
  assert.ok(seen.get(1) > seen.get(2));
});
