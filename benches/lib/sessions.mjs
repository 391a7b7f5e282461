// Sessions of any size: the bundled one over and over, its identifiers and numbers other ones each time. As in real sessions most of
// it is what tools print and the assistant says: of the user every copy after the first holds one message. The summary is the
// bundled one, five times with the identifiers of five copies: 12 KB. No runtime's own functions: workerd runs it too.
const SUMMARY_BYTES = 12_000;
const encoder = new TextEncoder();
export const bytesOf = (text) => encoder.encode(text).length;

/** The text with other identifiers: `billing_ledger` becomes `billing_ledger_7`, `48219881` becomes `48219888`. */
const varied = (text, copy) =>
  copy === 0 ? text : text.replace(/\b[a-z]\w*[_.-]\w+\b|\d{3,}/gi, (found) => (/^\d/.test(found) ? String(Number(found) + copy) : `${found}_${copy}`));

/** @param session the bundled one, as messages */
export function makeSession(session, bytes) {
  const users = session.filter(({ role }) => role === "user").length;
  const messages = [];
  for (let copy = 0, size = 0; size < bytes; copy++) {
    let user = 0;
    for (const { role, text } of session) {
      if (copy > 0 && (role === "system" || (role === "user" && user++ % users !== copy % users))) continue;
      const own = varied(text, copy);
      messages.push({ role, text: own });
      size += bytesOf(own);
      if (size >= bytes) break;
    }
  }
  return messages;
}

/** The same session with a word more in each message, so that nothing of it was read before. */
export const anew = (source, turn) => source.map((message) => ({ ...message, text: `${message.text} ${"a".repeat(turn + 1)}` }));

/** @param bundled the bundled one */
export function makeSummary(bundled) {
  let summary = "";
  for (let copy = 0; bytesOf(summary) < SUMMARY_BYTES; copy++) summary += `${varied(bundled, copy)}\n`;
  return new TextDecoder().decode(encoder.encode(summary).subarray(0, SUMMARY_BYTES)).replace(/\uFFFD+$/, "");
}
