import { check, encodeEvent } from "../core.js";
import type { CompactionEvent, Message } from "../event.js";
import { isFidelityError } from "../errors.js";
import type { Conditions, Contract, Policy } from "../generated.js";
import { messagesOf } from "../messages.js";
import { array, at, callable, fail, flag, healed, methods, name, onlyFields, reading, record, show, under, whole } from "../validate.js";
import { readSession } from "./session.js";
import type { CompactionCall, GuardMessage, GuardOptions, Progress, SessionContract } from "./types.js";

/** An event without its summary. */
export type Event = Omit<CompactionEvent, "summary">;

/** What options and a call say about the event. */
type Asked = Pick<CompactionEvent, (typeof ASKED)[number]>;
const ASKED = ["contract", "conditions", "policy", "budget", "patterns", "lexicon", "selection", "countTokens"] as const;

/** The options of a guard, checked when it is made. */
export interface Options extends Pick<GuardOptions, "store" | "audit" | "judge" | "timeoutMs" | "onProgress"> {
  asked: Asked;
  retries: number;
  prefer: "repair" | "retry";
  steer: boolean;
  judging: { concurrency: number; ms: number };
}

/** Options and call of one compaction, put together. */
export interface Settings extends Options {
  /** The messages as they came: where nothing replaces them, they are the context. */
  dropped: readonly GuardMessage[];
  tail: readonly GuardMessage[];
  /** Role, text and summary of what is dropped: what the store gets. */
  source: readonly Message[];
  /** The same for the core: half a character is U+FFFD there, at the same place. */
  messages: readonly Message[];
  /** The same again, summaries with the session contract that came with them. */
  vouched: readonly GuardMessage[];
  sessions: readonly SessionContract[];
  conditions: Partial<Conditions>;
  policy: Policy;
  overflow: boolean;
  signal: AbortSignal | undefined;
  onProgress: (progress: Progress) => void;
  event(parents: readonly Contract[], recoverable: boolean | undefined): Event;
}

const OPTIONS = {
  patterns: 0, lexicon: 0, selection: 0, countTokens: 0, budget: 0, policy: 0, contract: 0, conditions: 0, retries: 0, prefer: 0, steer: 0,
  timeoutMs: 0, judge: 0, judgeConcurrency: 0, judgeTimeoutMs: 0, store: 0, audit: 0, onProgress: 0,
} satisfies Record<keyof GuardOptions, 0>;
const CALL = {
  tail: 0, session: 0, overflow: 0, signal: 0, conditions: 0, budget: 0, contract: 0, policy: 0, onProgress: 0,
} satisfies Record<keyof CompactionCall, 0>;

/** Checks the options of a guard, and copies them. */
export const optionsOf = (given: unknown): Options => reading({ options: given }, () => {
  const options = fieldsOf<GuardOptions>(given, OPTIONS, "options");
  const { store, audit, judge, onProgress, retries, prefer, timeoutMs, judgeConcurrency, judgeTimeoutMs } = options;
  const asked = askedBy(options, "options");
  callable(judge, "options.judge");
  callable(onProgress, "options.onProgress");
  methods(store, ["put", "prove"], "options.store", "a store of sources");
  methods(audit, ["append"], "options.audit", "an audit log");
  return {
    asked,
    retries: retries === undefined ? 1 : whole(retries, "options.retries"),
    prefer: prefer === undefined ? "repair" : name(prefer, { repair: 0, retry: 0 }, "options.prefer"),
    steer: flag(options.steer, "options.steer"),
    judging: {
      concurrency: judgeConcurrency === undefined ? 4 : whole(judgeConcurrency, "options.judgeConcurrency", 1),
      ms: judgeTimeoutMs === undefined ? 30_000 : milliseconds(judgeTimeoutMs, "options.judgeTimeoutMs"),
    },
    ...(timeoutMs === undefined ? {} : { timeoutMs: milliseconds(timeoutMs, "options.timeoutMs") }),
    ...(store === undefined ? {} : { store }),
    ...(audit === undefined ? {} : { audit }),
    ...(judge === undefined ? {} : { judge }),
    ...(onProgress === undefined ? {} : { onProgress }),
  };
});

