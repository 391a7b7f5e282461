// Generated from the Rust types by `UPDATE=1 cargo test --features ts --test typescript`. Do not edit.

/** What an element is, and so what its loss costs (A1). */
export type Class = "identifier" | "negation" | "ordering" | "obligation" | "hypothesis" | "declared";

/** What kind of misuse. */
export type ErrorCode = "invalid-type" | "out-of-range" | "not-finite" | "unknown-name" | "invalid-pattern" | "unknown-field" | "missing-field" | "lone-surrogate" | "cyclic-parents" | "unknown-parent" | "unknown-id" | "duplicate-id" | "self-reference" | "cyclic-provenance" | "wrong-state" | "too-large" | "too-deep" | "invalid-json" | "unknown-shape" | "empty" | "usage" | "io" | "internal";

/** What a summary promises (A3). */
export type Contract = {
  /** The classes that the consumer needs. */
  required: ReadonlyArray<Class>,
  /** The classes proved to have survived, here and in every ancestor. */
  certified: ReadonlyArray<Class>,
  /** 0 for raw source, else 1 + the highest generation among what was replaced (C1). */
  generation: number,
  /** Whether every summary among the source was certified under its own contract (C2). */
  ancestryCertified: boolean,
};

/** The circumstances of one event (A4): per event, never per system. All false by default. */
export type Conditions = {
  /** C1: the next step is stricter than a plausible continuation (it executes, pays, deletes). */
  consumerStrict: boolean,
  /** C2 is the opposite: the source is gone once it is replaced. */
  sourceRecoverable: boolean,
  /** C4: this summary will itself be summarised. */
  chainingRisk: boolean,
  /** C5: acting wrongly costs more than not acting. */
  sideEffectCostExceedsRefusal: boolean,
};

/** How many of the dangers C1, C4, C5 it takes to refuse (B2). */
export type Policy = "any" | "all";

/** The answer to a compaction (B2). Refusal is a final answer, not an error. */
export type Decision = "certified" | "provisional" | "refuse";

/** One of the dangers that turn an uncertified summary into a refusal (A4). */
export type Danger = "consumer-strict" | "chaining-risk" | "side-effect-cost-exceeds-refusal";

/** Why a decision is what it is (B3). A decision has at least one. */
export type Reason = { "kind": "certified" } | { "kind": "vacuous-contract" } | { "kind": "missing-classes",
  /** In the order: identifier, negation, ordering, obligation, hypothesis, declared. */
  classes: ReadonlyArray<Class>,
} | { "kind": "ancestry-uncertified" } | { "kind": "not-a-summary" } | { "kind": "source-recoverable" } | { "kind": "source-lost",
  /** In the order C1, C4, C5. */
  dangers: ReadonlyArray<Danger>,
};

/** A way out of a refusal (B3, F4). */
export type WayOut = { "kind": "repair",
  /** What the pins cost. */
  tokens: number,
} | { "kind": "raise-budget",
  /** By at least this much. */
  tokens: number,
} | { "kind": "shrink-working-set",
  /** Indices into the source, the heaviest first. */
  messages: ReadonlyArray<number>,
} | { "kind": "recompact-from-source" } | { "kind": "checkpoint" } | { "kind": "hand-over" };

/** A decision with what led to it. */
export type Verdict = {
  /** The decision. */
  decision: Decision,
  /** The generation of the summary decided on. */
  generation: number,
  /** Why, at least one. */
  reasons: ReadonlyArray<Reason>,
  /** What to do instead; empty unless the decision is `refuse`. */
  waysOut: ReadonlyArray<WayOut>,
};

/** Who speaks (A2). */
export type Role = "system" | "user" | "assistant" | "tool";

/** What an element is, within its class (A1). */
export type Kind = "path" | "url" | "symbol" | "error" | "id" | "env" | "address" | "version" | "command" | "quoted" | "date" | "quantity" | "number" | "name" | "denial" | "prohibition" | "restriction" | "cessation" | "sequence" | "until" | "condition" | "position" | "step" | "requirement" | "request" | "recommendation" | "open-task" | "waiting" | "promise" | "standing" | "possibility" | "belief" | "unverified" | "candidate" | "declared";

