// The entry for edge runtimes that import modules with `?module` (Vercel Edge).
import module from "./fidelity_floor.wasm?module";
import { MOST_TEXT_EDGE, provide } from "./core.js";

provide(() => module, undefined, MOST_TEXT_EDGE);

export * from "./api.js";
