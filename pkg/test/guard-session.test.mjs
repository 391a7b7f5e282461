// The session contract: what travels with a summary from compaction to compaction, and what breaks the chain.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { isFidelityError } from "fidelity-floor";
import { digestOf, fromMetadata, guardCompaction, readSession, toMetadata } from "fidelity-floor/guard";
import { longSession } from "../../tests/runtimes/app/long-session.mjs";

const RULE = "Never touch the table orders_archive.";
const dropped = [{ role: "user", text: RULE }];
const later = [{ role: "assistant", text: "All fine so far." }];
const strict = { conditions: { consumerStrict: true }, retries: 0 };
const guard = guardCompaction(() => "Work goes on.", strict);

test("a chain goes on through JSON, in the message or apart from it", async () => {
  const first = await guard(dropped);
  const inMessage = JSON.parse(JSON.stringify(first.messages));
  const second = await guard([...inMessage, ...later]);
  assert.equal(second.kind, "replaced");
  assert.equal(second.session.contract.generation, 2);
  assert.equal(second.session.contract.ancestryCertified, true);
  assert.deepEqual(second.strangers, []);
  assert.equal(second.summary, first.summary, "the same rule, pinned once");
  // The runtime keeps the text in one place and metadata in another.
  const bare = { role: "user", text: first.summary, summary: true };
  const session = fromMetadata(JSON.parse(JSON.stringify({ other: 1, ...toMetadata(first.session) })));
  const apart = await guard([bare, ...later], { session });
  assert.deepEqual(apart.session, second.session);
});

test("a text that was changed is an uncertified ancestor, and named", async () => {
  const { messages, session } = await guard(dropped);
  const changed = [{ ...messages[0], text: messages[0].text.replace("Never", "Do") }, ...later];
  for (const [list, call] of [
    [changed, {}],
    [[{ role: "user", text: changed[0].text, summary: true }, ...later], { session }],
  ]) {
    const outcome = await guard(list, call);
    assert.equal(outcome.kind, "refused");
    assert.deepEqual(outcome.strangers, [{ message: 0, why: "changed" }]);
    assert.deepEqual(outcome.reasons.map(({ kind }) => kind).includes("ancestry-uncertified"), true);
  }
});

test("of several summaries each is asked for its own contract", async () => {
  const one = await guard(dropped);
  const two = await guard([{ role: "user", text: "Always run the linter before you commit." }]);
  const both = await guard([...one.messages, ...two.messages, ...later]);
  assert.equal(both.kind, "replaced");
  assert.equal(both.session.contract.generation, 2);
  const stranger = await guard([...one.messages, { role: "user", text: two.summary, summary: true }, ...later]);
  assert.deepEqual(stranger.strangers, [{ message: 1, why: "without-contract" }]);
  assert.equal(stranger.kind, "refused");
});

