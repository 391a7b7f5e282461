// What a check costs, and how it grows: `check` on sessions of 50 KB to 50 MB, beside a plain scan of the same bytes in the same run.
//
//   npm run build && npm run bench:check [-- SIZE …]      sizes in KB: 50 500 5000 50000
//
// The sessions are the bundled one over and over, its identifiers and numbers other ones each time. As in real sessions most
// of it is what tools print and the assistant says: of the user every copy after the first holds one message. The summary is
// the bundled one, five times with the identifiers of five copies: 12 KB.
import { readFileSync } from "node:fs";
import { check } from "fidelity-floor";
import { readTranscript } from "fidelity-floor/transcript";

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [50, 500, 5000, 50_000];
const SUMMARY_BYTES = 12_000;
const file = (name) => readFileSync(new URL(`../examples/${name}`, import.meta.url), "utf8");
const session = readTranscript(file("session.jsonl"));
const bundledSummary = file("summary.md");
const bytesOf = (text) => Buffer.byteLength(text);

/** The text with other identifiers: `billing_ledger` becomes `billing_ledger_7`, `48219881` becomes `48219888`. */
const varied = (text, copy) =>
  copy === 0 ? text : text.replace(/\b[a-z]\w*[_.-]\w+\b|\d{3,}/gi, (found) => (/^\d/.test(found) ? String(Number(found) + copy) : `${found}_${copy}`));

function makeSession(bytes) {
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

function makeSummary() {
  let summary = "";
  for (let copy = 0; bytesOf(summary) < SUMMARY_BYTES; copy++) summary += `${varied(bundledSummary, copy)}\n`;
  return Buffer.from(summary).subarray(0, SUMMARY_BYTES).toString().replace(/\uFFFD+$/, "");
}

/** The least that a reader of the text could do: look at every byte once. */
function scan(bytes) {
  let spaces = 0;
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === 32) spaces++;
  return spaces;
}

/** The median time of a call in ms: as many calls as fit in some seconds, at most 15, and one before that to warm up. */
function time(call, warm = true) {
  if (warm) call();
  const times = [];
  for (let spent = 0; times.length < 15 && spent < 3000; spent += times.at(-1)) {
    const start = performance.now();
    call();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

const summary = makeSummary();
console.log(`summary: ${bytesOf(summary)} bytes; Node ${process.versions.node}; medians; MB are 1,000,000 bytes`);
const columns = ["source", "messages", "elements", "check", "speed", "byte scan", "check / scan", "time for a byte"];
console.log(columns.map((name) => name.padStart(Math.max(name.length, 10))).join("  "));
let base;
check({ source: makeSession(50_000), summary }); // Compiles.
for (const size of SIZES) {
  const source = makeSession(size * 1000);
  const bytes = Buffer.from(source.map(({ text }) => text).join(""));
  const event = { source, summary };
  let report;
  const checked = time(() => (report = check(event)), bytes.length < 10e6);
  const scanned = time(() => scan(bytes));
  const each = checked / bytes.length;
  base ??= each;
  const row = [
    `${(bytes.length / 1000).toFixed(0)} KB`,
    source.length,
    report.elements.length,
    `${checked.toFixed(1)} ms`,
    `${(bytes.length / checked / 1000).toFixed(1)} MB/s`,
    `${scanned.toFixed(3)} ms`,
    `${(checked / scanned).toFixed(1)} ×`,
    `${(each * 1e6).toFixed(0)} ns (${(each / base).toFixed(2)} ×)`,
  ];
  console.log(row.map((cell, index) => String(cell).padStart(Math.max(columns[index].length, 10))).join("  "));
}
