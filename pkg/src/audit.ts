/**
 * Verifies an audit log and shows its lineage (C4). Pure: no file, no Node API.
 *
 * @module
 */
import { type Digest, canonical, digest, digestOf } from "./digest.js";
import { isFidelityError } from "./errors.js";
import { type AuditRecord, checkEntry } from "./record.js";
import { array, at, callable, onlyFields, reading, record, string, text as wellFormed, whole } from "./validate.js";

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
 * @throws (it rejects) FidelityError for options that are wrong, and what `texts` throws
 */
export async function verifyAudit(lines: string, options: { texts?: TextLookup; last?: Digest } = {}): Promise<Audit> {
  const { texts, last } = reading({ options }, () => {
    string(lines, "lines");
    onlyFields(record(options, "options"), { texts: 0, last: 0 }, "options");
    callable(options.texts, "options.texts");
    return { texts: options.texts, last: options.last === undefined ? undefined : digest(options.last, "options.last") };
  });
  const records: { line: number; record: AuditRecord }[] = [];
  const problems: AuditProblem[] = [];
  let compared = 0;
  let previous: Digest | undefined;
  let afterGap = false;
  for (const [index, text] of lines.split("\n").entries()) {
    const line = index + 1;
    if (text.trim() === "") continue;
    const read = readRecord(text);
    if (typeof read === "string") {
      problems.push({ kind: "not-a-record", line, found: read });
      // What followed it cannot be told: the next record starts the chain again.
      previous = undefined;
      afterGap = true;
      continue;
    }
    const { digest: own, ...rest } = read;
    if ((await digestOf(canonical(rest))) !== own) problems.push({ kind: "altered-record", line, digest: own });
    if (read.previous !== previous && !afterGap) {
      problems.push({ kind: "broken-chain", line, ...(previous === undefined ? {} : { expected: previous }), ...(read.previous === undefined ? {} : { found: read.previous }) });
    }
    previous = own;
    afterGap = false;
    records.push({ line, record: read });
    for (const role of texts === undefined ? [] : (["source", "summary"] as const)) {
      const named = read[role];
      // The text of what was refused was thrown away.
      if (named === undefined || (role === "summary" && read.outcome !== "replaced")) continue;
      const found = await texts?.(named);
      if (found === undefined) problems.push({ kind: "missing-text", line, role, digest: named });
      else if ((await digestOf(wellFormed(found, "texts(digest)"))) !== named) problems.push({ kind: "altered-text", line, role, digest: named });
      compared += found === undefined ? 0 : 1;
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
    return asRecord(value, "");
  } catch (error) {
    if (!isFidelityError(error)) throw error;
    return error.message;
  }
}

function asRecord(value: unknown, path: string): AuditRecord {
  digest(record(value, path, "an audit record").digest, at(path, "digest"));
  return checkEntry(value, path) as AuditRecord;
}

/** What is walked over: the records of an audit, checked. */
const recordsIn = (audit: Pick<Audit, "records">): Audit["records"] => reading({ audit }, () =>
  array(record(audit, "audit").records, "audit.records").map((item, index) => asNode(item, at("audit.records", index))));

function asNode(value: unknown, path: string): Pick<LineageNode, "line" | "record"> {
  const { line, record: own } = record(value, path, "a record with its line");
  return { line: whole(line, at(path, "line")), record: asRecord(own, at(path, "record")) };
}

/** A compaction with those that came out of its summary. */
export interface LineageNode {
  line: number;
  record: AuditRecord;
  children: LineageNode[];
}

/** Which summary came out of which: the compactions whose sources hold no summary that the log knows, with what followed. */
export function lineage(audit: Pick<Audit, "records">): LineageNode[] {
  const made = new Map<Digest, LineageNode>();
  const roots: LineageNode[] = [];
  for (const { line, record } of recordsIn(audit)) {
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
export const label = (node: Pick<LineageNode, "line" | "record">): string => reading({ node }, () => labelOf(asNode(node, "node")));

function labelOf({ line, record }: Pick<LineageNode, "line" | "record">): string {
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
    lines.push(`${indent}${branch}${labelOf(node)}${again ? " (above)" : ""}`);
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
export function lineageMermaid(audit: Pick<Audit, "records">): string {
  const lines = ["flowchart TD"];
  const made = new Map<Digest, number>();
  for (const { line, record } of recordsIn(audit)) {
    lines.push(`  r${line}["${labelOf({ line, record })}"]`);
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
