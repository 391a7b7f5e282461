import type { Applied, EntryState, EntryView, ErrorCode, StoreRecord } from "./generated.js";
import { array, at, fail, name, onlyFields, record, show, text, whole } from "./validate.js";

/** One entry: it stays for good, whatever becomes of it. */
export interface Entry {
  readonly id: string;
  readonly text: string;
  /** Its place in the order of arrival. */
  readonly number: number;
  readonly tokens: number;
  /** Whether the host said so. */
  readonly counted: boolean;
  readonly generation: number;
  readonly cycle: number;
  readonly replaces: readonly Entry[];
  state: EntryState;
  into: Entry | undefined;
  gone: number | undefined;
}

/** A record by what it was of. */
interface Logged {
  readonly kind: StoreRecord["kind"];
  readonly entry: Entry;
  readonly into?: Entry | undefined;
}

/** The history of a store. The rules are those of `src/store/ledger.rs`; `tests/vectors/store.json` holds both to them. */
export interface History {
  readonly entries: Entry[];
  readonly ids: Map<string, Entry>;
  readonly log: Logged[];
  /** Where in the log each cycle begins. */
  readonly cycles: number[];
  live: number;
  tokens: number;
}

export const emptyHistory = (): History => ({ entries: [], ids: new Map(), log: [], cycles: [], live: 0, tokens: 0 });

/** The fields of each kind of record; the value does not matter. */
const RECORDS = {
  source: { kind: 0, id: 0, text: 0, tokens: 0, cycle: 0 },
  summary: { kind: 0, id: 0, text: 0, replaces: 0, generation: 0, tokens: 0, cycle: 0 },
  merged: { kind: 0, id: 0, into: 0, cycle: 0 },
  dropped: { kind: 0, id: 0, cycle: 0 },
  expanded: { kind: 0, id: 0, cycle: 0 },
  restored: { kind: 0, id: 0, cycle: 0 },
} as const satisfies Record<StoreRecord["kind"], Record<string, 0>>;

/** Most characters of text in a cycle. */
const MOST = 256 * 1024 * 1024;

/** Applies one cycle: all of its records, in order, or none of them (I6). */
export function applyCycle(to: History, records: unknown, first: number): Applied {
  const list = array(records, "records", "an array of records");
  const before = { entries: to.entries.length, log: to.log.length, live: to.live, tokens: to.tokens };
  const turned: [entry: Entry, state: EntryState, into: Entry | undefined, gone: number | undefined][] = [];
  const cycle = to.cycles.length + 1;
  let units = 0;
  let merged = 0;
  let arrived = 0;

  const turn = (entry: Entry, state: EntryState, into?: Entry): void => {
    turned.push([entry, entry.state, entry.into, entry.gone]);
    const by = (state === "live" ? 1 : 0) - (entry.state === "live" ? 1 : 0);
    to.live += by;
    to.tokens += by * entry.tokens;
    entry.state = state;
    entry.into = into;
    entry.gone = state === "live" ? undefined : cycle;
  };

  /** Applies one record; gives what is to be remembered of it. */
  const step = (fields: Record<string, unknown>, path: string, index: number): Logged => {
    const kind = name(fields.kind, RECORDS, at(path, "kind"));
    onlyFields(fields, RECORDS[kind], path);
    const id = text(fields.id, at(path, "id"));
    if (kind === "source" || kind === "summary") {
      const words = text(fields.text, at(path, "text"));
      const tokens = fields.tokens === undefined ? undefined : whole(fields.tokens, at(path, "tokens"));
      units += id.length + words.length;
      if (units > MOST) fail("too-large", "records", "texts of at most 256 MiB in a cycle", `${units} characters`);
      if (id === "") fail("empty", at(path, "id"), "a name", "none");
      if (to.ids.has(id)) fail("duplicate-id", at(path, "id"), "a name that no entry has", show(id));
      const replaces = kind === "source" ? [] : replaced(to, fields, path, id, index - first, list);
      const generation = kind === "source" ? 0 : generationOf(replaces, fields.generation, at(path, "generation"));
      const entry: Entry = { id, text: words, number: to.entries.length, tokens: tokens ?? estimate(words), counted: tokens !== undefined, generation, cycle, replaces, state: "live", into: undefined, gone: undefined };
      for (const member of replaces) turn(member, "summarised", entry);
      to.entries.push(entry);
      to.ids.set(id, entry);
      to.live += 1;
      to.tokens += entry.tokens;
      if (kind === "source") arrived += 1;
      return { kind, entry };
    }
    if (kind === "restored") {
      const entry = known(to, id, at(path, "id"));
      if (entry.state !== "merged" && entry.state !== "dropped") fail("wrong-state", at(path, "id"), "a merged or dropped entry", WORDS[entry.state]);
      turn(entry, "live");
      return { kind, entry };
    }
    const entry = live(to, id, at(path, "id"));
    if (kind === "merged") {
      const into = text(fields.into, at(path, "into"));
      if (into === id) fail("self-reference", at(path, "into"), "another entry than itself", show(id));
      const other = live(to, into, at(path, "into"));
      turn(entry, "merged", other);
      merged += 1;
      return { kind, entry, into: other };
    }
    if (kind === "expanded" && entry.replaces.length === 0) fail("wrong-state", at(path, "id"), "a summary", "a source entry");
    turn(entry, kind);
    if (kind === "expanded") for (const member of entry.replaces) turn(member, "live");
    return { kind, entry };
  };

  try {
    list.forEach((value, index) => {
      const path = at("records", first + index);
      to.log.push(step(record(value, path, "a record"), path, first + index));
    });
  } catch (error) {
    for (const [entry, state, into, gone] of turned.reverse()) Object.assign(entry, { state, into, gone });
    for (const { id } of to.entries.splice(before.entries)) to.ids.delete(id);
    to.log.length = before.log;
    to.live = before.live;
    to.tokens = before.tokens;
    throw error;
  }
  to.cycles.push(before.log);
  return {
    cycle,
    tokensBefore: before.tokens,
    tokensAfter: to.tokens,
    liveBefore: before.live,
    liveAfter: to.live,
    dedupRate: merged === 0 ? 0 : merged / (before.live + arrived),
  };
}

