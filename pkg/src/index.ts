/**
 * The default entry: the WebAssembly module travels inside as text and is compiled at the first call.
 *
 * @module
 */
import { embedded } from "./embedded.js";
import { provide } from "./instance.js";

provide(embedded);

export * from "./api.js";
