// The guard in a runtime: a long session, and what its stores hold. Gives how many cases ran and what went wrong.
import { longSession } from "./long-session.mjs";
import { storeCases } from "./store-cases.mjs";

/**
 * @param api the guard and `digestOf`
 * @param places for each store a name, the store, and `turn(key)`, which turns one byte of the value whose key ends so
 */
export async function guardCases({ guardCompaction, review, digestOf }, places) {
  const failed = [];
  let ran = 0;
  const is = (what, found, expected) => {
    ran++;
    const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
    if (left !== right) failed.push(`${what}: ${left?.slice(0, 200)}, expected ${right?.slice(0, 200)}`);
  };

  const { seen, context } = await longSession(guardCompaction);
  is("a hundred compactions", seen.length, 100);
  const right = ({ kind, decision, generation, ancestry, rules, messages }, index) =>
    kind === "replaced" && decision === "certified" && generation === index + 1 && ancestry && rules && messages === 1;
  is("generation and contract at each", seen.findIndex((step, index) => !right(step, index)), -1);
  is("pins bounded", seen.every(({ pins }) => pins <= 300), true);
  is("the contract holds for the text", context[0].session.summary, await digestOf(context[0].text));

  for (const { name, store, turn } of places) {
    is(name, await storeCases(store, { digestOf }), []);
    // Long enough to be in parts where there are parts.
    const dropped = [
      { role: "user", text: "Never touch the table orders_archive." },
      { role: "tool", text: "row fine\n".repeat(30_000) },
    ];
    const conditions = { consumerStrict: true };
    const outcome = await guardCompaction(() => "Work goes on.", { store, conditions, budget: 5, retries: 0 })(dropped);
    is(`${name}: recoverable`, [outcome.kind, outcome.decision], ["replaced", "provisional"]);
    const { source } = outcome.session;
    await turn(source.slice("sha256:".length));
    is(`${name}: one byte turned`, await store.prove(source), { recoverable: false, why: "damaged" });
    is(`${name}: the decision turned`, (await review(outcome.session, { store, conditions })).decision, "refuse");
  }
  return { ran, failed };
}

/** The same bytes but for one in the middle. */
export function turned(value) {
  const bytes = new Uint8Array(value.slice(0));
  bytes[bytes.length >> 1] ^= 1;
  return bytes;
}
