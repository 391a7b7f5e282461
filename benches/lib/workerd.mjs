// The worker of worker.mjs, served from a folder of its own with a copy of the built package.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { withAddresses } from "../../tests/runtimes/app.mjs";
import { modules } from "../../tests/runtimes/workerd.mjs";
import { root, runtime } from "../../scripts/lib/tools.mjs";

/** `{ ask(job, argument, times) → ms, memory(field) → MiB, stop() }`; the fields are `VmHWM` (peak) and `VmRSS` (now). */
export async function serve() {
  const app = join(root, "target", "bench-workerd");
  rmSync(app, { recursive: true, force: true });
  const own = join(app, "node_modules", "fidelity-floor");
  mkdirSync(own, { recursive: true });
  for (const name of ["dist", "package.json"]) cpSync(join(root, "pkg", name), join(own, name), { recursive: true });
  for (const name of ["jobs.mjs", "sessions.mjs", "worker.mjs"]) cpSync(join(root, "benches", "lib", name), join(app, name));
  const example = (name) => readFileSync(join(root, "examples", name), "utf8");
  const files = { session: example("session.jsonl"), summary: example("summary.md") };
  writeFileSync(join(app, "files.mjs"), `export default ${JSON.stringify(files)};\n`);
  const start = withAddresses(app, "worker.mjs", "raw-worker.mjs", ["workerd"], "./");

  const port = await freePort();
  writeFileSync(
    join(app, "bench.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--expose-gc"],
  services = [(name = "main", worker = (compatibilityDate = "2026-01-01", modules = [
    ${modules(app, start).join(",\n    ")}
  ]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
`,
  );
  // The program itself, not the script that starts it: its memory is asked for.
  const child = spawn(runtime("workerd"), ["serve", "bench.capnp"], { cwd: app, stdio: "ignore", detached: true });
  let ended = false;
  child.on("exit", () => (ended = true));
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // Gone already.
    }
  };
  process.on("exit", stop);

  const ask = async (job, argument, times) => {
    const started = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/?job=${job}&argument=${argument}&times=${times}`);
    const ms = performance.now() - started;
    const text = await response.text();
    if (text !== "done") throw new Error(text.slice(0, 200));
    return ms;
  };
  for (;;) {
    if (ended) throw new Error("workerd ended");
    const answered = await ask("decide", 0, 1).then(() => true, (error) => (error.cause?.code === "ECONNREFUSED" ? false : Promise.reject(error)));
    if (answered) return { ask, memory: (field) => memory(child.pid, field), stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Of the process that holds the most of those that a program started. */
function memory(pid, field) {
  const own = (id) => {
    try {
      const children = readFileSync(`/proc/${id}/task/${id}/children`, "utf8").trim().split(" ").filter(Boolean);
      const kilobytes = Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0);
      return Math.max(kilobytes, ...children.map(own));
    } catch {
      return 0;
    }
  };
  const kilobytes = own(pid);
  return kilobytes === 0 ? undefined : kilobytes / 1024;
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
