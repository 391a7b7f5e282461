// What makes the page readable: marks that overlap, what they mean, names without jargon, where to go from here.
import assert from "node:assert/strict";

/** What the marks over some words look like, the outermost first: kind, letter, line, and whether the ground is theirs. */
function layersOver([pane, words]) {
  const inner = [...document.querySelectorAll(`${pane} .m`)].filter((one) => one.textContent === words && one.querySelector(".m") === null).at(0);
  const layers = [];
  for (let one = inner; one !== undefined && one !== null && one.classList.contains("m"); one = one.parentElement) {
    const { borderBottomColor, borderBottomStyle, backgroundColor } = getComputedStyle(one);
    const { bottom } = one.getBoundingClientRect();
    layers.unshift({ kind: one.classList[2], letter: one.dataset.letter, line: `${borderBottomStyle} ${borderBottomColor}`, bottom, ground: backgroundColor !== "rgba(0, 0, 0, 0)" });
  }
  return layers;
}

export const readingCases = [
  {
    name: "where two marks overlap, each has a line of its own colour, and the ground is the inner one's",
    async run(at) {
      const view = await at("#check/archive");
      await view.verdict("refuse");
      const [outer, inner, ...more] = await view.page.evaluate(layersOver, ["#source", "ledger_2019"]);
      assert.deepEqual(more, []);
      assert.deepEqual([outer.kind, inner.kind, inner.letter], ["negation", "identifier", "U"]);
      assert.match(outer.line, /^dotted /);
      assert.match(inner.line, /^dashed /);
      assert.notEqual(outer.line.split(" ").slice(1).join(), inner.line.split(" ").slice(1).join());
      assert.ok(outer.bottom - inner.bottom >= 3, `${outer.bottom} under ${inner.bottom}`);
      assert.deepEqual([outer.ground, inner.ground], [false, true]);
      // What begins at one place has its letters side by side.
      await view.page.click("#stories [data-key=guess]");
      await view.verdict("provisional");
      const letters = await view.page.evaluate(() => {
        const one = [...document.querySelectorAll("#source .m[data-letter] > .m[data-letter]")].find((part) => part.textContent.startsWith("Look at the pool"));
        return [one.parentElement, one].map((part) => [part.dataset.letter, Number.parseFloat(getComputedStyle(part, "::before").left)]);
      });
      assert.deepEqual(letters.map(([letter]) => letter), ["V", "V"]);
      assert.ok(letters[1][1] - letters[0][1] >= 6, String(letters));
      await view.done();
    },
  },
  {
    name: "what was said three times and is kept at one place has one line there, and each of the three can be chosen",
    async run(at) {
      const view = await at("#check/own");
      const write = async (pane, text) => {
        await view.page.click(`${pane} textarea`);
        await view.page.keyboard.type(text);
      };
      await write("#source", "Port 8090 is taken. Port 8090 is slow. Port 8090 is old.");
      await write("#summary", "Port 8090 is taken, slow and old.");
      await view.until(() => document.querySelectorAll("#elements .identifier").length === 3 && document.querySelector("#summary .m.identifier") !== null);
      const layers = await view.page.evaluate(layersOver, ["#summary", "8090"]);
      assert.deepEqual(layers.map(({ kind }) => kind), ["identifier"]);
      assert.deepEqual(await view.page.evaluate(() => document.querySelector("#summary .m.identifier").dataset.i.split(" ").sort().join(" ")), "0 1 2");
      await view.done();
    },
  },
  {
    name: "the legend says what lines, letters and colours mean; on a small page it is folded",
    async run(at) {
      for (const [width, open] of [[1280, true], [390, false]]) {
        const view = await at("#check/archive", { width });
        await view.verdict("refuse");
        const told = await view.page.evaluate(() => [document.querySelector(".key").open, document.querySelector(".legend").textContent, document.querySelector(".key > summary").checkVisibility()]);
        assert.equal(told[0], open);
        assert.equal(told[2], !open);
        for (const word of ["kept", "unproven", "damaged", "lost", "colour", "identifier", "negation", "ordering", "obligation", "hypothesis", "two lines"]) assert.ok(told[1].includes(word), word);
        const hues = await view.page.evaluate(() => [...document.querySelectorAll(".legend .hue")].map((one) => getComputedStyle(one).color));
        assert.equal(new Set(hues).size, 5);
        await view.done();
      }
    },
  },
  {
    name: "the runs have names in plain words, and say where they are from",
    async run(at) {
      const view = await at("#cycles/archive");
      await view.until(() => document.querySelectorAll("#cycle-table tbody tr").length === 8);
      const tell = () => view.page.evaluate(() => ["runs", "run-about"].map((id) => document.getElementById(id).textContent));
      const [names, reported] = await tell();
      assert.doesNotMatch(names, /naive|guarded|seed|budget|threshold/);
      assert.match(reported, /Source: reportedRun in tests\/vectors\/cycle\.json/);
      for (const kind of ["naive", "guarded"]) {
        await view.page.click(`#runs [data-key^=${kind}]`);
        await view.until((word) => document.getElementById("run-about").textContent.includes(`Source: the runs “${word}” in tests/vectors/traces.json`), kind);
        const options = await view.page.evaluate(() => [...document.querySelectorAll("#run-about option")].map((one) => one.textContent));
        assert.equal(options.length, 16);
        for (const option of options) assert.match(option, /^notes no\. \d, at most 0\.\d+ of the first size, \d+ new notes a cycle, duplicates from similarity 0\.\d+$/);
      }
      await view.done();
    },
  },
  {
    name: "the foot says how to install it, and links to the package without asking for it",
    async run(at) {
      const view = await at("");
      const [text, link] = await view.page.evaluate(() => [document.querySelector("footer").textContent, document.querySelector("footer a").href]);
      assert.match(text, /npm install fidelity-floor/);
      assert.equal(link, "https://www.npmjs.com/package/fidelity-floor");
      await view.done();
    },
  },
];
