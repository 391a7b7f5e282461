import type { Class, Conditions, Contract, HostCue, Policy, Preset, Role } from "./generated.js";

/** One message (A2). Fields beyond these are ignored. */
export interface Message {
  /** Who speaks. */
  role: Role;
  /** What is said. */
  text: string;
  /** Whether it is itself a summary of earlier messages; without its contract among `parents` it is an uncertified ancestor (C2). @default false */
  summary?: boolean;
}

/** One compaction (A2). All texts together may take 128 MiB of UTF-8, in the entries for Workers and edge runtimes 2 MiB. */
export interface CompactionEvent {
  /** All messages that will be dropped, oldest first, never the cut version that the summariser was shown. A string is one user message. */
  source: string | readonly Message[];
  /** What replaces them. */
  summary: string;
  /** Text that travels beside the summary, such as the pins of an earlier repair. @default "" */
  pinned?: string;
  /** Messages that stay verbatim. A string is one user message. @default [] */
  tail?: string | readonly Message[];
  /** Contracts of the summaries among the source. @default [] */
  parents?: readonly Contract[];
  /** What the consumer needs. The other fields of a contract are tolerated and ignored. */
  contract?: WantedContract;
  /** The circumstances (A4); each is false by default. */
  conditions?: Partial<Conditions>;
  /** How many dangers it takes to refuse (B2). @default "any" */
  policy?: Policy;
  /** The most that summary and pins may cost, in tokens, a whole number. No limit by default. */
  budget?: number;
  /** Patterns of strings that are load-bearing: `*` stands for a run of characters without white space, as in `INV-*` (D7). @default [] */
  patterns?: readonly string[];
  /** Cues beside the built-in ones; where both begin at a word, yours counts (D7). @default [] */
  lexicon?: readonly HostCue[];
  /** Which elements are load-bearing: the name of a table in {@link PRESETS} (D7). @default "default" */
  selection?: Preset;
  /** Counts tokens, a whole number of at least 0; it may call this library. An estimate by default: `estimateTokens`. */
  countTokens?: (text: string) => number;
}

/** What a consumer needs of a summary. */
export interface WantedContract extends Partial<Omit<Contract, "required">> {
  /** The classes needed. @default all */
  required?: readonly Class[];
  /** Strings that are load-bearing because you say so. @default [] */
  declared?: readonly string[];
}

/** What `extract` looks for beside the text's own elements, and by which table it selects. */
export interface ExtractOptions extends Pick<CompactionEvent, "patterns" | "lexicon" | "selection"> {
  /** Strings that are load-bearing because you say so. @default [] */
  declared?: readonly string[];
}
