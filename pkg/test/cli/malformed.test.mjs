import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expand, problemWith } from "../../../tests/malformed.mjs";
import * as index from "../../dist/index.js";
import * as transcript from "../../dist/transcript.js";
import { cli, fileOf, linesOf, root } from "./run.mjs";

const table = JSON.parse(readFileSync(join(root, "tests/vectors/malformed.json"), "utf8"));
const summary = fileOf("summary.md", "A summary.");

test("J2: malformed calls", async (t) => {
  for (const row of table.api) await t.test(row.name, () => assert.equal(problemWith(row, { ...index, ...transcript }), undefined));
  t.diagnostic(`${table.api.length} cases`);
});

test("J2: malformed input to the command line", async (t) => {
  for (const row of table.cli) {
    await t.test(row.name, async () => {
      const args = row.args.map((arg) => (arg === "{summary}" ? summary : arg));
      const { code, stdout, stderr } = await cli(args, { stdin: expand(row.stdin) });
      assert.equal(code, row.exit, stderr);
      if (row.stderr !== undefined) assert.ok(stderr.includes(row.stderr), stderr);
      if (row.code === undefined) return assert.equal(stdout, "");
      const { line, error } = linesOf(stdout).find((answer) => answer.error !== undefined && answer.line === row.line) ?? {};
      assert.ok(error, stdout);
      assert.deepEqual({ line, code: error.code, path: error.path }, { line: row.line, code: row.code, path: row.path });
      assert.match(stderr, new RegExp(`^fidelity-floor: stdin:${row.line}: `, "m"));
      assert.match(error.message, /^expected [^]*, found /);
    });
  }
  t.diagnostic(`${table.cli.length} cases`);
});
