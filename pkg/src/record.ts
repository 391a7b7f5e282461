import { type Digest, canonical, digestOf } from "./digest.js";
import type { Class, Conditions, Contract, Decision, Policy, Reason } from "./generated.js";

/** One compaction in the log (C4). Digests and verdicts, never text. */
export interface AuditEntry {
  version: 1;
  /** Of the dropped messages, as `sourceText` writes them. */
  source: Digest;
  /** Of the text decided on; absent where there was none. */
  summary?: Digest;
  /** Of the summaries among the source, in its order; strangers too. */
  parents: readonly Digest[];
  /** Absent where there was no summary. */
  contract?: Contract;
  outcome: "replaced" | "refused" | "failed";
  decision?: Decision;
  reasons: readonly Reason[];
  conditions: Partial<Conditions>;
  policy: Policy;
  /** How the text came about; absent where nothing was replaced. */
  made?: "summary" | "judge" | "repair" | "pins";
  /** Why it failed. */
  failure?: string;
  /** Classes that are certified only because the judge said so. */
  judged: readonly Class[];
  /** What the judge was asked: how many of its answers were what. */
  judgements: { kept: number; lost: number; unsure: number; failed: number };
  /** How many messages were to be dropped. */
  messages: number;
}

/** An entry with its place in the chain. */
export interface AuditRecord extends AuditEntry {
  /** The digest of the record before; absent in the first. */
  previous?: Digest;
  /** Of the canonical JSON of all other fields. */
  digest: Digest;
}

/** A chain of records. Appends stand in line: two sessions may write to one log. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<AuditRecord>;
}

/** The record that follows `previous`. */
export async function chain(entry: AuditEntry, previous: Digest | undefined): Promise<AuditRecord> {
  const open = { ...entry, ...(previous === undefined ? {} : { previous }) };
  return { ...open, digest: await digestOf(canonical(open)) };
}

/**
 * A log that writes each record as one line of JSON.
 *
 * @param write gets a line without its end; the record counts once its promise is fulfilled
 * @param last the digest of the last record there is, to go on after a restart
 * @example
 * const audit = createAuditLog((line) => appendFile("audit.jsonl", `${line}\n`));
 */
export function createAuditLog(write: (line: string) => void | Promise<void>, last?: Digest): AuditLog {
  let previous = last;
  let queue: Promise<unknown> = Promise.resolve();
  const append = async (entry: AuditEntry): Promise<AuditRecord> => {
    const record = await chain(entry, previous);
    await write(canonical(record));
    previous = record.digest;
    return record;
  };
  return {
    append(entry) {
      const appended = queue.then(() => append(entry));
      queue = appended.catch(() => undefined);
      return appended;
    },
  };
}
