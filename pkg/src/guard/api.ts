// Everything public of `fidelity-floor/guard`, whichever way the module is loaded.
export { guardCompaction } from "./guard.js";
export { fromMetadata, METADATA_KEY, readSession, toMetadata } from "./session.js";
export { feedbackOn, steer } from "./steer.js";
export type * from "./types.js";
export { digestOf, type Digest } from "../digest.js";
export { createAuditLog, type AuditEntry, type AuditLog, type AuditRecord } from "../record.js";
export { sourceText, type Proof, type SourceStore } from "../sources/store.js";
