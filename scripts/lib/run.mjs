// Runs a program with a time limit, collects what it prints, and leaves no child behind.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";

const alive = new Set();

// A program runs in a process group of its own, so that what it starts ends with it.
function end(child) {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

process.on("exit", () => alive.forEach(end));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));

/**
 * Resolves, never rejects: `{ ok, code, out, timedOut, ms }`.
 * `seconds` is the time limit (default 600). `log` is a file that gets the output. `onLine` sees each line as it comes;
 * when it returns `true`, the program has said all it should and is ended. `live` passes everything on to the terminal.
 */
export function run(command, args = [], { cwd, env, seconds = 600, log, onLine, live = false } = {}) {
  return new Promise((resolve) => {
    const started = performance.now();
    const file = log && createWriteStream(log);
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
    alive.add(child);
    let out = "";
    let timedOut = false;
    let satisfied = false;
    let done = false;

    const take = (text) => {
      out += text;
      file?.write(text);
      if (live) process.stdout.write(text);
    };
    for (const stream of [child.stdout, child.stderr]) {
      const decoder = new StringDecoder("utf8");
      let rest = "";
      stream.on("data", (chunk) => {
        const text = decoder.write(chunk);
        take(text);
        if (!onLine) return;
        const lines = (rest + text).split("\n");
        rest = lines.pop();
        for (const line of lines) {
          if (onLine(line) !== true) continue;
          satisfied = true;
          end(child);
        }
      });
    }

    const finish = (code) => {
      if (done) return;
      done = true;
      clearTimeout(limit);
      end(child);
      alive.delete(child);
      const ms = Math.round(performance.now() - started);
      const result = { ok: satisfied || (code === 0 && !timedOut), code, out, timedOut, ms };
      if (file) file.end(() => resolve(result));
      else resolve(result);
    };
    const limit = setTimeout(() => {
      timedOut = true;
      take(`\nended after ${seconds} s without finishing\n`);
      finish(-1);
    }, seconds * 1000);
    child.on("error", (error) => {
      take(`${command}: ${error.message}\n`);
      finish(-1);
    });
    // Output can still arrive after "exit"; a grandchild that holds the pipe must not hold us.
    child.on("exit", (code) => setTimeout(() => finish(code ?? -1), 2000).unref());
    child.on("close", (code) => finish(code ?? -1));
  });
}

/** Whole seconds, or tenths below ten: "0.4 s", "75 s". */
export function seconds(ms) {
  return ms < 9950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}
