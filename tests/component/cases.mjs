// The cases that a component is asked: the shared vectors, and what only a component has.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/tools.mjs";
import { casesOf } from "../expect.mjs";
import { problemWith } from "../malformed.mjs";

const vectors = join(root, "tests", "vectors");

/** All cases over an API: `{ name, open?, actual, problem }`, as of tests/expect.mjs. */
export function* allCases(api) {
  const files = readdirSync(vectors).filter((file) => file.endsWith(".json")).sort();
  for (const file of files) {
    const content = JSON.parse(readFileSync(join(vectors, file), "utf8"));
    const name = file.slice(0, -5);
    // A file that names no call has readers of its own: the memory store, which is not here, and rates over many pairs.
    if (!(name in readers) && content.call === undefined) continue;
    for (const each of (readers[name] ?? casesOf)(api, content)) yield { ...each, name: `${name}, ${each.name}` };
  }
  for (const [name, call, code, path] of misuse) {
    const actual = () => answerOrError(() => call(api));
    yield { name: `J2 ${name}`, actual, problem: (found) => differs([found?.error?.code, found?.error?.path], [code, path]) };
  }
  yield { name: "tokens", actual: () => api.estimateTokens("ß漢"), problem: (found) => differs(found, 2) };
}

export const answerOrError = (call) => {
  try {
    return call();
  } catch (error) {
    // An error of the component is a plain value; an Error is a trap, or a defect of the test.
    return { error: error instanceof Error ? String(error) : error };
  }
};

const differs = (found, expected) =>
  JSON.stringify(found) === JSON.stringify(expected) ? undefined : `is ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`;
const word = ({ verdict, reason }) => (reason ? `${verdict}:${reason}` : verdict);
/** A watch is advice (H5): the truth table knows go on and halt. */
const halts = (text) => (text.startsWith("halt") ? text : "continue");

const readers = {
  *decide(api, { cases }) {
    for (const { required, certified, ancestryCertified, expect, ...conditions } of cases) {
      const contract = { required, certified, generation: 1, ancestryCertified };
      for (const policy of ["any", "all"]) {
        const actual = () => api.decide(contract, conditions, policy).decision;
        yield { name: JSON.stringify([contract, conditions, policy]), actual, problem: (found) => differs(found, expect[policy]) };
      }
    }
  },

  *cycle(api, { single, reportedRun }) {
    for (const rules of ["prose", "reference"]) {
      for (const { k, expect, ...cycle } of single) {
        const actual = () => word(api.checkCycle(cycle, { k, rules }));
        yield { name: JSON.stringify([cycle, k, rules]), actual, problem: (found) => differs(found, expect[rules]) };
      }
      const detector = api.createDetector({ rules });
      const actual = () => reportedRun.map((cycle) => halts(word(detector.push({ probes: NaN, gained: NaN, ...cycle }))));
      const expected = reportedRun.map(({ expect }) => halts(expect[rules]));
      yield { name: `the reported run, ${rules}`, actual, problem: (found) => differs(found, expected) };
    }
  },

  /** What WIT's types let through: numbers out of their range. */
  *malformed(api, { api: rows }) {
    for (const row of rows) {
      if (row.call !== "checkCycle" || !["not-finite", "out-of-range"].includes(row.code)) continue;
      yield { name: row.name, actual: () => problemWith(row, { ...api, isFidelityError: ({ code }) => code !== undefined }), problem: (found) => found };
    }
  },
};

const event = { source: "Never restart db-1.", summary: "db-1 was restarted." };
const cue = { id: "hands-off", pattern: "hands off", class: "negation", kind: "prohibition", side: "after" };
const cycle = { tokensBefore: 100, tokensAfter: 90, coverageBefore: 1, coverageAfter: 1, dedupRate: 0 };
const columns = { tokensBefore: [9, 8], tokensAfter: [8, 7], coverageBefore: [1, 1], coverageAfter: [1, 1], dedupRate: [0, 0], probes: [], gained: [] };

/** What is misused, how, and the code and path of the error. */
const misuse = [
  ["an index beyond the report", (api) => api.explain(event, 99), "out-of-range", "index"],
  ["a kind of another class", (api) => api.check({ ...event, lexicon: [cue, { ...cue, class: "ordering" }] }), "unknown-name", "lexicon[1].kind"],
  ["a pattern of nothing", (api) => api.extract([], { lexicon: [{ ...cue, pattern: "" }] }), "invalid-pattern", "lexicon[0].pattern"],
  ["columns of two lengths", (api) => api.checkCycles({ ...columns, dedupRate: [0] }), "out-of-range", "dedupRate"],
  ["a bad row", (api) => api.checkCycles({ ...columns, coverageAfter: [1, 2] }), "out-of-range", "[1].coverageAfter"],
  ["a bad threshold of a run", (api) => api.checkCycles(columns, { noiseFloor: -1 }), "out-of-range", "rules.noiseFloor"],
  ["significance without probes", (api) => api.checkCycle(cycle, { requireSignificance: true }), "missing-field", "probes"],
  ["gained without probes", (api) => api.checkCycle({ ...cycle, gained: 1 }), "missing-field", "probes"],
  ["too few labels", (api) => api.calibrate([{ ...cycle, label: "good" }]), "out-of-range", "label"],
];
