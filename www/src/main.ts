import type { App } from "./app.js";
import { createCheckView } from "./check-view.js";
import { button, byId } from "./dom.js";
import { createCyclesView } from "./cycles-view.js";
import { loadExamples } from "./examples.js";
import { FIRST } from "./first.js";
import { createLineageView } from "./lineage-view.js";
import { ask, latest, startJudge } from "./judge.js";
import { fromHash, toHash } from "./link.js";
import { worstFirst } from "./marks.js";
import type { Judged } from "./protocol.js";
import { createMemoryView } from "./memory-view.js";
import { fresh, isWaiting, left, OWN, shown, type State, textsOf, type View, VIEWS } from "./state.js";
import { takeFile } from "./tools.js";
import { STATUSES } from "./words.js";

/** More than this is not put into one field, but taken as a whole. */
const LARGE = 20_000;

const state: State = { ...fresh(""), judged: undefined, about: [], examples: undefined, chain: undefined, cycleVerdicts: undefined, cycle: -1, lit: -1, held: false, problem: "" };
const listeners: ((state: State) => void)[] = [];
let asked: unknown[] = [];
let planned = false;
/** Whether the problem shown is one of the check: then it goes when a check succeeds. */
let failing = false;
let loading = false;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const check = latest(
  "check",
  (judged, { source }) => {
    if (isBlank()) return;
    // What is found again was painted already. A large report is not even looked at.
    if (state.judged === FIRST && judged.elements.length === FIRST.elements.length && same(judged, FIRST)) return void performance.mark("live-verdict", { detail: "the same" });
    show(judged, source);
    told("live-verdict");
  },
  (problem) => {
    failing = true;
    app.failed(problem);
  },
);

function show(judged: Judged, source: State["source"], next?: () => void): void {
  // What somebody chose stays in the light while the conversation is the same; else the worst is told unasked.
  const held = state.held && state.lit >= 0 && source === state.about;
  const [worst] = worstFirst(judged, 1);
  const bad = worst !== undefined && !isWaiting(state) && STATUSES[worst.status].group !== "kept";
  app.update({ judged, about: source, held, lit: held ? state.lit : bad ? worst.index : -1, ...(failing ? { problem: "" } : {}) });
  failing = false;
  told("verdict", next);
}

const app: App = {
  state,
  update(change) {
    Object.assign(state, change);
    const texts = textsOf(state);
    const now = [...Object.values(texts), state.story];
    if (state.link < 0) left[state.story] = texts;
    if (now.some((one, index) => one !== asked[index])) {
      const opening = asked.length === 0;
      asked = now;
      if (isBlank()) {
        Object.assign(state, { judged: undefined, lit: -1, held: false });
        told("verdict");
      } else if (opening && same(texts, textsOf(fresh("")))) show(FIRST, state.source, judge);
      else judge();
    }
    if (!loading && state.examples === undefined && (state.view !== "check" || state.link >= 0)) {
      loading = true;
      loadExamples().then((examples) => app.update({ examples }), () => app.update({ problem: "The examples of this view do not load." }));
    }
    if (!planned) {
      planned = true;
      queueMicrotask(render);
    }
  },
  failed: ({ message }) => app.update({ problem: message }),
  listen: (listener) => void listeners.push(listener),
  pasted(text, side) {
    if (text.length > LARGE && side === "summary") app.update({ summary: text, pinned: "" });
    else if (side === "source" && (isEmpty(state.source) || text.length > LARGE || /^\s*[[{]/.test(text))) app.opened(text);
    else return false;
    return true;
  },
  opened(text, file = "") {
    if (state.view === "cycles") {
      ask("rows", text).then((rows) => app.update({ rows, run: "own", cycle: -1, problem: "" }), app.failed);
      return;
    }
    // It comes to one's own texts: the summary of an example is none of it.
    ask("transcript", [text, file !== "" && (/^\s*\{/.test(text) || /jsonl?$/i.test(file)) ? "json" : "auto"]).then((source) => app.update({ ...shown(OWN, true), source }), app.failed);
  },
};

function judge(): void {
  const { required, policy, declared, ...event } = textsOf(state);
  check({ ...event, contract: { required: declared.length > 0 ? [...required, "declared"] : required, declared }, policy });
}

/** Marks when something was first painted, by the frame and what comes after it, and goes on. */
function told(name: string, next?: () => void): void {
  if (marked.has(name)) return;
  marked.add(name);
  requestAnimationFrame(() =>
    setTimeout(() => {
      performance.mark(name);
      next?.();
    }),
  );
}
const marked = new Set<string>();

/** There is nothing to judge yet. */
const isBlank = () => state.summary === "" && state.pinned === "" && isEmpty(state.source);
const isEmpty = (source: State["source"]) => source.length === 1 && source[0]?.text === "";

/** The other views are built when they are first shown. */
const unbuilt: Record<View, ((app: App) => (state: State) => void)[]> = { check: [], lineage: [createLineageView], cycles: [createCyclesView, createMemoryView] };

function render(): void {
  planned = false;
  listeners.push(...unbuilt[state.view].splice(0).map((create) => create(app)));
  for (const view of VIEWS) {
    byId(view).hidden = view !== state.view;
    const tab = byId(`tab-${view}`);
    tab.setAttribute("aria-selected", String(view === state.view));
    tab.tabIndex = view === state.view ? 0 : -1;
  }
  byId("problem").textContent = state.problem;
  for (const listener of listeners) listener(state);
  writeHash();
}

let later: ReturnType<typeof setTimeout> | undefined;
let written = "";
/** The view and the texts that the address names: another is a step that Back takes back. */
let place = "";
function writeHash(): void {
  clearTimeout(later);
  later = setTimeout(async () => {
    written = await toHash(state);
    const now = [state.view, state.story, state.link].join();
    if (location.hash.slice(1) !== written) history[place === "" || place === now ? "replaceState" : "pushState"](null, "", `#${written}`);
    place = now;
  }, 300);
}

function turn(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const view = VIEWS[(VIEWS.indexOf(state.view) + by + VIEWS.length) % VIEWS.length] as View;
  app.update({ view });
  byId(`tab-${view}`).focus();
}

const load = () => fromHash(location.hash).then((held) => app.update({ ...held, lit: -1, held: false, problem: "" }), () => app.update({ problem: "This link holds no case; here is the first example." }));
const dropping = (on: boolean) => document.body.classList.toggle("dropping", on);

/** Builds the page and shows what its address holds. The worker is made of `script`. */
export function startPage(script: string): void {
  startJudge(script);
  byId("tabs").append(
    ...VIEWS.map((view) =>
      button(view, () => app.update({ view }), { role: "tab", id: `tab-${view}`, "aria-controls": view, keydown: turn }),
    ),
  );
  listeners.push(createCheckView(app));
  addEventListener("hashchange", () => {
    if (location.hash.slice(1) !== written) void load();
  });
  // The hash holds the case, so the way to the verdict is none of the address.
  for (const way of document.querySelectorAll<HTMLElement>(".to-verdict"))
    way.addEventListener("click", (event) => {
      event.preventDefault();
      app.update({ view: "check" });
      queueMicrotask(() => byId("verdict").focus());
    });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    dropping(true);
  });
  addEventListener("dragleave", (event) => dropping(event.relatedTarget !== null));
  addEventListener("drop", (event) => {
    dropping(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    void takeFile(app, file);
  });
  void load();
  if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(() => navigator.serviceWorker.register("./sw.js").catch(() => undefined), 1000));
}
