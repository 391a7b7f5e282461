import type { App } from "./app.js";
import { button, byId, fill, h } from "./dom.js";
import { findingIndex, worstFirst } from "./marks.js";
import { countMarks, type Judged, type Mark } from "./protocol.js";
import { isWaiting, type State } from "./state.js";
import { count, FIGURES, MEANINGS, reasonText, SHAPES, STATUSES, wayOutText } from "./words.js";

/** So many of what was not kept are quoted. */
const QUOTED = 3;

/** The decision in large, with what was not kept, reasons, ways out and the repair. */
export function renderVerdict(app: App, state: State): void {
  const { judged, pinned } = state;
  const box = byId("verdict");
  const waiting = judged === undefined || isWaiting(state);
  const word = waiting ? "" : judged.decision;
  box.className = word;
  const bar = byId("bar");
  bar.className = `to-verdict ${word}`;
  bar.textContent = word === "" ? "" : `${FIGURES[word]} ${word.toUpperCase()}`;
  if (waiting || word === "") {
    const marks = judged === undefined ? 0 : countMarks(judged);
    fill(box, marks, () => [h("p", { class: "word" }, "…"), h("p", { class: "meaning" }, marks === 0 ? "Waiting for both texts." : `${things(marks)} marked. Now give the summary.`)]);
    return;
  }
  const { decision, reasons, waysOut, repair, tokens } = judged;
  const before = undo[placeOf(state)];
  const marks = worstFirst(judged, 60);
  const lost = marks.filter((mark) => STATUSES[mark.status].group !== "kept" && judged.contract.required.includes(mark.class));
  const words = ({ message, start, end }: Mark) => state.about[message]?.text.slice(start, end) ?? "";
  const quotes = lost.slice(0, QUOTED).map((mark) => ({ index: mark.index, hue: mark.class as string, said: `${SHAPES[STATUSES[mark.status].group]} ${mark.status}`, words: words(mark) }));
  // Where nothing was lost, it is what the summary says by itself.
  if (lost.length === 0 && decision !== "certified") quotes.push(...judged.findings.slice(0, QUOTED).map(({ kind, text }, at) => ({ index: findingIndex(at), hue: "finding", said: `! ${kind}`, words: text })));
  fill(box, [decision, reasons, waysOut, repair?.tokens, tokens, pinned !== "", quotes], () => [
    h("p", { class: "word" }, h("span", { class: "figure", "aria-hidden": "true" }, FIGURES[decision]), decision.toUpperCase()),
    h(
      "div",
      { class: "reasons" },
      h("p", { class: "meaning" }, countMarks(judged) === 0 && decision === "certified" ? "Nothing was checked: the rules found nothing in the conversation that counts." : MEANINGS[decision]),
      h("p", { class: "quotes" }, ...(quotes.length === 0 ? [kept(judged, marks)] : ["Not kept: ", ...quotes.map((one) => quote(app, one)), lost.length > QUOTED && button(lost.length < 60 ? `${lost.length - QUOTED} more` : "many more", () => byId("elements").focus(), { class: "quoted", "data-key": "all" })])),
      h("ul", {}, ...reasons.map((reason) => h("li", {}, reasonText(reason), " "))),
    ),
    h(
      "div",
      { class: "ways" },
      repair !== undefined && button(`Repair: ${repair.decision} ${price(repair.tokens - tokens.summary)}`, () => mend(app), { class: "main", "data-key": "repair" }),
      repair !== undefined && repair.tokens >= tokens.source && h("small", {}, `It is no shorter than the conversation (${repair.tokens} of ${count(tokens.source, "token")}): keep that instead.`),
      pinned !== "" && before !== undefined && button("Take the repair back", () => unmend(app), { "data-key": "repair" }),
      waysOut.length > 0 && h("details", {}, h("summary", {}, "All ways out"), h("ol", {}, ...waysOut.map((way) => h("li", {}, wayOutText(way))))),
    ),
  ]);
}

const price = (more: number) => (more > 0 ? `for ${count(more, "token")} more` : "at no cost");

const things = (number: number) => (number === 1 ? "1 thing that counts is" : `${number} things that count are`);

function kept(judged: Judged, worst: readonly Mark[]): string {
  const all = countMarks(judged);
  const bad = worst.filter(({ status }) => STATUSES[status].group !== "kept").length;
  if (bad > 0) return "What was not kept is of a kind that is not needed.";
  if (all === 0) return "";
  // A later summary keeps what it was given, and what an earlier one lost is lost.
  return `${all === 1 ? "The" : "All"} ${things(all)} still there${judged.contract.ancestryCertified ? "" : "; what an earlier summary lost is not among them"}.`;
}

/** What was not kept, in its words; a click tells why. */
function quote(app: App, { index, hue, said, words }: { index: number; hue: string; said: string; words: string }): HTMLElement {
  return button(`${said}: “${words.length > 60 ? `${words.slice(0, 60)}…` : words}”`, () => app.update({ lit: index, held: true }), { class: `quoted ${hue}`, "data-key": `quote-${index}` });
}

/** Before the repair, by story and step. */
const undo: Record<string, { summary: string; pinned: string }> = {};
const placeOf = ({ story, link }: State) => story + link;

/** Takes the repair over: mended sentences into the summary, pins beside it. */
function mend(app: App): void {
  const { judged, summary, pinned } = app.state;
  if (judged?.repair === undefined) return;
  undo[placeOf(app.state)] = { summary, pinned };
  const { text, pins } = judged.repair;
  const mended = pins.text !== "" && text.endsWith(pins.text) ? text.slice(0, -pins.text.length).trimEnd() : text;
  app.update({ summary: mended, pinned: mended === text ? pinned : pins.text, lit: -1, held: false });
}

function unmend(app: App): void {
  const before = undo[placeOf(app.state)];
  if (before !== undefined) app.update({ ...before, lit: -1, held: false });
}
