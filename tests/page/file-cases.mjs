// What goes in as a file and out as one, and the page without a network.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { verifyAudit } from "fidelity-floor/audit";

const stories = JSON.parse(readFileSync(new URL("../../www/src/stories.json", import.meta.url), "utf8"));

const jsonl = [
  { type: "user", message: { role: "user", content: "Rotate the keys of vault-3. Do not print them." } },
  { type: "assistant", message: { role: "assistant", content: [{ type: "text", text: "I will rotate them with rotate.sh." }] } },
];

export const fileCases = [
  {
    name: "a transcript opened as a file replaces the conversation, and a bad one is refused",
    async run(at) {
      const view = await at("#check/archive");
      const open = (text) =>
        view.page.evaluate((given) => {
          const files = new DataTransfer();
          files.items.add(new File([given], "session.jsonl"));
          const input = document.getElementById("file");
          input.files = files.files;
          input.dispatchEvent(new Event("change"));
        }, text);
      await open(jsonl.map((line) => JSON.stringify(line)).join("\n"));
      await view.until(() => document.querySelector("#source textarea").value === "Rotate the keys of vault-3. Do not print them.");
      assert.deepEqual(await view.page.evaluate(() => [...document.querySelectorAll("#source select")].map((one) => one.value)), ["user", "assistant"]);
      await open('[{"role": "nobody"}]');
      await view.until(() => document.getElementById("problem").textContent !== "");
      assert.equal(await view.page.evaluate(() => document.querySelectorAll("#source select").length), 2);
      await view.done();
    },
  },
  {
    name: "one's own texts: a pasted transcript becomes messages, the verdict follows the summary",
    async run(at) {
      const view = await at("#check/own");
      const paste = (selector, text) =>
        view.page.evaluate(
          ([where, given]) => {
            const data = new DataTransfer();
            data.setData("text/plain", given);
            const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
            Object.defineProperty(event, "clipboardData", { value: data });
            const field = document.querySelector(where);
            field.focus();
            if (field.dispatchEvent(event)) document.execCommand("insertText", false, given);
          },
          [selector, text],
        );
      await paste("#source textarea", "## User\n\nNever restart db-9.\n\n## Assistant\n\nOf course.\n");
      await view.until(() => document.querySelectorAll("#source select").length === 2);
      // Without a summary nothing is lost yet: what counts is marked, and the page waits.
      await view.until(() => /2 things that count are marked/.test(document.getElementById("verdict").textContent));
      assert.equal(await view.page.evaluate(() => document.getElementById("verdict").className), "");
      await paste("#summary textarea", "Restart it.");
      await view.verdict("refuse");
      await view.page.evaluate(() => document.querySelector("#summary textarea").select());
      await paste("#summary textarea", "Never restart db-9.");
      await view.verdict("certified");
      await view.page.click(".pane-box > button.small");
      await view.until(() => document.querySelectorAll("#source textarea").length === 3);
      await view.page.click("#source .page:last-child .block:last-child textarea");
      await view.page.keyboard.press("Backspace");
      await view.until(() => document.querySelectorAll("#source textarea").length === 2);
      await view.done();
    },
  },
  {
    name: "a file dropped on the curves is a run",
    async run(at) {
      const view = await at("#cycles/archive");
      await view.page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['{"tokensBefore":100,"tokensAfter":100,"coverageBefore":1,"coverageAfter":0.5,"dedupRate":0}'], "run.jsonl"));
        dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
      });
      await view.until(() => /Cycle 1:/.test(document.getElementById("cycle-verdict").textContent));
      await view.done();
    },
  },
  {
    name: "the report is copied as JSON, and the record is a file",
    async run(at) {
      const view = await at("#check/guess");
      await view.page.evaluate(() => {
        globalThis.given = [];
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void given.push(text) } });
        const address = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          void blob.text().then((text) => given.push(text));
          return address.call(URL, blob);
        };
      });
      await view.page.evaluate(() => [...document.querySelectorAll(".tools button")].find((one) => one.textContent.includes("report")).click());
      await view.until(() => given.length === 1);
      await view.page.evaluate(() => [...document.querySelectorAll(".tools button")].find((one) => one.textContent.includes("record")).click());
      await view.until(() => given.length === 2);
      const texts = await view.page.evaluate(() => given);
      const [report, record] = texts.map((text) => JSON.parse(text));
      assert.equal(report.decision, "provisional");
      assert.deepEqual((await verifyAudit(texts[1])).problems, []);
      assert.equal(record.decision, "provisional");
      assert.deepEqual(record.contract, report.contract);
      assert.equal(record.conditions.sourceRecoverable, true);
      const text = stories.find(({ id }) => id === "guess").summary;
      assert.equal(record.summary, `sha256:${createHash("sha256").update(text).digest("hex")}`);
      await view.done();
    },
  },
  {
    name: "the page opens without a network after one visit",
    only: "Chromium",
    async run(at) {
      const view = await at("#check/archive");
      await view.page.evaluate(() => navigator.serviceWorker.ready);
      await view.page.reload();
      await view.offline(true);
      await view.page.goto(view.page.url().replace(/#.*/, "?again#check/not"));
      await view.verdict("certified");
      // The data of the other views is kept as well.
      await view.page.click("#tab-cycles");
      await view.until(() => document.getElementById("cycle-verdict")?.className === "halt");
      await view.page.click("[data-key=guarded-2]");
      await view.until(() => document.getElementById("cycle-verdict").className === "continue");
      await view.done();
    },
  },
];
