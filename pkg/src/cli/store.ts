import { appendFile, open } from "node:fs/promises";
import { createStore, dedup, fidelity, FidelityError, isFidelityError, recordsOf, type Applied, type Dedup, type DedupPair, type Plan, type Probe, type Store, type StoreLine, type Trace } from "../index.js";
import { show } from "../validate.js";
import { parseJson } from "../transcript/json.js";
import { numberOf, type Args, type Flags, nearest } from "./args.js";
import { flush } from "./batch.js";
import { linesOf } from "./input.js";
import { InputError, UsageError } from "./problems.js";
import { hang, painter, type Paint, tame, wantsColour, widthOf } from "./style.js";
import { count } from "./words.js";

export const STORE_FLAGS: Flags = {
  budget: { type: "string" },
  threshold: { type: "string" },
  new: { type: "boolean" },
  write: { type: "boolean" },
  all: { type: "boolean" },
  json: { type: "boolean" },
};

type At = (file: string) => void;

interface Command {
  /** What follows the command, and how many of them at least. */
  files: string;
  least: number;
  most: number;
  flags: readonly string[];
  /** Gives the exit code where it is not 0. */
  run: (call: Call) => Promise<number | void>;
}

interface Call {
  args: Args;
  at: At;
  files: string[];
  print: Print;
}

interface Print {
  width: number;
  paint: Paint;
}

const COMMANDS: Record<string, Command> = {
  apply: { files: "STORE CYCLES", least: 2, most: 2, flags: ["new", "write", "json"], run: apply },
  probes: { files: "STORE", least: 1, most: 1, flags: ["json"], run: probes },
  coverage: { files: "STORE [PROBES]", least: 1, most: 2, flags: ["json"], run: coverage },
  trace: { files: "STORE [PROBES]", least: 1, most: 2, flags: ["all", "json"], run: trace },
  plan: { files: "STORE [PROBES]", least: 1, most: 2, flags: ["budget", "write", "json"], run: plan },
  dedup: { files: "STORE PAIRS", least: 2, most: 2, flags: ["threshold", "write", "json"], run: judgePairs },
  fidelity: { files: "STORE SUMMARIES", least: 2, most: 2, flags: ["threshold", "json"], run: judgeSummaries },
};

/** `store COMMAND …`. */
export async function store(args: Args, at: At): Promise<number> {
  const [name, ...files] = args.positionals;
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const names = Object.keys(COMMANDS);
  if (name === undefined || command === undefined) {
    const hint = name === undefined ? undefined : nearest(name, names);
    const found = name === undefined ? "none" : `${JSON.stringify(name)}${hint === undefined ? "" : `; did you mean ${hint}?`}`;
    throw new UsageError(`store expects one of ${names.join(", ")}, found ${found}`, "store");
  }
  if (files.length < command.least || files.length > command.most) {
    throw new UsageError(`store ${name} expects ${command.files}, found ${count(files.length, "name")}`, "store");
  }
  if (files[0] === "-" && files[1] === "-") throw new UsageError("only one of the files can be standard input", "store");
  const foreign = Object.keys(STORE_FLAGS).find((flag) => args.has(flag) && !command.flags.includes(flag));
  if (foreign !== undefined) throw new UsageError(`store ${name} takes no --${foreign}`, "store");
  if (args.has("write") && files[0] === "-") throw new UsageError("--write needs a STORE that is a file", "store");
  const { stdout, env } = process;
  const colour = wantsColour(args.has("no-color") ? false : args.has("color") ? true : undefined, env, stdout.isTTY);
  return (await command.run({ args, at, files, print: { width: widthOf(stdout.columns, env), paint: painter(colour) } })) ?? 0;
}

async function apply({ args, at, files: [file = "", cyclesFile = ""], print }: Call): Promise<void> {
  const opened = args.has("new") ? createStore() : await readStore(file, at);
  const cycles = await readLines(cyclesFile, at);
  if (cycles.length === 0) throw new InputError("empty", "expected at least one record, found none");
  const applied: Applied[] = [];
  for (let from = 0; from < cycles.length; ) {
    const { cycle } = asLine(cycles[from]);
    let past = from;
    while (past < cycles.length && asLine(cycles[past]).cycle === cycle) past += 1;
    const group = cycles.slice(from, past);
    applied.push(located(group, () => opened.apply(group.map(({ value }) => value as StoreLine))));
    from = past;
  }
  if (args.has("write")) await append(file, opened, applied.length, args.has("new"), at);
  if (args.has("json")) return printLines(applied);
  const lines = applied.flatMap((cycle) => [print.paint(`  Cycle ${cycle.cycle}`, "bold"), ...appliedLines(cycle)]);
  const done = args.has("write") ? `Written to ${tame(file)}.` : "Nothing is written; --write appends it to the store.";
  await flush(`\n${[...lines, "", ...hang("  ", done, print.width)].join("\n")}\n`);
}

