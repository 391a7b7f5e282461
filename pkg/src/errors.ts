import type { CycleVerdict, ErrorCode, Report, Verdict } from "./generated.js";

export type { ErrorCode };

/**
 * Misuse: an input of the wrong shape, out of range, or too large. The only exception beside the `…OrThrow` forms (J2).
 *
 * Verdicts, findings and refusals are data and never throw.
 */
export class FidelityError extends Error {
  override readonly name = "FidelityError";
  /** What kind of misuse; `internal` is a defect of this library, after which the next call works again. */
  readonly code: ErrorCode;
  /** The field, as in `source[3].text`; empty for the input itself. */
  readonly path: string;
  /** What would have been right. */
  readonly expected: string;
  /** What was there. */
  readonly found: string;

  constructor(code: ErrorCode, path: string, expected: string, found: string, options?: { cause?: unknown }) {
    super(`${path === "" ? "" : `${path}: `}expected ${expected}, found ${found}`, options);
    this.code = code;
    this.path = path;
    this.expected = expected;
    this.found = found;
  }
}

/** Whether a caught value is a {@link FidelityError}, of whichever entry or copy of this package. */
export function isFidelityError(value: unknown): value is FidelityError {
  try {
    return value instanceof Error && value.name === "FidelityError" && "code" in value && "path" in value;
  } catch {
    return false; // A proxy that cannot be asked.
  }
}

/** Thrown by `decideOrThrow` and `checkOrThrow` on `refuse` (B4): the source must not be replaced. */
export class FidelityFloorViolation extends Error {
  override readonly name = "FidelityFloorViolation";
  /** The refusal with its reasons and ways out. */
  readonly verdict: Verdict;
  /** The whole report; absent when a contract alone was decided on. */
  declare readonly report?: Report;

  constructor(verdict: Verdict, report?: Report) {
    super(`compaction refused: ${verdict.reasons.map((reason) => reason.kind).join(", ")}`);
    this.verdict = verdict;
    if (report !== undefined) this.report = report;
  }
}

/** Thrown by `checkCycleOrThrow` on `halt` (H2, H3): the store must not be compacted again. */
export class CompactionInvariantError extends Error {
  override readonly name = "CompactionInvariantError";
  /** The verdict that halts. */
  readonly verdict: CycleVerdict;

  constructor(verdict: CycleVerdict) {
    super(`compaction halted: ${verdict.reason ?? "halt"}`);
    this.verdict = verdict;
  }
}
