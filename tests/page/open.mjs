// The two browsers behind one small set of calls: Chromium by Playwright, Firefox by Puppeteer over WebDriver BiDi.
import { createRequire } from "node:module";
import { browsers } from "../../scripts/lib/tools.mjs";

const require = createRequire(import.meta.url);
const quiet = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

/** Opens a browser: `{ name, visit(address, look), close() }`. */
export const OPEN = {
  async chromium() {
    const { chromium } = await import("playwright-core");
    const browser = await chromium.launch({ executablePath: browsers.chromium(), args: quiet });
    return {
      name: "Chromium",
      async visit(address, { width = 1280, height = 900, scheme = "light", motion = "reduce" } = {}) {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: motion });
        const page = await context.newPage();
        const until = (fn, argument) => page.waitForFunction(fn, argument, { timeout: 20_000 });
        return start(page, address, until, () => context.close(), (state) => context.setOffline(state));
      },
      close: () => browser.close(),
    };
  },
  async firefox() {
    const { default: puppeteer } = await import("puppeteer-core");
    const preferences = { "ui.systemUsesDarkTheme": 0, "ui.prefersReducedMotion": 1, "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false, "app.update.disabledForTesting": true };
    const browser = await puppeteer.launch({ browser: "firefox", executablePath: browsers.firefox(), headless: true, extraPrefsFirefox: preferences });
    return {
      name: "Firefox",
      async visit(address, { width = 1280, height = 900 } = {}) {
        const page = await browser.newPage();
        await page.setViewport({ width, height });
        const until = (fn, argument) => page.waitForFunction(fn, { timeout: 20_000 }, argument);
        return start(page, address, until, () => page.close());
      },
      close: () => browser.close(),
    };
  },
};

/** Loads the page and notes what it should not do: errors, and requests to anywhere else. */
async function start(page, address, until, close, offline) {
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
  const view = { page, trouble, until, close, offline };
  return { ...view, verdict: (word) => until((wanted) => document.getElementById("verdict").className === wanted, word) };
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
