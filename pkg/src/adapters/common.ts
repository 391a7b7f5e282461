import type { Message } from "../event.js";
import { guardCompaction } from "../guard/guard.js";
import type { CompactionCall, Guard, GuardMessage, GuardOptions, Outcome, SessionContract, Summariser } from "../guard/types.js";
import { isFidelityError } from "../errors.js";
import { toMessages } from "../transcript.js";

/** What every adapter takes beside its framework's own: how to guard, and who hears of it. */
export interface AdapterOptions extends GuardOptions {
  /** Told of every outcome, the refusals and failures too; the report and the audit record are in it. */
  onOutcome?: (outcome: Outcome) => void;
  /** Whether the context is full, so that the old messages cannot stay (see `overflow` of a compaction). @default false */
  overflow?: boolean | (() => boolean);
}

/** A summary of an earlier compaction among the messages, with its contract where the runtime carried one. */
export interface Earlier {
  text: string;
  session?: SessionContract | undefined;
}

/** One message of a runtime, in any shape that `readTranscript` reads, as messages of a guard. */
export function guardMessages(item: unknown, earlier?: Earlier): GuardMessage[] {
  if (earlier !== undefined) {
    const { text, session } = earlier;
    return [{ role: "assistant", text, summary: true, ...(session === undefined ? {} : { session }) }];
  }
  return plain(item);
}

/** The same without an earlier summary; nothing for a message that says nothing. */
export function plain(item: unknown): Message[] {
  try {
    return toMessages([item]);
  } catch (error) {
    if (isFidelityError(error) && error.code === "empty") return [];
    throw error;
  }
}

/** One compaction under the options of an adapter. */
export async function compact(summarise: Summariser, options: AdapterOptions, dropped: readonly GuardMessage[], call: CompactionCall): Promise<Outcome> {
  const { onOutcome, overflow, ...settings } = options;
  const full = typeof overflow === "function" ? overflow() : overflow;
  const guard: Guard = guardCompaction(summarise, settings);
  const outcome = await guard(dropped, { ...call, ...(full === undefined ? {} : { overflow: full }) });
  onOutcome?.(outcome);
  return outcome;
}
