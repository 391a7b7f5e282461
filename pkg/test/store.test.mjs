// The memory store (I, E6): the shared vectors, and what only JavaScript has.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createStore, dedup, fidelity, isFidelityError, recordsOf } from "fidelity-floor";
import * as api from "fidelity-floor";
import { storeCases } from "../../tests/store.mjs";

const vectors = (name) => JSON.parse(readFileSync(new URL(`../../tests/vectors/${name}.json`, import.meta.url), "utf8"));
const cases = [...storeCases(api, vectors("store"))];

test(`store.json: ${cases.length} cases`, () => {
  for (const { name, actual, problem } of cases) assert.equal(problem(actual()), undefined, name);
});

for (const file of ["dedup", "dedup-blind", "dedup-blind2", "dedup-blind3"]) {
  const { pairs } = vectors(file);
  test(`${file}.json: ${pairs.length} pairs`, () => {
    for (const { name, a, b, same, open } of pairs) {
      const { merges, refused } = dedup({ entries: [{ id: "a", text: a }, { id: "b", text: b }], pairs: [{ first: "a", second: "b" }] });
      assert.equal(merges.length === 1, open === undefined ? same : !same, `${name}: ${JSON.stringify(refused)}`);
      assert.equal(merges.length + refused.length, 1);
    }
  });
}

const source = (id, text, more = {}) => ({ kind: "source", id, text, ...more });
const gate = () => createStore([source("a", "The gate code is 4417."), source("b", "The gate is green."), { kind: "summary", id: "s", text: "There is a gate.", replaces: ["a", "b"] }]);
const thrown = (call) => {
  try {
    call();
  } catch (error) {
    assert.ok(isFidelityError(error), String(error));
    return [error.code, error.path];
  }
  return assert.fail("it did not throw");
};

test("what a cycle came to is what a detector takes", () => {
  const store = createStore([source("a", "a", { tokens: 10 }), source("b", "a", { tokens: 10 }), source("c", "c", { tokens: 5 })]);
  const applied = store.apply([source("d", "d", { tokens: 5 }), { kind: "merged", id: "b", into: "a" }]);
  assert.deepEqual(applied, { cycle: 2, tokensBefore: 25, tokensAfter: 20, liveBefore: 3, liveAfter: 3, dedupRate: 0.25 });
  assert.equal(api.checkCycle({ ...applied, coverageBefore: 1, coverageAfter: 1 }).verdict, "continue");
});

test("tokens are estimated as the core estimates, in every script", () => {
  for (const text of ["", "abc", "naïve", "漢字かな", "👩‍💻 🗝", "ÿ߿ࠀ", "a".repeat(999)]) {
    assert.equal(createStore([source("a", text)]).entry("a").tokens, api.estimateTokens(text), text);
  }
});

test("records come back as they went in, with their cycles", () => {
  const store = gate();
  store.apply([{ kind: "expanded", id: "s" }, { kind: "dropped", id: "b" }]);
  store.apply([{ kind: "restored", id: "b" }, { kind: "merged", id: "b", into: "a" }]);
  const lines = [...store.records()];
  assert.deepEqual(lines.map(({ cycle, kind }) => [cycle, kind].join(" ")), ["1 source", "1 source", "1 summary", "2 expanded", "2 dropped", "3 restored", "3 merged"]);
  assert.deepEqual([...createStore(JSON.parse(JSON.stringify(lines))).entries()], [...store.entries()]);
  assert.deepEqual(store.lineage(["b"]).map(({ id, state, into, gone }) => [id, state, into, gone]), [["b", "merged", "a", 3], ["a", "live", undefined, undefined]]);
  assert.equal(store.entry("none"), undefined);
});

