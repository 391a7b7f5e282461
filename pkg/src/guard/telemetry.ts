import { methods, reading, record } from "../validate.js";
import type { Progress } from "./types.js";

/** The part of `@opentelemetry/api` that is used. */
export interface TelemetryApi {
  trace: { getActiveSpan(): { addEvent(name: string, attributes?: Record<string, string | number | boolean>): unknown } | undefined };
}

/**
 * An `onProgress` that adds an event to the active span for each step, such as `fidelity_floor.checked`: kinds, counts, digests,
 * never text (J3).
 *
 * @throws FidelityError where it is no such module
 * @example
 * import * as api from "@opentelemetry/api";
 * const guard = guardCompaction(summarise, { onProgress: spanEvents(api) });
 */
export function spanEvents(api: TelemetryApi): (progress: Progress) => void {
  const { trace } = reading({ api }, () => {
    methods(record(api, "api", "the module @opentelemetry/api").trace ?? {}, ["getActiveSpan"], "api.trace", "the trace API");
    return api;
  });
  return ({ kind, ...fields }) => {
    const attributes = Object.entries(fields).map(([key, value]) => [`fidelity_floor.${key}`, value] as const);
    trace.getActiveSpan()?.addEvent(`fidelity_floor.${kind}`, Object.fromEntries(attributes));
  };
}