function appliedLines({ liveBefore, liveAfter, tokensBefore, tokensAfter, dedupRate }: Applied): string[] {
  return [
    `    live entries  ${liveBefore} → ${liveAfter}`,
    `    tokens        ${tokensBefore} → ${tokensAfter}`,
    `    duplicates    ${percent(dedupRate)}`,
  ];
}

async function probes({ at, files: [file = ""] }: Call): Promise<void> {
  await printLines((await readStore(file, at)).probes());
}

async function coverage({ args, at, files, print }: Call): Promise<void> {
  const { opened, asked } = await readBoth(files, at);
  const result = located(asked, () => opened.coverage(asked.map(({ value }) => value as Probe)));
  if (args.has("json")) return printLines([result]);
  const { answered, all, lost } = result;
  const lines = [print.paint(`  ${percent(result.coverage)}`, "bold") + `  ${answered} of ${count(all, "probe")} answered`];
  if (lost.length > 0) lines.push("", print.paint("Lost", "bold"), ...some(lost).flatMap((id) => hang("  · ", tame(id), print.width)));
  await flush(`\n${lines.join("\n")}\n`);
}

async function trace({ args, at, files, print }: Call): Promise<void> {
  const { opened, asked } = await readBoth(files, at);
  const traces = located(asked, () => opened.trace(asked.map(({ value }) => value as Probe)));
  const shown = args.has("all") ? traces : traces.filter(({ answered }) => !answered);
  if (args.has("json")) return printLines(shown);
  const lines = shown.flatMap(({ probe, answered, losses }) => [
    ...hang("  ", tame(probe), print.width, (line) => print.paint(line, "bold")),
    ...(answered ? ["    answered"] : losses.flatMap((loss) => hang("    ", lossText(loss), print.width))),
  ]);
  const lost = traces.filter(({ answered }) => !answered).length;
  await flush(`\n${[`  ${lost} of ${count(traces.length, "probe")} lost`, "", ...lines].join("\n").trimEnd()}\n`);
}

function lossText(loss: Trace["losses"][number]): string {
  const answer = JSON.stringify(tame(loss.answer));
  switch (loss.kind) {
    case "summarised":
      return `${answer} stood in ${tame(loss.entry)}, which the summary ${tame(loss.into)} replaced in cycle ${loss.cycle}`;
    case "merged":
      return `${answer} stood in ${tame(loss.entry)}, which was merged into ${tame(loss.into)} in cycle ${loss.cycle}`;
    case "dropped":
      return `${answer} stood in ${tame(loss.entry)}, which was dropped in cycle ${loss.cycle}`;
    case "expanded":
      return `${answer} stood only in the summary ${tame(loss.entry)}, which was expanded in cycle ${loss.cycle}`;
    case "unfounded":
      return `${answer} never stood in the entries that it is said to come from`;
  }
}

async function plan({ args, at, files, print }: Call): Promise<void> {
  const { opened, asked } = await readBoth(files, at);
  const budget = numberOf(args, "budget", "store");
  if (budget !== undefined && !(Number.isInteger(budget) && budget >= 0 && budget <= 0xffff_ffff)) throw new UsageError(`--budget expects a whole number of tokens, found ${budget}`, "store");
  const made = opened.plan(located(asked, () => opened.trace(asked.map(({ value }) => value as Probe))), budget);
  if (args.has("write") && made.steps.length > 0) {
    opened.apply(recordsOf(made));
    await append(files[0] ?? "", opened, 1, false, at);
  }
  if (args.has("json")) return printLines([made]);
  await flush(`\n${planLines(made, print, args.has("write")).join("\n")}\n`);
}

function planLines({ steps, tokens, regained, lost }: Plan, { paint, width }: Print, written: boolean): string[] {
  const head = `${count(regained.length, "probe")} regained for ${count(tokens, "token")}, ${lost.length} still lost`;
  const words = { expanded: "replace the summary", restored: "take back the entry" };
  const after = { expanded: " by its sources", restored: "" };
  const line = ({ kind, id, tokens, probes }: Plan["steps"][number], index: number) =>
    hang(`  ${index + 1}. `, `${words[kind]} ${tame(id)}${after[kind]}: ${count(tokens, "token")}, ${count(probes.length, "probe")}`, width);
  const done = steps.length === 0 ? [] : ["", ...hang("  ", written ? "Written to the store as a cycle." : "--write appends this to the store as a cycle.", width)];
  return [`  ${paint(head, "bold")}`, ...(steps.length > 0 ? [""] : []), ...steps.flatMap(line), ...done];
}

