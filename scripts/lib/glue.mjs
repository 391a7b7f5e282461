// Turns wasm-bindgen's module, which holds one instance for good, into a function that makes a fresh one at each call.
import { build } from "esbuild";

/** The source of `binding.js`: `createBinding(module, count_tokens)`, from the glue of `wasm-pack build --target web`. */
export async function glueModule(file) {
  // esbuild drops what only the asynchronous loader needs: fetch, Response, URLs.
  const entry = { contents: `export * from ${JSON.stringify(file)};`, resolveDir: "/" };
  const result = await build({ stdin: entry, bundle: true, format: "esm", target: "es2022", write: false, minifySyntax: true });
  const [{ text }] = result.outputFiles;
  const [end, list] = /export \{([^}]*)\};\s*$/.exec(text) ?? [];
  if (list === undefined || /\b(fetch|import\.meta)\b/.test(text)) throw new Error("the glue of wasm-bindgen has another shape");
  const names = list.split(",").map((name) => name.trim());
  const returned = names.filter((name) => name !== "initSync").join(", ");
  return `export function createBinding(module, count_tokens) {
${text.slice(0, -end.length)}
const { memory } = initSync({ module });
return { memory, ${returned} };
}`;
}
