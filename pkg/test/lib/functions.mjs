// Every exported function with arguments that it takes: what garbage is put into, place by place.
import * as ff from "fidelity-floor";
import * as guard from "fidelity-floor/guard";
import * as sources from "fidelity-floor/sources";
import * as transcript from "fidelity-floor/transcript";
import * as audit from "fidelity-floor/audit";
import * as aiSdk from "fidelity-floor/ai-sdk";
import * as langchain from "fidelity-floor/langchain";
import * as cloudflare from "fidelity-floor/cloudflare-agents";
import * as adk from "fidelity-floor/google-adk";
import { fileAudit, fileStore, writeAtomically } from "fidelity-floor/sources/node";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "fidelity-floor-"));
const contract = { required: ["negation"], certified: ["negation"], generation: 1, ancestryCertified: true };
const conditions = { consumerStrict: true, sourceRecoverable: false, chainingRisk: true, sideEffectCostExceedsRefusal: false };
const message = { role: "user", text: "Never touch orders_archive.", summary: false };
const cue = { id: "x", pattern: "hands away", class: "negation", kind: "prohibition", side: "after" };
const event = {
  source: [message], summary: "Work goes on.", pinned: "", tail: [message], parents: [contract],
  contract: { required: ["negation", "declared"], declared: ["orders"] }, conditions, policy: "any", budget: 100, patterns: ["INV-*"], lexicon: [cue], selection: "default", countTokens: (text) => text.length,
};
const small = { source: "Never touch it.", summary: "Work goes on." };
const cycle = { tokensBefore: 10, tokensAfter: 5, coverageBefore: 1, coverageAfter: 1, dedupRate: 0, probes: 10, gained: 0 };
const rules = { rules: "prose", k: 3, noiseFloor: 0.01, attractorWindow: 2, onWatch: "advise", requireSignificance: false };
const columns = Object.fromEntries(Object.entries(cycle).map(([field, value]) => [field, [value, value]]));
const records = [{ cycle: 1, kind: "source", id: "a", text: "The code is 4417.", tokens: 3 }, { cycle: 2, kind: "summary", id: "s", text: "A code.", replaces: ["a"], generation: 1, tokens: 2 }];
const probes = [{ id: "p", from: ["a"], answers: ["4417", { class: "negation", text: "never" }] }];
const store = () => ff.createStore(records);
const digest = `sha256:${"0".repeat(64)}`;
const session = { version: 1, summary: digest, contract: { ...contract, certified: [] }, decision: "provisional", pins: "", judged: ["negation"], source: digest, open: [{ class: "negation", text: "never", message: 0 }], record: digest };
const guardOptions = { contract: event.contract, conditions, retries: 0, prefer: "repair", steer: true, timeoutMs: 1000, judge: () => "kept", judgeConcurrency: 2, judgeTimeoutMs: 1000, policy: "any", budget: 500, patterns: ["INV-*"], lexicon: [cue], selection: "default", countTokens: event.countTokens, onProgress: () => {} };
const places = { store: sources.memoryStore(), audit: guard.createAuditLog(() => {}) };
const adapterOptions = { retries: 0, store: places.store, onOutcome: () => {}, overflow: false };
const summarise = () => "Work goes on.";
const dropped = [{ ...message, summary: true, session: { ...session, open: [] } }];
const call = { tail: [message], session: [{ ...session, open: [] }], overflow: false, conditions: { chainingRisk: true }, budget: 500, contract: { required: ["negation"] }, policy: "any", onProgress: () => {}, signal: new AbortController().signal };
const { elements, findings, ...rest } = ff.check({ source: [message], summary: "It cost 17 euros.", contract: { required: ["negation"] } });
const report = { ...rest, elements: elements.slice(0, 1), findings: findings.slice(0, 1) };
const logLines = [];
const log = guard.createAuditLog((line) => void logLines.push(line));
await guard.guardCompaction(summarise, { audit: log, contract: { required: ["negation"] } })([message]);
const record = JSON.parse(logLines[0]);
const { contract: _, conditions: __, judgements: ___, ...lean } = record;

const of = (call, names, ...args) => ({ call, names, args: () => args });
/** The entries whose functions are in the table. */
export const MODULES = [ff, guard, sources, { fileAudit, fileStore, writeAtomically }, transcript, audit, aiSdk, langchain, cloudflare, adk];

