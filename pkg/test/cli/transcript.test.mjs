import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readTranscript, toMessages } from "../../dist/transcript.js";
import { root } from "./run.mjs";

const user = (text) => ({ role: "user", text });
const assistant = (text) => ({ role: "assistant", text });
const tool = (text) => ({ role: "tool", text });
const system = (text) => ({ role: "system", text });
const summary = (role, text) => ({ role, text, summary: true });

/** What each shape reads as: the input (text is read, anything else is converted) and the messages. */
const SHAPES = {
  "plain text": ["Keep port 5433.\nNot 5432.", [user("Keep port 5433.\nNot 5432.")]],
  "text that only looks like JSON": ["[1] a footnote {x}", [user("[1] a footnote {x}")]],
  "Markdown without speakers": ["# Notes\n\n## System\nIt runs.", [user("# Notes\n\n## System\nIt runs.")]],
  "Markdown headings": [
    "# Export\n\n## User\nHi.\n\n## Assistant (12:04)\nHello.\n\n```md\n## User\n```\n### User\nbelow",
    [user("# Export"), user("Hi."), assistant("Hello.\n\n```md\n## User\n```\n### User\nbelow")],
  ],
  "bold speakers": ["**Human:** Hi.\n\n**Assistant:**\nHello.", [user("Hi."), assistant("Hello.")]],
  "speakers with a colon": ["System: Be brief.\r\nUser: Hi.\r\nAI: Hello.\r\nuser: root", [system("Be brief."), user("Hi."), assistant("Hello.\r\nuser: root")]],
  "a configuration is no dialogue": ["user: admin\nsystem: linux\nagent: on", [user("user: admin\nsystem: linux\nagent: on")]],
  "a fence that is never closed": ["User: a\n```\nAssistant: b", [user("a\n```"), assistant("b")]],
  "role and text": [[{ role: "user", text: "a", id: 7 }, { role: "agent", text: "b" }], [user("a"), assistant("b")]],
  "an empty message stays": [[{ role: "user", content: "" }, { role: "user", content: null }], [user(""), user("")]],
  "a byte order mark": ['\ufeff[{"role":"user","content":"a"}]', [user("a")]],
  "JSON Lines with CRLF": ['{"role":"user","content":"a"}\r\n\r\n{"role":"model","content":"b"}\r\n', [user("a"), assistant("b")]],
  "one pretty-printed object": ['{\n  "messages": [\n    {"role": "human", "content": "a"}\n  ]\n}', [user("a")]],
  "OpenAI chat": [
    [
      { role: "developer", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "See:" }, { type: "image_url", image_url: { url: "https://x.example/a.png" } }] },
      { role: "assistant", content: null, tool_calls: [{ id: "1", type: "function", function: { name: "run", arguments: '{"command":"ls\\npwd","n":3}' } }] },
      { role: "tool", tool_call_id: "1", content: "a.txt" },
      { role: "assistant", content: null, refusal: "I can't." },
    ],
    [system("Be brief."), user("See:\n\n[image]"), assistant("[call run]\ncommand: ls\npwd\nn: 3"), tool("a.txt"), assistant("I can't.")],
  ],
  "OpenAI's older functions": [
    [{ role: "assistant", content: null, function_call: { name: "f", arguments: "not json" } }, { role: "function", name: "f", content: "x" }],
    [assistant("[call f]\nnot json"), tool("x")],
  ],
  "OpenAI Responses": [
    {
      instructions: "Be brief.",
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "q" }, { type: "input_file", filename: "a.pdf" }] },
        { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
        { type: "function_call", name: "f", arguments: "{}", call_id: "1" },
        { type: "function_call_output", call_id: "1", output: "o" },
        { type: "compaction", encrypted_content: "…" },
      ],
    },
    [system("Be brief."), user("q\n\n[file a.pdf]"), assistant("hm"), assistant("[call f]"), tool("o"), summary("assistant", "[compaction]")],
  ],
  "Anthropic blocks": [
    {
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, { type: "text", text: "Looking." }, { type: "tool_use", id: "t", name: "read", input: { path: "a.ts" } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "t", is_error: true, content: [{ type: "text", text: "no such file" }, { type: "image", source: {} }] }, { type: "text", text: "Go on." }] },
      ],
    },
    [system("Be brief."), assistant("hm\n\nLooking.\n\n[call read]\npath: a.ts"), tool("[error] no such file\n[image]"), user("Go on.")],
  ],
  "AI SDK UI messages": [
    [
      { id: "1", role: "user", parts: [{ type: "text", text: "q" }, { type: "file", mediaType: "image/png", url: "data:x" }] },
      {
        id: "2",
        role: "assistant",
        parts: [
          { type: "step-start" },
          { type: "reasoning", text: "hm" },
          { type: "tool-read", toolCallId: "t", state: "output-available", input: { path: "a" }, output: { lines: 3 } },
          { type: "dynamic-tool", toolName: "grep", toolCallId: "u", state: "output-error", input: { q: "x" }, errorText: "timeout" },
          { type: "text", text: "Done." },
          { type: "data-weather", data: { city: "Kiel" } },
        ],
      },
    ],
    [user("q\n\n[file image/png]"), assistant("hm\n\n[call read]\npath: a"), tool("lines: 3"), assistant("[call grep]\nq: x"), tool("[error] timeout"), assistant("Done.\n\n[data-weather]\ncity: Kiel")],
  ],
  "AI SDK model messages": [
    [
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "t", toolName: "read", input: { deep: { a: [1] } } }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "t", toolName: "read", output: { type: "json", value: { ok: false } } }, { type: "tool-result", toolName: "x", output: { type: "error-text", value: "bad" } }] },
    ],
    [assistant('[call read]\ndeep: {"a":[1]}'), tool("ok: false\n\n[error] bad")],
  ],
  "Claude Code sessions": [
    [
      { type: "summary", summary: "Fix the build", leafUuid: "x" },
      { type: "file-history-snapshot", messageId: "m", snapshot: {} },
      { type: "user", uuid: "1", sessionId: "s", isSidechain: false, message: { role: "user", content: "a" } },
      { type: "user", uuid: "2", sessionId: "s", isSidechain: false, isMeta: true, message: { role: "user", content: "caveat" } },
      { type: "assistant", uuid: "3", sessionId: "s", isSidechain: false, message: { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }] } },
      { type: "user", uuid: "4", sessionId: "s", isSidechain: false, toolUseResult: { stdout: "f" }, message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "f" }] } },
      { type: "assistant", uuid: "5", sessionId: "s", isSidechain: true, message: { role: "assistant", content: [{ type: "text", text: "sub" }] } },
      { type: "system", uuid: "6", sessionId: "s", isSidechain: false, subtype: "compact_boundary", content: "Conversation compacted" },
      { type: "user", uuid: "7", sessionId: "s", isSidechain: false, isCompactSummary: true, message: { role: "user", content: "So far: …" } },
      { type: "queue-operation", operation: "enqueue", sessionId: "s" },
    ].map((line) => JSON.stringify(line)).join("\n"),
    [tool("[session title] Fix the build"), user("a"), system("caveat"), assistant("[call Bash]\ncommand: ls"), tool("f"), tool("sub"), system("Conversation compacted"), summary("user", "So far: …")],
  ],
  "a sub-agent's own file": [
    [{ type: "user", isSidechain: true, uuid: "1", message: { role: "user", content: "do" } }, { type: "assistant", isSidechain: true, uuid: "2", message: { content: "did" } }],
    [user("do"), assistant("did")],
  ],
  "LangChain, live, as data and serialised": [
    [
      { type: "human", content: "So far: …", additional_kwargs: { lc_source: "summarization" } },
      { type: "ai", data: { content: "a", tool_calls: [{ id: "1", name: "f", args: { x: 1 } }] } },
      { lc: 1, type: "constructor", id: ["langchain_core", "messages", "ToolMessage"], kwargs: { content: "no", status: "error" } },
      { lc: 1, type: "constructor", id: ["langchain_core", "messages", "AIMessageChunk"], kwargs: { content: [{ type: "tool_use", id: "2", name: "g", input: {} }], tool_calls: [{ id: "2", name: "g", args: {} }] } },
    ],
    [summary("user", "So far: …"), assistant("a\n\n[call f]\nx: 1"), tool("[error] no"), assistant("[call g]")],
  ],
  "Cloudflare sessions": [[{ id: "compaction_1", role: "assistant", parts: [{ type: "text", text: "s" }] }, { id: "2", role: "user", parts: [{ type: "text", text: "q" }] }], [summary("assistant", "s"), user("q")]],
  "Gemini and ADK": [
    [
      { role: "user", parts: [{ text: "q" }, { inlineData: { mimeType: "image/png", data: "…" } }] },
      { author: "planner", content: { role: "model", parts: [{ functionCall: { name: "f", args: { a: 1 } } }] } },
      { role: "user", parts: [{ functionResponse: { name: "f", response: { ok: true } } }] },
    ],
    [user("q\n\n[inlineData image/png]"), assistant("[call f]\na: 1"), tool("ok: true")],
  ],
  "a summary that says so": [[{ role: "assistant", text: "s", summary: true }, { role: "system", content: "<agent_summary>x</agent_summary>" }], [summary("assistant", "s"), summary("system", "<agent_summary>x</agent_summary>")]],
};

