/**
<<<<<<< HEAD
 * LangChain.js and LangGraph (`langchain` 1.5 and later): a guarded summarization middleware, a guarded graph node, and a
 * context edit.
 *
 * Types are structural, so that nothing of LangChain is imported.
 *
 * @module
 */
import { check } from "../core.js";
import { attempt } from "../guard/time.js";
import { fromMetadata, toMetadata } from "../guard/session.js";
import type { GuardMessage } from "../guard/types.js";
import { type AdapterOptions, compact, guardMessages, plain } from "./common.js";

/** A message of LangChain, as far as it is looked at. */
export interface MessageLike {
  id?: string | undefined;
  content: unknown;
  type?: string;
  getType?: () => string;
  tool_calls?: unknown;
  additional_kwargs?: Record<string, unknown>;
}

/** What a node or a hook gives back: `RemoveMessage`s and messages. */
export interface UpdateLike {
  messages?: MessageLike[];
}

type Hook<S, R> = (state: S, runtime: R) => UpdateLike | undefined | void | Promise<UpdateLike | undefined | void>;

/** A middleware that compacts in `beforeModel`. */
interface MiddlewareLike {
  name: string;
  beforeModel?: unknown;
}

/** What `summarizationMiddleware` puts before its summary; it is put back after the check. */
const PREFIX = "Here is a summary of the conversation to date:\n\n";

/** The id of a `RemoveMessage` for all messages. */
const REMOVE_ALL = "__remove_all__";

export interface LangChainOptions extends AdapterOptions {
  /** What stands before the summary in its message. @default that of `summarizationMiddleware` */
  summaryPrefix?: string;
}

/**
 * `summarizationMiddleware`, or another that compacts in `beforeModel`, under guard. Where no summary may replace them the
 * messages stay: a failing model's error text is never stored as the summary. All messages that would be dropped are
 * compared, not only those that the middleware shows to its model (the last 4,000 tokens by default).
 *
 * The contract travels in `additional_kwargs` of the summary's message.
 *
 * @example
 * const middleware = [guardedSummarization(summarizationMiddleware({ model, trigger: { tokens: 60_000 } }), { conditions: { consumerStrict: true } })];
 */
export function guardedSummarization<T extends MiddlewareLike>(inner: T, options: LangChainOptions = {}): T {
  const before = inner.beforeModel as Hook<StateLike, RuntimeLike> | { hook: Hook<StateLike, RuntimeLike> } | undefined;
  if (before === undefined) return inner;
  const guarded = guardedNode(typeof before === "function" ? before : before.hook, options);
  return { ...inner, beforeModel: typeof before === "function" ? guarded : { ...before, hook: guarded } };
}

interface StateLike {
  messages: MessageLike[];
}

/** The signal's place differs: a runtime has it at the top, so has a node's config. */
interface RuntimeLike {
  signal?: AbortSignal;
  configurable?: unknown;
}

/**
 * A LangGraph node, or a `preModelHook`, that replaces messages by a summary, under guard. The node marks its summary with
 * `additional_kwargs.lc_source = "summarization"`, or it is the one message that the state did not hold.
 *
 * @returns the node's update, with the summary repaired where it had to be; no update where the messages must stay
 */
