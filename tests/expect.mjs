// Reads the vector files in the language of tests/vectors/README.md; the Rust side is tests/vectors.rs. Plain JavaScript
// without imports: it runs in every runtime.

/**
 * The cases of a file: `{ name, open?, actual, problem }`. `actual()` calls the package and gives the answers to the case
 * and to what follows it, `problem(answers)` where they are not as expected, or undefined.
 */
export function* casesOf(api, { call, cases }) {
  for (const row of cases) {
    const steps = [];
    for (let step = row; step; step = step.then) steps.push(step);
    yield {
      name: `${row.rule} ${row.name}`,
      open: row.open,
      actual: () => answers(api, { call, ...row }),
      problem: (found) => (Array.isArray(found) ? problemOf(found, steps, api.cut) : `it threw ${JSON.stringify(found)}`),
    };
  }
}

/** The event of each step and the answer to it. */
function answers(api, row) {
  const found = [];
  let event = row;
  for (;;) {
    const { expect, then, open, ...fields } = event;
    const answer = ask(api, fields);
    found.push({ event: fields, answer, again: JSON.stringify(ask(api, fields)) === JSON.stringify(answer) });
    if (!then) return found;
    const words = {
      $repaired: answer.repair?.text ?? fields.summary,
      $pins: answer.repair?.pins.text,
      $contract: answer.repair?.contract ?? answer.contract ?? answer,
    };
    event = { ...fields, ...filled(then, words) };
  }
}

function filled(value, words) {
  if (typeof value === "string") return value in words ? words[value] : value;
  if (Array.isArray(value)) return value.map((entry) => filled(entry, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === "then" ? inner : filled(inner, words)]));
}

function ask(api, { name, rule, call, ...row }) {
  switch (call) {
    case "descend":
      return api.descend({ required: row.required, certified: row.certified }, row.parents);
    case "decide":
      return api.decide(row.contract, row.conditions, row.policy);
    case "checkCycle":
      return api.checkCycle(row.cycle, row.rules);
    case "checkCycles": {
      const detector = api.createDetector(row.rules);
      const verdicts = row.cycles.map((cycle) => detector.push(cycle));
      const column = (field) => row.cycles.map((cycle) => cycle[field]);
      const columns = Object.fromEntries(CYCLE.map((field) => [field, column(field)]));
      const batch = api.checkCycles(columns, row.rules);
      if (JSON.stringify(batch) !== JSON.stringify(verdicts)) throw new Error(`as columns ${JSON.stringify(batch)}`);
      return { told: verdicts.map(({ verdict, reason }) => (reason === undefined ? verdict : `${verdict}:${reason}`)), last: verdicts.at(-1) };
    }
    case "calibrate":
      try {
        return api.calibrate(row.cycles);
      } catch (error) {
        return { code: error.code, path: error.path };
      }
    case "extract":
      return { elements: api.extract(row.source, given({ declared: row.declared, patterns: row.patterns, lexicon: row.lexicon, selection: row.selection })) };
    default: {
      const { source, summary, pinned, tail, parents, conditions, policy, budget, required, declared, patterns, lexicon, selection } = row;
      const contract = given({ required, declared });
      const event = { source, summary, contract, ...given({ pinned, tail, parents, conditions, policy, budget, patterns, lexicon, selection }) };
      // Read ahead, or by what came before.
      if (call === "verify") api.prepare(source, given({ declared, patterns, lexicon }));
      if (call !== "explain") return api[call](event);
      return api.explain(event, api.verify(event).elements.findIndex((element) => !differs(element, row.of, "")));
    }
  }
}

const CYCLE = ["tokensBefore", "tokensAfter", "coverageBefore", "coverageAfter", "dedupRate", "probes", "gained"];

const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function problemOf(found, steps, cut) {
  for (const [index, { event, answer, again }] of found.entries()) {
    const problem = again ? (misplaced(event, answer, cut) ?? differs(answer, steps[index].expect ?? {}, "")) : "another answer the second time";
    if (problem) return "then ".repeat(index) + problem;
  }
  return undefined;
}