/** The entries that a summary replaces. */
function replaced(to: History, fields: Record<string, unknown>, path: string, id: string, place: number, records: readonly unknown[]): Entry[] {
  const ids = array(fields.replaces, at(path, "replaces"), "an array of strings");
  if (ids.length === 0) fail("empty", at(path, "replaces"), "at least one entry", "none");
  const seen = new Set<string>();
  return ids.map((value, index) => {
    const here = at(at(path, "replaces"), index);
    const other = text(value, here);
    if (other === id) fail("self-reference", here, "another entry than itself", show(id));
    if (!to.ids.has(other) && leadsTo(other, id, records.slice(place + 1))) {
      fail("cyclic-provenance", here, "entries that came before", `${show(other)}, which replaces it in turn`);
    }
    if (to.ids.has(other) && seen.size === seen.add(other).size) fail("duplicate-id", here, "each entry once", show(other));
    return live(to, other, here);
  });
}

/** Whether the later summary `from` replaces `goal`, or one that does. Only an error takes this way, and no longer than so. */
function leadsTo(from: string, goal: string, later: readonly unknown[]): boolean {
  const reaching = [goal];
  for (let at = 0; at < Math.min(reaching.length, 64); at++) {
    for (const value of later) {
      const { kind, id, replaces } = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
      if (kind !== "summary" || typeof id !== "string" || !Array.isArray(replaces)) continue;
      if (!replaces.includes(reaching[at]) || reaching.includes(id)) continue;
      if (id === from) return true;
      reaching.push(id);
    }
  }
  return false;
}

/** 1 + the highest generation of what is replaced (C1). */
function generationOf(replaces: readonly Entry[], given: unknown, path: string): number {
  const generation = Math.min(0xffff_ffff, 1 + replaces.reduce((most, entry) => Math.max(most, entry.generation), 0));
  if (given !== undefined && whole(given, path) !== generation) fail("out-of-range", path, "one more than the highest generation of what it replaces", show(given));
  return generation;
}

export function known(to: History, id: string, path: string): Entry {
  return to.ids.get(id) ?? fail("unknown-id", path, "the id of an entry", show(id));
}

function live(to: History, id: string, path: string): Entry {
  const entry = known(to, id, path);
  return entry.state === "live" ? entry : fail("wrong-state" satisfies ErrorCode, path, "a live entry", WORDS[entry.state]);
}

const WORDS: Record<EntryState, string> = {
  live: "a live one",
  summarised: "one that a summary replaced",
  merged: "one that was merged",
  dropped: "one that was dropped",
  expanded: "a summary that was expanded",
};

/** One token for four bytes of UTF-8, as the core estimates. */
function estimate(words: string): number {
  let bytes = words.length;
  if (/[^\0-\x7f]/.test(words)) {
    for (let at = 0; at < words.length; at++) {
      const unit = words.charCodeAt(at);
      // Each half of a pair adds one: four bytes together.
      bytes += unit < 0x80 ? 0 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
    }
  }
  return Math.ceil(bytes / 4);
}

/** An entry as it is now. */
export function viewOf({ id, text, generation, tokens, cycle, state, replaces, into, gone }: Entry): EntryView {
  const view: EntryView = { id, text, generation, tokens, cycle, state, replaces: replaces.map((entry) => entry.id) };
  if (into !== undefined) view.into = into.id;
  if (gone !== undefined) view.gone = gone;
  return view;
}

/** A record as it would be applied again. */
export function recordOf({ kind, entry, into }: Logged): StoreRecord {
  const { id, text } = entry;
  const tokens = entry.counted ? { tokens: entry.tokens } : {};
  switch (kind) {
    case "source":
      return { kind, id, text, ...tokens };
    case "summary":
      return { kind, id, text, replaces: entry.replaces.map((member) => member.id), generation: entry.generation, ...tokens };
    case "merged":
      return { kind, id, into: into?.id ?? "" };
    default:
      return { kind, id };
  }
}

/** Some entries and all that they went into, each once, each before what it went into. */
export function became(from: readonly Entry[]): Entry[] {
  const nodes = new Set<Entry>();
  const open = [...from].reverse();
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (nodes.has(entry)) continue;
    nodes.add(entry);
    if (entry.into !== undefined) open.push(entry.into);
    else if (entry.state === "expanded") open.push(...[...entry.replaces].reverse());
  }
  return [...nodes];
}

/**
 * What would come of some entries besides, if summaries were expanded: all that was replaced, however long ago, by those of them
 * that are summaries, or by summaries that others were merged into. `nodes` is what became of them.
 */
export function beneath(from: readonly Entry[], nodes: readonly Entry[]): Entry[] {
  const found = new Set<Entry>();
  const open = [...from, ...nodes.flatMap((entry) => (entry.state === "merged" ? [entry.into as Entry] : entry.state === "expanded" ? entry.replaces : []))];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (entry.state === "expanded") continue;
    for (const member of entry.replaces) {
      if (found.has(member)) continue;
      found.add(member);
      open.push(member);
    }
  }
  return [...found];
}