export function guardedNode<S extends StateLike, R extends RuntimeLike>(node: Hook<S, R>, options: LangChainOptions = {}): Hook<S, R> {
  const { summaryPrefix = PREFIX, ...settings } = options;
  return async (state, runtime) => {
    const before = [...state.messages];
    const ends = runtime?.signal;
    const first = await attempt(() => node(state, runtime), ends, settings.timeoutMs);
    // What the node throws is its own affair, and the messages are untouched.
    if (first.kind === "threw") throw first.error;
    if (first.kind === "timed-out") {
      const call = ends === undefined ? {} : { signal: ends };
      await compact(() => new Promise<never>(() => {}), { ...settings, retries: 0, timeoutMs: 1 }, before.flatMap(toGuard), call);
      return undefined;
    }
    let update = first.value ?? undefined;
    let found = update?.messages === undefined ? undefined : summaryIn(update.messages, before);
    if (update?.messages === undefined || found === undefined) return update;
    const ids = (of: (message: MessageLike) => boolean) => new Set(update?.messages?.filter(of).map(({ id }) => id));
    const removed = ids((message) => typeOf(message) === "remove");
    const given = ids((message) => typeOf(message) !== "remove");
    const goes = removed.has(REMOVE_ALL) ? ({ id }: MessageLike) => !given.has(id) : ({ id }: MessageLike) => removed.has(id);
    const dropped = before.filter((message) => message.id === found?.id || goes(message));
    const tail = before.filter((message) => !dropped.includes(message));
    const summarise = async (): Promise<string> => {
      // The first attempt is made; later ones ask the node again.
      const made = found ?? summaryIn((update = (await node({ ...state, messages: before }, runtime)) ?? undefined)?.messages ?? [], before);
      found = undefined;
      const text = textOf(made?.content);
      return text.startsWith(summaryPrefix) ? text.slice(summaryPrefix.length) : text;
    };
    const place = update.messages.indexOf(found);
    const original = found;
    const prefix = textOf(original.content).startsWith(summaryPrefix) ? summaryPrefix : "";
    const call = { tail: tail.flatMap(plainOf), ...(ends === undefined ? {} : { signal: ends }) };
    const outcome = await compact(summarise, settings, dropped.flatMap(toGuard), call);
    if (outcome.kind !== "replaced") return undefined;
    const messages = [...update.messages];
    messages[place] = withText(original, prefix, outcome.summary, toMetadata(outcome.session));
    return { ...update, messages };
  };
}

/** The message that is the summary. */
function summaryIn(messages: readonly MessageLike[], before: readonly MessageLike[]): MessageLike | undefined {
  const marked = messages.find((message) => message.additional_kwargs?.lc_source === "summarization");
  const known = new Set(before.map(({ id }) => id));
  return marked ?? messages.find((message) => typeOf(message) !== "remove" && !known.has(message.id));
}

const typeOf = (message: MessageLike): string => message.getType?.() ?? message.type ?? "";

/** The message made anew: classes of LangChain keep their arguments, too. */
function withText(message: MessageLike, prefix: string, text: string, metadata: Record<string, unknown>): MessageLike {
  const fields = { content: prefix + text, id: message.id, additional_kwargs: { ...message.additional_kwargs, ...metadata, fidelityFloorPrefix: prefix } };
  const Class = message.constructor as unknown as new (fields: unknown) => MessageLike;
  return (Class as unknown) === Object ? { ...message, ...fields } : new Class(fields);
}

/** A message in a shape that the transcript reader knows. */
const plainOf = (message: MessageLike) => plain(shape(message));

function toGuard(message: MessageLike): GuardMessage[] {
  const kwargs = message.additional_kwargs;
  const session = fromMetadata(kwargs);
  if (session === undefined && kwargs?.lc_source !== "summarization") return plainOf(message);
  const text = textOf(message.content);
  const prefix = typeof kwargs?.fidelityFloorPrefix === "string" ? kwargs.fidelityFloorPrefix : PREFIX;
  return guardMessages(message, { text: text.startsWith(prefix) ? text.slice(prefix.length) : text, session });
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { type?: string; text?: string }) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}

/** What a context edit is given. */
interface EditCall {
  messages: MessageLike[];
}

/**
 * Two edits for `contextEditingMiddleware`, to stand first and last: what the edits between them clear is compared with what
 * stays, and what is lost of it is pinned where it was cleared.
 *
 * @example
 * const { first, last } = guardedEdits({ contract: { required: ["identifier"] } });
 * contextEditingMiddleware({ edits: [first, new ClearToolUsesEdit({ trigger: { tokens: 50_000 } }), last] });
 */
export function guardedEdits(options: AdapterOptions = {}) {
  const copies = new WeakMap<object, Map<MessageLike, string>>();
  const first = {
    apply: async ({ messages }: EditCall): Promise<void> => {
      copies.set(messages, new Map(messages.map((message) => [message, textOf(message.content)])));
    },
  };
  const last = {
    apply: async ({ messages }: EditCall): Promise<void> => {
      const before = [...(copies.get(messages) ?? [])];
      copies.delete(messages);
      const changed = before.filter(([message, text]) => !messages.includes(message) || textOf(message.content) !== text);
      if (changed.length === 0) return;
      const stays = new Set(before.filter((entry) => !changed.includes(entry)).map(([message]) => message));
      const source = changed.flatMap(([message, text]) => plainOf({ ...shape(message), content: text }));
      const { patterns, lexicon, selection, contract, countTokens } = options;
      const given = Object.fromEntries(Object.entries({ patterns, lexicon, selection, contract, countTokens }).filter(([, value]) => value !== undefined));
      const report = check({ source, summary: "Results of tools were cleared here.", tail: messages.filter((message) => stays.has(message)).flatMap(plainOf), ...given });
      const pins = report.repair?.pins.text ?? "";
      const [place] = messages.filter((message) => !stays.has(message)).slice(-1);
      if (pins !== "" && place !== undefined) place.content = `${textOf(place.content)}\n\n${pins}`;
    },
  };
  return { first, last };
}

