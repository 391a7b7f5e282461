import { defineConfig } from "vite";

// Relative addresses: the page works under any path of any static host.
export default defineConfig({
  base: "./",
  worker: { format: "es" },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
});
