import type { App } from "./app.js";
import { createCheckView } from "./check-view.js";
import { byId, h } from "./dom.js";
import { createCyclesView } from "./cycles-view.js";
import { createLineageView } from "./lineage-view.js";
import { ask, latest } from "./judge.js";
import { fromHash, toHash } from "./link.js";
import { worstFirst } from "./marks.js";
import { createMemoryView } from "./memory-view.js";
import { fresh, type State, type View, VIEWS } from "./state.js";
import { STATUSES } from "./words.js";

const TITLES: Record<View, string> = { check: "Check", lineage: "Lineage", cycles: "Cycles" };
/** More than this is not put into one field, but taken as a whole. */
const LARGE = 20_000;

const state: State = { ...fresh(""), judged: undefined, chain: undefined, cycleVerdicts: undefined, memory: undefined, cycle: -1, lit: -1, held: false, problem: "" };
const listeners: ((state: State) => void)[] = [];
let asked: unknown[] = [];
let planned = false;
/** Whether the problem shown is one of the check: then it goes when a check succeeds. */
let failing = false;
/** The story whose worst element was told. */
let shown: unknown;

const check = latest(
  "check",
  (judged) => {
    if (isBlank()) return;
    app.update(failing ? { judged, problem: "" } : { judged });
    if (asked.at(-1) !== shown) {
      // A case that was just opened: the worst of it is told unasked.
      shown = asked.at(-1);
      const [worst] = worstFirst(judged, 1);
      if (worst !== undefined && STATUSES[worst.status].group !== "kept") app.update({ lit: worst.index });
    }
    failing = false;
    told();
  },
  ({ message }) => {
    failing = true;
    app.update({ problem: message });
  },
);

const app: App = {
  state,
  update(change) {
    Object.assign(state, change);
    const { source, summary, pinned, parents, conditions, required, policy, declared, story } = state;
    const now = [source, summary, pinned, parents, conditions, required, policy, declared, story];
    if (now.some((one, index) => one !== asked[index])) {
      asked = now;
      if (isBlank()) {
        Object.assign(state, { judged: undefined, lit: -1, held: false });
        told();
      } else check({ source, summary, pinned, parents, conditions, contract: { required: declared.length > 0 ? [...required, "declared"] : required, declared }, policy });
    }
    if (!planned) {
      planned = true;
      queueMicrotask(render);
    }
  },
  listen: (listener) => void listeners.push(listener),
  pasted(text, side) {
    if (text.length > LARGE && side === "summary") app.update({ summary: text, pinned: "" });
    else if (side === "source" && (isEmpty(state.source) || text.length > LARGE || /^\s*[[{]/.test(text))) app.opened(text);
    else return false;
    return true;
  },
  opened(text) {
    if (state.view === "cycles") {
      ask("rows", text).then((rows) => app.update({ rows, run: "own", cycle: -1, problem: "" }), ({ message }) => app.update({ problem: message }));
      return;
    }
    ask("transcript", text).then(
      (source) => app.update({ source, parents: [], view: "check", lit: -1, held: false, problem: "" }),
      ({ message }) => app.update({ problem: message }),
    );
  },
};

/** Marks when the first verdict was painted. */
function told(): void {
  if (performance.getEntriesByName("verdict").length === 0) requestAnimationFrame(() => performance.mark("verdict"));
}

/** There is nothing to judge yet. */
const isBlank = () => state.summary === "" && state.pinned === "" && isEmpty(state.source);
const isEmpty = (source: State["source"]) => source.length === 1 && source[0]?.text === "";

function render(): void {
  planned = false;
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
function writeHash(): void {
  clearTimeout(later);
  later = setTimeout(async () => {
    written = await toHash(state);
    if (location.hash.slice(1) !== written) history.replaceState(null, "", `#${written}`);
  }, 300);
}

byId("tabs").append(
  ...VIEWS.map((view) =>
    h("button", { type: "button", role: "tab", id: `tab-${view}`, "aria-controls": view, click: () => app.update({ view }), keydown: turn }, TITLES[view]),
  ),
);
function turn(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const view = VIEWS[(VIEWS.indexOf(state.view) + by + VIEWS.length) % VIEWS.length] as View;
  app.update({ view });
  byId(`tab-${view}`).focus();
}

listeners.push(createCheckView(app), createLineageView(app), createCyclesView(app), createMemoryView(app));
const load = () => fromHash(location.hash).then((held) => app.update({ ...held, lit: -1, held: false, problem: "" }), () => app.update({ problem: "This link holds no case; here is the first example." }));
addEventListener("hashchange", () => {
  if (location.hash.slice(1) !== written) void load();
if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(() => navigator.serviceWorker.register("./sw.js").catch(() => undefined), 1000));
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  const [file] = event.dataTransfer?.files ?? [];
  if (file === undefined) return;
  event.preventDefault();
  void file.text().then(app.opened);
});
void load();
if ("serviceWorker" in navigator) addEventListener("load", () => setTimeout(() => navigator.serviceWorker.register("./sw.js").catch(() => undefined), 1000));
