import type { App } from "./app.js";
import { byId, fill, h } from "./dom.js";
import type { State } from "./state.js";
import { count, FIGURES, HEADLINES, MEANINGS, reasonText, wayOutText } from "./words.js";

/** The decision in large, with reasons, ways out and the repair. */
export function renderVerdict(app: App, state: State): void {
  const { judged, pinned } = state;
  const box = byId("verdict");
  if (judged === undefined) {
    box.className = "";
    fill(box, "none", () => [h("p", { class: "word" }, "…"), h("p", { class: "meaning" }, "Waiting for both texts.")]);
    return;
  }
  const { decision, reasons, waysOut, repair } = judged;
  const before = undo.get(app);
  box.className = decision;
  fill(box, [decision, reasons, waysOut, repair?.tokens, repair?.decision, pinned !== ""], () => [
    h("p", { class: "word" }, h("span", { class: "figure", "aria-hidden": "true" }, FIGURES[decision]), HEADLINES[decision].word),
    h("div", { class: "reasons" }, h("p", { class: "meaning" }, MEANINGS[decision]), h("ul", {}, ...reasons.map((reason) => h("li", {}, reasonText(reason))))),
    h(
      "div",
      { class: "ways" },
      repair !== undefined &&
        h("button", { type: "button", class: "main", "data-key": "repair", click: () => mend(app) }, `Repair: ${repair.decision} with ${count(repair.pins.tokens, "token")} of pins`),
      pinned !== "" && before !== undefined && h("button", { type: "button", "data-key": "repair", click: () => unmend(app) }, "Take the repair back"),
      waysOut.length > 0 && h("details", {}, h("summary", {}, "Ways out"), h("ol", {}, ...waysOut.map((way) => h("li", {}, wayOutText(way))))),
    ),
  ]);
}

const undo = new WeakMap<App, { summary: string; pinned: string }>();

/** Takes the repair over: mended sentences into the summary, pins beside it. */
function mend(app: App): void {
  const { judged, summary, pinned } = app.state;
  if (judged?.repair === undefined) return;
  undo.set(app, { summary, pinned });
  const { text, pins } = judged.repair;
  const mended = pins.text !== "" && text.endsWith(pins.text) ? text.slice(0, -pins.text.length).trimEnd() : text;
  app.update({ summary: mended, pinned: mended === text ? pinned : pins.text, lit: -1, held: false });
}

function unmend(app: App): void {
  const before = undo.get(app);
  if (before !== undefined) app.update({ ...before, lit: -1, held: false });
}
