// Small things that a person stumbled over.
import assert from "node:assert/strict";

const text = (view, id) => view.page.evaluate((one) => document.getElementById(one).textContent, id);
const sources = (view) => view.page.evaluate(() => [...document.querySelectorAll("#source textarea")].map((one) => one.value));

export const smallCases = [
  {
    name: "Back goes from view to view and from text to text, and edits are no steps",
    async run(at) {
      const view = await at("#check/archive");
      await view.verdict("refuse");
      await view.page.click("[name=sourceRecoverable]");
      await view.verdict("provisional");
      await view.until(() => /^#check\/archive\/./.test(location.hash));
      const edited = await view.page.evaluate(() => location.hash);
      await view.page.click("#stories [data-key=not]");
      await view.until(() => location.hash === "#check/not");
      await view.page.click("#tab-cycles");
      await view.until(() => location.hash === "#cycles/not");
      await view.page.evaluate(() => history.back());
      await view.until(() => !document.getElementById("check").hidden);
      assert.equal(await view.page.evaluate(() => location.hash), "#check/not");
      await view.page.evaluate(() => history.back());
      await view.verdict("provisional");
      assert.equal(await view.page.evaluate(() => location.hash), edited);
      await view.done();
    },
  },
  {
    name: "each message has a button that removes it, but the last one has none",
    async run(at) {
      const view = await at("#check/archive");
      await view.verdict("refuse");
      const before = await sources(view);
      await view.page.click("[aria-label='Remove message 2']");
      await view.until(() => document.querySelectorAll("#source textarea").length === 3);
      assert.deepEqual(await sources(view), [before[0], before[2], before[3]]);
      await view.until(() => document.querySelectorAll("#elements .hypothesis").length === 0);
      for (let left = 3; left > 1; left--) {
        await view.page.click("[aria-label='Remove message 1']");
        await view.until((count) => document.querySelectorAll("#source textarea").length === count, left - 1);
      }
      assert.deepEqual(await sources(view), [before[3]]);
      assert.equal(await view.page.evaluate(() => document.querySelector(".remove")), null);
      await view.done();
    },
  },
  {
    name: "a repair that is no shorter than the conversation says so",
    async run(at) {
      const longer = /It is no shorter than the conversation \((\d+) of (\d+) tokens\): keep that instead\./;
      const view = await at("#check/guess");
      await view.verdict("provisional");
      const [, repaired, source] = longer.exec(await text(view, "verdict"));
      assert.ok(Number(repaired) >= Number(source));
      assert.equal(await text(view, "source-tokens"), `${source} tokens`);
      await view.page.click("#stories [data-key=archive]");
      await view.verdict("refuse");
      assert.doesNotMatch(await text(view, "verdict"), longer);
      await view.done();
    },
  },
  {
    name: "what is not kept is counted, and all of it is a click away",
    async run(at) {
      const view = await at("#check/archive");
      await view.verdict("refuse");
      assert.match(await text(view, "verdict"), /Not kept: .*2 more/);
      await view.page.click("#verdict [data-key=all]");
      assert.equal(await view.page.evaluate(() => document.activeElement.id), "elements");
      await view.page.keyboard.press("End");
      await view.until(() => /verbatim|paraphrased/.test(document.getElementById("why").textContent));
      await view.done();
    },
  },
  {
    name: "while a long transcript is read, nothing is quoted at the places of another text",
    async run(at) {
      const view = await at("#check/own");
      await view.page.evaluate(() => {
        globalThis.quoted = new Set();
        new MutationObserver(() => {
          for (const one of document.querySelectorAll(".quoted[data-key^=quote], .element .words")) globalThis.quoted.add(one.textContent);
        }).observe(document.getElementById("check"), { childList: true, subtree: true });
        const give = (id, text) => {
          const area = document.querySelector(`#${id} textarea`);
          area.value = text;
          area.dispatchEvent(new Event("input"));
        };
        give("source", "Never touch table_7. Free some space.");
        give("summary", "Free some space.");
      });
      await view.verdict("refuse");
      const lines = Array.from({ length: 2000 }, (_, index) => JSON.stringify({ role: "user", content: `Step ${index}: read page_${index}.` })).join("\n");
      await view.page.evaluate((given) => {
        const data = new DataTransfer();
        data.items.add(new File([given], "session.jsonl"));
        dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
      }, lines);
      await view.until(() => [...document.querySelectorAll(".element .words")].some((one) => one.textContent.includes("page_")));
      const quoted = await view.page.evaluate(() => [...globalThis.quoted]);
      assert.ok(quoted.some((one) => one.includes("table_7")));
      const nonsense = quoted.map((one) => /“(.*)”$/.exec(one)?.[1] ?? one).filter((one) => !/^(Never touch table_7|Never touch|table_7|page_\d+|\d+|Step \d+|Free some space\.?|read page_\d+\.?)$/.test(one));
      assert.deepEqual(nonsense, []);
      await view.done();
    },
  },
  {
    name: "at 390 px no row and no table is cut",
    async run(at) {
      for (const hash of ["#check/archive", "#cycles/archive"]) {
        const view = await at(hash, { width: 390, height: 800 });
        await view.until(() => document.querySelectorAll("#check:not([hidden]), #cycle-table tbody tr").length > 0);
        const cut = await view.page.evaluate(() => ["#stories", "#runs", "#verdict", ".scroll", "html"].filter((one) => [...document.querySelectorAll(one)].some((row) => row.scrollWidth > row.clientWidth + 1)));
        assert.deepEqual(cut, []);
        await view.done();
      }
    },
  },
];
