import { FidelityFloorViolation } from "./errors.js";
import type { Conditions, Contract, Policy, Verdict } from "./generated.js";
import { smallInstance, trapped } from "./instance.js";
import { misread } from "./validate.js";
import { circumstanceBits, contractBits, unpackVerdict } from "./pack.js";

/**
 * Decides on a contract (B1, B2): `certified`, `provisional` or `refuse`, with reasons and, on refusal, ways out (B3).
 *
 * The verdict is frozen and may be the same object for the same input.
 *
 * @param conditions what holds of this event; every condition is false by default
 * @param policy how many dangers it takes to refuse; `"any"` by default
 * @throws FidelityError on misuse only: `missing-field`, `invalid-type`, `unknown-name`, `unknown-field`, `out-of-range`,
 * `not-finite`
 * @example
 * decide(
 *   { required: ["negation"], certified: [], generation: 1, ancestryCertified: true },
 *   { consumerStrict: true },
 * ).decision; // "refuse"
 */
export function decide(contract: Contract, conditions?: Partial<Conditions>, policy?: Policy): Verdict {
  let bits: number;
  let generation: number;
  try {
    bits = contractBits(contract, "contract") | (circumstanceBits(conditions, policy) << 13);
    generation = contract.generation + 0; // Not -0: the verdict is shared.
  } catch (error) {
    throw misread({ contract, conditions }, error);
  }
  if (generation >= TABLE_GENERATIONS) return unpackVerdict(ask(bits), generation);
  const key = bits | (generation << 18);
  return table.get(key) ?? remember(key, unpackVerdict(ask(bits), generation));
}

/**
 * {@link decide}, but a refusal is thrown (B4).
 *
 * @throws FidelityFloorViolation on `refuse`, with the verdict
 */
export function decideOrThrow(contract: Contract, conditions?: Partial<Conditions>, policy?: Policy): Verdict {
  const verdict = decide(contract, conditions, policy);
  if (verdict.decision === "refuse") throw new FidelityFloorViolation(verdict);
  return verdict;
}

/** The decision is a pure function of 18 bits and the generation, so what was asked once is kept. */
const table = new Map<number, Verdict>();
const TABLE_GENERATIONS = 4096;
const TABLE_SIZE = 16384;

function remember(key: number, verdict: Verdict): Verdict {
  if (table.size >= TABLE_SIZE) table.clear();
  table.set(key, verdict);
  return verdict;
}

function ask(bits: number): number {
  const on = smallInstance();
  try {
    return on.binding.decide(bits);
  } catch (error) {
    throw trapped(on, error);
  }
}
