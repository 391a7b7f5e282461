// The guard and its stores in the runtimes whose storage they use, from the packed package: a line each, `runtime: N cases`.
//
//   node tests/runtimes/guards.mjs [word …]   only the runtimes whose name contains one of the words
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { browsers, runtime } from "../../scripts/lib/tools.mjs";
import { addCases, freshApp, withAddresses } from "./app.mjs";
import { open, page, workerPage } from "./browsers.mjs";
import { bundled, resultOf } from "./programs.mjs";
import { ask } from "./workerd.mjs";

const inBrowser = (browser, name, html) => ({
  name,
  missing: () => !browsers[browser](),
  run(app) {
    writeFileSync(join(app, "guard.html"), html(withAddresses(app, "guard-page.mjs", "raw-guard-page.mjs", [], "./")));
    return open(browser, app, "guard.html");
  },
});

const all = [
  { name: "Node, files", run: (app) => resultOf(process.execPath, ["guard-node.mjs"], { cwd: app }) },
  { name: "Bun, files", missing: () => !runtime("bun"), run: (app) => resultOf(runtime("bun"), ["run", "guard-node.mjs"], { cwd: app }) },
  {
    name: "Deno, its KV",
    missing: () => !runtime("deno"),
    run: (app) => resultOf(runtime("deno"), ["run", "--no-prompt", "--unstable-kv", "--allow-read=.", "--allow-write=.", "guard-deno.mjs", "./kv.sqlite"], { cwd: app, env: { DENO_NO_UPDATE_CHECK: "1" } }),
  },
  {
    name: "workerd, Durable Object and KV",
    missing: () => !runtime("workerd"),
    async run(app) {
      const bundle = await bundled(app, "guard-worker.mjs", "bundle-guard-worker.mjs", ["--conditions=workerd", "--loader:.wasm=copy"]);
      if (bundle.problem) return bundle;
      const worker = () => `durableObjectNamespaces = [(className = "Session", uniqueKey = "session")], durableObjectStorage = (inMemory = void),
    bindings = [(name = "SESSION", durableObjectNamespace = "Session"), (name = "KV", kvNamespace = "kv")], `;
      const services = () => `, (name = "kv", worker = (compatibilityDate = "2026-01-01", modules = [(name = "kv-server.mjs", esModule = embed "kv-server.mjs")]))`;
      return ask(app, bundle.file, { worker, services });
    },
  },
  inBrowser("chromium", "Chromium, page, IndexedDB", page),
  inBrowser("chromium", "Chromium, worker, IndexedDB", workerPage),
  inBrowser("firefox", "Firefox, page, IndexedDB", page),
];

const words = process.argv.slice(2);
const app = freshApp();
addCases(app);
let bad = false;
for (const { name, missing, run } of all) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const result = missing?.() ? { problem: "not installed" } : await run(app).catch((error) => ({ problem: error.message }));
  const failed = result.failed ?? [];
  // Elsewhere a runtime may be absent; in CI that would be a hole in the test.
  bad ||= result.problem === "not installed" ? process.env.CI === "true" : result.problem !== undefined || failed.length > 0 || result.ran === 0;
  console.log(`${name}: ${result.problem ?? `${result.ran} cases${failed.length > 0 ? `, ${failed.length} failed` : ""}`}`);
  for (const failure of failed) console.log(`  ${failure}`);
}
process.exit(bad ? 1 : 0);
