// The entry for edge runtimes that import modules with `?module` (Vercel Edge).
import module from "./fidelity_floor.wasm?module";
import { provide } from "./core.js";

provide(() => module);

export * from "./api.js";
