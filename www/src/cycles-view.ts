import type { CycleVerdict, OnWatch } from "fidelity-floor/slim";
import type { App } from "./app.js";
import { type Chart, cycleAt, drawChart, type Sign, viewBox } from "./chart.js";
import { button, byId, fill, h, svg } from "./dom.js";
import { latestNew } from "./judge.js";
import { type Examples, recordedRun } from "./examples.js";
import { NAMES } from "./rows.js";
import { type CycleRow, runOf, type State } from "./state.js";
import { CYCLE_REASONS, SIGNALS } from "./words.js";

const percent = (value: number) => `${Math.round(value * 100)} %`;
const short = (value: number) => (Math.abs(value) >= 1000 ? `${+(value / 1000).toFixed(1)}k` : String(+value.toFixed(2)));

/** What is drawn: the numbers of the run, and of the verdicts the ratio. */
const CHARTS: { id: string; make(rows: readonly CycleRow[], verdicts: readonly CycleVerdict[], k: number): Chart }[] = [
  { id: "tokens", make: (rows) => ({ title: "Tokens left", values: rows.map((row) => row.tokensAfter), top: 1, show: short }) },
  { id: "coverage", make: (rows) => ({ title: "Questions still answered", values: rows.map((row) => row.coverageAfter), top: 1, show: percent }) },
  { id: "ratio", make: (_, verdicts, k) => ({ title: "Answers lost per tokens saved", values: verdicts.map(({ ratio }) => ratio), level: { value: k, name: `k = ${k}` }, top: k * 1.15, show: short }) },
  { id: "dedup", make: (rows) => ({ title: "Removed as duplicates", values: rows.map((row) => row.dedupRate), top: 1, show: percent }) },
];

export function createCyclesView(app: App): (state: State) => void {
  // A run that cannot be judged, from a link, is not shown over the charts of another.
  const judge = latestNew("cycles", (cycleVerdicts) => app.update({ cycleVerdicts }), ({ message }) => app.update({ rows: [], run: "reported", problem: message }));
  build(app);
  return (state) => {
    if (state.view !== "cycles") return;
    const run = runOf(state);
    const { examples } = state;
    if (run === undefined || examples === undefined) return;
    const { cycles, first, about } = run;
    const { k, attractorWindow, onWatch } = state;
    judge({ rows: cycles, k, attractorWindow, onWatch });
    const recorded = recordedRun(examples, run.id);
    fill(byId("runs"), [run.id, state.rows.length], () =>
      [
        ...examples.runs,
        ...examples.kinds.map(({ id, title }) => ({ id: `${id}-${recorded?.setting ?? 2}`, title, onWatch: "halt" as const })),
        { id: "memory", title: examples.memory.title, k: 2 },
        ...(state.rows.length > 0 ? [{ id: "own", title: "Your run" }] : []),
      ].map(({ id, title, k = 3, onWatch = "advise" }: { id: string; title: string; k?: number; onWatch?: OnWatch }) => button(title, () => app.update({ run: id, cycle: -1, k, onWatch, problem: "" }), { "data-key": id, "aria-pressed": String(id === run.id) })),
    );
    fill(byId("run-about"), [run.id, about], () => [about, recorded && settings(app, examples, recorded)]);
    byId<HTMLInputElement>("on-watch").checked = onWatch === "halt";
    byId("own-problem").textContent = state.problem;
    setSlider("k", k);
    setSlider("window", attractorWindow);
    const verdicts = state.cycleVerdicts;
    if (verdicts === undefined || verdicts.length !== cycles.length) return;
    show(state, cycles, verdicts, first);
  };
}

/** The settings that runs were recorded with, in words. */
function settings(app: App, { recorded, kinds }: Examples, { kind, setting }: { kind: string; setting: number }): HTMLElement {
  const names = recorded.filter((_, index) => index % kinds.length === 0).map(({ name }) => name.replace(/^.* seed (.*), budget (.*), threshold (.*), (.*) arrivals/, "notes no. $1, at most $2 of the first size, $4 new notes a cycle, duplicates from similarity $3"));
  const select: HTMLSelectElement = h("select", { "aria-label": "Settings of the recorded run", "data-key": "setting", change: () => app.update({ run: `${kind}-${select.value}`, cycle: -1 }) }, ...names.map((name, at) => h("option", { value: at, selected: at === setting }, name)));
  return select;
}

