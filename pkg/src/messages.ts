import type { Message } from "./event.js";
import { ROLES } from "./core.js";
import { array, at, flag, name, record, string } from "./validate.js";

/** Messages as canonical ones: role, text and, where true, summary. Texts may hold half a character. */
export function messagesOf(value: unknown, path: string): Message[] {
  return array(value, path, "an array of messages").map((item, index) => {
    const here = at(path, index);
    const { role, text, summary } = record(item, here, "a message");
    const message = { role: name(role, ROLES, at(here, "role")), text: string(text, at(here, "text")) };
    return flag(summary, at(here, "summary")) ? { ...message, summary: true } : message;
  });
}
