// The shared cases, in plain JavaScript that runs anywhere: every vector file has its reader here, and every runtime runs it.
// app.mjs puts tests/malformed.mjs, tests/expect.mjs and tests/store.mjs beside this file.
import { casesOf } from "./expect.mjs";
import { problemWith } from "./malformed.mjs";
import { storeCases } from "./store.mjs";

/**
 * Runs the cases of all files. `vectors` maps a file's name without `.json` to its content.
 * Gives back how many ran, how many of them are open, a line for each that failed, and a digest of all answers, which is
 * the same everywhere (J1).
 */
export function run(api, vectors) {
  let ran = 0;
  let open = 0;
  let digest = 0x811c9dc5;
  const failed = [];
  const each = (cases, source) => {
    for (const { name = ran, open: why, actual, expected, problem = (answer) => compare(answer, expected, "") } of cases) {
      ran += 1;
      const answer = outcome(actual);
      digest = fnv(digest, JSON.stringify(answer, sameEverywhere) ?? "");
      if (why) open += 1;
      const difference = why ? (problem(answer) ? undefined : "marked open, but it holds: take the mark away") : problem(answer);
      if (difference) failed.push(`${source}, ${name}: ${difference}`);
    }
  };
  for (const [file, content] of Object.entries(vectors)) each((readers[file] ?? casesOf)(api, content), file);
  each(properties(api), "always");
  return { ran, open, failed, digest: digest.toString(16) };
}

/** Engines word their own errors differently; the `message` of an element is a number. */
const sameEverywhere = (key, value) => (key === "message" && typeof value === "string" ? undefined : value);

