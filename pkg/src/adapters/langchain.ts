/**
 * LangChain.js and LangGraph (`langchain` 1.5 and later): a guarded summarization middleware, a guarded graph node, and a
 * context edit.
 *
 * Types are structural, so that nothing of LangChain is imported.
 *
 * @module
 */
import { check } from "../core.js";
import { attempt } from "../guard/time.js";
import { toMetadata } from "../guard/session.js";
import type { GuardMessage } from "../guard/types.js";
import { array, at, methods, needed, reading, readingLater, record, text } from "../validate.js";
import { type AdapterOptions, compactor, guardMessages, late, plain, sessionIn, textOf } from "./common.js";

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
  return reading({ inner, options }, () => {
    const before = record(inner, "inner", "a middleware").beforeModel as Hook<StateLike, RuntimeLike> | { hook: Hook<StateLike, RuntimeLike> } | undefined;
    if (before === undefined) {
      compactor(options, ["summaryPrefix"]);
      return inner;
    }
    if (typeof before !== "function") needed(record(before, "inner.beforeModel", "a hook").hook, "inner.beforeModel.hook");
    const guarded = guardedNode(typeof before === "function" ? before : before.hook, options);
    return { ...inner, beforeModel: typeof before === "function" ? guarded : { ...before, hook: guarded } };
  });
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
  const compact = compactor(options, ["summaryPrefix"]);
  const { summaryPrefix, timeoutMs } = reading({ options }, () => {
    needed(node, "node");
    return { summaryPrefix: text(options.summaryPrefix ?? PREFIX, "options.summaryPrefix"), timeoutMs: options.timeoutMs };
  });
  return async (state, runtime) => {
    let update: UpdateLike | undefined;
    return readingLater(() => ({ state, runtime, "node()": update }), async () => {
      const before = [...messagesIn(record(state, "state").messages, "state.messages")];
      const pathOf = pathsOf(before, "state.messages");
      const guarded = (messages: readonly MessageLike[]) => messages.flatMap((message) => toGuard(message, pathOf(message)));
      const ends = runtime?.signal;
      methods(ends, ["throwIfAborted"], "runtime.signal", "an AbortSignal");
      const first = await attempt(() => node(state, runtime), ends, timeoutMs);
      // What the node throws is its own affair, and the messages are untouched.
      if (first.kind === "threw") throw first.error;
      if (first.kind === "timed-out") {
        const call = ends === undefined ? {} : { signal: ends };
        await late(compact, guarded(before), call);
        return undefined;
      }
      update = first.value ?? undefined;
      const updated = update?.messages === undefined ? undefined : messagesIn(update.messages, "node().messages");
      let found = updated === undefined ? undefined : summaryIn(updated, before);
      if (update?.messages === undefined || found === undefined) return update;
      const ids = (of: (message: MessageLike) => boolean) => new Set(update?.messages?.filter(of).map(({ id }) => id));
      const removed = ids((message) => typeOf(message) === "remove");
      const given = ids((message) => typeOf(message) !== "remove");
      const goes = removed.has(REMOVE_ALL) ? ({ id }: MessageLike) => !given.has(id) : ({ id }: MessageLike) => removed.has(id);
      const dropped = before.filter((message) => message.id === found?.id || goes(message));
      const gone = new Set(dropped);
      const tail = before.filter((message) => !gone.has(message));
      const place = update.messages.indexOf(found);
      const where = at(at("node().messages", place), "content");
      const summarise = async (): Promise<string> => {
        // The first attempt is made; later ones ask the node again.
        const made = found ?? summaryIn((update = (await node({ ...state, messages: before }, runtime)) ?? undefined)?.messages ?? [], before);
        found = undefined;
        const said = textOf(made?.content, where);
        return said.startsWith(summaryPrefix) ? said.slice(summaryPrefix.length) : said;
      };
      const original = found;
      const prefix = textOf(original.content, where).startsWith(summaryPrefix) ? summaryPrefix : "";
      const call = { tail: tail.flatMap((message) => plainOf(message, pathOf(message))), ...(ends === undefined ? {} : { signal: ends }) };
      const outcome = await compact(summarise, guarded(dropped), call);
      if (outcome.kind !== "replaced") return undefined;
      const messages = [...update.messages];
      messages[place] = withText(original, prefix, outcome.summary, toMetadata(outcome.session));
      return { ...update, messages };
    });
  };
}

