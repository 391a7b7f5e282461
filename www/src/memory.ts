import { createStore, type EntryView, type Plan, type Probe, recordsOf, type StoreLine, type Trace } from "fidelity-floor/slim";
import memory from "./memory.json";
import type { CycleRow } from "./state.js";

/** What the page shows of a small memory: its cycles, where each answer vanished, and what brings it back. */
export interface JudgedMemory {
  about: string;
  rows: CycleRow[];
  entries: EntryView[];
  traces: Trace[];
  plan: Plan;
  coverage: number;
  tokens: number;
}

/** Plays the memory's cycles, and carries out the plan if it shall be expanded again. */
export function judgeMemory({ expanded }: { expanded: boolean }): JudgedMemory {
  const store = createStore();
  const probes = memory.probes as Probe[];
  const rows: CycleRow[] = [];
  const step = (records: readonly StoreLine[]) => {
    const before = store.size === 0 ? 1 : store.coverage(probes).coverage;
    const { tokensBefore, tokensAfter, dedupRate } = store.apply(records);
    if (tokensBefore > 0) rows.push({ tokensBefore, tokensAfter, coverageBefore: before, coverageAfter: store.coverage(probes).coverage, dedupRate });
  };
  for (const records of memory.cycles) step(records as StoreLine[]);
  const plan = store.plan(store.trace(probes));
  if (expanded) step(recordsOf(plan));
  const { coverage } = store.coverage(probes);
  return { about: memory.about, rows, entries: [...store.entries()], traces: store.trace(probes), plan, coverage, tokens: store.live.tokens };
}
