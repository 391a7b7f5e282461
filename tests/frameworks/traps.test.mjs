// The known traps of each framework, and the contract on its way from compaction to compaction.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as sdk6 from "ai";
import * as sdk7 from "ai7";
import { MockLanguageModelV3 } from "ai/test";
import { MockLanguageModelV4 } from "ai7/test";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { ClearToolUsesEdit, contextEditingMiddleware, createAgent, summarizationMiddleware } from "langchain";
import { createCompactFunction } from "agents/sessions";
import { guardedPrepareStep } from "fidelity-floor/ai-sdk";
import { guardedEdits, guardedSummarization } from "fidelity-floor/langchain";
import { durableSlot, guardedCompaction } from "fidelity-floor/cloudflare-agents";
import { guardedSummarizer } from "fidelity-floor/google-adk";
import { Model, flat, history } from "./langchain.mjs";
import { storage } from "./cloudflare.mjs";
import { HISTORY, RULE } from "./scenarios.mjs";

const strict = { conditions: { consumerStrict: true }, retries: 0 };
const LOSSY = "The user wants the temporary tables cleaned up; there are nine tables.";
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const textsOf = (prompt) => prompt.map(({ content }) => (typeof content === "string" ? content : content.map(({ text }) => text ?? "").join(""))).join("\n");

test("LangChain trims before it summarises: what its model never saw is pinned all the same", async () => {
  const shown = [];
  const summariser = new Model(() => LOSSY, shown);
  const inner = summarizationMiddleware({ model: summariser, trigger: { messages: 6 }, keep: { messages: 2 }, trimTokensToSummarize: 20 });
  const seen = [];
  const agent = createAgent({ model: new Model(() => "done", seen), tools: [], middleware: [guardedSummarization(inner, strict)] });
  await agent.invoke({ messages: history() });
  assert.ok(!flat(shown[0]).includes(RULE), "the summariser saw the rule: the test shows nothing");
  assert.ok(flat(seen.at(-1)).includes(RULE));
});

test("LangChain without the guard stores the error text; with it the history stands", async () => {
  const failing = () => new Model(() => { throw new Error("429"); });
  const options = { trigger: { messages: 6 }, keep: { messages: 2 } };
  const run = async (wrap) => {
    const seen = [];
    const middleware = [wrap(summarizationMiddleware({ model: failing(), ...options }))];
    await createAgent({ model: new Model(() => "done", seen), tools: [], middleware }).invoke({ messages: history() });
    return flat(seen.at(-1));
  };
  assert.match(await run((inner) => inner), /Error generating summary/);
  const guarded = await run((inner) => guardedSummarization(inner, strict));
  assert.doesNotMatch(guarded, /Error generating summary/);
  assert.ok(guarded.includes(RULE));
});

test("LangChain: the second compaction is of the second generation, by its message's own metadata", async () => {
  const generations = [];
  const inner = summarizationMiddleware({ model: new Model(() => LOSSY), trigger: { messages: 6 }, keep: { messages: 2 } });
  const onOutcome = (outcome) => generations.push([outcome.session?.contract.generation, outcome.strangers.length]);
  const agent = createAgent({ model: new Model(() => "done"), tools: [], middleware: [guardedSummarization(inner, { ...strict, onOutcome })] });
  const first = await agent.invoke({ messages: history() });
  const more = ["Also keep db-stage-4 out of it.", "Yes.", "Then go on.", "Going on."].map((text, index) => new (index % 2 ? AIMessage : HumanMessage)(text));
  // Over the wire and back, as a checkpointer would store them.
  const again = JSON.parse(JSON.stringify(first.messages.map((message) => message.toDict())));
  const { mapStoredMessagesToChatMessages } = await import("@langchain/core/messages");
  await agent.invoke({ messages: [...mapStoredMessagesToChatMessages(again), ...more] });
  assert.deepEqual(generations, [[1, 0], [2, 0]]);
});

test("LangChain: what a context edit clears is pinned where others use it", async () => {
  const { first, last } = guardedEdits();
  const call = (id) => new AIMessage({ content: "", tool_calls: [{ id, name: "look", args: {} }] });
  const messages = [
    new HumanMessage("Which host has the lock? Then free the lock on gate-17.mill.example."),
    call("1"),
    new ToolMessage({ tool_call_id: "1", name: "look", content: `${"rows of no use. ".repeat(40)}\nERROR: lock held by gate-17.mill.example since 03:12` }),
    call("2"),
    new ToolMessage({ tool_call_id: "2", name: "look", content: "nothing new" }),
    new HumanMessage("Go on."),
  ];
  const seen = [];
  const edits = [first, new ClearToolUsesEdit({ trigger: { tokens: 10 }, keep: { messages: 1 } }), last];
  const agent = createAgent({ model: new Model(() => "done", seen), tools: [], middleware: [contextEditingMiddleware({ edits, tokenCountMethod: "approx" })] });
  await agent.invoke({ messages });
  const context = flat(seen.at(-1));
  assert.doesNotMatch(context, /rows of no use/, "nothing was cleared: the test shows nothing");
  assert.match(context, /lock held by gate-17\.mill\.example/);
});

