import { attempt } from "./time.js";
import { closest, sentenceAt } from "./sentences.js";
import { descend } from "../core.js";
import type { Message } from "../event.js";
import type { Class, Contract, Element, Finding, Report } from "../generated.js";
import type { Judge, JudgeAnswer, Judgement } from "./types.js";

/** What an element can be and count as kept (E1). */
const KEPT: ReadonlySet<string> = new Set(["verbatim", "paraphrased", "pinned", "tail", "superseded"]);

export const isKept = ({ status }: Element): boolean => status !== undefined && KEPT.has(status);

/** The elements that are not kept, those of classes that are not required left out. */
export const openElements = (report: Report): Element[] =>
  report.elements.filter((element) => !isKept(element) && (report.contract.required as readonly Class[]).includes(element.class));

/** Whether a finding keeps a class from being certified (E5). */
const touches = (finding: Finding, which: Class): boolean =>
  finding.kind === "not-a-summary" || finding.class === which || (finding.kind === "invented" && finding.class === undefined);

/**
 * The contract if the elements in `lifted` counted as kept: the classes of which all is kept and that no finding touches (E5), cut
 * down to the ancestry by the core (C2).
 */
export function contractWith(report: Report, lifted: ReadonlySet<number>, parents: readonly Contract[]): Contract {
  const { required } = report.contract;
  const certified = required.filter(
    (which) =>
      report.certified.includes(which) ||
      (report.elements.every((element, index) => element.class !== which || isKept(element) || lifted.has(index)) &&
        !report.findings.some((finding) => touches(finding, which))),
  );
  return descend({ required, certified }, parents);
}

/** The elements that the judge may be asked about, by their index. */
export const unverified = (report: Report): number[] =>
  report.elements.flatMap(({ status, class: which }, index) => (status === "unverified" && report.contract.required.includes(which) ? [index] : []));

/** Asks about each element, so many at once, and never fails but by an abort. */
export async function judgeAll(
  judge: Judge,
  { report, source, summary, indices }: { report: Report; source: readonly Message[]; summary: string; indices: readonly number[] },
  { signal, concurrency, ms }: { signal: AbortSignal | undefined; concurrency: number; ms: number },
): Promise<Judgement[]> {
  const judgements: Judgement[] = [];
  const waiting = [...indices];
  const ask = async (index: number): Promise<Judgement["answer"]> => {
    const element = report.elements[index] as Element;
    const clause = sentenceAt(source[element.message]?.text ?? "", element.start, element.end);
    const candidates = closest(clause, summary, element.evidence);
    const result = await attempt((inner) => judge({ element, clause, candidates, signal: inner }), signal, ms);
    return result.kind === "done" && ANSWERS.has(result.value) ? result.value : "failed";
  };
  const work = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      judgements.push({ element: index, class: (report.elements[index] as Element).class, answer: await ask(index) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, indices.length) }, work));
  return judgements.sort((a, b) => a.element - b.element);
}

const ANSWERS: ReadonlySet<JudgeAnswer> = new Set(["kept", "lost", "unsure"]);
