// What a memory store of 10,000, 100,000 and 1,000,000 entries costs: `npm run bench:store [-- COUNT …]`. What a cycle, a trace and
// a plan touch is the same each time, so their times must not grow.
import { createStore, recordsOf } from "fidelity-floor";

const counts = process.argv.slice(2).map(Number);
const CLUSTERS = 100;
const MEMBERS = 10;
const text = (at) => `Customer ${at} pays by invoice, account AC-${at}, and the contact is in region ${at % 97}.`;
const memory = () => {
  global.gc?.();
  return process.memoryUsage().rss / 2 ** 20;
};

/** Milliseconds of a call, and what it gave. */
function timed(call) {
  const start = performance.now();
  const result = call();
  return [performance.now() - start, result];
}

createStore([{ kind: "source", id: "a", text: "a" }]).coverage([{ id: "p", from: ["a"], answers: ["a"] }]); // Compiles.
console.log("entries    arrive      MiB  a cycle¹  coverage²  trace²    plan²   its cycle");
for (const count of counts.length > 0 ? counts : [1e4, 1e5, 1e6]) {
  const before = memory();
  const store = createStore();
  const [arrive] = timed(() => {
    for (let from = 0; from < count; from += 10_000) {
      store.apply(Array.from({ length: Math.min(10_000, count - from) }, (_, at) => ({ kind: "source", id: `entry-${from + at}`, text: text(from + at) })));
    }
  });
  const held = memory() - before;
  const step = Math.floor(count / (CLUSTERS * MEMBERS));
  const id = (cluster, member) => (cluster * MEMBERS + member) * step;
  const cycle = Array.from({ length: CLUSTERS }, (_, cluster) => ({
    kind: "summary",
    id: `summary-${cluster}`,
    text: `Ten customers pay by invoice, among them AC-${id(cluster, 0)}.`,
    replaces: Array.from({ length: MEMBERS }, (_, member) => `entry-${id(cluster, member)}`),
  }));
  const [apply] = timed(() => store.apply(cycle));
  const probes = cycle.flatMap(({ replaces }) => replaces.map((entry) => ({ id: entry, from: [entry], answers: [`AC-${entry.slice(6)}`] })));
  const [coverage, covered] = timed(() => store.coverage(probes));
  const [trace, traces] = timed(() => store.trace(probes));
  const [plan, planned] = timed(() => store.plan(traces, 5000));
  const [again] = timed(() => store.apply(recordsOf(planned)));
  if (covered.answered !== CLUSTERS || planned.regained.length === 0) throw new Error("another answer than expected");
  const cells = [arrive, held, apply, coverage, trace, plan, again].map((number, at) => (at === 1 ? number.toFixed(0) : `${number.toFixed(1)} ms`));
  console.log(`${String(count).padEnd(9)}${cells.map((cell) => cell.padStart(10)).join("")}`);
}
console.log(`¹ ${CLUSTERS} summaries of ${MEMBERS} entries each  ² of ${CLUSTERS * MEMBERS} probes`);
