// What the page must do, the same in every browser. Each case gets `at` (opens a view of the page) and throws where it fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { byCommandLine } from "./cli.mjs";
import { axe } from "./open.mjs";

const stories = JSON.parse(readFileSync(new URL("../../www/src/stories.json", import.meta.url), "utf8"));

const word = (page) => page.evaluate(() => document.getElementById("verdict").className);
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Tabs until the focus is where it should be. */
async function tabTo(page, selector, most = 60) {
  for (let count = 0; count < most; count++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

export const cases = [
  {
    name: "each story's verdict is that of the command line",
    async run(at) {
      const expected = { archive: "refuse", not: "certified", guess: "provisional", plan: "certified" };
      for (const story of stories) {
        const said = byCommandLine(story);
        const view = await at(`#check/${story.id}`);
        await view.verdict(expected[story.id]);
        assert.equal(said.decision, expected[story.id], story.id);
        const counts = await view.page.evaluate(() => document.querySelectorAll("#elements [role=option]").length);
        assert.equal(counts, said.elements.length, `${story.id}: elements in the list`);
        await view.done();
      }
    },
  },
  {
    name: "one “not” taken out turns the verdict",
    async run(at) {
      const view = await at("#check/not");
      await view.verdict("certified");
      await view.page.evaluate(() => {
        const area = document.querySelector("#summary textarea");
        const start = area.value.indexOf("not ");
        area.focus();
        area.setSelectionRange(start, start + 4);
      });
      await view.page.keyboard.press("Delete");
      await view.verdict("refuse");
      const status = await view.page.evaluate(() => document.querySelector("#elements [role=option] .kind").textContent);
      assert.equal(status, "negation, contradicted");
      await view.done();
    },
  },
  {
    name: "a repair pins what is lost and can be taken back",
    async run(at) {
      const view = await at("#check/archive");
      await view.verdict("refuse");
      await view.page.click("#verdict [data-key=repair]");
      await view.verdict("certified");
      const pins = await view.page.evaluate(() => document.querySelector("#pinned textarea").value);
      assert.match(pins, /Never touch ledger_2019/);
      await view.page.click("#verdict [data-key=repair]");
      await view.verdict("refuse");
      assert.equal(await view.page.evaluate(() => document.getElementById("pinned-box").hidden), true);
      await view.done();
    },
  },
  {
    name: "switches change the verdict at once",
    async run(at) {
      const view = await at("#check/archive");
      await view.page.click("[name=sourceRecoverable]");
      await view.verdict("provisional");
      await view.page.click("[name=sourceRecoverable]");
      await view.verdict("refuse");
      for (const name of ["identifier", "negation", "ordering", "hypothesis"]) await view.page.click(`[name=${name}]`);
      await view.verdict("certified");
      await view.done();
    },
  },
  {
    name: "the keyboard is enough",
    async run(at) {
      const view = await at("#check/archive");
      const { page, until } = view;
      await tabTo(page, "#tab-check");
      await press(page, "ArrowRight", "ArrowRight");
      await until(() => document.getElementById("cycle-verdict")?.className === "halt");
      await press(page, "ArrowRight");
      await tabTo(page, "#stories [data-key=not]");
      await press(page, "Enter");
      await view.verdict("certified");
      await tabTo(page, "#stories [data-key=archive]:not([aria-pressed=true]), #elements");
      await tabTo(page, "#elements");
      await press(page, "ArrowDown");
      await until(() => /verbatim/.test(document.getElementById("why").textContent));
      await press(page, "ArrowDown");
      await until(() => document.querySelectorAll(".layer .lit").length >= 2);
      await press(page, "Escape");
      await until(() => document.querySelectorAll(".layer .lit").length === 0);
      await view.done();
      const repaired = await at("#check/archive");
      await repaired.verdict("refuse");
      await tabTo(repaired.page, "#verdict [data-key=repair]");
      await press(repaired.page, "Enter");
      await repaired.verdict("certified");
      await repaired.done();
    },
  },
  {
    name: "a pointer over a mark lights its twin and says why",
    async run(at) {
      const view = await at("#check/archive");
      const box = await view.page.evaluate(() => {
        const { x, y, width, height } = [...document.querySelectorAll("#source .m")].find((one) => one.textContent.startsWith("before you restart")).getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });
      await view.page.mouse.move(box.x, box.y);
      await view.until(() => document.querySelector("#summary .lit")?.textContent.startsWith("before you"));
      await view.until(() => /contradicted/.test(document.getElementById("why").textContent));
      await view.done();
    },
  },
  ...["#check/archive", "#check/not", "#check/guess", "#check/own", "#lineage/archive", "#cycles/archive"].flatMap((hash) => ["light", "dark"].map((scheme) => ({
    name: `axe finds nothing serious at ${hash}, ${scheme}`,
    async run(at) {
      const view = await at(hash, { scheme });
      const paper = await view.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(paper, { light: "rgb(251, 251, 249)", dark: "rgb(23, 24, 27)" }[scheme]);
      await view.until((id) => document.getElementById(id).childElementCount > 2, hash.slice(1).split("/")[0]);
      await view.page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      assert.deepEqual(await axe(view.page), []);
      await view.done();
    },
  }))),
];
export { press, tabTo, word };
