// Misuse: code and path for each, and that nothing changed after it (J2).
import assert from "node:assert/strict";
import { test } from "node:test";
import * as ff from "fidelity-floor";

const contract = { required: ["negation"], certified: [], generation: 1, ancestryCertified: true };
const cycle = { tokensBefore: 10, tokensAfter: 5, coverageBefore: 1, coverageAfter: 1, dedupRate: 0 };
const columns = Object.fromEntries(Object.entries(cycle).map(([field, value]) => [field, [value, value]]));
const event = { source: [{ role: "user", text: "Do not delete orders." }], summary: "Nothing." };
const decide = (change, ...rest) => () => ff.decide({ ...contract, ...change }, ...rest);
const checkCycle = (change, rules) => () => ff.checkCycle({ ...cycle, ...change }, rules);
const check = (change) => () => ff.check({ ...event, ...change });
const cue = { id: "x", pattern: "hands away", class: "negation", kind: "prohibition", side: "after" };
const without = (object, field) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== field));

const table = [
  [() => ff.explain(event, 99), "out-of-range", "index"],
  [() => ff.explain(event, -1), "out-of-range", "index"],
  [() => ff.explain(event, 0.5), "out-of-range", "index"],
  [() => ff.explain(event), "missing-field", "index"],
  [() => ff.explain({ ...event, summary: 1 }, 0), "invalid-type", "summary"],
  [check({ selection: "narrow" }), "unknown-name", "selection"],
  [check({ selection: 1 }), "invalid-type", "selection"],
  [check({ patterns: "INV-*" }), "invalid-type", "patterns"],
  [check({ patterns: ["a", 2] }), "invalid-type", "patterns[1]"],
  [check({ patterns: ["\ud800*"] }), "lone-surrogate", "patterns[0]"],
  [check({ lexicon: {} }), "invalid-type", "lexicon"],
  [check({ lexicon: [cue, null] }), "invalid-type", "lexicon[1]"],
  [check({ lexicon: [without(cue, "id")] }), "missing-field", "lexicon[0].id"],
  [check({ lexicon: [without(cue, "side")] }), "missing-field", "lexicon[0].side"],
  [check({ lexicon: [{ ...cue, class: "identifier" }] }), "unknown-name", "lexicon[0].class"],
  [check({ lexicon: [{ ...cue, class: "toString" }] }), "unknown-name", "lexicon[0].class"],
  [check({ lexicon: [{ ...cue, kind: "standing" }] }), "unknown-name", "lexicon[0].kind"],
  [check({ lexicon: [{ ...cue, words: "a" }] }), "unknown-field", "lexicon[0].words"],
  [check({ lexicon: [cue, { ...cue, pattern: "" }] }), "invalid-pattern", "lexicon[1].pattern"],
  ...["_ a", "a _", "a _ _ b", "a? _ b", "a?", "read-only", "a,", "a, , b", "a b c d e f g h i"].map((pattern) =>
    [check({ lexicon: [{ ...cue, pattern }] }), "invalid-pattern", "lexicon[0].pattern"]),
  [() => ff.extract("x", { selection: "narrow" }), "unknown-name", "options.selection"],
  [() => ff.extract("x", { patterns: [1] }), "invalid-type", "options.patterns[0]"],
  [() => ff.extract("x", { lexicon: [1] }), "invalid-type", "options.lexicon[0]"],
  [() => ff.decide(), "missing-field", "contract"],
  [() => ff.decide(null), "invalid-type", "contract"],
  [() => ff.decide([]), "invalid-type", "contract"],
  [() => ff.decide(without(contract, "certified")), "missing-field", "contract.certified"],
  [() => ff.decide(without(contract, "ancestryCertified")), "missing-field", "contract.ancestryCertified"],
  [decide({ required: "negation" }), "invalid-type", "contract.required"],
  [decide({ required: ["negation", "Ordering"] }), "unknown-name", "contract.required[1]"],
  [decide({ certified: ["toString"] }), "unknown-name", "contract.certified[0]"],
  [decide({ certified: [1] }), "invalid-type", "contract.certified[0]"],
  [decide({ certified: [,"negation"] }), "missing-field", "contract.certified[0]"],
  [decide({ generation: NaN }), "not-finite", "contract.generation"],
  [decide({ generation: Infinity }), "not-finite", "contract.generation"],
  [decide({ generation: -1 }), "out-of-range", "contract.generation"],
  [decide({ generation: 1.5 }), "out-of-range", "contract.generation"],
  [decide({ generation: 2 ** 32 }), "out-of-range", "contract.generation"],
  [decide({ generation: "1" }), "invalid-type", "contract.generation"],
  [decide({ ancestryCertified: "false" }), "invalid-type", "contract.ancestryCertified"],
  [decide({ ancestry: true }), "unknown-field", "contract.ancestry"],
  [decide({}, { strict: true }), "unknown-field", "conditions.strict"],
  [decide({}, { consumerStrict: 1 }), "invalid-type", "conditions.consumerStrict"],
  [decide({}, { consumerStrict: null }), "invalid-type", "conditions.consumerStrict"],
  [decide({}, null), "invalid-type", "conditions"],
  [decide({}, {}, "some"), "unknown-name", "policy"],
  [decide({}, {}, "constructor"), "unknown-name", "policy"],
  [decide({}, {}, 1), "invalid-type", "policy"],

  [() => ff.descend(), "missing-field", "own"],
  [() => ff.descend({ required: [] }), "missing-field", "own.certified"],
  [() => ff.descend({ required: [], certified: ["x"] }), "unknown-name", "own.certified[0]"],
  [() => ff.descend(contract, contract), "invalid-type", "parents"],
  [() => ff.descend(contract, [contract, { ...contract, generation: -3 }]), "out-of-range", "parents[1].generation"],

  [() => ff.checkCycle(), "missing-field", ""],
  [() => ff.checkCycle(without(cycle, "dedupRate")), "missing-field", "dedupRate"],
  [checkCycle({ tokensBefore: NaN }), "not-finite", "tokensBefore"],
  [checkCycle({ tokensBefore: -1 }), "out-of-range", "tokensBefore"],
  [checkCycle({ tokensAfter: "5" }), "invalid-type", "tokensAfter"],
  [checkCycle({ tokensAfter: -Infinity }), "not-finite", "tokensAfter"],
  [checkCycle({ coverageBefore: 1.2 }), "out-of-range", "coverageBefore"],
  [checkCycle({ coverageAfter: -0.1 }), "out-of-range", "coverageAfter"],
  [checkCycle({ dedupRate: 61 }), "out-of-range", "dedupRate"],
  [checkCycle({ priorTokenDeltas: [0.1, NaN] }), "not-finite", "priorTokenDeltas[1]"],
  [checkCycle({ priorTokenDeltas: 0.1 }), "invalid-type", "priorTokenDeltas"],
  [checkCycle({}, { k: NaN }), "not-finite", "rules.k"],
  [checkCycle({}, { k: -1 }), "out-of-range", "rules.k"],
  [checkCycle({}, { noiseFloor: 2 }), "out-of-range", "rules.noiseFloor"],
  [checkCycle({}, { attractorWindow: 0 }), "out-of-range", "rules.attractorWindow"],
  [checkCycle({}, { rules: "strict" }), "unknown-name", "rules.rules"],
  [checkCycle({}, { window: 2 }), "unknown-field", "rules.window"],
  [checkCycle({}, { onWatch: "warn" }), "unknown-name", "rules.onWatch"],
  [checkCycle({}, { requireSignificance: 1 }), "invalid-type", "rules.requireSignificance"],
  [checkCycle({}, { requireSignificance: true }), "missing-field", "probes"],
  [checkCycle({ gained: 1 }), "missing-field", "probes"],
  [checkCycle({ probes: 1.5 }), "out-of-range", "probes"],
  [checkCycle({ probes: 100, gained: 7 }), "out-of-range", "gained"],
  [checkCycle({ probes: 100, gained: 0, priorTokenDeltas: [NaN] }), "not-finite", "priorTokenDeltas[0]"],
  [() => ff.createDetector().push({ ...cycle, gained: 1 }), "missing-field", "probes"],
  [() => ff.createDetector({ requireSignificance: true }).push(cycle), "missing-field", "probes"],
  [() => ff.checkCycles({ ...columns, probes: [1] }), "out-of-range", "probes"],
  [() => ff.checkCycles({ ...columns, probes: [9, -1] }), "out-of-range", "probes[1]"],
  [() => ff.checkCycles({ ...columns, gained: [0, 0] }), "missing-field", "probes[0]"],
  [() => ff.checkCycles(columns, { requireSignificance: true }), "missing-field", "probes[0]"],
  [() => ff.calibrate(), "missing-field", ""],
  [() => ff.calibrate([{ ...cycle, label: "fine" }]), "unknown-name", "[0].label"],
  [() => ff.calibrate([{ ...cycle, label: "good", coverageAfter: 2 }]), "out-of-range", "[0].coverageAfter"],
  [() => ff.calibrate([{ ...cycle, label: "good" }]), "out-of-range", "label"],
  [() => ff.checkCycles({ ...columns, probes: [9, "9"] }), "invalid-type", "probes[1]"],
  [() => ff.checkCycles({ ...columns, dedupRate: Float64Array.of(0, NaN) }), "not-finite", "dedupRate[1]"],
  [() => ff.checkCycles({ ...columns, dedupRate: BigInt64Array.of(0n, 1n) }), "invalid-type", "dedupRate[0]"],
  [() => ff.checkCycleColumns({ ...columns, tokensBefore: [1, "1"] }), "invalid-type", "tokensBefore[1]"],
  [() => ff.checkCycleColumns({ ...columns, gained: [1] }), "out-of-range", "gained"],
  [() => ff.checkCycles([cycle, null]), "invalid-type", "[1]"],
  [() => ff.checkCycles([cycle, { ...cycle, dedupRate: -1 }]), "out-of-range", "[1].dedupRate"],
  [() => ff.checkCycles([cycle, without(cycle, "tokensBefore")]), "missing-field", "[1].tokensBefore"],
  [() => ff.checkCycles([{ ...cycle, probes: NaN }]), "not-finite", "[0].probes"],
  [() => ff.checkCycles([{ ...cycle, gained: 1 }]), "missing-field", "[0].probes"],
  [() => ff.checkCycles([cycle], { requireSignificance: true }), "missing-field", "[0].probes"],
  [() => ff.checkCycles({ ...columns, tokensAfter: [1] }), "out-of-range", "tokensAfter"],
  [() => ff.checkCycles({ ...columns, coverageAfter: [1, 1.2] }), "out-of-range", "coverageAfter[1]"],
  [() => ff.checkCycles({ ...columns, coverageAfter: [1, null] }), "invalid-type", "coverageAfter[1]"],
  [() => ff.checkCycles({ ...columns, dedupRate: "ab" }), "invalid-type", "dedupRate"],
  [() => ff.checkCycles(without(columns, "tokensBefore")), "missing-field", "tokensBefore"],
  [() => ff.createDetector({ k: -1 }), "out-of-range", "rules.k"],
  [() => ff.createDetector({}).push({ ...cycle, dedupRate: 2 }), "out-of-range", "dedupRate"],
  [() => ff.createDetector({}, [cycle, { ...cycle, dedupRate: 2 }]), "out-of-range", "history[1].dedupRate"],
  [() => ff.createDetector({}, [null]), "invalid-type", "history[0]"],

  [() => ff.check(), "missing-field", ""],
  [() => ff.check("text"), "invalid-type", ""],
  [() => ff.check({ summary: "x" }), "missing-field", "source"],
  [() => ff.check({ source: "x" }), "missing-field", "summary"],
  [check({ summary: null }), "invalid-type", "summary"],
  [check({ summary: 5 }), "invalid-type", "summary"],
  [check({ source: 5 }), "invalid-type", "source"],
  [check({ source: [event.source[0], "text"] }), "invalid-type", "source[1]"],
  [check({ source: [{ role: "user" }] }), "missing-field", "source[0].text"],
  [check({ source: [{ role: "user", content: "x", text: ["x"] }] }), "invalid-type", "source[0].text"],
  [check({ source: [{ role: "human", text: "x" }] }), "unknown-name", "source[0].role"],
  [check({ source: [{ text: "x" }] }), "missing-field", "source[0].role"],
  [check({ source: [{ role: "user", text: "x", summary: "yes" }] }), "invalid-type", "source[0].summary"],
  [check({ source: "a\ud800b" }), "lone-surrogate", "source"],
  [check({ source: [event.source[0], { role: "tool", text: "\udc00" }] }), "lone-surrogate", "source[1].text"],
  [check({ summary: "\udfff" }), "lone-surrogate", "summary"],
  [check({ pinned: "x\ud83d" }), "lone-surrogate", "pinned"],
  [check({ pinned: null }), "invalid-type", "pinned"],
  [check({ tail: [{ role: "user", text: "\ud800" }] }), "lone-surrogate", "tail[0].text"],
  [check({ tail: null }), "invalid-type", "tail"],
  [check({ parents: contract }), "invalid-type", "parents"],
  [check({ parents: [{ ...contract, required: ["no"] }] }), "unknown-name", "parents[0].required[0]"],
  [check({ contract: { required: ["negations"] } }), "unknown-name", "contract.required[0]"],
  [check({ contract: { require: [] } }), "unknown-field", "contract.require"],
  [check({ contract: { declared: "orders" } }), "invalid-type", "contract.declared"],
  [check({ contract: { declared: ["a", 1] } }), "invalid-type", "contract.declared[1]"],
  [check({ contract: null }), "invalid-type", "contract"],
  [check({ conditions: { recoverable: true } }), "unknown-field", "conditions.recoverable"],
  [check({ policy: "ANY" }), "unknown-name", "policy"],
  [check({ budget: -1 }), "out-of-range", "budget"],
  [check({ budget: NaN }), "not-finite", "budget"],
  [check({ budget: "5" }), "invalid-type", "budget"],
  [check({ sumary: "x" }), "unknown-field", "sumary"],
  [check({ countTokens: 4 }), "invalid-type", "countTokens"],
  [() => ff.extract(5), "invalid-type", "source"],
  [() => ff.extract("x", { declared: [null] }), "invalid-type", "options.declared[0]"],
  [() => ff.extract("x", { declare: [] }), "unknown-field", "options.declare"],
  [() => ff.verify({ source: "x" }), "missing-field", "summary"],
  [() => ff.estimateTokens(5), "invalid-type", "text"],
  [() => ff.estimateTokens("\ud800"), "lone-surrogate", "text"],
];

