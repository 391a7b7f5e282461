/**
<<<<<<< HEAD
 * The AI SDK (`ai` 6 and 7): a guarded `prepareStep`, and a middleware for a summary model.
 *
 * Types are structural, so that nothing of the SDK is imported.
 *
 * @module
 */
import { fromMetadata, toMetadata } from "../guard/session.js";
import type { GuardMessage, SessionContract, Summariser } from "../guard/types.js";
import { type AdapterOptions, compact, guardMessages, plain } from "./common.js";
import { SummaryRefused } from "./refused.js";

/** A message of the SDK, as far as it is looked at. */
export interface ModelMessageLike {
  role: string;
  content: unknown;
  providerOptions?: Record<string, unknown>;
}

/** What `prepareStep` is given, as far as it is looked at. */
export interface StepLike<M> {
  messages: M[];
  abortSignal?: AbortSignal;
}

/** When to compact, and what stays. */
export interface StepOptions<M> extends AdapterOptions {
  /** Whether to compact before this step. */
  when: (messages: readonly M[]) => boolean;
  /** How many of the latest messages stay as they are; a tool's result stays with its call. @default 6 */
  keep?: number;
  /** Ends the compaction; the step is given no signal of its own in every version. */
  signal?: AbortSignal;
}

/** So many messages at the front gave way to these. */
interface Compacted<M> {
  count: number;
  front: M[];
}

/** How many compactions a `prepareStep` remembers; each is one message. */
const REMEMBERED = 32;

/**
 * A `prepareStep` that compacts under guard: the old messages give way to a checked summary, or stay.
 *
 * In version 6 what a step gets holds for that step only; so what was compacted is remembered by its content, and put in again
 * at the next step without asking anybody. In version 7 it is the base of later steps, and each compaction is one
 * generation more. The contract travels in `providerOptions` of the summary's message. System messages at the front stay.
 *
 * @returns what `prepareStep` may return: the messages for this step, or nothing to change
 * @example
 * const prepareStep = guardedPrepareStep(summarise, { when: (messages) => messages.length > 40, conditions: { consumerStrict: true } });
 * await generateText({ model, tools, messages, prepareStep });
 */
export function guardedPrepareStep<M extends ModelMessageLike>(summarise: Summariser, options: StepOptions<M>): (step: StepLike<M>) => Promise<{ messages?: M[] }> {
  const { when, keep = 6, signal, ...settings } = options;
  const known = new Map<string, Compacted<M>>();
  return async ({ messages, abortSignal }) => {
    const applied = apply(known, messages);
    if (!when(applied)) return applied === messages ? {} : { messages: applied };
    const first = applied.findIndex(({ role }) => role !== "system");
    const cut = cutBefore(applied, applied.length - keep);
    if (first < 0 || cut <= first) return applied === messages ? {} : { messages: applied };
    const [front, dropped, tail] = [applied.slice(0, first), applied.slice(first, cut), applied.slice(cut)];
    const ends = signal ?? abortSignal;
    const call = { tail: tail.flatMap(plain), ...(ends === undefined ? {} : { signal: ends }) };
    const outcome = await compact(summarise, settings, dropped.flatMap(toGuard), call);
    if (outcome.kind !== "replaced") return applied === messages ? {} : { messages: applied };
    const head = { role: "user", content: outcome.summary, providerOptions: toMetadata(outcome.session) } as unknown as M;
    remember(known, messages.slice(0, messages.length - tail.length), [...front, head]);
    return { messages: [...front, head, ...tail] };
  };
}

/** The remembered compaction of the longest run of messages at the front, put in their place. */
function apply<M>(known: Map<string, Compacted<M>>, messages: M[]): M[] {
  let best: Compacted<M> | undefined;
  for (const [key, compaction] of known) {
    if (compaction.count <= messages.length && compaction.count > (best?.count ?? 0) && keyOf(messages.slice(0, compaction.count)) === key) best = compaction;
  }
  return best === undefined ? messages : [...best.front, ...messages.slice(best.count)];
}

function remember<M>(known: Map<string, Compacted<M>>, replaced: M[], front: M[]): void {
  known.set(keyOf(replaced), { count: replaced.length, front });
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
}

const keyOf = (messages: readonly unknown[]): string => JSON.stringify(messages);

/** A cut that separates no tool's result from its call. */
function cutBefore(messages: readonly ModelMessageLike[], wanted: number): number {
  let cut = Math.max(0, wanted);
  while (cut > 0 && messages[cut]?.role === "tool") cut--;
  return cut;
}

function toGuard(message: ModelMessageLike): GuardMessage[] {
  const session: SessionContract | undefined = fromMetadata(message.providerOptions);
  if (session === undefined) return guardMessages(message);
  return guardMessages(message, { text: textOf(message.content), session });
}

/** The text of a message, its text parts one after the other. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { type?: string; text?: string }) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}

/** What a model middleware of the SDK is given, as far as it is looked at. */
export interface GenerateLike<R> {
  doGenerate: () => PromiseLike<R>;
  params: { prompt: readonly ModelMessageLike[]; abortSignal?: AbortSignal };
}

