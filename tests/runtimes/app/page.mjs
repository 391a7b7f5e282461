// Runs in a page, and in a worker after a bundler or with the address of the package in place of its name.
import { check, checkCycle, checkCycles, decide, descend, explain, extract, isFidelityError, verify } from "fidelity-floor";
import { readTranscript, toMessages } from "fidelity-floor/transcript";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

// Named, as most programs have them: what a bundler drops because nobody names it must not be needed.
const api = { check, checkCycle, checkCycles, decide, descend, explain, extract, isFidelityError, verify, readTranscript, toMessages };
fetch("/result", { method: "POST", body: JSON.stringify(run(api, vectors)) });