test("A2: the shapes of transcripts", async (t) => {
  for (const [name, [input, expected]] of Object.entries(SHAPES)) {
    await t.test(name, () => assert.deepEqual(typeof input === "string" ? readTranscript(input) : toMessages(input), expected));
  }
  await t.test("JSON text reads like its value", () => {
    for (const [input] of Object.values(SHAPES)) {
      if (typeof input !== "string") assert.deepEqual(readTranscript(JSON.stringify(input)), toMessages(input));
    }
  });
  t.diagnostic(`${Object.keys(SHAPES).length} shapes`);
});

test("J2: what stands for a part that is no text is well-formed, or an error names it", () => {
  const of = (part) => () => toMessages([{ role: "user", content: [part] }]);
  const code = "lone-surrogate";
  assert.throws(of({ type: "\ud800" }), { code, path: "[0].content[0].type" });
  assert.throws(of({ type: "data-\udc00", data: 1 }), { code, path: "[0].content[0].type" });
  assert.throws(of({ type: "image", name: "x\ud800" }), { code, path: "[0].content[0].name" });
  assert.throws(() => toMessages([{ role: "user", parts: [{ inlineData: { mimeType: "\ud800" } }] }]), { code, path: "[0].parts[0].inlineData.mimeType" });
});

test("the example session is long enough to be real", () => {
  const messages = readTranscript(readFileSync(join(root, "examples/session.jsonl"), "utf8"));
  assert.ok(messages.length >= 60);
  assert.deepEqual([...new Set(messages.map(({ role }) => role))].sort(), ["assistant", "system", "tool", "user"]);
});

test("J2: linear time on texts that are made to be slow", () => {
  const mb = 10_000_000;
  const texts = ["x".repeat(5 * mb), " ".repeat(5 * mb) + "x", "## User\n".repeat(mb / 8), "```\n".repeat(mb / 4), "*".repeat(mb), "User: " + "a ".repeat(mb), '{"a":1}\n'.repeat(20_000)];
  for (const text of texts) {
    // Of the processor, so that what else the machine does is not counted.
    const started = process.cpuUsage();
    try {
      readTranscript(text);
    } catch (error) {
      assert.equal(error.name, "FidelityError");
    }
    assert.ok(process.cpuUsage(started).user < 5_000_000, JSON.stringify(text.slice(0, 10)));
  }
});
