// The command line of the memory store, as a child process.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cli, fileOf, linesOf, toLines } from "./run.mjs";

const source = (id, text, cycle) => ({ ...(cycle ? { cycle } : {}), kind: "source", id, text });
const arrivals = [
  source("a", "The gate code is 4417. Never share it with guests."),
  source("b", "The gate is green."),
  source("c", "The gate is green."),
];
const summary = { kind: "summary", id: "s", text: "The gate has a code.", replaces: ["a", "b"] };
const store = () => fileOf("store.jsonl", toLines([...arrivals.map((line) => ({ ...line, cycle: 1 })), { ...summary, cycle: 2 }]));
const probes = toLines([{ id: "code", from: ["a"], answers: ["4417"] }, { id: "rule", from: ["a"], answers: [{ class: "negation", text: "Never share it with guests" }] }, { id: "colour", from: ["c"], answers: ["green"] }]);
const run = (...args) => cli(["store", ...args]);

test("store apply: a new store, a cycle, and nothing on a failure", async () => {
  const file = join(fileOf("x", "").slice(0, -1), "memory.jsonl");
  const first = await run("apply", file, fileOf("arrivals.jsonl", toLines(arrivals)), "--new", "--write", "--json");
  assert.deepEqual([first.code, first.stderr, linesOf(first.stdout)[0].liveAfter], [0, "", 3]);
  const dry = await run("apply", file, fileOf("cycle.jsonl", toLines([summary])));
  assert.match(dry.stdout, /live entries {2}3 → 2[\s\S]*Nothing is written/);
  await run("apply", file, fileOf("cycle.jsonl", toLines([summary])), "--write");
  const written = readFileSync(file, "utf8");
  assert.deepEqual(linesOf(written).map(({ cycle, id }) => `${cycle} ${id}`), ["1 a", "1 b", "1 c", "2 s"]);
  const bad = await run("apply", file, fileOf("bad.jsonl", `\n${toLines([source("d", "d"), { kind: "dropped", id: "a" }])}`), "--write");
  assert.equal(bad.code, 2);
  assert.match(bad.stderr, /bad\.jsonl:3: id: expected a live entry, found one that a summary replaced/);
  assert.equal(readFileSync(file, "utf8"), written);
  assert.equal((await run("apply", file, fileOf("a.jsonl", toLines([source("z", "z")])), "--new", "--write")).code, 2);
  assert.equal(readFileSync(file, "utf8"), written);
});

test("store apply: several cycles of one file, and a store without a last newline", async () => {
  const file = fileOf("store.jsonl", toLines([source("a", "a", 1)]).trimEnd());
  const cycles = toLines([source("b", "b", 2), { cycle: 3, kind: "merged", id: "b", into: "a" }]);
  const { code, stdout } = await run("apply", file, fileOf("cycles.jsonl", cycles), "--write", "--json");
  assert.deepEqual([code, linesOf(stdout).map(({ cycle, dedupRate }) => [cycle, dedupRate])], [0, [[2, 0], [3, 0.5]]]);
  assert.deepEqual(linesOf(readFileSync(file, "utf8")).length, 3);
});

test("store coverage, trace and plan", async () => {
  const [file, asked] = [store(), fileOf("probes.jsonl", probes)];
  assert.deepEqual(linesOf((await run("coverage", file, asked, "--json")).stdout), [{ answered: 1, all: 3, coverage: 1 / 3, lost: ["code", "rule"] }]);
  assert.match((await run("coverage", file, asked)).stdout, /33\.3 %[\s\S]*1 of 3 probes answered[\s\S]*code/);
  const traced = await run("trace", file, asked);
  assert.match(traced.stdout, /2 of 3 probes lost[\s\S]*"4417" stood in a, which the summary s replaced in cycle 2/);
  assert.deepEqual(linesOf((await run("trace", file, asked, "--json", "--all")).stdout).map(({ answered }) => answered), [false, false, true]);
  const poor = linesOf((await run("plan", file, asked, "--budget", "0", "--json")).stdout)[0];
  assert.deepEqual([poor.steps, poor.lost], [[], ["code", "rule"]]);
  const plan = linesOf((await run("plan", file, asked, "--write", "--json")).stdout)[0];
  assert.deepEqual([plan.steps.map(({ kind, id }) => [kind, id]), plan.regained], [[["expanded", "s"]], ["code", "rule"]]);
  assert.equal(linesOf((await run("coverage", file, asked, "--json")).stdout)[0].coverage, 1);
  assert.deepEqual(linesOf(readFileSync(file, "utf8")).at(-1), { cycle: 3, kind: "expanded", id: "s" });
});

