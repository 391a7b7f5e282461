// npm start as a person has it: the report, then an address that answers, until it is stopped.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { serve } from "../../scripts/lib/serve.mjs";
import { root } from "../../scripts/lib/tools.mjs";
import { dist } from "./more-cases.mjs";

/** The ports that npm start tries before it takes any. */
const FIRST = 4173;

/** Starts it on what is built; gives the address, what was printed, and how to stop it. */
async function start() {
  const child = spawn(process.execPath, [join(root, "scripts", "start.mjs"), "--built"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const ended = new Promise((done) => child.once("exit", (code, signal) => done({ code, signal })));
  const address = await new Promise((done, failed) => {
    const timer = setTimeout(() => (child.kill("SIGKILL"), failed(new Error(`no address within 60 s: ${printed}`))), 60_000);
    const read = (data) => {
      printed += data;
      const found = /The page: (\S+)/.exec(printed);
      if (found !== null) (clearTimeout(timer), done(found[1]));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then(({ code }) => failed(new Error(`ended with ${code}: ${printed}`)));
  });
  return { address, printed: () => printed, alive: () => child.exitCode === null, stop: () => (child.kill("SIGINT"), ended) };
}

/** The page and all that it names, as a browser would fetch it. */
async function fetchPage(address) {
  const answer = await fetch(address);
  assert.equal(answer.status, 200, address);
  assert.match(answer.headers.get("content-type"), /^text\/html/);
  const html = await answer.text();
  assert.match(html, /<h1>fidelity-floor<\/h1>/);
  const parts = [...html.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)].map(([, part]) => part);
  const types = { js: /javascript/, wasm: /wasm/ };
  const ends = parts.map((part) => part.split(".").at(-1)).sort();
  assert.deepEqual(ends, ["js", "wasm"]);
  // The style stands in the page, and its own CSP lets in no other.
  const [, style] = /<style>([^]*?)<\/style>/.exec(html);
  assert.ok(html.includes(`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}';`));
  for (const part of parts) {
    const { status, headers } = await fetch(new URL(part, address));
    assert.equal(status, 200, part);
    assert.match(headers.get("content-type"), types[part.split(".").at(-1)]);
  }
}

const answers = (port) =>
  new Promise((done) => {
    const socket = connect(port, "127.0.0.1", () => (socket.destroy(), done(true)));
    socket.once("error", () => done(false));
  });

/** Takes a port; `undefined` where somebody has it already. */
const take = (port) =>
  new Promise((done) => {
    const server = createServer((_, response) => response.end("taken"));
    server.once("error", () => done(undefined));
    server.listen(port, "127.0.0.1", () => done(server));
  });

export const startCases = [
  {
    name: "npm start prints the report and an address that serves the page, until it is stopped",
    only: "Chromium",
    async run(at) {
      const { address, printed, alive, stop } = await start();
      try {
        assert.match(printed(), /REFUSE[^]*The page: http:\/\/127\.0\.0\.1:\d+\//);
        await fetchPage(address);
        // In a browser as well: first verdict, nothing logged.
        const { href } = new URL("#check/archive", address);
        const view = await at(href);
        await view.verdict("refuse");
        await view.done();
        assert.ok(alive(), "it ended by itself");
      } finally {
        await stop();
      }
      assert.equal(await answers(Number(new URL(address).port)), false);
    },
  },
  {
    name: "npm start takes another port where the first is taken",
    only: "Chromium",
    async run() {
      const mine = await take(FIRST);
      try {
        const { address, stop } = await start();
        try {
          assert.notEqual(Number(new URL(address).port), FIRST);
          await fetchPage(address);
          assert.notEqual(await (await fetch(`http://127.0.0.1:${FIRST}/`)).text(), "");
        } finally {
          await stop();
        }
      } finally {
        mine?.closeAllConnections();
        mine?.close();
      }
    },
  },
  {
    name: "the server serves below a path, and nothing beside its folder",
    only: "Chromium",
    async run() {
      const { address, close } = await serve(dist, [0], "/below/a/path/");
      try {
        await fetchPage(address);
        const { port } = new URL(address);
        for (const path of ["/", "/below/a/", "/below/a/path", "/below/a/path/none.js", "/below/a/path/assets", "/below/a/path/..%2fpackage.json", "/below/a/path/%2e%2e/package.json", "/below/a/path/%"]) {
          const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
          assert.equal(status, 404, path);
        }
        await assert.rejects(serve(dist, [Number(port)]), /no port is free/);
      } finally {
        close();
      }
    },
  },
];
