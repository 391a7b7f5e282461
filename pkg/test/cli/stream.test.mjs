import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bin } from "./run.mjs";

/** Feeds a batch without end in sight, and reads what comes out; gives the peak of its memory in MiB. */
async function stream(args, lines) {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  let peak = 0;
  const watch = setInterval(() => {
    const [, kib] = /VmRSS:\s+(\d+)/.exec(memoryOf(child.pid)) ?? [];
    peak = Math.max(peak, Number(kib ?? 0) / 1024);
  }, 20);
  let answers = 0;
  let last = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    answers += text.split("\n").length - 1;
    last = text.trimEnd().split("\n").at(-1).slice(-200);
  });
  for (const line of lines) if (!child.stdin.write(line)) await once(child.stdin, "drain");
  child.stdin.end();
  const [code] = await once(child, "close");
  clearInterval(watch);
  return { code, answers, peak, last };
}

function memoryOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

function* repeated(line, bytes) {
  const block = line.repeat(Math.ceil(65536 / line.length));
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
}

const MB = 1_000_000;

test("decide --batch: 100 MB in flat memory", { skip: process.platform !== "linux" }, async (t) => {
  const line = `{"required":["negation"],"certified":[],"ancestryCertified":true,"note":"${"x".repeat(1000)}"}\n`;
  const { code, answers, peak } = await stream(["decide", "--batch", "-"], repeated(line, 100 * MB));
  assert.equal(code, 0);
  assert.equal(answers, Math.ceil((100 * MB) / (line.length * Math.ceil(65536 / line.length))) * Math.ceil(65536 / line.length));
  t.diagnostic(`peak ${peak.toFixed(0)} MiB`);
  assert.ok(peak < 200, `${peak} MiB`);
});

test("check --batch: 30 MB of events in flat memory", { skip: process.platform !== "linux" }, async (t) => {
  const row = { source: [{ role: "user", text: "Do not touch orders_archive before the freeze ends. " + "We talked about it. ".repeat(200) }], summary: "Leave orders_archive alone." };
  const { code, peak } = await stream(["check", "--batch", "-"], repeated(`${JSON.stringify(row)}\n`, 30 * MB));
  assert.equal(code, 0);
  t.diagnostic(`peak ${peak.toFixed(0)} MiB`);
  assert.ok(peak < 250, `${peak} MiB`);
});

test("a line of 300 MB is refused without being held", { skip: process.platform !== "linux" }, async (t) => {
  function* endless() {
    yield '{"id":"a","source":"';
    yield* repeated("word ", 300 * MB);
    yield '","summary":"x"}\n{"id":"b","source":"Do not.","summary":"x"}\n';
  }
  const { code, answers, peak, last } = await stream(["check", "--batch", "-"], endless());
  assert.deepEqual([code, answers], [1, 2]);
  assert.ok(!last.includes('"error"'), last);
  t.diagnostic(`peak ${peak.toFixed(0)} MiB`);
  assert.ok(peak < 300, `${peak} MiB`);
});