/** What became of an element in the summary (E1). */
export type Status = "verbatim" | "paraphrased" | "pinned" | "tail" | "superseded" | "unverified" | "weakened" | "altered" | "contradicted" | "missing";

/** Why an element is load-bearing, or is not (D7). */
export type Because = "declared" | "said-by-user" | "said-by-assistant" | "assistant-state" | "in-load-bearing-sentence" | "error-text" | "used-elsewhere" | "narration" | "tool-output" | "answered" | "pasted" | "left-out" | "not-required" | "repeated";

/** Which text a place is in. */
export type Part = "source" | "summary" | "pinned" | "tail";

/** A stretch of text that speaks for a verdict. */
export type Evidence = {
  /** Which text. */
  part: Part,
  /** Index of the message, for `source` and `tail`. */
  message?: number,
  /** Offset of the first unit: bytes in Rust, UTF-16 units in JavaScript. */
  start: number,
  /** Offset past the last unit. */
  end: number,
  /** The words there. */
  text: string,
};

/** A stretch of the message that an element stands in. */
export type Passage = {
  /** Offset of the first unit: bytes in Rust, UTF-16 units in JavaScript. */
  start: number,
  /** Offset past the last unit. */
  end: number,
  /** The words there. */
  text: string,
};

/** Which of two things comes first (D3). */
export type Order = {
  /** What comes first, holds first, or has to hold. */
  first: Passage,
  /** What comes after it, or waits for it. */
  second: Passage,
  /** Whether the text tells them in that order. */
  direction: Direction,
};

/** How the text tells an order (D3). */
export type Direction = "forward" | "backward";

/** How an obligation came to its end (D4, D6). */
export type Discharge = {
  /** What the later text says of it. */
  how: Discharged,
  /** The sentence of the source that says so. */
  by: Evidence,
};

/** What a later text says of an obligation (D6). */
export type Discharged = "done" | "withdrawn" | "replaced";

/** What the source made of a guess (D5). */
export type Stance = "open" | "confirmed" | "rejected";

/** An element of the source (D). */
export type Element = {
  /** Its class. */
  class: Class,
  /** Its kind within the class. */
  kind: Kind,
  /** Its words: the token of an identifier, cue and scope of the others. */
  text: string,
  /** Index of the message it stands in. */
  message: number,
  /** Offset in that message: bytes in Rust, UTF-16 units in JavaScript. */
  start: number,
  /** Offset past its end. */
  end: number,
  /** The words that made it an element; absent for identifiers, declared strings and numbered steps. */
  cue?: string,
  /** What the cue speaks about, without the cue where it speaks to one side; absent where there is no cue and no step. */
  scope?: Passage,
  /** ordering: the two operands; absent where they cannot be read, and for a place in a row or a numbered step. */
  order?: Order,
  /** obligation: who owes it, where the sentence says so: "I", "you", a name, a role. */
  owner?: Passage,
  /** obligation: what ended it later; absent while it stands, and where it is not load-bearing. */
  discharge?: Discharge,
  /** hypothesis: what became of it later; absent where it is not load-bearing. */
  stance?: Stance,
  /** hypothesis: the sentence of the source that confirmed or rejected it. */
  settledBy?: Evidence,
  /** Whether it is load-bearing under the selection (D7). */
  selected: boolean,
  /** Why, or why not. */
  because: Because,
  /** What became of it; absent until verified, and where it is not selected. */
  status?: Status,
  /** What speaks for the status. */
  evidence?: Evidence,
};

/** What is wrong with the summary itself, read against the source (E4, E7). */
export type FindingKind = "invented" | "promoted" | "two-live-values" | "not-a-summary" | "injected" | "skewed";

/** One finding. It never has an element's offsets: `start` and `end` are in the summary, but for `injected`,
 * where they are in the source message that the evidence names. */
export type Finding = {
  /** What is wrong. */
  kind: FindingKind,
  /** The class that it keeps from being certified (E5); absent where it touches all or none. */
  class?: Class,
  /** The words. */
  text: string,
  /** Offset: bytes in Rust, UTF-16 units in JavaScript. */
  start: number,
  /** Offset past the end. */
  end: number,
  /** What it was read against. */
  evidence?: Evidence,
};

