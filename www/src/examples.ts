// What the other two views begin with. It is data, not code: fetched from the page's own host when it is first needed.
import recorded from "../../tests/vectors/traces.json?url";
import examples from "virtual:examples";
import type { Plan, Trace } from "fidelity-floor/slim";
import type { Link } from "./links.js";
import type { CycleRow } from "./state.js";

/** A run of compaction cycles. */
export interface Run {
  id: string;
  title: string;
  about: string;
  /** The number of its first cycle. */
  first: number;
  cycles: CycleRow[];
}

/** A small memory as the build found it, and as it is once its plan was carried out. */
export interface Memory {
  title: string;
  about: string;
  states: [JudgedMemory, JudgedMemory];
}

/** A small memory: its cycles, where each answer vanished, and what brings it back. */
export interface JudgedMemory {
  rows: CycleRow[];
  /** Of its entries, by id. */
  texts: Record<string, string>;
  traces: Trace[];
  plan: Plan;
  coverage: number;
  tokens: number;
}

export interface Examples {
  runs: Run[];
  memory: Memory;
  chain: Link[];
  /** The recorded runs of the test vectors: of each setting one of each kind. */
  recorded: { name: string; cycles: CycleRow[] }[];
  kinds: { id: string; title: string; about: string }[];
}

/** @throws Error where the host does not answer */
export async function loadExamples(): Promise<Examples> {
  const read = async (address: string) => (await fetch(address)).json();
  const [own, { cases }] = await Promise.all([read(examples), read(recorded)]);
  return { ...own, recorded: cases };
}

export const memoryOf = ({ memory }: Examples, expanded: boolean): JudgedMemory => memory.states[expanded ? 1 : 0];

/** The recorded run of an id such as `naive-3`, the kind and the setting; absent if it is none. */
export function recordedRun({ recorded, kinds }: Examples, id: string): (Run & { kind: string; setting: number }) | undefined {
  const [kind = "", setting = ""] = id.split("-");
  const at = kinds.findIndex((one) => one.id === kind);
  const run = recorded[kinds.length * Number(setting) + at];
  return at < 0 || run === undefined ? undefined : { id, kind, setting: Number(setting), title: run.name, first: 1, cycles: run.cycles, about: (kinds[at] as Examples["kinds"][number]).about };
}
