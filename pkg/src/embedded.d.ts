/** The bytes of the WebAssembly module; the build writes them in. */
export function embedded(): Uint8Array<ArrayBuffer>;
