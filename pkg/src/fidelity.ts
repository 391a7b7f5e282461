import { verify } from "./check.js";
import type { Fidelity, FidelityReason, FindingKind, Status } from "./generated.js";
import { array, at, fail, number, onlyFields, reading, record, text } from "./validate.js";

/** A cluster and the summary that would replace it. */
export interface Cluster {
  /** The texts of its members, oldest first; at least one. */
  members: readonly string[];
  /** What would replace them. */
  summary: string;
  /** The share of elements that it has to keep, 0 to 1. @default 0.9 */
  threshold?: number;
}

/** The share where the host does not say. */
const DEFAULT = 0.9;
const CLUSTER = { members: 0, summary: 0, threshold: 0 } satisfies Record<keyof Cluster, 0>;
const KEPT: ReadonlySet<Status> = new Set<Status>(["verbatim", "paraphrased", "pinned", "tail", "superseded"]);
const DAMAGED: ReadonlySet<Status> = new Set<Status>(["weakened", "altered", "contradicted"]);
const ASIDE: ReadonlySet<FindingKind> = new Set<FindingKind>(["injected", "skewed"]);

/**
 * What a summary keeps of the entries that it would replace (E6): asked before it replaces them. All that the members say counts.
 *
 * It is refused where it keeps less than the threshold, says something else in an element's place, or is no summary of them.
 * For a decision with contract and repair, `check` the members as system messages.
 *
 * @throws FidelityError `empty` without members, and as `check`
 * @example
 * const { accepted, lost } = fidelity({ members: ["The gate code is 4417."], summary: "The gate has a code." });
 * if (!accepted) keep(lost.map(({ message }) => message)); // the places of the members
 */
export function fidelity(cluster: Cluster): Fidelity {
  const { source, summary, threshold } = reading({ "": cluster }, () => {
    const { members, summary, threshold = DEFAULT } = record(cluster, "", "a cluster");
    onlyFields(cluster, CLUSTER, "");
    const texts = array(members, "members", "an array of strings").map((member, index) => text(member, at("members", index)));
    if (texts.length === 0) fail("empty", "members", "at least one", "none");
    const source = texts.map((text) => ({ role: "system" as const, text }));
    return { source, summary: text(summary, "summary"), threshold: number(threshold, "threshold", 1) };
  });
  const { elements, findings } = verify({ source, summary });
  const lost = elements.filter(({ status }) => status === undefined || !KEPT.has(status));
  const [kept, selected] = [elements.length - lost.length, elements.length];
  const share = selected === 0 ? 1 : kept / selected;
  const holds: [boolean, FidelityReason][] = [
    [share < threshold, "below-threshold"],
    [lost.some(({ status }) => status !== undefined && DAMAGED.has(status)), "damaged"],
    [findings.some(({ kind }) => !ASIDE.has(kind)), "unfaithful"],
  ];
  const reasons = holds.flatMap(([holds, reason]) => (holds ? [reason] : []));
  return { accepted: reasons.length === 0, reasons, share, kept, selected, lost, findings };
}
