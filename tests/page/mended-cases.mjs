// What a person who saw the page for the first time stumbled over, and must not again.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { checkCycles } from "fidelity-floor";

const { cases: recorded } = JSON.parse(readFileSync(new URL("../vectors/traces.json", import.meta.url), "utf8"));
const FIELDS = ["tokensBefore", "tokensAfter", "coverageBefore", "coverageAfter", "dedupRate", "probes", "gained"];

const textOf = (page, id) => page.evaluate((one) => document.getElementById(one).textContent, id);
const whyTells = (view, pattern) => view.until((source) => new RegExp(source).test(document.getElementById("why").textContent), pattern.source);

export const mendedCases = [
  {
    name: "the panel tells of the case that is shown, unasked of its worst",
    async run(at) {
      const view = await at("#check/archive");
      await whyTells(view, /before you restart it.*contradicted/);
      await view.page.click("#stories [data-key=not]");
      await view.verdict("certified");
      await view.until(() => document.getElementById("why").textContent === "");
      await view.page.click("[data-key=try]");
      await view.verdict("refuse");
      await whyTells(view, /Do not restart the tills.*contradicted/);
      await view.page.click("#verdict [data-key=repair]");
      await view.verdict("certified");
      await view.until(() => document.getElementById("why").textContent === "");
      // What somebody chose stays while the switches change the verdict.
      await view.page.click("#stories [data-key=archive]");
      await view.verdict("refuse");
      await view.page.click("#verdict .quoted.negation");
      await whyTells(view, /Never touch ledger_2019.*missing/);
      await view.page.click("[name=sourceRecoverable]");
      await view.verdict("provisional");
      await whyTells(view, /Never touch ledger_2019.*missing/);
      await view.done();
    },
  },
  {
    name: "the verdict quotes what was not kept, and says when all is there",
    async run(at) {
      const view = await at("#check/archive");
      await view.verdict("refuse");
      const quotes = await view.page.evaluate(() => [...document.querySelectorAll("#verdict .quoted")].map((one) => one.textContent));
      assert.deepEqual(quotes, ["▲ contradicted: “before you restart it”", "✕ missing: “Never touch ledger_2019”", "✕ missing: “The nightly job probably”", "2 more"]);
      assert.match(await textOf(view.page, "verdict"), /Not kept: ▲/);
      await view.page.click("#stories [data-key=plan]");
      await view.verdict("certified");
      assert.match(await textOf(view.page, "verdict"), /All 9 things that count are still there\./);
      await view.done();
    },
  },
  {
    name: "each experiment turns its verdict, and back",
    async run(at) {
      const turns = { not: ["certified", "refuse"], guess: ["provisional", "certified"], plan: ["certified", "refuse"] };
      for (const [story, [before, after]] of Object.entries(turns)) {
        const view = await at(`#check/${story}`);
        for (const word of [before, after, before]) {
          await view.verdict(word);
          await view.page.click("[data-key=try]");
        }
        await view.done();
      }
    },
  },
  {
    name: "empty texts of one's own show no counts of the case before",
    async run(at) {
      const view = await at("#check/plan");
      await view.verdict("certified");
      assert.match(await textOf(view.page, "source-tokens"), /tokens/);
      await view.page.click("#stories [data-key=own]");
      await view.verdict("");
      assert.deepEqual([await textOf(view.page, "source-tokens"), await textOf(view.page, "summary-tokens")], ["", ""]);
      await view.done();
    },
  },
  {
    name: "the way to the verdict keeps the case, and the verdict stays in sight below",
    async run(at) {
      const view = await at("#check/not", { width: 360, height: 640 });
      await view.verdict("certified");
      await view.page.click("[data-key=try]");
      await view.verdict("refuse");
      await view.page.evaluate(() => document.querySelector("[name=sourceRecoverable]").scrollIntoView({ block: "center" }));
      await view.until(() => !document.getElementById("bar").hidden && /REFUSE/.test(document.getElementById("bar").textContent));
      await view.page.click("[name=sourceRecoverable]");
      await view.until(() => /PROVISIONAL/.test(document.getElementById("bar").textContent));
      await view.page.click("#bar");
      await view.until(() => document.activeElement?.id === "verdict" && document.getElementById("bar").hidden);
      await view.page.evaluate(() => document.querySelector(".skip").click());
      await view.until(() => document.activeElement?.id === "verdict");
      assert.match(await view.page.evaluate(() => document.querySelector("#summary textarea").value), /shops\. Restart the tills/);
      assert.equal(await view.page.evaluate(() => document.getElementById("verdict").className), "provisional");
      await view.done();
    },
  },
  {
    name: "on a phone what was tapped is told over the texts, and can be closed",
    async run(at) {
      const view = await at("#check/archive", { width: 360, height: 640 });
      await view.verdict("refuse");
      const position = () => view.page.evaluate(() => getComputedStyle(document.getElementById("why")).position);
      assert.equal(await position(), "relative");
      await view.page.click("#verdict .quoted.negation");
      await whyTells(view, /Never touch/);
      assert.equal(await position(), "fixed");
      const { height, bottom } = await view.page.evaluate(() => document.getElementById("why").getBoundingClientRect().toJSON());
      assert.ok(height <= 0.41 * 640 && Math.abs(bottom - 640) < 2, `${height} to ${bottom}`);
      await view.page.click("#why .close");
      assert.equal(await position(), "relative");
      await view.done();
    },
  },
  {
    name: "no view is wider than a phone",
    async run(at) {
      for (const [hash, ready] of [["#check/archive", "#verdict .quoted"], ["#check/own", "#verdict .meaning"], ["#lineage/archive", "#links li"], ["#cycles/archive/", "#cycle-table tbody tr"]]) {
        const view = await at(hash, { width: 360, height: 640 });
        await view.until((selector) => document.querySelector(selector) !== null, ready);
        if (hash.startsWith("#cycles")) {
          await view.page.click("[data-key=guarded-2]");
          await view.until(() => document.querySelector("#run-about select") !== null);
        }
        const wide = await view.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${hash}: ${wide}`);
        await view.done();
      }
    },
  },
  {
    name: "a step of the chain says what was lost before it, and leads back",
    async run(at) {
      const view = await at("#lineage/archive");
      await view.until(() => document.querySelectorAll("#links > li").length === 5);
      await view.page.click("[data-key=break-0]");
      await view.until(() => document.querySelectorAll("#links > .refuse").length === 4);
      assert.equal(await view.page.evaluate(() => document.querySelector("[data-key=break-1]").disabled), true);
      await view.page.click("[data-key=open-4]");
      await view.verdict("refuse");
      assert.match(await textOf(view.page, "about"), /“Friday”.*“Never send invoices to customers in test mode\.” was lost before it/);
      await view.page.click("#about button");
      await view.until(() => !document.getElementById("lineage").hidden);
      await view.done();
    },
  },
  {
    name: "a file over the page is shown where it may be dropped",
    async run(at) {
      const view = await at("#check/archive");
      const sign = () => view.page.evaluate(() => getComputedStyle(document.body, "::after").content.includes("Drop it"));
      const fire = (name) => view.page.evaluate((type) => dispatchEvent(new DragEvent(type, { cancelable: true })), name);
      assert.equal(await sign(), false);
      await fire("dragover");
      assert.equal(await sign(), true);
      await fire("dragleave");
      assert.equal(await sign(), false);
      await view.done();
    },
  },
  {
    name: "the recorded runs are those of the vectors, fetched when they are looked for, judged as the package does",
    async run(at) {
      const view = await at("#check/archive");
      await view.verdict("refuse");
      const fetched = () => view.page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /\.json$/.test(name)).length);
      assert.equal(await fetched(), 0);
      await view.page.click("#tab-cycles");
      await view.until(() => document.querySelector("[data-key=naive-2]") !== null);
      assert.equal(await fetched(), 2);
      for (const id of ["naive-2", "guarded-2", "naive-14", "guarded-14"]) {
        const [kind, setting] = id.split("-");
        if (kind === "naive") await view.page.click("#runs [data-key^=naive]");
        if (setting === "14") await view.page.evaluate(() => {
          const select = document.querySelector("#run-about select");
          if (select.value === "14") return;
          select.value = "14";
          select.dispatchEvent(new Event("change"));
        });
        await view.page.click(`#runs [data-key=${id}]`);
        const run = recorded.filter(({ name }) => name.startsWith(kind))[setting];
        const columns = Object.fromEntries(FIELDS.map((field) => [field, run.cycles.map((cycle) => cycle[field])]));
        const expected = checkCycles(columns, run.rules).map(({ verdict, reason }) => (reason === undefined ? verdict : `${verdict}: ${reason}`));
        await view.until((words) => [...document.querySelectorAll("#cycle-table tbody tr")].map((row) => row.cells[1].textContent).join() === words, expected.join());
        const tokens = await view.page.evaluate(() => document.querySelector("#cycle-table tbody tr:last-child").cells[2].textContent);
        assert.equal(tokens, `${run.cycles.at(-1).tokensBefore} → ${run.cycles.at(-1).tokensAfter}`);
      }
      await view.page.click("#runs [data-key=naive-14]");
      await view.until(() => document.querySelector("[data-key=naive-14]").getAttribute("aria-pressed") === "true");
      const hash = await view.hash();
      await view.done();
      const again = await at(hash);
      await again.until(() => document.querySelector("[data-key=naive-14]")?.getAttribute("aria-pressed") === "true");
      await again.done();
    },
  },
  {
    name: "what the page says of the recorded runs is so: 10 of 16 naive ones are stopped, no healthy guarded one is",
    only: "Chromium",
    async run() {
      const halts = (run) => checkCycles(Object.fromEntries(FIELDS.map((field) => [field, run.cycles.map((cycle) => cycle[field])])), run.rules).some(({ verdict }) => verdict === "halt");
      const naive = recorded.filter(({ name }) => name.startsWith("naive"));
      const healthy = recorded.filter(({ name, cycles }) => name.startsWith("guarded") && cycles.at(-1).coverageAfter >= 0.85 * cycles[0].coverageBefore);
      assert.deepEqual([naive.filter(halts).length, naive.length, healthy.filter(halts).length, healthy.length], [10, 16, 0, 12]);
    },
  },
];
