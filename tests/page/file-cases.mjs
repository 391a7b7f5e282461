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
      await view.done();
    },
  },
];
