// The chain of summaries as it is told, before anything is judged.
import type { Message } from "fidelity-floor/slim";

/** One compaction of a chain: it replaces the summaries of its parents and what was said since. */
export interface Link {
  title: string;
  parents: number[];
  said: Message[];
  /** The sentences of its summary that are new, by name; the others come from its parents. */
  adds: Record<string, string>;
  /** What it loses when it is broken. */
  breaks: string;
}

/** What a step loses when it is broken. */
export const lossOf = (links: readonly Link[], index: number): string => {
  const name = links[index]?.breaks ?? "";
  return links.find(({ adds }) => adds[name] !== undefined)?.adds[name] ?? "";
};

/** The steps that a step rests on. */
export const before = (links: readonly Link[], index: number): number[] => links[index]?.parents.flatMap((parent) => [...before(links, parent), parent]) ?? [];
