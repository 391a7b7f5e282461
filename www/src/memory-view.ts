// Under the curves: what a small memory lost, where it lost it, and what brings it back.
import type { Loss, Trace } from "fidelity-floor/slim";
import type { App } from "./app.js";
import { button, byId, fill, h } from "./dom.js";
import { type JudgedMemory, memoryOf } from "./examples.js";
import type { State } from "./state.js";
import { count } from "./words.js";

/** Builds the panel, hidden unless the run of the memory is shown. */
export function createMemoryView(app: App): (state: State) => void {
  return (state) => {
    const panel = byId("memory");
    panel.hidden = state.run !== "memory";
    const { examples, expanded } = state;
    if (panel.hidden || examples === undefined) return;
    fill(panel, expanded, () => parts(app, memoryOf(examples, expanded)));
  };
}

function parts(app: App, memory: JudgedMemory): HTMLElement[] {
  const { expanded } = app.state;
  const { traces, plan, texts, coverage, tokens } = memory;
  const answered = traces.filter((trace) => trace.answered).length;
  return [
    h("h2", {}, "What it can still answer ", h("small", {}, `${answered} of ${traces.length} questions (${Math.round(coverage * 100)} %), ${count(tokens, "token")}`)),
    h("ul", { class: "probes" }, ...traces.map((trace) => probe(trace, texts))),
    h(
      "p",
      {},
      button(expanded ? "Undo the expansion" : `Expand again: ${count(plan.regained.length, "answer")} for ${count(plan.tokens, "token")}`, () => app.update({ expanded: !expanded, cycle: -1 }), { class: expanded ? "" : "main", "data-key": "expand" }),
    ),
    h("ol", { class: "plan", "aria-label": "The plan" }, ...plan.steps.map((step) => h("li", {}, `${step.id}: ${step.kind}, ${step.tokens} tokens more; answers again: ${step.probes.join(" ")}`))),
  ];
}

function probe({ probe, answered, losses }: Trace, texts: JudgedMemory["texts"]): HTMLElement {
  return h(
    "li",
    { class: answered ? "answered" : "lost" },
    h("span", { class: "shape", "aria-hidden": "true" }, answered ? "●" : "✕"),
    h("span", {}, h("b", {}, probe), " ", answered ? "answered" : "lost", ...losses.map((loss) => h("small", {}, ` ${where(loss, texts)}`))),
  );
}

function where(loss: Loss, texts: JudgedMemory["texts"]): string {
  const said = (id: string) => `${id}, “${texts[id] ?? ""}”`;
  if (loss.kind === "unfounded") return `“${loss.answer}” was never there.`;
  const into = "into" in loss ? ` into ${said(loss.into)}` : "";
  return `In cycle ${loss.cycle}, ${said(loss.entry)}, was ${loss.kind}${into}, without “${loss.answer}”.`;
}
