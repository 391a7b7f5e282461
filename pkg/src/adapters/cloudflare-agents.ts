/**
 * The guard in the sessions of Cloudflare Agents (`agents/sessions`). Nothing of the framework is imported.
 *
 * @module
 */
import { digestOf, readSession } from "../guard/api.js";
import type { GuardMessage, SessionContract } from "../guard/types.js";
import { type AdapterOptions, guarded } from "./guarded.js";
import { textOf } from "./text.js";

export type { AdapterOptions } from "./guarded.js";

/** What is read of a `SessionMessage`. */
export interface CloudflareMessage {
  id: string;
  role: string;
  parts: readonly unknown[];
}

/** What a compaction function of a session gives. */
export interface CompactResult {
  fromMessageId: string;
  toMessageId: string;
  summary: string;
}

/** Where session contracts are kept, as an overlay has no place for them. The storage of a Durable Object fits. */
export interface ContractStorage {
  get(key: string): unknown;
  put(key: string, value: unknown): unknown;
}

/** What the guard of a session takes. */
export interface SessionOptions extends AdapterOptions {
  /** Of the agent, so that its contracts outlive a restart: `ctx.storage`. @default in memory */
  contracts?: ContractStorage;
}

/** The first of these keys is followed by the digest of a summary. */
const KEY = "fidelityFloor:";
const OVERLAY = "compaction_";

/**
 * A compaction function for `session.onCompaction`, with the guard around another. Earlier overlays are the parents of the next
 * compaction (C2). `null`, so that the transcript stands, where no summary may replace the messages.
 */
export function guardOnCompaction<Message extends CloudflareMessage>(
  compact: (messages: Message[], context?: any) => Promise<CompactResult | null>,
  { contracts = memory(), ...options }: SessionOptions = {},
): (messages: Message[], context?: any) => Promise<CompactResult | null> {
  return async (messages, context) => {
    const all = await Promise.all(messages.map((message) => read(message, contracts)));
    const place = (id: string): number => messages.findIndex((message) => message.id === id);
    const done = await guarded<CompactResult>(
      {
        all,
        run: async () => (await compact(messages, context)) ?? undefined,
        read: ({ fromMessageId, toMessageId, summary }) => {
          const [from, to] = [place(fromMessageId), place(toMessageId)];
          // An overlay that begins before an earlier one stands for that one, too.
          const gone = all.filter((_, index) => index >= from && index <= to);
          const earlier = all.filter((message, index) => message.summary === true && index < from);
          return { dropped: [...earlier, ...gone], tail: all.filter((message, index) => !gone.includes(message) && !(message.summary === true && index < from)), summary };
        },
      },
      options,
    );
    if (done === undefined || done.outcome.kind !== "replaced") return null;
    const { summary, session } = done.outcome;
    const [first, last] = [messages[0], messages[done.cut - 1]];
    const span = done.result ?? (first === undefined || last === undefined ? undefined : { fromMessageId: first.id, toMessageId: last.id });
    if (span === undefined) return null;
    await contracts.put(KEY + session.summary, session);
    return { ...span, summary };
  };
}

async function read({ id, role, parts }: CloudflareMessage, contracts: ContractStorage): Promise<GuardMessage> {
  const text = textOf(parts);
  const known = role === "system" || role === "user" || role === "tool" ? role : "assistant";
  if (!id.startsWith(OVERLAY)) return { role: known, text };
  const session = await contracts.get(KEY + (await digestOf(text)));
  return { role: known, text, summary: true, ...(session === undefined ? {} : { session: readSession(session) }) };
}

function memory(): ContractStorage {
  const kept = new Map<string, SessionContract>();
  return { get: (key) => kept.get(key), put: (key, value) => void kept.set(key, value as SessionContract) };
}
