import { dedup as judged, read } from "./answer.js";
import { type Encoded, fits, writeTexts } from "./encode.js";
import type { Dedup } from "./generated.js";
import { numberBuffer, run } from "./instance.js";
import { array, at, fail, finite, flag, onlyFields, reading, record, show, text } from "./validate.js";

/** An entry that may be a duplicate. */
export interface DedupEntry {
  /** Its name, like no other's in the list. */
  id: string;
  /** What it says. */
  text: string;
  /** Whether it is a summary: never merged (I1). @default false */
  summary?: boolean;
  /** Whether it is a counter, a budget or a log because you say so; others are told by their words (I2). @default false */
  accumulates?: boolean;
}

/** Two entries that your similarity puts together. */
export interface DedupPair {
  first: string;
  second: string;
  /** The cosine of their embeddings, −1 to 1; needed only where there is a threshold. */
  cosine?: number;
}

/** What to judge: pairs, clusters, or both. */
export interface DedupRequest {
  entries: readonly DedupEntry[];
  /** Pairs chain: what they connect is one cluster. @default [] */
  pairs?: readonly DedupPair[];
  /** Lists of ids. @default [] */
  clusters?: readonly (readonly string[])[];
  /** Pairs with a cosine below this stay apart. No threshold by default. */
  threshold?: number;
}

const REQUEST = { entries: 0, pairs: 0, clusters: 0, threshold: 0 } satisfies Record<keyof DedupRequest, 0>;
const ENTRY = { id: 0, text: 0, summary: 0, accumulates: 0 } satisfies Record<keyof DedupEntry, 0>;
const PAIR = { first: 0, second: 0, cosine: 0 } satisfies Record<keyof DedupPair, 0>;

/**
 * The dedup guard (I1, I2): which near-duplicates say the same, and why the others do not. Similarity only proposes.
 *
 * Of each set of duplicates all but one are in `merges`; as records of kind `merged` they are a cycle of a store. Of a cluster those
 * become one that say the same, whoever else is in it. The order of entries and of pairs does not matter, and of what stays
 * nothing would be merged again. In doubt two entries stay apart: any other word of content is a doubt.
 *
 * @throws FidelityError with a path such as `pairs[2].second`: `duplicate-id`, `unknown-id`, `self-reference`, `too-large`, and those of misuse
 * @example
 * const { merges, refused } = dedup({
 *   entries: [
 *     { id: "a", text: "The user doesn't eat shellfish." },
 *     { id: "b", text: "User does not eat shellfish." },
 *     { id: "c", text: "The user eats shellfish." },
 *   ],
 *   clusters: [["a", "b", "c"]],
 * });
 * // merges: [{ id: "b", into: "a" }]; refused: a and c, of which one denies what the other does not ("polarity")
 */
export function dedup(request: DedupRequest): Dedup {
  const { texts, numbers, lengths } = reading({ "": request }, () => encodeRequest(request));
  return run((on) => {
    let total = 0;
    writeTexts(on, texts, (index, bytes) => {
      numbers[lengths[index] as number] = bytes;
      total += bytes;
    });
    numbers[0] = total;
    numberBuffer(on, numbers.length).set(numbers);
    return read(on, on.binding.dedup(numbers.length), judged);
  });
}

/** Validates a request, and encodes it; the layout is that of `wasm/src/store.rs`. */
function encodeRequest(request: DedupRequest): Encoded {
  onlyFields(record(request, "", "entries, and pairs or clusters"), REQUEST, "");
  const threshold = request.threshold === undefined ? NaN : cosine(request.threshold, "threshold");
  const texts: string[] = [];
  const numbers = [0, threshold];
  const lengths: number[] = [];
  const places = new Map<string, number>();
  const entries = array(request.entries, "entries", "an array of entries");
  numbers.push(entries.length);
  entries.forEach((value, index) => {
    const path = at("entries", index);
    const entry = record(value, path, "an entry") as unknown as DedupEntry;
    onlyFields(entry, ENTRY, path);
    const id = text(entry.id, at(path, "id"));
    if (places.has(id)) fail("duplicate-id", at(path, "id"), "a name that no other entry has", show(id));
    places.set(id, index);
    texts.push(id, text(entry.text, at(path, "text")));
    lengths.push(numbers.push(0) - 1, numbers.push(0) - 1);
    numbers.push((flag(entry.summary, at(path, "summary")) ? 1 : 0) | (flag(entry.accumulates, at(path, "accumulates")) ? 2 : 0));
  });
  const place = (value: unknown, path: string): number => {
    const id = text(value, path);
    return places.get(id) ?? fail("unknown-id", path, "the id of an entry", show(id));
  };
  const pairs: number[] = [];
  optional(request.pairs, "pairs").forEach((value, index) => {
    const path = at("pairs", index);
    const pair = record(value, path, "a pair") as unknown as DedupPair;
    onlyFields(pair, PAIR, path);
    const [first, second] = [place(pair.first, at(path, "first")), place(pair.second, at(path, "second"))];
    if (first === second) fail("self-reference", at(path, "second"), "another entry", show(pair.second));
    const missing = pair.cosine === undefined && threshold === threshold;
    if (missing) fail("missing-field", at(path, "cosine"), "a number, as there is a threshold", "nothing");
    pairs.push(first, second, pair.cosine === undefined ? NaN : cosine(pair.cosine, at(path, "cosine")));
  });
  optional(request.clusters, "clusters").forEach((value, index) => {
    const path = at("clusters", index);
    const members = array(value, path, "an array of ids").map((id, index) => place(id, at(path, index)));
    const seen = new Set<number>();
    members.forEach((member, index) => {
      if (seen.size === seen.add(member).size) fail("duplicate-id", at(path, index), "each entry once", show((value as string[])[index]));
      if (index > 0) pairs.push(members[0] as number, member, NaN);
    });
  });
  fits(texts, "entries");
  numbers.push(pairs.length / 3);
  for (const number of pairs) numbers.push(number);
  return { texts, numbers, lengths };
}

const optional = (value: unknown, path: string): readonly unknown[] => (value === undefined ? [] : array(value, path));

function cosine(value: unknown, path: string): number {
  const number = finite(value, path);
  // Sums of floats: a little beyond is rounding.
  return Math.abs(number) <= 1.000001 ? number : fail("out-of-range", path, "a number from -1 to 1", show(value));
}