const shape = (message: MessageLike): MessageLike => ({ type: typeOf(message), content: message.content, tool_calls: message.tool_calls });
=======
 * The guard in LangChain.js and LangGraph. `@langchain/core` is loaded only when a message has to be made.
 *
 * @module
 */
import { fromMetadata, toMetadata } from "../guard/api.js";
import type { GuardMessage, Outcome } from "../guard/types.js";
import { type AdapterOptions, guarded } from "./guarded.js";
import { textOf } from "./text.js";

export type { AdapterOptions } from "./guarded.js";

/** What is read of a `BaseMessage`. The session contract stands in `additional_kwargs.fidelityFloor` of a summary. */
export interface LangChainMessage {
  type: string;
  content: unknown;
  id?: string | undefined;
  additional_kwargs?: Record<string, unknown>;
  tool_calls?: unknown;
}

/** A hook or node: gets the state, gives a change of it. */
type Step = (state: any, config?: any) => unknown;

/**
 * A middleware such as `summarizationMiddleware(…)`, with the guard around its `beforeModel`. Give it to `createAgent` in its place.
 *
 * It compares with all messages that leave, whatever the summariser was shown; an error that was stored as a summary is none.
 */
export function guardSummarization<Middleware extends { beforeModel?: unknown }>(inner: Middleware, options: AdapterOptions = {}): Middleware {
  const before = inner.beforeModel;
  const isObject = typeof before === "object" && before !== null;
  const hook = guardNode((isObject ? (before as { hook: Step }).hook : before) as Step, options);
  return { ...inner, beforeModel: isObject ? { ...before, hook } : hook };
}

/**
 * A node of LangGraph that compacts, or a `preModelHook`, with the guard around it. It gives `{ messages }` with removals and one new
 * message, the summary; any other change passes as it is. Where the old messages stand, the node changes nothing.
 */
export function guardNode(node: Step, options: AdapterOptions = {}): (state: any, config?: any) => Promise<any> {
  return async (state, config) => {
    const before = [...(state.messages as LangChainMessage[])];
    const signal = config?.signal as AbortSignal | undefined;
    const done = await guarded<{ update: any; change: Change | undefined }>(
      {
        all: before.map(read),
        run: async ({ signal: inner }) => {
          const update = await node(state, config === undefined ? config : withSignal(config, inner));
          return update === undefined || update === null ? undefined : { update, change: changeOf(before, update) };
        },
        read: ({ change }) => {
          if (change === undefined) return { dropped: [], tail: before.map(read), summary: NOTICE };
          const summary = change.summary === undefined ? NOTICE : stripped(textOf(change.summary.content));
          return { dropped: change.dropped.map(read), tail: change.kept.map(read), summary };
        },
      },
      options,
      signal === undefined ? {} : { signal },
    );
    if (done === undefined) return undefined;
    const { result, outcome, cut } = done;
    if (result !== undefined && result.change === undefined) return result.update;
    if (outcome.kind !== "replaced") return undefined;
    const { HumanMessage, RemoveMessage } = await core();
    if (result === undefined) return { messages: [new RemoveMessage({ id: "__remove_all__" }), summaryMessage(HumanMessage, outcome), ...before.slice(cut)] };
    const { update, change } = result as { update: any; change: Change };
    if (change.summary === undefined) return { ...update, messages: [...update.messages, summaryMessage(HumanMessage, outcome)] };
    change.summary.content = PREFIX.test(textOf(change.summary.content)) ? `${HEAD}${outcome.summary}` : outcome.summary;
    change.summary.additional_kwargs = { ...change.summary.additional_kwargs, ...toMetadata(outcome.session) };
    return update;
  };
}

interface Change {
  dropped: LangChainMessage[];
  kept: LangChainMessage[];
  /** The new message. */
  summary?: LangChainMessage;
}

