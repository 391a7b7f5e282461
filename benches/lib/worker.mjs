// A job in workerd: `/?job=NAME&argument=N&times=N` does it so many times. There is no clock in a request: who asks measures, and
// asks for 0 times too.
import * as core from "fidelity-floor/slim";
import * as transcript from "fidelity-floor/transcript";
import module from "fidelity-floor/fidelity_floor.wasm";
import files from "./files.mjs";
import { makeJobs } from "./jobs.mjs";
import * as sessions from "./sessions.mjs";

core.init?.(module); // The entry for Workers has its own.

let job;
const ready = new Map();

export default {
  fetch({ url }) {
    const asked = new URL(url).searchParams;
    const [name, argument, times] = [asked.get("job"), Number(asked.get("argument")), Number(asked.get("times"))];
    job ??= makeJobs({ ...core, ...transcript }, sessions, files);
    const key = `${name} ${argument}`;
    if (!ready.has(key)) ready.set(key, job(name, argument));
    try {
      ready.get(key)(times);
    } catch (error) {
      return new Response(`${error.code ?? error}: ${error.message}`, { status: 500 });
    }
    globalThis.gc?.();
    return new Response("done");
  },
};
