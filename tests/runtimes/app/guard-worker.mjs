// workerd: the storage of a Durable Object, and a KV namespace.
import * as guard from "fidelity-floor/guard";
import { durableObjectStore, workersKvStore } from "fidelity-floor/sources";
import { guardCases, turned } from "./guard-cases.mjs";

export class Session {
  constructor(state, env) {
    this.storage = state.storage;
    this.env = env;
  }

  async fetch() {
    const { storage, env } = this;
    const inObject = async (key) => {
      const head = await storage.get(`fidelity-floor:${key}`);
      const at = `fidelity-floor:${head[0] === 1 ? `${key}.1` : key}`;
      await storage.put(at, turned(await storage.get(at)));
    };
    const inKv = async (key) => env.KV.put(`fidelity-floor:${key}`, turned(await env.KV.get(`fidelity-floor:${key}`, "arrayBuffer")));
    try {
      return Response.json(
        await guardCases(guard, [
          { name: "Durable Object", store: durableObjectStore(storage), turn: inObject },
          { name: "Workers KV", store: workersKvStore(env.KV), turn: inKv },
        ]),
      );
    } catch (error) {
      return Response.json({ problem: String(error?.stack ?? error) });
    }
  }
}

export default {
  fetch: (request, env) => env.SESSION.get(env.SESSION.idFromName("one")).fetch(request),
};
