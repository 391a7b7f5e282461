// ./slim, set up with the bytes of the module.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as core from "fidelity-floor/slim";
import * as transcript from "fidelity-floor/transcript";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

core.init(readFileSync(fileURLToPath(import.meta.resolve("fidelity-floor/fidelity_floor.wasm"))));
console.log(`RESULT ${JSON.stringify(run({ ...core, ...transcript }, vectors))}`);
