// Measuring in turns: in each round everybody works once, so that a slow moment of the machine meets all alike. What is reported is
// the ratio within a round, its median and its spread.

/** The value that a share of the sorted numbers lies below. */
export const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
export const spread = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: sorted[0], high: sorted.at(-1), p10: quantile(sorted, 0.1), p90: quantile(sorted, 0.9) };
};

/**
 * The times of some calls, in ms: `{ name: { median, low, high, p10, p90 } }`, and of all but the first the ratio of the first to each.
 *
 * @param calls by name; the first is ours
 */
export function measure(calls, { rounds = 15, warm = 3, repeat = 1, seconds = 12 } = {}) {
  const names = Object.keys(calls);
  const times = names.map(() => []);
  const started = performance.now();
  for (let round = -warm; round < rounds; round++) {
    // Every other round the other way round: nobody always works on the caches that another left.
    const order = names.map((_, at) => at);
    if (round % 2 !== 0) order.reverse();
    for (const at of order) {
      const call = calls[names[at]];
      const start = performance.now();
      for (let turn = 0; turn < repeat; turn++) call();
      const ms = (performance.now() - start) / repeat;
      if (round >= 0) times[at].push(ms);
    }
    if (round >= 4 && performance.now() - started > seconds * 1000) break;
  }
  const [own, ...others] = times;
  return {
    rounds: own.length,
    ms: Object.fromEntries(names.map((name, at) => [name, spread(times[at])])),
    ratios: Object.fromEntries(names.slice(1).map((name, at) => [name, spread(own.map((ms, round) => ms / others[at][round]))])),
  };
}