/** An element, a finding or evidence whose offsets do not cut its text out of where it says that it stands. */
function misplaced({ source, summary, pinned, tail }, { element, elements = element ? [element] : [], findings = [], steps = [] }, cut = slice) {
  const message = (list, index) => (typeof list === "string" ? list : list[index].text);
  const textOf = (part, index) => ({ source: () => message(source, index), tail: () => message(tail, index), summary: () => summary, pinned: () => pinned })[part]();
  const wrong = (place, text) => (cut(text, place.start, place.end) === place.text ? undefined : `${JSON.stringify(place)} is not at its place`);
  const evidence = ({ evidence: place }) => place && wrong(place, textOf(place.part, place.message));
  for (const { with: place } of steps) {
    const problem = place && wrong(place, textOf(place.part, place.message));
    if (problem) return problem;
  }
  for (const element of elements) {
    const own = textOf("source", element.message);
    const { scope, owner, order, discharge, settledBy } = element;
    const places = [scope, owner, order?.first, order?.second].filter(Boolean).map((place) => wrong(place, own));
    const ends = [discharge?.by, settledBy].filter(Boolean).map((place) => wrong(place, textOf(place.part, place.message)));
    const problem = wrong(element, own) ?? evidence(element) ?? [...places, ...ends].find(Boolean);
    if (problem) return problem;
  }
  for (const finding of findings) {
    const text = finding.kind === "injected" ? textOf("source", finding.evidence.message) : summary;
    const problem = wrong(finding, text) ?? evidence(finding);
    if (problem) return problem;
  }
  return undefined;
}

/** What offsets count: UTF-16 units, unless the API brings another way to cut. */
const slice = (text, start, end) => text.slice(start, end);

const STATUSES = {
  kept: ["verbatim", "paraphrased", "pinned", "tail", "superseded"],
  damaged: ["weakened", "altered", "contradicted"],
};

/** Where `actual` is not what `expected` says, or undefined. */
function differs(actual, expected, path) {
  const wrong = () => `${path || "the answer"} is ${short(actual)}, expected ${JSON.stringify(expected)}`;
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return wrong();
    if (!expected.some((pattern) => typeof pattern === "object")) {
      return actual.length === expected.length && actual.every((entry, index) => entry === expected[index]) ? undefined : wrong();
    }
    const lacking = expected.find((pattern) => !actual.some((entry) => !differs(entry, pattern, "")));
    return lacking && `${path} lacks ${JSON.stringify(lacking)} in ${short(actual)}`;
  }
  if (expected === null) return actual === undefined ? undefined : wrong();
  if (typeof expected === "number") return Math.abs(actual - expected) <= 1e-9 ? undefined : wrong();
  if (typeof expected !== "object") return actual === expected ? undefined : wrong();
  for (const [key, wanted] of Object.entries(expected)) {
    const deeper = path ? `${path}.${key}` : key;
    if (key.startsWith("$")) {
      if (!OPERATORS[key](actual, wanted)) return wrong();
    } else if (/^no[A-Z]/.test(key)) {
      const field = key[2].toLowerCase() + key.slice(3);
      const bad = (actual?.[field] ?? []).find((entry) => wanted.some((pattern) => !differs(entry, pattern, "")));
      if (bad) return `${field} has ${short(bad)}`;
    } else {
      const found = actual?.[key];
      const words = key === "status" && typeof wanted === "string" ? STATUSES[wanted] : undefined;
      const problem = words ? (words.includes(found) ? undefined : `${deeper} is ${found}, expected ${wanted}`) : differs(found, wanted, deeper);
      if (problem) return problem;
    }
  }
  return undefined;
}

const many = (value) => (Array.isArray(value) ? value : [value]);
const holds = (actual, part) => (typeof actual === "string" || Array.isArray(actual)) && actual.includes(part);
const OPERATORS = {
  $has: (actual, wanted) => many(wanted).every((part) => holds(actual, part)),
  $lacks: (actual, wanted) => actual !== undefined && !many(wanted).some((part) => holds(actual, part)),
  $oneOf: (actual, wanted) => wanted.includes(actual),
  $near: (actual, wanted) => Math.abs(actual - wanted) <= 1e-9,
  $atMost: (actual, wanted) => actual <= wanted,
  $atLeast: (actual, wanted) => actual >= wanted,
  $length: (actual, wanted) => actual?.length === wanted,
};

function short(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