/** The dedup guard on the live entries of a store. */
async function judgePairs({ args, at, files: [file = "", pairsFile = ""], print }: Call): Promise<void> {
  const opened = await readStore(file, at);
  const threshold = thresholdOf(args);
  const lines = await readLines(pairsFile, at);
  const pairs = lines.filter(({ value }) => !("cluster" in fieldsOf(value)));
  const clusters = lines.filter(({ value }) => "cluster" in fieldsOf(value));
  if (threshold !== undefined && clusters.length > 0) {
    throw new UsageError(`--threshold judges the cosine of pairs, and the cluster in line ${clusters[0]?.line} of ${pairsFile} has none: give pairs, or leave out --threshold`, "store");
  }
  const entries = [...opened.entries()].filter(({ state }) => state === "live").map(({ id, text, generation }) => ({ id, text, summary: generation > 0 }));
  const judged = located(pairs, () => located(clusters, () => dedup({
    entries,
    pairs: pairs.map(({ value }) => value as DedupPair),
    clusters: clusters.map(({ value }) => fieldsOf(value).cluster as string[]),
    ...(threshold === undefined ? {} : { threshold }),
  }), "clusters"), "pairs");
  if (args.has("write") && judged.merges.length > 0) {
    opened.apply(judged.merges.map((merge) => ({ kind: "merged", ...merge })));
    await append(file, opened, 1, false, at);
  }
  if (args.has("json")) return printLines([judged]);
  await flush(`\n${dedupLines(judged, print, args.has("write")).join("\n")}\n`);
}

function dedupLines({ merges, refused }: Dedup, { paint, width }: Print, written: boolean): string[] {
  const list = (words: readonly string[]) => words.map((word) => JSON.stringify(tame(word))).join(", ") || "nothing";
  const why = ({ kind, first, second }: Dedup["refused"][number]["reasons"][number]) =>
    first.length + second.length === 0 ? kind : `${kind}: ${list(first)} against ${list(second)}`;
  const done = merges.length === 0 ? [] : ["", ...hang("  ", written ? "Written to the store as a cycle." : "--write appends the merges to the store as a cycle.", width)];
  return [
    `  ${paint(`${count(merges.length, "duplicate")}, ${count(refused.length, "pair")} kept apart`, "bold")}`,
    ...(merges.length > 0 ? ["", paint("Duplicates", "bold")] : []),
    ...merges.flatMap(({ id, into }) => hang("  · ", `${tame(id)} says what ${tame(into)} says`, width)),
    ...(refused.length > 0 ? ["", paint("Kept apart", "bold")] : []),
    ...refused.slice(0, SHOWN).flatMap(({ first, second, reasons }) => hang("  · ", `${tame(first)} and ${tame(second)}: ${reasons.map(why).join("; ")}`, width)),
    ...(refused.length > SHOWN ? [`  … and ${refused.length - SHOWN} more (--json has all)`] : []),
    ...done,
  ];
}

/** Cluster fidelity of summaries that are not applied yet. */
async function judgeSummaries({ args, at, files: [file = "", summariesFile = ""], print }: Call): Promise<number> {
  const opened = await readStore(file, at);
  const threshold = thresholdOf(args);
  const lines = await readLines(summariesFile, at);
  // Applied to a copy, so that what is wrong with a record is said as ever.
  const trial = createStore(opened.records());
  located(lines, () => trial.apply(lines.map(({ value }) => value as StoreLine)));
  const summaries = lines.map(({ value }) => value as StoreLine).flatMap((line) => (line.kind === "summary" ? [line] : []));
  const judged = summaries.map(({ id, text, replaces }) => {
    const { lost, ...rest } = fidelity({ members: replaces.map((member) => trial.entry(member)?.text ?? ""), summary: text, ...(threshold === undefined ? {} : { threshold }) });
    return { id, ...rest, lost: lost.map(({ message, ...element }) => ({ entry: replaces[message] ?? "", ...element })) };
  });
  const refused = judged.filter(({ accepted }) => !accepted).length;
  if (args.has("json")) await printLines(judged);
  else {
    const body = judged.flatMap(({ id, accepted, kept, selected, share, reasons, lost }) => [
      ...hang("  ", `${tame(id)}: ${accepted ? "accepted" : "refused"}, keeps ${kept} of ${count(selected, "element")} (${percent(share)})${reasons.length > 0 ? `: ${reasons.join(", ")}` : ""}`, print.width, (line) => print.paint(line, "bold")),
      ...lost.slice(0, SHOWN).flatMap((element) => hang("    · ", `${tame(element.entry)}: ${element.status ?? "lost"} ${element.kind} ${JSON.stringify(tame(element.text))}`, print.width)),
    ]);
    await flush(`\n${[`  ${count(refused, "summary", "summaries")} of ${judged.length} refused`, "", ...body].join("\n").trimEnd()}\n`);
  }
  return refused > 0 ? REFUSED : 0;
}

