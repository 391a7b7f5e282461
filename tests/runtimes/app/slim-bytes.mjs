// ./slim, set up with the bytes of the module.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as api from "fidelity-floor/slim";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

api.init(readFileSync(fileURLToPath(import.meta.resolve("fidelity-floor/fidelity_floor.wasm"))));
console.log(`RESULT ${JSON.stringify(run(api, vectors))}`);
