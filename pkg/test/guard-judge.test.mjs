// The judge is asked only about what is unverified, and can lift nothing else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "fidelity-floor";
import { createAuditLog, guardCompaction } from "fidelity-floor/guard";

// "keep hands off" is said in words that no rule proves: the negation stays unverified.
const dropped = [{ role: "user", text: "Never touch the table orders_archive." }];
const UNCLEAR = "The table orders_archive is to be left as it is.";
const options = { conditions: { consumerStrict: true }, contract: { required: ["negation"] }, retries: 0 };
const unverifiedIn = (summary) => check({ source: dropped, summary, contract: options.contract }).elements.filter(({ status }) => status === "unverified");

test("what the judge calls kept certifies, and is marked", async () => {
  assert.equal(unverifiedIn(UNCLEAR).length, 1, "the case is one");
  const lines = [];
  const asked = [];
  const judge = ({ element, clause, candidates, signal }) => {
    asked.push({ status: element.status, clause, candidates, aborted: signal.aborted });
    return "kept";
  };
  const outcome = await guardCompaction(() => UNCLEAR, { ...options, judge, audit: createAuditLog((line) => void lines.push(line)) })(dropped);
  assert.deepEqual(asked, [{ status: "unverified", clause: dropped[0].text, candidates: [UNCLEAR], aborted: false }]);
  assert.equal(outcome.made, "judge");
  assert.equal(outcome.summary, UNCLEAR);
  assert.equal(outcome.decision, "certified");
  assert.deepEqual(outcome.session.judged, ["negation"]);
  assert.deepEqual(outcome.judgements.map(({ answer }) => answer), ["kept"]);
  const [record] = lines.map((line) => JSON.parse(line));
  assert.equal(record.made, "judge");
  assert.deepEqual(record.judged, ["negation"]);
  assert.deepEqual(record.judgements, { kept: 1, lost: 0, unsure: 0, failed: 0 });
});

for (const [name, judge, answer] of [
  ["says lost", () => "lost", "lost"],
  ["is unsure", async () => "unsure", "unsure"],
  ["throws", () => { throw new Error("no"); }, "failed"],
  ["is late", () => new Promise(() => {}), "failed"],
  ["talks nonsense", () => true, "failed"],
]) {
  test(`a judge that ${name} leaves it unverified, and it is repaired`, async () => {
    const outcome = await guardCompaction(() => UNCLEAR, { ...options, judge, judgeTimeoutMs: 20 })(dropped);
    assert.equal(outcome.made, "repair");
    assert.deepEqual(outcome.session.judged, []);
    assert.deepEqual(outcome.judgements.map((judgement) => judgement.answer), [answer]);
    assert.ok(outcome.summary.includes(dropped[0].text));
  });
}

test("it is not asked about what is damaged or lost, and lifts none of it", async () => {
  const long = "Never touch the invoices of the Vienna branch in orders_archive.";
  for (const [rule, summary, status] of [
    [dropped[0].text, "Touch the table orders_archive.", "contradicted"],
    [long, "Work goes on with the reports.", "missing"],
    [dropped[0].text, "Never touch the table orders_backup.", "altered"],
  ]) {
    const source = [{ role: "user", text: rule }];
    const wanted = { required: ["negation", "identifier"] };
    const statuses = check({ source, summary, contract: wanted }).elements.map((element) => element.status);
    assert.ok(statuses.includes(status), `${summary}: ${statuses}`);
    let asked = 0;
    const judge = () => (asked++, "kept");
    const outcome = await guardCompaction(() => summary, { ...options, contract: wanted, judge })(source);
    assert.equal(asked, 0, summary);
    assert.notEqual(outcome.made, "judge");
    assert.ok(outcome.summary.includes(rule));
  }
});

test("an uncertified ancestor is not lifted either", async () => {
  const stranger = { role: "user", text: "The work has begun.", summary: true };
  let asked = 0;
  const outcome = await guardCompaction(() => UNCLEAR, { ...options, judge: () => (asked++, "kept") })([stranger, ...dropped]);
  assert.equal(outcome.kind, "refused");
  assert.equal(asked, 0);
});

test("only so many questions are out at once, and an abort ends them", async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ role: "user", text: `Never touch the table part_${index}_archive.` }));
  const summary = many.map((_, index) => `The table part_${index}_archive is to be left as it is.`).join(" ");
  let out = 0;
  let most = 0;
  let asked = 0;
  const judge = async () => {
    asked++;
    most = Math.max(most, ++out);
    await new Promise((resolve) => setTimeout(resolve, 2));
    out--;
    return "kept";
  };
  const outcome = await guardCompaction(() => summary, { ...options, judge, judgeConcurrency: 3 })(many);
  assert.equal(outcome.made, "judge");
  assert.equal(asked, 12);
  assert.equal(most, 3);
  const control = new AbortController();
  const hanging = guardCompaction(() => summary, { ...options, judge: () => (control.abort(new Error("stop")), new Promise(() => {})) });
  await assert.rejects(hanging(many, { signal: control.signal }), /stop/);
});
