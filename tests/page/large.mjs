// 1 MB pasted into the page: it must stay responsive.
import assert from "node:assert/strict";

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
const longest = (list) => Math.round(Math.max(0, ...list));

/** Notes what keeps the main thread: long tasks where the browser reports them, else the gaps between ticks of a timer. */
function watch(text) {
  globalThis.tasks = [];
  if (PerformanceObserver.supportedEntryTypes.includes("longtask")) {
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => tasks.push(entry.duration))).observe({ type: "longtask" });
  } else {
    let before = performance.now();
    const tick = () => {
      const now = performance.now();
      if (now - before > 14) tasks.push(now - before - 4);
      before = now;
      setTimeout(tick, 4);
    };
    tick();
  }
  const data = new DataTransfer();
  data.setData("text/plain", text);
  globalThis.paste = () => {
    const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "clipboardData", { value: data }); // Firefox takes none for a made event.
    document.querySelector("#source textarea").dispatchEvent(event);
  };
}

/** Pastes, waits for the verdict, types and scrolls; gives the longest task of each part, in ms. */
async function measure(at) {
  const view = await at("#check/archive");
  await view.verdict("refuse");
  await view.page.evaluate(watch, largeText(1_000_000));
  // A timer is late on a busy machine too: what the idle page shows is the floor.
  await sleep(1500);
  const idle = await view.page.evaluate(() => Math.max(0, ...tasks.splice(0)));
  // The watch itself: a task of 120 ms is noted.
  await view.page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 120;
      while (performance.now() < end);
    }, 50);
  });
  await sleep(500);
  assert.ok((await view.page.evaluate(() => Math.max(0, ...tasks))) >= 100, "the watch notes nothing");
  await view.page.evaluate(() => {
    tasks.length = 0;
    setTimeout(paste, 0);
  });
  await view.until(() => Number.parseInt(document.getElementById("source-tokens").textContent) > 200_000);
  await sleep(500);
  const pasted = await view.page.evaluate(() => tasks.splice(0));
  await view.page.click("#source textarea");
  await view.page.keyboard.type("Never. ", { delay: 60 });
  await view.page.evaluate(() => document.getElementById("source").scrollBy(0, 200_000));
  await view.until(() => document.getElementById("source").scrollTop > 100_000);
  await sleep(800);
  const later = await view.page.evaluate(() => tasks.splice(0));
  await view.done();
  return { pasted: longest(pasted), later: longest(later), idle: Math.round(idle) };
}

export const largeCases = [
  {
    name: "1 MB pasted: no task of the main thread over 50 ms",
    async run(at, note) {
      // On a shared machine any task may be interrupted. One that is long by itself is long each time, so the best of three counts.
      const runs = [];
      do {
        runs.push(await measure(at));
        const { pasted, later, idle } = runs.at(-1);
        note(`longest task: ${pasted} ms while pasted and judged, ${later} ms while typing and scrolling (idle: ${idle} ms)`);
      } while (runs.length < 3 && !fits(runs.at(-1)));
      assert.ok(runs.some(fits), JSON.stringify(runs));
    },
  },
];

const fits = ({ pasted, later, idle }) => Math.max(pasted, later) <= 50 + idle;
