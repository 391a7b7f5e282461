// opencode plugin: tells the compaction what must survive. opencode lets no plugin see the source and the summary together.
import { steer } from "./shared.mjs";

export const FidelityFloor = async ({ client }) => ({
  "experimental.session.compacting": async ({ sessionID }, output) => {
    try {
      const { data } = await client.session.messages({ path: { id: sessionID } });
      const source = data.map(({ info, parts }) => ({ role: info.role === "user" ? "user" : "assistant", text: parts.map(({ text = "" }) => text).join("\n") })).filter(({ text }) => text !== "");
      const needed = steer(source);
      if (needed !== "" && !output.context.includes(needed)) output.context.push(needed);
    } catch (error) {
      console.error(`fidelity-floor: ${error.message}; the compaction goes on unsteered`);
    }
  },
});
