import { callable, methods, reading, record, text } from "../validate.js";
import { bytesIn, storeOver } from "./blobs.js";
import type { SourceStore } from "./store.js";

/** The part of `Deno.Kv` that is used. */
export interface DenoKv {
  get(key: string[]): Promise<{ value: unknown }>;
  set(key: string[], value: unknown): Promise<unknown>;
  delete(key: string[]): Promise<void>;
}

/**
 * Sources in Deno KV, whose values hold 64 KiB: longer texts are cut into parts.
 *
 * @throws FidelityError for a `kv` that is none; each call rejects with what it throws. So with the stores below
 */
export function denoKvStore(kv: DenoKv, prefix = "fidelity-floor"): SourceStore {
  checkPlace({ kv }, ["get", "set", "delete"], prefix);
  return storeOver({
    limit: 60_000,
    put: async (key, bytes) => void (await kv.set([prefix, key], bytes)),
    get: async (key) => bytesIn((await kv.get([prefix, key])).value),
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
  checkPlace({ storage }, ["get", "put", "delete"], prefix);
  reading({ storage }, () => callable(storage.sync, "storage.sync"));
  return storeOver({
    limit: 120_000,
    async put(key, bytes) {
      await storage.put(prefix + key, bytes);
      await storage.sync?.();
    },
    get: async (key) => bytesIn(await storage.get(prefix + key)),
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
  checkPlace({ namespace }, ["get", "put", "delete"], prefix);
  return storeOver({
    limit: 20 * 2 ** 20,
    put: (key, bytes) => namespace.put(prefix + key, bytes),
    get: async (key) => bytesIn(await namespace.get(prefix + key, "arrayBuffer")),
    delete: (key) => namespace.delete(prefix + key),
  });
}

/** Holds a place, given by the name of its parameter, to the methods that are used of it. */
function checkPlace(place: Readonly<Record<string, unknown>>, names: readonly string[], prefix: unknown): void {
  text(prefix, "prefix");
  for (const [path, value] of Object.entries(place)) reading(place, () => methods(value ?? record(value, path), names, path, "a place for sources"));
}
