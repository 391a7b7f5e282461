// guardCompaction: what the context holds afterwards, for every way a summariser can behave. Expectations are worked out by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isFidelityError } from "fidelity-floor";
import { guardCompaction, memoryStore, steer } from "fidelity-floor/guard";

const RULE = "Never touch the table orders_archive.";
const GUESS = "The backup probably takes 40 minutes.";
const dropped = [
  { role: "user", text: `${RULE} Back up db-1 before you restart it.` },
  { role: "assistant", text: `Noted. ${GUESS}` },
];
const tail = [{ role: "user", text: "Go on." }];
const FAITHFUL = `${RULE} Back up db-1 before you restart it. ${GUESS}`;
const LOSSY = `Back up db-1 before you restart it. ${GUESS}`;
const strict = { conditions: { consumerStrict: true } };

test("a faithful summary replaces the messages, and its contract travels with it", async () => {
  const outcome = await guardCompaction(() => FAITHFUL, strict)(dropped, { tail });
  assert.equal(outcome.kind, "replaced");
  assert.equal(outcome.made, "summary");
  assert.equal(outcome.summary, FAITHFUL);
  assert.equal(outcome.attempts, 1);
  assert.deepEqual(outcome.messages.map(({ text }) => text), [FAITHFUL, "Go on."]);
  assert.equal(outcome.messages[0].summary, true);
  assert.equal(outcome.session.contract.generation, 1);
  assert.equal(outcome.session.decision, "certified");
  assert.deepEqual(outcome.session.open, []);
});

test("a lost rule is pinned", async () => {
  const outcome = await guardCompaction(() => LOSSY, strict)(dropped);
  assert.equal(outcome.made, "repair");
  assert.equal(outcome.decision, "certified");
  assert.ok(outcome.summary.includes(`- ${RULE}`), outcome.summary);
  assert.equal(outcome.attempts, 1);
});

test("it compares with what is dropped, not with what the summariser was shown", async () => {
  // As runtimes do: only the last message is shown.
  const shown = async (messages) => messages.at(-1).text;
  const outcome = await guardCompaction(shown, strict)(dropped);
  assert.ok(outcome.summary.includes(RULE));
});

test("with prefer retry the damage is the feedback, and the second answer counts", async () => {
  const calls = [];
  const summarise = (_, { attempt, feedback, instructions }) => {
    calls.push({ attempt, feedback, instructions });
    return attempt === 1 ? LOSSY : FAITHFUL;
  };
  const outcome = await guardCompaction(summarise, { ...strict, prefer: "retry" })(dropped);
  assert.equal(outcome.made, "summary");
  assert.equal(outcome.attempts, 2);
  assert.equal(calls[0].feedback, "");
  assert.ok(calls[1].feedback.includes(RULE), calls[1].feedback);
  assert.ok(!calls[1].feedback.includes("db-1"), "what was kept is no damage");
  assert.equal(calls[1].instructions, "");
});

test("retries are counted, and the best attempt is repaired", async () => {
  const answers = [LOSSY, "Work goes on.", "Work goes on."];
  const outcome = await guardCompaction((_, { attempt }) => answers[attempt - 1], { ...strict, prefer: "retry", retries: 2 })(dropped);
  assert.equal(outcome.attempts, 3);
  assert.ok(outcome.summary.startsWith(LOSSY), outcome.summary);
});

test("steering lists what must survive", async () => {
  let seen;
  await guardCompaction((_, { instructions }) => ((seen = instructions), FAITHFUL), { ...strict, steer: true })(dropped);
  assert.equal(seen, steer(dropped));
  for (const sentence of [RULE, GUESS, "Back up db-1 before you restart it."]) assert.ok(seen.includes(`- ${sentence}`), seen);
  assert.equal(steer([{ role: "tool", text: "fine" }]), "");
  assert.equal(steer(dropped, { lines: 1 }).split("\n").length, 2);
  assert.ok(!steer(dropped, { contract: { required: ["negation"] } }).includes(GUESS));
});

