import { guardCompaction } from "../guard/api.js";
import { attempt } from "../guard/time.js";
import type { CompactionCall, GuardMessage, GuardOptions, Outcome, SummariserCall } from "../guard/types.js";

/** What every adapter takes beside the guard's own options. */
export interface AdapterOptions extends GuardOptions {
  /** Told of each compaction that was tried, before the framework goes on. What it throws reaches the framework. */
  onOutcome?: (outcome: Outcome) => void;
  /** Whether the context is full, so that a failed or refused summary must not leave the old messages. @default false */
  overflow?: boolean | (() => boolean);
  /** Ends each compaction that is under way; its reason reaches the framework. */
  signal?: AbortSignal;
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
  /** All messages of the context, for a compaction that failed before it said what it drops. */
  all: readonly GuardMessage[];
}

/** The framework's result, and what the guard made of it. */
export interface Guarded<Result> {
  /** Absent where the framework's compaction failed. */
  result?: Result;
  outcome: Outcome;
  /** Where there is no result: the index of the first message that stays, the last one of the user. */
  cut: number;
}

/**
 * Puts the guard around a compaction that says only afterwards which messages it drops.
 *
 * @returns `undefined` where the framework had nothing to do
 * @throws the reason of `call.signal`; FidelityError on misuse, as `guardCompaction`
 */
export async function guarded<Result>(job: Job<Result>, { onOutcome, overflow, signal, ...options }: AdapterOptions, call: CompactionCall = {}): Promise<Guarded<Result> | undefined> {
  const ended = [call.signal, signal].filter((each) => each !== undefined);
  const circumstances: CompactionCall = { ...call, ...(ended.length === 0 ? {} : { signal: AbortSignal.any(ended) }), overflow: call.overflow ?? (typeof overflow === "function" ? overflow() : (overflow ?? false)) };
  const tries = 1 + (options.retries ?? 1);
  let used = 1;
  const ask = () => attempt(async (signal) => job.run({ signal, instructions: "", feedback: "", attempt: used }), circumstances.signal, options.timeoutMs);
  let first = await ask();
  while (first.kind !== "done" && used < tries) {
    used++;
    first = await ask();
  }
  if (first.kind !== "done") {
    const last = job.all.findLastIndex(({ role }) => role === "user");
    const cut = last > 0 ? last : job.all.length;
    const outcome = await replayed(first, used, job.all.slice(0, cut), options, { ...circumstances, tail: job.all.slice(cut) });
    onOutcome?.(outcome);
    return { outcome, cut };
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
  return { result, outcome, cut: 0 };
}

/** The outcome of a compaction that was already seen to fail: checked, recorded and, on overflow, replaced by pins as any other. */
async function replayed(
  failure: { kind: "threw"; error: unknown } | { kind: "timed-out"; ms: number },
  used: number,
  all: readonly GuardMessage[],
  options: GuardOptions,
  call: CompactionCall,
): Promise<Outcome> {
  // It has been waited for once. A store needs its full time, though.
  const timeoutMs = options.store === undefined ? 1 : (options.timeoutMs as number);
  const guard =
    failure.kind === "threw"
      ? guardCompaction(() => Promise.reject(failure.error), { ...options, retries: 0 })
      : guardCompaction(() => new Promise<undefined>(() => {}), { ...options, timeoutMs, retries: 0 });
  const outcome = counted(await guard(all, call), used - 1);
  return outcome.kind === "failed" && outcome.failure.kind === "timed-out" ? { ...outcome, failure: { ...outcome.failure, ms: options.timeoutMs as number } } : outcome;
}

const counted = (outcome: Outcome, before: number): Outcome => (before === 0 ? outcome : { ...outcome, attempts: outcome.attempts + before });
