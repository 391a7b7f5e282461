// The page in real browsers: node tests/page/run.mjs [chromium|firefox] [--shots]. It must have been built: npm run build:page.
import { browsers } from "../../scripts/lib/tools.mjs";
import { serve } from "../../scripts/lib/serve.mjs";
import { cases } from "./cases.mjs";
import { largeCases } from "./large.mjs";
import { fileCases } from "./file-cases.mjs";
import { firstCases } from "./first-cases.mjs";
import { honestCases } from "./honest-cases.mjs";
import { mendedCases } from "./mended-cases.mjs";
import { dist, moreCases } from "./more-cases.mjs";
import { readingCases } from "./reading-cases.mjs";
import { OPEN } from "./open.mjs";
import { smallCases } from "./small-cases.mjs";
import { startCases } from "./start-cases.mjs";
import { takeShots } from "./shots.mjs";

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const names = Object.keys(OPEN).filter((name) => words.length === 0 || words.includes(name) || !words.some((word) => word in OPEN));
const only = words.filter((word) => !(word in OPEN));
// Under a path, as on a host of many pages.
const { address, close } = await serve(dist, [0], "/some/path/");
let failed = 0;

for (const name of names) {
  if (!browsers[name]()) {
    console.log(`page, ${name}: not installed`);
    continue;
  }
  const browser = await OPEN[name]();
  const chosen = [...cases, ...moreCases, ...fileCases, ...mendedCases, ...readingCases, ...honestCases, ...firstCases, ...smallCases, ...startCases, ...largeCases].filter((one) => (one.only ?? browser.name) === browser.name && (only.length === 0 || only.some((word) => one.name.includes(word))));
  let bad = 0;
  for (const { name, run } of chosen) {
    const open = [];
    const at = async (hash, look) => {
      const view = await browser.visit(new URL(hash, address).href, look);
      open.push(view);
      // What ends a view: nothing may have been logged, refused or fetched from elsewhere.
      const done = async () => {
        open.splice(open.indexOf(view), 1);
        await view.close();
        const trouble = view.trouble.filter((line) => !view.expected?.test(line));
        if (trouble.length > 0) throw new Error(trouble.join("\n"));
      };
      return Object.assign(view, { done });
    };
    try {
      await run(at, (text) => console.log(`  ${browser.name}: ${text}`));
    } catch (error) {
      bad += 1;
      console.log(`  ${browser.name}: ${name} FAILED\n${String(error.stack).slice(0, 1500)}`);
    }
    for (const view of open) await view.close();
  }
  if (name === "chromium" && only.length === 0) await takeShots(browser, address);
  await browser.close();
  failed += bad;
  console.log(`page, ${browser.name}: ${chosen.length} cases${bad > 0 ? `, ${bad} failed` : ""}`);
}
close();
process.exitCode = failed > 0 ? 1 : 0;
