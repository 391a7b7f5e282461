import { digest, digestOf } from "../digest.js";
import type { Class, Contract, Element, Reason, WayOut } from "../generated.js";
import type { AuditEntry, AuditRecord } from "../record.js";
import { sourceText } from "../sources/store.js";
import type { Ancestry } from "./session.js";
import { isKept } from "./judge.js";
import type { Event, Settings } from "./settings.js";
import { record } from "../validate.js";
import { attempt } from "./time.js";
import type { Failed, Failure, Made, Outcome, Refused, Replaced, SessionContract, Told } from "./types.js";

/** A text that may replace the messages. */
export interface Adopted {
  kind: "adopted";
  text: string;
  pins: string;
  made: Made;
  contract: Contract;
  decision: "certified" | "provisional";
  reasons: readonly Reason[];
  /** Elements, of which those that are not kept are open. */
  open: readonly Element[];
  overBudget: number;
}

/** The old messages stand. */
export type Rejected =
  | { kind: "refused"; text: string; contract: Contract; reasons: readonly Reason[]; waysOut: readonly WayOut[]; salvage?: string }
  | { kind: "failed"; failure: Failure; waysOut: readonly WayOut[] };

/** Records what was decided, and makes the outcome of it. A replacement that cannot be recorded does not take place (C4). */
export async function conclude(chosen: Adopted | Rejected, told: Told, settings: Settings, event: Event, ancestry: Ancestry): Promise<Outcome> {
  const { audit, dropped, tail, signal, onProgress } = settings;
  const before = [...dropped, ...tail];
  const summary = "text" in chosen ? await digestOf(chosen.text) : undefined;
  // So that the chain can be verified from the texts; the source is what a decision rests on, not this.
  if (chosen.kind === "adopted") await attempt(async () => settings.store?.put(chosen.text), signal, settings.timeoutMs);
  signal?.throwIfAborted();
  const judged = judgedClasses(chosen, told);
  let recorded: AuditRecord | undefined;
  let outcome: Outcome;
  try {
    const answer = await audit?.append(await entryOf(chosen, told, settings, event, ancestry, summary, judged));
    if (audit !== undefined) digest(record(answer, "audit.append()", "the record").digest, "audit.append().digest");
    recorded = answer;
    if (recorded !== undefined) onProgress({ kind: "recorded", record: recorded.digest });
    const all = recorded === undefined ? told : { ...told, record: recorded };
    outcome = chosen.kind === "adopted" ? replaced(chosen, all, settings, summary as SessionContract["summary"], judged) : kept(chosen, all, before);
  } catch (error) {
    if (recorded !== undefined) throw error;
    outcome = kept({ kind: "failed", failure: { kind: "not-recorded", error }, waysOut: LEFT }, told, before);
  }
  onProgress({
    kind: "decided",
    outcome: outcome.kind,
    ...(outcome.kind === "failed" ? {} : { decision: outcome.decision }),
    ...(chosen.kind === "failed" ? {} : { generation: chosen.contract.generation }),
    ...(outcome.kind === "replaced" ? { made: outcome.made } : {}),
  });
  return outcome;
}

const LEFT: readonly WayOut[] = [{ kind: "checkpoint" }, { kind: "hand-over" }];

function replaced(chosen: Adopted, told: Told, { tail }: Settings, summary: SessionContract["summary"], judged: readonly Class[]): Replaced {
  const { text, pins, made, contract, decision, reasons, overBudget } = chosen;
  const open = decision === "certified" ? [] : chosen.open.filter((element) => !isKept(element)).map(({ class: which, text: words, message }) => ({ class: which, text: words, message }));
  const session: SessionContract = {
    version: 1,
    summary,
    contract,
    decision,
    pins,
    judged,
    ...(told.source?.digest === undefined ? {} : { source: told.source.digest }),
    open,
    ...(told.record === undefined ? {} : { record: told.record.digest }),
  };
  const messages = [{ role: "user" as const, text, summary: true, session }, ...tail];
  return { ...told, kind: "replaced", decision, reasons, made, summary: text, pins, session, messages, overBudget };
}

function kept(chosen: Rejected, told: Told, messages: Refused["messages"]): Refused | Failed {
  const waysOut = chosen.waysOut.length === 0 ? LEFT : chosen.waysOut;
  const next = waysOut[0] as WayOut;
  if (chosen.kind === "failed") return { ...told, kind: "failed", failure: chosen.failure, messages, waysOut, next };
  const { reasons, salvage } = chosen;
  return { ...told, kind: "refused", decision: "refuse", reasons, messages, waysOut, next, ...(salvage === undefined ? {} : { salvage }) };
}

/** The classes that rest on the judge: those of the elements it called kept, where its answers made the text usable. */
function judgedClasses(chosen: Adopted | Rejected, { judgements }: Told): Class[] {
  if (chosen.kind !== "adopted" || chosen.made !== "judge") return [];
  return chosen.contract.required.filter((which) => judgements.some((judgement) => judgement.class === which && judgement.answer === "kept"));
}

async function entryOf(
  chosen: Adopted | Rejected,
  told: Told,
  settings: Settings,
  event: Event,
  ancestry: Ancestry,
  summary: SessionContract["summary"] | undefined,
  judged: readonly Class[],
): Promise<AuditEntry> {
  const answers = { kept: 0, lost: 0, unsure: 0, failed: 0 };
  for (const { answer } of told.judgements) answers[answer] += 1;
  return {
    version: 1,
    source: told.source?.digest ?? (await digestOf(sourceText(settings.source))),
    ...(summary === undefined ? {} : { summary }),
    parents: ancestry.digests,
    ...(chosen.kind === "failed" ? {} : { contract: chosen.contract }),
    outcome: chosen.kind === "adopted" ? "replaced" : chosen.kind,
    ...(chosen.kind === "failed" ? {} : { decision: chosen.kind === "refused" ? "refuse" : chosen.decision }),
    reasons: chosen.kind === "failed" ? [] : chosen.reasons,
    conditions: event.conditions ?? {},
    policy: settings.policy,
    ...(chosen.kind === "adopted" ? { made: chosen.made } : {}),
    ...(chosen.kind === "failed" ? { failure: chosen.failure.kind } : {}),
    judged,
    judgements: answers,
    messages: settings.messages.length,
  };
}
