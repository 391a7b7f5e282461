import type { Class, Conditions, Explanation, Message } from "fidelity-floor/slim";
import type { App } from "./app.js";
import { button, byId, fill, h } from "./dom.js";
import { createEditor, type Editor } from "./editor.js";
import { elementList } from "./elements.js";
import { FIRST, FIRST_LIT, FIRST_WHY } from "./first.js";
import { ask } from "./judge.js";
import { findingIndex, marksOf, type Side } from "./marks.js";
import { type Judged, markAt } from "./protocol.js";
import { before, lossOf } from "./links.js";
import { CLASSES, isWaiting, OWN, shown, type State, STORIES } from "./state.js";
import { openFile, tools } from "./tools.js";
import { renderVerdict } from "./verdict.js";
import { CLASS_WORDS, CONDITION_WORDS, FINDINGS, SHAPES, STATUSES, stepText } from "./words.js";

const SIDES: readonly Side[] = ["source", "summary", "pinned"];

/** The contract check: builds its section once and gives what brings it up to date. */
export function createCheckView(app: App): (state: State) => void {
  const section = byId("check");
  section.append(
    h("div", { id: "stories", role: "group", "aria-label": "Examples" }),
    h("p", { id: "about" }),
    h("div", { id: "verdict", tabindex: -1, role: "status" }),
    h("a", { id: "bar", class: "to-verdict", href: "#verdict", hidden: true }),
    legend(),
    h(
      "div",
      { class: "desk" },
      pane(
        "source",
        "The conversation",
        "the source, to be dropped",
        button("Add a message", () => app.update({ source: [...app.state.source, { role: app.state.source.at(-1)?.role === "user" ? "assistant" : "user", text: "" }] }), { class: "small" }),
        openFile(app),
      ),
      h(
        "div",
        { class: "column" },
        pane("summary", "The summary", "what replaces it"),
        h("div", { id: "pinned-box", hidden: true }, pane("pinned", "Pins", "word for word from the source; they travel with the summary")),
        switches(app),
      ),
      h(
        "div",
        { class: "column" },
        h("aside", { id: "why", "aria-label": "Why" }),
        h("div", {}, h("h2", {}, "What was said that counts"), elementList(app)),
      ),
    ),
    tools(app),
  );
  new IntersectionObserver(([verdict]) => (byId("bar").hidden = verdict?.isIntersecting !== false)).observe(byId("verdict"));

  const pointed = (indexes: number[], hold: boolean) => {
    if (!hold && app.state.held) return;
    const index = indexes[0] ?? -1;
    pointedAt = index;
    if (index !== app.state.lit || hold) app.update({ lit: index, held: hold && index !== -1 });
  };
  const editors: Record<Side, Editor> = {
    source: createEditor(byId("source"), { label: "Conversation", hint: "Paste a conversation here.", speakers: true, pointed, pasted: (text) => app.pasted(text, "source"), edited: (source) => app.update({ source }) }),
    summary: createEditor(byId("summary"), { label: "Summary", hint: "Paste its summary here.", speakers: false, pointed, pasted: (text) => app.pasted(text, "summary"), edited: ([one]) => app.update({ summary: one?.text ?? "" }) }),
    pinned: createEditor(byId("pinned"), { label: "Pins", hint: "", speakers: false, pointed, pasted: () => false, edited: ([one]) => app.update({ pinned: one?.text ?? "" }) }),
  };
  const single = one();
  const singlePinned = one();
  let painted: Judged | undefined;
  let lit = -1;

  return (state) => {
    fill(byId("stories"), [state.story], () =>
      [...STORIES, { id: OWN, title: "Your own texts" }].map(({ id, title }) => button(title, () => app.update(shown(id, id === OWN || id !== app.state.story)), { "data-key": id, "aria-pressed": String(id === state.story) })),
    );
    about(app, state);
    section.classList.toggle("waiting", isWaiting(state));
    editors.source.show(state.source);
    editors.summary.show(single(state.summary));
    editors.pinned.show(singlePinned(state.pinned));
    byId("pinned-box").hidden = state.pinned === "";
    for (const input of section.querySelectorAll<HTMLInputElement>(".switches input")) input.checked = isOn(state, input.name);
    const field = byId<HTMLInputElement>("declared");
    if (document.activeElement !== field) field.value = state.declared.join(", ");
    const { judged } = state;
    byId("nowhere").textContent = judged?.nowhere.map((one) => `“${one}” stands nowhere in the conversation, so it requires nothing; is it spelt as there?`).join(" ") ?? "";
    if (judged !== undefined && judged !== painted) {
      painted = judged;
      for (const side of SIDES) editors[side].paint(marksOf(judged, side));
      byId("source-tokens").textContent = `${judged.tokens.source} tokens`;
      byId("summary-tokens").textContent = `${judged.tokens.summary} tokens${state.pinned === "" ? "" : " with pins"}`;
      lit = NaN;
    }
    if (judged === undefined && painted !== undefined) {
      painted = undefined;
      lit = NaN;
      for (const side of SIDES) editors[side].paint(() => []);
      for (const side of ["source", "summary"]) byId(`${side}-tokens`).textContent = "";
    }
    renderVerdict(app, state);
    for (const editor of Object.values(editors)) editor.light(state.lit);
    if (state.lit !== lit) {
      lit = state.lit;
      void why(app, editors);
    }
    byId("why").classList.toggle("held", state.held);
  };
}

