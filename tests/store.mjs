// Reads tests/vectors/store.json; the Rust side is tests/store.rs. Plain JavaScript without imports: it runs in every runtime.

/** The cases of the file, for tests/runtimes/cases.mjs. */
export function* storeCases(api, { cases, fidelity }) {
  for (const row of cases) yield { name: `${row.rule} ${row.name}`, actual: () => answers(api, row), problem: (found) => problemOf(found, row) };
  for (const { rule, name, members, summary, threshold, expect } of fidelity) {
    const cluster = threshold === undefined ? { members, summary } : { members, summary, threshold };
    yield { name: `${rule} ${name}`, actual: () => api.fidelity(cluster), problem: (found) => differs(found, expect, "answer") };
  }
}

function answers(api, { cycles, probes = [], expect }) {
  const store = api.createStore();
  let error;
  for (const cycle of cycles) {
    try {
      store.apply(cycle);
    } catch ({ code, path }) {
      error = { code, path };
    }
  }
  const traces = store.trace(probes);
  const plans = (expect.plans ?? []).map(({ budget }) => store.plan(traces, budget));
  const found = { error, size: store.size, live: store.live, coverage: store.coverage(probes), trace: traces, plans };
  const again = api.createStore(store.records());
  const same = JSON.stringify([...again.records()]) === JSON.stringify([...store.records()]) && JSON.stringify(again.trace(probes)) === JSON.stringify(traces);
  // What a plan regains is answered once it is applied.
  const back = plans.map((plan) => {
    const copy = api.createStore(store.records());
    if (plan.steps.length > 0) copy.apply(api.recordsOf(plan));
    return copy.coverage(probes).lost.filter((id) => plan.regained.includes(id));
  });
  return { ...found, same, back };
}

function problemOf(found, { error, expect }) {
  if (found.same === undefined) return `it threw ${JSON.stringify(found)}`;
  if (!found.same) return "read again it says something else";
  if (found.back.flat().length > 0) return `applied, the plan does not bring back ${found.back.flat()}`;
  const plans = expect.plans?.map(({ budget, ...plan }) => plan);
  return differs(found.error, error, "error") ?? differs(found, plans === undefined ? expect : { ...expect, plans }, "answer");
}

/** Where `actual` lacks what `expected` names, or undefined. Lists must be of equal length, objects may hold more. */
function differs(actual, expected, path) {
  if (typeof expected !== "object" || expected === null) return Object.is(actual, expected) ? undefined : `${path} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
  if (typeof actual !== "object" || actual === null) return `${path} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
  if (Array.isArray(expected) && actual.length !== expected.length) return `${path} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
  for (const key of Object.keys(expected)) {
    const problem = differs(actual[key], expected[key], `${path}.${key}`);
    if (problem) return problem;
  }
  return undefined;
}
