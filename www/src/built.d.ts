// What the build gives to the page: see ../judged.ts.
declare module "virtual:first" {
  const found: {
    /** What the module says of the first example. */
    judged: Omit<import("./protocol.js").Judged, "elements"> & { elements: number[] };
    /** The element that is lit unasked. */
    lit: number;
    explanation: import("fidelity-floor/slim").Explanation;
  };
  export default found;
}
declare module "virtual:examples" {
  /** The address of the examples of the other views. */
  const address: string;
  export default address;
}
