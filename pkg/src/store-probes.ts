import { found, read } from "./answer.js";
import { CLASSES } from "./classes.js";
import { writeTexts } from "./encode.js";
import type { Class, Coverage, EntryView, Loss, Plan, PlanStep, Trace } from "./generated.js";
import { numberBuffer, run } from "./instance.js";
import { became, beneath, type Entry, type History, known, viewOf } from "./store-ledger.js";
import { array, at, fail, name, onlyFields, reading, record, required, show, text, whole } from "./validate.js";

/** A question that the store should answer (I3). */
export interface Probe {
  /** Its name, like no other's in the list. */
  id: string;
  /** The ids of the entries that the answer came from, at least one. */
  from: readonly string[];
  /** What answers it, at least one: all of them have to stand in what became of those entries. */
  answers: readonly (string | ProbeElement)[];
}

/**
 * An element of an entry as an answer: it stands where verification says that it is kept (E1). A plain string stands where its
 * words stand one after another in whatever case, or, if it is one identifier, where that value stands.
 */
export interface ProbeElement {
  class: Class;
  /** Its words, as `extract` gives them. */
  text: string;
}

/** Whether some entries answer a probe: a model that is asked, a search, a string. */
export type Answered = (probe: Probe, entries: readonly EntryView[]) => boolean | Promise<boolean>;

/** A probe whose entries were found. */
interface Known {
  readonly probe: Probe;
  readonly from: readonly Entry[];
  readonly answers: readonly { readonly number: number; readonly text: string }[];
}

/** Which of some entries holds an answer; the answer may be an element of those in `from`. */
interface Query {
  readonly answer: Known["answers"][number];
  readonly from: readonly Entry[];
  readonly among: readonly Entry[];
}

const PROBE = { id: 0, from: 0, answers: 0 } satisfies Record<keyof Probe, 0>;
const ELEMENT = { class: 0, text: 0 } satisfies Record<keyof ProbeElement, 0>;
const NUMBERS = Object.fromEntries(CLASSES.map((name, index) => [name, index + 1])) as Record<Class, number>;

/** Validates probes. Where a callback judges, the answers are for it to read, and may be missing. */
const knownProbes = (history: History, probes: unknown, judged: boolean): Known[] => reading({ probes }, () => {
  const seen = new Set<string>();
  return array(probes, "probes", "an array of probes").map((value, index) => {
    const path = at("probes", index);
    const probe = record(value, path, "a probe") as unknown as Probe;
    if (!judged) onlyFields(probe, PROBE, path);
    const id = text(probe.id, at(path, "id"));
    if (seen.size === seen.add(id).size) fail("duplicate-id", at(path, "id"), "a name that no other probe has", show(id));
    const list = (field: "from" | "answers") => {
      const values = array(probe[field], at(path, field), "an array");
      if (values.length === 0) fail("empty", at(path, field), "at least one", "none");
      return values.map((value, place) => [value, at(at(path, field), place)] as const);
    };
    const from = list("from").map(([id, here]) => known(history, text(id, here), here));
    return { probe, from, answers: judged ? [] : list("answers").map(([answer, here]) => answerOf(answer, here)) };
  });
});

function answerOf(value: unknown, path: string): Known["answers"][number] {
  let number = 0;
  let words = value;
  if (typeof value !== "string") {
    const element = record(value, path, "a string or an element");
    onlyFields(element, ELEMENT, path);
    number = NUMBERS[name(element.class, NUMBERS, at(path, "class"))];
    words = element.text;
  }
  const answer = text(words, number === 0 ? path : at(path, "text"));
  if (answer.trim() === "") fail("empty", path, "a text", "none");
  return { number, text: answer };
}

const isLive = ({ state }: Entry): boolean => state === "live";

/** I3: how many probes the live entries answer that came of the probe's own. */
export function coverageOf(history: History, probes: unknown): Coverage {
  const all = knownProbes(history, probes, false);
  const asked = all.map(({ from, answers }) => {
    const among = became(from).filter(isLive);
    return answers.map((answer) => ({ answer, from, among }));
  });
  const held = holders(asked.flat());
  let at = 0;
  return covered(all, asked.map((queries) => queries.map(() => held[at++]).every((entry) => entry !== undefined)));
}

function covered(all: readonly Known[], answered: readonly boolean[]): Coverage {
  const lost = all.filter((_, index) => answered[index] !== true).map(({ probe }) => probe.id);
  const count = all.length - lost.length;
  return { answered: count, all: all.length, coverage: all.length === 0 ? 1 : count / all.length, lost };
}

/** I4: at which step and which summary the answers of lost probes vanished. */
export function traceOf(history: History, probes: unknown): Trace[] {
  const all = knownProbes(history, probes, false);
  const asked = all.map(({ from, answers }) => {
    const among = liveFirst(from);
    return answers.map((answer) => ({ answer, from, among }));
  });
  const held = holders(asked.flat());
  let at = 0;
  return all.map(({ probe, answers }) => {
    const losses = answers.flatMap((answer) => lossOf(held[at++], answer.text));
    return { probe: probe.id, answered: losses.length === 0, losses };
  });
}

