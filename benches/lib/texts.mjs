// Sessions of any size: the bundled one over and over, its identifiers and numbers other ones each time. As in real sessions most of
// it is what tools print and the assistant says: of the user every copy after the first holds one message. The summary is the
// bundled one, five times with the identifiers of five copies: 12 KB.
import { readFileSync } from "node:fs";
import { readTranscript } from "fidelity-floor/transcript";

const SUMMARY_BYTES = 12_000;
const file = (name) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), "utf8");
const session = readTranscript(file("session.jsonl"));
const bundledSummary = file("summary.md");
const encoder = new TextEncoder();
export const bytesOf = (text) => encoder.encode(text).length;

/** The text with other identifiers: `billing_ledger` becomes `billing_ledger_7`, `48219881` becomes `48219888`. */
const varied = (text, copy) =>
  copy === 0 ? text : text.replace(/\b[a-z]\w*[_.-]\w+\b|\d{3,}/gi, (found) => (/^\d/.test(found) ? String(Number(found) + copy) : `${found}_${copy}`));

export function makeSession(bytes) {
  const users = session.filter(({ role }) => role === "user").length;
  const messages = [];
  for (let copy = 0, size = 0; size < bytes; copy++) {
    let user = 0;
    for (const { role, text } of session) {
      if (copy > 0 && (role === "system" || (role === "user" && user++ % users !== copy % users))) continue;
      const own = varied(text, copy);
      messages.push({ role, text: own });
      size += bytesOf(own);
      if (size >= bytes) break;
    }
  }
  return messages;
}

export function makeSummary() {
  let summary = "";
  for (let copy = 0; bytesOf(summary) < SUMMARY_BYTES; copy++) summary += `${varied(bundledSummary, copy)}\n`;
  return new TextDecoder().decode(encoder.encode(summary).subarray(0, SUMMARY_BYTES)).replace(/\uFFFD+$/, "");
}