/** Checks what one compaction is given. */
export const settle = (options: Options, dropped: unknown, circumstances: unknown): Settings => reading({ dropped, call: circumstances }, () => {
  const call = fieldsOf<CompactionCall>(circumstances, CALL, "call");
  const [own, tail] = [messagesOf(dropped, "dropped"), messagesOf(call.tail ?? [], "call.tail")];
  if (own.length === 0) fail("empty", "dropped", "at least one message", "none");
  const given = dropped as readonly GuardMessage[];
  const messages = own.map((message) => forCore(message));
  const vouched = messages.map((message, index): GuardMessage => {
    const session = message.summary === true ? given[index]?.session : undefined;
    return session === undefined ? message : { ...message, session: readSession(session, at(at("dropped", index), "session")) };
  });
  const tailForCore = tail.map((message) => ({ ...message, text: healed(message.text) }));
  const asked = { ...options.asked, ...askedBy(call, "call") };
  const { conditions = {}, policy = "any" } = asked;
  callable(call.onProgress, "call.onProgress");
  const { signal } = call;
  methods(signal, ["throwIfAborted", "addEventListener", "removeEventListener"], "call.signal", "an AbortSignal");
  return {
    ...options,
    dropped: given.map((message) => ({ ...message })),
    tail: (call.tail ?? []).map((message) => ({ ...message })),
    source: own,
    messages,
    vouched,
    asked,
    sessions: sessionsOf(call.session),
    conditions,
    policy,
    overflow: flag(call.overflow, "call.overflow"),
    signal,
    onProgress: (progress) => (call.onProgress ?? options.onProgress)?.(progress),
    event: (parents, recoverable) => ({
      ...asked,
      source: messages,
      tail: tailForCore,
      parents,
      policy,
      // What was proved goes before what was said (G2).
      conditions: recoverable === undefined ? conditions : { ...conditions, sourceRecoverable: recoverable },
    }),
  };
});

/** The fields of an object, each read once. */
function fieldsOf<T>(value: unknown, known: Record<keyof T, 0>, path: string): T {
  const object = record(value, path);
  onlyFields(object, known, path);
  return Object.fromEntries(Object.keys(known).map((field) => [field, object[field]])) as T;
}

/** What is said about the event, checked before a model is asked. */
function askedBy(given: Partial<Asked>, path: string): Asked {
  const asked: Asked = Object.fromEntries(ASKED.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])));
  callable(asked.countTokens, at(path, "countTokens"));
  const event = { ...asked, source: [], summary: "" };
  under(path, () => {
    encodeEvent(event);
    // What is wrong with a pattern of words only the core knows. It may be given later (`init`): then the first compaction says it.
    if (asked.lexicon === undefined) return;
    try {
      check(event);
    } catch (error) {
      if (!isFidelityError(error) || error.code !== "usage") throw error;
    }
  });
  return asked;
}

/** A message with a block of pins is a summary, whether or not the host says so: what was said of it must vouch for it. */
function forCore({ role, text, summary }: Message): Message {
  const isSummary = summary === true || (role !== "tool" && text.split("\n").some((line) => line.trim() === PINS_HEADER));
  return { role, text: healed(text), ...(isSummary ? { summary: true } : {}) };
}

/** The line above the pins, as the core writes it. */
export const PINS_HEADER = "Pinned verbatim from the original messages; where the summary differs, these lines hold:";

function sessionsOf(value: CompactionCall["session"]): SessionContract[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [readSession(value, "call.session")];
  return array(value, "call.session").map((session, index) => readSession(session, at("call.session", index)));
}

/** What a timer can hold. */
function milliseconds(value: unknown, path: string): number {
  const ms = whole(value, path, 1);
  return ms > 0x7fff_ffff ? fail("out-of-range", path, "at most 2147483647", show(value)) : ms;
}
