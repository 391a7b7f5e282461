import { guardedPrepareStep, guardedSummaryModel } from "fidelity-floor/ai-sdk";
import { HISTORY } from "./scenarios.mjs";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const messages = HISTORY.map(([role, content]) => ({ role, content }));
const flat = (prompt) => prompt.map(({ content }) => (typeof content === "string" ? content : content.map((part) => part.text ?? "").join(""))).join("\n");

/** An agent of the SDK that compacts in `prepareStep`: a tool call, then an answer; what its model sees at each step. */
export const prepareStepAgent = (sdk, test, Model) => async ({ answer, options, signal }) => {
  const seen = [];
  const model = new Model({
    doGenerate: async ({ prompt }) => {
      seen.push(flat(prompt));
      const call = seen.length === 1;
      return {
        content: call ? [{ type: "tool-call", toolCallId: "1", toolName: "look", input: "{}" }] : [{ type: "text", text: "done" }],
        finishReason: { unified: call ? "tool-calls" : "stop", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
  let asked = 0;
  const prepareStep = guardedPrepareStep((_, call) => (asked++, answer(call.signal)), { ...options, when: (all) => all.length > 6, keep: 2, ...(signal && { signal }) });
  const tools = { look: sdk.tool({ inputSchema: sdk.jsonSchema({ type: "object", properties: {} }), execute: async () => "nine tables" }) };
  await sdk.generateText({ model, messages, tools, prepareStep, stopWhen: sdk.stepCountIs?.(3) ?? sdk.isStepCount(3), ...(signal && { abortSignal: signal }) });
  return { context: seen.at(-1), first: seen[0], asked };
};

/** A summary model under guard, as a runtime with its own compaction would call it. */
export const summaryModel = (sdk, Model) => async ({ answer, options, signal }) => {
  const model = new Model({
    doGenerate: async ({ abortSignal }) => ({
      content: [{ type: "text", text: await answer(abortSignal) }],
      finishReason: { unified: "stop", raw: undefined },
      usage,
      warnings: [],
    }),
  });
  const guarded = sdk.wrapLanguageModel({ model, middleware: guardedSummaryModel(options) });
  const before = messages.map(({ content }) => content).join("\n");
  try {
    const { text } = await sdk.generateText({ model: guarded, messages, maxRetries: 0, ...(signal && { abortSignal: signal }) });
    return { context: text };
  } catch (error) {
    // The runtime keeps its messages where its summary model fails.
    if (error.name === "SummaryRefused" || error.cause?.name === "SummaryRefused") return { context: before };
    throw error;
  }
};
