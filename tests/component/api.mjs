// The component's functions under the names and shapes of the npm package, so that the shared cases can call them.
//
// `call(name, args)` calls the component with values as jco takes them, and throws an error of the component as it is.

export function packageApi(call) {
  const checkCycles = (columns, rules = {}) => {
    const rows = Object.entries(columns).map(([field, column]) => [field, column.map((value) => value ?? NaN)]);
    return call("checkCycles", [Object.fromEntries(rows), rules]);
  };
  return {
    decide: (contract, conditions = {}, policy = "any") => plain(call("decide", [promise(contract), conditions, policy])),
    descend: ({ required, certified }, parents = []) => plain(call("descend", [flags(required), flags(certified), parents.map(promise)])),
    check: (event) => plain(call("check", [eventOf(event)])),
    verify: (event) => plain(call("verify", [eventOf(event)])),
    explain: (event, index) => plain(call("explain", [eventOf(event), index])),
    extract: (source, options = {}) => plain(call("extract", [messages(source), options])),
    estimateTokens: (text) => call("estimateTokens", [text]),
    checkCycle: ({ priorTokenDeltas = [], ...cycle }, rules = {}) => plain(call("checkCycle", [cycle, priorTokenDeltas, rules])),
    checkCycles: (columns, rules) => plain(checkCycles(columns, rules)),
    calibrate: (cycles) => plain(call("calibrate", [cycles.map(({ label, ...cycle }) => ({ cycle, label }))])),
    /** Reading ahead needs a memo; the component keeps nothing. */
    prepare: () => undefined,
    /** For the same reason what was pushed so far is judged as a run. */
    createDetector(rules) {
      const cycles = [];
      const column = (field) => cycles.map((cycle) => cycle[field]);
      return {
        push(cycle) {
          cycles.push(cycle);
          return plain(checkCycles(Object.fromEntries(CYCLE.map((field) => [field, column(field)])), rules).at(-1));
        },
      };
    },
    /** Offsets are bytes of UTF-8. */
    cut: (text, start, end) => Buffer.from(text).subarray(start, end).toString(),
  };
}

const CYCLE = ["tokensBefore", "tokensAfter", "coverageBefore", "coverageAfter", "dedupRate", "probes", "gained"];
const CLASSES = ["identifier", "negation", "ordering", "obligation", "hypothesis", "declared"];

const flags = (names) => Object.fromEntries(names.map((name) => [name, true]));
const promise = (contract) => ({ ...contract, required: flags(contract.required), certified: flags(contract.certified) });
const messages = (source) =>
  typeof source === "string" ? [{ role: "user", text: source, summary: false }] : source.map((message) => ({ summary: false, ...message }));

function eventOf({ source, tail, parents, contract: { required, declared } = {}, ...rest }) {
  const event = { ...rest, source: messages(source), declared };
  if (tail !== undefined) event.tail = messages(tail);
  if (parents !== undefined) event.parents = parents.map(promise);
  if (required !== undefined) event.required = flags(required);
  return event;
}

/** What a case of a variant carries, by the name that it has in JSON; the others carry a record. */
const CARRIED = {
  "missing-classes": "classes",
  "source-lost": "dangers",
  repair: "tokens",
  "raise-budget": "tokens",
  "shrink-working-set": "messages",
  selected: "because",
  compared: "with",
};

/** Sets of classes as lists, variants as unions on `kind`. */
function plain(value) {
  if (ArrayBuffer.isView(value)) return [...value];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  if (CLASSES.every((name) => name in value)) return CLASSES.filter((name) => value[name]);
  if ("tag" in value) {
    const { tag: kind, val } = value;
    return { kind, ...(kind in CARRIED ? { [CARRIED[kind]]: plain(val) } : plain(val)) };
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
