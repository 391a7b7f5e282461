import type { EntryView, Plan, Probe, StoreLine, Trace } from "fidelity-floor/slim";
import { applyCycle, emptyHistory, viewOf } from "../../pkg/src/store-ledger.js";
import { coverageOf, planOf, traceOf } from "../../pkg/src/store-probes.js";
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

/** Plays the memory's cycles, and carries out the plan if it shall be expanded again. What a store does besides is left out of the page. */
export function judgeMemory({ memory: { cycles, probes }, expanded }: { memory: Memory; expanded: boolean }): JudgedMemory {
  const store = emptyHistory();
  const rows: CycleRow[] = [];
  const answered = () => coverageOf(store, probes).coverage;
  const step = (records: readonly StoreLine[]) => {
    const coverageBefore = store.entries.length === 0 ? 1 : answered();
    const { tokensBefore, tokensAfter, dedupRate } = applyCycle(store, records, 0);
    if (tokensBefore > 0) rows.push({ tokensBefore, tokensAfter, coverageBefore, coverageAfter: answered(), dedupRate });
  };
  for (const records of cycles) step(records);
  const plan = planOf(store, traceOf(store, probes), undefined);
  if (expanded) step(plan.steps.map(({ kind, id }) => ({ kind, id })));
  return { rows, entries: store.entries.map(viewOf), traces: traceOf(store, probes), plan, coverage: answered(), tokens: store.tokens };
}