test("store probes make their own questions", async () => {
  const file = store();
  const made = linesOf((await run("probes", file)).stdout);
  assert.deepEqual(made.map(({ from, answers }) => [from[0], answers[0].text]), [["a", "4417"], ["a", "Never share it with guests"]]);
  const all = linesOf((await run("coverage", file, "--json")).stdout)[0];
  assert.deepEqual([all.answered, all.all], [0, 2]);
});

test("store dedup and fidelity judge before anything is applied", async () => {
  const file = fileOf("store.jsonl", toLines(arrivals));
  const pairs = fileOf("pairs.jsonl", toLines([{ cluster: ["a", "b"] }, { first: "b", second: "c", cosine: 1 }]));
  const judged = linesOf((await run("dedup", file, pairs, "--json")).stdout)[0];
  assert.deepEqual(judged.merges, [{ id: "c", into: "b" }]);
  assert.deepEqual(judged.refused.map(({ first, second }) => [first, second]), [["a", "b"]]);
  assert.match((await run("dedup", file, pairs, "--write")).stdout, /c says what b says[\s\S]*Written/);
  const both = await run("dedup", file, pairs, "--threshold", "0.9");
  assert.deepEqual([both.code, both.stdout], [2, ""]);
  assert.match(both.stderr, /--threshold judges .* the cluster in line 1 of /);
  assert.equal((await run("dedup", fileOf("fresh.jsonl", toLines(arrivals)), fileOf("p.jsonl", toLines([{ first: "b", second: "c", cosine: 1 }])), "--threshold", "0.9")).code, 0);
  const wrong = await run("dedup", file, fileOf("pairs.jsonl", toLines([{ cluster: ["a"] }, { first: "a", second: "z" }])));
  assert.match(wrong.stderr, /pairs\.jsonl:2: second: expected the id of an entry, found "z"/);
  const refused = await run("fidelity", file, fileOf("summaries.jsonl", toLines([summary])));
  assert.equal(refused.code, 20);
  assert.match(refused.stdout, /s: refused, keeps 0 of 2 elements[\s\S]*a: \w+ number "4417"/);
  assert.equal((await run("fidelity", file, fileOf("summaries.jsonl", toLines([summary])), "--threshold", "0")).code, 0);
});

test("store: wrong use", async () => {
  const wrong = async (...args) => {
    const { code, stderr, stdout } = await run(...args);
    assert.deepEqual([code, stdout], [2, ""]);
    return stderr;
  };
  assert.match(await wrong(), /expects one of apply/);
  assert.match(await wrong("aply", "x"), /did you mean apply/);
  assert.match(await wrong("coverage"), /expects STORE \[PROBES\]/);
  assert.match(await wrong("coverage", "nowhere.jsonl"), /nowhere\.jsonl: expected a file/);
  assert.match(await wrong("coverage", store(), "--budget", "3"), /coverage takes no --budget/);
  assert.match(await wrong("plan", store(), "--budget", "-3"), /whole number/);
  assert.match(await wrong("plan", "-", "--write"), /needs a STORE that is a file/);
  assert.match(await wrong("coverage", fileOf("s.jsonl", '{"kind":"source","id":"a","text":"a"}\n{"kind":')), /s\.jsonl:2: /);
  assert.match(await wrong("coverage", fileOf("s.jsonl", "[]\n")), /s\.jsonl:1: expected a record/);
  assert.match(await wrong("coverage", fileOf("s.jsonl", toLines([source("a", "a", 2)]))), /s\.jsonl:1: cycle: expected 1/);
  assert.ok(!existsSync("nowhere.jsonl"));
});
