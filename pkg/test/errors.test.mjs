import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as ff from "fidelity-floor";
import * as slim from "fidelity-floor/slim";

const lossy = { required: ["negation"], certified: ["identifier"], generation: 2, ancestryCertified: true };
const strict = { consumerStrict: true };

test("a refusal is data, and thrown only by the form that says so", () => {
  const verdict = ff.decide(lossy, strict);
  assert.deepEqual(verdict, {
    decision: "refuse",
    generation: 2,
    reasons: [
      { kind: "missing-classes", classes: ["negation"] },
      { kind: "source-lost", dangers: ["consumer-strict"] },
    ],
    waysOut: [{ kind: "checkpoint" }, { kind: "hand-over" }],
  });
  assert.throws(
    () => ff.decideOrThrow(lossy, strict),
    (error) => error instanceof ff.FidelityFloorViolation && error.verdict === verdict && !("report" in error) && !ff.isFidelityError(error),
  );
  assert.equal(ff.decideOrThrow(lossy, { ...strict, sourceRecoverable: true }).decision, "provisional");
});

test("every reason and way out of a decision on a contract", () => {
  const kinds = (contract, conditions) => {
    const { reasons, waysOut } = ff.decide({ ...lossy, ...contract }, conditions);
    return [reasons.map(({ kind }) => kind), waysOut.map(({ kind }) => kind)];
  };
  assert.deepEqual(kinds({ required: [] }), [["vacuous-contract", "certified"], []]);
  assert.deepEqual(kinds({ required: ["identifier"] }), [["certified"], []]);
  assert.deepEqual(kinds({ ancestryCertified: false, required: [] }, { chainingRisk: true }), [
    ["vacuous-contract", "ancestry-uncertified", "source-lost"],
    ["recompact-from-source", "checkpoint", "hand-over"],
  ]);
  assert.deepEqual(kinds({}, { sourceRecoverable: true }), [["missing-classes", "source-recoverable"], []]);
});

test("verdicts are frozen and shared, and of the generation asked for", () => {
  const verdict = ff.decide(lossy, strict);
  assert.equal(ff.decide({ ...lossy, certified: ["identifier", "identifier"] }, { ...strict, chainingRisk: false }), verdict);
  assert.throws(() => (verdict.decision = "certified"), TypeError);
  assert.throws(() => verdict.reasons[0].classes.push("ordering"), TypeError);
  for (const generation of [0, 1, 4095, 4096, 2 ** 32 - 1]) {
    assert.equal(ff.decide({ ...lossy, generation }, strict).generation, generation);
  }
});

test("a refused report is thrown with its report, a halt with its verdict", () => {
  const event = { source: "Do not delete orders.", summary: "", conditions: strict };
  assert.throws(
    () => ff.checkOrThrow(event),
    ({ name, verdict, report }) =>
      name === "FidelityFloorViolation" && verdict.decision === "refuse" && verdict.generation === 1 && report.decision === "refuse",
  );
  const still = { tokensBefore: 10, tokensAfter: 10, coverageBefore: 1, coverageAfter: 0.5, dedupRate: 0 };
  assert.throws(
    () => ff.checkCycleOrThrow(still),
    (error) => error instanceof ff.CompactionInvariantError && error.verdict.reason === "coverage-loss" && error.verdict.lost === 0.5,
  );
  assert.equal(ff.checkCycleOrThrow({ ...still, coverageAfter: 1 }).verdict, "continue");
});

test("errors are recognised whichever entry they came from", () => {
  const common = createRequire(import.meta.url)("fidelity-floor");
  for (const entry of [common, slim]) {
    assert.throws(() => entry.decide(5), (error) => ff.isFidelityError(error) && entry.isFidelityError(error));
  }
  for (const value of [undefined, null, new Error("x"), { name: "FidelityError", code: "empty", path: "" }]) {
    assert.equal(ff.isFidelityError(value), false);
  }
});

test("absent fields are absent, not undefined or null", () => {
  const grew = { tokensBefore: 10, tokensAfter: 12, coverageBefore: 1, coverageAfter: 1, dedupRate: 0 };
  assert.deepEqual(Object.keys(ff.checkCycle(grew)).sort(), ["lost", "saved", "verdict"]);
  const report = ff.check({ source: "Use port 8080.", summary: "Use port 8080." });
  const visit = (value) => {
    assert.ok(value !== undefined && value !== null && typeof value !== "bigint" && !(value instanceof Map));
    if (typeof value === "object") Object.values(value).forEach(visit);
  };
  visit(report);
});
