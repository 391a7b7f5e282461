// Everything public, whichever way the module is loaded.
export { descend, type OwnClasses } from "./ancestry.js";
export { check, checkOrThrow, estimateTokens, explain, extract, prepare, verify } from "./check.js";
export { CLASSES } from "./classes.js";
export { calibrate } from "./calibrate.js";
export { checkCycleColumns, checkCycles, type CycleColumns, type VerdictColumns } from "./batch.js";
export { CYCLE_REASONS, SIGNALS, checkCycle, checkCycleOrThrow, type CycleWithHistory, type Rules } from "./cycles.js";
export { decide, decideOrThrow } from "./decide.js";
export { dedup, type DedupEntry, type DedupPair, type DedupRequest } from "./dedup.js";
export { createDetector, type Detector } from "./detector.js";
export { CompactionInvariantError, FidelityError, FidelityFloorViolation, isFidelityError } from "./errors.js";
export type { CompactionEvent, ExtractOptions, Message, WantedContract } from "./event.js";
export { type Cluster, fidelity } from "./fidelity.js";
export type * from "./generated.js";
export { PRESETS } from "./generated.js";
export { createStore, recordsOf, type Answered, type JudgedProbe, type Probe, type ProbeElement, type Store, type StoreLine } from "./store.js";
export { version } from "./version.js";
export { warmup } from "./warmup.js";
