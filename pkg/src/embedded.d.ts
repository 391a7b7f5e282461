// The WebAssembly modules as bytes; the build writes them in.

/** All of the binding. */
export function embedded(): Uint8Array<ArrayBuffer>;

/** Its hot path alone. */
export function embeddedSmall(): Uint8Array<ArrayBuffer>;
