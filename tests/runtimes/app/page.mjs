// Runs in a page, and in a worker after a bundler or with the address of the package in place of its name.
import * as core from "fidelity-floor";
import * as transcript from "fidelity-floor/transcript";
import { run } from "./cases.mjs";
import vectors from "./vectors.mjs";

fetch("/result", { method: "POST", body: JSON.stringify(run({ ...core, ...transcript }, vectors)) });
