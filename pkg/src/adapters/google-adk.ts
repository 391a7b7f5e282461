/**
 * Google ADK (`@google/adk` 2): a guarded summarizer for its context compactors.
 *
 * Types are structural, so that nothing of ADK is imported.
 *
 * @module
 */
import { fromMetadata, toMetadata } from "../guard/session.js";
import type { GuardMessage } from "../guard/types.js";
import { type AdapterOptions, compact, guardMessages, plain } from "./common.js";
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
 * @example
 * new TokenBasedContextCompactor({ tokenThreshold: 60_000, eventRetentionSize: 10, summarizer: guardedSummarizer(new LlmSummarizer({ llm })) });
 */
export function guardedSummarizer<E extends EventLike, C extends EventLike>(inner: SummarizerLike<E, C>, options: AdkOptions = {}): SummarizerLike<E, C> {
  const { signal, ...settings } = options;
  return {
    async summarize(events) {
      let made: C | undefined;
      const summarise = async (): Promise<string> => (made = await inner.summarize(events)).compactedContent ?? "";
      const outcome = await compact(summarise, settings, events.flatMap(toGuard), signal === undefined ? {} : { signal });
      if (outcome.kind !== "replaced" || made === undefined) throw new SummaryRefused(outcome);
      const [head, ...rest] = made.content?.parts ?? [];
      const parts = [{ ...(head as object | undefined), text: outcome.summary }, ...rest];
      return { ...made, compactedContent: outcome.summary, content: { ...made.content, parts }, customMetadata: { ...made.customMetadata, ...toMetadata(outcome.session) } };
    },
  };
}

function toGuard(event: EventLike): GuardMessage[] {
  const { content, isCompacted, compactedContent } = event;
  if (isCompacted === true) return guardMessages(event, { text: compactedContent ?? "", session: fromMetadata(event.customMetadata) });
  if (content?.parts === undefined || content.parts.length === 0) return [];
  return plain({ role: event.author === "user" ? "user" : "model", parts: content.parts });
}
export { SummaryRefused } from "./refused.js";
