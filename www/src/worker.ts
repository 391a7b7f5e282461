// All judging happens here, by the wasm: off the main thread, but for the first. One call after the other, answers in the order of the questions.
import { check, type CompactionEvent, explain, type Message, init, type Rules } from "fidelity-floor/slim";
import { readTranscript } from "fidelity-floor/transcript";
import { ofCycles, verdictsOf } from "../../pkg/src/batch.js";
import { judgeChain } from "./chain.js";
import { pack } from "./protocol.js";
import { auditRecord } from "./record.js";
import { readRows } from "./rows.js";
import type { CycleRow } from "./state.js";

let start: () => void;
const ready = new Promise<void>((done) => (start = done));

/** The event of the last check: what `explain`, `report` and `record` are about. */
let last: CompactionEvent & { source: Message[] } = { source: [], summary: "" };

export const calls = {
  check(event: typeof last) {
    last = event;
    const report = check(event);
    const found = report.elements.map(({ class: name, text }) => name === "declared" && text);
    return pack(report, event.contract?.declared?.filter((one) => !found.includes(one)) ?? []);
  },
  explain: (index: number) => explain(last, index),
  report: () => JSON.stringify(check(last), undefined, 2),
  record: () => auditRecord(last),
  chain: judgeChain,
  cycles: ({ rows, ...rules }: Partial<Rules> & { rows: CycleRow[] }) => verdictsOf(ofCycles(rows), rules),
  /** Rows that the package takes: a run is shown only if it can be judged. */
  rows(text: string) {
    const rows = readRows(text);
    verdictsOf(ofCycles(rows), {});
    return rows;
  },
  transcript: (given: Parameters<typeof readTranscript>) => readTranscript(...given),
};

export type Calls = typeof calls;

/** What went wrong, for a person. */
export const wordsOf = (error: unknown): string => String(error).replace(/^(Fidelity)?Error: /, "").replace(/^\[(\d+)\]\./, (_, at) => `Row ${+at + 1}: `);

/** Answers questions. */
export function startWorker(): void {
  addEventListener("message", async ({ data: { id, name, argument, module } }: MessageEvent) => {
    if (module !== undefined) {
      init(module as WebAssembly.Module);
      return start();
    }
    try {
      await ready;
      const answer = await (calls[name as keyof Calls] as (argument: unknown) => unknown)(argument);
      const move = name === "check" ? [(answer as { elements: Int32Array }).elements.buffer as ArrayBuffer] : [];
      postMessage({ id, answer }, { transfer: move });
    } catch (error) {
      postMessage({ id, problem: wordsOf(error) });
    }
  });
}
