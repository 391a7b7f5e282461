// What a summary model may do to an agent, and what must stand in the agent's context afterwards. Every framework runs all of it.
export const RULE = "Never delete the orders_archive table.";

/** What the user and the agent said before: enough that a compaction is due. */
export const HISTORY = [
  ["user", RULE],
  ["assistant", "Understood. I look at the tables first."],
  ["user", "The staging host is db-stage-3 and the report goes to dana@mill.example."],
  ["assistant", "There are nine tables. The backup probably takes 40 minutes."],
  ["user", "Good. Drop the temporary tables when you are through."],
  ["assistant", "Six of them are temporary."],
  ["user", "What is next?"],
];

const FAITHFUL = [
  "Never delete the orders_archive table. The staging host is db-stage-3 and the report goes to dana@mill.example.",
  "There are nine tables; six of them are temporary. The backup probably takes 40 minutes. Drop the temporary tables when you are through. I look at the tables first.",
].join(" ");

/** `answer` is what the summary model does; `holds` and `lacks` is what the agent sees; `kind` and `made` are the outcome's. */
export const SCENARIOS = [
  { name: "drops a rule", answer: () => "The user wants the temporary tables cleaned up; there are nine tables.", kind: "replaced", made: "repair", holds: [RULE, "db-stage-3"] },
  { name: "keeps all", answer: () => FAITHFUL, kind: "replaced", holds: [RULE, "dana@mill.example"] },
  { name: "returns an error text", answer: () => "Error generating summary: Error: 429 rate limit", kind: "failed", holds: [RULE, "Six of them are temporary."], lacks: ["Error generating summary"] },
  { name: "throws", answer: () => { throw new Error("503 overloaded"); }, kind: "failed", holds: [RULE, "Six of them are temporary."], lacks: ["503"] },
  { name: "takes too long", answer: (signal) => pending(signal), timeoutMs: 60, kind: "failed", holds: [RULE, "Six of them are temporary."] },
  { name: "is aborted", answer: (signal) => pending(signal), abortAfterMs: 60, aborts: true },
];

/** Never answers; ends with the signal, as a request would. */
function pending(signal) {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
}
