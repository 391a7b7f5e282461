// Turns wasm-bindgen's module, which holds one instance for good, into a function that makes a fresh one at each call.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

/** What of wasm-bindgen's module is wanted: the imports and the start. Its exports are the instance's own, numbers in and numbers out. */
const FRESH = "export const fresh = (module) => __wbg_finalize_init(new WebAssembly.Instance(module, __wbg_get_imports()), module);";

/** The source of `binding.js`: `createBinding(module, count_tokens)`, from the glue of `wasm-pack build --target web`. */
export async function glueModule(file) {
  const glue = readFileSync(file, "utf8").replace(/^export (?=function)/gm, "").replace(/^export \{.*$/m, FRESH);
  // esbuild drops the rest: what loads a module, the wrappers of the exports.
  const result = await build({ stdin: { contents: glue }, bundle: true, format: "esm", target: "es2022", write: false, minifySyntax: true });
  const [{ text }] = result.outputFiles;
  const [end] = /export \{\s*fresh\s*\};\s*$/.exec(text) ?? [];
  if (end === undefined || /\b(fetch|import\.meta)\b/.test(text)) throw new Error("the glue of wasm-bindgen has another shape");
  return `export function createBinding(module, count_tokens) {
${text.slice(0, -end.length)}
return fresh(module);
}`;
}
