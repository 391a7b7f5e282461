// Reads what the module answers: numbers, and beside them the texts in one piece. The layout is that of `wasm/src/answer.rs`.
import { classList } from "./classes.js";
import { FidelityError } from "./errors.js";
import type * as made from "./generated.js";
import { NAMES } from "./generated.js";
import type { Instance } from "./instance.js";

/** Reads the next value. */
type Shape<T> = () => T;

// The answer that is being read. Nothing of the host's runs meanwhile.
let numbers = new Uint32Array(0);
let at = 0;
let texts = "";
let from = 0;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The answer at an address, read. A text of it is a piece of one string: that lasts as long as the longest-lived piece. */
export function read<T>(on: Instance, address: number, shape: Shape<T>): T {
  const { buffer } = on.binding.memory;
  const [start = 0, count, text = 0, bytes] = new Uint32Array(buffer, address >>> 0, 4);
  numbers = new Uint32Array(buffer, start, count);
  texts = bytes === 0 ? "" : decoder.decode(new Uint8Array(buffer, text, bytes));
  at = from = 0;
  try {
    if (number() === 0) return shape();
    throw new FidelityError(name(NAMES.ErrorCode)(), string(), string(), string());
  } finally {
    texts = "";
  }
}

const number: Shape<number> = () => numbers[at++] as number;
const flag: Shape<boolean> = () => number() === 1;
const string: Shape<string> = () => texts.slice(from, (from += number()));
const classes: Shape<made.Class[]> = () => classList(number());

const halves = new Uint32Array(2);
const float: Shape<number> = () => {
  halves[0] = number();
  halves[1] = number();
  return new Float64Array(halves.buffer)[0] as number;
};

const name =
  <T extends string>(names: readonly T[]): Shape<T> =>
  () =>
    names[number()] as T;

const option =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  () =>
    flag() ? shape() : undefined;

const list =
  <T>(shape: Shape<T>): Shape<T[]> =>
  () => {
    const items: T[] = [];
    for (let left = number(); left > 0; left--) items.push(shape());
    return items;
  };

/** What is absent is left out. */
const record = <T>(fields: { [Field in keyof T]-?: Shape<T[Field]> }): Shape<T> => {
  const entries = Object.entries(fields) as [keyof T, Shape<T[keyof T]>][];
  return () => {
    const made = {} as T;
    for (const [field, shape] of entries) {
      const value = shape();
      if (value !== undefined) made[field] = value;
    }
    return made;
  };
};

type Variants<T extends { kind: string }> = {
  [Kind in T["kind"]]: { [Field in Exclude<keyof Extract<T, { kind: Kind }>, "kind">]-?: Shape<Extract<T, { kind: Kind }>[Field]> };
};

/** In the order of their numbers. */
const variants = <T extends { kind: string }>(shapes: Variants<T>): Shape<T> => {
  const readers = Object.entries(shapes).map(([kind, fields]) => record<T>({ kind: () => kind, ...(fields as object) } as never));
  return () => (readers[number()] as Shape<T>)();
};

const evidence = record<made.Evidence>({ part: name(NAMES.Part), message: option(number), start: number, end: number, text: string });
const passage = record<made.Passage>({ start: number, end: number, text: string });
const kind = name(NAMES.Kind);
const oneClass = name(NAMES.Class);
const because = name(NAMES.Because);
const status = name(NAMES.Status);
const decision = name(NAMES.Decision);

const element = record<made.Element>({
  class: oneClass,
  kind,
  text: string,
  message: number,
  start: number,
  end: number,
  cue: option(string),
  scope: option(passage),
  order: option(record<made.Order>({ first: passage, second: passage, direction: name(NAMES.Direction) })),
  owner: option(passage),
  discharge: option(record<made.Discharge>({ how: name(NAMES.Discharged), by: evidence })),
  stance: option(name(NAMES.Stance)),
  settledBy: option(evidence),
  selected: flag,
  because,
  status: option(status),
  evidence: option(evidence),
});

export const elements = list(element);

const findings = list(
  record<made.Finding>({ kind: name(NAMES.FindingKind), class: option(oneClass), text: string, start: number, end: number, evidence: option(evidence) }),
);

const reasons = list(
  variants<made.Reason>({
    certified: {},
    "vacuous-contract": {},
    "missing-classes": { classes },
    "ancestry-uncertified": {},
    "not-a-summary": {},
    "source-recoverable": {},
    "source-lost": { dangers: list(name(NAMES.Danger)) },
  }),
);

const contract = record<made.Contract>({ required: classes, certified: classes, generation: number, ancestryCertified: flag });

export const report = record<made.Report>({
  decision,
  reasons,
  waysOut: list(
    variants<made.WayOut>({
      repair: { tokens: number },
      "raise-budget": { tokens: number },
      "shrink-working-set": { messages: list(number) },
      "recompact-from-source": {},
      checkpoint: {},
      "hand-over": {},
    }),
  ),
  certified: classes,
  contract,
  elements,
  findings,
  retention: list(record<made.Retention>({ class: oneClass, kind, kept: number, selected: number })),
  tokens: record<made.Tokens>({ source: number, summary: number }),
  repair: option(
    record<made.Repair>({
      pins: record<made.Pins>({ text: string, tokens: number }),
      text: string,
      decision,
      reasons,
      contract,
      tokens: number,
    }),
  ),
});

// Some shapes are made when they are first read: a bundler leaves out what a program does not call.
let verificationShape: Shape<made.Verification> | undefined;
export const verification: Shape<made.Verification> = () => (verificationShape ??= record<made.Verification>({ elements, findings, certified: classes }))();

export const explanation = record<made.Explanation>({
  element,
  steps: list(
    variants<made.Step>({
      extracted: { class: oneClass, row: option(string) },
      selected: { because },
      aligned: { with: evidence, forward: number, backward: number, tight: flag },
      compared: { with: evidence },
      judged: { status, because: string },
    }),
  ),
  sentence: string,
});

let dedupShape: Shape<made.Dedup> | undefined;
export const dedup: Shape<made.Dedup> = () => (dedupShape ??= makeDedup())();

function makeDedup(): Shape<made.Dedup> {
  const strings = list(string);
  const reason = record<made.DedupReason>({ kind: name(NAMES.Difference), first: strings, second: strings });
  const refusal = record<made.Refusal>({ first: string, second: string, reasons: list(reason) });
  return record<made.Dedup>({ merges: list(record<made.Merge>({ id: string, into: string })), refused: list(refusal) });
}

let calibrationShape: Shape<made.Calibration> | undefined;
export const calibration: Shape<made.Calibration> = () => (calibrationShape ??= makeCalibration())();

function makeCalibration(): Shape<made.Calibration> {
  const interval = record<made.Interval>({ low: float, high: float });
  return record<made.Calibration>({
    k: option(float),
    range: option(interval),
    good: number,
    bad: number,
    leftOut: number,
    falseHalts: number,
    missed: number,
    separation: float,
    heldOut: float,
    certainty: interval,
  });
}

/** For each question a place, if there is one. */
export const found = list(option(number));

/** Nothing: all is well. */
export const nothing: Shape<void> = () => {};
