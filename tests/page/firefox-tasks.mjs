// How long the tasks of a page in Firefox computed. Firefox tells it only by its profiler, which notes each task that took 50 ms
// or more on the clock, and from sample to sample how long each thread had the processor; all is written when the browser ends.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MARK = "part ";
const WAIT = 60_000;

/** Where the notes go, and what Firefox must be started with to make them. */
export function profiling() {
  const file = join(mkdtempSync(join(tmpdir(), "fidelity-floor-page-")), "profile.json");
  const env = { MOZ_PROFILER_STARTUP: "1", MOZ_PROFILER_STARTUP_FEATURES: "cpu,nostacksampling", MOZ_PROFILER_STARTUP_FILTERS: "GeckoMain", MOZ_PROFILER_STARTUP_INTERVAL: "1", MOZ_PROFILER_STARTUP_ENTRIES: "8000000", MOZ_PROFILER_SHUTDOWN: file };
  return { file, env: { ...process.env, ...env } };
}

/** Runs one part of what is measured, so that its tasks can be told from those of the others. */
export async function part(page, name, run) {
  const mark = (text) => page.evaluate((given) => void performance.mark(given), text);
  await mark(MARK + name);
  await run();
  await mark(`${MARK}end`);
}

/** The long tasks of each part, in ms, once the browser has ended. */
export async function tasksOf(file) {
  const profile = await written(file);
  rmSync(join(file, ".."), { recursive: true });
  for (const { threads } of [profile, ...profile.processes]) {
    for (const thread of threads) {
      const parts = partsOf(thread);
      if (parts !== undefined) return parts;
    }
  }
  throw new Error("the profile knows no such page");
}

async function written(file) {
  for (const until = Date.now() + WAIT; Date.now() < until; await new Promise((done) => setTimeout(done, 200))) {
    if (!existsSync(file)) continue;
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch {
      // Not yet all of it.
    }
  }
  throw new Error("Firefox wrote no profile");
}

/** The parts that a thread ran; absent if it is not the page's. */
function partsOf({ markers, samples, stringTable }) {
  const { name, startTime, endTime, data } = markers.schema;
  const all = markers.data.map((row) => ({ name: stringTable[row[name]], from: row[startTime], to: row[endTime], mark: row[data]?.name ?? "" }));
  const marks = all.filter((one) => one.name === "UserTiming" && one.mark.startsWith(MARK)).sort((a, b) => a.from - b.from);
  if (marks.length === 0) return undefined;
  const tasks = all.filter((one) => one.name === "LongTask");
  const parts = {};
  marks.forEach(({ mark, from }, index) => {
    const to = marks[index + 1]?.from ?? Infinity;
    if (mark === `${MARK}end`) return;
    parts[mark.slice(MARK.length)] = tasks.filter((one) => one.from < to && one.to > from).map((one) => ({ wall: one.to - one.from, busy: computed(samples, one) }));
  });
  return parts;
}

/** How long the thread computed in a stretch: what its samples say, the first and the last with their share of it. */
function computed({ schema, data }, { from, to }) {
  let sum = 0;
  let before = 0;
  for (const row of data) {
    const now = row[schema.time];
    const share = (Math.min(now, to) - Math.max(before, from)) / (now - before);
    if (share > 0) sum += ((row[schema.threadCPUDelta] ?? 0) / 1e6) * share;
    before = now;
  }
  return sum;
}
