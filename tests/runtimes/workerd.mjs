// workerd, the runtime of Cloudflare Workers: modules as they lie in the package, and a bundle.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, posix } from "node:path";
import { runtime } from "../../scripts/lib/tools.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { withAddresses } from "./app.mjs";
import { bundled } from "./programs.mjs";

/** Every module that `start` imports, directly or not, as lines of the configuration. */
export function modules(app, start) {
  const seen = new Map();
  const visit = (file) => {
    if (seen.has(file)) return;
    const wasm = file.endsWith(".wasm");
    seen.set(file, wasm ? "wasm" : "esModule");
    if (wasm) return;
    for (const [, specifier] of readFileSync(join(app, file), "utf8").matchAll(/\b(?:from|import)\s*["'](\.[^"'\n]+)["']/g)) {
      visit(posix.join(dirname(file), specifier));
    }
  };
  visit(start);
  return [...seen].map(([path, kind]) => `(name = "${path}", ${kind} = embed "${path}")`);
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/**
 * Serves a worker: `{ pid, ask(query, ms), stop() }`. `ask` waits until it listens and gives its answer, undefined where it ended;
 * `stop` gives what it printed. `worker` and `services` are further lines of its configuration, for a port; `flags` are those of V8.
 */
export async function serve(app, start, { worker = () => "", services = () => "", flags = [], seconds = 60 } = {}) {
  const port = await freePort();
  const configuration = `${start}.capnp`;
  writeFileSync(
    join(app, configuration),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (${flags.length > 0 ? `\n  v8Flags = ${JSON.stringify(flags)},` : ""}
  services = [(name = "main", worker = (compatibilityDate = "2026-01-01", ${worker()}modules = [
    ${modules(app, start).join(",\n    ")}
  ]))${services()}],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`,
  );
  const stopped = new AbortController();
  let [ended, listens, pid] = [false, false];
  const server = run(runtime("workerd"), ["serve", configuration], { cwd: app, seconds, stop: stopped.signal, onStart: (id) => (pid = id) });
  server.then(() => (ended = true));

  const ask = async (query = "", ms = 50_000) => {
    while (!ended) {
      const request = fetch(`http://127.0.0.1:${port}/${query}`, { signal: AbortSignal.timeout(ms) });
      try {
        const answer = await (await request).text();
        listens = true;
        return answer;
      } catch (error) {
        if (listens || error.name === "TimeoutError") throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return undefined;
  };
  const stop = async () => {
    stopped.abort();
    return (await server).out;
  };
  return { pid, ask, stop };
}

/** Serves a worker, asks it once, and gives back its answer. */
export async function ask(app, start, options) {
  const server = await serve(app, start, options);
  const answer = await server.ask().catch(String);
  const out = await server.stop();
  return answer?.startsWith("{") ? JSON.parse(answer) : { problem: `no result: ${answer ?? ""}\n${out}` };
}

const missing = () => !runtime("workerd");

export const workerdRuntimes = [
  {
    name: "workerd, raw modules",
    missing,
    run: (app) => ask(app, withAddresses(app, "worker.mjs", "raw-worker.mjs", ["workerd"], "./")),
  },
  {
    name: "workerd, slim, module",
    missing,
    run: (app) => ask(app, withAddresses(app, "worker-slim.mjs", "raw-worker-slim.mjs", ["workerd"], "./")),
  },
  {
    name: "workerd, esbuild bundle",
    missing,
    async run(app) {
      // What a Workers bundler does: take the condition `workerd`, and leave the .wasm a module of its own.
      const bundle = await bundled(app, "worker.mjs", "bundle-worker.mjs", ["--conditions=workerd", "--loader:.wasm=copy"]);
      return bundle.problem ? bundle : ask(app, bundle.file);
    },
  },
];