for (const [name, summarise, failure] of [
  ["throws", () => Promise.reject(new Error("429")), "threw"],
  ["gives nothing", () => undefined, "no-text"],
  ["gives white space", () => ({ summary: " \n" }), "no-text"],
  ["gives an error text", () => "Error generating summary: Error: 429 Too Many Requests", "not-a-summary"],
  ["is late", (_, { signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(FAITHFUL))), "timed-out"],
]) {
  test(`a summariser that ${name}: the old messages stand`, async () => {
    const outcome = await guardCompaction(summarise, { ...strict, timeoutMs: 30 })(dropped, { tail });
    assert.equal(outcome.kind, "failed");
    assert.equal(outcome.failure.kind, failure);
    assert.deepEqual(outcome.messages, [...dropped, ...tail]);
    assert.equal(outcome.attempts, 2);
    assert.deepEqual(outcome.next, { kind: "recompact-from-source" });
  });

  test(`a summariser that ${name}, in a full context: the pins alone`, async () => {
    const outcome = await guardCompaction(summarise, { ...strict, timeoutMs: 30, retries: 0 })(dropped, { tail, overflow: true });
    assert.equal(outcome.kind, "replaced");
    assert.equal(outcome.made, "pins");
    assert.equal(outcome.decision, "certified");
    for (const sentence of [RULE, GUESS, "Back up db-1 before you restart it."]) assert.ok(outcome.summary.includes(sentence), outcome.summary);
  });
}

test("a repair beyond the budget is a refusal that names the next step; a full context takes it", async () => {
  const guard = guardCompaction(() => LOSSY, { ...strict, budget: 20 });
  const refused = await guard(dropped, { tail });
  assert.equal(refused.kind, "refused");
  assert.equal(refused.decision, "refuse");
  assert.equal(refused.next.kind, "raise-budget");
  assert.deepEqual(refused.messages, [...dropped, ...tail]);
  const forced = await guard(dropped, { tail, overflow: true });
  assert.equal(forced.kind, "replaced");
  assert.equal(forced.made, "repair");
  assert.equal(forced.overBudget, refused.next.tokens);
  // And with the budget raised as it says, it is taken without force.
  assert.equal((await guard(dropped, { budget: 20 + refused.next.tokens })).kind, "replaced");
  assert.equal((await guard(dropped, { budget: 19 + refused.next.tokens })).kind, "refused");
});

test("a summary without its contract is an uncertified ancestor, and the refusal says where to go", async () => {
  const stranger = { role: "user", text: "The user works on the orders tables.", summary: true };
  const outcome = await guardCompaction((messages) => `${stranger.text} ${FAITHFUL}`, strict)([stranger, ...dropped]);
  assert.equal(outcome.kind, "refused");
  assert.deepEqual(outcome.strangers, [{ message: 0, why: "without-contract" }]);
  assert.deepEqual(outcome.waysOut.map(({ kind }) => kind), ["recompact-from-source", "checkpoint", "hand-over"]);
  assert.deepEqual(outcome.next, { kind: "recompact-from-source" });
  assert.deepEqual(outcome.messages, [stranger, ...dropped]);
  // Where nothing is at stake it may be used, marked.
  const provisional = await guardCompaction(() => `${stranger.text} ${FAITHFUL}`)([stranger, ...dropped]);
  assert.equal(provisional.kind, "replaced");
  assert.equal(provisional.session.decision, "provisional");
  assert.equal(provisional.session.contract.ancestryCertified, false);
});

test("a full context with an uncertified ancestor is no dead end: there is a text for the checkpoint, and the next step", async () => {
  const stranger = { role: "user", text: "The user works on the orders tables.", summary: true };
  const lossy = await guardCompaction(() => LOSSY, strict)([stranger, ...dropped], { overflow: true });
  assert.equal(lossy.kind, "refused");
  assert.deepEqual(lossy.next, { kind: "recompact-from-source" });
  for (const sentence of [RULE, GUESS]) assert.ok(lossy.salvage.includes(sentence), lossy.salvage);
  const none = await guardCompaction(() => "", strict)([stranger, ...dropped], { overflow: true });
  assert.equal(none.kind, "failed");
  assert.deepEqual(none.next, { kind: "checkpoint" });
  // Where nothing is at stake, the pins may be used all the same, marked.
  const marked = await guardCompaction(() => "")([stranger, ...dropped], { overflow: true });
  assert.deepEqual([marked.kind, marked.made, marked.decision], ["replaced", "pins", "provisional"]);
  assert.deepEqual(marked.session.open, [], "every element is there; only the ancestry is not certified");
  // And where there is nothing to keep, the line that says so.
  const empty = await guardCompaction(() => "", strict)([{ role: "tool", text: "fine" }], { overflow: true });
  assert.deepEqual([empty.kind, empty.made, empty.decision, empty.pins], ["replaced", "pins", "certified", ""]);
  // The way that was named works: from the original messages the chain starts clean.
  assert.equal((await guardCompaction(() => LOSSY, strict)(dropped)).decision, "certified");
});

