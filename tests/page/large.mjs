// 1 MB pasted into the page: it must stay responsive.
import assert from "node:assert/strict";
import { cpus, loadavg } from "node:os";

/** Sentences of many kinds, so that thousands of elements are found. */
function largeText(units) {
  const lines = [];
  for (let at = 0, length = 0; length < units; at++) {
    const line = [`Ticket T-${at}: the backup of host node-${at % 97} took ${at % 59} minutes.`, `Never restart node-${at % 97} before shift ${at % 7}.`, "The rest of the talk was about lunch, the weather and the train.", `It may be the cache in /srv/app-${at % 31}/cache.`][at % 4];
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join("\n").slice(0, units);
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Prepares a paste of a text, and a task that keeps the main thread for more than 100 ms. */
function prepare(text) {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  globalThis.paste = () => {
    const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "clipboardData", { value: data }); // Firefox takes none for a made event.
    document.querySelector("#source textarea").dispatchEvent(event);
  };
  globalThis.block = () => {
    let sum = 0;
    for (let count = 0; count < 3e8; count++) sum = (sum * 31 + count) | 0;
    globalThis.sum = sum;
  };
}

/** What is measured: each part with what it does. */
const PARTS = {
  blocked: async ({ page, until }) => {
    await page.evaluate(() => void setTimeout(block, 0));
    await until(() => globalThis.sum !== undefined);
    await sleep(100);
  },
  pasted: async ({ page, until }) => {
    await page.evaluate(() => void setTimeout(paste, 0));
    await until(() => Number.parseInt(document.getElementById("source-tokens").textContent) > 200_000);
    await sleep(500);
  },
  later: async ({ page, until }) => {
    await page.click("#source textarea");
    await page.keyboard.type("Never. ", { delay: 60 });
    await page.evaluate(() => document.getElementById("source").scrollBy(0, 200_000));
    await until(() => document.getElementById("source").scrollTop > 100_000);
    await sleep(800);
  },
};

const LIMIT = 50;
const load = () => `load ${loadavg()[0].toFixed(1)} on ${cpus().length} cores`;

const isOver = ({ pasted, later }) => pasted.busy > LIMIT || later.busy > LIMIT;

async function measured(at, note) {
  const view = await at("#check/archive", { tasks: true });
  await view.verdict("refuse");
  await view.page.evaluate(prepare, largeText(1_000_000));
  for (const [name, run] of Object.entries(PARTS)) await view.trace(name, () => run(view));
  await view.done();
  const parts = await view.traced();
  assert.deepEqual(Object.keys(parts), Object.keys(PARTS));
  const worst = Object.fromEntries(Object.entries(parts).map(([name, tasks]) => [name, tasks.reduce((a, b) => (b.busy > a.busy ? b : a), { busy: 0, wall: 0 })]));
  // Firefox tells only of tasks that took 50 ms on the clock.
  const said = ({ busy, wall }) => (wall === 0 ? "under 50 ms on the clock" : `${busy.toFixed(0)} ms (${wall.toFixed(0)} ms on the clock)`);
  note(`longest task: ${said(worst.pasted)} while pasted and judged, ${said(worst.later)} while typing and scrolling; ${load()}`);
  assert.ok(worst.blocked.busy >= 100, "the watch notes nothing");
  return worst;
}

export const largeCases = [
  {
    name: "1 MB pasted: no task of the main thread over 50 ms",
    // The worst task counts, and how long it computed: what others on the machine took from it is not the page's. Over the limit it is
    // measured once more: a page that is slow is so again.
    async run(at, note) {
      let worst = await measured(at, note);
      if (isOver(worst)) worst = await measured(at, note);
      assert.ok(!isOver(worst), JSON.stringify(worst));
    },
  },
];
