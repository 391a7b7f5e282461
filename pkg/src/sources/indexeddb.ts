import { fail, text } from "../validate.js";
import { storeOver } from "./blobs.js";
import type { SourceStore } from "./store.js";

/**
 * Sources in IndexedDB: pages and workers of a browser. Waits until the write is on disk, where the browser can say so.
 *
 * @param name of the database. @default "fidelity-floor"
 * @throws FidelityError for a name that is none. Each call rejects with what the database throws, such as a QuotaExceededError, and with
 * FidelityError `usage` where there is no IndexedDB
 */
export function indexedDbStore(name = "fidelity-floor"): SourceStore {
  text(name, "name");
  let opening: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> => {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const { indexedDB } = globalThis as { indexedDB?: IDBFactory };
      if (indexedDB === undefined) return fail("usage", "indexedDB", "a page or worker of a browser", "none");
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
      request.onsuccess = () => {
        // A page that deletes or upgrades the database must not hang on this one.
        request.result.onversionchange = () => close(request.result);
        request.result.onclose = () => (opening = undefined);
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new DOMException("the database is blocked by another page", "AbortError"));
    }).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const close = (database: IDBDatabase): void => {
    opening = undefined;
    database.close();
  };
  const run = async <T>(mode: IDBTransactionMode, call: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    const database = await open();
    return new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(TABLE, mode, { durability: "strict" });
      const request = call(transaction.objectStore(TABLE));
      // Complete, not only successful: until then a crash undoes it.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
    });
  };
  return storeOver({
    put: async (key, bytes) => void (await run("readwrite", (table) => table.put(bytes, key))),
    get: (key) => run<Uint8Array | undefined>("readonly", (table) => table.get(key)),
    delete: (key) => run("readwrite", (table) => table.delete(key)),
  });
}

const TABLE = "sources";