/**
 * Where an answer is looked for: the live ones, then those that went last (of one cycle those that are later on the way), then
 * what may come back from under a summary, and what is gone for good.
 */
function liveFirst(from: readonly Entry[]): Entry[] {
  const nodes = became(from);
  const last = (entries: readonly Entry[]) => [...entries].reverse().sort((a, b) => (b.gone ?? 0) - (a.gone ?? 0));
  const gone = nodes.filter((entry) => !isLive(entry) && entry.state !== "expanded");
  const expanded = nodes.filter(({ state }) => state === "expanded");
  return [...nodes.filter(isLive), ...last(gone), ...last(beneath(from, nodes)), ...last(expanded)];
}

/** How an answer was lost whose last holder is known; empty while that is live. */
function lossOf(holder: Entry | undefined, answer: string): Loss[] {
  if (holder === undefined) return [{ kind: "unfounded", answer }];
  const { id: entry, state, into, gone: cycle } = holder;
  if (state === "live") return [];
  return [{ kind: state, answer, entry, ...(into === undefined ? {} : { into: into.id }), cycle } as Loss];
}

/** {@link coverageOf} by a callback's judgement. */
export async function coverageBy(history: History, probes: unknown, answered: unknown): Promise<Coverage> {
  const judge = judgeOf(answered);
  const all = knownProbes(history, probes, true);
  const answers: boolean[] = [];
  for (const { probe, from } of all) answers.push(await judge(probe, became(from).filter(isLive)));
  return covered(all, answers);
}

/** {@link traceOf} by a callback's judgement: of a lost probe it is asked for each entry alone, the latest first. */
export async function traceBy(history: History, probes: unknown, answered: unknown): Promise<Trace[]> {
  const judge = judgeOf(answered);
  const traces: Trace[] = [];
  for (const { probe, from } of knownProbes(history, probes, true)) {
    const nodes = became(from);
    const losses: Loss[] = [];
    if (!(await judge(probe, nodes.filter(isLive)))) {
      let holder: Entry | undefined;
      for (const entry of liveFirst(from)) {
        if (isLive(entry) || !(await judge(probe, [entry]))) continue;
        holder = entry;
        break;
      }
      // No entry answers alone: perhaps those that it came from do together.
      if (holder === undefined && from.length > 1 && (await judge(probe, from))) losses.push(...from.flatMap((entry) => lossOf(entry, "")));
      else losses.push(...lossOf(holder, ""));
    }
    traces.push({ probe: probe.id, answered: losses.length === 0, losses });
  }
  return traces;
}

/** Nothing answers nothing; else the callback is asked. */
function judgeOf(answered: unknown): (probe: Probe, entries: readonly Entry[]) => Promise<boolean> {
  if (typeof answered !== "function") return fail("invalid-type", "answered", "a function", show(answered));
  return async (probe, entries) => {
    if (entries.length === 0) return false;
    const answer: unknown = await (answered as Answered)(probe, entries.map(viewOf));
    return typeof answer === "boolean" ? answer : fail("invalid-type", "answered(probe, entries)", "true or false", show(answer));
  };
}

/** So many characters cross the boundary at a time, or a little more. */
const BATCH = 1 << 20;

/** For each query the first entry that holds the answer. */
function holders(queries: readonly Query[]): (Entry | undefined)[] {
  const held: (Entry | undefined)[] = [];
  for (let from = 0; from < queries.length; ) {
    const texts = new Map<Entry, number>();
    let units = 0;
    let past = from;
    for (; past < queries.length && units < BATCH; past++) {
      const query = queries[past] as Query;
      units += query.answer.text.length;
      for (const entry of [...query.from, ...query.among]) {
        if (texts.has(entry)) continue;
        texts.set(entry, texts.size);
        units += entry.text.length;
      }
    }
    held.push(...ask(queries.slice(from, past), texts));
    from = past;
  }
  return held;
}

/** The layout is that of `wasm/src/store.rs`. */
function ask(queries: readonly Query[], texts: ReadonlyMap<Entry, number>): (Entry | undefined)[] {
  const entries = [...texts.keys()];
  const all = [...entries.map((entry) => entry.text), ...queries.map((query) => query.answer.text)];
  const places = (of: readonly Entry[]) => [of.length, ...of.map((entry) => texts.get(entry) as number)];
  return run((on) => {
    const sizes: number[] = [];
    writeTexts(on, all, (_, bytes) => sizes.push(bytes));
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
    const numbers = [total, entries.length, ...sizes.slice(0, entries.length), queries.length];
    queries.forEach(({ answer, from, among }, index) => {
      numbers.push(answer.number, sizes[entries.length + index] as number, ...places(from), ...places(among));
    });
    numberBuffer(on, numbers.length).set(numbers);
    const held = read(on, on.binding.holders(numbers.length), found);
    return queries.map(({ among }, index) => among[held[index] ?? -1]);
  });
}

