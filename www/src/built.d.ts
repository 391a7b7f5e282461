// What the build gives to the page: see ../judged.ts.
declare module "virtual:first" {
  /** What the module says of the first example. */
  const found: Omit<import("./protocol.js").Judged, "elements"> & { elements: number[] };
  export default found;
}
declare module "virtual:examples" {
  /** The address of the examples of the other views. */
  const address: string;
  export default address;
}
