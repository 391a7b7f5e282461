// The worker of worker.mjs, served from a folder of its own with a copy of the built package.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withAddresses } from "../../tests/runtimes/app.mjs";
import { serve as start } from "../../tests/runtimes/workerd.mjs";
import { root } from "../../scripts/lib/tools.mjs";

/**
 * By the entry for Workers, which takes no texts beyond what an isolate of theirs has room for, or by another one.
 * `{ ask(job, argument, times) → ms of the processor, memory(field) → MiB, stop() }`; the fields are `VmHWM` (peak) and `VmRSS` (now).
 */
export async function serve(entry = "fidelity-floor") {
  const app = join(root, "target", "bench-workerd");
  rmSync(app, { recursive: true, force: true });
  const own = join(app, "node_modules", "fidelity-floor");
  mkdirSync(own, { recursive: true });
  for (const name of ["dist", "package.json"]) cpSync(join(root, "pkg", name), join(own, name), { recursive: true });
  for (const name of ["jobs.mjs", "sessions.mjs"]) cpSync(join(root, "benches", "lib", name), join(app, name));
  const worker = readFileSync(join(root, "benches", "lib", "worker.mjs"), "utf8");
  writeFileSync(join(app, "worker.mjs"), worker.replace('"fidelity-floor/slim"', `"${entry}"`));
  const example = (name) => readFileSync(join(root, "examples", name), "utf8");
  const files = { session: example("session.jsonl"), summary: example("summary.md") };
  writeFileSync(join(app, "files.mjs"), `export default ${JSON.stringify(files)};\n`);
  const module = withAddresses(app, "worker.mjs", "raw-worker.mjs", ["workerd"], "./");

  // The workerd that is started may be a script that starts the program: its memory is that of whoever holds most.
  const server = await start(app, module, { flags: ["--expose-gc"], seconds: 3600 });
  const ask = async (job, argument, times) => {
    const started = processor(server.pid);
    const text = await server.ask(`?job=${job}&argument=${argument}&times=${times}`, 900_000);
    const ms = processor(server.pid) - started;
    if (text !== "done") throw new Error(text?.slice(0, 200) ?? "workerd ended");
    return ms;
  };
  await ask("decide", 0, 1);
  return { ask, memory: (field) => memory(server.pid, field), stop: server.stop };
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

/** What a program and those that it started have taken of the processor, in ms. */
function processor(pid) {
  const of = (id) => {
    try {
      const tasks = readdirSync(`/proc/${id}/task`);
      const own = tasks.map((task) => Number(readFileSync(`/proc/${id}/task/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6);
      const children = tasks.flatMap((task) => readFileSync(`/proc/${id}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean));
      return [...own, ...children.map(of)].reduce((sum, ms) => sum + ms, 0);
    } catch {
      return 0;
    }
  };
  return of(pid);
}
