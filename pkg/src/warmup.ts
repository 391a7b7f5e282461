import { compile, instance } from "./instance.js";

/** A compiled module, or its bytes. */
export type ModuleSource = WebAssembly.Module | BufferSource;

/**
 * Compiles ahead of the first call, off the main thread where the engine can. Optional: the first call does it else.
 *
 * A browser that forbids a synchronous compile of this size (Chromium before version 114, on a page) needs it awaited.
 *
 * @throws FidelityError `internal` where the engine does not compile WebAssembly (a content security policy without
 * `wasm-unsafe-eval`)
 */
export async function warmup(): Promise<void> {
  await compile();
  instance();
}
