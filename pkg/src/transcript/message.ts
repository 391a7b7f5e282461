/** Who speaks. */
export type Role = "system" | "user" | "assistant" | "tool";

/** One message of a transcript. */
export interface Message {
  role: Role;
  text: string;
  /** Whether the message is itself a summary of earlier messages. */
  summary?: boolean;
}

/** Every name for a role that the shapes use, in lower case. */
const ROLES: Record<string, Role> = {
  system: "system",
  developer: "system",
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  agent: "assistant",
  model: "assistant",
  bot: "assistant",
  chatbot: "assistant",
  tool: "tool",
  function: "tool",
  tool_result: "tool",
  toolresult: "tool",
  environment: "tool",
  observation: "tool",
  ipython: "tool",
};

/** The role of that name, in whatever case, if there is one. */
export function roleOf(name: string): Role | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(ROLES, key) ? ROLES[key] : undefined;
}

/** What to tell someone who used another name. */
export const ROLE_NAMES = "system, user, assistant or tool (or developer, human, ai, agent, model, bot, function)";
