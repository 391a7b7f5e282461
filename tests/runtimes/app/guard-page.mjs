// A page or a worker of a browser, with IndexedDB.
import * as guard from "fidelity-floor/guard";
import { indexedDbStore } from "fidelity-floor/sources";
import { guardCases, turned } from "./guard-cases.mjs";

const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
const turn = async (key) => {
  const database = await done(indexedDB.open("guard-cases"));
  const value = await done(database.transaction("sources").objectStore("sources").get(key));
  await done(database.transaction("sources", "readwrite").objectStore("sources").put(turned(value), key));
  database.close();
};
guardCases(guard, [{ name: "IndexedDB", store: indexedDbStore("guard-cases"), turn }]).then(
  (result) => fetch("/result", { method: "POST", body: JSON.stringify(result) }),
  (error) => fetch("/result", { method: "POST", body: JSON.stringify({ problem: String(error?.stack ?? error) }) }),
);
