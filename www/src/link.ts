// The state in the address: a case can be sent to a colleague. Nothing of it leaves the browser: a hash is not sent.
import { type Case, fresh, VIEWS, type View } from "./state.js";

/** A longer text makes no link. */
export const LONGEST = 60_000;

/** What follows the `#`: the view, the story, and what differs from the story; "" where that is too long. */
export async function toHash(now: Case): Promise<string> {
  const start = fresh(now.story);
  if (sizeOf(now) > LONGEST) return "";
  const changed = (Object.keys(start) as (keyof Case)[]).filter((key) => key !== "view" && key !== "story" && !same(now[key], start[key]));
  const address = `${now.view}/${now.story}`;
  if (changed.length === 0) return address;
  const text = JSON.stringify(Object.fromEntries(changed.map((key) => [key, now[key]])));
  return `${address}/${await squeeze(text)}`;
}

/** The case that a hash holds; what it does not understand is as in the story. */
export async function fromHash(hash: string): Promise<Case> {
  const [view = "", story = "", rest] = hash.replace(/^#/, "").split("/");
  const start = fresh(story);
  if (VIEWS.includes(view as View)) start.view = view as View;
  if (!rest) return start;
  const held = JSON.parse(await unsqueeze(rest)) as Record<string, unknown>;
  for (const key of Object.keys(start) as (keyof Case)[]) {
    if (key in held && alike(held[key], start[key])) (start as unknown as Record<string, unknown>)[key] = held[key];
  }
  start.source = start.source.map(({ role, text, summary }) => ({ role, text: String(text), ...(summary === true ? { summary } : {}) }));
  if (start.rows.length === 0 && start.run === "own") start.run = fresh("").run;
  return start;
}

const sizeOf = ({ source, summary, pinned }: Case) => source.reduce((sum, { text }) => sum + text.length, summary.length + pinned.length);
const same = (a: unknown, b: unknown) => a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
const alike = (a: unknown, b: unknown) => typeof a === typeof b && Array.isArray(a) === Array.isArray(b) && a !== null;

const through = (bytes: Uint8Array<ArrayBuffer>, how: CompressionStream | DecompressionStream) =>
  new Response(new Blob([bytes]).stream().pipeThrough(how)).arrayBuffer().then((buffer) => new Uint8Array(buffer));

async function squeeze(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unsqueeze(text: string): Promise<string> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = await through(Uint8Array.from(plain, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return new TextDecoder().decode(bytes);
}
