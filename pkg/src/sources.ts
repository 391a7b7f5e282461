/**
 * Stores for the sources of summaries, told by digest (G2). No Node API: the one for files is `fidelity-floor/sources/node`.
 *
 * @module
 */
export { type Blobs, memoryStore, storeOver } from "./sources/blobs.js";
export { indexedDbStore } from "./sources/indexeddb.js";
export { type DenoKv, denoKvStore, type DurableStorage, durableObjectStore, type WorkersKv, workersKvStore } from "./sources/kv.js";
export { type Proof, type SourceStore, sourceText } from "./sources/store.js";
export { type Digest, digestOf } from "./digest.js";
