import { calibrate, check, checkCycle, checkCycles, createDetector, createStore, decide, dedup, descend, explain, extract, fidelity, isFidelityError, prepare, recordsOf, verify } from "fidelity-floor";
import { readTranscript, toMessages } from "fidelity-floor/transcript";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

// Named, as most programs have them: what a bundler drops because nobody names it must not be needed.
const api = {
  calibrate, check, checkCycle, checkCycles, createDetector, createStore, decide, dedup, descend, explain, extract, fidelity, isFidelityError, prepare, recordsOf, verify, readTranscript, toMessages,
};
console.log(`RESULT ${JSON.stringify(run(api, vectors))}`);
