// Texts across the boundary: offsets, re-entrancy, traps.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as ff from "fidelity-floor";
import * as slim from "fidelity-floor/slim";

const mixed = [
  { role: "system", text: "Größe 漢字 🙂🙂. Never touch the table orders_archive." },
  { role: "user", text: `${"é🙂".repeat(500)}\nDo not delete /srv/data/ledger.db — it must stay until 2026-11-30.` },
  { role: "assistant", text: "I suspect the cache, not confirmed." },
  { role: "user", text: "The port is 8080; only bob@example.com may restart it." },
];
const declared = ["漢字", "orders_archive", "ledger.db", "🙂."];

test("elements stand where their offsets say, in text that is not ASCII", () => {
  const elements = ff.extract(mixed, { declared });
  assert.ok(elements.length >= 6, `${elements.length} elements`);
  for (const { text, message, start, end } of elements) assert.equal(mixed[message].text.slice(start, end), text);
  const found = elements.filter((element) => element.class === "declared").map((element) => element.text);
  assert.deepEqual(new Set(found), new Set(declared));
});

test("evidence and findings stand where their offsets say", () => {
  const event = {
    source: mixed,
    summary: "🙂 Größe: never touch orders_archive. The port is 8081. Also see /srv/ß/new.log for 漢字.",
    pinned: "é: do not delete /srv/data/ledger.db",
    tail: [{ role: "user", text: "🙂🙂 only bob@example.com may restart it." }],
    contract: { declared },
  };
  const parts = { source: (at) => mixed[at].text, summary: () => event.summary, pinned: () => event.pinned, tail: (at) => event.tail[at].text };
  let compared = 0;
  const stands = ({ part, message, start, end, text }) => {
    assert.equal(parts[part](message).slice(start, end), text);
    compared += 1;
  };
  for (const { elements, findings } of [ff.check(event), ff.verify(event)]) {
    for (const { evidence } of elements) if (evidence) stands(evidence);
    for (const { kind, start, end, text, evidence } of findings) {
      if (evidence) stands(evidence);
      if (kind !== "injected" && kind !== "skewed" && kind !== "not-a-summary") assert.equal(event.summary.slice(start, end), text);
    }
  }
  assert.ok(compared > 0, "there is evidence to compare");
});

test("every length of text arrives whole: ASCII, two, three and four bytes a character", () => {
  for (const unit of ["a", "é", "漢", "🙂"]) {
    for (const length of [0, 1, 2, 63, 64, 1000, 70_000]) {
      const text = unit.repeat(length);
      assert.equal(ff.estimateTokens(text), Math.ceil(Buffer.byteLength(text) / 4), `${length} × ${unit}`);
    }
  }
  const texts = ["a", "🙂漢", "", "éé", "plain"];
  const seen = new Set();
  ff.check({ source: texts.map((text) => ({ role: "user", text })), summary: "漢 summary", countTokens: (text) => (seen.add(text), 1) });
  for (const text of seen) assert.doesNotMatch(text, /\p{Surrogate}|\ufffd/u);
});

test("a large event leaves the memory usable", () => {
  const big = `${"All work and no play. ".repeat(50_000)}\nDo not delete orders.`;
  ff.check({ source: big, summary: "short" });
  assert.equal(ff.estimateTokens("abcd"), 1);
});

test("the host's counter counts, may call this library, and its exceptions pass through", () => {
  const event = { source: mixed, summary: "The user wants ß done.", contract: { declared } };
  const plain = ff.check(event);
  const inner = [];
  const nested = ff.check({
    ...event,
    countTokens: (text) => {
      const { decision } = ff.check({ source: "Do not delete x.txt.", summary: [...text].slice(0, 50).join("") });
      inner.push(decision);
      ff.decide({ required: [], certified: [], generation: 9000, ancestryCertified: true });
      ff.descend({ required: [], certified: [] }, [plain.contract, plain.contract]);
      return ff.estimateTokens(text);
    },
  });
  assert.deepEqual(nested, plain);
  assert.ok(inner.length > 0, "the counter was called");

  const own = new RangeError("mine");
  assert.throws(() => ff.check({ ...event, countTokens: () => { throw own; } }), (error) => error === own);
  for (const [tokens, code] of [[NaN, "not-finite"], [-1, "out-of-range"], [1.5, "out-of-range"], ["3", "invalid-type"], [undefined, "missing-field"]]) {
    assert.throws(() => ff.check({ ...event, countTokens: () => tokens }), { code, path: "countTokens(text)" });
  }
  assert.deepEqual(ff.check(event), plain);
});

test("a counter that checks without end becomes an error, and the next call works", () => {
  const event = { source: mixed, summary: "The user wants ß done.", contract: { declared } };
  const plain = ff.check(event);
  const endless = (text) => ff.check({ ...event, summary: text, countTokens: endless }).tokens.summary;
  // Either the stack ends first, or the memory.
  assert.throws(
    () => ff.check({ ...event, countTokens: endless }),
    (error) => error instanceof RangeError || error.code === "internal" || error.code === "too-large",
  );
  assert.deepEqual(ff.check(event), plain);
});

/** What the binding exports that answers a question. */
const CALLS = ["decide", "descend", "check_cycle", "check_latest", "check_cycles", "check", "verify", "explain", "extract", "holders", "choose", "dedup"];

