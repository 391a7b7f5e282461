// A LangChain agent whose summarization middleware is under guard.
import { appendFile } from "node:fs/promises";
import { createAgent, summarizationMiddleware } from "langchain";
import { createAuditLog } from "fidelity-floor/guard";
import { guardedSummarization } from "fidelity-floor/langchain";

/** @param models `model` answers, `summaryModel` summarises; `log` is the file of the audit log */
export function createGuardedAgent({ model, summaryModel, tools = [], log = "audit.jsonl" }) {
  const summarization = summarizationMiddleware({ model: summaryModel, trigger: { messages: 8 }, keep: { messages: 2 } });
  const guarded = guardedSummarization(summarization, {
    conditions: { consumerStrict: true },
    audit: createAuditLog((line) => appendFile(log, `${line}\n`)),
    onOutcome: ({ kind, decision }) => console.error(`compaction: ${kind}${decision ? `, ${decision}` : ""}`),
  });
  return createAgent({ model, tools, middleware: [guarded] });
}
