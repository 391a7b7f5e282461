// Values as the numbers that cross the boundary; `wasm/src/layout.rs` is the other side.
import { classBits, classList } from "./classes.js";
import type { Class, Conditions, Contract, Danger, Decision, Kind, Policy, Preset, Reason, Role, Side, Verdict, WayOut } from "./generated.js";
import { at, flag, isWhole, name, onlyFields, record, required as flagOf, whole } from "./validate.js";

/** Roles as they cross the boundary. */
export const ROLES = { system: 0, user: 1, assistant: 2, tool: 3 } as const satisfies Record<Role, number>;

/** Presets as they cross the boundary. */
export const PRESET = { default: 0, wide: 1, "rules-only": 2 } as const satisfies Record<Preset, number>;

/** Sides as they cross the boundary. */
export const SIDES = { after: 0, before: 1, both: 2 } as const satisfies Record<Side, number>;

/** The kinds of cues as they cross the boundary, by class. */
export const CUE_KINDS = {
  negation: { denial: 0, prohibition: 1, restriction: 2, cessation: 3 },
  ordering: { sequence: 4, until: 5, condition: 6, position: 7, step: 8 },
  obligation: { requirement: 9, request: 10, recommendation: 11, "open-task": 12, waiting: 13, promise: 14, standing: 15 },
  hypothesis: { possibility: 16, belief: 17, unverified: 18, candidate: 19 },
} as const satisfies Partial<Record<Class, Partial<Record<Kind, number>>>>;

/** Policies as they cross the boundary. */
export const POLICIES = { any: 0, all: 1 } as const satisfies Record<Policy, number>;

const CONTRACT = { required: 0, certified: 0, generation: 0, ancestryCertified: 0 } satisfies Record<keyof Contract, 0>;
const CONTRACT_SPAN = 8192;

/** The 13 low bits of a contract: all but the generation. */
export function contractBits(contract: Contract, path: string): number {
  record(contract, path, "a contract");
  const { required, certified, generation, ancestryCertified } = contract;
  const bits = classBits(required, path, "required") | (classBits(certified, path, "certified") << 6);
  if (!isWhole(generation)) whole(generation, at(path, "generation"));
  if (typeof ancestryCertified !== "boolean") flagOf(ancestryCertified, at(path, "ancestryCertified"));
  // All four are there; one more is one too many.
  if (fieldCount(contract) !== 4) onlyFields(contract, CONTRACT, path);
  return ancestryCertified ? bits | 4096 : bits;
}

function fieldCount(value: object): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
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
  const bits = policy === undefined || policy === "any" ? 0 : POLICIES[name(policy, POLICIES, "policy")] << 4;
  return conditions === undefined ? bits : bits | conditionBits(conditions);
}

function conditionBits(conditions: Partial<Conditions>): number {
  record(conditions, "conditions");
  const { consumerStrict, sourceRecoverable, chainingRisk, sideEffectCostExceedsRefusal } = conditions;
  const bits =
    (consumerStrict === true ? CONDITIONS.consumerStrict : 0) |
    (sourceRecoverable === true ? CONDITIONS.sourceRecoverable : 0) |
    (chainingRisk === true ? CONDITIONS.chainingRisk : 0) |
    (sideEffectCostExceedsRefusal === true ? CONDITIONS.sideEffectCostExceedsRefusal : 0);
  const flags =
    Number(typeof consumerStrict === "boolean") +
    Number(typeof sourceRecoverable === "boolean") +
    Number(typeof chainingRisk === "boolean") +
    Number(typeof sideEffectCostExceedsRefusal === "boolean");
  if (fieldCount(conditions) !== flags) checkConditions(conditions);
  return bits;
}

/** The slow way round: something is unknown, no boolean, or present and undefined. */
function checkConditions(conditions: Partial<Conditions>): void {
  onlyFields(conditions, CONDITIONS, "conditions");
  for (const field in conditions) flag(conditions[field as keyof Conditions], at("conditions", field));
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
