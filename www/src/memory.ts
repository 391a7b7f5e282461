import { createStore, type EntryView, type Plan, type Probe, recordsOf, type StoreLine, type Trace } from "fidelity-floor/slim";
import type { CycleRow } from "./state.js";

/** A small memory: what became of its notes, cycle by cycle, and what it may be asked. */
export interface Memory {
  title: string;
  about: string;
  cycles: StoreLine[][];
  probes: Probe[];
}

/** What the page shows of a small memory: its cycles, where each answer vanished, and what brings it back. */
export interface JudgedMemory {
  rows: CycleRow[];
  entries: EntryView[];
  traces: Trace[];
  plan: Plan;
  coverage: number;
  tokens: number;
}

/** Plays the memory's cycles, and carries out the plan if it shall be expanded again. */
export function judgeMemory({ memory: { cycles, probes }, expanded }: { memory: Memory; expanded: boolean }): JudgedMemory {
  const store = createStore();
  const rows: CycleRow[] = [];
  const step = (records: readonly StoreLine[]) => {
    const before = store.size === 0 ? 1 : store.coverage(probes).coverage;
    const { tokensBefore, tokensAfter, dedupRate } = store.apply(records);
    if (tokensBefore > 0) rows.push({ tokensBefore, tokensAfter, coverageBefore: before, coverageAfter: store.coverage(probes).coverage, dedupRate });
  };
  for (const records of cycles) step(records);
  const plan = store.plan(store.trace(probes));
  if (expanded) step(recordsOf(plan));
  const { coverage } = store.coverage(probes);
  return { rows, entries: [...store.entries()], traces: store.trace(probes), plan, coverage, tokens: store.live.tokens };
}
