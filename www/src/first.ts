// The first example as the build judged it: shown until the same is found here.
import found from "virtual:first";
import type { Explanation } from "fidelity-floor/slim";
import type { Judged } from "./protocol.js";

export const FIRST: Judged = { ...found.judged, elements: Int32Array.from(found.judged.elements) };

/** Why the element that is lit unasked has its status. */
export const FIRST_WHY: Explanation = found.explanation;
export const FIRST_LIT: number = found.lit;
