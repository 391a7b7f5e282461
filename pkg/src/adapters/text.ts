/** The words of a message's content: a string, or parts with text, calls of tools and their results. Data is given as JSON. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return content === undefined || content === null ? "" : JSON.stringify(content);
  return content.map(partText).filter((part) => part !== "").join("\n");
}

function partText(part: unknown): string {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null) return "";
  const { text, type, toolName, name, input, args, output, result } = part as Record<string, unknown>;
  if (typeof text === "string") return text;
  const tool = toolName ?? name ?? (typeof type === "string" && type.startsWith("tool-") ? type.slice(5) : undefined);
  const given = input ?? args;
  const call = given === undefined ? "" : `${String(tool ?? "tool")} ${asText(given)}`;
  const answer = output ?? result;
  return [call, answer === undefined ? "" : asText(valueOf(answer))].filter((line) => line !== "").join("\n");
}

const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** The AI SDK wraps the output of a tool: `{ type, value }`. */
const valueOf = (output: unknown): unknown => (typeof output === "object" && output !== null && "type" in output && "value" in output ? output.value : output);
