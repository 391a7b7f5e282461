// How a check grows with its source, and whether calls leave memory behind, in every runtime.
//
//   npm run bench growth [-- RUNTIME …] [KB …]     time and peak memory of one check, a process for each size
//   npm run bench memory [-- RUNTIME …]            memory held after 100,000, 550,000 and 1,000,000 calls
import { join } from "node:path";
import { run } from "../scripts/lib/run.mjs";
import { root, runtime } from "../scripts/lib/tools.mjs";
import { WATCHED } from "./lib/jobs.mjs";
import { serve } from "./lib/workerd.mjs";

const SIZES = [10, 50, 500, 5000, 50_000, 100_000]; // KB
const CALLS = [100_000, 550_000, 1_000_000];
/** From here on time a byte is compared: below it the summary, which stays the same, is most of the work. */
const BASE = 500;

const program = join(root, "benches", "lib", "program.mjs");
const programs = {
  Node: [process.execPath, "--expose-gc", program],
  Deno: [runtime("deno"), "run", "--allow-all", "--v8-flags=--expose-gc", program],
  Bun: [runtime("bun"), "run", program],
};
/** In workerd by the entry for Workers, which takes 2 MiB at most, and by the slim one. */
const entries = { workerd: "fidelity-floor", "workerd-slim": "fidelity-floor/slim" };
export const RUNTIMES = [...Object.keys(programs), ...Object.keys(entries)];

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const fixed = (value, digits = 0) => (value === undefined ? "" : value.toFixed(digits));

/** A row for each size: `{ kilobytes, ms, low, high, each, of, before, peak }`, or `{ kilobytes, problem }`. */
export async function growth(name, sizes = SIZES) {
  const rows = [];
  for (const kilobytes of sizes) {
    try {
      const { ms, before, peak } = await (name in entries ? growthInWorkerd : growthInProgram)(name, kilobytes * 1000);
      rows.push({ kilobytes, ms: median(ms), low: Math.min(...ms), high: Math.max(...ms), each: (median(ms) * 1e6) / (kilobytes * 1000), before, peak });
    } catch (error) {
      rows.push({ kilobytes, problem: error.message.trim().split("\n").at(-1).slice(0, 100) });
    }
  }
  const base = rows.find(({ kilobytes }) => kilobytes === BASE)?.each;
  return { runtime: name, rows: rows.map((row) => ({ ...row, of: row.kilobytes >= BASE && base !== undefined ? row.each / base : undefined })) };
}

async function growthInProgram(name, bytes) {
  return start(name, "growth", bytes);
}

/** Measured from outside, where the clock runs; what a request that does nothing takes is taken off. */
async function growthInWorkerd(name, bytes) {
  const { ask, memory, stop } = await serve(entries[name]);
  try {
    await ask("growth", 10_000, 1); // Compiles.
    await ask("growth", bytes, 0);
    const turns = bytes > 1e6 ? 1 : 9;
    const empty = [];
    for (let turn = 0; turn < 9; turn++) empty.push(await ask("growth", bytes, 0));
    const before = memory("VmHWM");
    const ms = [];
    for (let turn = 0; turn < turns; turn++) ms.push((await ask("growth", bytes, 1)) - median(empty));
    return { ms, before, peak: memory("VmHWM") };
  } finally {
    await stop();
  }
}

/** A row for each call: `{ name, share, held }`, the memory in MiB after so many calls. */
export async function memory(name, counts = CALLS) {
  if (!(name in entries)) return { runtime: name, counts, rows: await start(name, "memory", ...counts) };
  const { ask, memory, stop } = await serve(entries[name]);
  const rows = [];
  try {
    for (const [call, share] of Object.entries(WATCHED)) {
      let done = 0;
      const held = [];
      for (const count of counts) {
        await ask(call, 0, count * share - done);
        done = count * share;
        held.push(memory("VmRSS"));
      }
      rows.push({ name: call, share, held });
    }
  } finally {
    await stop();
  }
  return { runtime: name, counts, rows };
}

async function start(name, ...args) {
  const [command, ...own] = programs[name];
  const { ok, out, timedOut } = await run(command, [...own, ...args.map(String)], { cwd: root, seconds: 900, env: { DENO_NO_UPDATE_CHECK: "1" } });
  if (!ok) throw new Error(timedOut ? "no answer in time" : out);
  return JSON.parse(out.trim().split("\n").at(-1));
}

export const missing = (name) => runtime(name in entries ? "workerd" : name.toLowerCase()) === undefined && name !== "Node";

export const growthTable = ({ runtime, rows }) => ({
  title: `${runtime}: one check, its summary of 12 KB; MiB of the whole process`,
  columns: ["source", "ms¹", "least – most", "ns a byte", "of 500 KB", "MiB before", "MiB peak", "bytes a byte²"],
  rows: rows.map(({ kilobytes, ms, low, high, each, of, before, peak, problem }) =>
    problem !== undefined
      ? [`${kilobytes} KB`, problem]
      : [`${kilobytes} KB`, fixed(ms, 1), `${fixed(low, 1)} – ${fixed(high, 1)}`, fixed(each), fixed(of, 2), fixed(before), fixed(peak), peak === undefined ? "" : fixed(((peak - before) * 2 ** 20) / (kilobytes * 1000), 1)],
  ),
  note: "¹ of the processor, all threads: other programs do not count\n² what the peak rose by, for a byte of the source",
});

export const memoryTable = ({ runtime, counts, rows }) => ({
  title: `${runtime}: MiB held after so many calls (${runtime in entries ? "the whole process" : "heap, buffers and WebAssembly"}, garbage collected)`,
  columns: ["call", ...counts.map((count) => count.toLocaleString("en"))],
  rows: rows.map(({ name, share, held }) => [share === 1 ? name : `${name} (${share} of the calls)`, ...held.map((value) => fixed(value, 2))]),
});
