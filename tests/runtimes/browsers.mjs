// Browsers without a driver: each is started on a page of a little server, and the page posts its result back.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { browsers, runtimes } from "../../scripts/lib/tools.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { withAddresses } from "./app.mjs";
import { bundled } from "./programs.mjs";

const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

const flags = {
  chromium: (profile) => [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    `--user-data-dir=${profile}`,
  ],
  firefox: (profile) => {
    const quiet = {
      "browser.shell.checkDefaultBrowser": false,
      "browser.startup.homepage_override.mstone": "ignore",
      "browser.aboutwelcome.enabled": false,
      "datareporting.policy.dataSubmissionEnabled": false,
      "app.update.disabledForTesting": true,
      "app.normandy.enabled": false,
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
      "extensions.update.enabled": false,
    };
    const lines = Object.entries(quiet).map(([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`);
    writeFileSync(join(profile, "user.js"), lines.join(""));
    return ["--headless", "--no-remote", "--profile", profile];
  },
};

// Whatever goes wrong before the result is posted becomes the result.
const reportProblems = `<!doctype html><meta charset="utf-8"><title>cases</title><script>
const problem = (text) => fetch("/result", { method: "POST", body: JSON.stringify({ problem: String(text) }) });
addEventListener("error", (e) => problem(e.message || "a script did not load: " + (e.target.src || "")), true);
addEventListener("unhandledrejection", (e) => problem(e.reason));
</script>`;
export const page = (script) => `${reportProblems}<script type="module" src="${script}"></script>\n`;
export const workerPage = (script) =>
  `${reportProblems}<script>
const worker = new Worker("${script}", { type: "module" });
worker.onerror = (e) => problem("worker: " + (e.message || "did not load"));
</script>\n`;

/** Opens a page of `folder` in a browser and waits for what it posts. */
export async function open(browser, folder, name) {
  let answer;
  const answered = new AbortController();
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        answer ??= JSON.parse(body);
        response.end();
        answered.abort();
      });
      return;
    }
    const file = join(folder, normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)));
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

  const profile = mkdtempSync(join(folder, "profile-"));
  const url = `http://127.0.0.1:${server.address().port}/${name}`;
  const { out } = await run(browsers[browser](), [...flags[browser](profile), url], {
    cwd: folder,
    env: { HOME: profile, MOZ_HEADLESS: "1" },
    seconds: 60,
    stop: answered.signal,
  });
  server.closeAllConnections();
  server.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  return answer ?? { problem: `the page posted nothing\n${out.trim().slice(0, 4000)}` };
}

const plain = (browser) => [
  {
    name: `${title(browser)}, page`,
    missing: () => !browsers[browser](),
    run(app) {
      writeFileSync(join(app, "page.html"), page(withAddresses(app, "page.mjs", "raw-page.mjs", [], "./")));
      return open(browser, app, "page.html");
    },
  },
  {
    name: `${title(browser)}, worker`,
    missing: () => !browsers[browser](),
    run(app) {
      writeFileSync(join(app, "worker.html"), workerPage(withAddresses(app, "page.mjs", "raw-page.mjs", [], "./")));
      return open(browser, app, "worker.html");
    },
  },
];

export const browserRuntimes = [
  ...plain("chromium"),
  ...plain("firefox"),
  {
    name: "Chromium, esbuild bundle",
    missing: () => !browsers.chromium(),
    async run(app) {
      const bundle = await bundled(app, "page.mjs", "bundle-page.mjs");
      if (bundle.problem) return bundle;
      writeFileSync(join(app, "bundle.html"), page(bundle.file));
      return open("chromium", app, "bundle.html");
    },
  },
  {
    name: "Chromium, Vite build",
    missing: () => !browsers.chromium(),
    async run(app) {
      // Vite wants its page at the root of the project, and gets no configuration.
      mkdirSync(join(app, "built"), { recursive: true });
      writeFileSync(join(app, "index.html"), page("/page.mjs"));
      const vite = join(runtimes, "node_modules", ".bin", "vite");
      const { ok, out } = await run(vite, ["build", "--outDir", "built", "--logLevel", "warn"], { cwd: app, seconds: 120 });
      return ok ? open("chromium", join(app, "built"), "index.html") : { problem: `vite:\n${out}` };
    },
  },
];

function title(name) {
  return name[0].toUpperCase() + name.slice(1);
}