test("misuse names the field, and changes nothing", () => {
  const store = gate();
  const before = JSON.stringify([...store.records()]);
  const rejects = (records, ...expected) => assert.deepEqual(thrown(() => store.apply(records)), expected);
  rejects("x", "invalid-type", "records");
  rejects([null], "invalid-type", "records[0]");
  rejects([source("c", "c"), { kind: "sumary", id: "x" }], "unknown-name", "records[1].kind");
  rejects([source("c", "c"), { id: "x" }], "missing-field", "records[1].kind");
  rejects([source("c", 7)], "invalid-type", "records[0].text");
  rejects([source("c", "\ud800")], "lone-surrogate", "records[0].text");
  rejects([source("c", "c", { tokens: 1.5 })], "out-of-range", "records[0].tokens");
  rejects([source("c", "c", { tokens: NaN })], "not-finite", "records[0].tokens");
  rejects([{ kind: "dropped", id: "s", replaces: [] }], "unknown-field", "records[0].replaces");
  rejects([source("c", "c", { cycle: 1 })], "out-of-range", "records[0].cycle");
  rejects([source("c", "c"), { kind: "summary", id: "t", text: "t", replaces: ["c", "a"] }], "wrong-state", "records[1].replaces[1]");
  assert.equal(JSON.stringify([...store.records()]), before);
  assert.deepEqual(thrown(() => createStore([source("a", "a", { cycle: 1 }), source("b", "b", { cycle: 3 })])), ["out-of-range", "records[1].cycle"]);
  assert.deepEqual(thrown(() => createStore([source("a", "a", { cycle: 1 }), { kind: "dropped", id: "z", cycle: 2 }])), ["unknown-id", "records[1].id"]);
  assert.deepEqual(thrown(() => createStore(7)), ["invalid-type", "records"]);
  const probe = (fields) => thrown(() => store.coverage([{ id: "p", from: ["a"], answers: ["x"], ...fields }]));
  assert.deepEqual(probe({ from: ["z"] }), ["unknown-id", "probes[0].from[0]"]);
  assert.deepEqual(probe({ from: [] }), ["empty", "probes[0].from"]);
  assert.deepEqual(probe({ answers: [" "] }), ["empty", "probes[0].answers[0]"]);
  assert.deepEqual(probe({ answers: [{ class: "name", text: "x" }] }), ["unknown-name", "probes[0].answers[0].class"]);
  assert.deepEqual(probe({ answer: "x" }), ["unknown-field", "probes[0].answer"]);
  assert.deepEqual(thrown(() => store.plan([{ probe: "p", answered: false, losses: [{ entry: "z" }] }])), ["unknown-id", "traces[0].losses[0].entry"]);
  assert.deepEqual(thrown(() => store.plan([], -1)), ["out-of-range", "budget"]);
  assert.deepEqual(thrown(() => fidelity({ members: [], summary: "" })), ["empty", "members"]);
  assert.deepEqual(thrown(() => fidelity({ members: ["a"], summary: "", threshold: 2 })), ["out-of-range", "threshold"]);
  const entries = [{ id: "a", text: "a" }, { id: "b", text: "b" }];
  assert.deepEqual(thrown(() => dedup({ entries: [entries[0], entries[0]] })), ["duplicate-id", "entries[1].id"]);
  assert.deepEqual(thrown(() => dedup({ entries, pairs: [{ first: "a", second: "z" }] })), ["unknown-id", "pairs[0].second"]);
  assert.deepEqual(thrown(() => dedup({ entries, pairs: [{ first: "a", second: "a" }] })), ["self-reference", "pairs[0].second"]);
  assert.deepEqual(thrown(() => dedup({ entries, pairs: [{ first: "a", second: "b" }], threshold: 0.9 })), ["missing-field", "pairs[0].cosine"]);
  assert.deepEqual(thrown(() => dedup({ entries, clusters: [["a", "b", "a"]] })), ["duplicate-id", "clusters[0][2]"]);
});

test("probes made by extraction are answered by the entries that they came from", () => {
  const store = createStore([
    source("a", "Never restart db-1 before the backup is done. It probably takes 40 minutes."),
    source("b", "The cache holds 512 MB."),
  ]);
  const probes = store.probes();
  assert.ok(probes.length >= 5, JSON.stringify(probes));
  assert.equal(store.coverage(probes).coverage, 1);
  assert.deepEqual(store.probes(["b"]), [{ id: "b#1", from: ["b"], answers: [{ class: "identifier", text: "512 MB" }] }]);
  assert.deepEqual(store.probes(["a"], ["hypothesis"]).map(({ answers }) => answers[0].class), ["hypothesis"]);
  store.apply([{ kind: "summary", id: "s", text: "Restart db-1 before the backup is done. It takes 45 minutes. The cache holds 512 MB.", replaces: ["a", "b"] }]);
  const { lost } = store.coverage(probes);
  assert.ok(!lost.includes("b#1") && lost.length >= 3, JSON.stringify(lost));
});

test("a callback judges: coverage, trace, and a plan that brings the probes back", async () => {
  const store = gate();
  const probes = [{ id: "code", from: ["a"], question: "What is the gate code?", wanted: "4417" }];
  const seen = [];
  const answered = async (probe, entries) => {
    seen.push(entries.map(({ id }) => id).join(" "));
    return entries.some(({ text }) => text.includes(probe.wanted));
  };
  assert.deepEqual(await store.coverage(probes, answered), { answered: 0, all: 1, coverage: 0, lost: ["code"] });
  const traces = await store.trace(probes, answered);
  assert.deepEqual(traces, [{ probe: "code", answered: false, losses: [{ kind: "summarised", answer: "", entry: "a", into: "s", cycle: 1 }] }]);
  assert.deepEqual(seen, ["s", "s", "a"]);
  store.apply(recordsOf(store.plan(traces)));
  assert.equal((await store.coverage(probes, answered)).coverage, 1);
  await assert.rejects(store.coverage(probes, () => "yes"), { code: "invalid-type" });
  await assert.rejects(store.coverage(probes, "yes"), { code: "invalid-type", path: "answered" });
  const failing = new Error("offline");
  await assert.rejects(store.coverage(probes, () => Promise.reject(failing)), failing);
});

test("many probes cross the boundary in several batches", () => {
  const store = createStore();
  const filler = "word ".repeat(2000);
  store.apply(Array.from({ length: 400 }, (_, at) => source(`e${at}`, `${filler} code-${at}x`)));
  const probes = Array.from({ length: 400 }, (_, at) => ({ id: `p${at}`, from: [`e${at}`], answers: [at % 2 ? `code-${at}x` : `code-${at}y`] }));
  assert.equal(store.coverage(probes).answered, 200);
});

test("the guard's merges are records of a cycle", () => {
  const store = createStore([source("a", "The user doesn't eat shellfish."), source("b", "User does not eat shellfish."), source("c", "The user eats shellfish.")]);
  const { merges, refused } = dedup({ entries: [...store.entries()].map(({ id, text }) => ({ id, text })), clusters: [["a", "b", "c"]] });
  store.apply(merges.map((merge) => ({ kind: "merged", ...merge })));
  assert.deepEqual([store.live.entries, refused.map(({ first, second, reasons }) => [first, second, reasons[0].kind])], [2, [["a", "c", "polarity"]]]);
});
