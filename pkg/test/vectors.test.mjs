// The shared vectors, through the built package. Rust reads the same files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CYCLE_REASONS, SIGNALS, checkCycle, checkCycleColumns, checkCycles, createDetector, decide } from "fidelity-floor";

const vectors = (name) => JSON.parse(readFileSync(new URL(`../../tests/vectors/${name}.json`, import.meta.url), "utf8"));
const advised = ({ verdict, reason }) => (verdict === "halt" ? `${verdict}:${reason}` : "continue"); // a watch is advice (H5)
const told = ({ verdict, reason }) => (reason === undefined ? verdict : `${verdict}:${reason}`);
const { cases } = vectors("decide");
const { reportedRun, single } = vectors("cycle");

for (const policy of ["any", "all"]) {
  test(`decide.json, policy ${policy}: ${cases.length} cases`, () => {
    for (const { required, certified, ancestryCertified, expect, ...conditions } of cases) {
      const verdict = decide({ required, certified, ancestryCertified, generation: 1 }, conditions, policy);
      assert.equal(verdict.decision, expect[policy], JSON.stringify({ required, certified, conditions }));
      assert.ok(verdict.reasons.length > 0);
      assert.equal(verdict.waysOut.length > 0, verdict.decision === "refuse");
    }
  });
}

for (const rules of ["prose", "reference"]) {
  test(`cycle.json, ${rules}: ${single.length} single cycles`, () => {
    for (const { k, expect, ...cycle } of single) {
      assert.equal(told(checkCycle(cycle, { rules, k })), expect[rules], JSON.stringify(cycle));
    }
  });

  test(`cycle.json, ${rules}: the reported run, cycle by cycle, as columns, and resumed: ${reportedRun.length} cycles each`, () => {
    const expected = reportedRun.map((row) => row.expect[rules]);
    const detector = createDetector({ rules });
    assert.deepEqual(reportedRun.map((cycle) => advised(detector.push(cycle))), expected);

    const column = (field) => reportedRun.map((row) => row[field]);
    const columns = {
      tokensBefore: column("tokensBefore"),
      tokensAfter: Float64Array.from(column("tokensAfter")),
      coverageBefore: column("coverageBefore"),
      coverageAfter: column("coverageAfter"),
      dedupRate: column("dedupRate"),
    };
    assert.deepEqual(checkCycles(columns, { rules }).map(advised), expected);

    const stored = JSON.parse(JSON.stringify(createHistory(rules, 5)));
    const resumed = createDetector({ rules }, stored);
    assert.deepEqual(reportedRun.slice(5).map((cycle) => advised(resumed.push(cycle))), expected.slice(5));
  });
}

function createHistory(rules, count) {
  const detector = createDetector({ rules });
  reportedRun.slice(0, count).forEach((cycle) => detector.push(cycle));
  return detector.history;
}

test("a long run: the detector, the columns and the single calls agree", () => {
  const rows = Array.from({ length: 300 }, (_, i) => ({
    tokensBefore: 1000 + ((i * 37) % 90),
    tokensAfter: 1000 + ((i * 53) % 90),
    coverageBefore: 0.9,
    coverageAfter: 0.9 - ((i * 7) % 5) / 1000,
    dedupRate: (i % 3) / 2,
  }));
  const columns = Object.fromEntries(Object.keys(rows[0]).map((field) => [field, rows.map((row) => row[field])]));
  for (const rules of [{ onWatch: "ignore" }, { rules: "reference" }, { attractorWindow: 70, onWatch: "ignore" }]) {
    const detector = createDetector(rules);
    const deltas = [];
    const singly = rows.map((row) => {
      const verdict = checkCycle({ ...row, priorTokenDeltas: deltas }, rules);
      deltas.push(verdict.saved);
      return verdict;
    });
    assert.deepEqual(rows.map((row) => detector.push(row)), singly);
    assert.deepEqual(checkCycles(columns, rules), singly);
  }
});

test("a run of 5000: columns in both kinds of array, a list, columns out, and the detector agree", () => {
  let seed = 7;
  const random = () => ((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 8) / 2 ** 24;
  // Wobbles, and now and then a slide of some cycles that shows signs; every third cycle has counts.
  const rows = Array.from({ length: 5000 }, (_, row) => {
    const slide = row % 50 < 8 ? row % 50 : 0;
    const tokensAfter = 7000 - 800 * random() * (1 - slide / 8);
    const coverageAfter = 0.88 - 0.004 * slide - 0.01 * random();
    const counts = row % 3 === 0 ? { probes: 200, ...(row % 2 === 0 ? { gained: 1 } : {}) } : {};
    return { tokensBefore: 7000, tokensAfter, coverageBefore: 0.88, coverageAfter, dedupRate: random(), ...counts };
  });
  const bare = rows.map(({ probes, gained, ...row }) => row);
  for (const [cycles, rules] of [[rows, {}], [bare, {}], [bare, { onWatch: "halt", k: 1 }], [bare, { onWatch: "ignore" }], [rows, { rules: "reference" }]]) {
    const detector = createDetector(rules);
    const expected = cycles.map((cycle) => detector.push(cycle));
    const plain = {};
    const typed = {};
    for (const field of ["tokensBefore", "tokensAfter", "coverageBefore", "coverageAfter", "dedupRate", ...(cycles === rows ? ["probes", "gained"] : [])]) {
      plain[field] = cycles.map((cycle) => cycle[field]);
      typed[field] = Float64Array.from(plain[field], (value) => value ?? NaN);
    }
    assert.deepEqual(checkCycles(cycles, rules), expected);
    assert.deepEqual(checkCycles(plain, rules), expected);
    assert.deepEqual(checkCycles(typed, rules), expected);
    const { verdict, reason, saved, lost, ratio, interval } = checkCycleColumns(typed, rules);
    assert.equal(interval !== undefined, cycles === rows);
    const told = expected.map((_, row) => ({
      verdict: SIGNALS[verdict[row]],
      saved: saved[row],
      lost: lost[row],
      ...(reason[row] > 0 ? { reason: CYCLE_REASONS[reason[row]] } : {}),
      ...(Number.isNaN(ratio[row]) ? {} : { ratio: ratio[row] }),
      ...(interval === undefined || Number.isNaN(interval.low[row]) ? {} : { interval: { low: interval.low[row], high: interval.high[row] } }),
    }));
    assert.deepEqual(told, expected);
    const signs = new Set(expected.map(({ reason }) => reason));
    if (rules.rules === undefined && rules.onWatch === undefined) assert.ok(signs.has("diverging") && signs.has("forecast"), [...signs].join());
  }
  assert.deepEqual(checkCycles([]), []);
});

test("H5: a detector resumed from its stored history sees the same signs", () => {
  const whole = createDetector();
  const expected = reportedRun.map((cycle) => told(whole.push(cycle)));
  assert.equal(expected[3], "watch:diverging");
  for (const count of [1, 3, 6]) {
    const resumed = createDetector({}, JSON.parse(JSON.stringify(createHistory("prose", count))));
    assert.deepEqual(reportedRun.slice(count).map((cycle) => told(resumed.push(cycle))), expected.slice(count));
  }
});

test("H6: the counts of a cycle are kept in the history", () => {
  const detector = createDetector({ requireSignificance: true });
  const cycle = { tokensBefore: 10, tokensAfter: 5, coverageBefore: 1, coverageAfter: 0.9, dedupRate: 0, probes: 100, gained: 0 };
  assert.equal(detector.push(cycle).interval.high > 0.1, true);
  assert.deepEqual(detector.history, [cycle]);
});