/** A step that may be taken: a summary expanded, or an entry restored. */
interface Step {
  readonly entry: Entry;
  readonly kind: PlanStep["kind"];
}

/** I5: which summaries to replace by their sources, within a budget. */
export function planOf(history: History, traces: unknown, budget: unknown): Plan {
  const most = budget === undefined ? Infinity : whole(budget, "budget");
  const lost = reading({ traces }, () => lostOf(history, traces));
  const wanted = lost.map(({ holders }) => needs(holders));
  const steps = forest(wanted.flat());
  const places = new Map(steps.map((step, index) => [keyOf(step), index]));
  const place = (step: Step | undefined) => (step === undefined ? -1 : (places.get(keyOf(step)) ?? -1));
  const needed = wanted.map((steps) => [...new Set(steps.map(place))].sort((a, b) => a - b));
  const costs = steps.map(costOf);
  const order = chosen([most, steps.length, ...steps.flatMap((step, index) => [place(above(step)), costs[index] as number])], needed);

  const missing = needed.map((steps) => steps.length);
  const waiting: number[][] = steps.map(() => []);
  needed.forEach((steps, probe) => steps.forEach((step) => waiting[step]?.push(probe)));
  const plan = { steps: [] as PlanStep[], tokens: 0, regained: [] as string[], lost: [] as string[] };
  for (const index of order) {
    const { entry, kind } = steps[index] as Step;
    const tokens = costs[index] as number;
    const back = (waiting[index] as number[]).filter((probe) => (missing[probe] = (missing[probe] as number) - 1) === 0);
    plan.tokens += tokens;
    plan.steps.push({ kind, id: entry.id, tokens, probes: back.map((probe) => lost[probe]?.probe ?? "") });
  }
  lost.forEach(({ probe }, index) => {
    const back = missing[index] === 0 && (needed[index] as number[]).length > 0;
    plan[back ? "regained" : "lost"].push(probe);
  });
  return plan;
}

/** The lost probes of traces, and the entries that last held their answers; `undefined` where none ever did. */
function lostOf(history: History, traces: unknown): { probe: string; holders: (Entry | undefined)[] }[] {
  return array(traces, "traces", "an array of traces").flatMap((value, index) => {
    const path = at("traces", index);
    const { probe, answered, losses } = record(value, path, "a trace");
    const holders = array(losses, at(path, "losses"), "an array of losses").map((loss, place) => {
      const here = at(at(path, "losses"), place);
      const { entry } = record(loss, here, "a loss");
      return entry === undefined ? undefined : known(history, text(entry, at(here, "entry")), at(here, "entry"));
    });
    const lost = { probe: text(probe, at(path, "probe")), holders };
    return required(answered, at(path, "answered")) ? [] : [lost];
  });
}

/** The steps at the bottom that bring those entries back; none where one cannot be. */
function needs(holders: readonly (Entry | undefined)[]): Step[] {
  if (holders.some((entry) => entry === undefined || entry.state === "expanded")) return [];
  return holders.flatMap((entry) => (entry === undefined || isLive(entry) ? [] : [stepFor(entry)]));
}

/** The step that makes an entry live. */
const stepFor = (entry: Entry): Step =>
  entry.state === "summarised" ? { kind: "expanded", entry: entry.into as Entry } : { kind: "restored", entry };

/** The step that has to be taken before another. */
const above = ({ kind, entry }: Step): Step | undefined =>
  kind === "restored" || entry.state === "live" || entry.state === "expanded" ? undefined : stepFor(entry);

const keyOf = ({ kind, entry }: Step): number => entry.number * 2 + (kind === "expanded" ? 1 : 0);

/** Those steps and all above them, each once, in the order of their entries. */
function forest(bottom: readonly Step[]): Step[] {
  const steps = new Map<number, Step>();
  for (const first of bottom) {
    for (let step: Step | undefined = first; step !== undefined && !steps.has(keyOf(step)); step = above(step)) steps.set(keyOf(step), step);
  }
  return [...steps.entries()].sort(([a], [b]) => a - b).map(([, step]) => step);
}

function costOf({ kind, entry }: Step): number {
  return kind === "restored" ? entry.tokens : entry.replaces.reduce((sum, member) => sum + member.tokens, 0) - entry.tokens;
}

/** The steps that the core chooses; the layout is that of `wasm/src/store.rs`. */
function chosen(head: readonly number[], needed: readonly (readonly number[])[]): number[] {
  const numbers = [...head, needed.length];
  for (const steps of needed) numbers.push(steps.length, ...steps);
  return run((on) => {
    numberBuffer(on, numbers.length).set(numbers);
    const count = on.binding.choose(numbers.length);
    return Array.from(numberBuffer(on, numbers.length).subarray(0, count));
  });
}
