import { check, explain, PRESETS, type Class, type Policy, type Rules, version } from "../index.js";
import { readTranscript, type TranscriptFormat } from "../transcript.js";
import { audit } from "./audit.js";
import { choiceOf, type Args, type Flags, nearest, numberOf, readArgs } from "./args.js";
import { flush, runBatch } from "./batch.js";
import { readCues } from "./cues.js";
import { calibration, cycleLines } from "./cycles.js";
import { answerFor, checkLines, decideLines, type Defaults, extractLines } from "./events.js";
import { COMMANDS, helpFor } from "./help.js";
import { readText } from "./input.js";
import { printExplanation, printReport } from "./print.js";
import { lineFor, problemOf, UsageError } from "./problems.js";
import { store, STORE_FLAGS } from "./store.js";
import { painter, wantsColour, widthOf } from "./style.js";
import { count } from "./words.js";

/** Exit codes: 0 and 1 belong to batches, too. */
const EXIT = { certified: 0, provisional: 10, refuse: 20, halt: 20, unsound: 20, bad: 2 } as const;

/** Runs the command line and gives the exit code. */
export async function main(argv: string[]): Promise<number> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.stderr.write(`fidelity-floor: stdout: ${error.message}\n`);
    // A reader that left says nothing about the summary: 0 would mean certified.
    process.exit(process.exitCode || EXIT.bad);
  });
  let file = "";
  try {
    return await run(argv, (name) => (file = name));
  } catch (error) {
    if (error instanceof UsageError) {
      const command = error.command === "" ? "" : ` ${error.command}`;
      process.stderr.write(`fidelity-floor: ${error.message}\nSee: fidelity-floor${command} --help\n`);
      return EXIT.bad;
    }
    process.stderr.write(lineFor(problemOf(error), file));
    return EXIT.bad;
  }
}

/** Says which file is being worked on, for errors. */
type At = (file: string) => void;

async function run(argv: string[], at: At): Promise<number> {
  const [first, ...rest] = argv;
  if (first === "--version" || first === "-V") return print(`${version}\n`);
  if (first === "--help" || first === "-h") return print(helpFor(""));
  if (first === "help") return print(helpFor(rest[0] ?? ""));
  if (first === undefined) throw new UsageError(`expected a command: ${COMMANDS.join(", ")}`);
  const command = Object.hasOwn(RUN, first) ? RUN[first] : undefined;
  if (command === undefined) {
    const hint = nearest(first, COMMANDS);
    const kind = first.startsWith("-") ? "flag" : "command";
    throw new UsageError(`unknown ${kind} ${first}${hint === undefined ? "" : `; did you mean ${hint}?`}`);
  }
  const args = readArgs(rest, command.flags, first);
  return args.has("help") ? print(helpFor(first)) : command.run(args, at);
}

async function print(text: string): Promise<number> {
  await flush(text);
  return 0;
}

const CHECK_FLAGS: Flags = {
  batch: { type: "boolean" },
  require: { type: "string", multiple: true },
  declare: { type: "string", multiple: true },
  pattern: { type: "string", multiple: true },
  cue: { type: "string", multiple: true },
  selection: { type: "string" },
  recoverable: { type: "boolean" },
  strict: { type: "boolean" },
  chaining: { type: "boolean" },
  "side-effects": { type: "boolean" },
  policy: { type: "string" },
  budget: { type: "string" },
  pins: { type: "boolean" },
  all: { type: "boolean" },
  why: { type: "string" },
  json: { type: "boolean" },
};

