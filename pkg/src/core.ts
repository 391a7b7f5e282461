// What the entries share, in one file of the package: a class or an instance is the same whichever entry it came by, and
// an import reads no more than two files.
export * from "./api.js";
export { MOST_TEXT_EDGE, provide } from "./instance.js";
export { fail, show } from "./transcript/fail.js";
