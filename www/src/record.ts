import { check, type CompactionEvent, type Message } from "fidelity-floor/slim";
import { canonical, digestOf } from "../../pkg/src/digest.js";
import { chain } from "../../pkg/src/record.js";
import { sourceText } from "../../pkg/src/sources/store.js";

/** The audit record of an event, as the guard writes it: digests and the verdict, one line of JSON, the first of a log. */
export async function auditRecord(event: CompactionEvent & { source: readonly Message[] }): Promise<string> {
  const { source, summary, pinned = "", conditions = {}, policy = "any" } = event;
  const { decision, reasons, contract } = check(event);
  const refused = decision === "refuse";
  const record = await chain(
    {
      version: 1,
      source: await digestOf(sourceText(source)),
      summary: await digestOf(pinned === "" ? summary : `${summary}\n\n${pinned}`),
      parents: await Promise.all(source.filter((message) => message.summary).map(({ text }) => digestOf(text))),
      contract,
      outcome: refused ? "refused" : "replaced",
      decision,
      reasons,
      conditions,
      policy,
      ...(refused ? {} : { made: pinned === "" ? ("summary" as const) : ("repair" as const) }),
      judged: [],
      judgements: { kept: 0, lost: 0, unsure: 0, failed: 0 },
      messages: source.length,
    },
    undefined,
  );
  return `${canonical(record)}\n`;
}
