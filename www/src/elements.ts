// The elements as a list: the way through them without a pointer.
import type { App } from "./app.js";
import { h } from "./dom.js";
import { worstFirst } from "./marks.js";
import { countMarks, type Judged, type Mark } from "./protocol.js";
import { SHAPES, STATUSES } from "./words.js";

const SHOWN = 60;

/** A list box: arrow keys go through it, and what is chosen is lit. */
export function elementList(app: App): HTMLElement {
  const list = h("div", { id: "elements", role: "listbox", tabindex: 0, "aria-label": "Elements, the lost ones first", keydown: (event: KeyboardEvent) => move(event) });
  const more = h("p", { class: "more" });
  let shown: Judged | undefined;
  let marks: Mark[] = [];

  const choose = (at: number) => {
    const mark = marks[at];
    if (mark !== undefined) app.update({ lit: mark.index, held: true });
  };
  function move(event: KeyboardEvent): void {
    const at = marks.findIndex(({ index }) => index === app.state.lit);
    const last = marks.length - 1;
    const to = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last, Escape: -2 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to === -2) app.update({ lit: -1, held: false });
    else choose(to);
  }

  app.listen((state) => {
    const { judged } = state;
    if (judged !== shown) {
      shown = judged;
      marks = judged === undefined ? [] : worstFirst(judged, SHOWN);
      list.replaceChildren(...marks.map((mark, at) => option(mark, wordsOf(mark), () => choose(at))));
      const rest = judged === undefined ? 0 : countMarks(judged) - marks.length;
      more.textContent = rest > 0 ? `and ${rest} more, marked in the texts` : marks.length === 0 ? "Nothing that counts was said yet." : "";
    }
    for (const one of list.children) {
      const on = one.id === `element-${state.lit}`;
      if ((one.getAttribute("aria-selected") === "true") === on) continue;
      one.setAttribute("aria-selected", String(on));
      if (on) requestAnimationFrame(() => show(one as HTMLElement));
    }
    const active = `element-${state.lit}`;
    if (document.getElementById(active) === null) list.removeAttribute("aria-activedescendant");
    else list.setAttribute("aria-activedescendant", active);
  });
  /** Scrolls the list, and never the page. */
  function show({ offsetTop, offsetHeight }: HTMLElement): void {
    const low = offsetTop + offsetHeight - list.clientHeight;
    list.scrollTop = Math.min(Math.max(list.scrollTop, low), offsetTop);
  }
  const wordsOf = ({ message, start, end }: Mark) => app.state.about[message]?.text.slice(start, end) ?? "";
  return h("div", {}, list, more);
}

function option(mark: Mark, words: string, choose: () => void): HTMLElement {
  const { letter, group } = STATUSES[mark.status];
  return h(
    "div",
    { role: "option", id: `element-${mark.index}`, class: `element ${mark.class}`, "aria-selected": "false", click: choose },
    h("span", { class: `shape s-${group}`, "aria-hidden": "true" }, `${SHAPES[group]}${letter}`),
    h("span", { class: "words" }, words.length > 160 ? `${words.slice(0, 160)}…` : words),
    h("span", { class: "kind" }, `${mark.class}, ${mark.status}`),
  );
}
