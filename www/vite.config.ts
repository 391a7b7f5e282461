import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { defineConfig, type Plugin } from "vite";
import { examplesJudged, firstJudged } from "./judged.js";

/** Writes the service worker: it knows every file of the build, so that the page works offline after one visit. */
const offline: Plugin = {
  name: "offline",
  enforce: "post",
  generateBundle(_, bundle) {
    const files = ["./", ...Object.keys(bundle).sort()];
    const hash = createHash("sha256").update(files.join("\n"));
    for (const file of Object.values(bundle)) hash.update(file.type === "chunk" ? file.code : file.source);
    const source = readFileSync(new URL("sw.js", import.meta.url), "utf8")
      .replace("BUILD", hash.digest("hex").slice(0, 12))
      .replace("[/* FILES */]", JSON.stringify(files));
    this.emitFile({ type: "asset", fileName: "sw.js", source: transformSync(source, { minify: true }).code });
  },
};

/** The wasm is fetched while the script is still on its way. */
const early: Plugin = {
  name: "early",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle = {} }) {
      const wasm = Object.keys(bundle).find((name) => name.endsWith(".wasm"));
      if (wasm === undefined) return [];
      return [{ tag: "link", attrs: { rel: "preload", as: "fetch", type: "application/wasm", href: `./${wasm}`, crossorigin: true }, injectTo: "head" }];
    },
  },
};

/** What the module says of texts that never change: of the first example in the script, of the others beside it. */
const judged: Plugin = {
  name: "judged",
  resolveId: (id) => (id.startsWith("virtual:") ? id : undefined),
  load(id) {
    if (id === "virtual:first") return `export default ${JSON.stringify(firstJudged())}`;
    if (id !== "virtual:examples") return undefined;
    if (this.environment.mode === "dev") return `export default "/${EXAMPLES}"`;
    const file = this.emitFile({ type: "asset", name: EXAMPLES, source: JSON.stringify(examplesJudged()) });
    return `export default import.meta.ROLLUP_FILE_URL_${file}`;
  },
  configureServer: ({ middlewares }) => void middlewares.use(`/${EXAMPLES}`, (_, answer) => answer.end(JSON.stringify(examplesJudged()))),
};
const EXAMPLES = "examples.json";

/** The style stands in the page: one request less before anything is painted. The page's own CSP names it by its digest. */
const inline: Plugin = {
  name: "inline",
  enforce: "post",
  generateBundle(_, bundle) {
    const files = Object.values(bundle).filter((file) => file.type === "asset");
    const page = files.find(({ fileName }) => fileName.endsWith(".html"));
    const style = files.find(({ fileName }) => fileName.endsWith(".css"));
    if (page === undefined || style === undefined) throw new Error("no page or no style");
    const css = String(style.source).trim();
    const digest = createHash("sha256").update(css).digest("base64");
    page.source = String(page.source)
      .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${css}</style>`)
      .replace("style-src 'self'", `style-src 'sha256-${digest}'`);
    delete bundle[style.fileName];
  },
};

/** One error for all, as in the package's own build: what is taken from its sources shares that of its core. */
const shared: Plugin = {
  name: "shared",
  enforce: "pre",
  resolveId: (id, from = "") => (/\/(validate|errors|instance|batch)\.js$/.test(id) && /\/(pkg|www)\/src\//.test(from) ? fileURLToPath(new URL("../pkg/dist/core.js", import.meta.url)) : undefined),
};

// Relative addresses: the page works under any path of any static host.
export default defineConfig({
  base: "./",
  plugins: [shared, judged, early, inline, offline],
  // Browsers of 2024 on: they know `light-dark()`.
  build: { target: ["chrome123", "firefox121", "safari17.5"], assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
});
