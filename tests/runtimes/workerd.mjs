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

/** Serves a worker, asks it once, and gives back its answer. `worker` and `services` are further lines of its configuration. */
export async function ask(app, start, { worker = () => "", services = () => "" } = {}) {
  const port = await freePort();
  const configuration = `${start}.capnp`;
  writeFileSync(
    join(app, configuration),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (compatibilityDate = "2026-01-01", ${worker()}modules = [
    ${modules(app, start).join(",\n    ")}
  ]))${services()}],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`,
  );
  const stop = new AbortController();
  let ended = false;
  const server = run(runtime("workerd"), ["serve", configuration], { cwd: app, seconds: 60, stop: stop.signal });
  server.then(() => (ended = true));

  let answer;
  while (!ended && answer === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const request = fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(50_000) });
    answer = await request.then((response) => response.text()).catch(() => undefined);
  }
  stop.abort();
  const { out } = await server;
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
