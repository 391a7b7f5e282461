// The agents of examples/agents, each where it belongs, with fake models.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { HumanMessage } from "@langchain/core/messages";
import { MockLanguageModelV3 } from "ai/test";
import { browsers, root, runtime } from "../../scripts/lib/tools.mjs";
import { open, workerPage } from "../runtimes/browsers.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { ask } from "../runtimes/workerd.mjs";
import { Model, flat } from "./langchain.mjs";
import { HISTORY, RULE } from "./scenarios.mjs";

const LOSSY = "The user wants the temporary tables cleaned up; there are nine tables.";
const agents = join(root, "examples", "agents");
const out = join(import.meta.dirname, ".out");
rmSync(out, { recursive: true, force: true });
mkdirSync(out);
cpSync(agents, out, { recursive: true });
// Nine messages, so that each agent compacts.
const talk = [...HISTORY, ["user", "Report when you are through."], ["user", "Well?"]].map(([role, text]) => ({ role, text }));

/** One file of an example with what drives it. */
async function bundle(name, driver, conditions = []) {
  writeFileSync(join(out, `${name}.entry.mjs`), driver);
  const options = { bundle: true, format: "esm", platform: "neutral", mainFields: ["module", "main"], logLevel: "warning", loader: { ".wasm": "copy" }, assetNames: "[name]" };
  const outfile = join(out, `${name}.bundle.mjs`);
  await build({ ...options, entryPoints: [join(out, `${name}.entry.mjs`)], outfile, conditions, nodePaths: [join(import.meta.dirname, "node_modules")], external: ["node:*", "cloudflare:*"] });
  return `${name}.bundle.mjs`;
}
const absent = (what) => process.env.CI !== "true" && !what && "not installed";

test("every example is short", () => {
  for (const name of ["cloudflare-worker", "deno-server", "browser-worker", "langchain-agent", "ai-sdk-agent"]) {
    assert.ok(readFileSync(join(agents, `${name}.mjs`), "utf8").split("\n").length <= 60, name);
  }
});

test("LangChain agent", async () => {
  const { createGuardedAgent } = await import("./.out/langchain-agent.mjs");
  const seen = [];
  const log = join(out, "audit.jsonl");
  const agent = createGuardedAgent({ model: new Model(() => "done", seen), summaryModel: new Model(() => LOSSY), log });
  await agent.invoke({ messages: talk.map(({ text }) => new HumanMessage(text)) });
  assert.ok(flat(seen.at(-1)).includes(RULE));
  assert.equal(JSON.parse(readFileSync(log, "utf8").trim()).decision, "certified");
});

test("AI SDK agent", async () => {
  const { turn } = await import("./.out/ai-sdk-agent.mjs");
  const model = (text, seen = []) =>
    new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => {
        seen.push(JSON.stringify(prompt));
        return { content: [{ type: "text", text }], finishReason: { unified: "stop", raw: undefined }, usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } }, warnings: [] };
      },
    });
  const [seen, asked] = [[], []];
  const { text, outcomes } = await turn({ model: model("done", seen), summaryModel: model(LOSSY, asked), messages: talk.map(({ role, text }) => ({ role, content: text })) });
  assert.equal(text, "done");
  assert.equal(outcomes[0].decision, "certified");
  assert.ok(seen[0].includes(RULE));
  assert.ok(asked[0].includes("Keep each of the following"), "the model was told what must survive");
});

