import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Audit, type AuditProblem, lineageMermaid, lineageTree, type TextLookup, verifyAudit } from "../audit.js";
import { digestOf, type Digest } from "../digest.js";
import { sourceText } from "../sources/store.js";
import type { Message } from "../event.js";
import { UsageError } from "./problems.js";
import { readText } from "./input.js";
import { count } from "./words.js";
import type { Args } from "./args.js";

/** Verifies a log: what to print, and whether all is well. */
export async function audit(args: Args, at: (file: string) => void): Promise<{ text: string; sound: boolean }> {
  const [file, ...more] = args.positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`audit expects one FILE, found ${count(args.positionals.length, "name")}`, "audit");
  const last = args.value("last");
  if (last !== undefined && !/^sha256:[0-9a-f]{64}$/.test(last)) throw new UsageError(`--last expects sha256: and 64 hexadecimal digits, found ${JSON.stringify(last)}`, "audit");
  const folder = args.value("texts");
  if (folder !== undefined) at(folder);
  const texts = folder === undefined ? undefined : await lookupIn(folder);
  at(file);
  const answer = await verifyAudit(await readText(file), { ...(texts === undefined ? {} : { texts }), ...(last === undefined ? {} : { last: last as Digest }) });
  const sound = answer.problems.length === 0;
  if (args.has("json")) return { text: `${JSON.stringify({ ok: sound, records: answer.records.length, texts: answer.texts, problems: answer.problems, last: answer.records.at(-1)?.record.digest })}\n`, sound };
  if (args.has("mermaid")) return { text: lineageMermaid(answer), sound };
  return { text: report(answer, texts !== undefined, last !== undefined), sound };
}

function report({ records, problems, texts }: Audit, withTexts: boolean, withLast: boolean): string {
  if (records.length + problems.length === 0) return "empty: there is no record in this log, so nothing was verified\n";
  const lines = problems.map((problem) => `  line ${problem.line}: ${problemText(problem)}`);
  const compared = withTexts ? `, ${count(texts, "text")} compared` : "";
  const head = problems.length === 0 ? `sound: ${count(records.length, "record")}${compared}` : `NOT SOUND: ${count(problems.length, "problem")} in ${count(records.length, "record")}${compared}`;
  const tree = lineageTree({ records }).map((line) => `  ${line}`);
  const end = records.at(-1)?.record.digest;
  const blind = withLast || end === undefined ? [] : ["", "Whether records were cut off at the end only --last DIGEST can tell: keep the", "digest below apart from the log."];
  return `${[head, ...lines, ...(tree.length === 0 ? [] : ["", "Lineage", ...tree]), ...blind, ...(end === undefined ? [] : ["", `Ends with ${end}`])].join("\n")}\n`;
}

function problemText(problem: AuditProblem): string {
  switch (problem.kind) {
    case "not-a-record":
      return `not a record (${problem.found})`;
    case "altered-record":
      return "this record was altered: it does not have the digest it names";
    case "broken-chain":
      return `does not follow the record before it (expected ${problem.expected ?? "the first record"}, found ${problem.found ?? "a first record"})`;
    case "wrong-end":
      return `the log should end with ${problem.expected}`;
    case "altered-text":
      return `the ${problem.role} was altered: ${problem.digest}`;
    case "missing-text":
      return `the ${problem.role} is missing: ${problem.digest}`;
  }
}

/** Texts in the folder of a file store, or in JSON Lines of `{text}` and `{messages}`. */
async function lookupIn(path: string): Promise<TextLookup> {
  const folder = await stat(path).then((found) => found.isDirectory(), () => false);
  if (folder) return (digest) => readStored(join(path, digest.slice("sha256:".length)));
  const known = new Map<Digest, string>();
  for (const [index, line] of (await readText(path)).split("\n").entries()) {
    if (line.trim() === "") continue;
    let value: { text?: unknown; messages?: unknown };
    try {
      value = JSON.parse(line) as typeof value;
    } catch {
      throw new UsageError(`--texts: line ${index + 1} is no JSON`, "audit");
    }
    const text = typeof value.text === "string" ? value.text : Array.isArray(value.messages) ? sourceText(value.messages as Message[]) : undefined;
    if (text === undefined) throw new UsageError(`--texts: line ${index + 1} has neither text nor messages`, "audit");
    known.set(await digestOf(text), text);
  }
  return (digest) => known.get(digest);
}

/** A file store puts one byte before the text: 0. Bytes that are no text are damage, and read as such. */
async function readStored(file: string): Promise<string | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes === undefined ? undefined : bytes.subarray(1).toString("utf8");
}