const HEAD = "Here is a summary of the conversation to date:\n\n";
const PREFIX = /^Here is a summary of the conversation to date:\s*/;
const NOTICE = "Earlier messages were removed here.";
const stripped = (text: string): string => text.replace(PREFIX, "");

/** What an update does to the messages; `undefined` where it removes none. */
function changeOf(before: readonly LangChainMessage[], update: any): Change | undefined {
  const given = (update.messages ?? []) as LangChainMessage[];
  const removed = new Set(given.filter(({ type }) => type === "remove").map(({ id }) => id));
  if (removed.size === 0) return undefined;
  const rest = given.filter(({ type }) => type !== "remove");
  const ids = new Set(before.map(({ id }) => id));
  const summary = rest.find((message) => isMarked(message) && !before.includes(message)) ?? rest.find((message) => !before.includes(message) && (message.id === undefined || !ids.has(message.id)));
  const all = removed.has("__remove_all__");
  const stays = new Set(rest.filter((message) => message !== summary).map(({ id }) => id));
  // LangChain gives the summary the id of a message that goes.
  const kept = before.filter((message) => (all ? rest.includes(message) || (message.id !== undefined && stays.has(message.id)) : !removed.has(message.id)));
  return { dropped: before.filter((message) => !kept.includes(message)), kept, ...(summary === undefined ? {} : { summary }) };
}

const isMarked = ({ additional_kwargs }: LangChainMessage): boolean => additional_kwargs?.lc_source === "summarization";

const ROLES: Record<string, GuardMessage["role"]> = { human: "user", ai: "assistant", system: "system", developer: "system", tool: "tool", function: "tool" };

function read(message: LangChainMessage): GuardMessage {
  const session = fromMetadata(message.additional_kwargs);
  const calls = Array.isArray(message.tool_calls) && !Array.isArray(message.content) ? textOf(message.tool_calls) : "";
  const words = [textOf(message.content), calls].filter((part) => part !== "").join("\n");
  const summary = session !== undefined || isMarked(message);
  return { role: ROLES[message.type] ?? "user", text: summary ? stripped(words) : words, ...(summary ? { summary } : {}), ...(session === undefined ? {} : { session }) };
}

/** A runtime or config with another signal; its methods stay its own. */
const withSignal = (config: object, signal: AbortSignal): object => Object.create(config, { signal: { value: signal, enumerable: true } }) as object;

const core = async (): Promise<{ HumanMessage: any; RemoveMessage: any }> => import("@langchain/core/messages" as string);

const summaryMessage = (HumanMessage: any, { summary, session }: Outcome & { kind: "replaced" }): LangChainMessage =>
  new HumanMessage({ content: `${HEAD}${summary}`, additional_kwargs: { lc_source: "summarization", ...toMetadata(session) } });

/** What is read of a `ContextEdit`. */
export interface Edit {
  apply(params: { messages: any[]; countTokens: any; model?: any }): void | Promise<void>;
}

/**
 * Edits for `contextEditingMiddleware`, as one with the guard around them: what they cleared and nothing else says is put before the
 * other messages as pins. Where no text may stand for it, the messages are put back.
 */
export function guardEdits(edits: readonly Edit[], options: AdapterOptions = {}): Edit {
  return {
    async apply(params) {
      const { messages } = params;
      const before = [...messages] as LangChainMessage[];
      const texts = before.map(({ content }) => textOf(content));
      const all = before.map(read);
      const done = await guarded<true>(
        {
          all,
          run: async () => {
            messages.splice(0, messages.length, ...before);
            for (const edit of edits) await edit.apply(params);
            return same(before, messages) ? undefined : true;
          },
          read: () => ({ dropped: all.filter((_, index) => !messages.some((message: LangChainMessage) => message.id === before[index]?.id && message.type === before[index]?.type && textOf(message.content) === texts[index])), tail: messages.map(read), summary: NOTICE }),
        },
        options,
      );
      if (done === undefined) return;
      const { outcome } = done;
      if (outcome.kind !== "replaced" || done.result === undefined) messages.splice(0, messages.length, ...before);
      else if (outcome.pins !== "") {
        const { HumanMessage } = await core();
        const place = messages.findIndex(({ type }) => type !== "system");
        messages.splice(place < 0 ? messages.length : place, 0, summaryMessage(HumanMessage, outcome));
      }
    },
  };
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((each, index) => each === b[index]);
>>>>>>> guards