/** How many of the selected elements of one kind survived (E7). */
export type Retention = {
  /** The class. */
  class: Class,
  /** The kind. */
  kind: Kind,
  /** How many were kept. */
  kept: number,
  /** How many were selected. */
  selected: number,
};

/** Token counts by the host's counter, else the estimate of one token per four bytes. */
export type Tokens = {
  /** Of the source. */
  source: number,
  /** Of the summary and the pinned text that came with it. */
  summary: number,
};

/** Verbatim source clauses that travel beside a summary (F1). */
export type Pins = {
  /** The block, header and one clause a line. */
  text: string,
  /** What the block costs. */
  tokens: number,
};

/** A repaired summary, verified again (F). */
export type Repair = {
  /** The pins: one block of verbatim source clauses under a header (F1). Empty if replacing sentences was enough. */
  pins: Pins,
  /** The summary with damaged sentences replaced and the pins at its end (F2). */
  text: string,
  /** The decision on that text. */
  decision: Decision,
  /** Its reasons. */
  reasons: ReadonlyArray<Reason>,
  /** Its contract. */
  contract: Contract,
  /** What the repaired text costs. */
  tokens: number,
};

/** The report on one event. */
export type Report = {
  /** The decision on the summary as it came. */
  decision: Decision,
  /** Why, at least one (B3). */
  reasons: ReadonlyArray<Reason>,
  /** What to do (B3, F4), the measured ways first: `repair` or `raise-budget` wherever the summary can be mended, on a
   * refusal also `shrink-working-set`, `recompact-from-source`, `checkpoint` and `hand-over`. */
  waysOut: ReadonlyArray<WayOut>,
  /** The required classes that this step certified by itself, before the ancestry (E5). A class without a selected
   * element is certified. */
  certified: ReadonlyArray<Class>,
  /** The contract that travels with the summary: the parent of the next compaction. */
  contract: Contract,
  /** The selected elements with their statuses, in the order of the source. */
  elements: ReadonlyArray<Element>,
  /** What is wrong with the summary itself (E4, E7). */
  findings: ReadonlyArray<Finding>,
  /** How much of each class and kind survived (E7), in the order of class and kind. */
  retention: ReadonlyArray<Retention>,
  /** What the texts cost. */
  tokens: Tokens,
  /** What would make up for what is not kept; absent where everything is, where the summary is none, and where it would
   * pass the budget. */
  repair?: Repair,
};

/** Statuses and findings without contract and decision (E). */
export type Verification = {
  /** The selected elements with their statuses, in the order of the source. */
  elements: ReadonlyArray<Element>,
  /** What is wrong with the summary itself. */
  findings: ReadonlyArray<Finding>,
  /** The classes whose selected elements are all kept and that no finding touches (E5); a class without a selected
   * element is among them. */
  certified: ReadonlyArray<Class>,
};

/** One step on the way to a status. */
export type Step = { "kind": "extracted",
  /** What it was taken for; the kind of the element says more. */
  class: Class,
  /** The row of the lexicon that its cue is in, the id of a host's cue, or `pattern`; absent for identifiers and declared
   * strings. */
  row?: string,
} | { "kind": "selected",
  /** Why. */
  because: Because,
} | { "kind": "aligned",
  /** The place. */
  with: Evidence,
  /** Which share of the sentence's content words stands there, in per cent. */
  forward: number,
  /** Which share of the content words there the sentence has, in per cent. */
  backward: number,
  /** Whether both say the same but for a few words: only then is anything turned or replaced. */
  tight: boolean,
} | { "kind": "compared",
  /** The words. */
  with: Evidence,
} | { "kind": "judged",
  /** The status. */
  status: Status,
  /** Why, in a few words. */
  because: string,
};

/** How one element came by its status. */
export type Explanation = {
  /** The element, as in the report. */
  element: Element,
  /** The steps, in their order. */
  steps: ReadonlyArray<Step>,
  /** The same for a person. */
  sentence: string,
};

/** Where the words are that a cue speaks about, within its clause (D7). */
export type Side = "after" | "before" | "both";

