import * as api from "fidelity-floor";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

console.log(`RESULT ${JSON.stringify(run(api, vectors))}`);
