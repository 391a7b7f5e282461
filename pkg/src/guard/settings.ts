import { check } from "../core.js";
import type { CompactionEvent, Message } from "../event.js";
import type { Conditions, Contract, Policy } from "../generated.js";
import { array, at, fail, flag, name, onlyFields, record, show, text as wellFormed, whole } from "../validate.js";
import { readSession } from "./session.js";
import type { CompactionCall, GuardMessage, GuardOptions, Progress, SessionContract, Summariser } from "./types.js";

/** An event without its summary. */
export type Event = Omit<CompactionEvent, "summary">;

/** Options and call of one compaction, checked and put together. */
export interface Settings extends Pick<GuardOptions, "store" | "audit" | "judge" | "timeoutMs" | "contract" | "patterns" | "lexicon" | "selection"> {
  dropped: readonly GuardMessage[];
  /** The same for the core: role, text, summary. */
  messages: readonly Message[];
  tail: readonly GuardMessage[];
  sessions: readonly SessionContract[];
  conditions: Partial<Conditions>;
  policy: Policy;
  retries: number;
  prefer: "repair" | "retry";
  steer: boolean;
  overflow: boolean;
  signal: AbortSignal | undefined;
  judging: { signal: AbortSignal | undefined; concurrency: number; ms: number };
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

/** Checks what the host gave. */
export function settle(summarise: Summariser, options: GuardOptions, dropped: readonly GuardMessage[], call: CompactionCall): Settings {
  if (typeof summarise !== "function") fail("invalid-type", "summarise", "a function", show(summarise));
  onlyFields(record(options, "options"), OPTIONS, "options");
  onlyFields(record(call, "call"), CALL, "call");
  const plain = messagesOf(dropped, "dropped");
  const vouched = dropped.map((message, index) => (message.summary === true && message.session !== undefined ? { ...message, session: readSession(message.session, `dropped[${index}].session`) } : message));
  const tail = call.tail ?? [];
  const tailPlain = messagesOf(tail, "call.tail");
  if (plain.length === 0) fail("empty", "dropped", "at least one message", "none");
  const conditions = call.conditions ?? options.conditions ?? {};
  const policy = call.policy ?? options.policy ?? "any";
  const contract = call.contract ?? options.contract;
  const budget = call.budget ?? options.budget;
  const { patterns, lexicon, selection, countTokens, store, audit, judge, timeoutMs } = options;
  callable(judge, "options.judge");
  callable(options.onProgress, "options.onProgress");
  callable(call.onProgress, "call.onProgress");
  const given = <K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } => (value === undefined ? {} : { [key]: value }) as never;
  const signal = call.signal;
  if (signal !== undefined && typeof signal?.throwIfAborted !== "function") fail("invalid-type", "call.signal", "an AbortSignal", show(signal));
  const settings: Settings = {
    dropped: vouched,
    messages: plain,
    tail,
    sessions: sessionsOf(call.session),
    conditions,
    policy,
    retries: options.retries === undefined ? 1 : whole(options.retries, "options.retries"),
    prefer: options.prefer === undefined ? "repair" : name(options.prefer, { repair: 0, retry: 0 }, "options.prefer"),
    steer: flag(options.steer, "options.steer"),
    overflow: flag(call.overflow, "call.overflow"),
    signal,
    judging: {
      signal,
      concurrency: options.judgeConcurrency === undefined ? 4 : whole(options.judgeConcurrency, "options.judgeConcurrency", 1),
      ms: options.judgeTimeoutMs === undefined ? 30_000 : milliseconds(options.judgeTimeoutMs, "options.judgeTimeoutMs"),
    },
    ...given("timeoutMs", timeoutMs === undefined ? undefined : milliseconds(timeoutMs, "options.timeoutMs")),
    ...given("store", store),
    ...given("audit", audit),
    ...given("judge", judge),
    ...given("contract", contract),
    ...given("patterns", patterns),
    ...given("lexicon", lexicon),
    ...given("selection", selection),
    onProgress: (progress) => (call.onProgress ?? options.onProgress)?.(progress),
    event: (parents, recoverable) => ({
      source: plain,
      tail: tailPlain,
      parents,
      // What was proved goes before what was said (G2).
      conditions: recoverable === undefined ? conditions : { ...conditions, sourceRecoverable: recoverable },
      policy,
      ...given("contract", contract),
      ...given("budget", budget),
      ...given("patterns", patterns),
      ...given("lexicon", lexicon),
      ...given("selection", selection),
      ...given("countTokens", countTokens),
    }),
  };
  // What is wrong with the rest is said before a model is asked.
  check({ ...settings.event([], undefined), source: [], tail: [], summary: "" });
  return settings;
}

const ROLES = { system: 0, user: 0, assistant: 0, tool: 0 } satisfies Record<Message["role"], 0>;

/** Copies what the core reads: a host that changes its messages meanwhile changes nothing here. */
function messagesOf(value: unknown, path: string): Message[] {
  return array(value, path, "an array of messages").map((item, index) => {
    const here = at(path, index);
    const { role, text, summary } = record(item, here, "a message") as unknown as Message;
    const checked = { role: name(role, ROLES, at(here, "role")), text: wellFormed(text, at(here, "text")) };
    return flag(summary, at(here, "summary")) ? { ...checked, summary: true } : checked;
  });
}

function sessionsOf(value: CompactionCall["session"]): SessionContract[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [readSession(value, "call.session")];
  return value.map((session, index) => readSession(session, `call.session[${index}]`));
}

/** What a timer can hold. */
function milliseconds(value: unknown, path: string): number {
  const ms = whole(value, path, 1);
  return ms > 0x7fff_ffff ? fail("out-of-range", path, "at most 2147483647", show(value)) : ms;
}

function callable(value: unknown, path: string): void {
  if (value !== undefined && typeof value !== "function") fail("invalid-type", path, "a function", show(value));
}
