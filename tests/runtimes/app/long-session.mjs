// A hundred compactions of one session, 200 messages each, with a summariser that drops every rule. Pure: every runtime runs it.
// Each round brings a request that is done by its end, noise of tools, and, in the first rounds, rules that hold from then on.

const RULES = [
  "Never write to the table ledger_2019.",
  "Always run the linter before you commit.",
  "Do not restart db-4 while the import is running.",
  "Ask Priya before you change anything in billing/config.toml.",
];

/** The messages of one round. */
export function roundOf(number, size = 200) {
  const messages = [];
  const rule = RULES[number - 1];
  if (rule !== undefined) messages.push({ role: "user", text: rule });
  while (messages.length < size - 2) {
    const step = messages.length;
    messages.push({ role: "assistant", text: `Looking at part ${step} of chapter ${number}.` });
    messages.push({ role: "tool", text: `row ${number * 1000 + step}: checksum ${(number * 7919 + step * 104729).toString(16)} fine` });
  }
  messages.length = size - 2;
  messages.push({ role: "assistant", text: `Chapter ${number} is read; ${number + 3} of its files went to archive/${number}.` });
  messages.push({ role: "user", text: "Thanks, that looks fine." });
  return messages;
}

/** Compacts `rounds` times; gives what stood at each end. */
export async function longSession(guardCompaction, options = {}, rounds = 100, say = (number) => `The chapters up to now were read. Chapter ${number} was the last.`) {
  let number = 0;
  const guard = guardCompaction(() => say(number), { conditions: { consumerStrict: true, chainingRisk: true }, retries: 0, ...options });
  let context = [];
  const seen = [];
  for (number = 1; number <= rounds; number++) {
    const outcome = await guard([...context, ...roundOf(number)]);
    // Through JSON, as a restart would bring it back.
    context = JSON.parse(JSON.stringify(outcome.messages));
    const rules = RULES.slice(0, number);
    seen.push({
      kind: outcome.kind,
      decision: outcome.decision,
      generation: outcome.session?.contract.generation,
      ancestry: outcome.session?.contract.ancestryCertified,
      rules: rules.filter((rule) => context[0].text.includes(rule)).length === rules.length,
      pins: outcome.pins?.length,
      text: context[0].text.length,
      messages: context.length,
    });
  }
  return { seen, context };
}
