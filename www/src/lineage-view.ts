import type { App } from "./app.js";
import type { JudgedLink, Link } from "./chain.js";
import chain from "./chain.json";
import { byId, fill, h, svg } from "./dom.js";
import { latest } from "./judge.js";
import type { State } from "./state.js";
import { FIGURES, HEADLINES, listed, reasonText } from "./words.js";

const LINKS = chain as unknown as Link[];
/** How far apart the lanes of the tree are. */
const LANE = 34;
/** A link without parents that is not the first begins a lane of its own. */
const laneOf = (index: number) => (index > 0 && LINKS[index]?.parents.length === 0 ? 1 : 0);

/** The chain of generations. */
export function createLineageView(app: App): (state: State) => void {
  const judge = latest("chain", (judged) => app.update({ chain: judged }), ({ message }) => app.update({ problem: message }));
  let asked = "";
  byId("lineage").append(
    h("p", { class: "intro" }, "Each summary replaces earlier ones and what was said since. ", h("b", {}, "Break one"), ": it drops a sentence. Every later step then copies faithfully what it was given, and still none of them certifies: a loss cannot be mended downstream."),
    h("p", { id: "chain-verdict", role: "status" }),
    h("div", { class: "tree" }, svg("svg", { id: "edges", width: LANE * 2, "aria-hidden": "true" }), h("ol", { id: "links" })),
    h("label", { class: "switch" }, h("input", { type: "checkbox", id: "strict-lineage", change: (event: Event) => app.update({ strictLineage: (event.target as HTMLInputElement).checked }) }), " The next step is strict"),
    h("button", { type: "button", click: () => app.update({ broken: [] }) }, "Mend all"),
  );
  addEventListener("resize", () => app.state.view === "lineage" && app.state.chain !== undefined && drawEdges(app.state.chain));
  return (state) => {
    if (state.view !== "lineage") return;
    const now = JSON.stringify([state.broken, state.strictLineage]);
    if (now !== asked) {
      asked = now;
      judge({ broken: state.broken, strict: state.strictLineage });
    }
    byId<HTMLInputElement>("strict-lineage").checked = state.strictLineage;
    const { chain: links } = state;
    if (links === undefined) return;
    const weak = weakest(links);
    byId("chain-verdict").textContent = summary(links, weak);
    fill(byId("links"), [links, state.broken], () => links.map((link, index) => row(app, link, index, weak.includes(index))));
    drawEdges(links);
  };
}

/** Where the chain broke: the steps that lost something by themselves, those first that certify least. */
function weakest(links: readonly JudgedLink[]): number[] {
  const broken = [...links.keys()].filter((index) => isOrigin(links[index] as JudgedLink));
  const least = Math.min(...broken.map((index) => links[index]?.report.contract.certified.length ?? 0));
  return broken.filter((index) => links[index]?.report.contract.certified.length === least);
}

const isOrigin = ({ report }: JudgedLink) => report.contract.required.some((name) => !report.certified.includes(name));

function summary(links: readonly JudgedLink[], weak: number[]): string {
  const lost = links.filter(({ report }) => report.decision !== "certified").length;
  const names = weak.map((index) => `“${LINKS[index]?.title}”`);
  return lost === 0 ? "All generations certify." : `${lost} of ${links.length} do not certify. Weakest link: ${listed(names)}.`;
}

function row(app: App, { report, source, summary, parents }: JudgedLink, index: number, weak: boolean): HTMLElement {
  const { title, breaks, adds } = LINKS[index] as Link;
  const { broken } = app.state;
  const isBroken = broken.includes(index);
  const { decision, contract, reasons } = report;
  const toggle = () => app.update({ broken: isBroken ? broken.filter((one) => one !== index) : [...broken, index].sort() });
  const open = () =>
    app.update({ view: "check", source, summary, pinned: "", parents, conditions: { consumerStrict: app.state.strictLineage, chainingRisk: true, sourceRecoverable: false, sideEffectCostExceedsRefusal: false }, lit: -1, held: false });
  const loses = adds[breaks] ?? LINKS.find((one) => one.adds[breaks] !== undefined)?.adds[breaks] ?? "";
  return h(
    "li",
    { class: `link ${decision}${contract.ancestryCertified ? "" : " poisoned"}`, },
    h("p", { class: "link-head" }, h("b", {}, title), h("small", {}, `generation ${contract.generation}`), h("span", { class: "decision" }, `${FIGURES[decision]} ${HEADLINES[decision].word.toLowerCase()}`), weak && h("span", { class: "weak" }, "▲ weakest link")),
    h("p", { class: "link-why" }, decision === "certified" ? `${contract.certified.length} classes certified, ancestry certified.` : reasonText(reasons.find(({ kind }) => kind === "ancestry-uncertified") ?? (reasons[0] as JudgedLink["report"]["reasons"][number]))),
    h("p", { class: "link-do" }, h("button", { type: "button", "data-key": `break-${index}`, "aria-pressed": String(isBroken), title: loses, click: toggle }, isBroken ? "Mend it" : "Break it"), h("button", { type: "button", "data-key": `open-${index}`, click: open }, "Look at its texts"), h("small", { class: "loses" }, `${isBroken ? "lost" : "would lose"}: ${loses}`)),
    h("p", { class: "link-text" }, "Its summary: ", summary, isBroken && " ", isBroken && h("del", {}, loses)),
  );
}

/** The tree beside the rows, wherever they stand. */
function drawEdges(links: readonly JudgedLink[]): void {
  const rows = [...byId("links").children] as HTMLElement[];
  const tops = rows.map((one) => one.offsetTop - (rows[0]?.offsetTop ?? 0));
  const height = byId("links").offsetHeight;
  byId("edges").setAttribute("height", String(height));
  fill(byId("edges"), [links, tops, height], () => edges(links, tops));
}

function edges(links: readonly JudgedLink[], tops: readonly number[]): SVGElement[] {
  const x = (index: number) => 12 + laneOf(index) * LANE;
  const y = (index: number) => 26 + (tops[index] ?? 0);
  const lines = links.flatMap((link, index) =>
    (LINKS[index] as Link).parents.map((parent, at) => {
      const poisoned = link.parents[at] !== undefined && links[parent]?.report.decision !== "certified";
      const bend = `M${x(parent)} ${y(parent)} C${x(parent)} ${y(index) - 66} ${x(index)} ${y(index) - 66} ${x(index)} ${y(index)}`;
      return svg("path", { d: bend, class: `edge g${link.report.contract.generation}${poisoned ? " poisoned" : ""}`, pathLength: 1 });
    }),
  );
  const knots = links.map(({ report }, index) => {
    const group = svg("g", { class: `knot ${report.decision} g${report.contract.generation}`, transform: `translate(${x(index)} ${y(index)})` });
    group.append(report.decision === "certified" ? svg("circle", { r: 8 }) : svg("path", { d: isOrigin(links[index] as JudgedLink) ? "M0 -10 L10 8 L-10 8 Z" : "M-7 -7 L7 7 M7 -7 L-7 7" }));
    return group;
  });
  return [...lines, ...knots];
}
