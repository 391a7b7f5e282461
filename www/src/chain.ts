import { check, type Contract, type Message, type Report } from "fidelity-floor/slim";
import type { Link } from "./links.js";

/** What the page shows of one compaction. */
export interface JudgedLink {
  summary: string;
  /** What this step was given. */
  source: Message[];
  parents: Contract[];
  report: Pick<Report, "decision" | "reasons" | "contract" | "certified">;
}

/**
 * Compacts and checks the chain, each step with the contracts of its parents. A broken step leaves its sentence out; no
 * later step can know it, for it reads only the summaries.
 */
export function judgeChain({ links, broken }: { links: readonly Link[]; broken: number[] }): JudgedLink[] {
  const kept: Record<string, string>[] = [];
  const judged: JudgedLink[] = [];
  links.forEach((link, index) => {
    const lines = Object.assign({}, ...link.parents.map((parent) => kept[parent]), link.adds) as Record<string, string>;
    if (broken.includes(index)) delete lines[link.breaks];
    kept.push(lines);
    const earlier = link.parents.map((parent) => judged[parent] as JudgedLink);
    const source = [...earlier.map(({ summary }): Message => ({ role: "user", text: summary, summary: true })), ...link.said];
    const summary = Object.values(lines).join(" ");
    const parents = earlier.map(({ report }) => report.contract);
    const conditions = { chainingRisk: true, consumerStrict: true };
    const { decision, reasons, contract, certified } = check({ source, summary, parents, conditions });
    judged.push({ summary, source, parents, report: { decision, reasons, contract, certified } });
  });
  return judged;
}
