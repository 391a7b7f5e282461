// An agent in a Web Worker: it keeps its context, compacts it under guard, and keeps what is dropped in IndexedDB.
//
//   const agent = new Worker("browser-worker.mjs", { type: "module" });
//   agent.postMessage({ role: "user", text: "…" });   agent.onmessage = ({ data }) => show(data.context, data.outcome);
import { guardCompaction } from "fidelity-floor/guard";
import { indexedDbStore } from "fidelity-floor/sources";

const [LIMIT, KEEP] = [8, 2];
const guard = guardCompaction(summarise, { store: indexedDbStore(), conditions: { consumerStrict: true } });
let context = [];
let queue = Promise.resolve();

self.onmessage = ({ data }) => {
  queue = queue.then(() => take(data)).catch((error) => self.postMessage({ problem: String(error) }));
};

async function take(message) {
  context.push(message);
  let outcome;
  if (context.length > LIMIT) {
    outcome = await guard(context.slice(0, -KEEP), { tail: context.slice(-KEEP) });
    context = [...outcome.messages];
  }
  self.postMessage({ context, outcome: outcome && { kind: outcome.kind, decision: outcome.decision, recoverable: outcome.source.proof.recoverable } });
}

/** Asks the model behind the page's own server. */
async function summarise(messages, { signal, feedback }) {
  const response = await fetch("./summarise", { method: "POST", body: JSON.stringify({ messages, feedback }), signal });
  if (!response.ok) throw new Error(`the model answered ${response.status}`);
  return response.text();
}
