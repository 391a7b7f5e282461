// What was not judged must not look like a pass, and what somebody wrote must not be lost.
import assert from "node:assert/strict";

const HEADER = "tokens_before,tokens_after,coverage_before,coverage_after,dedup_rate";

/** Chooses or drops a file of these bytes or this text. */
const file = (view, content, name, dropped = false) =>
  view.page.evaluate(
    ([given, called, drop]) => {
      const data = new DataTransfer();
      data.items.add(new File([typeof given === "string" ? given : new Uint8Array(given)], called));
      if (drop) return void dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
      const input = document.getElementById("file");
      input.files = data.files;
      input.dispatchEvent(new Event("change"));
    },
    [content, name, dropped],
  );

const write = async (view, pane, text) => {
  await view.page.evaluate((selector) => document.querySelector(`${selector} textarea`).focus(), pane);
  await view.page.keyboard.type(text);
};
const texts = (view) => view.page.evaluate(() => ["source", "summary"].map((id) => [...document.querySelectorAll(`#${id} textarea`)].map((one) => one.value).join("|")));
const summaryIs = (view, text) => view.until((wanted) => document.querySelector("#summary textarea").value === wanted, text);
const problem = (view, pattern) => view.until((source) => new RegExp(source).test(document.getElementById("problem").textContent), pattern.source);
const text = (view, id) => view.page.evaluate((one) => document.getElementById(one).textContent, id);

async function judge(view, rows) {
  await view.page.evaluate((given) => {
    document.querySelector(".own").open = true;
    document.getElementById("own-rows").value = given;
    document.querySelector(".own button").click();
  }, rows);
}

