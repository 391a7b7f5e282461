/**
 * The default entry: the WebAssembly travels inside as text and is compiled at the first call.
 *
 * @module
 */
import { provide } from "./core.js";
import { embedded, embeddedSmall } from "./embedded.js";

provide(embedded, embeddedSmall);

export * from "./api.js";
