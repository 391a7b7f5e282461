import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const bin = join(root, "pkg/bin/fidelity-floor.js");

/** Runs the command line; gives the exit code and all that it wrote. */
export function cli(args, { stdin = "", env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const plain = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, COLUMNS: undefined };
    const child = spawn(process.execPath, [bin, ...args], { env: { ...plain, ...env } });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.stdin.on("error", () => {}); // A bad flag ends it before it reads.
    child.stdin.end(stdin);
    child.on("error", reject).on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

/** The JSON of each line. */
export const linesOf = (text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line));

export const toLines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** A file of that content in a fresh folder. */
export function fileOf(name, content) {
  const file = join(mkdtempSync(join(tmpdir(), "fidelity-floor-")), name);
  writeFileSync(file, content);
  return file;
}
