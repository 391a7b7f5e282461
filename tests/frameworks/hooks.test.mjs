// The hooks of command-line agents, fed with inputs of the documented shapes.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { test } from "node:test";
import { FidelityFloor } from "../../pkg/hooks/opencode.mjs";
import { fidelityFloor } from "../../pkg/hooks/pi.mjs";

const RULE = "Never touch the table orders_archive.";
const TALK = [
  { role: "user", text: RULE },
  { role: "assistant", text: "Understood." },
  { role: "user", text: "Thanks." },
  { role: "assistant", text: "The index is there." },
  { role: "user", text: "Now the report, please." },
];
const hook = join(import.meta.dirname, "..", "..", "pkg", "hooks", "claude-code.mjs");

function claude(work, entries = TALK.map(({ role, text }) => ({ type: role, message: { role, content: text } }))) {
  const folder = mkdtempSync(join(tmpdir(), "hooks-"));
  const transcript_path = join(folder, "t.jsonl");
  writeFileSync(transcript_path, entries.map((entry) => JSON.stringify(entry)).join("\n") + '\n{"type":"us');
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
        send("PostCompact", { compact_summary: `${RULE} An index and a report are wanted.` });
        const broken = [send("", {}, "not JSON"), send("PreCompact", { transcript_path: "/nowhere" }), send("Other", {})];
        return [...is("adds nothing", send("SessionStart", { source: "compact" }).stdout === ""), ...is("exit 0", broken.every(({ status }) => status === 0)), ...is("says so", broken[0].stderr.startsWith("fidelity-floor: "))];
      }),
  },
  {
    name: "Claude Code: a rule in a tool's result counts; what an earlier compaction dropped does not",
    run: async () =>
      claude(
        (send) => {
          const { stdout } = send("PreCompact", { trigger: "auto" });
          send("PostCompact", { compact_summary: "An index and a report are wanted." });
          const { stdout: start } = send("SessionStart", { source: "compact" });
          return [...is(`steers: ${stdout}`, stdout.includes(RULE) && !stdout.includes("db-4")), ...is(`pins: ${start}`, start.includes(RULE) && !start.includes("db-4"))];
        },
        [
          { type: "user", message: { role: "user", content: "Do not restart db-4." } },
          { type: "system", subtype: "compact_boundary" },
          { type: "assistant", message: { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "Read", input: { file_path: "RULES.md" } }] } },
          { type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: RULE }] }] } },
        ],
      ),
  },
  {
    name: "Claude Code: two sessions cross nothing; a session that only starts gets nothing",
    run: async () =>
      claude((send) => {
        send("PreCompact", { trigger: "auto" });
        send("PostCompact", { compact_summary: "An index and a report are wanted." });
        const other = send("SessionStart", { source: "compact", session_id: "other" });
        const startup = send("SessionStart", { source: "startup" });
        const own = send("SessionStart", { source: "compact" });
        return [...is("other", other.stdout === ""), ...is("startup", startup.stdout === ""), ...is("own", own.stdout.includes(RULE))];
      }),
  },
  {
    name: "opencode: a client that fails stops nothing",
    async run() {
      const plugin = await FidelityFloor({ client: { session: { messages: () => Promise.reject(new Error("no connection")) } } });
      const output = { context: [] };
      await plugin["experimental.session.compacting"]({ sessionID: "1" }, output);
      return is("untouched", output.context.length === 0);
    },
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
