// Type tests: this file must compile, and every line marked as an error must be one.
import * as ff from "fidelity-floor";
import * as slim from "fidelity-floor/slim";
import { verifyAudit } from "fidelity-floor/audit";
import { gate, gateTool, guardCompaction, toMetadata, type Guard, type Outcome, type SessionContract } from "fidelity-floor/guard";
import { guardCompaction as same } from "fidelity-floor/guard/slim";
import { memoryStore, type SourceStore } from "fidelity-floor/sources";
import type { Class, CompactionEvent, Contract, Element, Report, Verdict } from "fidelity-floor";

const report: Report = ff.check({ source: "x", summary: "y" });
const contract: Contract = report.contract;
const verdict: Verdict = ff.decide(contract, { consumerStrict: true }, "all");
const elements: readonly Element[] = ff.extract([{ role: "user", text: "x" }], { declared: ["x"] });
const next: CompactionEvent = { source: [], summary: "", parents: [contract], contract: { ...contract, declared: ["a"] }, conditions: {}, policy: "any" };
ff.check(next);
ff.descend(contract, [contract, ff.descend({ required: ["negation"], certified: [] })]);

ff.check({ ...next, patterns: ["INV-*"], selection: "wide", lexicon: [{ id: "x", pattern: "a|b c?", class: "negation", kind: "prohibition", side: "after" }] });
// @ts-expect-error unknown preset
ff.check({ ...next, selection: "narrow" });
// @ts-expect-error a cue has a kind
ff.extract("x", { lexicon: [{ id: "x", pattern: "a", class: "negation", side: "after" }] });
ff.PRESETS.find(({ preset }) => preset === "wide")?.rows[0]?.because satisfies ff.Because | undefined;

// Literal unions, narrowed by `kind`.
const explanation: ff.Explanation = ff.explain(next, 0);
for (const step of explanation.steps) {
  if (step.kind === "aligned") step.with.text satisfies string;
  // @ts-expect-error only where the kind says so
  step.status;
}
const decision: "certified" | "provisional" | "refuse" = verdict.decision;
for (const reason of verdict.reasons) {
  if (reason.kind === "missing-classes") reason.classes satisfies readonly Class[];
  // @ts-expect-error no such reason
  if (reason.kind === "missing") throw reason;
}
// @ts-expect-error only where the kind says so
verdict.reasons[0]?.classes;

// Absent, never null.
const first = elements[0];
if (first?.evidence !== undefined) first.evidence.start satisfies number;
// @ts-expect-error may be absent
first.evidence.start;
// @ts-expect-error never null
report.repair satisfies null;

// Shared results cannot be changed in place.
// @ts-expect-error read-only
verdict.reasons.push({ kind: "certified" });
// @ts-expect-error read-only
contract.certified.push("negation");

// @ts-expect-error unknown class
ff.decide({ ...contract, required: ["negations"] });
// @ts-expect-error unknown condition
ff.decide(contract, { strict: true });
// @ts-expect-error unknown policy
ff.decide(contract, {}, "some");
// @ts-expect-error a summary is needed
ff.check({ source: "x" });
// @ts-expect-error unknown role
ff.check({ source: [{ role: "human", text: "x" }], summary: "" });
// @ts-expect-error misspelt
ff.check({ source: "x", summary: "", sumary: "" });
// @ts-expect-error a counter counts at once
ff.check({ source: "x", summary: "", countTokens: async () => 1 });

const detector = ff.createDetector({ k: 2, rules: "reference" }, []);
detector.push({ tokensBefore: 1, tokensAfter: 1, coverageBefore: 1, coverageAfter: 1, dedupRate: 0 }).verdict satisfies "continue" | "watch" | "halt";
ff.createDetector({}, detector.history);
// @ts-expect-error unknown rule
ff.createDetector({ window: 2 });
// @ts-expect-error a field is missing
ff.checkCycle({ tokensBefore: 1, tokensAfter: 1, coverageBefore: 1, coverageAfter: 1 });
const one = new Float64Array(1);
ff.checkCycles({ tokensBefore: [1], tokensAfter: one, coverageBefore: one, coverageAfter: one, dedupRate: [0] });

try {
  ff.decideOrThrow(contract);
} catch (error) {
  if (ff.isFidelityError(error)) {
    error.code satisfies ff.ErrorCode;
    // @ts-expect-error no such code
    if (error.code === "bad") throw error;
  }
  if (error instanceof ff.FidelityFloorViolation) error.report satisfies Report | undefined;
  if (error instanceof ff.CompactionInvariantError) error.verdict.ratio satisfies number | undefined;
}

slim.init(new Uint8Array(8));
// @ts-expect-error only in slim
ff.init;
await ff.warmup();
ff.version satisfies string;
ff.estimateTokens("x") satisfies number;
decision satisfies string;

const store: SourceStore = memoryStore();
const guard: Guard = guardCompaction(async (messages, { signal, feedback }) => ({ summary: `${messages.length}${feedback}${signal.aborted}`, model: "x" }), { store, retries: 2, judge: () => "unsure" });
same satisfies typeof guardCompaction;
const outcome: Outcome = await guard([{ role: "user", text: "x" }], { tail: [], overflow: true });
if (outcome.kind === "replaced") outcome.session satisfies SessionContract;
// @ts-expect-error only where something was replaced
outcome.session;
if (outcome.kind === "failed" && outcome.failure.kind === "timed-out") outcome.failure.ms satisfies number;
if (outcome.kind !== "replaced") outcome.next.kind satisfies string;
// @ts-expect-error unknown answer
guardCompaction(() => "", { judge: () => "perhaps" });
// @ts-expect-error misspelt
guardCompaction(() => "", { retry: 2 });
// @ts-expect-error a summary is text
guardCompaction(() => 1);
const gated = gate(undefined, { classes: ["negation"] });
if (!gated.pass) gated.retrieve[0]?.message satisfies number | undefined;
const dropTable = gateTool((table: string) => table.length, { session: () => undefined, touches: (table) => ({ words: [table] }) });
const answer = await dropTable("x");
if (typeof answer !== "number") answer.blocked satisfies true;
// @ts-expect-error the tool's own arguments
dropTable(1);
if (outcome.kind === "replaced") toMetadata(outcome.session).fidelityFloor satisfies SessionContract;
for (const problem of (await verifyAudit("")).problems) problem.line satisfies number;
