import { BaseLlm, InMemoryRunner, LlmAgent, TokenBasedContextCompactor, createEvent } from "@google/adk";
import { guardedSummarizer } from "fidelity-floor/google-adk";
import { HISTORY } from "./scenarios.mjs";

const textOf = ({ parts = [] } = {}) => parts.map(({ text }) => text ?? "").join("");

class Model extends BaseLlm {
  seen = [];
  constructor() {
    super({ model: "fake" });
  }
  async *generateContentAsync(request) {
    this.seen.push(request.contents.map(textOf).join("\n"));
    yield { content: { role: "model", parts: [{ text: "done" }] } };
  }
  async connect() {
    throw new Error("no live connection");
  }
}

/** An agent of ADK that compacts by its token threshold. */
export async function agent({ answer, options, signal }) {
  const model = new Model();
  const inner = {
    summarize: async (events) => {
      const text = await answer(signal);
      return { ...createEvent({ author: "model", content: { role: "model", parts: [{ text }] } }), isCompacted: true, startTime: events[0].timestamp, endTime: events.at(-1).timestamp, compactedContent: text };
    },
  };
  const summarizer = guardedSummarizer(inner, { ...options, ...(signal && { signal }) });
  // The runtime lets the error of a compactor end the turn; a host that wants the turn all the same catches it there.
  const compactor = new TokenBasedContextCompactor({ tokenThreshold: 10, eventRetentionSize: 2, summarizer });
  const compact = compactor.compact.bind(compactor);
  compactor.compact = async (context) => {
    try {
      await compact(context);
    } catch (error) {
      if (error.name !== "SummaryRefused") throw error;
    }
  };
  const root = new LlmAgent({ name: "agent", model, instruction: "Help.", contextCompactors: [compactor] });
  const runner = new InMemoryRunner({ agent: root, appName: "app" });
  const session = await runner.sessionService.createSession({ appName: "app", userId: "u" });
  for (const [role, text] of HISTORY.slice(0, -1)) {
    await runner.sessionService.appendEvent({ session, event: createEvent({ author: role === "user" ? "user" : "agent", content: { role: role === "user" ? "user" : "model", parts: [{ text }] } }) });
  }
  for await (const event of runner.runAsync({ userId: "u", sessionId: session.id, newMessage: { role: "user", parts: [{ text: HISTORY.at(-1)[1] }] } })) {
    if (event.errorCode !== undefined) throw signal?.aborted ? signal.reason : new Error(`${event.errorCode}: ${event.errorMessage}`);
  }
  return { context: model.seen.at(-1) };
}
