// What the data means to a person. The sentences of reasons and ways out are those of the command line.
import type { Class, Conditions, CycleReason, Decision, Signal, Status } from "fidelity-floor/slim";

export { count, FINDINGS, listed, reasonText, stepText, wayOutText } from "../../pkg/src/cli/words.js";

/** How a status looks beside its colour: a shape for the group, a letter for itself. */
export const STATUSES: Record<Status, { letter: string; group: "kept" | "unproven" | "damaged" | "lost"; meaning: string }> = {
  verbatim: { letter: "V", group: "kept", meaning: "the same words" },
  paraphrased: { letter: "P", group: "kept", meaning: "other words, the same meaning" },
  pinned: { letter: "N", group: "kept", meaning: "pinned beside the summary" },
  tail: { letter: "T", group: "kept", meaning: "in a message that stays" },
  superseded: { letter: "S", group: "kept", meaning: "the source itself replaced it" },
  unverified: { letter: "U", group: "unproven", meaning: "nothing proves it kept" },
  weakened: { letter: "W", group: "damaged", meaning: "said with less force" },
  altered: { letter: "A", group: "damaged", meaning: "another value in its place" },
  contradicted: { letter: "C", group: "damaged", meaning: "turned into its opposite" },
  missing: { letter: "M", group: "lost", meaning: "not there" },
};

/** The shapes of the groups; `●` kept, `◐` unproven, `▲` damaged, `✕` lost. */
export const SHAPES = { kept: "●", unproven: "◐", damaged: "▲", lost: "✕" } as const;

export const CLASS_WORDS: Record<Class, string> = {
  identifier: "names, numbers, paths",
  negation: "never, not, stop",
  ordering: "before, after, first",
  obligation: "must, please do",
  hypothesis: "may, probably",
  declared: "strings you name",
};

/** The three dangers, and what takes the edge off them. */
export const CONDITION_WORDS: Record<keyof Conditions, { name: string; meaning: string }> = {
  consumerStrict: { name: "The next step is strict", meaning: "it runs, pays or deletes something" },
  chainingRisk: { name: "It will be summarised again", meaning: "a chain of summaries" },
  sideEffectCostExceedsRefusal: { name: "A wrong act costs more than no act", meaning: "better to stop than to err" },
  sourceRecoverable: { name: "The source can be read again", meaning: "it is kept somewhere" },
};

export const MEANINGS: Record<Decision, string> = {
  certified: "Nothing that the next step needs was lost. Use the summary.",
  provisional: "Use it with care: read the source again before you rely on what is not kept.",
  refuse: "Do not replace the source with this summary.",
};

/** One figure for each decision: they differ without their colours. */
export const FIGURES: Record<Decision, string> = { certified: "✓", provisional: "◐", refuse: "✕" };

/** What a cycle's verdict asks for. */
export const SIGNALS: Record<Signal, { figure: string; meaning: string }> = {
  continue: { figure: "●", meaning: "No cycle of this run lost more than the limit allows." },
  watch: { figure: "◆", meaning: "Keep an eye on it." },
  halt: { figure: "■", meaning: "Stop compacting, and expand again from the originals." },
};

export const CYCLE_REASONS: Record<CycleReason, string> = {
  "coverage-loss": "more answers were lost than the saved tokens are worth.",
  attractor: "hardly anything is saved any more, and duplicates go round in circles.",
  diverging: "each cycle loses more than the one before.",
  forecast: "at this pace the limit will be passed.",
  flatline: "no tokens are saved any more, and answers still go.",
};