function messagesIn(value: unknown, path: string): MessageLike[] {
  array(value, path, "an array of messages").forEach((message, index) => record(message, at(path, index), "a message"));
  return value as MessageLike[];
}

/** The message that is the summary. */
function summaryIn(messages: readonly MessageLike[], before: readonly MessageLike[]): MessageLike | undefined {
  const marked = messages.find((message) => message.additional_kwargs?.lc_source === "summarization");
  const known = new Set(before.map(({ id }) => id));
  return marked ?? messages.find((message) => typeOf(message) !== "remove" && !known.has(message.id));
}

/** Where each of these messages stands. */
function pathsOf(messages: readonly MessageLike[], path: string): (message: MessageLike) => string {
  const places = new Map(messages.map((message, index) => [message, index]));
  return (message) => at(path, places.get(message) ?? 0);
}

const typeOf = (message: MessageLike): string => (typeof message.getType === "function" ? message.getType() : message.type) ?? "";

/** The message made anew: classes of LangChain keep their arguments, too. */
function withText(message: MessageLike, prefix: string, text: string, metadata: Record<string, unknown>): MessageLike {
  const fields = { content: prefix + text, id: message.id, additional_kwargs: { ...message.additional_kwargs, ...metadata, fidelityFloorPrefix: prefix } };
  const Class = message.constructor as unknown as new (fields: unknown) => MessageLike;
  return (Class as unknown) === Object ? { ...message, ...fields } : new Class(fields);
}

/** A message in a shape that the transcript reader knows. */
const plainOf = (message: MessageLike, path: string) => plain(shape(message), path);

function toGuard(message: MessageLike, path: string): GuardMessage[] {
  const kwargs = message.additional_kwargs;
  const session = sessionIn(kwargs, at(path, "additional_kwargs"));
  if (session === undefined && kwargs?.lc_source !== "summarization") return plainOf(message, path);
  const text = textOf(message.content);
  const prefix = typeof kwargs?.fidelityFloorPrefix === "string" ? kwargs.fidelityFloorPrefix : PREFIX;
  return guardMessages(message, path, { text: text.startsWith(prefix) ? text.slice(prefix.length) : text, session });
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
  compactor(options);
  const messagesOf = (call: EditCall): MessageLike[] => reading({ call }, () => messagesIn(record(call, "call").messages, "call.messages"));
  const copies = new WeakMap<object, Map<MessageLike, string>>();
  const first = {
    apply: async (call: EditCall): Promise<void> => {
      const messages = messagesOf(call);
      copies.set(messages, reading({ call }, () => new Map(messages.map((message, index) => [message, textOf(message.content, at(at("call.messages", index), "content"))]))));
    },
  };
  const last = {
    apply: async (call: EditCall): Promise<void> => {
      const messages = messagesOf(call);
      const pathOf = pathsOf(messages, "call.messages");
      const before = [...(copies.get(messages) ?? [])];
      copies.delete(messages);
      const here = new Set(messages);
      const changed = before.filter(([message, text]) => !here.has(message) || textOf(message.content) !== text);
      if (changed.length === 0) return;
      const stays = new Set(before.map(([message]) => message));
      for (const [message] of changed) stays.delete(message);
      const source = changed.flatMap(([message, text]) => plainOf({ ...shape(message), content: text }, pathOf(message)));
      const { patterns, lexicon, selection, contract, countTokens } = options;
      const given = Object.fromEntries(Object.entries({ patterns, lexicon, selection, contract, countTokens }).filter(([, value]) => value !== undefined));
      const report = check({ source, summary: "Results of tools were cleared here.", tail: messages.filter((message) => stays.has(message)).flatMap((message) => plainOf(message, pathOf(message))), ...given });
      const pins = report.repair?.pins.text ?? "";
      const [place] = messages.filter((message) => !stays.has(message)).slice(-1);
      if (pins !== "" && place !== undefined) place.content = `${textOf(place.content)}\n\n${pins}`;
    },
  };
  return { first, last };
}

const shape = (message: MessageLike): MessageLike => ({ type: typeOf(message), content: message.content, tool_calls: message.tool_calls });
