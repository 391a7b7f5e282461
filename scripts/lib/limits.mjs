// What the package may weigh, in bytes of gzip. KB are 1024 bytes, here and in all that the scripts print.
export const KB = 1024;

/**
 * The one WebAssembly module that ships as a file; it is embedded in index.js as well. The goal is 100 KB: the ceiling
 * keeps what is there from growing until that is reached.
 */
export const WASM_LIMIT = 246 * KB;

/** What `npm pack` makes. The goal is 250 KB; most of it is the module, twice. */
export const TARBALL_LIMIT = 615 * KB;

/** As in "97.7 KB". */
export const kilobytes = (bytes) => `${(bytes / KB).toFixed(1)} KB`;
