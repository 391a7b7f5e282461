// The entry for workerd (Cloudflare Workers), which compiles no bytes at run time and imports modules instead.
import module from "./fidelity_floor.wasm";
import { provide } from "./core.js";

provide(() => module);

export * from "./api.js";
