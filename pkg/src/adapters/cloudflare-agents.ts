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
import { array, at, methods, needed, reading, record, string, text } from "../validate.js";
import { type AdapterOptions, compactor, guardMessages, late, plain } from "./common.js";

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
  const key = `fidelity-floor:${text(name, "name")}`;
  reading({ storage }, () => methods(storage ?? record(storage, "storage"), ["get", "put"], "storage", "the storage of a Durable Object"));
  const load = async (): Promise<SessionContract[]> => {
    const value = await storage.get(key);
    return value === undefined || value === null ? [] : array(value, key).map((item, index) => readSession(item, at(key, index)));
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
 * @throws FidelityError for options that are wrong, with a path such as `options.slot.load`; a compaction rejects with one for messages in
 * no known shape
 * @example
 * session.onCompaction(guardedCompaction(createCompactFunction({ summarize }), { slot: durableSlot(ctx.storage), conditions: { chainingRisk: true } })).compactAfter(80_000);
 */
export function guardedCompaction<M extends SessionMessageLike>(inner: CompactionFunction<M>, options: CloudflareOptions = {}): CompactionFunction<M> {
  const compact = compactor(options, ["slot", "signal"]);
  const { slot, signal, timeoutMs } = reading({ options }, () => {
    needed(inner, "inner");
    methods(options.slot, ["load", "save"], "options.slot", "a slot for contracts");
    methods(options.signal, ["throwIfAborted"], "options.signal", "an AbortSignal");
    return { ...options };
  });
  return async (messages) => {
    reading({ messages }, () => checkMessages(messages));
    const first = await attempt(() => inner(messages), signal, timeoutMs);
    if (first.kind === "timed-out") {
      await late(compact, messages.flatMap((message, index) => toGuard(message, at("messages", index))), {});
      return null;
    }
    if (first.kind === "threw") throw first.error;
    const made = first.value;
    if (made === null || made === undefined) return null;
    const place = (id: string): number => messages.findIndex((message) => message.id === id);
    const [from, to] = reading({ "inner()": made }, () => [place(record(made, "inner()").fromMessageId as string), place(made.toMessageId)]);
    if (from < 0 || to < from) return null;
    // A later overlay begins where the first one did: what it replaces begins there, too.
    const overlay = messages.findIndex(({ id }) => id.startsWith(OVERLAY));
    const start = overlay < 0 ? from : Math.min(overlay, from);
    const dropped = messages.slice(start, to + 1);
    let next: CompactResultLike | null = made;
    const summarise = async () => {
      const { summary: text } = next ?? (await inner(messages)) ?? {};
      next = null;
      return text;
    };
    const session = slot === undefined ? [] : await slot.load();
    const tail = messages.flatMap((message, index) => (index >= start && index <= to ? [] : plain(message, at("messages", index))));
    const call = { tail, session, ...(signal === undefined ? {} : { signal }) };
    const outcome = await compact(summarise, dropped.flatMap((message, index) => toGuard(message, at("messages", start + index))), call);
    if (outcome.kind !== "replaced") return null;
    await slot?.save(outcome.session);
    return { ...made, summary: outcome.summary };
  };
}

function checkMessages(messages: unknown): void {
  array(messages, "messages", "an array of messages").forEach((message, index) => {
    const { id, parts } = record(message, at("messages", index), "a message");
    string(id, at(at("messages", index), "id"));
    array(parts, at(at("messages", index), "parts"));
  });
}

function toGuard(message: SessionMessageLike, path: string): GuardMessage[] {
  if (!message.id.startsWith(OVERLAY)) return plain(message, path);
  const text = message.parts.map((part) => (part as { text?: string } | null)?.text ?? "").join("");
  return guardMessages(message, path, { text });
}