export const FUNCTIONS = {
  calibrate: of(ff.calibrate, [""], [{ ...cycle, label: "good" }, { ...cycle, label: "good" }, { ...cycle, coverageAfter: 0, label: "bad" }, { ...cycle, coverageAfter: 0, label: "bad" }]),
  check: of(ff.check, [""], event),
  checkOrThrow: of(ff.checkOrThrow, [""], small),
  verify: of(ff.verify, [""], small),
  explain: of(ff.explain, ["", "index"], small, 0),
  extract: of(ff.extract, ["source", "options"], [message], { declared: ["orders"], patterns: ["INV-*"], lexicon: [cue], selection: "wide" }),
  prepare: of(ff.prepare, ["source", "options"], [message], { declared: ["orders"], patterns: ["INV-*"], lexicon: [cue], selection: "wide" }),
  estimateTokens: of(ff.estimateTokens, ["text"], "a text"),
  checkCycle: of(ff.checkCycle, ["", "rules"], { ...cycle, probes: undefined, gained: undefined, priorTokenDeltas: [0.1, 0.2] }, rules),
  "checkCycle with probes": of(ff.checkCycle, ["", "rules"], { ...cycle, priorTokenDeltas: [0.1, 0.2] }, rules),
  checkCycleOrThrow: of(ff.checkCycleOrThrow, ["", "rules"], { ...cycle, priorTokenDeltas: [0.1, 0.2] }, rules),
  checkCycles: of(ff.checkCycles, ["", "rules"], columns, rules),
  checkCycleColumns: of(ff.checkCycleColumns, ["", "rules"], columns, rules),
  createDetector: of(ff.createDetector, ["rules", "history"], rules, [cycle, cycle]),
  "detector.push": of((value) => ff.createDetector().push(value), [""], cycle),
  decide: of(ff.decide, ["contract", "conditions", "policy"], contract, conditions, "any"),
  decideOrThrow: of(ff.decideOrThrow, ["contract", "conditions", "policy"], contract, conditions, "any"),
  descend: of(ff.descend, ["own", "parents"], contract, [contract]),
  dedup: of(ff.dedup, [""], { entries: [{ id: "a", text: "The gate.", summary: false, accumulates: false }, { id: "b", text: "The gate." }], pairs: [{ first: "a", second: "b", cosine: 1 }], clusters: [["a", "b"]], threshold: 0.5 }),
  fidelity: of(ff.fidelity, [""], { members: ["The code is 4417."], summary: "A code.", threshold: 0.9 }),
  isFidelityError: of(ff.isFidelityError, [""], new Error("x")),
  createStore: of(ff.createStore, ["records"], records),
  recordsOf: of(ff.recordsOf, ["plan"], { steps: [{ kind: "expanded", id: "s", tokens: 1, probes: ["p"] }], tokens: 1, regained: ["p"], lost: [] }),
  "store.apply": of((value) => ff.createStore().apply(value), ["records"], records.map(({ cycle: _, ...line }) => line)),
  "store.entry": of((id) => store().entry(id), ["id"], "a"),
  "store.lineage": of((ids) => store().lineage(ids), ["ids"], ["a"]),
  "store.probes": of((ids, classes) => store().probes(ids, classes), ["ids", "classes"], ["a"], ["negation"]),
  "store.coverage": of((value) => store().coverage(value), ["probes"], probes),
  "store.coverage by": of((value, by) => store().coverage(value, by), ["probes", "answered"], probes, () => true),
  "store.trace": of((value) => store().trace(value), ["probes"], probes),
  "store.trace by": of((value, by) => store().trace(value, by), ["probes", "answered"], probes, () => true),
  "store.plan": of((value, budget) => store().plan(value, budget), ["traces", "budget"], store().trace(probes), 100),
  warmup: of(ff.warmup, []),

  guardCompaction: of((...args) => guard.guardCompaction(...args), ["summarise", "options"], summarise, { ...guardOptions, ...places }),
  guard: of((value, given) => guard.guardCompaction(summarise, { retries: 0, contract: { required: ["negation"] } })(value, given), ["dropped", "call"], dropped, call),
  readSession: of(guard.readSession, ["session", ""], session, "session"),
  toMetadata: of(guard.toMetadata, ["session"], session),
  fromMetadata: of(guard.fromMetadata, [""], { fidelityFloor: session }),
  steer: of(guard.steer, ["messages", "options"], [message], { contract: event.contract, patterns: ["INV-*"], lexicon: [cue], selection: "default", lines: 4 }),
  feedbackOn: of(guard.feedbackOn, ["report", "messages", "overBudget"], report, [message], 3),
  digestOf: of(guard.digestOf, ["text"], "text"),
  createAuditLog: of(guard.createAuditLog, ["write", "last"], () => {}, digest),
  "log.append": of((entry) => guard.createAuditLog(() => {}).append(entry), ["entry"], { ...record, digest: undefined }),
  sourceText: of(guard.sourceText, ["messages"], [message]),
  gate: of(guard.gate, ["session", "touches"], session, { classes: ["negation"], words: ["never"] }),
  gateTool: of(guard.gateTool, ["tool", "options"], () => 1, { session: () => session, touches: { classes: ["negation"], words: ["never"] }, store: places.store, onRetrieved: () => true }),
  "gateTool, session": of((value) => guard.gateTool(() => 1, { session: () => value, touches: {}, store: places.store, onRetrieved: () => true })(), ["session()"], session),
  "gateTool, touches": of((value) => guard.gateTool(() => 1, { session: () => session, touches: () => value, store: places.store, onRetrieved: () => true })(), ["touches"], { classes: ["negation"], words: ["never"] }),
  "gateTool, text": of((value) => guard.gateTool(() => 1, { session: () => session, touches: {}, store: { ...places.store, get: async () => value }, onRetrieved: () => true })(), ["store.get(digest)"], "[]"),
  review: of(guard.review, ["session", "options"], session, { store: places.store, conditions, policy: "any" }),
  "review, proof": of((value) => guard.review(session, { store: { ...places.store, prove: async () => value } }), ["store.prove()"], { recoverable: true }),
  spanEvents: of((api) => guard.spanEvents(api)({ kind: "summarising", attempt: 1 }), ["api"], { trace: { getActiveSpan: () => ({ addEvent() {} }) } }),
  memoryStore: of(guard.memoryStore, []),
  "store.put": of((text) => sources.memoryStore().put(text), ["text"], "text"),
  "store.get": of((value) => sources.memoryStore().get(value), ["digest"], digest),
  "store.prove": of((value) => sources.memoryStore().prove(value), ["digest"], digest),
  "store.delete": of((value) => sources.memoryStore().delete(value), ["digest"], digest),
  storeOver: of((value) => sources.storeOver(value).put("text"), ["blobs"], { put: async () => {}, get: async () => undefined, delete: async () => {}, limit: 10 }),
  "storeOver, get": of(async (value) => [await sources.storeOver({ put: async () => {}, get: async () => value, delete: async () => {} }).get(digest), await sources.storeOver({ put: async () => {}, get: async () => value, delete: async () => {} }).prove(digest)], ["get()"], new Uint8Array([0, 1])),
  denoKvStore: of((kv, prefix) => sources.denoKvStore(kv, prefix).put("x"), ["kv", "prefix"], { get: async () => ({ value: null }), set: async () => {}, delete: async () => {} }, "p"),
  durableObjectStore: of((storage, prefix) => sources.durableObjectStore(storage, prefix).put("x"), ["storage", "prefix"], { get: async () => null, put: async () => {}, delete: async () => true, sync: async () => {} }, "p"),
  workersKvStore: of((kv, prefix) => sources.workersKvStore(kv, prefix).put("x"), ["namespace", "prefix"], { get: async () => null, put: async () => {}, delete: async () => {} }, "p"),
  indexedDbStore: of((name) => sources.indexedDbStore(name), ["name"], "name"),
  fileStore: of((path) => fileStore(path), ["folder"], folder),
  fileAudit: of((path) => fileAudit(path), ["file"], join(folder, "audit.jsonl")),
  writeAtomically: of(writeAtomically, ["file", "content"], join(folder, "x"), "content"),

  readTranscript: of(transcript.readTranscript, ["", "format"], "user: a", "auto"),
  toMessages: of(transcript.toMessages, ["", "path"], { system: "x", messages: [message, { role: "assistant", content: [{ type: "text", text: "a" }, { type: "tool_use", name: "n", input: { a: 1 } }], tool_calls: [{ id: "1", function: { name: "n", arguments: "{}" } }] }] }, ""),
  verifyAudit: of(audit.verifyAudit, ["lines", "options"], logLines.join("\n"), { texts: () => "text", last: digest }),
    "verifyAudit, text": of((value) => audit.verifyAudit(logLines.join("\n"), { texts: () => value }), ["texts(digest)"], "text"),
  lineage: of(audit.lineage, ["audit"], { records: [{ line: 1, record: lean }] }),
  lineageTree: of(audit.lineageTree, ["audit"], { records: [] }),
  lineageMermaid: of(audit.lineageMermaid, ["audit"], { records: [] }),
  label: of(audit.label, ["node"], { line: 1, record: lean }),

  "guard, summary": of((value) => guard.guardCompaction(() => value, guardOptions)([message]), ["summarise()"], { summary: "x" }),
  "guard, judge": of((value) => guard.guardCompaction(() => "Work on orders_archive goes on.", { judge: () => value })([message]), ["judge()"], "kept"),
  "guard, put": of((value) => guard.guardCompaction(summarise, { store: { ...places.store, put: async () => value } })([message]), ["store.put()"], digest),
  "guard, prove": of((value) => guard.guardCompaction(summarise, { store: { ...places.store, prove: async () => value } })([message]), ["store.prove()"], { recoverable: false, why: "absent" }),
  "guard, append": of((value) => guard.guardCompaction(summarise, { retries: 0, audit: { append: async () => value } })([message]), ["audit.append()"], { digest: record.digest }),
  "countTokens": of((value) => ff.check({ ...event, countTokens: () => value }), ["countTokens(text)"], 3),

  guardedPrepareStep: of((...args) => aiSdk.guardedPrepareStep(...args), ["summarise", "options"], summarise, { when: () => true, keep: 1, ...adapterOptions }),
  "guardedPrepareStep, step": of((step) => aiSdk.guardedPrepareStep(summarise, { when: () => true, keep: 1 })(step), ["step"], { messages: [{ role: "system", content: "s" }, { role: "user", content: "a", providerOptions: {} }, { role: "assistant", content: [{ type: "text", text: "b" }] }] }),
  guardedSummaryModel: of((options) => aiSdk.guardedSummaryModel(options), ["options"], adapterOptions),
  "guardedSummaryModel, call": of((given) => aiSdk.guardedSummaryModel().wrapGenerate(given), ["call"], { doGenerate: async () => ({ content: [{ type: "text", text: "Work." }] }), params: { prompt: [{ role: "user", content: "a" }] } }),
  "guardedSummarization": of((inner, options) => ({ made: langchain.guardedSummarization(inner, options) }), ["inner", "options"], { name: "x", beforeModel: () => undefined }, { summaryPrefix: "", ...adapterOptions }),
  guardedNode: of((node, options) => langchain.guardedNode(node, options), ["node", "options"], () => undefined, { summaryPrefix: "", ...adapterOptions }),
  "guardedNode, state": of((state, runtime) => langchain.guardedNode(() => ({ messages: [{ type: "remove", id: "1" }, { type: "human", id: "2", content: "s" }] }))(state, runtime), ["state", "runtime"], { messages: [{ id: "1", type: "human", content: "Never." }] }, { signal: call.signal }),
  "guardedNode, update": of((update) => langchain.guardedNode(() => update)({ messages: [{ id: "1", type: "human", content: "Never." }] }), ["node()"], { messages: [{ type: "remove", id: "1" }, { type: "human", id: "2", content: "s", additional_kwargs: { lc_source: "summarization" } }] }),
  guardedEdits: of((options) => langchain.guardedEdits(options), ["options"], adapterOptions),
  "guardedEdits, call": of(async (given) => { const { first, last } = langchain.guardedEdits(); await first.apply(given); await last.apply(given); }, ["call"], { messages: [{ id: "1", type: "human", content: "Never." }] }),
  durableSlot: of((storage, name) => cloudflare.durableSlot(storage, name).load(), ["storage", "name"], { get: async () => undefined, put: async () => {} }, "name"),
  guardedCompaction: of((inner, options) => cloudflare.guardedCompaction(inner, options), ["inner", "options"], async () => null, { ...adapterOptions, slot: { load: async () => [], save: async () => {} } }),
  "guardedCompaction, messages": of((messages) => cloudflare.guardedCompaction(async () => ({ fromMessageId: "1", toMessageId: "1", summary: "s" }))(messages), ["messages"], [{ id: "1", role: "user", parts: [{ type: "text", text: "Never." }] }]),
  "guardedCompaction, result": of((value) => cloudflare.guardedCompaction(async () => value)([{ id: "1", role: "user", parts: [{ type: "text", text: "Never." }] }]), ["inner()"], { fromMessageId: "1", toMessageId: "1", summary: "s" }),
  guardedSummarizer: of((inner, options) => adk.guardedSummarizer(inner, options), ["inner", "options"], { summarize: async () => ({}) }, adapterOptions),
  "guardedSummarizer, events": of((events) => adk.guardedSummarizer({ summarize: async () => ({ compactedContent: "s", content: { parts: [{ text: "s" }] } }) }).summarize(events), ["events"], [{ author: "user", content: { parts: [{ text: "Never." }] } }]),
  "guardedSummarizer, result": of((value) => adk.guardedSummarizer({ summarize: async () => value }).summarize([{ author: "user", content: { parts: [{ text: "Never." }] } }]), ["summarize()"], { compactedContent: "s", content: { parts: [{ text: "s" }] } }),
};