/** What the story tells, and what to try with it; for a step of the chain, what was lost before it. */
function about(app: App, { story, summary, link, broken, examples }: State): void {
  const known = STORIES.find(({ id }) => id === story);
  const step = examples?.chain[link];
  fill(byId("about"), [story, summary, link, broken, step?.title], () => {
    if (examples !== undefined && step !== undefined) {
      const lost = before(examples.chain, link).filter((one) => broken.includes(one)).map((one) => ` “${lossOf(examples.chain, one)}” was lost before it.`);
      return [`“${step.title}”, a step of the chain.`, ...lost, " ", button("Back to the chain", () => app.update({ view: "lineage" }), { class: "small" })];
    }
    const { experiment } = known ?? {};
    const tried = experiment !== undefined && !summary.includes(experiment.from) && summary.includes(experiment.to);
    const [from, to] = experiment === undefined ? ["", ""] : tried ? [experiment.to, experiment.from] : [experiment.from, experiment.to];
    return [
      known?.about ?? "Paste a conversation and its summary, or drop a file. Both are checked while you type.",
      " ",
      from !== "" && summary.includes(from) && button((tried ? experiment?.undo : experiment?.do) ?? "", () => app.update({ summary: summary.replace(from, () => to), lit: -1, held: false }), { class: "small", "data-key": "try" }),
    ];
  });
}

function pane(id: string, title: string, hint: string, ...more: HTMLElement[]): HTMLElement {
  return h(
    "div",
    { class: "pane-box" },
    h("h2", {}, title, " ", h("small", {}, hint), h("small", { id: `${id}-tokens`, class: "tokens" })),
    h("div", { id, class: "pane" }),
    ...more,
  );
}

/** One message for a text; the same one for the same text, so that the editor knows what it has itself. */
function one(): (text: string) => Message[] {
  let last: Message[] = [];
  return (text) => (last.length === 1 && last[0]?.text === text ? last : (last = [{ role: "user", text }]));
}

const isOn = (state: State, name: string): boolean =>
  name === "policy" ? state.policy === "all" : name in state.conditions ? state.conditions[name as keyof Conditions] : state.required.includes(name as Class);

/** What the shapes, letters, lines and colours mean. */
function legend(): HTMLElement {
  const groups = Object.keys(SHAPES) as (keyof typeof SHAPES)[];
  const of = (group: string) => Object.entries(STATUSES).filter(([, one]) => one.group === group);
  const list = h(
    "ul",
    { class: "legend" },
    ...groups.map((group) => h("li", {}, h("b", { class: `sample s-${group}` }, `${SHAPES[group]} ${group}`), " ", of(group).map(([name, { letter }]) => (name === group ? letter : `${letter} ${name}`)).join(", "))),
    h("li", {}, "colour: ", ...CLASSES.slice(0, 5).flatMap((name) => [h("b", { class: `hue ${name}` }, name), " "]), "(two lines: part of two)"),
  );
  // A small page has the texts first.
  return h("details", { class: "key", open: innerWidth >= 700 }, h("summary", {}, "What the marks mean"), list);
}

