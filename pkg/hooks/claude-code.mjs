#!/usr/bin/env node
// Claude Code: PreCompact, PostCompact and SessionStart as one command hook. It never stops a session: on an error of its own it says
// so on stderr and exits with 0.
//
//   PreCompact     keeps what is said so far, prints what the summary must keep (it becomes instructions of the compaction)
//   PostCompact    compares the summary with it; cannot change the summary
//   SessionStart   after a compaction, adds what the summary lost to the new context
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { check, digestOf, steer } from "./shared.mjs";

const folder = process.env.FIDELITY_FLOOR_HOOKS ?? join(homedir(), ".claude", "fidelity-floor");

async function main() {
  const input = JSON.parse(readFileSync(0, "utf8"));
  const file = join(folder, `${(await digestOf(String(input.session_id))).slice(7, 39)}.json`);
  const write = (state) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const state = readState(file);
  const hooks = {
    // May come several times for one compaction: the last one counts.
    PreCompact() {
      const source = transcript(readFileSync(input.transcript_path, "utf8"));
      write({ source });
      process.stdout.write(steer(source));
    },
    PostCompact() {
      if (state?.source) write({ ...state, pins: check(state.source, String(input.compact_summary ?? "")) });
    },
    SessionStart() {
      if (input.source !== "compact" || state === undefined) return;
      if (state.pins) process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: state.pins } }));
      rmSync(file, { force: true });
    },
  };
  hooks[input.hook_event_name]?.();
}

function readState(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined; // None yet, or torn: nothing to go by.
  }
}

/** The messages since the last compaction; a line that cannot be read, such as one being written, is left out. */
function transcript(text) {
  let messages = [];
  for (const line of text.split("\n")) {
    let entry;
    try {
      entry = JSON.parse(line);
    } catch {
      continue;
    }
    if (entry.type === "system" && entry.subtype === "compact_boundary") messages = [];
    const { role, content } = entry.message ?? {};
    if (role !== "user" && role !== "assistant") continue;
    const words = wordsOf(content);
    if (words !== "") messages.push({ role, text: words, ...(entry.isCompactSummary ? { summary: true } : {}) });
  }
  return messages;
}

/** Text, calls of tools and their results, which may be parts again. */
function wordsOf(content) {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const words = (part) => part?.text ?? (part?.type === "tool_use" ? `${part.name} ${JSON.stringify(part.input)}` : wordsOf(part?.content));
  return content.map(words).filter((text) => text !== "").join("\n");
}

await main().catch((error) => console.error(`fidelity-floor: ${error.message}; the session goes on unchecked`));
process.exitCode = 0;
