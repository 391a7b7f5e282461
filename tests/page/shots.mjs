// Screenshots for docs/, taken with --shots: each view, each verdict, light and dark, narrow and wide.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/tools.mjs";

const SHOTS = [
  { name: "check-refuse-light-1440", hash: "#check/archive", width: 1440, scheme: "light", look: "contradicted" },
  { name: "check-refuse-dark-360", hash: "#check/archive", width: 360, scheme: "dark" },
  { name: "check-certified-dark-1440", hash: "#check/not", width: 1440, scheme: "dark" },
  { name: "check-provisional-light-360", hash: "#check/guess", width: 360, scheme: "light" },
  { name: "check-repaired-light-1440", hash: "#check/archive", width: 1440, scheme: "light", click: "#verdict [data-key=repair]" },
  { name: "lineage-broken-light-1440", hash: "#lineage/archive", width: 1440, scheme: "light", click: "[data-key=break-1]" },
  { name: "lineage-broken-dark-360", hash: "#lineage/archive", width: 360, scheme: "dark", click: "[data-key=break-1]" },
  { name: "cycles-halt-dark-1440", hash: "#cycles/archive", width: 1440, scheme: "dark" },
  { name: "cycles-halt-light-360", hash: "#cycles/archive", width: 360, scheme: "light" },
];

/** Takes them into docs/ with --shots, else only into .tools, to see that it works. */
export async function takeShots(browser, address) {
  const folder = process.argv.includes("--shots") ? join(root, "docs") : join(root, ".tools", "shots");
  mkdirSync(folder, { recursive: true });
  for (const { name, hash, width, scheme, click, look } of SHOTS) {
    const view = await browser.visit(address + hash, { width, height: width === 360 ? 780 : 900, scheme });
    if (click !== undefined) {
      await view.until((selector) => document.querySelector(selector) !== null, click);
      await view.page.click(click);
    }
    if (look !== undefined) {
      await view.page.evaluate((wanted) => [...document.querySelectorAll("#elements .element")].find((one) => one.textContent.includes(wanted)).click(), look);
      await view.until(() => document.querySelector("#why").textContent.length > 20);
    }
    await view.page.waitForTimeout(500);
    await view.page.screenshot({ path: join(folder, `${name}.png`) });
    await view.close();
  }
  console.log(`  ${SHOTS.length} screenshots in ${folder.slice(root.length + 1)}`);
}
