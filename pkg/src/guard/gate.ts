import { CLASS_BITS, CLASSES, decide } from "../core.js";
import type { Digest } from "../digest.js";
import type { Message } from "../event.js";
import type { Class, Conditions, Policy, Verdict } from "../generated.js";
import { messagesOf } from "../messages.js";
import type { SourceStore } from "../sources/store.js";
import { array, at, callable, fail, methods, name, onlyFields, reading, record, show, string, text, under } from "../validate.js";
import { readSession } from "./session.js";
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
 * @throws FidelityError with a path such as `session.contract.generation` or `touches.classes[0]`
 */
export function gate(session: SessionContract | undefined, touches: Touches = {}): Gate {
  return gateOf(session === undefined ? undefined : readSession(session), readTouches(touches));
}

const readTouches = (touches: Touches): Touches => reading({ touches }, () => {
  onlyFields(record(touches, "touches"), TOUCHES, "touches");
  const { classes, words } = touches;
  return {
    ...(classes === undefined ? {} : { classes: array(classes, "touches.classes").map((each, index) => name(each, CLASS_BITS, at("touches.classes", index))) }),
    ...(words === undefined ? {} : { words: array(words, "touches.words").map((word, index) => text(word, at("touches.words", index)).toLowerCase()) }),
  };
});

const TOUCHES = { classes: 0, words: 0 } satisfies Record<keyof Touches, 0>;

function gateOf(session: SessionContract | undefined, { classes, words }: Touches): Gate {
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

const overlap = (said: string, word: string): boolean => said.includes(word) || word.includes(said);

/** What {@link review} decides by. */
export interface ReviewOptions {
  /** Where the source is. */
  store: Pick<SourceStore, "prove">;
  /** What is at stake; `sourceRecoverable` is what the store proves, whatever is said here. */
  conditions?: Partial<Conditions>;
  /** @default "any" */
  policy?: Policy;
}

/**
 * Decides again on a summary in use (B2, G2): its source is read back now, and what was recoverable may be so no more.
 *
 * @throws (it rejects) FidelityError with a path such as `session.summary` or `options.store.prove`
 */
export async function review(session: SessionContract, options: ReviewOptions): Promise<Verdict> {
  const { contract, source } = readSession(session);
  const { store, conditions, policy } = reading({ options }, () => {
    onlyFields(record(options, "options"), REVIEW, "options");
    if (options.store === undefined) fail("missing-field", "options.store", "a store of sources", "nothing");
    methods(options.store, ["prove"], "options.store", "a store of sources");
    // What is wrong with the rest is said before anything is read.
    under("options", () => decide(contract, options.conditions, options.policy));
    return { ...options };
  });
  const proof: unknown = source === undefined ? { recoverable: false } : await store.prove(source);
  const { recoverable } = reading({ "store.prove()": proof }, () => record(proof, "store.prove()", "a proof"));
  return decide(contract, { ...conditions, sourceRecoverable: recoverable === true }, policy);
}

const REVIEW = { store: 0, conditions: 0, policy: 0 } satisfies Record<keyof ReviewOptions, 0>;

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
 * @returns a function as the tool, which may also give {@link Blocked}; it rejects with FidelityError where `session` or `touches` gives
 * what is none, and then the tool was not called
 * @throws FidelityError with a path such as `options.session`
 */
export function gateTool<Args extends unknown[], Result>(tool: (...args: Args) => Result | Promise<Result>, options: GateOptions<Args>): (...args: Args) => Promise<Result | Blocked> {
  if (typeof tool !== "function") fail("invalid-type", "tool", "a function", show(tool));
  const { session: sessionNow, touches, store, onRetrieved } = reading({ options }, () => {
    if (typeof options !== "object" || options === null) fail("invalid-type", "options", "an object", show(options));
    onlyFields(options, OPTIONS, "options");
    if (typeof options.session !== "function") fail("invalid-type", "options.session", "a function that gives the session contract", show(options.session));
    if (typeof options.touches !== "function") under("options", () => readTouches(options.touches as Touches));
    methods(options.store, ["get"], "options.store", "a store of sources");
    callable(options.onRetrieved, "options.onRetrieved");
    return { ...options };
  });
  return async (...args) => {
    const given = sessionNow();
    const session = given === undefined ? undefined : readSession(given, "session()");
    const answer = gateOf(session, readTouches((typeof touches === "function" ? touches(...args) : touches) ?? {}));
    if (answer.pass) return tool(...args);
    const { classes, retrieve } = answer;
    const blocked = (message: string): Blocked => ({ blocked: true, message, classes, retrieve });
    const needed = `This step relies on what the summary may have lost (${classes.join(", ")}).`;
    if (store === undefined || onRetrieved === undefined) return blocked(`${needed} Read the original messages first.`);
    const { source } = session as SessionContract;
    const found = source === undefined ? undefined : await readBack(store, source);
    if (source === undefined || found === undefined) return blocked(`${needed} The original messages can no longer be read.`);
    // Where no single message is at fault, all are.
    const wanted = retrieve.length > 0 ? retrieve.map(({ message }) => message) : found.map((_, message) => message);
    const messages = wanted.flatMap((message) => {
      const original = found[message];
      return original === undefined ? [] : [{ source, message, role: original.role, text: original.text }];
    });
    return (await onRetrieved(messages, ...args)) === false ? blocked(`${needed} It was read again, and the host did not let the call pass.`) : tool(...args);
  };
}

const OPTIONS = { session: 0, touches: 0, store: 0, onRetrieved: 0 } satisfies Record<keyof GateOptions<[]>, 0>;

/** The messages of a source; `undefined` where the store does not give them back. */
async function readBack(store: Pick<SourceStore, "get">, source: Digest): Promise<Message[] | undefined> {
  try {
    return messagesOf(JSON.parse(string(await store.get(source), "text")), "source");
  } catch {
    return undefined;
  }
}