test("an abort rejects with its reason, between and within the steps", async () => {
  const reason = new Error("stop");
  const hang = guardCompaction(() => new Promise(() => {}));
  const control = new AbortController();
  const pending = hang(dropped, { signal: control.signal });
  setTimeout(() => control.abort(reason), 5);
  await assert.rejects(pending, reason);
  await assert.rejects(hang(dropped, { signal: AbortSignal.abort(reason) }), reason);
  // After the summary has come.
  const late = new AbortController();
  const during = guardCompaction(() => FAITHFUL, { onProgress: ({ kind }) => kind === "checked" && late.abort(reason) });
  await assert.rejects(during(dropped, { signal: late.signal }), reason);
  // The summariser is told, and a store that hangs does not hold the abort up.
  let told;
  const third = new AbortController();
  const telling = guardCompaction((_, { signal }) => new Promise(() => signal.addEventListener("abort", () => (told = signal.reason))));
  const waiting = telling(dropped, { signal: third.signal });
  setTimeout(() => third.abort(reason), 5);
  await assert.rejects(waiting, reason);
  assert.equal(told, reason);
  const fourth = new AbortController();
  const stuck = guardCompaction(() => FAITHFUL, { store: { ...memoryStore(), put: () => new Promise(() => {}) } })(dropped, { signal: fourth.signal });
  setTimeout(() => fourth.abort(reason), 5);
  await assert.rejects(stuck, reason);
});

test("every step is told, in its order, without text", async () => {
  const seen = [];
  await guardCompaction(() => LOSSY, { ...strict, store: memoryStore(), onProgress: (progress) => seen.push(progress) })(dropped);
  assert.deepEqual(seen.map(({ kind }) => kind), ["stored", "summarising", "checked", "repaired", "decided"]);
  assert.ok(!JSON.stringify(seen).includes("orders"));
  assert.equal(seen[2].decision, "provisional");
  assert.deepEqual(seen[4], { kind: "decided", outcome: "replaced", decision: "certified", generation: 1, made: "repair" });
});

const GARBLED = "Wait for \ud83d before you restart db-1.";

test("half a character in a message is no reason to refuse: U+FFFD at its place, and the source as it was", async () => {
  const store = memoryStore();
  const garbled = [...dropped, { role: "tool", text: GARBLED }];
  let seen;
  const guard = guardCompaction((messages) => ((seen = messages), LOSSY), { ...strict, store });
  const outcome = await guard(garbled, { tail: [{ role: "user", text: "\udc00 Go on." }] });
  assert.equal(outcome.kind, "replaced");
  assert.equal(seen[2].text, "Wait for \ufffd before you restart db-1.");
  assert.deepEqual(outcome.messages[1], { role: "user", text: "\udc00 Go on." });
  assert.deepEqual(JSON.parse(await store.get(outcome.source.digest)), garbled, "nothing of the source is lost");
  const kept = await guardCompaction(() => undefined, strict)(garbled);
  assert.deepEqual([kept.kind, kept.messages], ["failed", garbled]);
});

/** What a call gives, or the error it throws or rejects with. */
const problemOf = async (call) => {
  try {
    return await call();
  } catch (error) {
    assert.ok(isFidelityError(error), String(error));
    return [error.code, error.path];
  }
};
const cue = { id: "x", pattern: "hands away", class: "negation", kind: "prohibition", side: "after" };

