// A pane of texts: each block a text field over a layer that has its marks. Pages out of sight are empty boxes of their height.
import type { Message, Role } from "fidelity-floor/slim";
import { type Block, linesOf, moved, segments, type Span, toPages } from "./blocks.js";
import { button, h } from "./dom.js";
import type { Marks } from "./marks.js";

interface Options {
  /** Its name for people who do not see it. */
  label: string;
  /** What an empty field asks for. */
  hint: string;
  /** Messages have speakers; a summary has none. */
  speakers: boolean;
  edited(messages: Message[]): void;
  /** Text pasted or dropped that is too much for one field, or a transcript; `true` if it was taken. */
  pasted(text: string): boolean;
  /** The elements under the pointer or the caret, the shortest first. */
  pointed(indexes: number[], hold: boolean): void;
}

export interface Editor {
  /** Shows messages; those that the editor gave itself change nothing. */
  show(messages: readonly Message[]): void;
  /** Shows marks, by message. */
  paint(marks: Marks): void;
  /** Lights the elements up. */
  light(index: number): void;
  /** Brings a place into sight. */
  reveal(message: number, start: number): void;
}

interface Page {
  blocks: Block[];
  box: HTMLElement;
  shown: boolean;
}

const ROLES: Role[] = ["user", "assistant", "system", "tool"];

