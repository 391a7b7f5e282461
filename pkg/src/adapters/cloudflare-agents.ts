/**
<<<<<<< HEAD
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
=======
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
>>>>>>> guards
  id: string;
  role: string;
  parts: readonly unknown[];
}

<<<<<<< HEAD
/** What a compaction function gives. */
export interface CompactResultLike {
=======
/** What a compaction function of a session gives. */
export interface CompactResult {
>>>>>>> guards
  fromMessageId: string;
  toMessageId: string;
  summary: string;
}

<<<<<<< HEAD
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
=======
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
>>>>>>> guards
}
