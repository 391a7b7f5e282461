type Child = Node | string | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

/** An element; attributes that are functions listen, `true` sets an attribute, `false` and `undefined` leave it out. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return dress(document.createElement(tag), attributes, children);
}

/** A button, small or with a class of its own. */
export const button = (label: string, click: () => void, attributes: Attributes = {}): HTMLButtonElement => h("button", { type: "button", click, ...attributes }, label);

/** The same for SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

const real = (children: Child[]) => children.filter((child) => child !== undefined && child !== false);

function dress<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...real(children));
  return element;
}

/** Fills an element, unless what it shows is made of the same parts as last time. Focus stays on what has the same `data-key`. */
export function fill(element: Element, key: unknown, make: () => Child[]): void {
  const parts = JSON.stringify(key);
  if (filled.get(element) === parts) return;
  filled.set(element, parts);
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : undefined;
  element.replaceChildren(...real(make()));
  if (focused) element.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

const filled = new WeakMap<Element, string>();

/** The element of the page with an id; the page is written so that it is there. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;
