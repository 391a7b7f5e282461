// Screenshots for docs/, taken with --shots: each view, each verdict, light and dark, narrow and wide.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/tools.mjs";

const SHOTS = [
  { name: "check-refuse-light-1440", hash: "#check/archive", look: ".quoted.ordering" },
  { name: "check-refuse-dark-360", hash: "#check/archive" },
  { name: "check-certified-dark-1440", hash: "#check/not" },
  { name: "check-provisional-light-360", hash: "#check/guess" },
  { name: "check-repaired-light-1440", hash: "#check/archive", click: "#verdict [data-key=repair]" },
  { name: "check-why-light-360", hash: "#check/archive", look: ".quoted.negation", scroll: "#source" },
  { name: "lineage-broken-light-1440", hash: "#lineage/archive", click: "[data-key=break-1]" },
  { name: "lineage-broken-dark-360", hash: "#lineage/archive", click: "[data-key=break-1]" },
  { name: "cycles-halt-dark-1440", hash: "#cycles/archive" },
  { name: "cycles-halt-light-360", hash: "#cycles/archive" },
  { name: "cycles-recorded-light-1440", hash: "#cycles/archive", click: "[data-key=naive-2]" },
];

/** Takes them into docs/ with --shots, else only into .tools, to see that it works. */
export async function takeShots(browser, address) {
  const folder = process.argv.includes("--shots") ? join(root, "docs") : join(root, ".tools", "shots");
  mkdirSync(folder, { recursive: true });
  for (const { name, hash, click, look, scroll } of SHOTS) {
    const [scheme, size] = name.split("-").slice(-2);
    const width = Number(size);
    const view = await browser.visit(address + hash, { width, height: width === 360 ? 780 : 900, scheme });
    if (click !== undefined) {
      await view.until((selector) => document.querySelector(selector) !== null, click);
      await view.page.click(click);
    }
    if (look !== undefined) {
      await view.until((selector) => document.querySelector(selector) !== null, look);
      await view.page.click(look);
      await view.until((selector) => document.querySelector("#why .quote") !== null && document.querySelector(selector) !== null, look);
    }
    await view.page.evaluate(() => scrollTo(0, 0)); // A click may have scrolled.
    if (scroll !== undefined) await view.page.evaluate((selector) => scrollTo(0, document.querySelector(selector).getBoundingClientRect().top + scrollY - 60), scroll);
    await view.page.waitForTimeout(800);
    await view.page.screenshot({ path: join(folder, `${name}.png`) });
    await view.close();
  }
  console.log(`  ${SHOTS.length} screenshots in ${folder.slice(root.length + 1)}`);
}
