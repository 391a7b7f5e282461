// fidelity-floor audit: names the record that was tampered with.
import assert from "node:assert/strict";
import { appendFile, mkdtemp, readFile, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { guardCompaction } from "fidelity-floor/guard";
import { fileAudit, fileStore } from "fidelity-floor/sources/node";
import { cli, fileOf, toLines } from "./run.mjs";

const RULES = ["Never touch the table orders_archive.", "Always run the linter before you commit.", "Do not restart db-4."];

/** A log of three compactions in a row, with their texts. */
async function example() {
  const folder = await mkdtemp(join(tmpdir(), "fidelity-floor-"));
  const [file, texts] = [join(folder, "audit.jsonl"), join(folder, "sources")];
  const guard = guardCompaction(() => "Work goes on.", { audit: await fileAudit(file), store: fileStore(texts), retries: 0 });
  let context = [];
  const outcomes = [];
  for (const text of RULES) {
    outcomes.push(await guard([...context, { role: "user", text }]));
    context = outcomes.at(-1).messages;
  }
  return { file, texts, outcomes, lines: (await readFile(file, "utf8")).trimEnd().split("\n") };
}

test("a sound log: code 0 and the lineage", async () => {
  const { file, texts, lines } = await example();
  const { code, stdout, stderr } = await cli(["audit", file, "--texts", texts]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^sound: 3 records, 6 texts compared\n/);
  assert.match(stdout, /\n {2}#1 gen 1 certified \(repair\) [0-9a-f]{8}\n {2}└ #2 gen 2 .*\n {2}└ #3 gen 3 /);
  const last = JSON.parse(lines[2]).digest;
  assert.ok(stdout.endsWith(`Ends with ${last}\n`));
  assert.match(stdout, /only --last DIGEST can tell/);
  const whole = await cli(["audit", file, "--last", last]);
  assert.deepEqual([whole.code, whole.stdout.includes("--last")], [0, false]);
  const mermaid = await cli(["audit", file, "--mermaid"]);
  assert.equal(mermaid.code, 0);
  assert.ok(mermaid.stdout.startsWith("flowchart TD\n") && mermaid.stdout.includes("  r1 --> r2\n"));
  const json = JSON.parse((await cli(["audit", file, "--json"])).stdout);
  assert.deepEqual(json, { ok: true, records: 3, texts: 0, problems: [], last });
});

test("a tampered log: code 20 and the line of the record", async () => {
  const { file, lines } = await example();
  await writeFile(file, `${lines.with(1, lines[1].replace('"outcome":"replaced"', '"outcome":"refused"')).join("\n")}\n`);
  const { code, stdout } = await cli(["audit", file]);
  assert.equal(code, 20);
  assert.match(stdout, /^NOT SOUND: 1 problem in 3 records\n {2}line 2: this record was altered/);
  await writeFile(file, `${lines[0]}\n${lines[2]}\n`);
  const removed = await cli(["audit", file, "--json"]);
  assert.equal(removed.code, 20);
  assert.deepEqual(JSON.parse(removed.stdout).problems.map(({ kind, line }) => [kind, line]), [["broken-chain", 2]]);
  const cut = await cli(["audit", file, "--last", JSON.parse(lines[1]).digest]);
  assert.match(cut.stdout, /the log should end with/);
});

test("a tampered text: code 20, its record and its part", async () => {
  const { file, texts, outcomes } = await example();
  const source = join(texts, outcomes[1].session.source.slice("sha256:".length));
  await appendFile(source, " ");
  const { code, stdout } = await cli(["audit", file, "--texts", texts]);
  assert.equal(code, 20);
  assert.match(stdout, /^NOT SOUND: 1 problem in 3 records, 6 texts compared\n {2}line 2: the source was altered: sha256:/);
  assert.equal((await readdir(texts)).length, 6);
});

test("texts may come as JSON Lines", async () => {
  const { file, outcomes } = await example();
  let context = [];
  const rows = RULES.flatMap((text, index) => {
    const messages = [...context, { role: "user", text }];
    context = outcomes[index].messages;
    return [{ messages }, { text: outcomes[index].summary }];
  });
  assert.equal((await cli(["audit", file, "--texts", fileOf("texts.jsonl", toLines(rows))])).code, 0);
  const { stdout } = await cli(["audit", file, "--texts", fileOf("texts.jsonl", toLines(rows.slice(1)))]);
  assert.match(stdout, /line 1: the source is missing/);
});

test("wrong usage", async () => {
  for (const args of [["audit"], ["audit", "a", "b"], ["audit", "no-such-file"], ["audit", fileOf("x", ""), "--last", "abc"], ["audit", fileOf("x", ""), "--texts", fileOf("y", "{")]]) {
    const { code, stderr } = await cli(args);
    assert.equal(code, 2, args.join(" "));
    assert.ok(stderr.startsWith("fidelity-floor"), stderr);
  }
  const empty = await cli(["audit", fileOf("x", "")]);
  assert.equal(empty.code, 0);
  assert.match(empty.stdout, /^empty: there is no record in this log, so nothing was verified$/m);
  assert.match((await cli(["audit"])).stderr, /audit expects one FILE, found 0 names/);
});