function switches(app: App): HTMLElement {
  const box = (name: string, label: string, meaning: string, change: (on: boolean) => void, hue = "") => {
    const input: HTMLInputElement = h("input", { type: "checkbox", name, change: () => change(input.checked) });
    return h("label", { class: hue }, input, h("span", {}, label, " ", h("small", {}, meaning)));
  };
  const conditions = (Object.keys(CONDITION_WORDS) as (keyof Conditions)[]).map((key) =>
    box(key, CONDITION_WORDS[key].name, CONDITION_WORDS[key].meaning, (on) => app.update({ conditions: { ...app.state.conditions, [key]: on } })),
  );
  const classes = CLASSES.slice(0, 5).map((name) =>
    box(name, name, CLASS_WORDS[name], (on) => app.update({ required: CLASSES.filter((one) => (one === name ? on : app.state.required.includes(one))) }), `hue ${name}`),
  );
  const policy = box("policy", "Refuse only if all three above hold", "policy “all”", (on) => app.update({ policy: on ? "all" : "any" }));
  return h(
    "div",
    { class: "switches" },
    h("fieldset", {}, h("legend", {}, "What holds for the next step"), ...conditions.slice(0, 3), policy, ...conditions.slice(3)),
    h("fieldset", {}, h("legend", {}, "What it needs kept"), h("div", { class: "classes" }, ...classes), declaredField(app), h("small", { id: "nowhere", role: "status" })),
  );
}

function declaredField(app: App): HTMLElement {
  const input: HTMLInputElement = h("input", {
    id: "declared",
    autocomplete: "off",
    spellcheck: "false",
    input: () => app.update({ declared: [...new Set(input.value.split(",").map((one) => one.trim()))].filter((one) => one !== "") }),
  });
  return h("label", { class: "declared-field" }, h("span", {}, "and these strings ", h("small", {}, "with commas between")), input);
}

/** The report that the panel is about. */
let told: Judged | undefined;
/** What the pointer or the caret is at. */
let pointedAt = -1;

/** Tells how the element in the light came by its status. */
async function why(app: App, editors: Record<Side, Editor>): Promise<void> {
  const { judged, lit, held } = app.state;
  const panel = byId("why");
  if (judged === undefined || lit === -1) {
    // What was told stays when the pointer leaves, and goes with the report that it was about.
    if (told !== judged) fill(panel, "", () => []);
    return;
  }
  told = judged;
  const finding = lit < -1 ? judged.findings[findingIndex(lit)] : undefined;
  if (finding !== undefined) {
    fill(panel, finding, () => [h("h2", {}, "Why"), h("p", { class: "chip finding" }, `! ${finding.kind}`), h("p", {}, `“${finding.text}”: ${FINDINGS[finding.kind]}.`), close(app)]);
    return;
  }
  const mark = markAt(judged, lit);
  if (mark === undefined) return;
  // Who types is not carried away, but who points is shown the twin.
  if (document.activeElement?.tagName !== "TEXTAREA" || (!held && lit === pointedAt)) {
    const { part } = mark;
    requestAnimationFrame(() => {
      editors.source.reveal(mark.message, mark.start);
      if (part === "summary" || part === "pinned") editors[part].reveal(0, mark.evidenceStart);
    });
  }
  if (judged === FIRST && lit === FIRST_LIT) fill(panel, FIRST_WHY, () => [...explained(FIRST_WHY), close(app)]);
  // Until a long text is explained, nothing is told of another.
  const slow = setTimeout(() => judged !== FIRST && fill(panel, "", () => []), 150);
  const explanation = await ask("explain", lit).catch(() => undefined);
  clearTimeout(slow);
  if (explanation !== undefined && app.state.judged === judged && app.state.lit === lit) fill(panel, explanation, () => [...explained(explanation), close(app)]);
}

/** On a narrow page the panel lies over the texts. */
const close = (app: App) => button("✕", () => app.update({ lit: -1, held: false }), { class: "close", "aria-label": "Close" });

function explained({ element, sentence, steps }: Explanation): HTMLElement[] {
  const status = element.status ?? "unverified";
  const { letter, group, meaning } = STATUSES[status];
  return [
    h("h2", {}, "Why"),
    h("p", { class: "quote" }, `“${element.text}”`),
    h("p", {}, h("span", { class: `chip ${element.class}` }, element.class), " ", h("span", { class: `chip s-${group}` }, `${SHAPES[group]} ${letter} ${status}`), ` ${meaning}`),
    h("p", {}, sentence),
    h("details", {}, h("summary", {}, "Steps"), h("ol", {}, ...steps.map((step) => h("li", {}, h("b", {}, step.kind), ` ${stepText(step).text}`)))),
  ];
}