/** A cue that a host adds: words that make a negation, an ordering, an obligation or a hypothesis. */
export type HostCue = {
  /** Its name in explanations. */
  id: string,
  /** Phrases with commas between them, of words with spaces between them. A word may have alternatives (`make|makes`) and
   * may be left out (`about?`); `_` stands for up to four words. Words match whole words in any case. */
  pattern: string,
  /** Neither `identifier` nor `declared`. */
  class: Class,
  /** A kind of that class. */
  kind: Kind,
  /** Where the words are that it speaks about, within its clause. */
  side: Side,
};

/** Which elements are load-bearing: one of the tables of presets. */
export type Preset = "default" | "wide" | "rules-only";

/** Who says it. */
export type Speaker = "system" | "user" | "assistant" | "tool" | "summary";

/** When it was said. */
export type Recency = "any" | "recent";

/** Which elements. */
export type Group = "everything" | "error" | "pasted" | "rule" | "state" | "command" | "in-rule" | "fact" | "in-state" | "used-elsewhere";

/** One row of a preset. */
export type SelectionRow = {
  /** Who says it. */
  by: ReadonlyArray<Speaker>,
  /** When. */
  recency: Recency,
  /** What is said. */
  what: Group,
  /** Whether it is load-bearing, and why. */
  because: Because,
};

/** A preset with its rows. For each element the first row that fits counts.
 *
 * Three things come before every table: declared strings are load-bearing, what is of a class that is not required is not, and
 * neither is markup or the order to summarise itself. */
export type Selection = {
  /** Its name. */
  preset: Preset,
  /** Its rows. */
  rows: ReadonlyArray<SelectionRow>,
};

/** One line of a store's history (I1). A cycle is a list of them, applied in order: each refers to entries that exist by then. */
export type StoreRecord = { "kind": "source",
  /** Its name, like no other's. */
  id: string,
  /** What it says. */
  text: string,
  /** What it costs; an estimate where it is absent. */
  tokens?: number,
} | { "kind": "summary",
  /** Its name, like no other's. */
  id: string,
  /** What it says. */
  text: string,
  /** The live entries that it replaces, at least one. */
  replaces: ReadonlyArray<string>,
  /** 1 + the highest generation among those (C1); held against that where it is given. */
  generation?: number,
  /** What it costs; an estimate where it is absent. */
  tokens?: number,
} | { "kind": "merged",
  /** The one that went. */
  id: string,
  /** The one that stays. */
  into: string,
} | { "kind": "dropped",
  /** The one that went. */
  id: string,
} | { "kind": "expanded",
  /** The summary. */
  id: string,
} | { "kind": "restored",
  /** The entry. */
  id: string,
};

/** What one cycle came to: the numbers that a cycle detector takes (H1), but for coverage. */
export type Applied = {
  /** Its number, from 1. */
  cycle: number,
  /** Tokens of what was live before it. */
  tokensBefore: number,
  /** Tokens of what is live after it. */
  tokensAfter: number,
  /** Entries that were live before it. */
  liveBefore: number,
  /** Entries that are live after it. */
  liveAfter: number,
  /** The share of entries, of those live before and those that arrived, that went as duplicates, 0 to 1. */
  dedupRate: number,
};

/** What became of an entry. */
export type EntryState = "live" | "summarised" | "merged" | "dropped" | "expanded";

/** One entry as it is now. */
export type EntryView = {
  /** Its name. */
  id: string,
  /** What it says. */
  text: string,
  /** 0 for what arrived, C1 for summaries. */
  generation: number,
  /** What it costs. */
  tokens: number,
  /** The cycle that it came with. */
  cycle: number,
  /** What became of it. */
  state: EntryState,
  /** What a summary replaced; empty for what arrived. */
  replaces: ReadonlyArray<string>,
  /** The summary that replaced it, or the entry that it was merged into; absent where there is none. */
  into?: string,
  /** The cycle in which it went; absent while it is live. */
  gone?: number,
};

/** How many probes the live entries answer. */
export type Coverage = {
  /** How many are answered. */
  answered: number,
  /** How many there are. */
  all: number,
  /** `answered` / `all`, 0 to 1; 1 where there are none. */
  coverage: number,
  /** Those that are not, in their order. */
  lost: ReadonlyArray<string>,
};

