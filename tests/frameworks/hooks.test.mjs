// The hooks of command-line agents, fed with inputs of the documented shapes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/lib/tools.mjs";
import { FidelityFloor } from "fidelity-floor/hooks/opencode.mjs";
import { fidelityFloor } from "fidelity-floor/hooks/pi.mjs";
import { HISTORY, RULE } from "./scenarios.mjs";

const TALK = HISTORY.map(([role, text]) => ({ role, text }));

const hook = join(root, "pkg", "hooks", "claude-code.mjs");

function claude(work) {
  const folder = mkdtempSync(join(tmpdir(), "hooks-"));
  const transcript_path = join(folder, "t.jsonl");
  writeFileSync(transcript_path, TALK.map(({ role, text }) => JSON.stringify({ type: role, message: { role, content: text } })).join("\n") + '\n{"type":"us');
  const send = (hook_event_name, fields, input = JSON.stringify({ session_id: "s/../1", transcript_path, cwd: folder, hook_event_name, ...fields })) =>
    spawnSync(process.execPath, [hook], { input, encoding: "utf8", env: { ...process.env, FIDELITY_FLOOR_HOOKS: join(folder, "state") } });
  try {
    return work(send);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const is = (what, holds) => (holds ? [] : [what]);

const cases = [
  {
    name: "Claude Code: what the summary lost is in the next context, once",
    run: async () =>
      claude((send) => {
        const before = [send("PreCompact", { trigger: "auto", custom_instructions: "" }), send("PreCompact", { trigger: "auto", custom_instructions: "" })];
        const after = [1, 2].map(() => send("PostCompact", { trigger: "auto", compact_summary: "An index and a report are wanted." }));
        const start = send("SessionStart", { source: "compact" });
        const again = send("SessionStart", { source: "compact" });
        const given = JSON.parse(start.stdout || "{}").hookSpecificOutput;
        return [
          ...is("steers", before.every(({ stdout, status }) => status === 0 && stdout.includes(RULE))),
          ...is("says nothing after", after.every(({ stdout, status }) => status === 0 && stdout === "")),
          ...is(`re-injects: ${start.stdout} ${start.stderr}`, given?.hookEventName === "SessionStart" && given.additionalContext.includes(RULE)),
          ...is("once", again.stdout === "" && again.status === 0),
        ];
      }),
  },
  {
    name: "Claude Code: a faithful summary adds nothing; broken input stops nothing",
    run: async () =>
      claude((send) => {
        send("PreCompact", { trigger: "manual" });
        send("PostCompact", { compact_summary: TALK.map(({ text }) => text).join(" ") });
        const broken = [send("", {}, "not JSON"), send("PreCompact", { transcript_path: "/nowhere" }), send("Other", {})];
        return [...is("adds nothing", send("SessionStart", { source: "compact" }).stdout === ""), ...is("exit 0", broken.every(({ status }) => status === 0)), ...is("says so", broken[0].stderr.startsWith("fidelity-floor: "))];
      }),
  },
  {
    name: "opencode: the compaction is told what must survive, once",
    async run() {
      const data = TALK.map(({ role, text }) => ({ info: { role }, parts: [{ type: "text", text }] }));
      const plugin = await FidelityFloor({ client: { session: { messages: async () => ({ data }) } } });
      const output = { context: [] };
      for (let n = 0; n < 2; n++) await plugin["experimental.session.compacting"]({ sessionID: "1" }, output);
      return is(JSON.stringify(output), output.context.length === 1 && output.context[0].includes(RULE));
    },
  },
  {
    name: "pi: repairs; a failure cancels; on overflow the pins go in its place",
    async run() {
      const call = async (summarise, reason) => {
        let handler;
        fidelityFloor(summarise, { conditions: { consumerStrict: true }, retries: 0 })({ on: (_, given) => (handler = given) });
        const messagesToSummarize = TALK.slice(0, 4).map(({ role, text }) => ({ role, content: [{ type: "text", text }] }));
        return handler({ reason, preparation: { messagesToSummarize, firstKeptEntryId: "e5", tokensBefore: 9 }, branchEntries: [] }, {});
      };
      const fails = () => Promise.reject(new Error("429"));
      const [mended, cancelled, pins] = [await call(() => "An index.", "threshold"), await call(fails, "manual"), await call(fails, "overflow")];
      return [
        ...is("mended", mended.compaction?.summary.includes(RULE) && mended.compaction.details.fidelityFloor.contract.generation === 1),
        ...is("cancelled", cancelled?.cancel === true),
        ...is("pins", pins?.compaction?.summary.includes(RULE)),
      ];
    },
  },
];

for (const { name, run } of cases) test(name, async () => assert.deepEqual(await run(), []));
