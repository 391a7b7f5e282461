// A server on Deno: POST {"messages": [{"role", "text"}]} and get them back compacted. What is dropped stays in Deno KV.
//
//   deno run --unstable-kv --allow-net --allow-env --allow-read --allow-write examples/agents/deno-server.mjs
import { guardCompaction } from "fidelity-floor/guard";
import { denoKvStore } from "fidelity-floor/sources";

const KEEP = 2;

/** @param summarise `(messages, { signal, feedback }) => text`: asks your model */
export async function serve(summarise, { port = 8000, path } = {}) {
  const store = denoKvStore(await Deno.openKv(path));
  const guard = guardCompaction(summarise, { store, conditions: { consumerStrict: true }, timeoutMs: 30_000 });
  return Deno.serve({ port, hostname: "127.0.0.1" }, async (request) => {
    if (request.method !== "POST") return new Response("POST messages", { status: 405 });
    try {
      const { messages } = await request.json();
      const outcome = await guard(messages.slice(0, -KEEP), { tail: messages.slice(-KEEP) });
      const { kind, decision, next } = outcome;
      return Response.json({ kind, decision, next, source: outcome.source?.digest, messages: outcome.messages }, { status: kind === "failed" ? 502 : 200 });
    } catch (error) {
      // What a client sent wrong comes back with the path of the field.
      return Response.json({ code: error.code, path: error.path, message: error.message }, { status: 400 });
    }
  });
}
