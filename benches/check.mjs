// What a check costs, and how it grows: `check` on sessions of 50 KB to 50 MB, beside a plain scan of the same bytes in the same run.
//
//   npm run build && npm run bench:check [-- SIZE …]      sizes in KB: 50 500 5000 50000
//
// lib/texts.mjs makes the sessions. Each check has another one; `again` is the same source once more, which is not read again (up to
// 2 MB: the memo), as after `prepare`.
import { check } from "fidelity-floor";
import { scan } from "./lib/port.mjs";
import { anew, bytesOf, makeSession, makeSummary } from "./lib/texts.mjs";

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [50, 500, 5000, 50_000];

/** The median time of a call in ms: as many calls as fit in some seconds, at most 15, and one before that to warm up. */
function time(call, warm = true) {
  if (warm) call(0);
  const times = [];
  for (let spent = 0; times.length < 15 && spent < 3000; spent += times.at(-1)) {
    const start = performance.now();
    call(times.length + 1);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

const summary = makeSummary();
console.log(`summary: ${bytesOf(summary)} bytes; Node ${process.versions.node}; medians; MB are 1,000,000 bytes`);
const columns = ["source", "messages", "elements", "check", "again", "speed", "byte scan", "check / scan", "time for a byte"];
console.log(columns.map((name) => name.padStart(Math.max(name.length, 10))).join("  "));
let base;
check({ source: makeSession(50_000), summary }); // Compiles.
for (const size of SIZES) {
  const source = makeSession(size * 1000);
  const bytes = Buffer.from(source.map(({ text }) => text).join(""));
  const small = bytes.length < 10e6;
  const sources = small ? Array.from({ length: 16 }, (_, turn) => anew(source, turn)) : [source];
  let report;
  const checked = time((turn) => (report = check({ source: sources[turn] ?? source, summary })), small);
  const again = time(() => check({ source, summary }), small);
  const scanned = time(() => scan(bytes));
  const each = checked / bytes.length;
  base ??= each;
  const row = [
    `${(bytes.length / 1000).toFixed(0)} KB`,
    source.length,
    report.elements.length,
    `${checked.toFixed(1)} ms`,
    `${again.toFixed(1)} ms`,
    `${(bytes.length / checked / 1000).toFixed(1)} MB/s`,
    `${scanned.toFixed(3)} ms`,
    `${(checked / scanned).toFixed(1)} ×`,
    `${(each * 1e6).toFixed(0)} ns (${(each / base).toFixed(2)} ×)`,
  ];
  console.log(row.map((cell, index) => String(cell).padStart(Math.max(columns[index].length, 10))).join("  "));
}
