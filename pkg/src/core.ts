// What the entries share, in one file of the package: a class or an instance is the same whichever entry it came by, and
// an import reads no more than two files. The build leaves what is below the first line out of the entries.
export * from "./api.js";
export { ofCycles, verdictsOf } from "./batch.js"; // The page takes only the lists.
export { CLASS_BITS } from "./classes.js";
export { encodeEvent } from "./encode.js";
export { MOST_TEXT_EDGE, provide } from "./instance.js";
export { contractBits } from "./pack.js";
export * from "./validate.js";
