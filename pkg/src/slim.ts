/**
 * The entry without the WebAssembly module: give it one, compiled or as bytes, before the first call.
 *
 * The module is the file `fidelity-floor/fidelity_floor.wasm` of the same version.
 *
 * @module
 */
import { fail, provide, reading, show } from "./core.js";
import type { ModuleSource } from "./source.js";

/**
 * Sets the module that later calls run on. Nothing is compiled before the first of them; a second `init` replaces the module.
 * A call before any `init` throws FidelityError `usage` with the path `init`.
 *
 * @throws FidelityError `invalid-type` where it is neither a compiled module nor bytes
 * @example
 * init(await WebAssembly.compileStreaming(fetch(url)));
 */
export function init(module: ModuleSource): void {
  // By their tags: a module may come from another realm.
  const fits = reading({ module }, () => ArrayBuffer.isView(module) || FITS.includes(Object.prototype.toString.call(module)));
  if (!fits) fail("invalid-type", "module", "a WebAssembly.Module or its bytes", show(module));
  provide(() => module);
}

const FITS = ["[object WebAssembly.Module]", "[object ArrayBuffer]"];

export * from "./api.js";
export type { ModuleSource } from "./source.js";
