import type { Class } from "./generated.js";
import { array, at, name } from "./validate.js";

/** The bit of each class; its keys are the names there are. */
export const CLASS_BITS = {
  identifier: 1,
  negation: 2,
  ordering: 4,
  obligation: 8,
  hypothesis: 16,
  declared: 32,
} as const satisfies Record<Class, number>;

/** Every element class (A1), in the order in which class lists are given. */
export const CLASSES: readonly Class[] = Object.freeze(Object.keys(CLASS_BITS) as Class[]);

/** All classes. */
export const ALL_CLASSES = 63;

/** The bits of the list of class names `object[field]`. Here and on the other fast paths an error's path is built only when one occurs. */
export function classBits(value: unknown, path: string, field: string): number {
  const classes = Array.isArray(value) ? value : array(value, at(path, field), "an array of element classes");
  let bits = 0;
  for (let index = 0; index < classes.length; index++) {
    const bit = classBit(classes[index]);
    if (bit === 0) name(classes[index], CLASS_BITS, at(at(path, field), index));
    bits |= bit;
  }
  return bits;
}

/** The names for bits. */
export function classList(bits: number): Class[] {
  const list: Class[] = [];
  for (let index = 0; index < CLASSES.length; index++) if ((bits >> index) & 1) list.push(CLASSES[index] as Class);
  return list;
}

/** 0 for what is no class. A switch compares interned names by address: four times as fast as a look-up in `CLASS_BITS`. */
function classBit(value: unknown): number {
  switch (value as Class) {
    case "identifier":
      return CLASS_BITS.identifier;
    case "negation":
      return CLASS_BITS.negation;
    case "ordering":
      return CLASS_BITS.ordering;
    case "obligation":
      return CLASS_BITS.obligation;
    case "hypothesis":
      return CLASS_BITS.hypothesis;
    case "declared":
      return CLASS_BITS.declared;
    default:
      return 0;
  }
}
