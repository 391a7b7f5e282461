// What the package may weigh, in bytes of gzip. KB are 1024 bytes, here and in all that the scripts print.
export const KB = 1024;

/** The one WebAssembly module that ships as a file; it is embedded in index.js as well. */
export const WASM_LIMIT = 100 * KB;

/** What `npm pack` makes. */
export const TARBALL_LIMIT = 250 * KB;

/** As in "97.7 KB". */
export const kilobytes = (bytes) => `${(bytes / KB).toFixed(1)} KB`;
