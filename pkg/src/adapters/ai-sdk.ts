/**
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
    },
  };
}

export { SummaryRefused } from "./refused.js";