function build(app: App): void {
  const slider = (id: string, label: string, max: number, step: number, change: (value: number) => void) => {
    const input: HTMLInputElement = h("input", { type: "range", id, min: step, max, step, input: () => change(Number(input.value)) });
    return h("label", { class: "slider" }, h("span", {}, label, " ", h("output", { id: `${id}-value`, for: id })), input);
  };
  const text: HTMLTextAreaElement = h("textarea", { id: "own-rows", rows: 5, spellcheck: "false", placeholder: `${NAMES.join()}\n9000,8000,0.58,0.44,0.61` });
  const charts = h("div", { id: "charts", tabindex: 0, role: "group", "aria-label": "Curves; the arrow keys go through the cycles", "aria-describedby": "cycle-said", keydown: (event: KeyboardEvent) => step(app, event) });
  charts.append(...CHARTS.map(({ id }) => h("figure", {}, h("figcaption", { id: `title-${id}` }), svg("svg", { id: `chart-${id}`, viewBox, "aria-hidden": "true", pointermove: (event: PointerEvent) => point(app, event) }))));
  byId("cycles").append(
    h("p", { class: "intro" }, "An agent’s memory is compacted again and again: each cycle saves tokens, and may cost answers to known questions. The detector says when to stop."),
    h("div", { id: "runs", role: "group", "aria-label": "Runs" }),
    h("p", { id: "run-about" }),
    h("div", { id: "cycle-verdict", role: "status" }),
    h("div", { class: "sliders" }, slider("k", "Limit k: % of answers lost for each % of tokens saved:", 6, 0.1, (k) => app.update({ k })), slider("window", "Stuck: after so many cycles that save next to nothing:", 6, 1, (attractorWindow) => app.update({ attractorWindow })), h("label", { class: "switch" }, h("input", { type: "checkbox", id: "on-watch", change: (event: Event) => app.update({ onWatch: (event.target as HTMLInputElement).checked ? "halt" : "advise" }) }), " Halt on early signs too")),
    charts,
    h("p", { id: "cycle-said", role: "status" }),
    h("section", { id: "memory", "aria-label": "The memory", hidden: true }),
    h("details", { open: true }, h("summary", {}, "All cycles as a table"), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of the cycles" }, h("table", { id: "cycle-table" }))),
    h("details", { class: "own" }, h("summary", {}, "Your own run"), h("label", { for: "own-rows" }, "CSV with a header, or JSON Lines; or drop a file here."), text, button("Judge it", () => app.opened(text.value)), h("p", { id: "own-problem", class: "problem" })),
  );
}

function setSlider(id: string, value: number): void {
  byId<HTMLInputElement>(id).value = String(value);
  byId(`${id}-value`).textContent = String(value);
}

function show(state: State, rows: readonly CycleRow[], verdicts: readonly CycleVerdict[], first: number): void {
  const signs = verdicts.flatMap(({ verdict }, at): Sign[] => (verdict === "continue" ? [] : [{ at, verdict }]));
  const stop = signs.find(({ verdict }) => verdict === "halt") ?? signs[0];
  const word = stop?.verdict ?? "continue";
  const why = stop === undefined ? undefined : verdicts[stop.at]?.reason;
  const box = byId("cycle-verdict");
  box.className = word;
  fill(box, [word, stop?.at, why, first, rows.at(-1)], () => [
    h("p", { class: "word" }, h("span", { class: "figure", "aria-hidden": "true" }, SIGNALS[word].figure), word.toUpperCase()),
    h("p", { class: "meaning" }, stop === undefined ? `${SIGNALS.continue.meaning} At the end it answers ${percent(rows.at(-1)?.coverageAfter ?? 1)}.` : `Cycle ${first + stop.at}: ${why === undefined ? "" : CYCLE_REASONS[why]} ${SIGNALS[word].meaning}`),
  ]);
  for (const { id, make } of CHARTS) {
    const chart = make(rows, verdicts, state.k);
    byId(`title-${id}`).textContent = chart.title;
    fill(byId(`chart-${id}`), [chart, signs, first, state.cycle], () => drawChart(chart, first, signs, state.cycle));
  }
  const row = rows[state.cycle];
  const verdict = verdicts[state.cycle];
  byId("cycle-said").textContent = row === undefined || verdict === undefined ? "Point at a curve, or go through it with the arrow keys." : said(first + state.cycle, row, verdict);
  fill(byId("cycle-table"), [rows, verdicts], () => [
    h("thead", {}, h("tr", {}, ...["cycle", "verdict", "tokens", "answered", "duplicates", "ratio"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...rows.slice(0, 500).map((one, at) => tableRow(first + at, one, verdicts[at] as CycleVerdict))),
  ]);
}

const said = (cycle: number, row: CycleRow, { verdict, reason, saved, lost, ratio }: CycleVerdict): string =>
  `Cycle ${cycle}: ${row.tokensBefore} → ${row.tokensAfter} tokens (${percent(saved)} saved), answered ${percent(row.coverageBefore)} → ${percent(row.coverageAfter)} (${percent(lost)} lost), ${ratio === undefined ? "nothing saved, so no ratio" : `ratio ${ratio.toFixed(2)}`}: ${verdict}${reason === undefined ? "" : `, ${reason}`}.`;

function tableRow(cycle: number, row: CycleRow, { verdict, reason, ratio }: CycleVerdict): HTMLElement {
  const cells = [cycle, reason === undefined ? verdict : `${verdict}: ${reason}`, `${row.tokensBefore} → ${row.tokensAfter}`, `${percent(row.coverageBefore)} → ${percent(row.coverageAfter)}`, percent(row.dedupRate), ratio?.toFixed(2) ?? "–"];
  return h("tr", { class: verdict === "continue" ? "" : verdict }, ...cells.map((cell) => h("td", {}, String(cell))));
}

function point(app: App, event: PointerEvent): void {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  app.update({ cycle: cycleAt((event.clientX - box.left) / box.width, runOf(app.state)?.cycles.length ?? 0) });
}

function step(app: App, event: KeyboardEvent): void {
  const last = (runOf(app.state)?.cycles.length ?? 0) - 1;
  const { cycle } = app.state;
  const to = { ArrowRight: Math.min(cycle + 1, last), ArrowLeft: Math.max(cycle - 1, 0), Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  app.update({ cycle: to });
}
