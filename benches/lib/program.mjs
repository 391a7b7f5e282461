// A job in Node, Deno or Bun: prints a line of JSON.
//
//   program.mjs growth BYTES      the processor times in ms, the memory in MiB before and at its peak
//   program.mjs memory CALLS …    what is held after so many calls of each kind, garbage collected, in MiB
import { readFileSync } from "node:fs";
import process from "node:process";
import * as core from "fidelity-floor";
import * as transcript from "fidelity-floor/transcript";
import { WATCHED, makeJobs } from "./jobs.mjs";
import * as sessions from "./sessions.mjs";

const file = (name) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8");
const job = makeJobs({ ...core, ...transcript }, sessions, { session: file("session.jsonl"), summary: file("summary.md") });
const [what, ...numbers] = process.argv.slice(2);
console.log(JSON.stringify(what === "growth" ? growth(Number(numbers[0])) : memory(numbers.map(Number))));

function growth(bytes) {
  const work = job("growth", bytes);
  job("growth", 10_000)(1); // Compiles.
  const before = peak();
  const ms = [];
  for (let turn = 0; turn < (bytes > 1e6 ? 1 : 9); turn++) {
    const start = process.cpuUsage();
    work(1);
    const { user, system } = process.cpuUsage(start);
    ms.push((user + system) / 1000);
  }
  return { ms, before, peak: peak() };
}

function memory(counts) {
  const collect = globalThis.gc ?? (() => globalThis.Bun.gc(true));
  return Object.entries(WATCHED).map(([name, share]) => {
    const work = job(name);
    let done = 0;
    const held = counts.map((count) => {
      work(count * share - done);
      done = count * share;
      collect();
      const { heapUsed, external, arrayBuffers = 0 } = process.memoryUsage();
      return (heapUsed + external + arrayBuffers) / 2 ** 20;
    });
    return { name, share, held };
  });
}

/** The most memory that the process ever held, in MiB; undefined where the system does not tell. */
function peak() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
  } catch {
    return undefined;
  }
}
