import { type Digest, canonical } from "../digest.js";
import type { Message } from "../event.js";
import { messagesOf } from "../messages.js";
import { reading } from "../validate.js";

/** Whether a text can be read back, byte for byte (G2). */
export type Proof =
  | { recoverable: true }
  | { recoverable: false; why: "absent" | "damaged" | "unreadable" };

/** Texts by their digest. What was put stays until it is deleted; the same text twice is one. */
export interface SourceStore {
  /** Gives the digest once the text is safe. */
  put(text: string): Promise<Digest>;
  /** The text, or `undefined` where it is absent or no longer has this digest. */
  get(digest: Digest): Promise<string | undefined>;
  /** Reads it back and compares. Never rejects: what cannot be read is not recoverable. */
  prove(digest: Digest): Promise<Proof>;
  /** Forgets a text; nothing happens where there is none. */
  delete(digest: Digest): Promise<void>;
}

/**
 * Messages as the text whose digest stands for them: canonical JSON of `role`, `text` and, where true, `summary`. Half a character, as a
 * cut text may hold it, stands there as JSON writes it.
 *
 * @throws FidelityError with a path such as `messages[2].role`
 */
export const sourceText = (messages: readonly Message[]): string => reading({ messages }, () => canonical(messagesOf(messages, "messages")));
