// The audit log (C4): what is altered, removed, moved or put in is found, and its line named.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFile, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { label, lineage, lineageMermaid, lineageTree, verifyAudit } from "fidelity-floor/audit";
import { createAuditLog, guardCompaction, memoryStore, spanEvents } from "fidelity-floor/guard";
import { fileAudit } from "fidelity-floor/sources/node";

const RULE = { role: "user", text: "Never touch the table orders_archive." };
const strict = { conditions: { consumerStrict: true }, retries: 0 };

/** A chain of three in one session, one that failed, and one of another session. */
async function example() {
  const lines = [];
  const audit = createAuditLog((line) => void lines.push(line));
  const store = memoryStore();
  const options = { ...strict, audit, store };
  const guard = guardCompaction(() => "Work goes on.", options);
  const one = await guard([RULE]);
  const two = await guard([...one.messages, { role: "user", text: "Always run the linter." }]);
  await guardCompaction(() => "", options)([...two.messages, RULE]);
  const other = await guard([{ role: "user", text: "Do not restart db-4." }]);
  const three = await guard([...two.messages, { role: "user", text: "Never write to ledger_2019." }]);
  return { lines, store, outcomes: [one, two, other, three] };
}

const problemsOf = async (lines, options) => (await verifyAudit(lines.join("\n"), options)).problems.map(({ kind, line }) => `${kind} ${line}`);

test("a log as it was written is sound, and its texts are those of the store", async () => {
  const { lines, store } = await example();
  const audit = await verifyAudit(`${lines.join("\n")}\n`, { texts: (digest) => store.get(digest), last: JSON.parse(lines.at(-1)).digest });
  assert.deepEqual(audit.problems, []);
  assert.equal(audit.records.length, 5);
  assert.equal(audit.texts, 9, "five sources, four summaries");
  assert.ok(!lines.join("").includes("orders_archive"), "no text");
});