const RUN: Record<string, { flags: Flags; run: (args: Args, at: At) => Promise<number> }> = {
  check: { flags: CHECK_FLAGS, run: (args, at) => (args.has("batch") ? checkBatch(args, at) : checkOne(args, at)) },
  extract: {
    flags: { batch: { type: "boolean" }, declare: { type: "string", multiple: true } },
    run: (args, at) => runBatch(batchFile(args, "extract", at), extractLines(stringsOf(args, "declare", "extract"))),
  },
  decide: {
    flags: { batch: { type: "boolean" }, policy: { type: "string" } },
    run: (args, at) => runBatch(batchFile(args, "decide", at), decideLines(policyOf(args, "decide"))),
  },
  cycles: {
    flags: {
      rules: { type: "string" },
      k: { type: "string" },
      window: { type: "string" },
      "halt-on-watch": { type: "boolean" },
      "no-watch": { type: "boolean" },
      significant: { type: "boolean" },
      calibrate: { type: "string" },
    },
    run: (args, at) => (args.value("calibrate") === undefined ? cycles(args, at) : propose(args, at)),
  },
  store: { flags: STORE_FLAGS, run: store },
  audit: {
    flags: { texts: { type: "string" }, last: { type: "string" }, json: { type: "boolean" }, mermaid: { type: "boolean" } },
    async run(args, at) {
      const { text, sound } = await audit(args, at);
      await flush(text);
      return sound ? 0 : EXIT.unsound;
    },
  },
};

async function checkOne(args: Args, at: At): Promise<number> {
  const [sourceFile, summaryFile, ...more] = args.positionals;
  if (sourceFile === undefined || summaryFile === undefined || more.length > 0) {
    throw new UsageError(`check expects SOURCE and SUMMARY (or --batch FILE), found ${count(args.positionals.length, "name")}`, "check");
  }
  if (sourceFile === "-" && summaryFile === "-") throw new UsageError("only one of SOURCE and SUMMARY can be standard input", "check");
  const defaults = await defaultsOf(args, at);
  at(sourceFile);
  const source = readTranscript(await readText(sourceFile), formatOf(sourceFile));
  at(summaryFile);
  const summary = await readText(summaryFile);
  at("");
  const event = { ...defaults, source, summary };
  const report = check(event);
  for (const declared of args.values("declare")) {
    if (!report.elements.some((element) => element.class === "declared" && sameWords(element.text, declared))) {
      process.stderr.write(`fidelity-floor: --declare ${JSON.stringify(declared)}: stands nowhere in ${sourceFile}, so it requires nothing; is it spelt as there?\n`);
    }
  }
  const { stdout, env } = process;
  const colour = wantsColour(args.has("no-color") ? false : args.has("color") ? true : undefined, env, stdout.isTTY);
  const why = numberOf(args, "why", "check");
  if (why !== undefined && report.elements[why - 1] === undefined) {
    throw new UsageError(`--why expects the number of an element, 1 to ${report.elements.length}, found ${why}`, "check");
  }
  const explanation = why === undefined ? undefined : explain(event, why - 1);
  const options = { width: widthOf(stdout.columns, env), paint: painter(colour), all: args.has("all"), pins: args.has("pins"), source };
  const readable = explanation === undefined ? printReport(report, options) : printExplanation(explanation, options);
  await flush(args.has("json") ? `${JSON.stringify(explanation ?? answerFor(report))}\n` : readable);
  return EXIT[report.decision];
}

const sameWords = (a: string, b: string): boolean => [a, b].map((text) => text.trim().replace(/\s+/g, " ").toLowerCase()).every((text, _, [first]) => text === first);

/** Strings given to a flag; an empty one would require nothing, in silence. */
function stringsOf(args: Args, name: string, command: string): string[] {
  const values = args.values(name);
  if (values.some((value) => value.trim() === "")) throw new UsageError(`--${name} expects a text, found an empty one`, command);
  return values;
}

async function checkBatch(args: Args, at: At): Promise<number> {
  const defaults = await defaultsOf(args, at);
  return runBatch(batchFile(args, "check", at), checkLines(defaults));
}

function batchFile(args: Args, command: string, at: At): string {
  const [file, ...more] = args.positionals;
  if (!args.has("batch")) throw new UsageError(`${command} expects --batch FILE`, command);
  if (file === undefined || more.length > 0) throw new UsageError(`--batch expects one FILE, found ${count(args.positionals.length, "name")}`, command);
  at(file);
  return file;
}

/** A name that promises JSON is held to it. */
function formatOf(file: string): TranscriptFormat {
  return /\.(?:json|jsonl|ndjson)$/i.test(file) ? "json" : "auto";
}

