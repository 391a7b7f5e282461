import { extract } from "./check.js";
import { CLASS_BITS, CLASSES } from "./classes.js";
import type { Applied, Class, Coverage, EntryView, Plan, StoreRecord, Trace } from "./generated.js";
import { applyCycle, became, emptyHistory, type Entry, type History, known, recordOf, viewOf } from "./store-ledger.js";
import { type Answered, coverageBy, coverageOf, planOf, type Probe, traceBy, traceOf } from "./store-probes.js";
import { array, at, fail, misread, name, reading, record, show, text } from "./validate.js";

export type { Answered, Probe, ProbeElement } from "./store-probes.js";

/** A record with the cycle that it belongs to, from 1: a line of a store's file. */
export type StoreLine = StoreRecord & { readonly cycle?: number };

/**
 * A memory store's ledger (I): entries, what became of them, which probes they still answer, and what would bring lost ones back.
 *
 * Each operation costs what it touches, not what the store holds, but for `entries`, `records` and `probes` of all. Nothing is
 * forgotten. It is plain data of JavaScript: there is nothing to free, and no defect of the engine can lose it.
 */
export interface Store {
  /** How many cycles were applied. */
  readonly cycle: number;
  /** How many entries there are, live or not. */
  readonly size: number;
  /** How many of them are live, and what they cost in tokens. */
  readonly live: { readonly entries: number; readonly tokens: number };
  /**
   * Applies one cycle, all of its records in order or none of them. What it gives back is, but for coverage, the input of a
   * cycle detector (H1).
   *
   * @throws FidelityError with a path such as `records[3].replaces[0]`: `unknown-id`, `duplicate-id`, `self-reference`,
   * `cyclic-provenance`, `wrong-state` (an entry that is not live, or is), `empty`, `out-of-range`, and those of any misuse
   */
  apply(records: readonly StoreLine[]): Applied;
  /** An entry as it is now. */
  entry(id: string): EntryView | undefined;
  /** All entries in the order of arrival, live or not. */
  entries(): Generator<EntryView>;
  /** All records in order, each with its cycle: what {@link createStore} reads. One a line is a store's file. */
  records(): Generator<StoreLine>;
  /**
   * Some entries and all that they went into, each once, each before what it went into.
   *
   * @throws FidelityError `unknown-id`
   */
  lineage(ids: readonly string[]): EntryView[];
  /**
   * Probes made from entries by extraction: one for each element of each entry, once. Named `ENTRY#1`, `ENTRY#2` …
   *
   * @param ids of the entries; all that arrived by default
   * @param classes the classes of elements; all by default
   * @throws FidelityError `unknown-id`, `unknown-name`
   */
  probes(ids?: readonly string[], classes?: readonly Class[]): Probe[];
  /**
   * How many probes the live entries answer that came of the probe's own (I3).
   *
   * @throws FidelityError with a path such as `probes[2].from[0]`: `unknown-id`, `duplicate-id`, `empty`
   */
  coverage(probes: readonly Probe[]): Coverage;
  /** The same by your own judgement; it is asked once a probe, with the live entries that came of the probe's own. */
  coverage(probes: readonly JudgedProbe[], answered: Answered): Promise<Coverage>;
  /**
   * For each probe whether it is answered, and if not, at which step and which summary its answers vanished (I4).
   *
   * @throws FidelityError as {@link Store.coverage}
   */
  trace(probes: readonly Probe[]): Trace[];
  /** The same by your own judgement; of a lost probe it is asked for each entry of the lineage, the latest first, until one answers. */
  trace(probes: readonly JudgedProbe[], answered: Answered): Promise<Trace[]>;
  /**
   * The re-expansion plan (I5): the summaries to replace by their sources, and the merged or dropped entries to take back, so
   * that lost probes answer again; most probes for a token first. Its steps are records: `store.apply(recordsOf(plan))`.
   *
   * @param budget how many tokens the live store may grow by; no limit by default
   * @throws FidelityError `unknown-id`
   */
  plan(traces: readonly Trace[], budget?: number): Plan;
}

/** A probe for a callback: it may have any other fields, and needs no answers. */
export type JudgedProbe = Omit<Probe, "answers"> & { readonly [field: string]: unknown };

/**
 * A store, empty or with an earlier one's records. Where they say their `cycle`, those of one cycle stand together, numbered
 * from 1; where they do not, all of them are one cycle.
 *
 * @param records any iterable; what it throws by itself is passed on
 * @throws FidelityError as {@link Store.apply}
 * @example
 * const store = createStore();
 * store.apply([{ kind: "source", id: "a", text: "The gate code is 4417." }]);
 * store.apply([{ kind: "summary", id: "s", text: "The gate has a code.", replaces: ["a"] }]);
 * const probes = [{ id: "gate code", from: ["a"], answers: ["4417"] }];
 * store.coverage(probes); // { answered: 0, all: 1, coverage: 0, lost: ["gate code"] }
 * const plan = store.plan(store.trace(probes));
 * store.apply(recordsOf(plan)); // the summary gave way, and the probe answers again
 */
