// The two browsers behind one small set of calls: Chromium by Playwright, Firefox by Puppeteer over WebDriver BiDi.
import { createRequire } from "node:module";
import { browsers } from "../../scripts/lib/tools.mjs";
import { part, profiling, tasksOf } from "./firefox-tasks.mjs";

const require = createRequire(import.meta.url);
const quiet = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

/**
 * Opens a browser: `{ name, visit(address, look), close() }`. Where the look says `tasks`, the view has `trace(name, run)`, and once
 * it is closed `traced()`: by the names the tasks of the main thread, in ms, how long each took and how long it computed.
 */
export const OPEN = {
  async chromium() {
    const { chromium } = await import("playwright-core");
    const browser = await chromium.launch({ executablePath: browsers.chromium(), args: quiet });
    return {
      name: "Chromium",
      async visit(address, { width = 1280, height = 900, scheme = "light", motion = "reduce" } = {}) {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: motion });
        const page = await context.newPage();
        const until = (fn, argument) => page.waitForFunction(fn, argument, { timeout: 60_000 });
        const parts = {};
        const trace = async (name, run) => void (parts[name] = await tasksWhile(browser, page, run));
        const more = { offline: (state) => context.setOffline(state), trace, traced: () => parts };
        return { ...(await open(page, address, until, () => context.close())), ...more };
      },
      close: () => browser.close(),
    };
  },
  async firefox() {
    const { default: puppeteer } = await import("puppeteer-core");
    const preferences = { "ui.prefersReducedMotion": 1, "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false, "app.update.disabledForTesting": true };
    // The scheme is a preference of the whole browser: the dark one is started when it is first asked for.
    const SCHEMES = { dark: 0, light: 1 };
    const started = new Map();
    const start = (scheme, env = process.env) => {
      const extraPrefsFirefox = { ...preferences, "layout.css.prefers-color-scheme.content-override": SCHEMES[scheme] };
      return puppeteer.launch({ browser: "firefox", executablePath: browsers.firefox(), headless: true, extraPrefsFirefox, env });
    };
    const launch = (scheme) => {
      if (!started.has(scheme)) started.set(scheme, start(scheme));
      return started.get(scheme);
    };
    return {
      name: "Firefox",
      async visit(address, { width = 1280, height = 900, scheme = "light", tasks = false } = {}) {
        const { file, env } = tasks ? profiling() : {};
        const browser = await (tasks ? start(scheme, env) : launch(scheme));
        const page = await browser.newPage();
        await page.setViewport({ width, height });
        const until = (fn, argument) => page.waitForFunction(fn, { timeout: 60_000 }, argument);
        const close = () => (tasks ? browser : page).close();
        return { ...(await open(page, address, until, close)), trace: (name, run) => part(page, name, run), traced: () => tasksOf(file) };
      },
      close: async () => {
        for (const browser of started.values()) await (await browser).close();
      },
    };
  },
};

/** Loads the page and notes what it should not do: errors, and requests to anywhere else. */
async function open(page, address, until, close) {
  const trouble = [];
  const own = new URL(address).origin;
  page.on("console", (message) => ["error", "warn", "warning"].includes(message.type()) && trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(own) && !/^(data|blob|about):/.test(url)) trouble.push(`request to ${url}`);
  });
  await page.goto(address);
  await until(() => performance.getEntriesByName("verdict").length > 0);
  const view = { page, trouble, until, close };
  // The address follows the case a little later: it is whole when it no longer changes.
  const hash = async () => {
    await until(() => {
      const now = performance.now();
      if (location.hash !== globalThis.lastHash) Object.assign(globalThis, { lastHash: location.hash, since: now });
      return now - globalThis.since > 1500;
    });
    return page.evaluate(() => location.hash);
  };
  return { ...view, hash, verdict: (word) => until((wanted) => document.getElementById("verdict").className === wanted, word) };
}

/** The tasks of the page's main thread while `run` runs, in ms: how long each took, and how long it computed. */
async function tasksWhile(browser, page, run) {
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing", "__metadata"] });
  await page.evaluate(() => performance.mark("traced"));
  await run();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const mark = traceEvents.find(({ name, cat }) => name === "traced" && /user_timing/.test(cat));
  const tasks = traceEvents.filter(({ name, pid, tid, ph }) => /RunTask$/.test(name) && ph === "X" && pid === mark.pid && tid === mark.tid);
  return tasks.map(({ dur, tdur = dur }) => ({ wall: dur / 1000, busy: tdur / 1000 }));
}

/** axe-core inside the page: what it finds serious or critical, a line each. */
export async function axe(page) {
  const source = require("axe-core").source;
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.any[0]?.message ?? node.failureSummary ?? ""}`));
  });
}
