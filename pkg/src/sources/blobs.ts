import { type Digest, digest as digestFrom, digestOfBytes, encoder } from "../digest.js";
import { methods, reading, record, show, fail, text as wellFormed } from "../validate.js";
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

/** First byte of a value: the text itself follows, or how many parts there are. */
const WHOLE = 0;
const PARTS = 1;

/**
 * A store of texts over a store of bytes. A text is written under the digits of its digest; one that is too long for a value in parts,
 * `DIGITS.0`, `DIGITS.1`, …, and the list of them last. So a text that was half written is absent, and putting it again makes it whole.
 *
 * @throws FidelityError with a path such as `blobs.put`. The calls of the store reject with one for a text or digest that is none, and
 * with what the place throws
 */
export function storeOver(blobs: Blobs): SourceStore {
  const limit = reading({ blobs }, () => {
    methods(record(blobs, "blobs", "a place for bytes"), ["put", "get", "delete"], "blobs", "a place for bytes");
    const { limit = Number.POSITIVE_INFINITY } = blobs;
    return typeof limit === "number" && limit >= 1 && (limit === Number.POSITIVE_INFINITY || Number.isInteger(limit)) ? limit : fail(typeof limit === "number" ? "out-of-range" : "invalid-type", "blobs.limit", "a whole number of at least 1", show(limit));
  });
  const keyOf = (digest: Digest): string => digestFrom(digest, "digest").slice("sha256:".length);
  /** The bytes of a text, where they still have its digest. */
  const checked = async (digest: Digest): Promise<Uint8Array | "absent" | "damaged"> => {
    const bytes = await read(blobs, keyOf(digest));
    return typeof bytes === "string" || (await digestOfBytes(bytes)) === digest ? bytes : "damaged";
  };
  return {
    async put(text) {
      const bytes = encoder.encode(wellFormed(text, "text"));
      const digest = await digestOfBytes(bytes);
      const key = keyOf(digest);
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
      const head = bytesIn(await blobs.get(key));
      await blobs.delete(key);
      const count = head === undefined ? 0 : countOf(head);
      for (let index = 0; index < count; index++) await blobs.delete(`${key}.${index}`);
    },
  };
}

/** The bytes under a key, put together from their parts. */
async function read(blobs: Blobs, key: string): Promise<Uint8Array | "absent" | "damaged"> {
  const head = bytesIn(await blobs.get(key));
  if (head === undefined || head.length === 0) return "absent";
  if (head[0] === WHOLE) return head.subarray(1);
  const count = countOf(head);
  const parts: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    const part = bytesIn(await blobs.get(`${key}.${index}`));
    if (part === undefined) return "damaged";
    parts.push(part);
  }
  return count === 0 ? "damaged" : joined(parts);
}

/** Bytes of whichever realm. Something else there is damage: the first byte of no value. */
export function bytesIn(value: unknown): Uint8Array | undefined {
  if (value === undefined || value === null) return undefined;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength);
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]" ? new Uint8Array(value as ArrayBuffer) : Uint8Array.of(255);
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
