import { calibration, read } from "./answer.js";
import type { Calibration, Label, LabelledCycle } from "./generated.js";
import { numberBuffer, run } from "./instance.js";
import { array, at, name, number, reading, record } from "./validate.js";

/**
 * Proposes a k from recorded cycles that the host labelled good or bad (H7), and says how sure it is.
 *
 * The cut of `lost / saved` with the greatest Youden index; of equal ones that in the widest gap. Its certainty comes from leaving each
 * cycle out once: no chance is involved, and the order of the cycles does not matter. At most 10,000 cycles.
 *
 * @throws FidelityError as `checkCycle`, with paths such as `[3].label`; `out-of-range` with fewer than two good or two bad cycles that
 * saved something
 * @example
 * const { k, range, certainty } = calibrate(recorded);
 * if (k !== undefined && certainty.low > 0.8) createDetector({ k });
 */
export function calibrate(cycles: readonly LabelledCycle[]): Calibration {
  const rows = reading({ "": cycles }, () => array(cycles, "", "an array of labelled cycles").map((cycle, row) => {
    const { tokensBefore, tokensAfter, coverageBefore, coverageAfter, dedupRate, label } = record(cycle, at("", row), "a labelled cycle");
    return [
      number(tokensBefore, at(at("", row), "tokensBefore")),
      number(tokensAfter, at(at("", row), "tokensAfter")),
      number(coverageBefore, at(at("", row), "coverageBefore"), 1),
      number(coverageAfter, at(at("", row), "coverageAfter"), 1),
      number(dedupRate, at(at("", row), "dedupRate"), 1),
      LABELS[name(label, LABELS, at(at("", row), "label"))],
    ];
  }));
  return run((on) => {
    const numbers = numberBuffer(on, rows.length * 6);
    rows.forEach((row, index) => numbers.set(row, index * 6));
    return read(on, on.binding.calibrate(rows.length), calibration);
  });
}

const LABELS = { good: 0, bad: 1 } satisfies Record<Label, number>;
