// The rules of decisions, ancestry and cycles as somebody would write them in plain JavaScript: nothing is validated, and one policy's
// wording is known.

export function portDecide(contract, conditions) {
  const missing = contract.required.filter((one) => !contract.certified.includes(one));
  if (contract.ancestryCertified && missing.length === 0) return { decision: "certified", missing };
  if (conditions.sourceRecoverable) return { decision: "provisional", missing };
  const refuse = conditions.consumerStrict || conditions.chainingRisk || conditions.sideEffectCostExceedsRefusal;
  return { decision: refuse ? "refuse" : "provisional", missing };
}

export function portDescend(own, parents = []) {
  let generation = 0;
  let ancestryCertified = true;
  let certified = own.certified;
  for (const parent of parents) {
    generation = Math.max(generation, parent.generation);
    ancestryCertified &&= parent.ancestryCertified && parent.required.every((one) => parent.certified.includes(one));
    certified = certified.filter((one) => parent.certified.includes(one));
  }
  return { required: own.required, certified, generation: generation + 1, ancestryCertified };
}

export function portCheckCycle(cycle, { k = 3 } = {}) {
  const saved = (cycle.tokensBefore - cycle.tokensAfter) / Math.max(cycle.tokensBefore, 1);
  const lost = cycle.coverageBefore - cycle.coverageAfter;
  if (saved > 0 ? lost > k * saved : lost > 0.01) return { verdict: "halt", reason: "coverage-loss", saved, lost };
  let quiet = 1;
  const prior = cycle.priorTokenDeltas ?? [];
  for (let index = prior.length - 1; index >= 0 && Math.abs(prior[index]) < 0.05; index--) quiet++;
  const still = cycle.dedupRate > 0.5 && Math.abs(saved) < 0.05 && quiet >= 2;
  return still ? { verdict: "halt", reason: "attractor", saved, lost } : { verdict: "continue", saved, lost };
}

/** A run of cycles as columns: the history is a count that goes along. */
export function portCheckCycles({ tokensBefore, tokensAfter, coverageBefore, coverageAfter, dedupRate }, { k = 3 } = {}) {
  const verdicts = new Array(tokensBefore.length);
  let quiet = 0;
  for (let row = 0; row < verdicts.length; row++) {
    const saved = (tokensBefore[row] - tokensAfter[row]) / Math.max(tokensBefore[row], 1);
    const lost = coverageBefore[row] - coverageAfter[row];
    quiet = Math.abs(saved) < 0.05 ? quiet + 1 : 0;
    const ratio = saved > 0 ? lost / saved : undefined;
    if (saved > 0 ? lost > k * saved : lost > 0.01) verdicts[row] = { verdict: "halt", reason: "coverage-loss", saved, lost, ratio };
    else if (dedupRate[row] > 0.5 && quiet >= 2) verdicts[row] = { verdict: "halt", reason: "attractor", saved, lost, ratio };
    else verdicts[row] = { verdict: "continue", saved, lost, ratio };
  }
  return verdicts;
}

/** The least that a reader of a text could do: look at every byte once. */
export function scan(bytes) {
  let spaces = 0;
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === 32) spaces++;
  return spaces;
}
