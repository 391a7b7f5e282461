import type { Decision, Element, Evidence, Reason, Report, Step, WayOut } from "../index.js";

/** The report's sentences: what each piece of data means to a person. */

export const HEADLINES: Record<Decision, { word: string; look: "green" | "yellow" | "red"; meaning: string }> = {
  certified: { word: "CERTIFIED", look: "green", meaning: "The summary holds all that is required. Use it." },
  provisional: { word: "PROVISIONAL", look: "yellow", meaning: "Use the summary only where nothing below is needed; else read the source again." },
  refuse: { word: "REFUSE", look: "red", meaning: "Do not replace the source with this summary." },
};

const DANGERS: Record<string, string> = {
  "consumer-strict": "the next step is strict",
  "chaining-risk": "the summary will be summarised again",
  "side-effect-cost-exceeds-refusal": "acting wrongly costs more than stopping",
};

export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case "certified":
      return "Every required class is certified, and so is the ancestry.";
    case "vacuous-contract":
      return "The contract requires nothing that the source holds, so certifying it says nothing.";
    case "missing-classes":
      return `Required and not certified: ${reason.classes.join(", ")}.`;
    case "ancestry-uncertified":
      return "An earlier summary in this chain was not certified; no later step can make up for it.";
    case "not-a-summary":
      return "The text that should replace the source is no summary of it.";
    case "source-recoverable":
      return "The source can be read again.";
    case "source-lost":
      if (reason.dangers.length === 0) return "The source will be lost, but nothing strict or costly depends on the summary.";
      return `The source will be lost, and ${listed(reason.dangers.map((danger) => DANGERS[danger] ?? danger))}.`;
    default:
      return JSON.stringify(reason);
  }
}

export function wayOutText(way: WayOut): string {
  switch (way.kind) {
    case "repair":
      // Without pins it is sentences of the source in the places of changed ones.
      return `Repair: the ${way.tokens === 0 ? "sentences put back" : `pins (${count(way.tokens, "token")})`} make the summary certify.`;
    case "raise-budget":
      return `Raise the budget by ${count(way.tokens, "token")}: then the repaired summary fits.`;
    case "shrink-working-set":
      return `Keep ${way.messages.length === 1 ? "message" : "messages"} ${listed(way.messages.map((index) => String(index + 1)))} as ${
        way.messages.length === 1 ? "it is" : "they are"
      }: most of what is not certified stands there.`;
    case "recompact-from-source":
      return "Compact again from the original source.";
    case "checkpoint":
      return "Write the state down outside the context and start fresh.";
    case "hand-over":
      return "Hand the task to someone who still holds the source.";
    default:
      return JSON.stringify(way);
  }
}

const place = ({ part, message, text }: Evidence): string => `${part}${message === undefined ? "" : `, message ${message + 1}`}: “${text}”`;

/** What is known of an element beside its words, as names and texts: only what it has. */
export function aboutTexts({ scope, order, owner, discharge, stance, settledBy }: Element): [string, string][] {
  const known: [string, string | undefined][] = [
    ["speaks of", scope && `“${scope.text}”`],
    ["order", order && `first “${order.first.text}”, then “${order.second.text}”; told ${order.direction}`],
    ["owed by", owner && `“${owner.text}”`],
    ["ended", discharge && `${discharge.how}, ${place(discharge.by)}`],
    ["stance", stance && (settledBy === undefined ? stance : `${stance}, ${place(settledBy)}`)],
  ];
  return known.filter((entry): entry is [string, string] => entry[1] !== undefined);
}

/** What a step on the way to a status says. */
export function stepText(step: Step): { kind: Step["kind"]; text: string } {
  const { kind } = step;
  switch (kind) {
    case "extracted":
      return { kind, text: `${step.class}${step.row === undefined ? "" : `, by “${step.row}” of the lexicon`}` };
    case "selected":
      return { kind, text: step.because };
    case "aligned":
      return { kind, text: `${step.forward} % of its words, ${step.backward} % of those there, ${step.tight ? "tight" : "not tight"}; ${place(step.with)}` };
    case "compared":
      return { kind, text: place(step.with) };
    case "judged":
      return { kind, text: `${step.status}, ${step.because}` };
  }
}

/** What each finding says about the summary. */
export const FINDINGS: Record<Report["findings"][number]["kind"], string> = {
  invented: "not in the source",
  promoted: "told as settled, was open",
  "two-live-values": "old and new value both stand",
  "not-a-summary": "no summary",
  injected: "a tool's output tells the summariser what to do",
  skewed: "kept the cheap facts, lost the dear ones",
};

export const count = (number: number, thing: string, things = `${thing}s`): string => `${number} ${number === 1 ? thing : things}`;

export function listed(items: string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
}
