/**
 * Verifies an audit log and shows its lineage (C4). Pure: no file, no Node API.
 *
 * @module
 */
import { type Digest, canonical, digest as digestFrom, digestOf } from "./digest.js";
import { isFidelityError } from "./errors.js";
import type { AuditRecord } from "./record.js";
import { array, at, fail, record as object, show, whole } from "./validate.js";

export type { AuditRecord };

/** What is wrong with a log, and where. */
export type AuditProblem =
  /** The line is no record. */
  | { kind: "not-a-record"; line: number; found: string }
  /** The record does not have the digest that it names: it was altered. */
  | { kind: "altered-record"; line: number; digest: Digest }
  /** The record does not follow the one before: one was removed, put in, moved, or altered together with its digest. */
  | { kind: "broken-chain"; line: number; expected?: Digest; found?: Digest }
  /** The log does not end with the record that it should. */
  | { kind: "wrong-end"; line: number; expected: Digest; found?: Digest }
  /** A text does not have the digest under which it lies. */
  | { kind: "altered-text"; line: number; role: "source" | "summary"; digest: Digest }
  /** A text is not there. */
  | { kind: "missing-text"; line: number; role: "source" | "summary"; digest: Digest };

/** What is known of a log. */
export interface Audit {
  /** The records that could be read, with their lines, counted from 1. */
  records: readonly { line: number; record: AuditRecord }[];
  /** In the order of the lines; empty where all is as it was written. */
  problems: readonly AuditProblem[];
  /** How many texts were compared with their digests. */
  texts: number;
}

/** The text that lies under a digest, whatever it is by now; `undefined` where there is none. */
export type TextLookup = (digest: Digest) => string | undefined | Promise<string | undefined>;

/**
 * Verifies a log: each record has its digest, each follows the one before, and, where texts are given, these have theirs.
 *
 * Whoever can write the whole log can write another one. To find that, and records cut off at the end, keep the digest of the last
 * record elsewhere and give it as `last`.
 *
 * @param lines JSON Lines, as `createAuditLog` writes them
 */
export async function verifyAudit(lines: string, { texts, last }: { texts?: TextLookup; last?: Digest } = {}): Promise<Audit> {
  const records: { line: number; record: AuditRecord }[] = [];
  const problems: AuditProblem[] = [];
  let compared = 0;
  let previous: Digest | undefined;
  let line = 0;
  for (const text of lines.split("\n")) {
    line += 1;
    if (text.trim() === "") continue;
    const record = readRecord(text);
    if (typeof record === "string") {
      problems.push({ kind: "not-a-record", line, found: record });
      // What followed it cannot be told: the next record starts the chain again.
      previous = undefined;
      continue;
    }
    const { digest, ...rest } = record;
    const own = await digestOf(canonical(rest));
    if (own !== digest) problems.push({ kind: "altered-record", line, digest });
    const afterGap = problems.some((problem) => problem.kind === "not-a-record" && problem.line === line - 1);
    if (record.previous !== previous && !afterGap) {
      problems.push({ kind: "broken-chain", line, ...(previous === undefined ? {} : { expected: previous }), ...(record.previous === undefined ? {} : { found: record.previous }) });
    }
    previous = digest;
    records.push({ line, record });
    for (const role of texts === undefined ? [] : (["source", "summary"] as const)) {
      const named = record[role];
      // The text of what was refused was thrown away.
      if (named === undefined || (role === "summary" && record.outcome !== "replaced")) continue;
      const found = await texts?.(named);
      compared += found === undefined ? 0 : 1;
      if (found === undefined) problems.push({ kind: "missing-text", line, role, digest: named });
      else if ((await digestOf(found)) !== named) problems.push({ kind: "altered-text", line, role, digest: named });
    }
  }
  if (last !== undefined && previous !== last) problems.push({ kind: "wrong-end", line: records.at(-1)?.line ?? 0, expected: last, ...(previous === undefined ? {} : { found: previous }) });
  return { records, problems, texts: compared };
}

