// A Worker whose Durable Object holds a conversation and compacts it under guard: POST a message to /, GET / reads the context.
import { createCompactFunction } from "agents/sessions";
import { durableSlot, guardedCompaction } from "fidelity-floor/cloudflare-agents";

export class Conversation {
  constructor(state, env) {
    this.storage = state.storage;
    const inner = createCompactFunction({ summarize: (prompt) => summarise(env, prompt), keepRecentTokens: 20 });
    this.compact = guardedCompaction(inner, { slot: durableSlot(state.storage), conditions: { chainingRisk: true } });
  }

  async fetch(request) {
    const messages = (await this.storage.get("messages")) ?? [];
    if (request.method === "GET") return Response.json(messages);
    messages.push({ id: crypto.randomUUID(), role: "user", parts: [{ type: "text", text: await request.text() }] });
    const context = messages.length > 8 ? await this.compacted(messages) : messages;
    // One write: after a crash the old context stands, or the new one.
    await this.storage.put("messages", context);
    return Response.json({ messages: context.length });
  }

  /** The context with its span replaced by the overlay, or as it was. */
  async compacted(messages) {
    const result = await this.compact(messages);
    if (result === null) return messages;
    const [from, to] = [result.fromMessageId, result.toMessageId].map((id) => messages.findIndex((message) => message.id === id));
    const earlier = messages.findIndex(({ id }) => id.startsWith("compaction_"));
    const overlay = { id: `compaction_${crypto.randomUUID()}`, role: "assistant", parts: [{ type: "text", text: result.summary }] };
    return [...messages.slice(0, earlier < 0 ? from : Math.min(from, earlier)), overlay, ...messages.slice(to + 1)];
  }
}

/** Asks the model that is bound to the Worker. */
async function summarise(env, prompt) {
  const response = await env.MODEL.fetch("http://model/", { method: "POST", body: prompt });
  return response.text();
}

export default {
  fetch: (request, env) => env.CONVERSATION.get(env.CONVERSATION.idFromName(new URL(request.url).pathname)).fetch(request),
};
