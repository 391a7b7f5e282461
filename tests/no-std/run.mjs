// Runs the program that links the core without std: prints a line, exits 1 when an answer is wrong.
import { readFileSync } from "node:fs";

const file = new URL("target/wasm32v1-none/release/no_std_dependent.wasm", import.meta.url);
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {});
const names = ["certified", "provisional", "refuse"];
const cases = [
  ["decide, certified", exports.decide_code(1, 0, 1), "certified"],
  ["decide, recoverable", exports.decide_code(0, 1, 1), "provisional"],
  ["decide, lost and strict", exports.decide_code(0, 0, 1), "refuse"],
  ["decide, lost and cheap", exports.decide_code(0, 0, 0), "provisional"],
  ["check, kept", exports.check_code(1), "certified"],
  ["check, lost", exports.check_code(0), "refuse"],
];
const wrong = cases.filter(([, code, expected]) => names[code] !== expected);
for (const [what, code, expected] of wrong) console.log(`${what}: ${names[code] ?? code}, expected ${expected}`);
console.log(`no std: ${cases.length} cases, ${wrong.length} failed`);
process.exit(wrong.length > 0 ? 1 : 0);
