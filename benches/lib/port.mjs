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

/** A run of cycles as columns, a verdict object for each: the history is a count that goes along. Early signs (H5) if asked for. */
export function portCheckCycles(columns, { k = 3, signs = false } = {}) {
  const { tokensBefore, tokensAfter, coverageBefore, coverageAfter, dedupRate } = columns;
  const verdicts = new Array(tokensBefore.length);
  let quiet = 0;
  for (let row = 0; row < verdicts.length; row++) {
    const saved = (tokensBefore[row] - tokensAfter[row]) / Math.max(tokensBefore[row], 1);
    const lost = coverageBefore[row] - coverageAfter[row];
    quiet = Math.abs(saved) < 0.05 ? quiet + 1 : 0;
    const ratio = saved > 0 ? lost / saved : undefined;
    if (saved > 0 ? lost > k * saved : lost > 0.01) verdicts[row] = { verdict: "halt", reason: "coverage-loss", saved, lost, ratio };
    else if (dedupRate[row] > 0.5 && quiet >= 2) verdicts[row] = { verdict: "halt", reason: "attractor", saved, lost, ratio };
    else {
      const reason = signs ? portSign(columns, row, k) : undefined;
      verdicts[row] = reason === undefined ? { verdict: "continue", saved, lost, ratio } : { verdict: "watch", reason, saved, lost, ratio };
    }
  }
  return verdicts;
}

/** The same with the answer as columns: verdicts and reasons as small numbers. */
export function portCheckCycleColumns(columns, { k = 3, signs = false } = {}) {
  const { tokensBefore, tokensAfter, coverageBefore, coverageAfter, dedupRate } = columns;
  const rows = tokensBefore.length;
  const verdict = new Uint8Array(rows);
  const reason = new Uint8Array(rows);
  const [savedColumn, lostColumn, ratioColumn] = [new Float64Array(rows), new Float64Array(rows), new Float64Array(rows)];
  let quiet = 0;
  for (let row = 0; row < rows; row++) {
    const saved = (tokensBefore[row] - tokensAfter[row]) / Math.max(tokensBefore[row], 1);
    const lost = coverageBefore[row] - coverageAfter[row];
    quiet = Math.abs(saved) < 0.05 ? quiet + 1 : 0;
    savedColumn[row] = saved;
    lostColumn[row] = lost;
    ratioColumn[row] = saved > 0 ? lost / saved : NaN;
    if (saved > 0 ? lost > k * saved : lost > 0.01) [verdict[row], reason[row]] = [2, 1];
    else if (dedupRate[row] > 0.5 && quiet >= 2) [verdict[row], reason[row]] = [2, 2];
    else if (signs) {
      const sign = portSign(columns, row, k);
      if (sign !== undefined) [verdict[row], reason[row]] = [1, SIGNS.indexOf(sign) + 3];
    }
  }
  return { verdict, reason, saved: savedColumn, lost: lostColumn, ratio: ratioColumn };
}

const SIGNS = ["diverging", "forecast", "flatline"];

/** The early sign of a row (H5), read from the last six; without counts of probes. */
function portSign({ tokensBefore, tokensAfter, coverageBefore, coverageAfter }, row, k, noise = 0.01) {
  const lost = (at) => coverageBefore[at] - coverageAfter[at];
  const step = (at) => tokensBefore[at] - tokensAfter[at];
  const saved = (at) => step(at) / Math.max(tokensBefore[at], 1);
  const middle = (values) => {
    values.sort((a, b) => a - b);
    return 0.5 * (values[(values.length - 1) >> 1] + values[values.length >> 1]);
  };
  for (const [count, least] of [[4, 8], [5, 12], [6, 14]]) {
    const first = row - count + 1;
    if (first < 0) break;
    let [shrinking, growing, total, steps] = [0, 0, 0, 0];
    for (let one = first; one <= row; one++) {
      total += lost(one);
      steps += step(one);
      for (let other = one + 1; other <= row; other++) {
        shrinking += Math.sign(step(one) - step(other));
        growing += Math.sign(lost(other) - lost(one));
      }
    }
    if (shrinking <= 0 || growing <= 0 || shrinking + growing < least || total <= noise * count) continue;
    const [slopes, falls] = [[], []];
    for (let one = first; one < row; one++) {
      for (let other = one + 1; other <= row; other++) {
        slopes.push((lost(other) - lost(one)) / (other - one));
        falls.push((step(one) - step(other)) / (other - one));
      }
    }
    if (middle(slopes) * (count - 1) > noise && middle(falls) * (count - 1) > (0.25 * steps) / count) return "diverging";
  }
  if (row < 2) return undefined;
  const [a, b, c] = [row - 2, row - 1, row];
  if ([a, b, c].every((at) => saved(at) > 0 && lost(at) > noise)) {
    const [oldest, between, newest] = [lost(a) / saved(a), lost(b) / saved(b), lost(c) / saved(c)];
    if (lost(c) >= lost(b) && lost(c) >= lost(a) && oldest < between && between < newest && newest * (newest / oldest) > k) return "forecast";
  }
  const tokens = [tokensBefore[a], tokensAfter[a], tokensBefore[b], tokensAfter[b], tokensBefore[c], tokensAfter[c]];
  const mean = tokens.reduce((sum, count) => sum + count, 0) / 6;
  const variance = tokens.reduce((sum, count) => sum + (count - mean) ** 2, 0) / 6;
  return lost(a) > 0 && lost(b) > 0 && lost(c) > 0 && variance <= (0.01 * mean) ** 2 ? "flatline" : undefined;
}

/** The least that a reader of a text could do: look at every byte once. */
export function scan(bytes) {
  let spaces = 0;
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === 32) spaces++;
  return spaces;
}
