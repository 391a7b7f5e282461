import type { CompactionEvent, Message, WantedContract } from "../event.js";
import type { Class, Conditions, Contract, Decision, Element, Policy, Reason, Report, WayOut } from "../generated.js";
import type { AuditLog, AuditRecord } from "../record.js";
import type { Digest } from "../digest.js";
import type { Proof, SourceStore } from "../sources/store.js";

/** A message that may carry the session contract of the summary it is. */
export interface GuardMessage extends Message {
  /** What the guard gave for this summary when it was made; read only where `summary` is true. */
  session?: SessionContract;
}

/** An element that nothing certifies, as a provisional summary names it (G1). */
export interface OpenElement {
  class: Class;
  /** Its words, as in the report. */
  text: string;
  /** Index of its message in the source. */
  message: number;
}

/**
 * What travels from compaction to compaction beside a summary (A3, G1): a JSON value for the message or metadata slot of the runtime.
 * It holds for one text, told by its digest: if the text is changed, the contract no longer applies.
 */
export interface SessionContract {
  version: 1;
  /** Of the text that stands in the context, pins included. */
  summary: Digest;
  /** The parent of the next compaction. */
  contract: Contract;
  /** `provisional` marks a summary whose open classes must be read again before use (G1). */
  decision: "certified" | "provisional";
  /** The pin block at the end of the text; empty where none was needed. */
  pins: string;
  /** Classes that are certified only because the judge said so. */
  judged: readonly Class[];
  /** The source in the store; absent where there is no store. */
  source?: Digest;
  /** What is open; empty when certified. */
  open: readonly OpenElement[];
  /** The audit record of this compaction; absent where there is no log. */
  record?: Digest;
}

/** What a summariser is told. */
export interface SummariserCall {
  /** Aborted when the host aborts and when the time is up. */
  signal: AbortSignal;
  /** What must survive, as an instruction for a model; empty unless `steer` is on. */
  instructions: string;
  /** What was wrong with the attempt before, as an instruction for a model; empty at the first. */
  feedback: string;
  /** From 1. */
  attempt: number;
}

/** What a summariser gives; `undefined` and `null` are no summary. */
export type Summarised = string | { readonly summary: string } | undefined | null;

/** Makes a summary of messages. It may close over the runtime's own messages and ignore these. */
export type Summariser = (messages: readonly Message[], call: SummariserCall) => Summarised | Promise<Summarised>;

/** One question for the judge: whether the summary keeps this element. */
export interface JudgeQuestion {
  /** The element, `unverified`. */
  element: Element;
  /** The sentence of the source that it stands in. */
  clause: string;
  /** The sentences of the summary that share most with it, the closest first, at most three; may be empty. */
  candidates: readonly string[];
  /** Aborted when the host aborts and when the time is up. */
  signal: AbortSignal;
}

/** `kept` certifies the element; `lost` and `unsure` leave it `unverified`. */
export type JudgeAnswer = "kept" | "lost" | "unsure";

/** A model or a person, asked only about what is `unverified`. */
export type Judge = (question: JudgeQuestion) => JudgeAnswer | Promise<JudgeAnswer>;

/** What the judge said about one element: the evidence that its class rests on. */
export interface Judgement {
  /** Index in `report.elements`. */
  element: number;
  class: Class;
  /** `failed`: it threw, took too long, or gave no answer there is. */
  answer: JudgeAnswer | "failed";
}

/** What a guard needs to know. All fields are optional. */
export interface GuardOptions extends Pick<CompactionEvent, "patterns" | "lexicon" | "selection" | "countTokens" | "budget" | "policy"> {
  /** What later steps need. @default all classes */
  contract?: WantedContract;
  /** What is at stake (A4). With a `store`, `sourceRecoverable` is proved and what is said here is not believed (G2). */
  conditions?: Partial<Conditions>;
  /** How often the summariser is asked again, with the damage as feedback. @default 1 */
  retries?: number;
  /** What comes first where a repair would certify: `"repair"` uses it at once, `"retry"` asks again while retries are left. @default "repair" */
  prefer?: "repair" | "retry";
  /** Whether the summariser gets an instruction that lists what must survive. @default false */
  steer?: boolean;
  /** How long one attempt of the summariser, and one write to the store, may take, in milliseconds. No limit by default. */
  timeoutMs?: number;
  /** Asked about what stays `unverified`, where its answers could certify the summary. */
  judge?: Judge;
  /** How many questions are out at once. @default 4 */
  judgeConcurrency?: number;
  /** How long one answer may take, in milliseconds. @default 30000 */
  judgeTimeoutMs?: number;
  /** Where the dropped messages go before they are dropped (G2). */
  store?: SourceStore;
  /** Where each event is recorded (C4). A summary that cannot be recorded replaces nothing. */
  audit?: AuditLog;
  /** Told of every step. What it throws rejects the compaction. */
  onProgress?: (progress: Progress) => void;
}

