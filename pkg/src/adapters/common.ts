import type { Message } from "../event.js";
import { guardCompaction } from "../guard/guard.js";
import type { CompactionCall, GuardMessage, GuardOptions, Outcome, SessionContract, Summariser } from "../guard/types.js";
import { FidelityError, isFidelityError } from "../errors.js";
import { fromMetadata } from "../guard/session.js";
import { toMessages } from "../transcript.js";
import { array, callable, flag, healed, MAX_DEPTH, reading, record, string, under } from "../validate.js";

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

/** One message of a runtime, in any shape that `readTranscript` reads, as messages of a guard; `path` is where it stands. */
export function guardMessages(item: unknown, path: string, earlier?: Earlier): GuardMessage[] {
  if (earlier === undefined) return plain(item, path);
  const { text, session } = earlier;
  return [{ role: "assistant", text: string(text, path), summary: true, ...(session === undefined ? {} : { session }) }];
}

/** The same without an earlier summary; nothing for a message that says nothing. Half a character is U+FFFD. */
export function plain(item: unknown, path: string): Message[] {
  try {
    return messagesOf(item, path);
  } catch (error) {
    if (!isFidelityError(error) || error.code !== "lone-surrogate") throw error;
    return messagesOf(wholeTexts(item, 0), path);
  }
}

function messagesOf(item: unknown, path: string): Message[] {
  try {
    return toMessages([item]);
  } catch (error) {
    if (!isFidelityError(error)) throw error;
    if (error.code === "empty") return [];
    throw new FidelityError(error.code, path + error.path.slice("[0]".length), error.expected, error.found);
  }
}

/** The text of a message of a framework: its text parts one after the other. */
export function textOf(content: unknown, path = "content"): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (array(content, path) as ({ type?: unknown; text?: unknown } | null)[]).map((part) => (part?.type === "text" && typeof part.text === "string" ? part.text : "")).join("");
}

/** The session contract in what a message carries; `undefined` where there is none. */
export const sessionIn = (metadata: unknown, path: string): SessionContract | undefined => under(path, () => fromMetadata(metadata));

/** A copy with every string as `healed` makes it. What is nested deeper than a transcript may be has been refused before. */
function wholeTexts(value: unknown, depth: number): unknown {
  if (typeof value === "string") return healed(value);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => wholeTexts(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [healed(key), wholeTexts(item, depth + 1)]));
}

/** One compaction under the options of an adapter; `changed` goes before them. */
export type Compact = (summarise: Summariser, dropped: readonly GuardMessage[], call: CompactionCall, changed?: GuardOptions) => Promise<Outcome>;

/** For a framework's own summariser that did not answer in time: what is recorded and told of that is the guard's. */
export const late = (compact: Compact, dropped: readonly GuardMessage[], call: CompactionCall): Promise<Outcome> =>
  compact(() => new Promise<never>(() => {}), dropped, call, { retries: 0, timeoutMs: 1 });

/**
 * The options of an adapter, checked when it is made; those in `own` are the adapter's.
 *
 * @throws FidelityError with a path such as `options.retries`
 */
export function compactor(options: AdapterOptions, own: readonly string[] = []): Compact {
  const { onOutcome, overflow, ...settings } = reading({ options }, () => {
    const { onOutcome, overflow } = record(options, "options");
    callable(onOutcome, "options.onOutcome");
    if (typeof overflow !== "function") flag(overflow, "options.overflow");
    return Object.fromEntries(Object.entries(options).filter(([field]) => !own.includes(field))) as AdapterOptions;
  });
  guardCompaction(() => undefined, settings);
  return async (summarise, dropped, call, changed) => {
    const full = typeof overflow === "function" ? overflow() : overflow;
    const outcome = await guardCompaction(summarise, { ...settings, ...changed })(dropped, { ...call, ...(full === undefined ? {} : { overflow: full }) });
    onOutcome?.(outcome);
    return outcome;
  };
}
