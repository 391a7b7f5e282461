import { CLASS_BITS as CLASSES, contractBits } from "../core.js";
import { digest, digestOf } from "../digest.js";
import type { Contract } from "../generated.js";
import { array, at, fail, name, onlyFields, reading, record, show, string, text, whole } from "../validate.js";
import type { GuardMessage, OpenElement, SessionContract, Stranger } from "./types.js";

/** The key under which {@link toMetadata} puts a session contract. */
export const METADATA_KEY = "fidelityFloor";

/** A session contract as metadata of a message: `{ fidelityFloor: … }`, plain JSON. */
export const toMetadata = (session: SessionContract): { fidelityFloor: SessionContract } => ({ [METADATA_KEY]: readSession(session) });

/**
 * The session contract in the metadata of a message; `undefined` where there is none.
 *
 * @throws FidelityError where there is one and it is malformed, with a path such as `fidelityFloor.contract.generation`
 */
export function fromMetadata(metadata: unknown): SessionContract | undefined {
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const value = reading({ metadata }, () => (metadata as Record<string, unknown>)[METADATA_KEY]);
  return value === undefined ? undefined : readSession(value, METADATA_KEY);
}

const SESSION = { version: 0, summary: 0, contract: 0, decision: 0, pins: 0, judged: 0, source: 0, open: 0, record: 0 } satisfies Record<keyof SessionContract, 0>;
const OPEN = { class: 0, text: 0, message: 0 } satisfies Record<keyof OpenElement, 0>;

/**
 * A session contract from outside, checked field by field.
 *
 * @throws FidelityError `missing-field`, `invalid-type`, `unknown-field`, `unknown-name`, `out-of-range`
 */
export const readSession = (value: unknown, path = "session"): SessionContract => reading({ [string(path, "path")]: value }, () => {
  const fields = record(value, path, "a session contract");
  onlyFields(fields, SESSION, path);
  if (fields.version !== 1) fail(fields.version === undefined ? "missing-field" : "out-of-range", at(path, "version"), "1", show(fields.version));
  const open = array(fields.open, at(path, "open")).map((item, index) => readOpen(item, at(at(path, "open"), index)));
  const judged = array(fields.judged, at(path, "judged")).map((item, index) => name(item, CLASSES, at(at(path, "judged"), index)));
  return {
    version: 1,
    summary: digest(fields.summary, at(path, "summary")),
    contract: readContract(fields.contract, at(path, "contract")),
    decision: name(fields.decision, { certified: 0, provisional: 0 }, at(path, "decision")),
    pins: text(fields.pins, at(path, "pins")),
    judged,
    ...(fields.source === undefined ? {} : { source: digest(fields.source, at(path, "source")) }),
    open,
    ...(fields.record === undefined ? {} : { record: digest(fields.record, at(path, "record")) }),
  };
});

function readOpen(value: unknown, path: string): OpenElement {
  const fields = record(value, path);
  onlyFields(fields, OPEN, path);
  return { class: name(fields.class, CLASSES, at(path, "class")), text: text(fields.text, at(path, "text")), message: whole(fields.message, at(path, "message")) };
}

function readContract(value: unknown, path: string): Contract {
  contractBits(value as Contract, path);
  const { required, certified, generation, ancestryCertified } = value as Contract;
  return { required: [...required], certified: [...certified], generation, ancestryCertified };
}

/** The ancestors among dropped messages (C2). */
export interface Ancestry {
  parents: Contract[];
  /** Digests of all summaries, strangers too. */
  digests: SessionContract["summary"][];
  strangers: Stranger[];
}

/**
 * Finds the contract of each summary among the messages, by the digest of its text. A summary whose contract is missing, or
 * is for another text, is a stranger: an uncertified ancestor.
 */
export async function ancestryOf(messages: readonly GuardMessage[], sessions: readonly SessionContract[]): Promise<Ancestry> {
  const ancestry: Ancestry = { parents: [], digests: [], strangers: [] };
  const apart = new Map(sessions.map((session) => [session.summary, session]));
  const unused = new Set(sessions);
  for (const [index, message] of messages.entries()) {
    if (message.summary !== true) continue;
    const own = await digestOf(message.text);
    const session = message.session?.summary === own ? message.session : apart.get(own);
    ancestry.digests.push(own);
    if (session === undefined) ancestry.strangers.push({ message: index, why: message.session === undefined ? "without-contract" : "changed" });
    else {
      unused.delete(session);
      ancestry.parents.push(session.contract);
    }
  }
  // A contract that fits no text was for one that is another now.
  if (unused.size > 0) ancestry.strangers = ancestry.strangers.map(({ message }) => ({ message, why: "changed" }));
  return ancestry;
}
