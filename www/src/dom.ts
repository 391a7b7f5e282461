type Child = Node | string | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

/** An element; attributes that are functions listen, `true` sets an attribute, `false` and `undefined` leave it out. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** The same for SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes);
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

function dress(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Fills an element, unless what it shows is made of the same parts as last time. Focus stays on what has the same `data-key`. */
export function fill(element: Element, key: unknown, make: () => Child[]): void {
  const parts = JSON.stringify(key);
  if (filled.get(element) === parts) return;
  filled.set(element, parts);
  const focused = element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : undefined;
  element.replaceChildren(...make().filter((child) => child !== undefined && child !== false));
  if (focused) element.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}
const filled = new WeakMap<Element, string>();

/** The element of the page with an id; the page is written so that it is there. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;