test(`misuse: ${table.length} cases`, () => {
  for (const [call, code, path] of table) {
    let caught;
    assert.throws(call, (error) => ((caught = error), true), `${call} did not throw`);
    assert.ok(ff.isFidelityError(caught) && caught instanceof ff.FidelityError, String(caught?.stack));
    assert.deepEqual([caught.code, caught.path], [code, path], `${call}: ${caught.message}`);
    assert.ok(caught.expected !== "" && caught.found !== "" && caught.message.includes(caught.expected));
  }
});

test("texts beyond 128 MiB of UTF-8 together are refused, and the next call works", () => {
  const half = "x".repeat(65 * 2 ** 20);
  assert.throws(check({ source: half, pinned: half }), { code: "too-large", path: "" });
  // 45 Mi characters of 3 bytes each.
  assert.throws(check({ source: "漢".repeat(45 * 2 ** 20) }), { code: "too-large", path: "" });
  assert.equal(ff.check({ source: "Never restart db-1.", summary: "Never restart db-1." }).decision, "certified");
  const entries = ["a", "b"].map((id) => ({ id, text: half }));
  assert.throws(() => ff.dedup({ entries, clusters: [["a", "b"]] }), { code: "too-large", path: "entries" });
  assert.throws(() => ff.fidelity({ members: [half, half], summary: "" }), { code: "too-large", path: "" });
  // In a store nothing crosses to WebAssembly at once: 256 MiB a cycle.
  const store = ff.createStore();
  assert.throws(() => store.apply(["a", "b", "c", "d"].map((id) => ({ kind: "source", id, text: half }))), { code: "too-large", path: "records" });
  assert.equal(store.size, 0);
});

test("a failed push remembers nothing", () => {
  const detector = ff.createDetector();
  detector.push(cycle);
  assert.throws(() => detector.push({ ...cycle, coverageAfter: 2 }), { code: "out-of-range" });
  assert.deepEqual(detector.history, [cycle]);
});

test("a prototype's names and fields are no names and fields", () => {
  assert.throws(check({ source: [{ role: "__proto__", text: "x" }] }), { code: "unknown-name" });
  assert.throws(() => ff.decide(contract, JSON.parse('{"__proto__": true}')), { code: "unknown-field" });
  assert.throws(() => ff.decide({ ...contract, ...JSON.parse('{"constructor": 1}') }), { code: "unknown-field" });
});

test("messages with content are told where they are read", () => {
  const message = /toMessages of fidelity-floor\/transcript/;
  assert.throws(() => ff.check({ ...event, source: [{ role: "user", content: "Do not delete orders." }] }), { code: "missing-field", path: "source[0].text", message });
});
