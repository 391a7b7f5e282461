declare module "virtual:first" {
  /** What the module says of the first example, asked by the build. */
  const found: Omit<import("./protocol.js").Judged, "elements"> & { elements: number[] };
  export default found;
}