export function createStore(records: Iterable<StoreLine> = []): Store {
  reading({ records }, () => {
    if (typeof records !== "object" || records === null || typeof records[Symbol.iterator] !== "function") fail("invalid-type", "records", "a list of records", show(records));
    if (Array.isArray(records)) array(records, "records");
  });
  const history = emptyHistory();
  let lines: StoreLine[] = [];
  let first = 0;
  const flush = () => {
    try {
      if (lines.length > 0) applyCycle(history, lines, first);
    } catch (error) {
      throw misread(Object.fromEntries(lines.map((line, index) => [at("records", first + index), line])), error);
    }
    first += lines.length;
    lines = [];
  };
  for (const line of records) {
    const path = at("records", first + lines.length);
    const cycle = reading({ [path]: line }, () => record(line, path, "a record").cycle);
    if (lines.length > 0 && cycle !== lines[0]?.cycle) flush();
    expectCycle(history, cycle, path);
    lines.push(line);
  }
  flush();
  return storeOf(history);
}

/** The records that carry out a plan. */
export const recordsOf = (plan: Plan): StoreRecord[] => reading({ plan }, () =>
  array(record(plan, "plan").steps, "plan.steps").map((step, index) => {
    const path = at("plan.steps", index);
    const { kind, id } = record(step, path, "a step");
    return { kind: name(kind, STEPS, at(path, "kind")), id: text(id, at(path, "id")) };
  }));

const STEPS = { expanded: 0, restored: 0 } satisfies Record<Plan["steps"][number]["kind"], 0>;

function expectCycle(history: History, cycle: unknown, path: string): void {
  const next = history.cycles.length + 1;
  if (cycle !== undefined && cycle !== next) fail("out-of-range", at(path, "cycle"), `${next}, the cycle that comes next`, show(cycle));
}

function storeOf(history: History): Store {
  const entryOf = (id: unknown, index: number) => known(history, text(id, at("ids", index)), at("ids", index));
  function coverage(probes: readonly Probe[]): Coverage;
  function coverage(probes: readonly JudgedProbe[], answered: Answered): Promise<Coverage>;
  function coverage(probes: unknown, answered?: Answered): Coverage | Promise<Coverage> {
    return answered === undefined ? coverageOf(history, probes) : coverageBy(history, probes, answered);
  }
  function trace(probes: readonly Probe[]): Trace[];
  function trace(probes: readonly JudgedProbe[], answered: Answered): Promise<Trace[]>;
  function trace(probes: unknown, answered?: Answered): Trace[] | Promise<Trace[]> {
    return answered === undefined ? traceOf(history, probes) : traceBy(history, probes, answered);
  }
  return {
    get cycle() {
      return history.cycles.length;
    },
    get size() {
      return history.entries.length;
    },
    get live() {
      return { entries: history.live, tokens: history.tokens };
    },
    apply(records) {
      return reading({ records }, () => {
        array(records, "records", "an array of records").forEach((line, index) => {
          if (typeof line === "object" && line !== null) expectCycle(history, (line as StoreLine).cycle, at("records", index));
        });
        return applyCycle(history, records, 0);
      });
    },
    entry(id) {
      const entry = history.ids.get(text(id, "id"));
      return entry === undefined ? undefined : viewOf(entry);
    },
    *entries() {
      for (const entry of history.entries) yield viewOf(entry);
    },
    *records() {
      for (let cycle = 1; cycle <= history.cycles.length; cycle++) {
        const past = history.cycles[cycle] ?? history.log.length;
        for (let at = history.cycles[cycle - 1] as number; at < past; at++) {
          const { kind, ...fields } = recordOf(history.log[at] as History["log"][number]);
          yield { cycle, kind, ...fields } as StoreLine;
        }
      }
    },
    lineage: (ids) => became(reading({ ids }, () => array(ids, "ids", "an array of strings").map(entryOf))).map(viewOf),
    probes: (ids, classes = CLASSES) => reading({ ids, classes }, () => {
      array(classes, "classes", "an array of classes").forEach((value, index) => name(value, CLASS_BITS, at("classes", index)));
      const entries = ids === undefined ? history.entries.filter(({ generation }) => generation === 0) : array(ids, "ids", "an array of strings").map(entryOf);
      return entries.flatMap((entry) => probesOf(entry, classes));
    }),
    coverage,
    trace,
    plan: (traces, budget) => planOf(history, traces, budget),
  };
}

function probesOf({ id, text }: Entry, classes: readonly Class[]): Probe[] {
  const probes: Probe[] = [];
  const seen = new Set<string>();
  for (const element of extract([{ role: "system", text }])) {
    const { class: of, text: words } = element;
    if (!classes.includes(of) || seen.size === seen.add(`${of} ${words}`).size) continue;
    probes.push({ id: `${id}#${seen.size}`, from: [id], answers: [{ class: of, text: words }] });
  }
  return probes;
}