/** Three steps of an agent whose context is too long at each; how often the summariser was asked, and the generations. */
async function steps(sdk, Model, when) {
  const generations = [];
  let asked = 0;
  const seen = [];
  const model = new Model({
    doGenerate: async ({ prompt }) => {
      seen.push(textsOf(prompt));
      const step = seen.length;
      const content = step < 3 ? [{ type: "tool-call", toolCallId: `${step}`, toolName: "look", input: "{}" }] : [{ type: "text", text: "done" }];
      return { content, finishReason: { unified: step < 3 ? "tool-calls" : "stop", raw: undefined }, usage, warnings: [] };
    },
  });
  const onOutcome = (outcome) => generations.push(outcome.session?.contract.generation);
  const prepareStep = guardedPrepareStep(() => (asked++, LOSSY), { ...strict, when, keep: 2, onOutcome });
  const tools = { look: sdk.tool({ inputSchema: sdk.jsonSchema({ type: "object", properties: {} }), execute: async () => "nine tables" }) };
  const messages = HISTORY.map(([role, content]) => ({ role, content }));
  await sdk.generateText({ model, messages, tools, prepareStep, stopWhen: (sdk.stepCountIs ?? sdk.isStepCount)(4) });
  return { asked, generations, seen };
}

for (const [version, sdk, Mock] of [[6, sdk6, MockLanguageModelV3], [7, sdk7, MockLanguageModelV4]]) {
  test(`AI SDK ${version}: one compaction holds for the steps after it`, async () => {
    const { asked, seen } = await steps(sdk, Mock, (messages) => messages.length > 6 && messages.every(({ providerOptions }) => providerOptions === undefined));
    assert.equal(asked, 1);
    for (const context of seen) assert.ok(context.includes(RULE) && context.includes("Pinned verbatim") && !context.includes("Understood"));
  });
  test(`AI SDK ${version}: compacting what was compacted is a generation more`, async () => {
    const { generations, seen } = await steps(sdk, Mock, (messages) => messages.length > 4);
    assert.deepEqual(generations.slice(0, 2), [1, 2]);
    assert.ok(seen.at(-1).includes(RULE));
  });
}

test("AI SDK: two conversations through one prepareStep do not meet", async () => {
  const prepareStep = guardedPrepareStep((messages) => messages[0].text, { ...strict, when: (messages) => messages.length > 3, keep: 1 });
  const talk = (word) => ["a", "b", "c", "d"].map((letter) => ({ role: "user", content: `Never touch ${word}_${letter}_table.` }));
  const [one, two] = await Promise.all([prepareStep({ messages: talk("alpha") }), prepareStep({ messages: talk("omega") })]);
  assert.ok(!JSON.stringify(one).includes("omega") && !JSON.stringify(two).includes("alpha"));
});

const overlayOf = (summary, id) => ({ id: `compaction_${id}`, role: "assistant", parts: [{ type: "text", text: summary }] });
const said = (id, text) => ({ id, role: "user", parts: [{ type: "text", text }] });

test("Cloudflare: an overlay is a parent by the contract in the object's storage, and a stranger without", async () => {
  const room = storage();
  const generations = [];
  const onOutcome = (outcome) => generations.push([outcome.kind, outcome.session?.contract.generation, outcome.session?.contract.ancestryCertified, outcome.strangers.length]);
  const inner = createCompactFunction({ summarize: async () => LOSSY, keepRecentTokens: 10 });
  const compact = guardedCompaction(inner, { retries: 0, onOutcome, slot: durableSlot(room) });
  const front = ["Hi.", "Hi.", "Good."].map((text, index) => said(`h${index}`, text));
  const back = ["Keep db-stage-4 out of it.", "Then go on.", "And after that?", "Well?"].map((text, index) => said(`b${index}`, text));
  const first = await compact([...front, ...HISTORY.map(([, text], index) => said(`m${index}`, text))]);
  assert.ok(first.summary.includes(RULE));
  const second = await compact([...front, overlayOf(first.summary, 1), ...back]);
  assert.ok(second.summary.includes(RULE), "the rule lives in the second generation");
  await guardedCompaction(inner, { retries: 0, onOutcome })([...front, overlayOf(first.summary, 1), ...back]);
  assert.deepEqual(generations, [["replaced", 1, true, 0], ["replaced", 2, true, 0], ["replaced", 2, false, 1]]);
});

test("Google ADK: both texts of the compacted event are repaired, and the contract goes with it", async () => {
  const generations = [];
  const onOutcome = (outcome) => generations.push(outcome.session?.contract.generation);
  const inner = { summarize: async () => ({ isCompacted: true, compactedContent: LOSSY, content: { role: "model", parts: [{ text: LOSSY }] } }) };
  const summarizer = guardedSummarizer(inner, { ...strict, onOutcome });
  const event = (text) => ({ author: "user", content: { role: "user", parts: [{ text }] } });
  const first = await summarizer.summarize(HISTORY.map(([, text]) => event(text)));
  assert.ok(first.compactedContent.includes(RULE));
  assert.equal(first.content.parts[0].text, first.compactedContent);
  const second = await summarizer.summarize([JSON.parse(JSON.stringify(first)), event("Keep db-stage-4 out of it.")]);
  assert.ok(second.compactedContent.includes(RULE));
  assert.deepEqual(generations, [1, 2]);
});
