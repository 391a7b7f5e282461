// Every adapter in its framework, with a fake model: what the agent's context holds after a summary that is good, bad, late or none.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as sdk6 from "ai";
import * as sdk7 from "ai7";
import { MockLanguageModelV3 } from "ai/test";
import { MockLanguageModelV4 } from "ai7/test";
import { createAuditLog } from "fidelity-floor/guard";
import { prepareStepAgent, summaryModel } from "./ai-sdk.mjs";
import * as langchain from "./langchain.mjs";
import * as cloudflare from "./cloudflare.mjs";
import * as adk from "./google-adk.mjs";
import { SCENARIOS } from "./scenarios.mjs";

const FRAMEWORKS = {
  "AI SDK 6, prepareStep": prepareStepAgent(sdk6, undefined, MockLanguageModelV3),
  "AI SDK 7, prepareStep": prepareStepAgent(sdk7, undefined, MockLanguageModelV4),
  "AI SDK 6, summary model": summaryModel(sdk6, MockLanguageModelV3),
  "AI SDK 7, summary model": summaryModel(sdk7, MockLanguageModelV4),
  "LangChain, summarization": langchain.agent,
  "LangGraph, node": langchain.graph,
  "Cloudflare Agents, session": cloudflare.session,
  "Google ADK, compactor": adk.agent,
};

for (const [framework, run] of Object.entries(FRAMEWORKS)) {
  for (const { name, answer, kind, made, holds = [], lacks = [], timeoutMs, abortAfterMs, aborts } of SCENARIOS) {
    test(`${framework}: the summary ${name}`, async () => {
      const lines = [];
      const outcomes = [];
      const options = {
        conditions: { consumerStrict: true },
        retries: 0,
        audit: createAuditLog((line) => void lines.push(line)),
        onOutcome: (outcome) => outcomes.push(outcome),
        ...(timeoutMs !== undefined && { timeoutMs }),
      };
      const controller = new AbortController();
      const signal = abortAfterMs === undefined ? undefined : controller.signal;
      if (signal !== undefined) setTimeout(() => controller.abort(new Error("the user left")), abortAfterMs);
      const running = run({ answer, options, signal });
      if (aborts) {
        await assert.rejects(running);
        assert.deepEqual(outcomes, [], "an aborted compaction has no outcome");
        return;
      }
      const { context } = await running;
      for (const text of holds) assert.ok(context.includes(text), `${JSON.stringify(text)} is not in:\n${context}`);
      for (const text of lacks) assert.ok(!context.includes(text), `${JSON.stringify(text)} is in:\n${context}`);
      assert.equal(outcomes[0]?.kind, kind);
      if (made !== undefined) assert.equal(outcomes[0].made, made);
      if (kind === "replaced") assert.equal(outcomes[0].decision, "certified");
      if (outcomes[0].record !== undefined) {
        const record = JSON.parse(lines[0]);
        assert.equal(record.outcome, kind);
        assert.ok(!lines[0].includes("orders_archive"), "a record holds no text");
      } else assert.equal(kind, "failed", "only what the framework caught itself goes unrecorded");
    });
  }
}
