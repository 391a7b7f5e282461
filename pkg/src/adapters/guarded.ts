import { guardCompaction } from "../guard/api.js";
import { attempt } from "../guard/time.js";
import type { CompactionCall, GuardMessage, GuardOptions, Outcome, SummariserCall } from "../guard/types.js";

/** What every adapter takes beside the guard's own options. */
export interface AdapterOptions extends GuardOptions {
  /** Told of each compaction that was tried, before the framework goes on. What it throws reaches the framework. */
  onOutcome?: (outcome: Outcome) => void;
  /** Whether the context is full, so that a failed or refused summary must not leave the old messages. @default false */
  overflow?: boolean | (() => boolean);
}

/** What a framework's own compaction would do. */
export interface Planned {
  /** Messages that would leave the context, whatever the summariser was shown. */
  dropped: readonly GuardMessage[];
  /** Messages that would stay as they are. */
  tail: readonly GuardMessage[];
  /** The text that would stand for the dropped ones. */
  summary: string;
}

/** One compaction of a framework. */
export interface Job<Result> {
  /** Runs the framework's compaction; `undefined` where it has nothing to do. */
  run(call: SummariserCall): Result | undefined | Promise<Result | undefined>;
  /** Reads what it would do. */
  read(result: Result): Planned;
  /** All messages of the context: what would be lost at worst, for the record of a compaction that failed. */
  all: readonly GuardMessage[];
}

/** The framework's result, and what the guard made of it. A compaction that failed has no result. */
export interface Guarded<Result> {
  result?: Result;
  outcome: Outcome;
}

/**
 * Puts the guard around a compaction that says only afterwards which messages it drops.
 *
 * @returns `undefined` where the framework had nothing to do
 * @throws the reason of `call.signal`; FidelityError on misuse, as `guardCompaction`
 */
export async function guarded<Result>(job: Job<Result>, { onOutcome, overflow, ...options }: AdapterOptions, call: CompactionCall = {}): Promise<Guarded<Result> | undefined> {
  const circumstances: CompactionCall = { ...call, overflow: call.overflow ?? (typeof overflow === "function" ? overflow() : (overflow ?? false)) };
  const tries = 1 + (options.retries ?? 1);
  let used = 1;
  const ask = () => attempt(async (signal) => job.run({ signal, instructions: "", feedback: "", attempt: used }), call.signal, options.timeoutMs);
  let first = await ask();
  while (first.kind !== "done" && used < tries) {
    used++;
    first = await ask();
  }
  if (first.kind !== "done") {
    const outcome = await replayed(first, used, job.all, options, circumstances);
    onOutcome?.(outcome);
    return { outcome };
  }
  const result = first.value;
  if (result === undefined) return undefined;
  const { dropped, tail, summary } = job.read(result);
  const again = async (inner: SummariserCall): Promise<string | undefined> => {
    const next = await job.run({ ...inner, attempt: used + inner.attempt - 1 });
    const planned = next === undefined ? undefined : job.read(next);
    // Another choice of messages would be another compaction: the check would be about messages that stay.
    return planned?.dropped.length === dropped.length ? planned.summary : undefined;
  };
  const guard = guardCompaction((_, inner) => (inner.attempt === 1 ? summary : again(inner)), { ...options, retries: tries - used });
  const outcome = counted(await guard(dropped, { ...circumstances, tail }), used - 1);
  onOutcome?.(outcome);
  return { result, outcome };
}

/** The outcome of a compaction that was already seen to fail: checked, recorded and, on overflow, replaced by pins as any other. */
async function replayed(
  failure: { kind: "threw"; error: unknown } | { kind: "timed-out"; ms: number },
  used: number,
  all: readonly GuardMessage[],
  options: GuardOptions,
  call: CompactionCall,
): Promise<Outcome> {
  const { timeoutMs: _, ...rest } = options;
  const guard =
    failure.kind === "threw"
      ? guardCompaction(() => Promise.reject(failure.error), { ...options, retries: 0 })
      : guardCompaction(() => new Promise<undefined>(() => {}), { ...rest, timeoutMs: 1, retries: 0 });
  const outcome = counted(await guard(all, call), used - 1);
  return outcome.kind === "failed" && outcome.failure.kind === "timed-out" ? { ...outcome, failure: { ...outcome.failure, ms: options.timeoutMs as number } } : outcome;
}

const counted = (outcome: Outcome, before: number): Outcome => (before === 0 ? outcome : { ...outcome, attempts: outcome.attempts + before });
