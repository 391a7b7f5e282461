/**
 * The guard for compactions: wraps a summariser, so that no summary replaces messages without having been checked.
 *
 * @module
 */
export { guardCompaction } from "./guard.js";
export { fromMetadata, METADATA_KEY, readSession, toMetadata } from "./session.js";
export { feedbackOn, steer } from "./steer.js";
export type * from "./types.js";
export { digestOf, type Digest } from "../digest.js";
export { createAuditLog, type AuditEntry, type AuditLog, type AuditRecord } from "../record.js";
export { sourceText, type Proof, type SourceStore } from "../sources/store.js";
export { type Blocked, type Gate, gate, type GateOptions, gateTool, type Retrieved, review, type ReviewOptions, type SourceRef, type Touches } from "./gate.js";
export { spanEvents, type TelemetryApi } from "./telemetry.js";
export { memoryStore } from "../sources/blobs.js";