test("the digest is SHA-256 of canonical JSON", async () => {
  const { lines } = await example();
  const { digest, ...rest } = JSON.parse(lines[1]);
  const sorted = (value) =>
    Array.isArray(value) ? `[${value.map(sorted)}]`
    : value !== null && typeof value === "object" ? `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${sorted(value[key])}`)}}`
    : JSON.stringify(value);
  assert.equal(digest, `sha256:${createHash("sha256").update(sorted(rest)).digest("hex")}`);
  assert.equal(lines[1], sorted(JSON.parse(lines[1])));
  assert.equal(rest.previous, JSON.parse(lines[0]).digest);
  assert.equal("previous" in JSON.parse(lines[0]), false);
});

test("every field of every record is held", async () => {
  const { lines } = await example();
  const turned = (value) =>
    typeof value === "string" ? `${value}x` : typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : Array.isArray(value) ? [...value, "x"] : { ...value, x: 1 };
  let tried = 0;
  for (const [index, line] of lines.entries()) {
    for (const key of Object.keys(JSON.parse(line))) {
      const record = JSON.parse(line);
      record[key] = turned(record[key]);
      const found = await problemsOf(lines.with(index, JSON.stringify(record)));
      assert.ok(found.some((problem) => problem.endsWith(` ${index + 1}`)), `${key} of line ${index + 1}: ${found}`);
      tried++;
    }
  }
  assert.ok(tried > 60, `${tried} fields`);
});

test("one altered, with and without its digest", async () => {
  const { lines } = await example();
  const record = JSON.parse(lines[1]);
  record.decision = "provisional";
  assert.deepEqual(await problemsOf(lines.with(1, JSON.stringify(record))), ["altered-record 2"]);
  // Whoever makes the digest fit breaks the chain at the record after it.
  const { lines: forged } = await (async () => {
    const written = [];
    const log = createAuditLog((line) => void written.push(line), JSON.parse(lines[0]).digest);
    const { digest: _, previous: __, ...entry } = record;
    await log.append(entry);
    return { lines: written };
  })();
  assert.deepEqual(await problemsOf(lines.with(1, forged[0])), ["broken-chain 3"]);
});

test("removed, moved, doubled, put in, cut off, torn", async () => {
  const { lines } = await example();
  assert.deepEqual(await problemsOf(lines.toSpliced(2, 1)), ["broken-chain 3"]);
  assert.deepEqual(await problemsOf(lines.slice(1)), ["broken-chain 1"]);
  assert.deepEqual(await problemsOf([lines[0], lines[2], lines[1], lines[3], lines[4]]), ["broken-chain 2", "broken-chain 3", "broken-chain 4"]);
  assert.deepEqual(await problemsOf(lines.toSpliced(1, 0, lines[1])), ["broken-chain 3"]);
  assert.deepEqual(await problemsOf(lines.toSpliced(1, 0, "{}")), ["not-a-record 2"]);
  assert.deepEqual(await problemsOf(lines.with(4, lines[4].slice(0, 100))), ["not-a-record 5"]);
  const last = JSON.parse(lines[4]).digest;
  assert.deepEqual(await problemsOf(lines.slice(0, 4)), []);
  assert.deepEqual(await problemsOf(lines.slice(0, 4), { last }), ["wrong-end 4"]);
  assert.deepEqual(await problemsOf([], { last }), ["wrong-end 0"]);
});

test("a log made by an enemy breaks nothing and steers nothing", async () => {
  const { lines } = await example();
  const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
  for (const [key, value] of Object.entries({
    decision: '"\\u001b[2J"', outcome: '"a\\"]; r1 --> r9"', made: "7", failure: "null", reasons: "[null]", parents: "{}", digest: '"x"', contract: "[]", messages: deep,
  })) {
    const line = lines[1].replace(/}$/, `,"${key}":${value}}`);
    const audit = await verifyAudit(lines.with(1, line).join("\n"));
    assert.deepEqual(audit.problems.map(({ kind, line: at }) => `${kind} ${at}`), ["not-a-record 2"], key);
    assert.equal(lineageTree(audit).length, 4);
    assert.ok(!lineageMermaid(audit).includes("r9"));
  }
  const nested = lines[1].replace(/}$/, ',"reasons":[{"kind":"missing-classes","classes":["\\u001b[2J"]}]}');
  assert.deepEqual(await problemsOf(lines.with(1, nested)), ["not-a-record 2"]);
});

test("an altered text and a missing one are named with their record", async () => {
  const { lines, store, outcomes } = await example();
  const { source } = outcomes[1].session;
  const { summary } = outcomes[3].session;
  const texts = async (digest) => (digest === source ? "something else" : digest === summary ? undefined : store.get(digest));
  assert.deepEqual(await problemsOf(lines, { texts }), ["altered-text 2", "missing-text 5"]);
});

test("the lineage shows which summary came out of which", async () => {
  const { lines } = await example();
  const audit = await verifyAudit(lines.join("\n"));
  const shape = (nodes) => nodes.map(({ line, children }) => (children.length === 0 ? line : { [line]: shape(children) }));
  assert.deepEqual(shape(lineage(audit)), [{ 1: [{ 2: [3, 5] }] }, 4]);
  const tree = lineageTree(audit);
  assert.deepEqual(tree.map((line) => line.replace(/#.*/, "#")), ["#", "└ #", "├ #", "└ #", "#"]);
  assert.match(tree[0], /^#1 gen 1 certified \(repair\) [0-9a-f]{8}$/);
  assert.match(tree[2], /#3 failed: no-text$/);
  const mermaid = lineageMermaid(audit).split("\n");
  assert.equal(mermaid[0], "flowchart TD");
  for (const edge of ["  r1 --> r2", "  r2 --> r3", "  r2 --> r5"]) assert.ok(mermaid.includes(edge), edge);
  assert.equal(label(audit.records[0]), tree[0]);
});

test("a lineage of thousands in a row", async () => {
  const lines = [];
  const log = createAuditLog((line) => void lines.push(line));
  const digest = (number) => `sha256:${String(number).padStart(64, "0")}`;
  const base = { version: 1, reasons: [], conditions: {}, policy: "any", judged: [], judgements: { kept: 0, lost: 0, unsure: 0, failed: 0 }, messages: 1, outcome: "replaced", decision: "certified" };
  for (let number = 1; number <= 5000; number++) await log.append({ ...base, source: digest(0), summary: digest(number), parents: number > 1 ? [digest(number - 1)] : [] });
  const tree = lineageTree(await verifyAudit(lines.join("\n")));
  assert.equal(tree.length, 5000);
  assert.ok(tree[4999].length < 60, "one long chain does not drift to the right");
});

test("two sessions write to one log: one chain", async () => {
  const lines = [];
  const audit = createAuditLog(async (line) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    lines.push(line);
  });
  const guard = guardCompaction(() => "Work goes on.", { ...strict, audit });
  await Promise.all(Array.from({ length: 12 }, (_, index) => guard([{ role: "user", text: `Never touch table_${index}_archive.` }])));
  assert.equal(lines.length, 12);
  assert.deepEqual(await problemsOf(lines), []);
});

test("what cannot be recorded does not take place", async () => {
  let full = true;
  const lines = [];
  const audit = createAuditLog((line) => {
    if (full) throw new Error("disk full");
    lines.push(line);
  });
  const guard = guardCompaction(() => RULE.text, { ...strict, audit });
  const outcome = await guard([RULE]);
  assert.equal(outcome.kind, "failed");
  assert.equal(outcome.failure.kind, "not-recorded");
  assert.deepEqual(outcome.messages, [RULE]);
  full = false;
  assert.equal((await guard([RULE])).kind, "replaced");
  assert.deepEqual(await problemsOf(lines), [], "the chain begins with what was written");
});

test("a log in a file goes on after a restart, and after a line that was torn", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "fidelity-floor-")), "audit.jsonl");
  const append = async () => assert.equal((await guardCompaction(() => RULE.text, { ...strict, audit: await fileAudit(file) })([RULE])).kind, "replaced");
  await append();
  await append();
  await appendFile(file, '{"conditions":{"consum');
  await append();
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  assert.equal(lines.length, 3);
  assert.deepEqual(await problemsOf(lines), []);
  await writeFile(file, "no record\n");
  await assert.rejects(fileAudit(file), { code: "invalid-json", path: "line 1" });
});

test("spans get events without text", async () => {
  const events = [];
  const api = { trace: { getActiveSpan: () => ({ addEvent: (name, attributes) => events.push({ name, attributes }) }) } };
  await guardCompaction(() => "Work goes on.", { ...strict, onProgress: spanEvents(api) })([RULE]);
  assert.deepEqual(events.map(({ name }) => name), ["summarising", "checked", "repaired", "decided"].map((kind) => `fidelity_floor.${kind}`));
  assert.deepEqual(events[3].attributes, { "fidelity_floor.outcome": "replaced", "fidelity_floor.decision": "certified", "fidelity_floor.generation": 1, "fidelity_floor.made": "repair" });
  assert.ok(!JSON.stringify(events).includes("orders"));
  await guardCompaction(() => "Work goes on.", { ...strict, onProgress: spanEvents({ trace: { getActiveSpan: () => undefined } }) })([RULE]);
});
