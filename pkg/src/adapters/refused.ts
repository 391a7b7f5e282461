import type { Outcome } from "../guard/types.js";

/** No summary may replace the messages; the outcome says why, and what to do next. */
export class SummaryRefused extends Error {
  override name = "SummaryRefused";
  constructor(readonly outcome: Outcome) {
    super(`no summary may replace the messages: ${outcome.kind}`);
  }
}