/** The circumstances of one compaction; what is given here goes before the guard's options. */
export interface CompactionCall extends Pick<GuardOptions, "conditions" | "budget" | "contract" | "policy" | "onProgress"> {
  /** Messages that stay verbatim. @default [] */
  tail?: readonly Message[];
  /** Session contracts of summaries among the dropped messages, where the host keeps them apart from the messages. */
  session?: SessionContract | readonly SessionContract[];
  /** Whether the context is full, so that the old messages cannot stay: then a repair may pass the budget, and a failed
   * summariser is replaced by the pins alone. @default false */
  overflow?: boolean;
  /** Ends the compaction; the promise is rejected with its reason. */
  signal?: AbortSignal;
}

/** How the text came about: as the summariser gave it; the same, with answers of the judge; repaired; or pins alone. */
export type Made = "summary" | "judge" | "repair" | "pins";

/** Why there is no summary. */
export type Failure =
  | { kind: "threw"; error: unknown }
  | { kind: "timed-out"; ms: number }
  | { kind: "no-text" }
  | { kind: "not-a-summary"; text: string }
  | { kind: "not-recorded"; error: unknown };

/** A summary among the dropped messages that no session contract vouches for (C2). */
export interface Stranger {
  /** Its index. */
  message: number;
  /** `changed`: a contract came with it, and is for another text. */
  why: "without-contract" | "changed";
}

/** What every outcome tells. */
export interface Told {
  /** How often the summariser was asked. */
  attempts: number;
  /** Summaries that count as uncertified ancestors. */
  strangers: readonly Stranger[];
  /** What the judge said. */
  judgements: readonly Judgement[];
  /** The report on the text that was decided on, before a repair; absent where there was no summary. */
  report?: Report;
  /** Where the source is; absent without a store. */
  source?: { digest?: Digest; proof: Proof };
  /** The audit record; absent without a log. */
  record?: AuditRecord;
}

/** The summary may replace the messages. */
export interface Replaced extends Told {
  kind: "replaced";
  decision: "certified" | "provisional";
  reasons: readonly Reason[];
  made: Made;
  /** The text for the context, pins included. */
  summary: string;
  /** The pin block at its end; may be empty. */
  pins: string;
  /** To be kept with the summary, and given back at the next compaction. */
  session: SessionContract;
  /** The context: the summary as a message that carries its session contract, then the tail. */
  messages: readonly GuardMessage[];
  /** By how many tokens the text passes the budget: only on overflow, else 0. */
  overBudget: number;
}

/** The old messages stand: no text may replace them. */
export interface Refused extends Told {
  kind: "refused";
  decision: "refuse";
  reasons: readonly Reason[];
  /** The context as it was. */
  messages: readonly GuardMessage[];
  /** At least one, best first (B3). */
  waysOut: readonly WayOut[];
  /** The first of them that is not tried yet. */
  next: WayOut;
  /** The mended text, for a checkpoint or a hand-over; absent where none could be made. It does not certify. */
  salvage?: string;
}

/** The old messages stand: there was no summary. */
export interface Failed extends Told {
  kind: "failed";
  failure: Failure;
  /** The context as it was. */
  messages: readonly GuardMessage[];
  waysOut: readonly WayOut[];
  next: WayOut;
}

/** What came of a compaction. Refusals and failures are data; only misuse and an abort reject. */
export type Outcome = Replaced | Refused | Failed;

/** Compacts messages. It keeps no state: one guard may serve many sessions at once. */
export type Guard = (dropped: readonly GuardMessage[], call?: CompactionCall) => Promise<Outcome>;

/** One step of a compaction. Counts and digests, never text. */
export type Progress =
  | { kind: "stored"; source?: Digest; recoverable: boolean }
  | { kind: "summarising"; attempt: number }
  | { kind: "summariser-failed"; attempt: number; failure: Failure["kind"] }
  | { kind: "checked"; attempt: number; decision: Decision; open: number; findings: number }
  | { kind: "judging"; questions: number }
  | { kind: "judged"; kept: number; left: number }
  | { kind: "repaired"; decision: Decision; tokens: number; pins: number }
  | { kind: "recorded"; record: Digest }
  | { kind: "decided"; outcome: Outcome["kind"]; decision?: Decision; generation?: number; made?: Made };
