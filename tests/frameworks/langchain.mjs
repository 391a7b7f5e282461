import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { MessagesAnnotation, StateGraph, END, START } from "@langchain/langgraph";
import { createAgent, summarizationMiddleware } from "langchain";
import { guardedNode, guardedSummarization } from "fidelity-floor/langchain";
import { HISTORY } from "./scenarios.mjs";

export const history = () => HISTORY.map(([role, text], index) => new (role === "user" ? HumanMessage : AIMessage)({ content: text, id: `m${index}` }));
export const flat = (messages) => messages.map(({ content }) => content).join("\n");

/** A chat model whose answer is what a function gives; it hears the signal. */
export class Model extends FakeListChatModel {
  constructor(answer, seen = []) {
    super({ responses: [""] });
    this.answer = answer;
    this.seen = seen;
  }
  async _generate(messages, options) {
    this.seen.push(messages);
    const text = await this.answer(options.signal);
    return { generations: [{ text, message: new AIMessage(text) }] };
  }
  bindTools() {
    return this;
  }
}

/** An agent of LangChain with its summarization middleware. */
export async function agent({ answer, options, signal }) {
  const seen = [];
  const model = new Model(() => "done", seen);
  const inner = summarizationMiddleware({ model: new Model(answer), trigger: { messages: 6 }, keep: { messages: 2 } });
  const guarded = createAgent({ model, tools: [], middleware: [guardedSummarization(inner, options)] });
  const state = await guarded.invoke({ messages: history() }, signal && { signal });
  return { context: flat(seen.at(-1)), state: state.messages };
}

/** A graph of LangGraph whose node compacts: what `guardedNode` is for. */
export async function graph({ answer, options, signal }) {
  const { RemoveMessage } = await import("@langchain/core/messages");
  const compactNode = async (state, config) => {
    const old = state.messages.slice(0, -2);
    const text = await answer(config?.signal);
    return { messages: [...old.map(({ id }) => new RemoveMessage({ id })), new HumanMessage({ content: text, id: "summary" })] };
  };
  // A graph ends where a node throws; a node that must not end it keeps the messages.
  const node = guardedNode(compactNode, options);
  const safe = async (state, config) => {
    try {
      return (await node(state, config)) ?? {};
    } catch (error) {
      if (config?.signal?.aborted) throw error;
      options.onOutcome?.({ kind: "failed", failure: { kind: "threw", error } });
      return {};
    }
  };
  const app = new StateGraph(MessagesAnnotation).addNode("compact", safe).addEdge(START, "compact").addEdge("compact", END).compile();
  const state = await app.invoke({ messages: history() }, signal && { signal });
  return { context: flat(state.messages), state: state.messages };
}
