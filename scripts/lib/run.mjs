// Runs a program with a time limit, collects what it prints, and leaves no child behind.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";

const alive = new Set();

// A program runs in a process group of its own, so that what it starts ends with it. It is asked first, since it may have
// started groups of its own, and a second later it is not asked any more.
function signal(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    // Gone already.
  }
}
function end(child) {
  signal(child, "SIGTERM");
  setTimeout(() => signal(child, "SIGKILL"), 1000).unref();
}

process.on("exit", () => alive.forEach((child) => signal(child, "SIGTERM")));
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => process.exit(1));

/**
 * Resolves, never rejects: `{ ok, code, out, timedOut, ms }`.
 * `seconds` is the time limit (default 600). `log` is a file that gets the output, `onLine` sees each line as it comes,
 * `inherit` leaves the terminal to the program. `stop` is an AbortSignal for
 * a server that is no longer needed, `onStart` is told its process id.
 */
export function run(command, args = [], { cwd, env, seconds = 600, log, onLine, inherit = false, stop, onStart } = {}) {
  return new Promise((resolve) => {
    const started = performance.now();
    const file = log && createWriteStream(log);
    const stdio = inherit ? "inherit" : ["ignore", "pipe", "pipe"];
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio, detached: true });
    alive.add(child);
    onStart?.(child.pid);
    let out = "";
    let timedOut = false;
    let done = false;

    const take = (text) => {
      out += text;
      file?.write(text);
    };
    for (const stream of [child.stdout, child.stderr].filter(Boolean)) {
      const decoder = new StringDecoder("utf8");
      let rest = "";
      stream.on("data", (chunk) => {
        const text = decoder.write(chunk);
        take(text);
        if (!onLine) return;
        const lines = (rest + text).split("\n");
        rest = lines.pop();
        for (const line of lines) onLine(line);
      });
    }

    const finish = (code) => {
      if (done) return;
      done = true;
      clearTimeout(limit);
      end(child);
      alive.delete(child);
      const ms = Math.round(performance.now() - started);
      const result = { ok: stop?.aborted || (code === 0 && !timedOut), code, out, timedOut, ms };
      if (file) file.end(() => resolve(result));
      else resolve(result);
    };
    const stopNow = () => {
      end(child);
      setTimeout(() => finish(-1), 5000).unref();
    };
    const limit = setTimeout(() => {
      timedOut = true;
      take(`\nended after ${seconds} s without finishing\n`);
      stopNow();
    }, seconds * 1000);
    stop?.addEventListener("abort", stopNow);
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
