import { check, decide } from "../core.js";
import { type Digest, digestOf } from "../digest.js";
import type { Contract, Report, Verdict, WayOut } from "../generated.js";
import { type Proof, sourceText } from "../sources/store.js";
import { type Ancestry, ancestryOf } from "./session.js";
import { contractWith, judgeAll, openElements, unverified } from "./judge.js";
import { type Event, optionsOf, type Settings, settle } from "./settings.js";
import { feedbackFor, instructionsFor } from "./steer.js";
import { attempt } from "./time.js";
import { type Adopted, type Rejected, conclude } from "./conclude.js";
import { fail, healed, record, show } from "../validate.js";
import type { Failure, Guard, GuardOptions, Judgement, Summarised, Summariser } from "./types.js";

/**
 * Wraps a summariser, so that no summary replaces messages without having been checked (A2, B, F).
 *
 * Each summary is compared with all messages that will be dropped. What is damaged or lost is repaired; where that does not
 * certify, the summariser is asked again, with the damage as feedback. The outcome either holds the text that may replace the
 * messages, or says why they stay, and what to do next. A summariser that throws, is late or gives no summary is an outcome, too.
 *
 * @param summarise may be called several times for one compaction, never twice at once for the same one
 * @param options copied here; what they name (a store, a log) must not change its methods
 * @returns a function without state, which may serve many sessions at once
 * @throws FidelityError for options that are wrong, with a path such as `options.conditions.strict`. The returned function rejects with
 * one for messages or circumstances that are (`dropped[3].role`, `call.budget`), and with the reason of `signal`
 * @example
 * const guard = guardCompaction(async (messages, { signal }) => model.summarise(messages, signal), { conditions: { consumerStrict: true } });
 * const outcome = await guard(oldMessages, { tail: recentMessages });
 * context = outcome.messages;
 */
export function guardCompaction(summarise: Summariser, options: GuardOptions = {}): Guard {
  if (typeof summarise !== "function") fail("invalid-type", "summarise", "a function", show(summarise));
  const own = optionsOf(options);
  return async (dropped, call = {}) => {
    const settings = settle(own, dropped, call);
    const { signal, onProgress } = settings;
    signal?.throwIfAborted();
    const source = await stored(settings);
    const ancestry = await ancestryOf(settings.vouched, settings.sessions);
    const event = settings.event(ancestry.parents, source?.proof.recoverable);
    signal?.throwIfAborted();
    const told = { attempts: 0, strangers: ancestry.strangers, judgements: [] as readonly Judgement[], ...(source === undefined ? {} : { source }) };

    const instructions = settings.steer ? instructionsFor(settings.messages, settings.asked) : "";
    let feedback = "";
    let best: Tried | undefined;
    let failure: Failure = { kind: "no-text" };
    for (let number = 1; number <= settings.retries + 1; number++) {
      told.attempts = number;
      onProgress({ kind: "summarising", attempt: number });
      const asked = { instructions, feedback, attempt: number };
      const answer = await attempt(async (inner) => textOf(await summarise(settings.messages, { signal: inner, ...asked })), signal, settings.timeoutMs);
      const summary = answer.kind === "done" ? answer.value : undefined;
      if (summary === undefined) {
        failure = answer.kind === "done" ? { kind: "no-text" } : answer;
        onProgress({ kind: "summariser-failed", attempt: number, failure: failure.kind });
        continue;
      }
      const tried = await examine({ ...event, summary }, settings, ancestry);
      onProgress({ kind: "checked", attempt: number, decision: tried.report.decision, open: openElements(tried.report).length, findings: tried.report.findings.length });
      if (tried.report.findings.some(({ kind }) => kind === "not-a-summary")) {
        failure = { kind: "not-a-summary", text: summary };
        onProgress({ kind: "summariser-failed", attempt: number, failure: failure.kind });
        feedback = feedbackFor(tried.report, settings.messages);
        continue;
      }
      if (best === undefined || rank(tried) <= rank(best)) best = tried;
      const mended = tried.report.repair?.decision === "certified" && settings.prefer === "repair";
      if (tried.verdict.decision === "certified" || mended) break;
      feedback = feedbackFor(tried.report, settings.messages, overBudget(tried.report));
    }

    const full = { ...told, judgements: best?.judgements ?? [], ...(best === undefined ? {} : { report: best.report }) };
    signal?.throwIfAborted();
    const chosen = best === undefined ? fallback(event, settings, failure) : choose(best, event, settings);
    return conclude(chosen, full, settings, event, ancestry);
  };
}

/** A summary that was checked, and judged where that could help. */
interface Tried {
  summary: string;
  report: Report;
  judgements: readonly Judgement[];
  /** After the judge. */
  contract: Contract;
  verdict: Pick<Verdict, "decision" | "reasons">;
}

/** The dropped messages go into the store before anything else, and are read back (G2). What the store says of another digest proves nothing. */
async function stored({ store, source, signal, timeoutMs, onProgress }: Settings): Promise<{ digest?: Digest; proof: Proof } | undefined> {
  if (store === undefined) return undefined;
  const put = await attempt(async (): Promise<{ digest?: Digest; proof: Proof }> => {
    const text = sourceText(source);
    const digest = await store.put(text);
    if (digest !== (await digestOf(text))) return { proof: UNREADABLE };
    const proof = await store.prove(digest);
    return { digest, proof: typeof record(proof, "proof").recoverable === "boolean" ? proof : UNREADABLE };
  }, signal, timeoutMs);
  const kept = put.kind === "done" ? put.value : { proof: UNREADABLE };
  onProgress({ kind: "stored", ...(kept.digest === undefined ? {} : { source: kept.digest }), recoverable: kept.proof.recoverable });
  return kept;
}

