// pi extension: makes the summary with `summarise`, and gives it only with the guard's consent. On overflow it repairs, never cancels.
import { fromMetadata, guardCompaction, toMetadata } from "fidelity-floor/guard";

const textOf = (content) => (typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("\n"));
const ROLES = { user: "user", assistant: "assistant" };

/** @param summarise (preparation, context, signal) => text of the summary */
export const fidelityFloor = (summarise, options = {}) => (pi) => {
  pi.on("session_before_compact", async (event, context) => {
    try {
      const { messagesToSummarize, turnPrefixMessages = [], previousSummary, firstKeptEntryId, tokensBefore } = event.preparation;
      const session = fromMetadata((event.branchEntries ?? []).findLast(({ type }) => type === "compaction")?.details);
      const earlier = previousSummary ? [{ role: "user", text: previousSummary, summary: true, ...(session ? { session } : {}) }] : [];
      const dropped = [...earlier, ...[...messagesToSummarize, ...turnPrefixMessages].map(({ role, content }) => ({ role: ROLES[role] ?? "tool", text: textOf(content) }))];
      const guard = guardCompaction((_, { signal }) => summarise(event.preparation, context, signal), options);
      const outcome = await guard(dropped, { overflow: event.reason === "overflow", ...(event.signal ? { signal: event.signal } : {}) });
      if (outcome.kind !== "replaced") return event.reason === "overflow" ? undefined : { cancel: true };
      return { compaction: { summary: outcome.summary, firstKeptEntryId, tokensBefore, details: toMetadata(outcome.session) } };
    } catch (error) {
      if (!event.signal?.aborted) console.error(`fidelity-floor: ${error.message}; the compaction goes on unchecked`);
      return undefined;
    }
  });
};
