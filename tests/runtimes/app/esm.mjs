import { check, checkCycle, checkCycles, decide, descend, explain, extract, isFidelityError, verify } from "fidelity-floor";
import { readTranscript, toMessages } from "fidelity-floor/transcript";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

// Named, as most programs have them: what a bundler drops because nobody names it must not be needed.
const api = { check, checkCycle, checkCycles, decide, descend, explain, extract, isFidelityError, verify, readTranscript, toMessages };
console.log(`RESULT ${JSON.stringify(run(api, vectors))}`);
