// The entry for workerd (Cloudflare Workers), which compiles no bytes at run time and imports modules instead.
import module from "./fidelity_floor.wasm";
import { MOST_TEXT_EDGE, provide } from "./core.js";

provide(() => module, undefined, MOST_TEXT_EDGE);

export * from "./api.js";
