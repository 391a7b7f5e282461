/**
 * Google ADK (`@google/adk` 2): a guarded summarizer for its context compactors.
 *
 * Types are structural, so that nothing of ADK is imported.
 *
 * @module
 */
import { toMetadata } from "../guard/session.js";
import type { GuardMessage } from "../guard/types.js";
import { array, at, methods, reading, readingLater, record, under } from "../validate.js";
import { type AdapterOptions, compactor, guardMessages, plain, sessionIn } from "./common.js";
import { SummaryRefused } from "./refused.js";

/** An event of ADK, as far as it is looked at. */
export interface EventLike {
  author?: string | undefined;
  content?: { role?: string | undefined; parts?: unknown[] | undefined } | undefined;
  isCompacted?: boolean;
  compactedContent?: string;
  customMetadata?: Record<string, unknown> | undefined;
}

/** What makes one event of many. */
interface SummarizerLike<E, C> {
  summarize(events: E[]): Promise<C>;
}

export interface AdkOptions extends AdapterOptions {
  /** Ends the compaction. */
  signal?: AbortSignal;
}

/**
 * A summarizer under guard. A repaired summary replaces both texts of the compacted event. Where nothing may replace the
 * events it throws `SummaryRefused`, and the session keeps them.
 *
 * The contract travels in `customMetadata` of the compacted event.
 *
 * @throws FidelityError for options that are wrong, with a path such as `options.retries`; `summarize` rejects with one for events in no
 * known shape
 * @example
 * new TokenBasedContextCompactor({ tokenThreshold: 60_000, eventRetentionSize: 10, summarizer: guardedSummarizer(new LlmSummarizer({ llm })) });
 */
export function guardedSummarizer<E extends EventLike, C extends EventLike>(inner: SummarizerLike<E, C>, options: AdkOptions = {}): SummarizerLike<E, C> {
  const compact = compactor(options, ["signal"]);
  const signal = reading({ inner, options }, () => {
    methods(inner ?? record(inner, "inner"), ["summarize"], "inner", "a summarizer");
    methods(options.signal, ["throwIfAborted"], "options.signal", "an AbortSignal");
    return options.signal;
  });
  return {
    summarize(events) {
      let made: C | undefined;
      return readingLater(() => ({ events, "summarize()": made }), async () => {
        array(events, "events", "an array of events").forEach((event, index) => record(event, at("events", index), "an event"));
        const summarise = async () => (made = await inner.summarize(events))?.compactedContent;
        const outcome = await compact(summarise, events.flatMap((event, index) => toGuard(event, at("events", index))), signal === undefined ? {} : { signal });
        if (outcome.kind !== "replaced" || made === undefined) throw new SummaryRefused(outcome);
        const [head, ...rest] = array(made.content?.parts ?? [], "summarize().content.parts");
        const parts = [{ ...(head as object | undefined), text: outcome.summary }, ...rest];
        return { ...made, compactedContent: outcome.summary, content: { ...made.content, parts }, customMetadata: { ...made.customMetadata, ...toMetadata(outcome.session) } };
      });
    },
  };
}

function toGuard(event: EventLike, path: string): GuardMessage[] {
  const { author, content, isCompacted, compactedContent, customMetadata } = event;
  if (isCompacted === true) return guardMessages(event, path, { text: compactedContent ?? "", session: sessionIn(customMetadata, at(path, "customMetadata")) });
  if (content?.parts === undefined || content.parts === null || content.parts.length === 0) return [];
  return under(path, () => plain({ role: author === "user" ? "user" : "model", parts: content.parts }, "content"));
}

export { SummaryRefused } from "./refused.js";