/** A record, or what is wrong with the line. */
function readRecord(line: string): AuditRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "no JSON";
  }
  try {
    const fields = object(value, "record");
    digestFrom(fields.digest, "digest");
    digestFrom(fields.source, "source");
    for (const key of ["previous", "summary"]) if (fields[key] !== undefined) digestFrom(fields[key], key);
    array(fields.parents, "parents").forEach((parent, index) => digestFrom(parent, at("parents", index)));
    for (const [index, reason] of array(fields.reasons, "reasons").entries()) {
      const { classes } = object(reason, at("reasons", index));
      if (classes !== undefined) array(classes, at(at("reasons", index), "classes")).forEach((each, place) => word(each, at(at(at("reasons", index), "classes"), place)));
    }
    for (const key of ["outcome", "decision", "made", "failure"]) if (key === "outcome" || fields[key] !== undefined) word(fields[key], key);
    canonical(value);
    if (fields.contract !== undefined) whole(object(fields.contract, "contract").generation, "contract.generation");
    return value as AuditRecord;
  } catch (error) {
    if (!isFidelityError(error)) throw error;
    return error.message;
  }
}

/** One word: what is printed steers neither a terminal nor a diagram. */
const word = (value: unknown, path: string): void => {
  if (typeof value !== "string" || !/^[a-z-]{1,40}$/.test(value)) fail("invalid-type", path, "a word", show(value));
};

/** A compaction with those that came out of its summary. */
export interface LineageNode {
  line: number;
  record: AuditRecord;
  children: LineageNode[];
}

/** Which summary came out of which: the compactions whose sources hold no summary that the log knows, with what followed. */
export function lineage({ records }: Pick<Audit, "records">): LineageNode[] {
  const made = new Map<Digest, LineageNode>();
  const roots: LineageNode[] = [];
  for (const { line, record } of records) {
    const node: LineageNode = { line, record, children: [] };
    // A record comes after those of its parents, so there is no way round in a circle.
    const parents = [...new Set(record.parents.flatMap((parent) => made.get(parent) ?? []))];
    for (const parent of parents) parent.children.push(node);
    if (parents.length === 0) roots.push(node);
    if (record.outcome === "replaced" && record.summary !== undefined) made.set(record.summary, node);
  }
  return roots;
}

/** One compaction in a few words: `#3 gen 2 certified (repair) 1a2b3c4d`. */
export function label({ line, record }: Pick<LineageNode, "line" | "record">): string {
  const generation = record.contract === undefined ? "" : ` gen ${record.contract.generation}`;
  const made = record.made === undefined || record.made === "summary" ? "" : ` (${record.made})`;
  const verdict = record.decision ?? `failed: ${record.failure ?? "unknown"}`;
  const open = record.reasons.flatMap((reason) => (reason.kind === "missing-classes" ? reason.classes : []));
  return `#${line}${generation} ${verdict}${made}${open.length === 0 ? "" : ` without ${open.join(", ")}`}${record.summary === undefined ? "" : ` ${short(record.summary)}`}`;
}

const short = (digest: Digest): string => digest.slice("sha256:".length, "sha256:".length + 8);

/** The lineage as a tree of lines. A compaction of several summaries stands under each of them, the second time without what followed. */
export function lineageTree(audit: Pick<Audit, "records">): string[] {
  const lines: string[] = [];
  const told = new Set<LineageNode>();
  // A stack, since a chain may be as long as the log.
  const stack = lineage(audit).reverse().map((node) => ({ node, indent: "", branch: "", below: "" }));
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, indent, branch, below } = top;
    const again = told.has(node);
    lines.push(`${indent}${branch}${label(node)}${again ? " (above)" : ""}`);
    if (again) continue;
    told.add(node);
    const inner = indent + below;
    // An only child goes on in the same column: most lineages are one long chain.
    const alone = node.children.length === 1;
    node.children.forEach((_, index) => {
      const child = node.children[node.children.length - 1 - index] as LineageNode;
      const isLast = index === 0;
      stack.push(alone ? { node: child, indent: inner, branch: "└ ", below: "" } : { node: child, indent: inner, branch: isLast ? "└ " : "├ ", below: isLast ? "  " : "│ " });
    });
  }
  return lines;
}

/** The lineage as a Mermaid flowchart. */
export function lineageMermaid({ records }: Pick<Audit, "records">): string {
  const lines = ["flowchart TD"];
  const made = new Map<Digest, number>();
  for (const { line, record } of records) {
    lines.push(`  r${line}["${label({ line, record })}"]`);
    for (const parent of new Set(record.parents)) {
      const from = made.get(parent);
      if (from !== undefined) lines.push(`  r${from} --> r${line}`);
      else {
        lines.push(`  u${short(parent)}(["unknown ${short(parent)}"])`, `  u${short(parent)} --> r${line}`);
      }
    }
    if (record.outcome === "replaced" && record.summary !== undefined) made.set(record.summary, line);
  }
  return `${[...new Set(lines)].join("\n")}\n`;
}
