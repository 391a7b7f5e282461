// What the hooks share: what a summary must keep, and the pins for what it lost.
import { check as report } from "fidelity-floor";
export { digestOf, steer } from "fidelity-floor/guard";

/** The pins for what the summary lost; empty where nothing is. */
export const check = (source, summary) => (source.length === 0 ? "" : (report({ source, summary, conditions: { consumerStrict: true } }).repair?.pins.text ?? ""));