const REFUSED = 20;

function thresholdOf(args: Args): number | undefined {
  const threshold = numberOf(args, "threshold", "store");
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 1)) throw new UsageError(`--threshold expects a number from 0 to 1, found ${threshold}`, "store");
  return threshold;
}

const fieldsOf = (value: unknown): Record<string, unknown> => (typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {});

interface Numbered {
  line: number;
  value: unknown;
}

/** The lines of a file as JSON. */
async function readLines(file: string, at: At): Promise<Numbered[]> {
  at(file);
  const lines: Numbered[] = [];
  for await (const group of linesOf(file)) {
    for (const { number, text, error } of group) {
      if (error !== undefined) throw new FidelityError(error.code, `line ${number}`, ...halves(error.message));
      const body = number === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
      if (body.trim() !== "") lines.push({ line: number, value: parseJson(body, number) });
    }
  }
  return lines;
}

/** "expected A, found B" as its two halves. */
const halves = (message: string): [string, string] => {
  const [, expected, found] = /^expected (.*), found (.*)$/s.exec(message) ?? ["", message, "something else"];
  return [expected ?? "", found ?? ""];
};

async function readStore(file: string, at: At): Promise<Store> {
  const lines = await readLines(file, at);
  return located(lines, () => createStore(lines.map(({ value }) => value as StoreLine)));
}

async function readBoth([file = "", probesFile]: string[], at: At): Promise<{ opened: Store; asked: Numbered[] }> {
  const opened = await readStore(file, at);
  const asked = probesFile === undefined ? opened.probes().map((value) => ({ line: 0, value })) : await readLines(probesFile, at);
  return { opened, asked };
}

function asLine(numbered: Numbered | undefined): { cycle?: unknown } {
  const value = numbered?.value;
  return typeof value === "object" && value !== null ? (value as { cycle?: unknown }) : {};
}

/** An error of the nth record or probe is one of its line. */
function located<T>(lines: readonly Numbered[], call: () => T, list = "records|probes"): T {
  try {
    return call();
  } catch (error) {
    if (!isFidelityError(error)) throw error;
    const [, index, path = ""] = new RegExp(`^(?:${list})\\[(\\d+)\\]\\.?(.*)$`, "s").exec(error.path) ?? [];
    const line = index === undefined ? undefined : lines[Number(index)]?.line;
    if (line === undefined) throw error;
    throw new FidelityError(error.code, path === "" ? `line ${line}` : `line ${line}.${path}`, error.expected, error.found);
  }
}

/** Appends the last cycles of a store to its file, in one piece. */
async function append(file: string, opened: Store, cycles: number, isNew: boolean, at: At): Promise<void> {
  at(file);
  let text = "";
  for (const record of opened.records()) if ((record.cycle ?? 0) > opened.cycle - cycles) text += `${JSON.stringify(record)}\n`;
  try {
    if (!isNew && !(await endsInNewline(file))) text = `\n${text}`;
    await appendFile(file, text, { flag: isNew ? "ax" : "a" });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new InputError("io", code === "EEXIST" ? "expected no file of this name with --new, found one" : `could not be written: ${code ?? String(error)}`);
  }
}

async function endsInNewline(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    if (size === 0) return true;
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === 0x0a;
  } finally {
    await handle.close();
  }
}

/** How many are named unless JSON is asked for. */
const SHOWN = 40;
const some = (names: readonly string[]): string[] =>
  names.length > SHOWN ? [...names.slice(0, SHOWN), `… and ${names.length - SHOWN} more (--json has all)`] : [...names];

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** JSON Lines. */
async function printLines(values: readonly unknown[]): Promise<void> {
  let out = "";
  for (const value of values) {
    out += `${JSON.stringify(value)}\n`;
    if (out.length > 2 ** 18) out = await flush(out);
  }
  await flush(out);
}