const UNREADABLE: Proof = { recoverable: false, why: "unreadable" };

const textOf = (value: Summarised): string | undefined => {
  const text = typeof value === "object" ? value?.summary : value;
  return typeof text === "string" && text.trim() !== "" ? healed(text) : undefined;
};

async function examine(event: Event & { summary: string }, settings: Settings, ancestry: Ancestry): Promise<Tried> {
  const report = check(event);
  const asIs: Tried = { summary: event.summary, report, judgements: [], contract: report.contract, verdict: report };
  const indices = unverified(report);
  if (settings.judge === undefined || report.decision === "certified" || indices.length === 0) return asIs;
  // Those without contract count as ancestors that certified nothing.
  const strangers = ancestry.strangers.map(() => ({ required: [], certified: [], generation: report.contract.generation - 1, ancestryCertified: false }));
  const parents = [...ancestry.parents, ...strangers];
  const decided = (lifted: ReadonlySet<number>) => {
    const contract = contractWith(report, lifted, parents);
    return { contract, verdict: decide(contract, event.conditions, event.policy) };
  };
  // Nobody is asked where even the best answers would certify nothing.
  if (decided(new Set(indices)).verdict.decision !== "certified") return asIs;
  settings.onProgress({ kind: "judging", questions: indices.length });
  const judgements = await judgeAll(settings.judge, { report, source: settings.messages, summary: event.summary, indices }, { signal: settings.signal, ...settings.judging });
  const kept = new Set(judgements.flatMap(({ element, answer }) => (answer === "kept" ? [element] : [])));
  settings.onProgress({ kind: "judged", kept: kept.size, left: indices.length - kept.size });
  const { contract, verdict } = decided(kept);
  return verdict.decision === "certified" ? { ...asIs, judgements, contract, verdict } : { ...asIs, judgements };
}

/** Which of two attempts is better: the lower. */
function rank({ verdict, report }: Tried): number {
  if (verdict.decision === "certified") return 0;
  if (report.repair?.decision === "certified") return 1 + report.repair.pins.tokens / 2 ** 32;
  return 2 + openElements(report).length;
}

const overBudget = ({ waysOut }: Report): number => {
  const raise = waysOut.find((way) => way.kind === "raise-budget");
  return raise?.kind === "raise-budget" ? raise.tokens : 0;
};

/** What is done with the best attempt. */
function choose(tried: Tried, event: Event, settings: Settings): Adopted | Rejected {
  const { report, summary, verdict, contract } = tried;
  if (verdict.decision === "certified") {
    const made = report.decision === "certified" ? "summary" : "judge";
    return { kind: "adopted", text: summary, pins: "", made, contract, decision: "certified", reasons: verdict.reasons, open: [], overBudget: 0 };
  }
  const passes = settings.overflow && event.budget !== undefined && report.repair === undefined;
  const mended = passes ? check({ ...without(event), summary }) : report;
  return mendedOf(mended, event, settings, passes ? overBudget(report) : 0) ?? asItIs(tried, mended, settings);
}

/** The repaired text, if it may be used. */
function mendedOf({ repair }: Report, event: Event, { onProgress }: Settings, overBudget: number, made: "repair" | "pins" = "repair"): Adopted | undefined {
  if (repair === undefined) return undefined;
  onProgress({ kind: "repaired", decision: repair.decision, tokens: repair.tokens, pins: repair.pins.tokens });
  if (repair.decision === "refuse") return undefined;
  const { text, pins, contract, reasons, decision } = repair;
  // What is still open is told by the repaired text itself.
  const open = decision === "certified" ? [] : check({ ...without(event), summary: text }).elements;
  return { kind: "adopted", text, pins: pins.text, made, contract, decision, reasons, open, overBudget };
}

/** Without a usable repair the decision on the summary stands. */
function asItIs({ summary, report, verdict, contract }: Tried, mended: Report, { overflow }: Settings): Adopted | Rejected {
  if (verdict.decision !== "refuse") {
    return { kind: "adopted", text: summary, pins: "", made: "summary", contract, decision: verdict.decision, reasons: verdict.reasons, open: report.elements, overBudget: 0 };
  }
  // What was tried is no way out any more, and no repair or smaller step makes up for an ancestor.
  const closed: WayOut["kind"][] = contract.ancestryCertified ? (overflow ? ["repair", "raise-budget"] : ["repair"]) : ["repair", "raise-budget", "shrink-working-set"];
  const waysOut = report.waysOut.filter(({ kind }) => !closed.includes(kind));
  return { kind: "refused", text: summary, contract, reasons: verdict.reasons, waysOut, ...(mended.repair === undefined ? {} : { salvage: mended.repair.text }) };
}

/** Nothing to go by but pins: what a full context gets when the summariser fails. Else the old messages stand. */
function fallback(event: Event, settings: Settings, failure: Failure): Adopted | Rejected {
  const waysOut: WayOut[] = [{ kind: "recompact-from-source" }, { kind: "checkpoint" }, { kind: "hand-over" }];
  if (!settings.overflow) return { kind: "failed", failure, waysOut };
  const bare = check({ ...without(event), summary: BARE });
  if (bare.repair === undefined && bare.decision !== "refuse") {
    const { contract, decision, reasons, elements } = bare;
    return { kind: "adopted", text: BARE, pins: "", made: "pins", contract, decision, reasons, open: elements, overBudget: 0 };
  }
  const over = event.budget === undefined ? 0 : Math.max(0, (bare.repair?.tokens ?? 0) - event.budget);
  return mendedOf(bare, event, settings, over, "pins") ?? { kind: "failed", failure, waysOut: waysOut.slice(1) };
}

const BARE = "The messages before this one were dropped without a summary.";

const without = ({ budget: _, ...event }: Event): Event => event;
