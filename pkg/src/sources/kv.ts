import { storeOver } from "./blobs.js";
import type { SourceStore } from "./store.js";

/** The part of `Deno.Kv` that is used. */
export interface DenoKv {
  get(key: string[]): Promise<{ value: unknown }>;
  set(key: string[], value: unknown): Promise<unknown>;
  delete(key: string[]): Promise<void>;
}

/** Sources in Deno KV, whose values hold 64 KiB: longer texts are cut into parts. */
export function denoKvStore(kv: DenoKv, prefix = "fidelity-floor"): SourceStore {
  return storeOver({
    limit: 60_000,
    put: async (key, bytes) => void (await kv.set([prefix, key], bytes)),
    get: async (key) => bytesOf((await kv.get([prefix, key])).value),
    delete: (key) => kv.delete([prefix, key]),
  });
}

/** The part of a Durable Object's storage that is used. */
export interface DurableStorage {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<boolean>;
  sync?(): Promise<void>;
}

/** Sources in the storage of a Durable Object (`ctx.storage`), whose values hold 128 KiB: longer texts are cut into parts. */
export function durableObjectStore(storage: DurableStorage, prefix = "fidelity-floor:"): SourceStore {
  return storeOver({
    limit: 120_000,
    async put(key, bytes) {
      await storage.put(prefix + key, bytes);
      await storage.sync?.();
    },
    get: async (key) => bytesOf(await storage.get(prefix + key)),
    delete: async (key) => void (await storage.delete(prefix + key)),
  });
}

/** The part of a Workers KV namespace that is used. */
export interface WorkersKv {
  get(key: string, type: "arrayBuffer"): Promise<ArrayBuffer | null>;
  put(key: string, value: ArrayBuffer | Uint8Array): Promise<void>;
  delete(key: string): Promise<void>;
}

/**
 * Sources in Workers KV, whose values hold 25 MiB. What was written in another place of the world may take a minute to be seen: until
 * then it is absent, and not recoverable.
 */
export function workersKvStore(namespace: WorkersKv, prefix = "fidelity-floor:"): SourceStore {
  return storeOver({
    limit: 20 * 2 ** 20,
    put: (key, bytes) => namespace.put(prefix + key, bytes),
    get: async (key) => bytesOf(await namespace.get(prefix + key, "arrayBuffer")),
    delete: (key) => namespace.delete(prefix + key),
  });
}

/** Something else than bytes there is damage, and its digest will say so. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value === undefined || value === null ? undefined : new Uint8Array([0]);
}
