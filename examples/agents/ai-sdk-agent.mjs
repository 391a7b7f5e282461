// An agent of the AI SDK that compacts in `prepareStep` under guard. Works with versions 6 and 7.
import { generateText } from "ai";
import { guardedPrepareStep } from "fidelity-floor/ai-sdk";

/** One turn: what the agent answers, and what came of its compactions. */
export async function turn({ model, summaryModel, messages, tools = {} }) {
  const outcomes = [];
  const summarise = async (dropped, { signal, instructions, feedback }) => {
    const conversation = dropped.map(({ role, text }) => `${role}: ${text}`).join("\n\n");
    const prompt = ["Summarise this conversation for the agent that goes on with it.", instructions, feedback, conversation].filter(Boolean).join("\n\n");
    const { text } = await generateText({ model: summaryModel, prompt, abortSignal: signal });
    return text;
  };
  const prepareStep = guardedPrepareStep(summarise, {
    when: (all) => all.length > 8,
    keep: 2,
    steer: true,
    retries: 1,
    timeoutMs: 30_000,
    conditions: { consumerStrict: true },
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const { text } = await generateText({ model, messages, tools, prepareStep });
  return { text, outcomes };
}