/** Where an answer vanished (I4): `entry` is the last that held it, `cycle` the one that took it away. */
export type Loss = { "kind": "summarised",
  /** The answer. */
  answer: string,
  /** The last entry that held it. */
  entry: string,
  /** The summary. */
  into: string,
  /** The cycle. */
  cycle: number,
} | { "kind": "merged",
  /** The answer. */
  answer: string,
  /** The last entry that held it. */
  entry: string,
  /** The one that stayed. */
  into: string,
  /** The cycle. */
  cycle: number,
} | { "kind": "dropped",
  /** The answer. */
  answer: string,
  /** The last entry that held it. */
  entry: string,
  /** The cycle. */
  cycle: number,
} | { "kind": "expanded",
  /** The answer. */
  answer: string,
  /** The last entry that held it. */
  entry: string,
  /** The cycle. */
  cycle: number,
} | { "kind": "unfounded",
  /** The answer. */
  answer: string,
};

/** What became of one probe. */
export type Trace = {
  /** Its id. */
  probe: string,
  /** Whether the live entries that came of its own answer it. */
  answered: boolean,
  /** For each of its answers that is lost, where it vanished; empty where it is answered. */
  losses: ReadonlyArray<Loss>,
};

/** What a step of a plan does. */
export type StepKind = "expanded" | "restored";

/** One step of a plan: a record of that kind, and what it brings. */
export type PlanStep = {
  /** What is done. */
  kind: StepKind,
  /** The summary, or the entry. */
  id: string,
  /** Live tokens that this adds. */
  tokens: number,
  /** The probes that answer again from this step on. */
  probes: ReadonlyArray<string>,
};

/** What to apply, in this order, and what it brings back. */
export type Plan = {
  /** The steps; each is a record of its kind. */
  steps: ReadonlyArray<PlanStep>,
  /** Live tokens that they add together; negative where summaries are longer than their sources. */
  tokens: number,
  /** The probes that answer again after all steps, in their order. */
  regained: ReadonlyArray<string>,
  /** The probes that stay lost, in their order: the budget does not reach, or nothing ever held their answer. */
  lost: ReadonlyArray<string>,
};

/** In what two texts differ. */
export type Difference = "summary" | "accumulates" | "identifier" | "value" | "date" | "actor" | "polarity" | "modality" | "order" | "wording" | "threshold";

/** Why two entries are no duplicates, with the words that say so in either. */
export type DedupReason = {
  /** In what they differ. */
  kind: Difference,
  /** The words of the first; at most eight stretches. */
  first: ReadonlyArray<string>,
  /** The words of the second. */
  second: ReadonlyArray<string>,
};

/** A duplicate. */
export type Merge = {
  /** The one that may go. */
  id: string,
  /** The one that stays. */
  into: string,
};

/** Two entries that are no duplicates. */
export type Refusal = {
  /** One of them. */
  first: string,
  /** The other. */
  second: string,
  /** Why, at least one. */
  reasons: ReadonlyArray<DedupReason>,
};

/** What may be merged, and what not. */
export type Dedup = {
  /** Of each set of duplicates all but one, with the one that stays: the longest, of equally long ones the first by id. */
  merges: ReadonlyArray<Merge>,
  /** The pairs that stay apart, in their order. */
  refused: ReadonlyArray<Refusal>,
};

/** Why a summary may not replace its members. */
export type FidelityReason = "below-threshold" | "damaged" | "unfaithful";

/** What a summary keeps of its cluster. */
export type Fidelity = {
  /** Whether it may replace its members: no reason speaks against it. */
  accepted: boolean,
  /** What speaks against it. */
  reasons: ReadonlyArray<FidelityReason>,
  /** `kept` / `selected`, 0 to 1; 1 where nothing is selected. */
  share: number,
  /** How many elements of the members it keeps (E1). */
  kept: number,
  /** How many the members have: all that they say is selected, as of a system message (D7). */
  selected: number,
  /** Those that it does not keep, with their statuses; `message` is the place of the member. */
  lost: ReadonlyArray<Element>,
  /** What is wrong with the summary itself (E4). */
  findings: ReadonlyArray<Finding>,
};

/** Which rules judge (H2–H4). */
export type RuleSet = "prose" | "reference";

