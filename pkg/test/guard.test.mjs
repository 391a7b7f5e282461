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

test("misuse is an error that names the field", async () => {
  const cases = [
    [() => guardCompaction(undefined)(dropped), "invalid-type", "summarise"],
    [() => guardCompaction(() => LOSSY, { retry: 1 })(dropped), "unknown-field", "options.retry"],
    [() => guardCompaction(() => LOSSY, { retries: -1 })(dropped), "out-of-range", "options.retries"],
    [() => guardCompaction(() => LOSSY, { timeoutMs: 0 })(dropped), "out-of-range", "options.timeoutMs"],
    [() => guardCompaction(() => LOSSY, { prefer: "both" })(dropped), "unknown-name", "options.prefer"],
    [() => guardCompaction(() => LOSSY)([]), "empty", "dropped"],
    [() => guardCompaction(() => LOSSY)("text"), "invalid-type", "dropped"],
    [() => guardCompaction(() => LOSSY)([{ role: "user" }]), "missing-field", "dropped[0].text"],
    [() => guardCompaction(() => LOSSY)([{ role: "human", text: "x" }]), "unknown-name", "dropped[0].role"],
    [() => guardCompaction(() => LOSSY)(dropped, { tail: [{ role: "user", text: "\ud800" }] }), "lone-surrogate", "call.tail[0].text"],
    [() => guardCompaction(() => LOSSY, { contract: { required: ["negations"] } })(dropped), "unknown-name", "contract.required[0]"],
    [() => guardCompaction(() => LOSSY, { conditions: { strict: true } })(dropped), "unknown-field", "conditions.strict"],
    [() => guardCompaction(() => LOSSY)(dropped, { budget: 1.5 }), "out-of-range", "budget"],
    [() => guardCompaction(() => LOSSY)(dropped, { signal: {} }), "invalid-type", "call.signal"],
    [() => guardCompaction(() => LOSSY)(dropped, { session: { version: 2 } }), "out-of-range", "call.session.version"],
  ];
  let asked = 0;
  assert.equal((await guardCompaction(() => (asked++, FAITHFUL))(dropped)).kind, "replaced");
  await assert.rejects(guardCompaction(() => (asked++, LOSSY), { policy: "some" })(dropped));
  assert.equal(asked, 1, "no model is asked in vain");
  for (const [call, code, path] of cases) {
    await assert.rejects(call, (error) => {
      assert.ok(isFidelityError(error), String(error));
      assert.deepEqual([error.code, error.path], [code, path]);
      return true;
    });
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
