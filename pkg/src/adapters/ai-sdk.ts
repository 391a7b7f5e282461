/**
 * The AI SDK (`ai` 6 and 7): a guarded `prepareStep`, and a middleware for a summary model.
 *
 * Types are structural, so that nothing of the SDK is imported.
 *
 * @module
 */
import { toMetadata } from "../guard/session.js";
import type { GuardMessage, Summariser } from "../guard/types.js";
import { array, at, methods, needed, reading, record, string, whole } from "../validate.js";
import { type AdapterOptions, compactor, guardMessages, plain, sessionIn, textOf } from "./common.js";
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
 * @throws FidelityError for options that are wrong, with a path such as `options.keep`; a step rejects with one for messages in no known shape
 * @example
 * const prepareStep = guardedPrepareStep(summarise, { when: (messages) => messages.length > 40, conditions: { consumerStrict: true } });
 * await generateText({ model, tools, messages, prepareStep });
 */
export function guardedPrepareStep<M extends ModelMessageLike>(summarise: Summariser, options: StepOptions<M>): (step: StepLike<M>) => Promise<{ messages?: M[] }> {
  const compact = compactor(options, ["when", "keep", "signal"]);
  const { when, keep, signal } = reading({ options }, () => {
    const { when, keep = 6, signal } = options;
    needed(summarise, "summarise");
    needed(when, "options.when");
    methods(signal, ["throwIfAborted"], "options.signal", "an AbortSignal");
    return { when, keep: whole(keep, "options.keep"), signal };
  });
  const known = new Map<string, Compacted<M>>();
  return async (step) => {
    const { messages, abortSignal } = reading({ step }, () => ({ ...step, messages: messagesIn<M>(record(step, "step").messages, "step.messages") }));
    const applied = apply(known, messages);
    if (!when(applied)) return applied === messages ? {} : { messages: applied };
    const first = applied.findIndex(({ role }) => role !== "system");
    const cut = cutBefore(applied, applied.length - keep);
    if (first < 0 || cut <= first) return applied === messages ? {} : { messages: applied };
    const [front, dropped, tail] = [applied.slice(0, first), applied.slice(first, cut), applied.slice(cut)];
    const ends = signal ?? abortSignal;
    const call = { tail: tail.flatMap((message, index) => plain(message, at("step.messages", cut + index))), ...(ends === undefined ? {} : { signal: ends }) };
    const outcome = await compact(summarise, dropped.flatMap((message, index) => toGuard(message, at("step.messages", first + index))), call);
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
  const key = keyOf(replaced);
  if (key === undefined) return;
  known.set(key, { count: replaced.length, front });
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
}

/** What tells messages from others; messages that JSON cannot hold are never the same. */
function keyOf(messages: readonly unknown[]): string | undefined {
  try {
    return JSON.stringify(messages);
  } catch {
    return undefined;
  }
}

/** Messages of the SDK: what else they hold is for the reader of transcripts to judge. */
function messagesIn<M>(value: unknown, path: string): M[] {
  array(value, path, "an array of messages").forEach((message, index) => string(record(message, at(path, index), "a message").role, at(at(path, index), "role")));
  return value as M[];
}

/** A cut that separates no tool's result from its call. */
function cutBefore(messages: readonly ModelMessageLike[], wanted: number): number {
  let cut = Math.max(0, wanted);
  while (cut > 0 && messages[cut]?.role === "tool") cut--;
  return cut;
}

function toGuard(message: ModelMessageLike, path: string): GuardMessage[] {
  const session = sessionIn(message.providerOptions, at(path, "providerOptions"));
  return guardMessages(message, path, session === undefined ? undefined : { text: textOf(message.content), session });
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
  const compact = compactor(options);
  return {
    specificationVersion: "v3" as const,
    async wrapGenerate<R extends { content: readonly unknown[] }>(call: GenerateLike<R>): Promise<R> {
      const { doGenerate, prompt, abortSignal } = reading({ call }, () => {
        const { doGenerate, params } = record(call, "call") as unknown as GenerateLike<R>;
        needed(doGenerate, "call.doGenerate");
        const { prompt, abortSignal } = record(params, "call.params") as unknown as GenerateLike<R>["params"];
        return { doGenerate, prompt: messagesIn<ModelMessageLike>(prompt, "call.params.prompt"), abortSignal };
      });
      let last: R | undefined;
      const summarise = async (): Promise<string> => textOf((last = await doGenerate()).content);
      const dropped = prompt.flatMap((message, index) => (message.role === "system" ? [] : toGuard(message, at("call.params.prompt", index))));
      const outcome = await compact(summarise, dropped, abortSignal === undefined ? {} : { signal: abortSignal });
      if (outcome.kind !== "replaced" || last === undefined) throw new SummaryRefused(outcome);
      return { ...last, content: [{ type: "text", text: outcome.summary }] };
    },
  };
}

export { SummaryRefused } from "./refused.js";
