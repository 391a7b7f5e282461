/**
 * Cloudflare Agents (`agents/sessions`, 0.32 and later): a guarded compaction function for `Session.onCompaction`.
 *
 * Types are structural, so that nothing of the package is imported.
 *
 * @module
 */
import { readSession } from "../guard/session.js";
import { attempt } from "../guard/time.js";
import type { GuardMessage, SessionContract } from "../guard/types.js";
import { type AdapterOptions, compact, guardMessages, plain } from "./common.js";

/** A message of a session, as far as it is looked at. */
export interface SessionMessageLike {
  id: string;
  role: string;
  parts: readonly unknown[];
}

/** What a compaction function gives. */
export interface CompactResultLike {
  fromMessageId: string;
  toMessageId: string;
  summary: string;
}

type CompactionFunction<M> = (messages: M[]) => Promise<CompactResultLike | null>;

/** Where contracts are kept between compactions: overlays have no room for them. A contract is found by the digest of its text. */
export interface ContractSlot {
  load(): Promise<SessionContract[]>;
  save(session: SessionContract): Promise<void>;
}

/** The part of a Durable Object's storage that {@link durableSlot} uses. */
interface StorageLike {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
}

/** How many contracts are kept: one for each overlay that may still stand. */
const KEPT = 16;

/**
 * Keeps contracts in a Durable Object's storage, the latest 16.
 *
 * @param name one for each session of the object @default "default"
 */
export function durableSlot(storage: StorageLike, name = "default"): ContractSlot {
  const key = `fidelity-floor:${name}`;
  const load = async (): Promise<SessionContract[]> => {
    const value = await storage.get(key);
    return Array.isArray(value) ? value.map((item: unknown, index) => readSession(item, `${key}[${index}]`)) : [];
  };
  return { load, save: async (session) => storage.put(key, [session, ...(await load())].slice(0, KEPT)) };
}

export interface CloudflareOptions extends AdapterOptions {
  /** Where contracts are kept. Without one every earlier overlay is an uncertified ancestor (C2). */
  slot?: ContractSlot;
  /** Ends the compaction. */
  signal?: AbortSignal;
}

/** What the overlay of an earlier compaction is called. */
const OVERLAY = "compaction_";

/**
 * A compaction function under guard: its summary is compared with all messages of its span and with the overlay before it,
 * repaired where that helps, and dropped (`null`, the transcript stays) where nothing certifies.
 *
 * @example
 * session.onCompaction(guardedCompaction(createCompactFunction({ summarize }), { slot: durableSlot(ctx.storage), conditions: { chainingRisk: true } })).compactAfter(80_000);
 */
export function guardedCompaction<M extends SessionMessageLike>(inner: CompactionFunction<M>, options: CloudflareOptions = {}): CompactionFunction<M> {
  const { slot, signal, ...settings } = options;
  return async (messages) => {
    const first = await attempt(() => inner(messages), signal, settings.timeoutMs);
    if (first.kind === "timed-out") {
      await compact(() => new Promise<never>(() => {}), { ...settings, retries: 0, timeoutMs: 1 }, messages.flatMap(toGuard), {});
      return null;
    }
    if (first.kind === "threw") throw first.error;
    const made = first.value;
    if (made === null) return null;
    const [from, to] = [made.fromMessageId, made.toMessageId].map((id) => messages.findIndex((message) => message.id === id));
    if (from === undefined || to === undefined || from < 0 || to < from) return null;
    // A later overlay begins where the first one did: what it replaces begins there, too.
    const overlay = messages.findIndex(({ id }) => id.startsWith(OVERLAY));
    const start = overlay < 0 ? from : Math.min(overlay, from);
    const dropped = messages.slice(start, to + 1);
    const tail = messages.filter((message) => !dropped.includes(message));
    let next: CompactResultLike | null = made;
    const summarise = async (): Promise<string> => {
      const text = (next ?? (await inner(messages)))?.summary ?? "";
      next = null;
      return text;
    };
    const session = slot === undefined ? [] : await slot.load();
    const call = { tail: tail.flatMap(plain), session, ...(signal === undefined ? {} : { signal }) };
    const outcome = await compact(summarise, settings, dropped.flatMap(toGuard), call);
    if (outcome.kind !== "replaced") return null;
    await slot?.save(outcome.session);
    return { ...made, summary: outcome.summary };
  };
}

function toGuard(message: SessionMessageLike): GuardMessage[] {
  if (!message.id.startsWith(OVERLAY)) return plain(message);
  const text = message.parts.map((part) => (part as { text?: string }).text ?? "").join("");
  return guardMessages(message, { text });
}
