import { check, decide, extract, FidelityError, type CompactionEvent, type Contract, type Report } from "../index.js";
import { show } from "../validate.js";
import { toMessages } from "../transcript.js";
import { nearest } from "./args.js";
import { withId, type Id } from "./batch.js";
import { flat } from "./problems.js";

type Fields = Record<string, unknown>;

/** What the command line says about every event; a line's own fields go before. */
export type Defaults = Pick<CompactionEvent, "contract" | "conditions" | "policy" | "budget" | "patterns" | "lexicon" | "selection">;

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** What `check` tells machines: the report, the repair as three fields that are absent where there is nothing to repair. */
export function answerFor(report: Report): object {
  const { repair, ...rest } = report;
  if (repair === undefined) return rest;
  return { ...rest, pins: repair.pins, repaired: repair.text, decisionAfterRepair: repair.decision };
}

/** Answers the lines of `check --batch`, and remembers the contract of each for the lines that name it as parent. */
export function checkLines(defaults: Defaults): (text: string, line: number) => object {
  const contracts = new Map<string, Contract>();
  const shared = new Map<string, Contract>();
  return (text, line) =>
    withId(text, line, (fields, id) => {
      rejectMisspelt(fields, EVENT_FIELDS);
      const report = check(eventOf(fields, id, defaults, contracts));
      if (id !== undefined) contracts.set(keyOf(id), share(report.contract, shared));
      return answerFor(report);
    });
}

const EVENT_FIELDS = ["source", "summary", "pinned", "tail", "parents", "contract", "conditions", "policy", "budget", "patterns", "lexicon", "selection"];

function eventOf(fields: Fields, id: Id, defaults: Defaults, contracts: Map<string, Contract>): CompactionEvent {
  for (const name of ["source", "summary"]) {
    if (fields[name] === undefined) throw new FidelityError("missing-field", name, name === "source" ? SOURCE : "a string", "nothing");
  }
  const event: Fields = { ...defaults };
  for (const name of ["summary", "pinned", "policy", "budget", "patterns", "lexicon", "selection"]) if (fields[name] !== undefined) event[name] = fields[name];
  event.source = messagesOf(fields.source, "source");
  if (fields.tail !== undefined) event.tail = messagesOf(fields.tail, "tail");
  for (const name of ["contract", "conditions"] as const) {
    if (fields[name] !== undefined) event[name] = isRecord(fields[name]) ? { ...defaults[name], ...fields[name] } : fields[name];
  }
  if (fields.parents !== undefined) event.parents = parentsOf(fields.parents, id, contracts);
  return event as unknown as CompactionEvent;
}

const SOURCE = "a string or an array of messages";

/** A string is one message of the user; anything else is read like a transcript. */
function messagesOf(value: unknown, path: string): unknown {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) throw new FidelityError("invalid-type", path, SOURCE, show(value));
  return Array.isArray(value) && value.length === 0 ? value : toMessages(value, path);
}

/** The parents' contracts: given themselves, or by the id of an earlier line. */
function parentsOf(value: unknown, id: Id, contracts: Map<string, Contract>): unknown {
  if (!Array.isArray(value)) throw new FidelityError("invalid-type", "parents", "an array of contracts or ids of earlier lines", show(value));
  return value.map((parent: unknown, index) => {
    if (typeof parent !== "string" && typeof parent !== "number") return parent;
    const path = `parents[${index}]`;
    if (parent === id) throw new FidelityError("cyclic-parents", path, "the id of another line", "the line's own id");
    const contract = contracts.get(keyOf(parent));
    if (contract === undefined) throw new FidelityError("unknown-parent", path, "the id of an earlier line that was checked", show(parent));
    return contract;
  });
}

const keyOf = (id: string | number): string => JSON.stringify(id);

/** Equal contracts become one object, so that a long batch keeps little. */
function share(contract: Contract, shared: Map<string, Contract>): Contract {
  const key = JSON.stringify(contract);
  const known = shared.get(key) ?? contract;
  shared.set(key, known);
  return known;
}

/** Fields that nobody asked for are other people's labels and are passed over, but not where one is a known field misspelt. */
function rejectMisspelt(fields: Fields, known: string[]): void {
  for (const name of Object.keys(fields)) {
    if (known.includes(name) || name.length < 5) continue;
    const meant = nearest(name, known);
    if (meant === undefined || meant in fields || Math.abs(meant.length - name.length) > 2) continue;
    throw new FidelityError("unknown-field", name, `${meant} (or a name unlike it)`, show(name));
  }
}

/** Answers the lines of `extract --batch`. */
export function extractLines(declared: string[]): (text: string, line: number) => object {
  return (text, line) =>
    withId(text, line, (fields) => {
      const own = fields.declared ?? declared;
      if (fields.text === undefined && fields.source === undefined) {
        throw new FidelityError("missing-field", "text", "a string (or source: an array of messages)", "nothing");
      }
      const find = (source: unknown) => flat(/^options\./, () => extract(source as string, { declared: own as string[] }));
      if (fields.text === undefined) return { elements: find(messagesOf(fields.source, "source")) };
      if (typeof fields.text !== "string") throw new FidelityError("invalid-type", "text", "a string", show(fields.text));
      const { text } = fields;
      return { elements: flat(/^source(?=$)/, () => find(text)).map(({ message: _, ...element }) => element) };
    });
}

/** Answers the lines of `decide --batch`: contract and conditions side by side. */
export function decideLines(policy: CompactionEvent["policy"]): (text: string, line: number) => object {
  return (text, line) =>
    withId(text, line, (fields) => {
      rejectMisspelt(fields, [...CONTRACT, ...CONDITIONS, "policy"]);
      const { required, certified, generation = 1, ancestryCertified } = fields;
      const contract = { required, certified, generation, ancestryCertified };
      const conditions: Fields = {};
      for (const name of CONDITIONS) if (fields[name] !== undefined) conditions[name] = fields[name];
      const own = fields.policy === undefined ? policy : (fields.policy as CompactionEvent["policy"]);
      const { decision, reasons, waysOut } = flat(/^(?:contract|conditions)\./, () => decide(contract as Contract, conditions, own));
      return waysOut.length === 0 ? { decision, reasons } : { decision, reasons, waysOut };
    });
}

const CONTRACT = ["required", "certified", "generation", "ancestryCertified"];
const CONDITIONS = ["consumerStrict", "sourceRecoverable", "chainingRisk", "sideEffectCostExceedsRefusal"];