/** What one compaction cycle of a store did (H1). */
export type Cycle = {
  /** Tokens in the store before the cycle; finite, at least 0. */
  tokensBefore: number,
  /** Tokens after it; finite, at least 0. */
  tokensAfter: number,
  /** Share of the probes that the store answered before, 0 to 1. */
  coverageBefore: number,
  /** Share answered after, 0 to 1. */
  coverageAfter: number,
  /** Share of the entries that deduplication removed, 0 to 1. */
  dedupRate: number,
  /** How many probes were asked, the same ones before and after; with them the verdict has an interval (H6). */
  probes?: number,
  /** How many of them were answered after but not before: narrows the interval. At most as many as were answered after. */
  gained?: number,
};

/** What to do after a cycle. */
export type Signal = "continue" | "watch" | "halt";

/** Which rule spoke. */
export type CycleReason = "coverage-loss" | "attractor" | "diverging" | "forecast" | "flatline";

/** What becomes of an early sign (H5). */
export type OnWatch = "advise" | "halt" | "ignore";

/** Ends of a 95 % confidence interval of the coverage lost, −1 to 1. */
export type Interval = {
  /** Lower end; above 0 the loss is significant. */
  low: number,
  /** Upper end. */
  high: number,
};

/** The verdict on one cycle. */
export type CycleVerdict = {
  /** What to do. */
  verdict: Signal,
  /** Which rule spoke; absent on `continue`. With `watch`, `coverage-loss` is a loss that is not significant (H6). */
  reason?: CycleReason,
  /** Share of the tokens saved: `(before − after) / max(before, 1)`; negative when the store grew. */
  saved: number,
  /** Coverage lost: before − after; negative when it rose. */
  lost: number,
  /** `lost / saved`; absent where nothing was saved. */
  ratio?: number,
  /** The 95 % confidence interval of `lost`; absent without probes (H6). */
  interval?: Interval,
};

/** What the host thinks of a cycle, seen afterwards. */
export type Label = "good" | "bad";

/** A recorded cycle with its label. */
export type LabelledCycle = {
  /** What the host thinks of it. */
  label: Label,
  /** Tokens in the store before the cycle; finite, at least 0. */
  tokensBefore: number,
  /** Tokens after it; finite, at least 0. */
  tokensAfter: number,
  /** Share of the probes that the store answered before, 0 to 1. */
  coverageBefore: number,
  /** Share answered after, 0 to 1. */
  coverageAfter: number,
  /** Share of the entries that deduplication removed, 0 to 1. */
  dedupRate: number,
  /** How many probes were asked, the same ones before and after; with them the verdict has an interval (H6). */
  probes?: number,
  /** How many of them were answered after but not before: narrows the interval. At most as many as were answered after. */
  gained?: number,
};

/** A proposed k and how sure it is. */
export type Calibration = {
  /** The k proposed, at least 0; absent where no k tells bad cycles from good ones better than chance. */
  k?: number,
  /** Between which k the proposals lie when each cycle is left out once; absent with `k`. */
  range?: Interval,
  /** Good cycles that count. */
  good: number,
  /** Bad cycles that count. */
  bad: number,
  /** Cycles that saved nothing: k does not judge them. */
  leftOut: number,
  /** Good cycles that k halts. */
  falseHalts: number,
  /** Bad cycles that k lets pass. */
  missed: number,
  /** Youden's J of k: bad cycles halted as a share, less good cycles halted as a share; 0 to 1. */
  separation: number,
  /** Share of the cycles judged right by the k that the others propose, 0 to 1. */
  heldOut: number,
  /** Its 95 % score interval (Wilson), 0 to 1. */
  certainty: Interval,
};

