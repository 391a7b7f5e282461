// What the module says of texts that never change is asked by the build: the page has the answers, and not what only they need.
import { readFileSync } from "node:fs";
import { check, CLASSES, createStore, explain, init, type Probe, recordsOf, type StoreLine } from "fidelity-floor/slim";
import type { Examples, JudgedMemory, Memory } from "./src/examples.js";
import { worstFirst } from "./src/marks.js";
import { pack } from "./src/protocol.js";
import type { CycleRow, Story } from "./src/state.js";

const read = (path: string) => readFileSync(new URL(path, import.meta.url));
const parse = (path: string): unknown => JSON.parse(read(path).toString());

// The module that the page loads.
init(read("../pkg/dist/fidelity_floor.wasm"));

/** The first example, judged. Its elements are a plain list of numbers. */
export function firstJudged() {
  const [{ source, summary, conditions }] = parse("src/stories.json") as [Story];
  const event = { source, summary, conditions, contract: { required: CLASSES.filter((one) => one !== "declared") } };
  const judged = pack(check(event), []);
  const lit = worstFirst(judged, 1)[0]?.index ?? 0;
  return { judged: { ...judged, elements: [...judged.elements] }, lit, explanation: explain(event, lit) };
}

/** What the other views begin with, but for the recorded runs. */
export function examplesJudged(): Omit<Examples, "recorded"> {
  const examples = parse("src/examples.json") as Examples & { memory: Told };
  const { cycles, probes, ...rest } = examples.memory;
  const told = { cycles, probes };
  return { ...examples, memory: { ...rest, states: [judgedMemory(told, false), judgedMemory(told, true)] } };
}

/** A small memory: what became of its notes, cycle by cycle, and what it may be asked. */
type Told = Memory & { cycles: StoreLine[][]; probes: Probe[] };

/** Plays the memory's cycles, and carries out the plan if it shall be expanded again. */
function judgedMemory({ cycles, probes }: Pick<Told, "cycles" | "probes">, expanded: boolean): JudgedMemory {
  const store = createStore();
  const rows: CycleRow[] = [];
  const answered = () => store.coverage(probes).coverage;
  const step = (records: readonly StoreLine[]) => {
    const coverageBefore = store.size === 0 ? 1 : answered();
    const { tokensBefore, tokensAfter, dedupRate } = store.apply(records);
    if (tokensBefore > 0) rows.push({ tokensBefore, tokensAfter, coverageBefore, coverageAfter: answered(), dedupRate });
  };
  cycles.forEach(step);
  const plan = store.plan(store.trace(probes));
  if (expanded) step(recordsOf(plan));
  const texts = Object.fromEntries([...store.entries()].map(({ id, text }) => [id, text]));
  return { rows, texts, traces: store.trace(probes), plan, coverage: answered(), tokens: store.live.tokens };
}
