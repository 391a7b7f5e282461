import { createCompactFunction } from "agents/sessions";
import { durableSlot, guardedCompaction } from "fidelity-floor/cloudflare-agents";
import { HISTORY } from "./scenarios.mjs";

export const history = () => [
  // The first three messages are never compacted.
  ...["Hello.", "Hello.", "Good."].map((text, index) => ({ id: `h${index}`, role: index % 2 ? "assistant" : "user", parts: [{ type: "text", text }] })),
  ...HISTORY.map(([role, text], index) => ({ id: `m${index}`, role, parts: [{ type: "text", text }] })),
];

/** The storage of a Durable Object, as far as it is used. */
export function storage() {
  const map = new Map();
  return { get: async (key) => structuredClone(map.get(key)), put: async (key, value) => void map.set(key, structuredClone(value)) };
}

const textOf = ({ parts }) => parts.map(({ text }) => text).join("");

/** A session's compaction, its overlay applied as the session does. */
export async function session({ answer, options, signal }) {
  const inner = createCompactFunction({ summarize: () => answer(signal), keepRecentTokens: 10 });
  const compact = guardedCompaction(inner, { ...options, slot: durableSlot(storage()), ...(signal && { signal }) });
  const messages = history();
  let result;
  try {
    result = await compact(messages);
  } catch (error) {
    // The session reports what a compaction function throws, and leaves the transcript alone.
    if (signal?.aborted) throw error;
    options.onOutcome?.({ kind: "failed", failure: { kind: "threw", error } });
    result = null;
  }
  if (result === null) return { context: messages.map(textOf).join("\n") };
  const [from, to] = [result.fromMessageId, result.toMessageId].map((id) => messages.findIndex((message) => message.id === id));
  return { context: [...messages.slice(0, from).map(textOf), result.summary, ...messages.slice(to + 1).map(textOf)].join("\n") };
}