test("the contract holds for the text in the context, to the byte", async () => {
  const { summary, session } = await guard(dropped);
  assert.equal(session.summary, await digestOf(summary));
  // SHA-256 of "abc", from FIPS 180-2.
  assert.equal(await digestOf("abc"), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("metadata from outside is checked field by field", async () => {
  const { session } = await guard(dropped);
  assert.equal(fromMetadata(undefined), undefined);
  assert.equal(fromMetadata({ other: 1 }), undefined);
  assert.deepEqual(readSession(JSON.parse(JSON.stringify(session))), session);
  for (const [change, code, path] of [
    [null, "invalid-type", "fidelityFloor"],
    [{ ...session, version: 2 }, "out-of-range", "fidelityFloor.version"],
    [{ ...session, summary: "sha256:12" }, "invalid-type", "fidelityFloor.summary"],
    [{ ...session, summary: undefined }, "missing-field", "fidelityFloor.summary"],
    [{ ...session, contract: { ...session.contract, generation: -1 } }, "out-of-range", "fidelityFloor.contract.generation"],
    [{ ...session, contract: { ...session.contract, certified: ["all"] } }, "unknown-name", "fidelityFloor.contract.certified[0]"],
    [{ ...session, decision: "refuse" }, "unknown-name", "fidelityFloor.decision"],
    [{ ...session, open: [{ class: "negation", text: "x" }] }, "missing-field", "fidelityFloor.open[0].message"],
    [{ ...session, judged: "negation" }, "invalid-type", "fidelityFloor.judged"],
    [{ ...session, extra: 1 }, "unknown-field", "fidelityFloor.extra"],
  ]) {
    assert.throws(
      () => fromMetadata({ fidelityFloor: change }),
      (error) => isFidelityError(error) && error.code === code && error.path === path,
      path,
    );
  }
});

test("two sessions on one guard, step by step in turns: nothing crosses", async () => {
  // Each call waits until both are under way, so that every step of one lies between two of the other.
  const gates = [];
  const meet = () => new Promise((resolve) => (gates.push(resolve), gates.length === 2 && gates.splice(0).forEach((go) => go())));
  const shared = guardCompaction(async (messages) => {
    await meet();
    return `Work goes on with ${messages.length} messages.`;
  }, strict);
  const rules = { a: "Never touch the table alpha_archive.", b: "Never touch the table beta_archive." };
  const contexts = { a: [], b: [] };
  for (let round = 1; round <= 5; round++) {
    const compact = async (name, other) => {
      const outcome = await shared([...contexts[name], ...(round === 1 ? [{ role: "user", text: rules[name] }] : later), ...Array.from({ length: name === "a" ? 1 : 2 }, () => later[0])]);
      assert.equal(outcome.kind, "replaced");
      assert.equal(outcome.session.contract.generation, round);
      assert.ok(outcome.summary.includes(rules[name]));
      assert.ok(!outcome.summary.includes(rules[other]));
      contexts[name] = outcome.messages;
    };
    await Promise.all([compact("a", "b"), compact("b", "a")]);
  }
});

test("a hundred compactions of 200 messages: generation, contract and pins right at each", async () => {
  const { seen } = await longSession(guardCompaction);
  assert.equal(seen.length, 100);
  // The header of the block, and four rules with "- " and a line end before each.
  const bound = 90 + [37, 40, 49, 60].reduce((sum, rule) => sum + rule + 3, 0);
  seen.forEach((step, index) => {
    assert.deepEqual({ ...step, pins: 0, text: 0 }, { kind: "replaced", decision: "certified", generation: index + 1, ancestry: true, rules: true, pins: 0, text: 0, messages: 1 });
    assert.ok(step.pins <= bound, `compaction ${index + 1}: ${step.pins} units of pins`);
  });
  assert.equal(seen[99].pins, seen[9].pins);
});

test("a summariser that tells its progress anew each time: the pins stay bounded under rules-only", async () => {
  const say = (number) => `Chapter ${number} is read; ${number + 3} of its files went to archive/${number}.`;
  const { seen, context } = await longSession(guardCompaction, { selection: "rules-only" }, 100, say);
  assert.ok(context[0].text.startsWith(say(100)), context[0].text);
  assert.equal(seen[99].generation, 100);
  assert.equal(seen[99].pins, seen[9].pins);
});

test("an abort of one session does not reach another on the same guard", async () => {
  const control = new AbortController();
  let go;
  const ready = new Promise((resolve) => (go = resolve));
  const shared = guardCompaction(async () => (await ready, "Work goes on."), strict);
  const aborted = shared(dropped, { signal: control.signal });
  const other = shared(dropped, { signal: new AbortController().signal });
  control.abort(new Error("stop"));
  await assert.rejects(aborted, /stop/);
  go();
  assert.equal((await other).kind, "replaced");
});

test("and the memory stays flat", () => {
  const program = `
    import { guardCompaction } from "fidelity-floor/guard";
    import { longSession } from "./tests/runtimes/app/long-session.mjs";
    const used = () => (gc(), gc(), process.memoryUsage());
    await longSession(guardCompaction, {}, 100);
    const before = used();
    await longSession(guardCompaction, {}, 100);
    const after = used();
    const sum = ({ heapUsed, external, arrayBuffers }) => heapUsed + external + arrayBuffers;
    console.log(sum(after) - sum(before));`;
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const grown = Number(execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", program], { cwd: root, encoding: "utf8" }));
  // 20,000 messages went through; a hundredth of their text would be more than this.
  assert.ok(Number.isFinite(grown) && grown < 150_000, `grew by ${grown} bytes`);
});
