import { roleOf, type Message, type Role } from "./message.js";

/** A line that says who speaks next. */
interface Heading {
  role: Role;
  start: number;
  /** Where what is said begins. */
  body: number;
}

/** The ways to head a speech. The role's name stands alone, but for a time in brackets and what follows a colon. */
const STYLES: { pattern: RegExp; namesOf: RegExp }[] = [
  { pattern: /^(#{1,6})[ \t]+\**([A-Za-z_]{2,12})\**:?(?:[ \t]+\([^()\n]{0,40}\))?[ \t]*#*[ \t]*\r?$/, namesOf: /./ },
  { pattern: /^()(?:\*\*|__)([A-Za-z_]{2,12}):?(?:\*\*|__):?(?=[ \t\r]|$)/, namesOf: /./ },
  { pattern: /^()([A-Za-z_]{2,12}):(?=[ \t\r]|$)/, namesOf: /^[A-Z]/ },
];

/** How much of a line can head a speech. */
const REACH = 80;

/** Plain text or Markdown as messages: by its speaker headings if it has clear ones, else one message of the user. */
export function readMarkdown(text: string): Message[] {
  for (const style of STYLES) {
    const headings = findHeadings(text, style.pattern, style.namesOf);
    const speaks = (role: Role) => headings.some((heading) => heading.role === role);
    if (speaks("user") && speaks("assistant")) return divide(text, headings);
  }
  return [{ role: "user", text }];
}

function divide(text: string, headings: Heading[]): Message[] {
  const preamble = text.slice(0, headings[0]?.start ?? 0).trim();
  const messages: Message[] = preamble === "" ? [] : [{ role: "user", text: preamble }];
  headings.forEach(({ role, body }, index) => {
    messages.push({ role, text: text.slice(body, headings[index + 1]?.start ?? text.length).trim() });
  });
  return messages;
}

/** The headings outside fenced code; a fence that is never closed fences nothing. */
function findHeadings(text: string, pattern: RegExp, namesOf: RegExp): Heading[] {
  const headings: Heading[] = [];
  let level: string | undefined;
  let fence: { mark: string; headings: number } | undefined;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, Math.min(end, start + REACH));
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && fence === undefined) fence = { mark, headings: headings.length };
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence.mark)) {
      headings.length = fence.headings;
      if (headings.length === 0) level = undefined;
      fence = undefined;
    }
    const match = pattern.exec(line);
    const role = match !== null && namesOf.test(match[2] ?? "") ? roleOf(match[2] ?? "") : undefined;
    if (match !== null && role !== undefined && (level === undefined || level === match[1])) {
      level = match[1];
      headings.push({ role, start, body: start + match[0].length });
    }
    start = end + 1;
  }
  return headings;
}