/** FNV-1a over UTF-16 units. */
function fnv(hash, text) {
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

// A reader turns the content of a file into cases `{ name?, actual: () => …, expected }`; files without one are read by expect.mjs.
const readers = {
  *decide(api, { cases }) {
    for (const { required, certified, ancestryCertified, expect, ...conditions } of cases) {
      const contract = { required, certified, generation: 1, ancestryCertified };
      for (const policy of ["any", "all"]) {
        const actual = () => api.decide(contract, conditions, policy).decision;
        yield { name: JSON.stringify([contract, conditions, policy]), actual, expected: expect[policy] };
      }
    }
  },

  *cycle(api, { single, reportedRun }) {
    for (const { k, expect, ...cycle } of single) {
      for (const rules of ["prose", "reference"]) {
        yield { name: JSON.stringify([cycle, k, rules]), actual: () => word(api.checkCycle(cycle, { k, rules })), expected: expect[rules] };
      }
    }
    // The same run, as a batch of columns.
    const fields = ["tokensBefore", "tokensAfter", "coverageBefore", "coverageAfter", "dedupRate"];
    const columns = Object.fromEntries(fields.map((field) => [field, reportedRun.map((row) => row[field])]));
    for (const rules of ["prose", "reference"]) {
      const actual = () => api.checkCycles(columns, { rules }).map((verdict) => halts(word(verdict)));
      yield { name: `the reported run, ${rules}`, actual, expected: reportedRun.map(({ expect }) => halts(expect[rules])) };
    }
  },

  // The bundled session, whole.
  *example(api, { session, summary }) {
    const event = { source: api.readTranscript(session), summary, conditions: { consumerStrict: true } };
    yield { name: "the lossy summary is refused", actual: () => api.check(event), expected: { decision: "refuse", repair: { decision: "certified" } } };
    yield { name: "what verify says is what check says", actual: () => JSON.stringify(api.verify(event).elements) === JSON.stringify(api.check(event).elements), expected: true };
    yield { name: "its elements", actual: () => api.extract(event.source), expected: {} };
  },

  store: storeCases,
  dedup: dedupCases,
  "dedup-blind": dedupCases,
  "dedup-blind2": dedupCases,
  "dedup-blind3": dedupCases,
  judgement: judgementCases,
  "judgement-unseen": judgementCases,
  "judgement-frames": judgementCases,
  "judgement-frames-unseen": judgementCases,
  "judgement-sessions": judgementCases,
  "judgement-sessions-unseen": judgementCases,
  field: fieldCases,
  "field-unseen": fieldCases,

  *malformed(api, content) {
    for (const row of content.api) yield { name: row.name, actual: () => problemWith(row, api), expected: undefined };
  },
};

function* dedupCases(api, { pairs }) {
  for (const { name, a, b, same, reasons = [], open } of pairs) {
    const entries = [{ id: "a", text: a }, { id: "b", text: b }];
    const actual = () => api.dedup({ entries, clusters: [["b", "a"]] });
    const problem = ({ merges, refused }) => {
      const kinds = (refused ?? []).flatMap((refusal) => refusal.reasons.map(({ kind }) => kind));
      if ((merges?.length === 1) !== same) return same ? `refused: ${kinds}` : "merged";
      return reasons.every((kind) => kinds.includes(kind)) ? undefined : `reasons ${kinds}, expected ${reasons}`;
    };
    yield { name, open, actual, problem };
  }
}

/** As tests/field.rs: no summary that tells lies is certified, and its repair is. */
function* fieldCases(api, { sessions }) {
  for (const { name, source, summary } of sessions) {
    const problem = ({ decision, repair }) => (decision === "certified" || repair?.decision !== "certified" ? `${decision}, after repair ${repair?.decision}` : undefined);
    yield { name, actual: () => api.check({ source, summary }), problem };
  }
}

/** As tests/judgement.rs: a lie is not kept, and nothing faithful is called damaged. */
function* judgementCases(api, { pairs, sessions }) {
  const damaged = ["weakened", "altered", "contradicted", "missing"];
  const kept = ["verbatim", "paraphrased", "pinned", "tail", "superseded"];
  const wrong = ["invented", "promoted", "two-live-values"];
  for (const { name, session, source = sessions[session], summary, lie, open } of pairs) {
    const problem = ({ elements, findings }) => {
      const named = elements.some(({ status }) => damaged.includes(status)) || findings.some(({ kind }) => wrong.includes(kind));
      if (!lie) return named ? "called damaged" : undefined;
      return named || elements.some(({ status }) => !kept.includes(status)) ? undefined : "kept";
    };
    yield { name, open, actual: () => api.check({ source, summary }), problem };
  }
}

const word = ({ verdict, reason }) => (reason ? `${verdict}:${reason}` : verdict);
/** A watch is advice: the truth table knows go on and halt. */
const halts = (text) => (text.startsWith("halt") ? text : "continue");

/** What holds of the package whatever the vectors say. */
function* properties(api) {
  const event = {
    source: [{ role: "user", text: "Do not touch /srv/ledger/🗝/orders_archive. The token is in LEDGER_TOKEN." }],
    summary: "The user wants the tables cleaned up.",
    conditions: { consumerStrict: true },
  };
  yield { name: "a lossy summary is refused, and the way out is a repair", actual: () => api.check(event), expected: { decision: "refuse", repair: {} } };
  yield { name: "the repaired summary is certified", actual: () => api.check({ ...event, summary: api.check(event).repair.text }).decision, expected: "certified" };
  yield {
    name: "offsets are UTF-16 units",
    actual: () => api.extract(event.source).every(({ text, start, end }) => event.source[0].text.slice(start, end) === text),
    expected: true,
  };
  yield { name: "the same input gives the same answer", actual: () => JSON.stringify(api.check(event)) === JSON.stringify(api.check(event)), expected: true };
  yield { name: "misuse is told from a verdict", actual: () => api.check({ ...event, summary: 7 }), expected: { error: { code: "invalid-type", path: "summary" } } };
  yield {
    name: "and the next call works",
    actual: () => api.decide({ required: [], certified: [], generation: 1, ancestryCertified: true }).decision,
    expected: "certified",
  };
}

function outcome(actual) {
  try {
    return actual();
  } catch (error) {
    return { error: { code: error.code ?? error.name, path: error.path, message: error.message } };
  }
}

/** Where `actual` lacks what `expected` names, or undefined. Lists must be of equal length, objects may hold more. */
function compare(actual, expected, path) {
  const same = () => (Object.is(actual, expected) ? undefined : `${path || "answer"} is ${show(actual)}, expected ${show(expected)}`);
  if (expected === null || typeof expected !== "object") return same();
  if (actual === null || typeof actual !== "object") return same();
  if (Array.isArray(expected) && actual.length !== expected.length) return `${path || "answer"} has ${actual.length} entries, expected ${expected.length}: ${show(actual)}`;
  for (const key of Object.keys(expected)) {
    const difference = compare(actual[key], expected[key], path ? `${path}.${key}` : key);
    if (difference) return difference;
  }
  return undefined;
}

function show(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
