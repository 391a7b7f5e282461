import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cli, linesOf, root, toLines } from "./run.mjs";

const vectors = (name) => JSON.parse(readFileSync(join(root, "tests/vectors", name), "utf8"));

test("B2: decide --batch", async (t) => {
  const { cases } = vectors("decide.json");
  for (const policy of ["any", "all"]) {
    for (const [rows, flags] of [[cases, ["--policy", policy]], [cases.map((row) => ({ ...row, policy })), []]]) {
      const { code, stdout } = await cli(["decide", "--batch", "-", ...flags], { stdin: toLines(rows) });
      assert.equal(code, 0);
      assert.deepEqual(linesOf(stdout).map(({ decision }) => decision), cases.map(({ expect }) => expect[policy]));
    }
  }
  t.diagnostic(`${cases.length} cases, both policies`);
});

test("H2–H4: cycles", async (t) => {
  const { reportedRun, single } = vectors("cycle.json");
  const said = ({ verdict, reason }) => (verdict === "halt" ? `${verdict}:${reason}` : verdict);
  for (const rules of ["prose", "reference"]) {
    for (const rows of [reportedRun, single]) {
      const { code, stdout } = await cli(["cycles", "-", "--rules", rules], { stdin: toLines(rows) });
      const expected = rows.map(({ expect }) => expect[rules]);
      // An early sign is advice: the tables know halt and continue.
      assert.deepEqual(linesOf(stdout).map(said).map((word) => (word === "watch" ? "continue" : word)), expected);
      assert.equal(code, expected.some((word) => word.startsWith("halt")) ? 20 : 0);
    }
  }
  t.diagnostic(`${reportedRun.length + single.length} cases, both rule sets`);
});
