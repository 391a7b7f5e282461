import type { App } from "./app.js";
import type { JudgedLink } from "./chain.js";
import { button, byId, fill, h, svg } from "./dom.js";
import { latestNew } from "./judge.js";
import { type Link, lossOf } from "./links.js";
import { fresh, OWN, shown, type State } from "./state.js";
import { FIGURES, listed, reasonText } from "./words.js";

/** How far apart the lanes of the tree are. */
const LANE = 34;
/** A link without parents that is not the first begins a lane of its own. */
const laneOf = (links: readonly Link[], index: number) => (index > 0 && links[index]?.parents.length === 0 ? 1 : 0);

/** The chain of generations. */
export function createLineageView(app: App): (state: State) => void {
  const judge = latestNew("chain", (chain) => app.update({ chain }), app.failed);
  byId("lineage").append(
    h("p", { class: "intro" }, "A long task is summarised again and again: each summary replaces the one before it and what was said since. ", h("b", {}, "Break one"), ", and it drops a sentence. The later ones keep all that they were given, and still none can be trusted."),
    h("p", { id: "chain-verdict", role: "status" }),
    h("div", { class: "tree" }, svg("svg", { id: "edges", width: LANE * 2, "aria-hidden": "true" }), h("ol", { id: "links" })),
    button("Mend all", () => app.update({ broken: [] })),
  );
  addEventListener("resize", () => app.state.view === "lineage" && app.state.chain !== undefined && drawEdges(app.state, app.state.chain));
  return (state) => {
    if (state.view !== "lineage") return;
    const { broken, examples } = state;
    if (examples !== undefined) judge({ links: examples.chain, broken });
    const { chain: links } = state;
    if (links === undefined || examples === undefined) return;
    const weak = weakest(links);
    byId("chain-verdict").textContent = summary(links, weak.map((index) => examples.chain[index]?.title));
    fill(byId("links"), [links, broken], () => links.map((link, index) => row(app, examples.chain, link, index, weak.includes(index))));
    drawEdges(state, links);
  };
}

/** Where the chain broke: the steps that lost something by themselves, those first that certify least. */
function weakest(links: readonly JudgedLink[]): number[] {
  const broken = [...links.keys()].filter((index) => isOrigin(links[index] as JudgedLink));
  const least = Math.min(...broken.map((index) => links[index]?.report.contract.certified.length ?? 0));
  return broken.filter((index) => links[index]?.report.contract.certified.length === least);
}

const isOrigin = ({ report }: JudgedLink) => report.contract.required.some((name) => !report.certified.includes(name));

function summary(links: readonly JudgedLink[], weak: (string | undefined)[]): string {
  const lost = links.filter(({ report }) => report.decision !== "certified").length;
  return lost === 0 ? `All ${links.length} summaries are certified.` : `${lost} of ${links.length} are not certified. Weakest link: ${listed(weak.map((title) => `“${title}”`))}.`;
}

function row(app: App, chain: readonly Link[], { report, source, summary, parents }: JudgedLink, index: number, weak: boolean): HTMLElement {
  const { title } = chain[index] as Link;
  const { broken } = app.state;
  const isBroken = broken.includes(index);
  const { decision, contract, reasons } = report;
  const toggle = () => app.update({ broken: isBroken ? broken.filter((one) => one !== index) : [...broken, index].sort() });
  const open = () => app.update({ ...shown(OWN, false), source, summary, parents, link: index, conditions: { ...fresh(OWN).conditions, chainingRisk: true } });
  const loses = lossOf(chain, index);
  const gone = !isBroken && !summary.includes(loses);
  return h(
    "li",
    { class: `link ${decision}${contract.ancestryCertified ? "" : " poisoned"}`, },
    h("p", { class: "link-head" }, h("b", {}, title), h("small", {}, `generation ${contract.generation}`), h("span", { class: "decision" }, `${FIGURES[decision]} ${decision}`), weak && h("span", { class: "weak" }, "▲ weakest link")),
    h("p", { class: "link-why" }, decision === "certified" ? "Kept all that counts, and so did every summary before it." : reasonText(reasons.find(({ kind }) => kind === "ancestry-uncertified") ?? (reasons[0] as JudgedLink["report"]["reasons"][number]))),
    h("p", { class: "link-do" }, button(isBroken ? "Mend it" : "Break it", toggle, { "data-key": `break-${index}`, "aria-pressed": String(isBroken), disabled: gone }), button("See its texts", open, { "data-key": `open-${index}` }), h("small", { class: "loses" }, `${isBroken ? "lost" : gone ? "lost before" : "would lose"}: ${loses}`)),
    h("p", { class: "link-text" }, "Its summary: ", summary, isBroken && " ", isBroken && h("del", {}, loses)),
  );
}

/** The tree beside the rows, wherever they stand. */
function drawEdges({ examples }: State, links: readonly JudgedLink[]): void {
  const rows = [...byId("links").children] as HTMLElement[];
  const tops = rows.map((one) => one.offsetTop - (rows[0]?.offsetTop ?? 0));
  const height = byId("links").offsetHeight;
  byId("edges").setAttribute("height", String(height));
  fill(byId("edges"), [links, tops, height], () => edges(examples?.chain ?? [], links, tops));
}

function edges(chain: readonly Link[], links: readonly JudgedLink[], tops: readonly number[]): SVGElement[] {
  const x = (index: number) => 12 + laneOf(chain, index) * LANE;
  const y = (index: number) => 26 + (tops[index] ?? 0);
  const lines = links.flatMap((link, index) =>
    (chain[index] as Link).parents.map((parent, at) => {
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
