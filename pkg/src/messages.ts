import type { Message } from "./event.js";
import type { Role } from "./generated.js";
import { array, at, flag, name, record, string } from "./validate.js";

/** Their own list: the page takes this module without the core. */
const ROLES = { system: 0, user: 0, assistant: 0, tool: 0 } satisfies Record<Role, 0>;

/** Messages as canonical ones: role, text and, where true, summary. Texts may hold half a character. */
export function messagesOf(value: unknown, path: string): Message[] {
  return array(value, path, "an array of messages").map((item, index) => {
    const here = at(path, index);
    const { role, text, summary } = record(item, here, "a message");
    const message = { role: name(role, ROLES, at(here, "role")), text: string(text, at(here, "text")) };
    return flag(summary, at(here, "summary")) ? { ...message, summary: true } : message;
  });
}
