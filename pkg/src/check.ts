import { elements, explanation, read, report, verification } from "./answer.js";
import { FidelityFloorViolation, type FidelityError } from "./errors.js";
import { encodeEvent, encodeSource, send, writeTexts } from "./encode.js";
import type { CompactionEvent, ExtractOptions, Message } from "./event.js";
import type { Element, Explanation, Report, Verification } from "./generated.js";
import { type Counter, type Instance, counting, run } from "./instance.js";
import { fail, show, text, whole } from "./validate.js";

/**
 * Checks one compaction (A2): which load-bearing elements survived, what is wrong with the summary, the decision, and the
 * repair that would make up for what is not kept.
 *
 * `start` and `end` are UTF-16 units: those of an element in `source[element.message]`, those of evidence in the part and
 * message it names, those of a finding in the summary, but for `injected`, where they are in the message of its evidence.
 * Linear in the length of the texts; the same input gives the same report in every runtime (J1).
 *
 * @throws FidelityError on misuse only, with a path such as `source[3].text`: `missing-field`, `invalid-type`, `unknown-name`,
 * `unknown-field`, `out-of-range`, `not-finite`, `lone-surrogate`, `too-large`; whatever `countTokens` throws is passed on
 * @example
 * const report = check({
 *   source: [{ role: "user", text: "Do not touch orders_archive." }],
 *   summary: "The user wants the tables cleaned up.",
 *   conditions: { consumerStrict: true },
 * });
 * if (report.decision === "refuse") use(report.repair?.text);
 */
export function check(event: CompactionEvent): Report {
  return answer(event, (on, count, counted) => read(on, on.binding.check(count, counted), report));
}

/**
 * {@link check}, but a refusal is thrown (B4).
 *
 * @throws FidelityFloorViolation on `refuse`, with the verdict and the report
 */
export function checkOrThrow(event: CompactionEvent): Report {
  const checked = check(event);
  if (checked.decision === "refuse") {
    const { decision, reasons, waysOut, contract } = checked;
    throw new FidelityFloorViolation({ decision, reasons, waysOut, generation: contract.generation }, checked);
  }
  return checked;
}

/**
 * What became of every selected element, and what is wrong with the summary (E): a check without contract and decision.
 *
 * Of the event, `parents`, `conditions`, `policy` and `budget` are validated and have no influence.
 *
 * @throws FidelityError as {@link check}
 */
export function verify(event: CompactionEvent): Verification {
  return answer(event, (on, count, counted) => read(on, on.binding.verify(count, counted), verification));
}

/**
 * How one element came by its status: the steps as data, and one sentence for a person. It costs a {@link verify}.
 *
 * The steps are `extracted`, `selected`, then `aligned`, `compared` and `judged` for the summary, and once more for the pinned
 * text or the tail where that is what keeps it. Offsets are as in {@link check}.
 *
 * @param index of the element in `report.elements`, from 0
 * @throws FidelityError as {@link check}; `out-of-range` where the report has no such element
 * @example
 * const { elements } = check(event);
 * const lost = elements.findIndex(({ status }) => status === "contradicted");
 * if (lost >= 0) console.log(explain(event, lost).sentence);
 */
export function explain(event: CompactionEvent, index: number): Explanation {
  const at = whole(index, "index");
  return answer(event, (on, count) => read(on, on.binding.explain(count, at), explanation));
}

/**
 * Every element of a source, selected or not (D), in the order of the text; offsets as in {@link check}.
 *
 * `selected` and `because` are what {@link check} would go by with every class required (D7): they depend on the whole source.
 * An element has no `status` and no `evidence` here.
 *
 * @param source messages, or a string for one user message
 * @throws FidelityError as {@link check}
 */
export function extract(source: string | readonly Message[], options: ExtractOptions = {}): Element[] {
  const encoded = encodeSource(source, options);
  return run((on) => read(on, on.binding.extract(send(on, encoded)), elements));
}

/**
 * Reads messages ahead, as they arrive: a later {@link check} that has them in its source does not read them again.
 *
 * Optional, and without influence on any answer. What a check has read is there for the next try with another summary, too. Kept are
 * the messages of the last check and what was read ahead since, 2 MiB of text at most, for one set of declared strings, patterns
 * and cues; a trap forgets them.
 *
 * @param options as the event will have them; `selection` does not matter
 * @throws FidelityError as {@link check}
 * @example
 * onMessage((message) => prepare([message]));
 */
export function prepare(source: string | readonly Message[], options: ExtractOptions = {}): void {
  const encoded = encodeSource(source, options);
  run((on) => read(on, on.binding.prepare(send(on, encoded)), () => undefined));
}

/**
 * A token count without a tokenizer: one per four bytes of UTF-8, rounded up. What `check` counts with by default.
 *
 * @throws FidelityError `invalid-type`, `lone-surrogate`
 */
export function estimateTokens(value: string): number {
  const checked = text(value, "text");
  return run((on) => {
    let size = 0;
    writeTexts(on, [checked], (_, bytes) => (size = bytes));
    return on.binding.estimate_tokens(size);
  });
}

function answer<T>(event: CompactionEvent, call: (on: Instance, count: number, counted: boolean) => T): T {
  const encoded = encodeEvent(event);
  const host = event.countTokens;
  if (host === undefined) return run((on) => call(on, send(on, encoded), false));
  if (typeof host !== "function") return fail("invalid-type", "countTokens", "a function", show(host));
  // No exception may unwind through WebAssembly: the first is kept, and thrown when the call has come back.
  let failed: { error: unknown } | undefined;
  const counter: Counter = (text) => {
    if (failed !== undefined) return 0;
    try {
      return whole(host(text), "countTokens(text)");
    } catch (error) {
      failed = { error };
      return 0;
    }
  };
  const result = run((on) => counting(on, counter, () => call(on, send(on, encoded), true)));
  if (failed !== undefined) throw (failed as { error: FidelityError }).error;
  return result;
}