export function createEditor(pane: HTMLElement, options: Options): Editor {
  let messages: readonly Message[] = [];
  let pages: Page[] = [];
  let marks: Marks = () => [];
  /** What was edited since the marks came: they are moved along until new ones come. */
  let edits: { message: number; start: number; before: string; after: string }[] = [];
  let lit = -1;
  const pageOf = new WeakMap<Element, Page>();
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const page = pageOf.get(target);
        if (page === undefined) continue;
        if (isIntersecting) {
          if (coming.size === 0) requestAnimationFrame(next);
          coming.add(page);
        } else {
          coming.delete(page);
          unmount(page, boundingClientRect.height);
        }
      }
    },
    { root: pane, rootMargin: "300px" },
  );
  /** Pages that came into sight: one a frame is drawn. */
  const coming = new Set<Page>();
  function next(): void {
    const [page] = coming;
    if (page === undefined) return;
    coming.delete(page);
    mount(page);
    if (coming.size > 0) requestAnimationFrame(next);
  }

  function mount(page: Page): void {
    if (page.shown) return;
    page.shown = true;
    page.box.replaceChildren(...page.blocks.map((block) => field(page, block)));
    page.box.style.height = "";
  }

  function unmount(page: Page, height: number): void {
    if (!page.shown || page.box.contains(document.activeElement)) return;
    page.box.style.height = `${height}px`;
    page.box.replaceChildren();
    page.shown = false;
  }

  function field(page: Page, block: Block): HTMLElement {
    const layer = h("div", { class: "layer", "aria-hidden": "true" });
    const name = options.speakers ? `${options.label}, message ${block.message + 1}` : options.label;
    const area: HTMLTextAreaElement = h("textarea", {
      rows: 1,
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": name,
      placeholder: block.text === "" ? options.hint : "",
      keydown: (event: KeyboardEvent) => backspace(event, block.message),
      input: () => edit(page, block, area, layer),
      keyup: () => atCaret(block, area),
      click: () => atCaret(block, area),
    });
    area.value = block.text;
    draw(block, layer);
    const first = block.start === 0 && options.speakers;
    return h("div", { class: "block" }, first && speaker(block.message), h("div", { class: "field" }, layer, area));
  }

  function speaker(index: number): HTMLElement {
    const role = messages[index]?.role ?? "user";
    const select: HTMLSelectElement = h(
      "select",
      {
        class: "speaker",
        "aria-label": `Speaker of message ${index + 1}`,
        change: () => change(messages.map((message, at) => (at === index ? { ...message, role: select.value as Role } : message))),
      },
      ...ROLES.map((one) => h("option", { value: one, selected: one === role }, one)),
    );
    return h("div", { class: "said-by" }, h("span", { "aria-hidden": "true" }, String(index + 1)), select, messages.length > 1 && button("×", () => remove(index), { class: "remove", "aria-label": `Remove message ${index + 1}` }));
  }

  /** Backspace in an empty message takes it away. */
  function backspace(event: KeyboardEvent, index: number): void {
    if (event.key !== "Backspace" || !options.speakers || messages.length < 2 || messages[index]?.text !== "") return;
    event.preventDefault();
    remove(index);
  }

  function remove(index: number): void {
    editor.show(messages.filter((_, at) => at !== index));
    change([...messages]);
    pane.querySelectorAll("textarea")[Math.max(0, index - 1)]?.focus();
  }

  function change(next: Message[]): void {
    messages = next;
    options.edited(next);
  }

  function edit(page: Page, block: Block, area: HTMLTextAreaElement, layer: HTMLElement): void {
    const before = block.text;
    block.text = area.value;
    const at = block.message;
    edits.push({ message: at, start: block.start, before, after: block.text });
    draw(block, layer);
    const message = messages[at] as Message;
    const text = message.text.slice(0, block.start) + block.text + message.text.slice(block.start + before.length);
    for (const { blocks } of pages.slice(pages.indexOf(page))) {
      for (const other of blocks) if (other.message === at && other.start > block.start) other.start += block.text.length - before.length;
    }
    change(messages.map((one, index) => (index === at ? { ...one, text } : one)));
  }

  function spansIn({ message, start, text }: Block): Span[] {
    const here = edits.filter((edit) => edit.message === message);
    const slack = here.reduce((sum, { before, after }) => sum + Math.abs(after.length - before.length), 0);
    return here.reduce((spans, { start, before, after }) => moved(spans, start, before, after), marks(message, start - slack, start + text.length + slack));
  }

  function draw(block: Block, layer: HTMLElement): void {
    let at = block.start;
    const parts = segments(block, spansIn(block)).map(({ text, over }) => {
      const from = at;
      at += text.length;
      // The shortest lies innermost, and the ground is its own. Each has a line, and where it begins its letter.
      const lights = over.some((one) => one.index === lit) ? " lit" : "";
      // What was said twice and is kept at one place looks the same there: one layer.
      const seen = new Set<string>();
      const layers = over.filter(({ start, end, hue, look }) => seen.size !== seen.add([start, end, hue, look].join()).size);
      return layers.reduce<string | HTMLElement>((inner, span, depth) => {
        const { start, hue, look, letter } = span;
        const begins = Math.max(start, block.start) === from && letter !== "";
        const names = `m d${Math.min(depth, 2)} ${hue} ${look}${depth === 0 ? lights : ""}`;
        return h("span", { class: names, "data-i": over.slice(over.indexOf(span)).map((one) => one.index).join(" "), "data-letter": begins && letter }, inner);
      }, text);
    });
    layer.replaceChildren(...parts, "\n");
  }

  function redraw(): void {
    for (const page of pages) {
      if (!page.shown) continue;
      const layers = page.box.querySelectorAll<HTMLElement>(".layer");
      page.blocks.forEach((block, index) => draw(block, layers[index] as HTMLElement));
    }
  }

  const indexesOf = (part: Element | null | undefined) => part?.getAttribute("data-i")?.split(" ").map(Number) ?? [];

  function atCaret(block: Block, area: HTMLTextAreaElement): void {
    const caret = block.start + area.selectionStart;
    const here = spansIn(block).filter(({ start, end }) => start <= caret && caret <= end);
    here.sort((a, b) => a.end - a.start - (b.end - b.start));
    options.pointed(here.map(({ index }) => index), true);
  }

  // The fields lie over the marks, so the marks under the pointer are looked up, once a frame.
  let pointer: { x: number; y: number } | undefined;
  pane.addEventListener("pointermove", (event) => {
    if (pointer === undefined) requestAnimationFrame(() => {
      const { x, y } = pointer as { x: number; y: number };
      pointer = undefined;
      options.pointed(indexesOf(document.elementsFromPoint(x, y).find((one) => one.hasAttribute("data-i"))), false);
    });
    pointer = { x: event.clientX, y: event.clientY };
  });
  pane.addEventListener("pointerleave", () => options.pointed([], false));
  pane.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (options.pasted(text)) event.preventDefault();
  });

  const editor: Editor = {
    show(next) {
      if (next === messages) return;
      if (next.length === messages.length && next.every(({ role, text }, at) => text === messages[at]?.text && role === messages[at]?.role)) {
        messages = next;
        return;
      }
      messages = next;
      marks = () => [];
      edits = [];
      watch.disconnect();
      coming.clear();
      pages = toPages(next).map((blocks) => ({ blocks, box: h("div", { class: "page" }), shown: false }));
      pages.slice(0, 2).forEach(mount);
      // Asked only where it is needed, for it lays the page out.
      const columns = pages.length > 2 && Math.max(20, Math.floor(pane.clientWidth / 8));
      if (columns) for (const { blocks, box } of pages.slice(2)) box.style.height = `${linesOf(blocks, columns) * 24}px`;
      pane.replaceChildren(...pages.map(({ box }) => box));
      for (const page of pages) {
        pageOf.set(page.box, page);
        watch.observe(page.box);
      }
    },
    paint(next) {
      marks = next;
      edits = [];
      redraw();
    },
    light(index) {
      if (index === lit) return;
      lit = index;
      redraw();
    },
    reveal(message, start) {
      const page = pages.find(({ blocks }) => blocks.some((one) => one.message === message && one.start <= start && start <= one.start + one.text.length));
      if (page === undefined) return;
      mount(page);
      const mark = page.box.querySelector(".lit") ?? page.box;
      const [seen, whole] = [mark.getBoundingClientRect(), pane.getBoundingClientRect()];
      if (seen.top < whole.top || seen.bottom > whole.bottom) pane.scrollTop += seen.top - whole.top - pane.clientHeight / 3;
    },
  };
  return editor;
}
