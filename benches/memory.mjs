// Two tables as JSON. `growth`: time and the process's peak memory of one check, for sources of 10 KB and up, each in a process of its
// own. `memory`: what the process holds after so many calls, garbage collected: it must stay flat.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { check, checkCycle, decide, descend } from "fidelity-floor";
import { makeSession, makeSummary } from "./lib/texts.mjs";

const MB = 2 ** 20;
const SIZES = [10, 50, 500, 5000, 50_000, 100_000]; // KB
const [what, size] = process.argv.slice(2);
if (what === "one") console.log(JSON.stringify(one(Number(size) * 1000)));
else console.log(JSON.stringify(what === "growth" ? growth() : memory()));

function one(bytes) {
  const event = { source: makeSession(bytes), summary: makeSummary() };
  const before = process.resourceUsage().maxRSS / 1024;
  check({ source: makeSession(10_000), summary: event.summary }); // Compiles.
  const times = [];
  for (let turn = 0; turn < (bytes > 1e6 ? 1 : 7); turn++) {
    const start = performance.now();
    check(event);
    times.push(performance.now() - start);
  }
  return { ms: times.sort((a, b) => a - b)[times.length >> 1], peak: process.resourceUsage().maxRSS / 1024, before };
}

function growth() {
  let base;
  const rows = SIZES.map((kilobytes) => {
    try {
      const out = execFileSync(process.execPath, [fileURLToPath(import.meta.url), "one", String(kilobytes)], { encoding: "utf8", timeout: 300_000, stdio: "pipe" });
      const { ms, peak, before } = JSON.parse(out);
      const each = (ms * 1e6) / (kilobytes * 1000);
      // From 500 KB on: below it the summary, which stays the same, is most of the work.
      if (kilobytes === 500) base = each;
      return [`${kilobytes} KB`, ms.toFixed(1), each.toFixed(0), base === undefined ? "" : (each / base).toFixed(2), before.toFixed(0), peak.toFixed(0)];
    } catch (error) {
      return [`${kilobytes} KB`, "failed", "", "", "", String(error.stderr ?? error).trim().split("\n").at(-1).slice(0, 60)];
    }
  });
  return { title: "Growth: one check, summary of 12 KB", columns: ["source", "ms", "ns a byte", "of 500 KB", "MiB before", "MiB peak"], rows };
}

function memory() {
  const contract = { required: ["negation"], certified: ["ordering"], generation: 1, ancestryCertified: true };
  const cycle = { tokensBefore: 7900, tokensAfter: 7000, coverageBefore: 0.41, coverageAfter: 0.4, dedupRate: 0.1 };
  const event = { source: [{ role: "user", text: "Never restart db-1 before the backup is done." }], summary: "Restart db-1." };
  const subjects = {
    decide: (turn) => decide({ ...contract, generation: turn }),
    descend: () => descend(contract, [contract]),
    checkCycle: () => checkCycle(cycle),
    "check, one message (a tenth of the calls)": () => check(event),
  };
  const rows = Object.entries(subjects).map(([name, call]) => {
    const held = [];
    let turn = 0;
    for (const calls of [100_000, 550_000, 1_000_000].map((calls) => (name.startsWith("check,") ? calls / 10 : calls))) {
      for (; turn < calls; turn++) call(turn);
      global.gc();
      const { heapUsed, external, arrayBuffers } = process.memoryUsage();
      held.push(((heapUsed + external + arrayBuffers) / MB).toFixed(2));
    }
    return [name, ...held];
  });
  return { title: "Memory held after so many calls, MiB (heap, buffers and WebAssembly)", columns: ["call", "100,000", "550,000", "1,000,000"], rows };
}
