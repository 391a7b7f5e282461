// The gate: what may be done on a provisional summary (G1), and what turns when the source is damaged (G2).
import assert from "node:assert/strict";
import { test } from "node:test";
import { gate, gateTool, guardCompaction, review } from "fidelity-floor/guard";
import { storeOver } from "fidelity-floor/sources";

/** A store whose bytes a test can reach. */
function openStore() {
  const values = new Map();
  const store = storeOver({
    put: async (key, bytes) => void values.set(key, bytes.slice()),
    get: async (key) => values.get(key),
    delete: async (key) => void values.delete(key),
  });
  return { store, values };
}

const RULE = "Never touch the table orders_archive.";
const GUESS = "The backup probably takes 40 minutes.";
const dropped = [
  { role: "assistant", text: "Hello." },
  { role: "user", text: RULE },
  { role: "assistant", text: GUESS },
];

/** A provisional summary: the budget leaves no room for pins, and the source can be read again. */
async function provisional(store, conditions = { consumerStrict: true }) {
  const outcome = await guardCompaction(() => `Work goes on. ${GUESS}`, { store, conditions, budget: 15, retries: 0 })(dropped);
  assert.equal(outcome.kind, "replaced");
  assert.equal(outcome.decision, "provisional");
  return outcome;
}

test("what is open is named, and what is not may be done", async () => {
  const { session } = await provisional(openStore().store);
  assert.deepEqual(session.open.map(({ class: which, message }) => [which, message]), [["negation", 1], ["identifier", 1]]);
  assert.deepEqual(gate(session, { classes: ["hypothesis"] }), { pass: true });
  assert.deepEqual(gate(session, { words: ["customers"] }), { pass: true });
  const blocked = { pass: false, classes: ["negation"], retrieve: [{ source: session.source, message: 1 }] };
  assert.deepEqual(gate(session, { classes: ["negation"] }), blocked);
  assert.deepEqual(gate(session, { words: ["ORDERS_archive"] }), { ...blocked, classes: ["identifier", "negation"] });
  assert.equal(gate(session).pass, false, "a step that says nothing touches everything");
  assert.equal(gate(session, {}).pass, false);
  assert.deepEqual(gate(undefined), { pass: true });
  assert.deepEqual(gate({ ...session, decision: "certified" }), { pass: true });
  assert.throws(() => gate(session, { classes: ["negations"] }), { code: "unknown-name", path: "touches.classes[0]" });
});

test("a tool reads the source again before its call", async () => {
  const { store } = openStore();
  const { session } = await provisional(store);
  const seen = [];
  const calls = [];
  const drop = gateTool(async (table) => (calls.push(table), `dropped ${table}`), {
    session: () => session,
    touches: (table) => ({ words: [table] }),
    store,
    onRetrieved: (messages, table) => (seen.push({ messages, table }), !messages.some(({ text }) => text.includes("Never"))),
  });
  assert.equal(await drop("customers"), "dropped customers");
  assert.deepEqual(seen, []);
  const answer = await drop("orders_archive");
  assert.equal(answer.blocked, true);
  assert.deepEqual(seen, [{ messages: [{ source: session.source, message: 1, role: "user", text: RULE }], table: "orders_archive" }]);
  assert.deepEqual(calls, ["customers"]);
});

test("a tool without a store is blocked, with the places to read", async () => {
  const { session } = await provisional(openStore().store);
  let called = 0;
  const tool = gateTool(() => called++, { session: () => session, touches: { classes: ["negation"] } });
  const answer = await tool();
  assert.deepEqual({ ...answer, message: "" }, { blocked: true, message: "", classes: ["negation"], retrieve: [{ source: session.source, message: 1 }] });
  assert.equal(called, 0);
});

test("one byte of the source turns: it is found, and the decision turns with it", async () => {
  const { store, values } = openStore();
  const { session } = await provisional(store);
  const again = () => review(session, { store, conditions: { consumerStrict: true, sourceRecoverable: true } });
  assert.equal((await again()).decision, "provisional");
  const bytes = values.get(session.source.slice("sha256:".length));
  bytes[Math.floor(bytes.length / 2)] ^= 1;
  assert.deepEqual(await store.prove(session.source), { recoverable: false, why: "damaged" });
  assert.equal(await store.get(session.source), undefined);
  assert.equal((await again()).decision, "refuse");
  const tool = gateTool(() => "done", { session: () => session, touches: { classes: ["negation"] }, store, onRetrieved: () => true });
  assert.equal((await tool()).blocked, true);
  bytes[Math.floor(bytes.length / 2)] ^= 1;
  assert.equal((await again()).decision, "provisional");
  assert.equal(await tool(), "done");
});

test("a store that lost the source at once is not believed, whatever the host says", async () => {
  for (const [name, broken] of [
    ["loses it", { put: async () => {}, get: async () => undefined, delete: async () => {} }],
    ["keeps half", { put: async () => {}, get: async () => new Uint8Array([0, 91]), delete: async () => {} }],
    ["cannot write", { put: () => Promise.reject(new Error("full")), get: async () => undefined, delete: async () => {} }],
    ["cannot read", { put: async () => {}, get: () => Promise.reject(new Error("gone")), delete: async () => {} }],
  ]) {
    const options = { store: storeOver(broken), conditions: { consumerStrict: true, sourceRecoverable: true }, budget: 15, retries: 0 };
    const outcome = await guardCompaction(() => `Work goes on. ${GUESS}`, options)(dropped);
    assert.equal(outcome.kind, "refused", name);
    assert.equal(outcome.source.proof.recoverable, false, name);
  }
});