/**
 * A middleware for `wrapLanguageModel`: the model's answer is taken as the summary of its prompt, checked and repaired. Where
 * nothing may replace the messages the call fails with `SummaryRefused`, and who asked keeps them.
 *
 * @example
 * const summaryModel = wrapLanguageModel({ model, middleware: guardedSummaryModel({ conditions: { consumerStrict: true } }) });
 */
export function guardedSummaryModel(options: AdapterOptions = {}) {
  return {
    specificationVersion: "v3" as const,
    async wrapGenerate<R extends { content: readonly unknown[] }>({ doGenerate, params }: GenerateLike<R>): Promise<R> {
      let last: R | undefined;
      const summarise = async (): Promise<string> => textOf((last = await doGenerate()).content);
      const dropped = params.prompt.filter(({ role }) => role !== "system").flatMap(toGuard);
      const outcome = await compact(summarise, options, dropped, params.abortSignal === undefined ? {} : { signal: params.abortSignal });
      if (outcome.kind !== "replaced" || last === undefined) throw new SummaryRefused(outcome);
      return { ...last, content: [{ type: "text", text: outcome.summary }] };
=======
 * The guard in the Vercel AI SDK, versions 6 and 7. Nothing of the SDK is imported.
 *
 * @module
 */
import { digestOf, fromMetadata, toMetadata } from "../guard/api.js";
import type { GuardMessage, Outcome, SummariserCall } from "../guard/types.js";
import { type AdapterOptions, guarded } from "./guarded.js";
import { textOf } from "./text.js";

export type { AdapterOptions } from "./guarded.js";

/** What is read of a `ModelMessage`. The session contract stands in `providerOptions.fidelityFloor` of a summary. */
export interface AiMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: unknown;
  providerOptions?: unknown;
}

/** Gives the messages that the next step shall see: those that stay, the same or cut, and a new one for those that went. */
export type AiCompactor<M, Step> = (messages: M[], step: Step & { call: SummariserCall }) => readonly M[] | undefined | Promise<readonly M[] | undefined>;

/**
 * `prepareStep` with the guard around a compaction. What was compacted once is not compacted again: in version 6, where the messages
 * of a step are forgotten after it, the next step starts from the compacted ones, as it does in version 7 by itself.
 *
 * @param compact `undefined` or the same messages where there is nothing to do; it may give cut copies, as `pruneMessages` does
 * @returns for `prepareStep`; gives no messages where the old ones stand
 */
export function guardPrepareStep<M extends AiMessage, Step extends { messages: M[] } = { messages: M[] }>(compact: AiCompactor<M, Step>, options: AdapterOptions = {}): (step: Step) => Promise<{ messages?: M[] }> {
  const made: Made<M>[] = [];
  return async (step) => {
    const known = await start(step.messages, made);
    const messages = known ?? step.messages;
    const all = messages.map(read);
    const done = await guarded<readonly M[]>(
      {
        all,
        run: async (call) => {
          const next = await compact(messages, { ...step, messages, call });
          return next === undefined || same(next, messages) ? undefined : next;
        },
        read: (next) => {
          const { dropped, tail, added } = difference(messages, next);
          return { dropped: dropped.map(read), tail: tail.map(read), summary: added.length === 0 ? NOTICE : added.map(({ content }) => textOf(content)).join("\n") };
        },
      },
      options,
    );
    if (done?.outcome.kind !== "replaced") return known === undefined ? {} : { messages: known };
    const next = replaced(messages, done.result ?? messages.slice(done.cut), done.outcome);
    made.push({ length: step.messages.length, digest: await digestOf(JSON.stringify(step.messages)), next });
    if (made.length > REMEMBERED) made.shift();
    return { messages: next };
  };
}

interface Made<M> {
  /** Of the messages it stands for, and their digest. */
  length: number;
  digest: string;
  next: M[];
}
const REMEMBERED = 32;
const NOTICE = "Earlier tool calls and reasoning were removed here.";

/** The messages with the longest known beginning replaced by what was made of it. */
async function start<M>(messages: M[], made: readonly Made<M>[]): Promise<M[] | undefined> {
  for (const { length, digest, next } of [...made].sort((a, b) => b.length - a.length)) {
    if (length <= messages.length && (await digestOf(JSON.stringify(messages.slice(0, length)))) === digest) return [...next, ...messages.slice(length)];
  }
  return undefined;
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((each, index) => each === b[index] || JSON.stringify(each) === JSON.stringify(b[index]));

/** What goes, what stays as it is or cut, and what is new. */
function difference<M extends AiMessage>(before: readonly M[], next: readonly M[]): { dropped: M[]; tail: M[]; added: M[] } {
  const left = new Map(before.map((message) => [message, JSON.stringify(message)]));
  const take = (fits: (message: M) => boolean): boolean => {
    for (const message of left.keys()) if (fits(message)) return left.delete(message);
    return false;
  };
  const strange = next.filter((message) => !take((old) => old === message) && !take((old) => left.get(old) === JSON.stringify(message)));
  const cut = strange.filter((message) => [...left.keys()].some((old) => old.role === message.role && Array.isArray(old.content) && Array.isArray(message.content) && partsOf(message, old)));
  return { dropped: [...left.keys()], tail: next.filter((message) => !strange.includes(message) || cut.includes(message)), added: strange.filter((message) => !cut.includes(message)) };
}

const partsOf = (cut: AiMessage, whole: AiMessage): boolean => {
  const parts = (whole.content as unknown[]).map((part) => JSON.stringify(part));
  return (cut.content as unknown[]).every((part) => parts.includes(JSON.stringify(part)));
};

/** The messages with the text of the guard where the new one stood, or where the first dropped one stood. */
function replaced<M extends AiMessage>(before: readonly M[], next: readonly M[], { summary, session, pins }: Outcome & { kind: "replaced" }): M[] {
  const { added } = difference(before, next);
  const [first] = added;
  if (first === undefined && pins === "" && summary === NOTICE) return [...next];
  const message = { role: first?.role ?? "user", content: summary, providerOptions: { ...(first?.providerOptions as object | undefined), ...toMetadata(session) } } as unknown as M;
  const kept = next.filter((each) => each === first || !added.includes(each));
  if (first !== undefined) return kept.map((each) => (each === first ? message : each));
  const system = kept.findIndex(({ role }) => role !== "system");
  return kept.toSpliced(system < 0 ? kept.length : system, 0, message);
}

function read({ role, content, providerOptions }: AiMessage): GuardMessage {
  const session = fromMetadata(providerOptions);
  return { role, text: textOf(content), ...(session === undefined ? {} : { summary: true, session }) };
}

/** What is read of the parameters and the result of a language model. */
interface Params {
  prompt: readonly AiMessage[];
  abortSignal?: AbortSignal | undefined;
}
interface Result {
  content: readonly { type: string; text?: string }[];
}

/**
 * Middleware for `wrapLanguageModel`: a model that makes summaries, each checked against its prompt before it is given. Use it where
 * a framework calls the model by itself and hands it all that it will drop.
 *
 * @throws (the model) SummaryRefused where no summary may stand, so that the framework keeps what it has
 */
export function guardSummaryModel(options: AdapterOptions = {}): {
  specificationVersion: "v3";
  wrapGenerate<R>(call: { doGenerate: () => PromiseLike<R>; params: unknown }): Promise<R>;
  wrapStream<R>(call: { doGenerate: () => PromiseLike<unknown>; params: unknown }): Promise<R>;
} {
  const generate = async (doGenerate: () => PromiseLike<unknown>, params: Params): Promise<{ result: Result & Record<string, unknown>; text: string }> => {
    const dropped = params.prompt.filter(({ role }) => role !== "system").map(read);
    const done = await guarded<Result>(
      { all: dropped, run: async () => (await doGenerate()) as Result, read: (result) => ({ dropped, tail: [], summary: wordsOf(result) }) },
      options,
      params.abortSignal === undefined ? {} : { signal: params.abortSignal },
    );
    if (done?.outcome.kind !== "replaced") throw new SummaryRefused(done?.outcome as Outcome);
    const { summary, session } = done.outcome;
    const rest = done.result ?? { finishReason: { unified: "stop", raw: undefined }, usage: NO_USAGE, warnings: [] };
    return { text: summary, result: { ...rest, content: [{ type: "text", text: summary }], providerMetadata: { ...(rest as { providerMetadata?: object }).providerMetadata, ...toMetadata(session) } } };
  };
  return {
    specificationVersion: "v3",
    wrapGenerate: async <R>({ doGenerate, params }: { doGenerate: () => PromiseLike<R>; params: unknown }) => (await generate(doGenerate, params as Params)).result as unknown as R,
    wrapStream: async <R>({ doGenerate, params }: { doGenerate: () => PromiseLike<unknown>; params: unknown }) => {
      const { result, text } = await generate(doGenerate, params as Params);
      const { finishReason, usage, providerMetadata, warnings = [] } = result;
      const parts = [{ type: "stream-start", warnings }, { type: "text-start", id: "0" }, { type: "text-delta", id: "0", delta: text }, { type: "text-end", id: "0" }, { type: "finish", finishReason, usage, providerMetadata }];
      const stream = new ReadableStream({ start: (to) => (parts.forEach((part) => to.enqueue(part)), to.close()) });
      return { stream } as R;
>>>>>>> guards
    },
  };
}

<<<<<<< HEAD
export { SummaryRefused } from "./refused.js";
=======
const NO_USAGE = { inputTokens: {}, outputTokens: {} };
const wordsOf = ({ content }: Result): string => content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join("");

/** A summary that may not stand for its messages; the outcome says why, and what to do next. */
export class SummaryRefused extends Error {
  override name = "SummaryRefused";
  constructor(readonly outcome: Outcome) {
    super(`no summary may replace the messages (${outcome.kind}); next: ${outcome.kind === "replaced" ? "" : outcome.next.kind}`);
  }
}
>>>>>>> guards
