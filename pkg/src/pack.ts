// Values as the numbers that cross the boundary; `wasm/src/layout.rs` is the other side.
import { classBits, classList } from "./classes.js";
import type { Conditions, Contract, Danger, Decision, Policy, Reason, Role, Verdict, WayOut } from "./generated.js";
import { at, fail, flag, name, onlyFields, record, show, whole } from "./validate.js";

/** Roles as they cross the boundary. */
export const ROLES = { system: 0, user: 1, assistant: 2, tool: 3 } as const satisfies Record<Role, number>;

/** Policies as they cross the boundary. */
export const POLICIES = { any: 0, all: 1 } as const satisfies Record<Policy, number>;

const CONTRACT = { required: 0, certified: 0, generation: 0, ancestryCertified: 0 } satisfies Record<keyof Contract, 0>;
const CONTRACT_SPAN = 8192;

/** The 13 low bits of a contract: all but the generation. */
export function contractBits(contract: Contract, path: string): number {
  record(contract, path, "a contract");
  onlyFields(contract, CONTRACT, path);
  const required = classBits(contract.required, at(path, "required"));
  const certified = classBits(contract.certified, at(path, "certified"));
  whole(contract.generation, at(path, "generation"));
  const ancestry = contract.ancestryCertified;
  if (typeof ancestry !== "boolean") {
    fail(ancestry === undefined ? "missing-field" : "invalid-type", at(path, "ancestryCertified"), "true or false", show(ancestry));
  }
  return required | (certified << 6) | (ancestry ? 4096 : 0);
}

/** A contract as one number. */
export const packContract = (contract: Contract, path: string): number =>
  contractBits(contract, path) + contract.generation * CONTRACT_SPAN;

/** The contract that a number stands for. */
export function unpackContract(packed: number): Contract {
  const bits = packed % CONTRACT_SPAN;
  return {
    required: classList(bits & 63),
    certified: classList((bits >> 6) & 63),
    generation: Math.floor(packed / CONTRACT_SPAN),
    ancestryCertified: bits >= 4096,
  };
}

const CONDITIONS = {
  consumerStrict: 1,
  sourceRecoverable: 2,
  chainingRisk: 4,
  sideEffectCostExceedsRefusal: 8,
} as const satisfies Record<keyof Conditions, number>;

/** The 5 bits of conditions and policy. */
export function circumstanceBits(conditions: Partial<Conditions> | undefined, policy: Policy | undefined): number {
  let bits = policy === undefined || policy === "any" ? 0 : POLICIES[name(policy, POLICIES, "policy")] << 4;
  if (conditions === undefined) return bits;
  record(conditions, "conditions");
  for (const key in conditions) {
    if (!Object.hasOwn(CONDITIONS, key)) onlyFields(conditions, CONDITIONS, "conditions");
    if (flag(conditions[key as keyof Conditions], `conditions.${key}`)) bits |= CONDITIONS[key as keyof Conditions];
  }
  return bits;
}

const DECISIONS: readonly Decision[] = ["certified", "provisional", "refuse"];
const DANGERS: readonly Danger[] = ["consumer-strict", "chaining-risk", "side-effect-cost-exceeds-refusal"];

/** The verdict that a number stands for, frozen all through: it is shared. */
export function unpackVerdict(packed: number, generation: number): Verdict {
  const reasons: Reason[] = [];
  if (packed & 0x4) reasons.push({ kind: "vacuous-contract" });
  if (packed & 0x8) reasons.push({ kind: "certified" });
  if (packed & 0x3f0) reasons.push({ kind: "missing-classes", classes: Object.freeze(classList((packed >> 4) & 63)) });
  if (packed & 0x400) reasons.push({ kind: "ancestry-uncertified" });
  if (packed & 0x800) reasons.push({ kind: "source-recoverable" });
  if (packed & 0x1000) {
    const dangers = DANGERS.filter((_, index) => (packed >> (13 + index)) & 1);
    reasons.push({ kind: "source-lost", dangers: Object.freeze(dangers) });
  }
  const waysOut: WayOut[] = [];
  if (packed & 0x10000) waysOut.push({ kind: "recompact-from-source" });
  if (packed & 0x20000) waysOut.push({ kind: "checkpoint" });
  if (packed & 0x40000) waysOut.push({ kind: "hand-over" });
  return Object.freeze({
    decision: DECISIONS[packed & 3] as Decision,
    generation,
    reasons: Object.freeze(reasons.map((reason) => Object.freeze(reason))),
    waysOut: Object.freeze(waysOut.map((way) => Object.freeze(way))),
  });
}
