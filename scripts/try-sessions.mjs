// Development aid: checks the compactions of a JSONL file ({id, source: messages, summary}) and prints what became of them.
//
//   node scripts/try-sessions.mjs --file sessions.jsonl [--strict …]   further flags go to the check
//
// Each session is checked in a process of its own, so that the time is that of a user who checks one.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [flag, file, ...flags] = process.argv.slice(2);
if (flag !== "--file" || file === undefined) {
  console.error("usage: node scripts/try-sessions.mjs --file FILE [flags of check]");
  process.exit(2);
}
const bin = join(fileURLToPath(new URL("..", import.meta.url)), "pkg/bin/fidelity-floor.js");
const rows = readFileSync(file, "utf8").split("\n").filter((line) => line.trim() !== "");

for (const row of rows) {
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, "check", "--batch", "-", ...flags], { input: row, maxBuffer: 2 ** 30, encoding: "utf8" });
  const time = `${Math.round(performance.now() - started)} ms`;
  if (status !== 0) {
    console.log(`${stderr.trim()}  (${time})`);
    process.exitCode = 1;
    continue;
  }
  const report = JSON.parse(stdout);
  const { messages, characters } = sizeOf(JSON.parse(row).source);
  console.log(`${report.id}  ${report.decision} → ${report.decisionAfterRepair ?? "no repair"}  ${time}`);
  console.log(`  ${messages} messages, ${characters} characters; summary ${report.tokens.summary} tokens, pins ${report.pins?.tokens ?? 0}`);
  for (const [name, statuses] of tally(report.elements)) console.log(`  ${name.padEnd(12)} ${statuses}`);
  for (const [kind, count] of counted(report.findings.map((finding) => finding.kind))) console.log(`  ${kind.padEnd(12)} ${count}`);
}

function sizeOf(source) {
  const texts = typeof source === "string" ? [source] : source.map((message) => message.text ?? JSON.stringify(message.content));
  return { messages: texts.length, characters: texts.reduce((sum, text) => sum + text.length, 0) };
}

/** For each class, how many elements have each status. */
function tally(elements) {
  const classes = [...new Set(elements.map((element) => element.class))];
  return classes.map((name) => {
    const own = elements.filter((element) => element.class === name);
    return [name, `${String(own.length).padStart(4)}: ${counted(own.map((element) => element.status)).map(([status, count]) => `${status} ${count}`).join(", ")}`];
  });
}

function counted(words) {
  return [...new Set(words)].sort().map((word) => [word, words.filter((other) => other === word).length]);
}