/** The presets of selection (D7). For each element the first row that fits counts; declared strings come before. */
export const PRESETS: ReadonlyArray<Selection> = [
  {
    preset: "default",
    rows: [
      {"by": ["system", "summary"], "recency": "any", "what": "error", "because": "error-text"},
      {"by": ["user"], "recency": "recent", "what": "error", "because": "error-text"},
      {"by": ["system", "user", "summary"], "recency": "any", "what": "pasted", "because": "pasted"},
      {"by": ["system", "summary"], "recency": "any", "what": "everything", "because": "said-by-user"},
      {"by": ["user"], "recency": "recent", "what": "everything", "because": "said-by-user"},
      {"by": ["user"], "recency": "any", "what": "rule", "because": "said-by-user"},
      {"by": ["user"], "recency": "any", "what": "in-rule", "because": "in-load-bearing-sentence"},
      {"by": ["user"], "recency": "any", "what": "fact", "because": "said-by-user"},
      {"by": ["user"], "recency": "any", "what": "everything", "because": "answered"},
      {"by": ["assistant"], "recency": "recent", "what": "state", "because": "assistant-state"},
      {"by": ["assistant"], "recency": "recent", "what": "in-state", "because": "in-load-bearing-sentence"},
      {"by": ["assistant"], "recency": "any", "what": "everything", "because": "narration"},
      {"by": ["tool"], "recency": "any", "what": "error", "because": "error-text"},
      {"by": ["tool"], "recency": "any", "what": "used-elsewhere", "because": "used-elsewhere"},
      {"by": ["tool"], "recency": "any", "what": "everything", "because": "tool-output"},
    ],
  },
  {
    preset: "wide",
    rows: [
      {"by": ["system", "user", "assistant", "tool", "summary"], "recency": "any", "what": "error", "because": "error-text"},
      {"by": ["tool"], "recency": "any", "what": "used-elsewhere", "because": "used-elsewhere"},
      {"by": ["tool"], "recency": "any", "what": "everything", "because": "tool-output"},
      {"by": ["system", "user", "assistant", "summary"], "recency": "any", "what": "pasted", "because": "pasted"},
      {"by": ["system", "user", "summary"], "recency": "any", "what": "everything", "because": "said-by-user"},
      {"by": ["assistant"], "recency": "any", "what": "everything", "because": "said-by-assistant"},
    ],
  },
  {
    preset: "rules-only",
    rows: [
      {"by": ["system", "user", "summary"], "recency": "any", "what": "pasted", "because": "pasted"},
      {"by": ["system", "user", "summary"], "recency": "any", "what": "command", "because": "said-by-user"},
      {"by": ["system", "user", "assistant", "tool", "summary"], "recency": "any", "what": "everything", "because": "left-out"},
    ],
  },
];

/** Names in the order of their numbers at the boundary. */
export const NAMES = {
  Because: ["declared", "said-by-user", "said-by-assistant", "assistant-state", "in-load-bearing-sentence", "error-text", "used-elsewhere", "narration", "tool-output", "answered", "pasted", "left-out", "not-required", "repeated"],
  Class: ["identifier", "negation", "ordering", "obligation", "hypothesis", "declared"],
  Danger: ["consumer-strict", "chaining-risk", "side-effect-cost-exceeds-refusal"],
  Decision: ["certified", "provisional", "refuse"],
  Difference: ["summary", "accumulates", "identifier", "value", "date", "actor", "polarity", "modality", "order", "wording", "threshold"],
  Direction: ["forward", "backward"],
  Discharged: ["done", "withdrawn", "replaced"],
  ErrorCode: ["invalid-type", "out-of-range", "not-finite", "unknown-name", "invalid-pattern", "unknown-field", "missing-field", "lone-surrogate", "cyclic-parents", "unknown-parent", "unknown-id", "duplicate-id", "self-reference", "cyclic-provenance", "wrong-state", "too-large", "too-deep", "invalid-json", "unknown-shape", "empty", "usage", "io", "internal"],
  FindingKind: ["invented", "promoted", "two-live-values", "not-a-summary", "injected", "skewed"],
  Kind: ["path", "url", "symbol", "error", "id", "env", "address", "version", "command", "quoted", "date", "quantity", "number", "name", "denial", "prohibition", "restriction", "cessation", "sequence", "until", "condition", "position", "step", "requirement", "request", "recommendation", "open-task", "waiting", "promise", "standing", "possibility", "belief", "unverified", "candidate", "declared"],
  Part: ["source", "summary", "pinned", "tail"],
  Stance: ["open", "confirmed", "rejected"],
  Status: ["verbatim", "paraphrased", "pinned", "tail", "superseded", "unverified", "weakened", "altered", "contradicted", "missing"],
} as const;
