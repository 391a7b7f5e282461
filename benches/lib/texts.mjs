// The sessions and the summary that are measured, from the bundled example.
import { readFileSync } from "node:fs";
import { readTranscript } from "fidelity-floor/transcript";
import * as sessions from "./sessions.mjs";

const file = (name) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8");
const session = readTranscript(file("session.jsonl"));
const bundled = file("summary.md");

export const { anew, bytesOf } = sessions;
export const makeSession = (bytes) => sessions.makeSession(session, bytes);
export const makeSummary = () => sessions.makeSummary(bundled);