test("options are checked when the guard is made", () => {
  const cases = [
    [{ retry: 1 }, "unknown-field", "options.retry"],
    [{ retries: -1 }, "out-of-range", "options.retries"],
    [{ timeoutMs: 0 }, "out-of-range", "options.timeoutMs"],
    [{ timeoutMs: 2 ** 31 }, "out-of-range", "options.timeoutMs"],
    [{ prefer: "both" }, "unknown-name", "options.prefer"],
    [{ steer: 1 }, "invalid-type", "options.steer"],
    [{ contract: { required: ["negations"] } }, "unknown-name", "options.contract.required[0]"],
    [{ contract: { declared: [, "x"] } }, "missing-field", "options.contract.declared[0]"],
    [{ conditions: { strict: true } }, "unknown-field", "options.conditions.strict"],
    [{ conditions: { consumerStrict: "yes" } }, "invalid-type", "options.conditions.consumerStrict"],
    [{ policy: "some" }, "unknown-name", "options.policy"],
    [{ budget: Number.NaN }, "not-finite", "options.budget"],
    [{ patterns: "INV-*" }, "invalid-type", "options.patterns"],
    [{ lexicon: [{ ...cue, kind: "standing" }] }, "unknown-name", "options.lexicon[0].kind"],
    [{ lexicon: [{ ...cue, pattern: "_ a" }] }, "invalid-pattern", "options.lexicon[0].pattern"],
    [{ selection: "narrow" }, "unknown-name", "options.selection"],
    [{ countTokens: 4 }, "invalid-type", "options.countTokens"],
    [{ store: {} }, "missing-field", "options.store.put"],
    [{ store: { put() {}, prove: 1 } }, "invalid-type", "options.store.prove"],
    [{ audit: 4 }, "invalid-type", "options.audit"],
    [{ audit: { write() {} } }, "missing-field", "options.audit.append"],
    [{ judge: "model" }, "invalid-type", "options.judge"],
    [{ judgeConcurrency: 0 }, "out-of-range", "options.judgeConcurrency"],
    [{ judgeTimeoutMs: 1.5 }, "out-of-range", "options.judgeTimeoutMs"],
    [{ onProgress: {} }, "invalid-type", "options.onProgress"],
    [null, "invalid-type", "options"],
  ];
  for (const [options, code, path] of cases) {
    assert.throws(() => guardCompaction(() => LOSSY, options), (error) => isFidelityError(error) && (assert.deepEqual([error.code, error.path], [code, path]), true), path);
  }
  assert.throws(() => guardCompaction(undefined), { code: "invalid-type", path: "summarise" });
});

test("misuse is an error that names the field, and no model is asked", async () => {
  let asked = 0;
  const guard = guardCompaction(() => (asked++, LOSSY));
  for (const [call, code, path] of [
    [() => guard([]), "empty", "dropped"],
    [() => guard(), "missing-field", "dropped"],
    [() => guard("text"), "invalid-type", "dropped"],
    [() => guard([{ role: "user" }]), "missing-field", "dropped[0].text"],
    [() => guard([, dropped[0]]), "missing-field", "dropped[0]"],
    [() => guard([{ role: "human", text: "x" }]), "unknown-name", "dropped[0].role"],
    [() => guard(dropped, { tail: [{ role: "user", text: 1 }] }), "invalid-type", "call.tail[0].text"],
    [() => guard(dropped, { budget: 1.5 }), "out-of-range", "call.budget"],
    [() => guard(dropped, { policy: "some" }), "unknown-name", "call.policy"],
    [() => guard(dropped, { signal: {} }), "missing-field", "call.signal.throwIfAborted"],
    [() => guard(dropped, { signal: 1 }), "invalid-type", "call.signal"],
    [() => guard(dropped, { session: { version: 2 } }), "out-of-range", "call.session.version"],
    [() => guard(dropped, { overflow: "yes" }), "invalid-type", "call.overflow"],
  ]) assert.deepEqual(await problemOf(call), [code, path]);
  assert.equal(asked, 0);
});

test("a store or a log that does not do what it says is not believed", async () => {
  const options = { conditions: { consumerStrict: true }, budget: 12, retries: 0 };
  const wrong = { ...memoryStore(), put: async () => `sha256:${"0".repeat(64)}`, prove: async () => ({ recoverable: true }) };
  const outcome = await guardCompaction(() => LOSSY, { ...options, store: wrong })(dropped);
  assert.deepEqual([outcome.kind, outcome.source.proof.recoverable], ["refused", false]);
  for (const audit of [{ append: async () => undefined }, { append: async () => ({}) }]) {
    const unrecorded = await guardCompaction(() => LOSSY, { audit })(dropped);
    assert.deepEqual([unrecorded.kind, unrecorded.failure?.kind], ["failed", "not-recorded"]);
  }
});

test("the messages may change meanwhile", async () => {
  const mine = structuredClone(dropped);
  const outcome = await guardCompaction(() => {
    mine[0].text = "something else";
    return LOSSY;
  }, strict)(mine);
  assert.ok(outcome.summary.includes(RULE));
});