test("Cloudflare Worker, in workerd", { skip: absent(runtime("workerd")) }, async () => {
  const driver = `
    import worker, { Conversation } from "./cloudflare-worker.mjs";
    export { Conversation };
    export default { async fetch(request, env) {
      try {
        const post = (text) => worker.fetch(new Request("http://x/room", { method: "POST", body: text }), env);
        const texts = ["Hi.", "Hi.", "Good.", ...${JSON.stringify(HISTORY.map(([, text]) => text))}, "Report when you are through."];
        for (const text of texts) await post(text);
        const context = await (await worker.fetch(new Request("http://x/room"), env)).json();
        const other = await (await worker.fetch(new Request("http://x/other"), env)).json();
        return Response.json({ texts: texts.length, context, other });
      } catch (error) { return Response.json({ problem: String(error?.stack ?? error) }); }
    } };
  `;
  const file = await bundle("worker", driver, ["workerd"]);
  const worker = () => `durableObjectNamespaces = [(className = "Conversation", uniqueKey = "c")], durableObjectStorage = (inMemory = void),
    compatibilityFlags = ["nodejs_compat"],
    bindings = [(name = "CONVERSATION", durableObjectNamespace = "Conversation"), (name = "MODEL", service = "model")], `;
  writeFileSync(join(out, "model.mjs"), `export default { fetch: () => new Response(${JSON.stringify(LOSSY)}) };`);
  const services = () => `, (name = "model", worker = (compatibilityDate = "2026-01-01", modules = [(name = "model.mjs", esModule = embed "model.mjs")]))`;
  const { problem, texts, context, other } = await ask(out, file, { worker, services });
  assert.equal(problem, undefined);
  const text = context.map(({ parts }) => parts[0].text).join("\n");
  assert.ok(context.length < texts, "nothing was compacted: the test shows nothing");
  assert.ok(text.includes(RULE));
  assert.deepEqual(other, [], "another conversation holds nothing of this one");
});

test("Deno server", { skip: absent(runtime("deno")) }, async () => {
  const driver = `
    import { serve } from "./deno-server.mjs";
    const server = await serve(async () => ${JSON.stringify(LOSSY)}, { port: 0, path: "./kv.sqlite" });
    const post = (body) => fetch("http://127.0.0.1:" + server.addr.port, { method: "POST", body: JSON.stringify(body) });
    const good = await (await post({ messages: ${JSON.stringify(talk)} })).json();
    const bad = await (await post({ messages: [{ role: "user" }, {}, {}] })).json();
    console.log("RESULT " + JSON.stringify({ good, bad }));
    await server.shutdown();
    Deno.exit(0);
  `;
  const file = await bundle("deno", driver);
  const args = ["run", "--no-prompt", "--unstable-kv", "--allow-net=127.0.0.1", "--allow-read=.", "--allow-write=.", file];
  const printed = await run(runtime("deno"), args, { cwd: out, env: { DENO_NO_UPDATE_CHECK: "1" }, seconds: 60 });
  const [line] = printed.out.split("\n").filter((line) => line.startsWith("RESULT "));
  assert.ok(line, printed.out);
  const { good, bad } = JSON.parse(line.slice("RESULT ".length));
  assert.ok(good.messages.map(({ text }) => text).join("\n").includes(RULE));
  // The source can be read again: what is not certified would be provisional.
  assert.match(good.source, /^sha256:/);
  assert.deepEqual([bad.code, bad.path], ["missing-field", "dropped[0].text"]);
});

test("agent in a Web Worker, in Chromium", { skip: absent(browsers.chromium()) }, async () => {
  const driver = `
    const post = self.postMessage.bind(self);
    const browserFetch = self.fetch.bind(self);
    self.fetch = async () => new Response(${JSON.stringify(LOSSY)});
    let left = ${talk.length};
    self.postMessage = (data) => { if (data.problem || --left === 0) browserFetch("/result", { method: "POST", body: JSON.stringify(data) }); };
    await import("./browser-worker.mjs");
    for (const data of ${JSON.stringify(talk)}) self.onmessage({ data });
  `;
  const file = await bundle("browser", driver);
  writeFileSync(join(out, "agent.html"), workerPage(file));
  const { problem, context, outcome } = await open("chromium", out, "agent.html");
  assert.equal(problem, undefined);
  assert.deepEqual(outcome, { kind: "replaced", decision: outcome.decision, recoverable: true });
  assert.ok(context.map(({ text }) => text).join("\n").includes(RULE));
});
