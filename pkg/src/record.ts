import { type Digest, canonical, digest, digestOf } from "./digest.js";
import { array, at, fail, reading, record, show, whole } from "./validate.js";
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

/**
 * Holds an entry, or a record from outside, to what is made of it: its digests are digests, and what is printed of it is a word.
 *
 * @throws FidelityError with a path such as `entry.reasons[0].kind`, `too-deep` beyond 128 levels of JSON
 */
export function checkEntry(value: unknown, path: string): AuditEntry {
  const fields = record(value, path, "an audit entry");
  const own = (field: string): string => at(path, field);
  digest(fields.source, own("source"));
  for (const field of ["previous", "summary"]) if (fields[field] !== undefined) digest(fields[field], own(field));
  array(fields.parents, own("parents")).forEach((parent, index) => digest(parent, at(own("parents"), index)));
  array(fields.reasons, own("reasons")).forEach((reason, index) => {
    const here = at(own("reasons"), index);
    const { kind, classes } = record(reason, here);
    word(kind, at(here, "kind"));
    if (classes !== undefined) array(classes, at(here, "classes")).forEach((each, place) => word(each, at(at(here, "classes"), place)));
  });
  for (const field of ["outcome", "decision", "made", "failure"]) if (field === "outcome" || fields[field] !== undefined) word(fields[field], own(field));
  if (fields.contract !== undefined) whole(record(fields.contract, own("contract")).generation, at(own("contract"), "generation"));
  canonical(value, path);
  return value as AuditEntry;
}

/** One word: what is printed steers neither a terminal nor a diagram. */
function word(value: unknown, path: string): void {
  if (typeof value !== "string" || !/^[a-z-]{1,40}$/.test(value)) fail(value === undefined ? "missing-field" : "invalid-type", path, "a word", show(value));
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
 * @throws FidelityError where these are none. `append` rejects with one for an entry that is none, and with what `write` throws; the
 * chain then stands as it stood
 * @example
 * const audit = createAuditLog((line) => appendFile("audit.jsonl", `${line}\n`));
 */
export function createAuditLog(write: (line: string) => void | Promise<void>, last?: Digest): AuditLog {
  if (typeof write !== "function") fail(write === undefined ? "missing-field" : "invalid-type", "write", "a function", show(write));
  let previous = last === undefined ? undefined : digest(last, "last");
  let queue: Promise<unknown> = Promise.resolve();
  const append = async (entry: AuditEntry): Promise<AuditRecord> => {
    const record = await chain(reading({ entry }, () => checkEntry(entry, "entry")), previous);
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
