// What the other two views begin with. It is data, not code: fetched from the page's own host when it is first needed.
import recorded from "../../tests/vectors/traces.json?url";
import examples from "./examples.json?url";
import type { Link } from "./links.js";
import type { Memory } from "./memory.js";
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

export interface Examples {
  runs: Run[];
  memory: Memory;
  chain: Link[];
  /** The recorded runs of the test vectors: of each setting a naive one, then a guarded one. */
  recorded: { name: string; cycles: CycleRow[] }[];
}

/** @throws Error where the host does not answer */
export async function loadExamples(): Promise<Examples> {
  const read = async (address: string) => (await fetch(new URL(address, import.meta.url))).json();
  const [own, { cases }] = await Promise.all([read(examples), read(recorded)]);
  return { ...own, recorded: cases };
}

export const KINDS = ["naive", "guarded"] as const;
const ABOUT = {
  naive: "It summarises in every cycle, needed or not: a slow loss that passes under the limit k = 3. So early signs halt here too: they stop 12 of the 16 naive runs, and none of the guarded ones that stay healthy.",
  guarded: "It compacts only when its budget asks for it, and a summary must keep what its notes said.",
};

/** The recorded run of an id such as `naive-3`; absent if it is none. */
export function recordedRun({ recorded }: Examples, id: string): (Run & { kind: (typeof KINDS)[number]; setting: number }) | undefined {
  const kind = KINDS.find((one) => id.startsWith(one));
  const setting = Number(id.split("-")[1]);
  const run = kind && recorded[2 * setting + KINDS.indexOf(kind)];
  if (run === undefined || kind === undefined) return undefined;
  return { id, kind, setting, title: run.name, first: 1, cycles: run.cycles, about: `Recorded: a memory of 2,000 notes over 12 cycles, with new notes in each, found again by sentence embeddings. ${ABOUT[kind]}` };
}
