import { compile, instance, smallInstance } from "./instance.js";

/**
 * Compiles ahead of the first call, off the main thread where the engine can. Optional: without it the first call compiles,
 * which takes a few milliseconds. (Chromium before version 114 allows neither on a page, only in a worker.)
 *
 * @throws FidelityError `internal` where the engine does not compile WebAssembly (a content security policy without
 * `wasm-unsafe-eval`)
 */
export async function warmup(): Promise<void> {
  await compile();
  instance();
  smallInstance();
}