function policyOf(args: Args, command: string): Policy | undefined {
  return choiceOf(args, "policy", ["any", "all"], command);
}

const CLASSES = ["identifier", "negation", "ordering", "obligation", "hypothesis", "declared"] as const satisfies readonly Class[];

async function defaultsOf(args: Args, at: At): Promise<Defaults> {
  const names = args.values("require").flatMap((list) => list.split(",")).map((name) => name.trim()).filter((name) => name !== "");
  const required = names.map((name) => {
    const known = CLASSES.find((candidate) => candidate === name);
    const meant = nearest(name, CLASSES);
    if (known === undefined) throw new UsageError(`--require knows ${CLASSES.join(", ")}; found ${JSON.stringify(name)}${meant === undefined ? "" : `, did you mean ${meant}?`}`, "check");
    return known;
  });
  const budget = numberOf(args, "budget", "check");
  if (budget !== undefined && !(Number.isInteger(budget) && budget >= 0)) throw new UsageError(`--budget expects a whole number of tokens, found ${budget}`, "check");
  const policy = policyOf(args, "check");
  const selection = choiceOf(args, "selection", PRESETS.map(({ preset }) => preset), "check");
  return {
    contract: { ...(args.has("require") ? { required } : {}), declared: stringsOf(args, "declare", "check") },
    conditions: {
      consumerStrict: args.has("strict"),
      sourceRecoverable: args.has("recoverable"),
      chainingRisk: args.has("chaining"),
      sideEffectCostExceedsRefusal: args.has("side-effects"),
    },
    ...(policy === undefined ? {} : { policy }),
    ...(budget === undefined ? {} : { budget }),
    ...(selection === undefined ? {} : { selection }),
    patterns: stringsOf(args, "pattern", "check"),
    lexicon: await readCues(args.values("cue"), at),
  };
}

async function cycles(args: Args, at: At): Promise<number> {
  const [file, ...more] = args.positionals;
  if (file === undefined || more.length > 0) throw new UsageError(`cycles expects one FILE, found ${count(args.positionals.length, "name")}`, "cycles");
  const set = choiceOf(args, "rules", ["prose", "reference"], "cycles");
  const k = numberOf(args, "k", "cycles");
  const attractorWindow = numberOf(args, "window", "cycles");
  const rules: Partial<Rules> = {
    ...(set === undefined ? {} : { rules: set }),
    ...(k === undefined ? {} : { k }),
    ...(attractorWindow === undefined ? {} : { attractorWindow }),
    ...(args.has("halt-on-watch") ? { onWatch: "halt" } : args.has("no-watch") ? { onWatch: "ignore" } : {}),
    ...(args.has("significant") ? { requireSignificance: true } : {}),
  };
  const answer = usable(() => cycleLines(rules));
  at(file);
  let halts = false;
  const code = await runBatch(file, (text, line) => {
    const verdict = answer(text, line);
    halts ||= verdict !== undefined && "verdict" in verdict && verdict.verdict === "halt";
    return verdict;
  });
  return code === 0 && halts ? EXIT.halt : code;
}

/** `cycles --calibrate FILE`: a line with the k that labelled cycles propose. */
async function propose(args: Args, at: At): Promise<number> {
  const file = args.value("calibrate") as string;
  if (args.positionals.length > 0) throw new UsageError(`cycles --calibrate expects no other file, found ${count(args.positionals.length, "name")}`, "cycles");
  at(file);
  const { read, propose: answer } = calibration();
  const rows = await readText(file);
  rows.split("\n").forEach((line, index) => {
    if (line.trim() !== "") read(line.replace(/\r$/, ""), index + 1);
  });
  process.stdout.write(`${JSON.stringify(answer())}\n`);
  return 0;
}

/** Thresholds out of range are the fault of the flags that gave them. */
function usable<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const { path, message } = problemOf(error);
    throw new UsageError(`--${path === "rules.attractorWindow" ? "window" : path.replace(/^rules\./, "")}: ${message}`, "cycles");
  }
}