export const honestCases = [
  {
    name: "a transcript is not judged against the summary of an example",
    async run(at) {
      for (const dropped of [false, true]) {
        const view = await at("#check/archive");
        await view.verdict("refuse");
        await file(view, '[{"role": "user", "content": "Never restart db-9."}]', "session.json", dropped);
        await view.until(() => document.querySelector("#source textarea").value === "Never restart db-9.");
        await view.verdict("");
        assert.deepEqual(await texts(view), ["Never restart db-9.", ""]);
        assert.equal(await view.page.evaluate(() => document.querySelector("#stories [aria-pressed=true]").textContent), "Your own texts");
        // A summary of one's own stays.
        await write(view, "#summary", "Never restart db-9.");
        await view.verdict("certified");
        await file(view, "Never restart db-8.", "session.txt", dropped);
        await view.verdict("refuse");
        assert.deepEqual(await texts(view), ["Never restart db-8.", "Never restart db-9."]);
        await view.done();
      }
    },
  },
  {
    name: "a file that is no transcript says so, and all stays as it was",
    async run(at) {
      const view = await at("#check/archive");
      await view.verdict("refuse");
      const before = await texts(view);
      const bad = [
        ["{broken", "broken.json", /line 1: expected/],
        ["{broken", "broken", /line 1: expected/],
        ['[{"role": "user", "content": "Hi', "cut.txt", /line 1: expected/],
        ["Hello there", "words.jsonl", /line 1: expected/],
        [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d], "picture.png", /no UTF-8 text/],
      ];
      for (const [content, name, pattern] of bad) {
        for (const dropped of [false, true]) {
          await view.page.evaluate(() => (document.getElementById("problem").textContent = ""));
          await file(view, content, name, dropped);
          await problem(view, pattern);
          assert.deepEqual(await texts(view), before, name);
          assert.equal(await view.page.evaluate(() => document.getElementById("verdict").className), "refuse", name);
        }
      }
      await view.done();
    },
  },
  {
    name: "cycles without a row are an error beside the field, and no verdict",
    async run(at) {
      const view = await at("#cycles/archive");
      await view.until(() => document.getElementById("cycle-verdict")?.className === "halt");
      const before = await text(view, "cycle-verdict");
      for (const rows of ["garbage", "9000,8000,0.58,0.44,0.61", HEADER, "[]", ""]) {
        await view.page.evaluate(() => (document.getElementById("own-problem").textContent = ""));
        await judge(view, rows);
        await view.until(() => /^No row of numbers under a header\./.test(document.getElementById("own-problem").textContent));
        assert.equal(await text(view, "cycle-verdict"), before, rows);
        assert.equal(await view.page.evaluate(() => document.querySelector("#runs [data-key=own]")), null, rows);
      }
      await view.done();
    },
  },
  {
    name: "cycles out of range leave the run that was chosen, with its charts",
    async run(at) {
      const view = await at("#cycles/archive");
      await view.until(() => document.getElementById("cycle-verdict")?.className === "halt");
      const chosen = () => view.page.evaluate(() => document.querySelector("#runs [aria-pressed=true]").dataset.key);
      await judge(view, `${HEADER}\n9000,8000,0.58,0.44,0.61\n8000,7000,58,44,61`);
      await view.until(() => /^Row 2: coverageBefore: expected a number from 0 to 1/.test(document.getElementById("own-problem").textContent));
      assert.equal(await chosen(), "reported");
      await judge(view, `${HEADER}\n100,80,1,1,0`);
      await view.until(() => document.querySelectorAll("#cycle-table tbody tr").length === 1);
      assert.deepEqual([await chosen(), await text(view, "own-problem")], ["own", ""]);
      // A run of one's own outlives a bad one, too.
      await judge(view, `${HEADER}\n9000,8000,58,44,61`);
      await view.until(() => document.getElementById("own-problem").textContent !== "");
      assert.equal(await chosen(), "own");
      assert.match(await text(view, "cycle-table"), /100 → 80/);
      await view.page.click("[data-key=healthy]");
      await view.until(() => document.getElementById("own-problem").textContent === "" && document.getElementById("problem").textContent === "");
      await view.done();
    },
  },
  {
    name: "one's own texts and edits of stories outlive a look at another story",
    async run(at) {
      const view = await at("#check/own");
      const choose = (key) => view.page.click(`#stories [data-key=${key}]`);
      await write(view, "#source", "Never restart db-9.");
      await write(view, "#summary", "Restart db-9.");
      await view.verdict("refuse");
      await choose("plan");
      await view.verdict("certified");
      const [, original] = await texts(view);
      await write(view, "#summary", "So be it. ");
      const [, edited] = await texts(view);
      assert.notEqual(edited, original);
      await choose("own");
      await summaryIs(view, "Restart db-9.");
      await choose("own");
      await view.verdict("refuse");
      assert.deepEqual(await texts(view), ["Never restart db-9.", "Restart db-9."]);
      await choose("plan");
      await summaryIs(view, edited);
      // A story chosen once more is as it was told.
      await choose("plan");
      await summaryIs(view, original);
      // A repair is taken back where it was made.
      await choose("own");
      await view.verdict("refuse");
      await view.page.click("#verdict [data-key=repair]");
      await view.verdict("certified");
      await choose("archive");
      await view.verdict("refuse");
      await view.page.click("#verdict [data-key=repair]");
      await view.verdict("certified");
      await choose("own");
      await view.until(() => document.querySelector("#source textarea").value === "Never restart db-9.");
      if (await view.page.evaluate(() => !document.getElementById("pinned-box").hidden)) {
        await view.page.click("#verdict [data-key=repair]");
        await summaryIs(view, "Restart db-9.");
      }
      await view.done();
    },
  },
  {
    name: "a step of the chain takes nobody's texts, and Back leads to the chain",
    async run(at) {
      const view = await at("#check/own");
      await write(view, "#source", "Never restart db-9.");
      await view.until(() => /1 thing|things/.test(document.getElementById("verdict").textContent));
      await view.page.click("#tab-lineage");
      await view.until(() => document.querySelectorAll("#links > li").length === 5);
      await view.page.click("[data-key=break-1]");
      await view.until(() => document.querySelectorAll("#links > .refuse").length === 3);
      await view.hash();
      await view.page.click("[data-key=open-3]");
      await view.verdict("refuse");
      assert.doesNotMatch((await texts(view))[0], /db-9/);
      await view.until(() => location.hash.startsWith("#check"));
      await view.page.evaluate(() => history.back());
      await view.until(() => !document.getElementById("lineage").hidden && document.querySelectorAll("#links > .refuse").length === 3);
      await view.page.click("#tab-check");
      await view.page.click("#stories [data-key=own]");
      await view.until(() => document.querySelector("#source textarea").value === "Never restart db-9.");
      await view.done();
    },
  },
  {
    name: "a string that stands nowhere in the conversation is said to require nothing",
    async run(at) {
      const view = await at("#check/own");
      await write(view, "#source", "Close ledger 7 and ledger-7.");
      await write(view, "#summary", "Close ledger 7 and ledger-7.");
      await view.verdict("certified");
      assert.equal(await text(view, "nowhere"), "");
            await view.page.click("#declared");
      await view.page.keyboard.type("ledger 7, ledgr-7");
      await view.until(() => document.getElementById("nowhere").textContent === "“ledgr-7” stands nowhere in the conversation, so it requires nothing; is it spelt as there?");
      for (let count = 0; count < ", ledgr-7".length; count++) await view.page.keyboard.press("Backspace");
      await view.until(() => document.getElementById("nowhere").textContent === "");
      await view.done();
    },
  },
  {
    name: "where nothing counts, the verdict says that nothing was checked",
    async run(at) {
      const view = await at("#check/own");
      await write(view, "#source", "Hello there");
      await write(view, "#summary", "Bye");
      await view.verdict("certified");
      assert.match(await text(view, "verdict"), /Nothing was checked: the rules found nothing in the conversation that counts\./);
      assert.doesNotMatch(await text(view, "verdict"), /Nothing that the next step needs was lost/);
      await view.done();
    },
  },
];
