import { type Digest, digest as digestFrom, digestOfBytes, encoder } from "../digest.js";
import { text as wellFormed } from "../validate.js";
import type { Proof, SourceStore } from "./store.js";

/** Bytes by name: all that a place must offer to hold sources. */
export interface Blobs {
  /** Puts bytes in place of what is there; fulfilled once they are safe. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The bytes; `undefined` or `null` where there are none. */
  get(key: string): Promise<Uint8Array | undefined | null>;
  /** Forgets them; nothing happens where there are none. */
  delete(key: string): Promise<void>;
  /** The most bytes that one value may have; longer texts are cut into parts. No limit by default. */
  readonly limit?: number;
}

/** First byte of a value: the text itself, or how many parts there are. */
const WHOLE = 0;
const PARTS = 1;

/**
 * A store of texts over a store of bytes. A text is written under the digits of its digest; one that is too long for a value in parts,
 * `DIGITS.0`, `DIGITS.1`, …, and the list of them last. So a text that was half written is absent, and putting it again makes it whole.
 */
export function storeOver(blobs: Blobs): SourceStore {
  const keyOf = (digest: Digest): string => digestFrom(digest, "digest").slice("sha256:".length);
  /** The bytes of a text, whatever they are by now. */
  const read = async (key: string): Promise<Uint8Array | undefined> => {
    const head = await blobs.get(key);
    if (head === undefined || head === null || head.length === 0) return undefined;
    if (head[0] === WHOLE) return head.subarray(1);
    const count = countOf(head);
    const parts: Uint8Array[] = [];
    for (let index = 0; index < count; index++) {
      const part = await blobs.get(`${key}.${index}`);
      if (part === undefined || part === null) return new Uint8Array(0);
      parts.push(part);
    }
    return joined(parts);
  };
  const checked = async (digest: Digest): Promise<Uint8Array | "absent" | "damaged"> => {
    const bytes = await read(keyOf(digest));
    if (bytes === undefined) return "absent";
    return (await digestOfBytes(bytes)) === digest ? bytes : "damaged";
  };
  return {
    async put(text) {
      const bytes = encoder.encode(wellFormed(text, "text"));
      const digest = await digestOfBytes(bytes);
      const key = keyOf(digest);
      const limit = blobs.limit ?? Number.POSITIVE_INFINITY;
      if (bytes.length < limit) await blobs.put(key, joined([Uint8Array.of(WHOLE), bytes]));
      else {
        const count = Math.ceil(bytes.length / limit);
        for (let index = 0; index < count; index++) await blobs.put(`${key}.${index}`, bytes.slice(index * limit, (index + 1) * limit));
        await blobs.put(key, headOf(count));
      }
      return digest;
    },
    async get(digest) {
      const bytes = await checked(digest);
      return typeof bytes === "string" ? undefined : new TextDecoder().decode(bytes);
    },
    async prove(digest): Promise<Proof> {
      try {
        const bytes = await checked(digest);
        return typeof bytes === "string" ? { recoverable: false, why: bytes } : { recoverable: true };
      } catch {
        return { recoverable: false, why: "unreadable" };
      }
    },
    async delete(digest) {
      const key = keyOf(digest);
      const head = await blobs.get(key);
      await blobs.delete(key);
      const count = head !== undefined && head !== null && head[0] === PARTS ? countOf(head) : 0;
      for (let index = 0; index < count; index++) await blobs.delete(`${key}.${index}`);
    },
  };
}

const headOf = (count: number): Uint8Array => Uint8Array.of(PARTS, count & 255, (count >> 8) & 255, (count >> 16) & 255);

/** A count beyond what a damaged head could mean is none. */
function countOf(head: Uint8Array): number {
  const count = (head[1] ?? 0) | ((head[2] ?? 0) << 8) | ((head[3] ?? 0) << 16);
  return head[0] === PARTS && head.length === 4 ? count : 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Sources in memory: for tests, and for sessions that end with their process. */
export function memoryStore(): SourceStore {
  const values = new Map<string, Uint8Array>();
  return storeOver({
    put: async (key, bytes) => void values.set(key, bytes.slice()),
    get: async (key) => values.get(key),
    delete: async (key) => void values.delete(key),
  });
}
