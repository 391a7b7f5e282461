// What the command line says about a story: the page must say the same.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/lib/tools.mjs";

const FLAGS = { consumerStrict: "--strict", chainingRisk: "--chaining", sideEffectCostExceedsRefusal: "--side-effects", sourceRecoverable: "--recoverable" };

export function byCommandLine({ source, summary, conditions }) {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  try {
    const [first, second] = ["source.json", "summary.txt"].map((name) => join(folder, name));
    writeFileSync(first, JSON.stringify(source));
    writeFileSync(second, summary);
    const flags = Object.entries(conditions).flatMap(([name, on]) => (on ? [FLAGS[name]] : []));
    const args = [join(root, "pkg", "bin", "fidelity-floor.js"), "check", first, second, "--json", "--require", "identifier,negation,ordering,obligation,hypothesis", ...flags];
    return JSON.parse(out(args));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The exit code is the verdict. */
function out(args) {
  try {
    return execFileSync(process.execPath, args, { encoding: "utf8" });
  } catch (error) {
    if (error.status === 10 || error.status === 20) return error.stdout;
    throw error;
  }
}
