// What the real run asks of the package: one request a line in, one answer a line out.
// node bridge.mjs PACKAGE/dist/index.js
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { createStore, recordsOf, dedup, fidelity } = await import(pathToFileURL(process.argv[2]));
let store = createStore();

const CALLS = {
  reset: () => ((store = createStore()), {}),
  apply: ({ records }) => store.apply(records),
  dedup: (request) => dedup(request),
  fidelity: (cluster) => fidelity(cluster),
  /** Judged by the script's own rule of what answers, so that only the tracing is compared. */
  trace: ({ probes }) => store.trace(probes, (probe, entries) => entries.some(({ text }) => holds(text, probe.answers[0]))),
  /** What brings lost probes back within a budget; the records that do it. */
  plan: ({ probes, budget }) => recordsOf(store.plan(store.trace(probes), budget)),
};

/** As in pipelines.py. */
function holds(text, answer) {
  const words = answer.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${words}(?![\\p{L}\\p{N}_])`, "iu").test(text);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { call, ...request } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await CALLS[call](request))}\n`);
}
