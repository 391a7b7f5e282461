import { CLASSES, decide } from "../core.js";
import type { Digest } from "../digest.js";
import type { Class, Conditions, Policy, Verdict } from "../generated.js";
import type { SourceStore } from "../sources/store.js";
import { array, at, fail, name, record, show, text } from "../validate.js";
import type { OpenElement, SessionContract } from "./types.js";

/** What a step relies on: classes, and words such as the names that it acts on. */
export interface Touches {
  /** Classes of elements. @default none */
  classes?: readonly Class[];
  /** Words, found in open elements whatever their case. @default none */
  words?: readonly string[];
}

/** A message of a source. */
export interface SourceRef {
  /** The source in the store; absent where it was not stored. */
  source?: Digest;
  /** Index of the message. */
  message: number;
}

/** What a step may do (G1). */
export type Gate = { pass: true } | { pass: false; classes: readonly Class[]; retrieve: readonly SourceRef[] };

/**
 * Whether a step may rely on a summary (G1): it may unless it touches what is open. Else it is told what to read again first.
 *
 * @param session of the summary in the context; without one there is nothing to rely on wrongly, and every step passes
 * @param touches a step that says nothing touches everything
 */
export function gate(session: SessionContract | undefined, touches: Touches = {}): Gate {
  record(touches, "touches");
  const classes = touches.classes === undefined ? undefined : array(touches.classes, "touches.classes").map((each, index) => name(each, NAMES, at("touches.classes", index)));
  const words = touches.words === undefined ? undefined : array(touches.words, "touches.words").map((word, index) => text(word, at("touches.words", index)).toLowerCase());
  if (session === undefined || session.decision === "certified") return PASS;
  const all = classes === undefined && words === undefined;
  const hit = ({ class: which, text: said }: OpenElement): boolean =>
    all || classes?.includes(which) === true || words?.some((word) => word !== "" && overlap(said.toLowerCase(), word)) === true;
  const { required, certified, ancestryCertified } = session.contract;
  const open = session.open.filter(hit);
  // A class can be open without an element of this source: by the ancestry, or by a finding.
  const lost = required.filter((which) => (!certified.includes(which) || !ancestryCertified) && (all || classes?.includes(which) === true));
  if (open.length === 0 && lost.length === 0) return PASS;
  const blocked = CLASSES.filter((which) => lost.includes(which) || open.some((element) => element.class === which));
  const messages = [...new Set(open.map(({ message }) => message))].sort((a, b) => a - b);
  const retrieve = messages.map((message) => ({ ...(session.source === undefined ? {} : { source: session.source }), message }));
  return { pass: false, classes: blocked, retrieve };
}

const PASS: Gate = Object.freeze({ pass: true });
const NAMES = Object.fromEntries(CLASSES.map((each) => [each, 0])) as Record<Class, 0>;

const overlap = (said: string, word: string): boolean => said.includes(word) || word.includes(said);

/** Decides again on a summary in use (B2, G2): its source is read back now, and what was recoverable may be so no more. */
export async function review(
  session: SessionContract,
  { store, conditions = {}, policy }: { store: SourceStore; conditions?: Partial<Conditions>; policy?: Policy },
): Promise<Verdict> {
  const proof = session.source === undefined ? { recoverable: false } : await store.prove(session.source);
  return decide(session.contract, { ...conditions, sourceRecoverable: proof.recoverable }, policy);
}

/** A tool call that was not made. Plain JSON, so that it can be the tool's answer to a model. */
export interface Blocked {
  blocked: true;
  /** Why, for a model. */
  message: string;
  classes: readonly Class[];
  /** What to read first. */
  retrieve: readonly SourceRef[];
}

/** A message read back from a store. */
export interface Retrieved extends SourceRef {
  role: string;
  text: string;
}

/** What {@link gateTool} needs to know. */
export interface GateOptions<Args extends unknown[]> {
  /** The session contract of the summary in the context, at the time of the call. */
  session: () => SessionContract | undefined;
  /** What a call relies on; `undefined` for everything. */
  touches: Touches | ((...args: Args) => Touches | undefined);
  /** Where the source is. Without it, or without `onRetrieved`, a call that needs the source is blocked. */
  store?: SourceStore;
  /** Gets what had to be read again, to put it before the model or to look at it. `false` blocks the call, all else makes it. */
  onRetrieved?: (messages: readonly Retrieved[], ...args: Args) => unknown;
}

/**
 * Wraps a tool so that it does not act on what a provisional summary may have lost (G1): the source is read again before the call, or
 * the call is not made.
 *
 * @returns a function as the tool, which may also give {@link Blocked}
 */
export function gateTool<Args extends unknown[], Result>(tool: (...args: Args) => Result | Promise<Result>, options: GateOptions<Args>): (...args: Args) => Promise<Result | Blocked> {
  if (typeof tool !== "function") fail("invalid-type", "tool", "a function", show(tool));
  const { touches, store, onRetrieved } = options;
  return async (...args) => {
    const session = options.session();
    const answer = gate(session, (typeof touches === "function" ? touches(...args) : touches) ?? {});
    if (answer.pass) return tool(...args);
    const { classes, retrieve } = answer;
    const blocked = (message: string): Blocked => ({ blocked: true, message, classes, retrieve });
    const needed = `This step relies on what the summary may have lost (${classes.join(", ")}).`;
    if (store === undefined || onRetrieved === undefined) return blocked(`${needed} Read the original messages first.`);
    const found = session?.source === undefined ? undefined : await store.get(session.source).catch(() => undefined);
    if (found === undefined || session === undefined) return blocked(`${needed} The original messages can no longer be read.`);
    const source = JSON.parse(found) as Retrieved[];
    // Where no single message is at fault, all are.
    const wanted = retrieve.length > 0 ? retrieve : source.map((_, message) => ({ message }));
    const messages = wanted.flatMap(({ message }) => {
      const original = source[message];
      return original === undefined ? [] : [{ source: session.source as Digest, message, role: original.role, text: original.text }];
    });
    return (await onRetrieved(messages, ...args)) === false ? blocked(`${needed} It was read again, and the host did not let the call pass.`) : tool(...args);
  };
}
