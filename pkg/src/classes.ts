import type { Class } from "./generated.js";
import { array, at, name } from "./validate.js";

/** The bit of each class. */
const BITS = {
  identifier: 1,
  negation: 2,
  ordering: 4,
  obligation: 8,
  hypothesis: 16,
  declared: 32,
} as const satisfies Record<Class, number>;

/** Every element class (A1), in the order in which class lists are given. */
export const CLASSES: readonly Class[] = Object.freeze(Object.keys(BITS) as Class[]);

/** All classes. */
export const ALL_CLASSES = 63;

/** The bits of a list of class names. */
export function classBits(value: unknown, path: string): number {
  const classes = array(value, path, "an array of element classes");
  let bits = 0;
  for (let index = 0; index < classes.length; index++) {
    const one = classes[index];
    bits |= typeof one === "string" && Object.hasOwn(BITS, one) ? BITS[one as Class] : BITS[name(one, BITS, at(path, index))];
  }
  return bits;
}

/** The names for bits. */
export const classList = (bits: number): Class[] => CLASSES.filter((_, index) => (bits >> index) & 1);
