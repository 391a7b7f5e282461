/**
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
