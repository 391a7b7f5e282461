import { parseArgs } from "node:util";
import { UsageError } from "./problems.js";

/** A flag: whether it takes a value, and whether it may be given more than once. */
export interface Flag {
  type: "boolean" | "string";
  multiple?: boolean;
}

export type Flags = Record<string, Flag>;

/** Flags that every command knows. */
export const COMMON: Flags = {
  help: { type: "boolean" },
  color: { type: "boolean" },
  "no-color": { type: "boolean" },
};

/** What the command line said. */
export interface Args {
  positionals: string[];
  /** Whether a flag without value was given. */
  has(name: string): boolean;
  /** The value of a flag, the last one if it was given twice. */
  value(name: string): string | undefined;
  /** All values of a flag. */
  values(name: string): string[];
}

/** Reads the arguments of one command. */
export function readArgs(argv: string[], flags: Flags, command: string): Args {
  const known: Flags = { ...flags, ...COMMON };
  const { tokens } = parseArgs({
    args: argv,
    options: { ...known, help: { type: "boolean", short: "h" } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (flag === undefined) throw new UsageError(unknown(token.rawName, Object.keys(known), command), command);
    const value = token.value ?? "";
    if (flag.type === "boolean" && token.value !== undefined) throw new UsageError(`--${token.name} takes no value`, command);
    if (flag.type === "string" && (token.value === undefined || (!token.inlineValue && /^--\w/.test(value)))) {
      throw new UsageError(`--${token.name} needs a value`, command);
    }
    const values = given.get(token.name) ?? [];
    if (flag.type === "string" && values.length > 0 && flag.multiple !== true) {
      throw new UsageError(`--${token.name} is given twice`, command);
    }
    given.set(token.name, [...values, value]);
  }
  return {
    positionals,
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.at(-1),
    values: (name) => given.get(name) ?? [],
  };
}

/** A number given to a flag; its range is for the library to judge. */
export function numberOf(args: Args, name: string, command: string): number | undefined {
  const text = args.value(name);
  if (text === undefined) return undefined;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(value)) throw new UsageError(`--${name} expects a number, found ${JSON.stringify(text)}`, command);
  return value;
}

/** One of a few words given to a flag. */
export function choiceOf<T extends string>(args: Args, name: string, choices: readonly T[], command: string): T | undefined {
  const text = args.value(name);
  const choice = choices.find((candidate) => candidate === text);
  if (text !== undefined && choice === undefined) {
    const hint = nearest(text, choices);
    const meant = hint === undefined ? "" : `; did you mean ${hint}?`;
    throw new UsageError(`--${name} expects ${choices.join(" or ")}, found ${JSON.stringify(text)}${meant}`, command);
  }
  return choice;
}

/** What to say about a flag that does not exist. */
function unknown(rawName: string, names: string[], command: string): string {
  const hint = nearest(rawName.replace(/^-+/, ""), names);
  const where = command === "" ? "" : ` of ${command}`;
  return `unknown flag ${rawName}${where}${hint === undefined ? "" : `; did you mean --${hint}?`}`;
}

/** The name that a mistyped one is closest to, if any is close. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, away: name.startsWith(word) && word !== "" ? 0.5 : distance(word.slice(0, 40), name) }))
    .sort((a, b) => a.away - b.away);
  const best = ranked[0];
  return best !== undefined && best.away <= Math.max(2, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/** Edits between two words; two letters that changed places are one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