test("a trap becomes `internal` with its cause, and the next call runs on a fresh instance", () => {
  // A module of our own that traps where the real one answers: the first instance of two.
  const real = new WebAssembly.Module(readFileSync(new URL("../dist/fidelity_floor.wasm", import.meta.url)));
  const Instance = WebAssembly.Instance;
  let instances = 0;
  WebAssembly.Instance = class extends Instance {
    get exports() {
      const trap = () => { throw new WebAssembly.RuntimeError("unreachable"); };
      return this.first ? { ...super.exports, ...Object.fromEntries(CALLS.map((name) => [name, trap])) } : super.exports;
    }
    constructor(module, imports) {
      super(module, imports);
      this.first = ++instances % 2 === 1;
    }
  };
  try {
    const contract = { required: ["ordering"], certified: [], generation: 5000, ancestryCertified: true };
    const cycle = { tokensBefore: 1, tokensAfter: 1, coverageBefore: 1, coverageAfter: 1, dedupRate: 0 };
    const event = { source: "Never restart db-1.", summary: "Restart db-1." };
    const calls = [
      () => slim.decide(contract),
      () => slim.descend({ required: ["ordering"], certified: ["ordering"] }, [contract]),
      () => slim.check(event),
      () => slim.extract(event.source),
      () => slim.verify(event),
      () => slim.explain(event, 0),
      () => slim.checkCycle(cycle),
      () => slim.checkCycles(Object.fromEntries(Object.entries(cycle).map(([field, value]) => [field, [value]]))),
      () => slim.fidelity({ members: [event.source], summary: event.summary }),
      () => slim.dedup({ entries: [{ id: "a", text: "x" }, { id: "b", text: "x" }], clusters: [["a", "b"]] }),
    ];
    // What they say where nothing traps.
    instances = 1;
    slim.init(real);
    const right = calls.map((call) => call());
    assert.equal(instances, 2);
    for (const [at, call] of calls.entries()) {
      instances = 0;
      slim.init(real);
      assert.throws(call, (error) => error.code === "internal" && error.cause instanceof WebAssembly.RuntimeError);
      assert.deepEqual(call(), right[at]);
      assert.equal(instances, 2);
    }
    // What the host holds outlives the instance: a detector its cycles, a store its entries.
    instances = 1;
    slim.init(real);
    const detector = slim.createDetector();
    const store = slim.createStore([{ kind: "source", id: "a", text: "The code is 4417." }]);
    const probes = [{ id: "code", from: ["a"], answers: ["4417"] }];
    detector.push(cycle);
    instances = 0;
    slim.init(real);
    assert.throws(() => store.coverage(probes), { code: "internal" });
    assert.deepEqual([store.coverage(probes).answered, store.size, detector.history.length], [1, 1, 1]);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

/** The module with a memory that may grow to so many pages of 64 KiB and no further: a host with little of it. */
function withMemoryOf(pages, bytes) {
  const number = (from) => {
    let [value, shift, at] = [0, 0, from];
    for (;;) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      shift += 7;
      if (byte < 128) return [value, at];
    }
  };
  const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)]);
  for (let at = 8; at < bytes.length; ) {
    const section = bytes[at];
    const [size, start] = number(at + 1);
    if (section === 5) {
      const [least] = number(start + 2); // One memory, no maximum, its least pages.
      assert.deepEqual([...bytes.subarray(start, start + 2)], [1, 0]);
      const own = [1, 1, ...leb(least), ...leb(pages)];
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([5, ...leb(own.length), ...own]), bytes.subarray(start + size)]);
    }
    at = start + size;
  }
  return assert.fail("no memory section");
}

test("texts that the memory has no room for are `too-large`, and the next call works", () => {
  const bytes = readFileSync(new URL("../dist/fidelity_floor.wasm", import.meta.url));
  slim.init(withMemoryOf(256, bytes)); // 16 MiB
  const small = { source: "Never restart db-1 before 17:00.", summary: "Never restart db-1 before 17:00." };
  const large = { source: "Never restart db-1 on port 5432 before 17:00. ".repeat(100_000), summary: "x" };
  for (let turn = 0; turn < 3; turn++) {
    assert.equal(slim.check(small).decision, "certified");
    assert.throws(() => slim.check(large), (error) => slim.isFidelityError(error) && error.code === "too-large" && error.path === "");
  }
  slim.init(bytes);
  assert.ok(slim.check({ ...large, source: large.source.slice(0, 1_000_000) }).elements.length > 60_000);
});

test("the memory of a huge event is given back: the next call runs on a fresh instance", () => {
  const Instance = WebAssembly.Instance;
  let instances = 0;
  WebAssembly.Instance = class extends Instance {
    constructor(module, imports) {
      super(module, imports);
      instances++;
    }
  };
  try {
    slim.init(readFileSync(new URL("../dist/fidelity_floor.wasm", import.meta.url)));
    const check = (bytes) => slim.check({ source: "The build is green again. ".repeat(bytes / 26), summary: "Green." }) && instances;
    assert.deepEqual([1000, 1000, 9_000_000, 1000, 1000].map(check), [1, 1, 1, 2, 2]);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

test("slim: no call before init, bytes or a module, nothing else", async () => {
  const fresh = await import(`${import.meta.resolve("fidelity-floor/slim")}?fresh`);
  const bytes = readFileSync(new URL("../dist/fidelity_floor.wasm", import.meta.url));
  for (const wrong of [undefined, "x", {}, 5]) assert.throws(() => fresh.init(wrong), { path: "module" });
  fresh.init(bytes);
  assert.equal(fresh.estimateTokens("abcde"), 2);
  fresh.init(Uint8Array.of(0, 1, 2));
  assert.throws(() => fresh.estimateTokens("x"), { code: "internal" });
  await assert.rejects(fresh.warmup(), { code: "internal" });
  fresh.init(new WebAssembly.Module(bytes));
  await fresh.warmup();
  assert.equal(fresh.estimateTokens("abcde"), 2);
});
