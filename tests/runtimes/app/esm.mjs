import * as core from "fidelity-floor";
import * as transcript from "fidelity-floor/transcript";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

console.log(`RESULT ${JSON.stringify(run({ ...core, ...transcript }, vectors))}`);
