import { classBits } from "./classes.js";
import type { Class, Contract } from "./generated.js";
import { numberBuffer, run, smallInstance } from "./instance.js";
import { packContract, unpackContract } from "./pack.js";
import { array, at, onlyFields, reading, record } from "./validate.js";

/** What one compaction requires and certified by itself, before its ancestry. */
export interface OwnClasses {
  /** The classes that the consumer needs. */
  required: readonly Class[];
  /** The classes that this step certified. */
  certified: readonly Class[];
}

/**
 * The contract of a summary that replaced raw source and the summaries `parents` (C1–C3).
 *
 * `certified` is what this step and every parent certified; the ancestry is certified if every parent certifies under its
 * own contract. Without parents the generation is 1, else 1 + the highest among them.
 *
 * @param own as in a contract; the other fields of one are tolerated
 * @param parents none by default
 * @throws FidelityError as `decide`, with paths such as `parents[2].generation`
 */
export function descend(own: OwnClasses, parents: readonly Contract[] = []): Contract {
  const [bits, packed] = reading({ own, parents }, () => {
    onlyFields(record(own, "own"), FIELDS, "own");
    return [classBits(own.required, "own", "required") | (classBits(own.certified, "own", "certified") << 6), packParents(parents)];
  });
  return unpackContract(
    run((on) => {
      numberBuffer(on, packed.length).set(packed);
      return on.binding.descend(bits, packed.length);
    }, smallInstance()),
  );
}

/** Contracts as numbers. */
export const packParents = (parents: unknown): number[] =>
  array(parents, "parents", "an array of contracts").map((parent, index) => packContract(parent as Contract, at("parents", index)));

const FIELDS = { required: 0, certified: 0, generation: 0, ancestryCertified: 0 };
