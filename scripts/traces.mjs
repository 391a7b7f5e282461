// What the rules and two outside baselines do on the recorded runs (tests/vectors/traces.json). How the words are meant was
// written down before any run was looked at: scripts/real-run/README.md.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { root } from "./lib/tools.mjs";

const { checkCycles } = await import(pathToFileURL(process.argv[2] ?? join(root, "pkg/dist/index.js")));
const { cases } = JSON.parse(readFileSync(join(root, "tests/vectors/traces.json"), "utf8"));

/** A halt is the number of a cycle, from 1; 0: none. */
const rules = (rules) => (columns) => checkCycles(columns, rules).findIndex(({ verdict }) => verdict === "halt") + 1;
/** Coverage below 80 %, whatever it was before. */
const below = ({ coverageAfter }) => coverageAfter.findIndex((coverage) => coverage < 0.8) + 1;
/** Page (1954), Hinkley (1971): a fall of the mean of coverage; delta 0.005, lambda 0.1, the first value that before the first cycle. */
function pageHinkley({ coverageBefore, coverageAfter }) {
  let [sum, count, drift, least] = [0, 0, 0, 0];
  return [coverageBefore[0], ...coverageAfter].findIndex((coverage) => {
    sum += coverage;
    count += 1;
    drift += sum / count - coverage - 0.005;
    least = Math.min(least, drift);
    return drift - least > 0.1;
  });
}

const DETECTORS = {
  "reference rules": rules({ rules: "reference" }),
  "prose rules": rules({ onWatch: "ignore" }),
  "prose + watch": rules({ onWatch: "halt" }),
  "coverage < 80 %": below,
  "Page-Hinkley": (columns) => Math.max(0, pageHinkley(columns)),
};

const FIELDS = ["tokensBefore", "tokensAfter", "coverageBefore", "coverageAfter", "dedupRate", "probes", "gained"];

const runs = cases.map(({ name, cycles }) => {
  const columns = Object.fromEntries(FIELDS.map((field) => [field, cycles.map((cycle) => cycle[field])]));
  const { coverageBefore, coverageAfter } = columns;
  const share = coverageAfter.at(-1) / coverageBefore[0];
  // The first cycle after which coverage is below 0.9 of the first, and stays there.
  const stays = coverageAfter.findLastIndex((coverage) => coverage >= 0.9 * coverageBefore[0]) + 2;
  return { name, columns, kind: share <= 0.6 ? "collapsing" : share >= 0.85 ? "healthy" : "between", onset: stays, seed: Number(/seed (\d+)/.exec(name)[1]) };
});

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
for (const [title, some] of [["all runs", () => true], ["seeds 1 to 3", ({ seed }) => seed <= 3], ["seeds 4 to 6, held out", ({ seed }) => seed > 3]]) {
  const of = (kind) => runs.filter((run) => run.kind === kind && some(run));
  const [collapsing, healthy] = [of("collapsing"), of("healthy")];
  console.log(`\n${title}: ${collapsing.length} collapsing, ${healthy.length} healthy, ${of("between").length} between`);
  console.log("                  halted  delay (median, range)  coverage left (mean, least)  false halts");
  for (const [name, detect] of Object.entries(DETECTORS)) {
    const found = collapsing.map((run) => ({ ...run, halt: detect(run.columns) }));
    const delays = found.filter(({ halt }) => halt > 0).map(({ halt, onset }) => halt - onset);
    const left = found.map(({ halt, columns }) => columns.coverageAfter.at(halt - 1));
    const wrong = healthy.filter(({ columns }) => detect(columns) > 0).length;
    const delay = delays.length === 0 ? "-" : `${middle(delays)} (${Math.min(...delays)} to ${Math.max(...delays)})`;
    const percent = (share) => `${Math.round(100 * share)} %`;
    console.log(`${name.padEnd(18)}${`${delays.length}/${found.length}`.padEnd(8)}${delay.padEnd(23)}${`${percent(mean(left))}, ${percent(Math.min(...left))}`.padEnd(29)}${wrong}/${healthy.length}`);
  }
}
