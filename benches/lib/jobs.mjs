// What is measured in every runtime, without any function of one: given the package and texts, a job is set up once and then done a
// number of times. `program.mjs` and `worker.mjs` run it.

/**
 * @param api the package with its transcript reader
 * @param files the bundled session and summary, as text
 * @returns `job(name, argument)`: a function that does it so many times
 */
export function makeJobs(api, { anew, makeSession, makeSummary }, files) {
  const summary = makeSummary(files.summary);
  const session = api.readTranscript(files.session);
  const contract = { required: ["negation"], certified: ["ordering"], generation: 1, ancestryCertified: true };
  const cycle = { tokensBefore: 7900, tokensAfter: 7000, coverageBefore: 0.41, coverageAfter: 0.4, dedupRate: 0.1 };
  const small = { source: [{ role: "user", text: "Never restart db-1 before the backup is done." }], summary: "Restart db-1." };
  let turn = 0;
  const jobs = {
    /** One check of so many bytes. */
    growth(bytes) {
      const source = makeSession(session, bytes);
      const sources = bytes < 2e6 ? Array.from({ length: 16 }, (_, turn) => anew(source, turn)) : [source];
      return () => api.check({ source: sources[turn++ % sources.length], summary }).elements.length;
    },
    decide: () => () => api.decide({ ...contract, generation: turn++ }).reasons.length,
    descend: () => () => api.descend(contract, [contract]).generation,
    checkCycle: () => () => api.checkCycle(cycle).verdict.length,
    check: () => () => api.check(small).elements.length,
  };
  return (name, argument) => {
    const once = jobs[name](argument);
    return (times) => {
      let found = 0;
      for (let time = 0; time < times; time++) found = once();
      if (times > 0 && !(found > 0)) throw new Error(`${name}: no answer`);
    };
  };
}

/** The calls whose memory is watched; `check` is a hundred times as dear as the others and is done a tenth of the times. */
export const WATCHED = { decide: 1, descend: 1, checkCycle: 1, check: 0.1 };
