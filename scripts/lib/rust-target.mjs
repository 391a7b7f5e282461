// Rust targets by rustup.
import { run } from "./run.mjs";

/** Makes `target` available to cargo. */
export async function addTarget(target, install) {
  const installed = await run("rustup", ["target", "list", "--installed"]);
  if (installed.out.split(/\s+/).includes(target)) return;
  await install(`Rust target ${target}`, "rustup", ["target", "add", target]);
}
