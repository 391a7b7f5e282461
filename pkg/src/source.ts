/** A compiled module, or its bytes. */
export type ModuleSource = WebAssembly.Module | BufferSource;
