// The page as a whole: links, weight, speed, large texts, what it may load.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../scripts/lib/tools.mjs";

export const dist = join(root, "www", "dist");
const CSP = "script-src 'self' 'wasm-unsafe-eval'";
const run = JSON.parse(readFileSync(join(root, "tests", "vectors", "cycle.json"), "utf8")).reportedRun;

export const moreCases = [
  {
    name: "an edited case survives as a link",
    async run(at) {
      const view = await at("#check/guess");
      await view.verdict("provisional");
      await view.page.click("[name=sourceRecoverable]");
      await view.page.click("#summary textarea");
      await view.page.keyboard.press("End");
      await view.page.keyboard.type(" Näh ✓.");
      await view.verdict("refuse");
      const hash = await view.hash();
      const texts = () => [...document.querySelectorAll(".pane textarea, #verdict")].map((one) => one.value ?? one.className);
      const before = await view.page.evaluate(texts);
      await view.done();
      const again = await at(hash);
      await again.verdict("refuse");
      assert.deepEqual(await again.page.evaluate(texts), before);
      await again.done();
    },
  },
  {
    name: "a broken link gives the first story and says so",
    async run(at) {
      const view = await at("#check/archive/%%%");
      await view.verdict("refuse");
      assert.match(await view.page.evaluate(() => document.getElementById("problem").textContent), /link/);
      await view.done();
    },
  },
  {
    name: "the poison travels down the chain, and a mended link ends it",
    async run(at) {
      const view = await at("#lineage/archive");
      // What is drawn anew between finding and pressing it is looked for again.
      const press = (selector) => view.page.click(selector).catch(() => view.page.click(selector));
      const decisions = () => [...document.querySelectorAll("#links > li")].map((one) => one.classList[1]).join(" ");
      const are = (wanted) => view.until((words) => [...document.querySelectorAll("#links > li")].map((one) => one.classList[1]).join(" ") === words, wanted);
      await are("certified certified certified certified certified");
      await press("[data-key=break-1]");
      await are("certified refuse certified refuse refuse");
      assert.match(await view.page.evaluate(() => document.getElementById("chain-verdict").textContent), /Weakest link: “Tuesday”/);
      await press("[data-key=open-3]");
      await view.verdict("refuse");
      assert.match(await view.page.evaluate(() => document.querySelector("#verdict ul").textContent), /An earlier summary in this chain was not certified/);
      assert.match(await view.page.evaluate(() => document.querySelector("#verdict .quotes").textContent), /^All \d+ things that count are still there; what an earlier summary lost is not among them\.$/);
      await press("#tab-lineage");
      await press("[data-key=break-1]");
      await are("certified certified certified certified certified");
      assert.equal(await view.page.evaluate(decisions), "certified certified certified certified certified");
      await view.done();
    },
  },
  {
    name: "the reported run is halted at the cycle the vectors name, and k moves it",
    async run(at) {
      const view = await at("#cycles/archive");
      const halted = run.find(({ expect }) => expect.prose.startsWith("halt"));
      await view.until((cycle) => document.getElementById("cycle-verdict")?.textContent.includes(`Cycle ${cycle}:`), halted.cycle);
      await view.page.evaluate(() => {
        const k = document.getElementById("k");
        k.value = "0.5";
        k.dispatchEvent(new Event("input"));
      });
      await view.until((cycle) => /HALT/.test(document.getElementById("cycle-verdict").textContent) && !document.getElementById("cycle-verdict").textContent.includes(`Cycle ${cycle}:`), halted.cycle);
      await view.done();
    },
  },
  {
    name: "a run of one's own is read, and a bad one is refused by its line",
    async run(at) {
      const view = await at("#cycles/archive");
      const give = async (text) => {
        await view.page.evaluate((given) => {
          document.querySelector(".own").open = true;
          document.getElementById("own-rows").value = given;
        }, text);
        await view.page.click(".own button");
      };
      await give("tokens_before,tokens_after,coverage_before,coverage_after,dedup_rate\n100,80,1,1,0\n80,70,1,x,0");
      await view.until(() => /Row 2.*coverageAfter/.test(document.getElementById("problem").textContent));
      await give("tokens_before,tokens_after,coverage_before,coverage_after,dedup_rate\n100,80,1,1,0\n80,80,1,0.4,0");
      await view.until(() => /Cycle 2:/.test(document.getElementById("cycle-verdict").textContent));
      await view.done();
    },
  },
  {
    name: "a lost probe is traced to the summary that lost it, and the plan brings it back",
    async run(at) {
      const view = await at("#cycles/archive");
      await view.page.click("#runs [data-key=memory]");
      await view.until(() => document.querySelectorAll(".probes .lost").length === 5);
      const text = await view.page.evaluate(() => document.querySelector(".probes .lost").textContent);
      assert.match(text, /circuit.*In cycle 2, n1,.*summarised into s1,.*without “B-12”/);
      await view.page.evaluate(() => {
        const k = document.getElementById("k");
        k.value = "2";
        k.dispatchEvent(new Event("input"));
      });
      await view.until(() => document.getElementById("cycle-verdict").textContent.includes("Cycle 2:"));
      await view.page.click("[data-key=expand]");
      await view.until(() => document.querySelectorAll(".probes .answered").length === 6);
      await view.until(() => document.querySelectorAll("#cycle-table tbody tr").length === 4);
      await view.done();
    },
  },
  {
    name: "CSP: no script of elsewhere, none inline",
    async run(at) {
      const view = await at("");
      const csp = await view.page.evaluate(() => document.querySelector("meta[http-equiv=Content-Security-Policy]").content);
      assert.ok(csp.includes(`${CSP};`), csp);
      const refused = await view.page.evaluate(
        () =>
          new Promise((done) => {
            document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective), { once: true });
            const script = document.createElement("script");
            script.textContent = "globalThis.inline = true";
            document.head.append(script);
            setTimeout(() => done(globalThis.inline === true ? "it ran" : "nothing happened"), 500);
          }),
      );
      assert.match(refused, /^script-src/);
      view.expected = /inline script/; // The refused script is logged; that was the point.
      await view.done();
    },
  },
  {
    name: "HTML, CSS and JavaScript are at most 40 KB gzip",
    async run(_, note) {
      const files = readdirSync(dist, { recursive: true }).filter((file) => /\.(html|css|js)$/.test(file));
      const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
      note(`${(size / 1024).toFixed(1)} KB gzip beside the wasm`);
      assert.ok(files.length >= 3 && size <= 40 * 1024, `${size} bytes`);
    },
  },
];
