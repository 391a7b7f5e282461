import { packParents } from "./ancestry.js";
import { ALL_CLASSES, classBits } from "./classes.js";
import type { CompactionEvent, ExtractOptions, Message, WantedContract } from "./event.js";
import type { HostCue } from "./generated.js";
import { type Instance, numberBuffer, textLimit } from "./instance.js";
import { CUE_KINDS, PRESET, ROLES, SIDES, circumstanceBits } from "./pack.js";
import { array, at, fail, flag, name, onlyFields, reading, record, text, whole } from "./validate.js";

/** An event as numbers and texts; the layout is that of `wasm/src/events.rs`. */
export interface Encoded {
  numbers: number[];
  texts: string[];
  /** For each text where in `numbers` its length belongs. */
  lengths: number[];
}

const EVENT = {
  source: 0,
  summary: 0,
  pinned: 0,
  tail: 0,
  parents: 0,
  contract: 0,
  conditions: 0,
  policy: 0,
  budget: 0,
  patterns: 0,
  lexicon: 0,
  selection: 0,
  countTokens: 0,
} satisfies Record<keyof CompactionEvent, 0>;
const WANTED = { required: 0, declared: 0, certified: 0, generation: 0, ancestryCertified: 0 } satisfies Record<keyof WantedContract, 0>;
const OPTIONS = { declared: 0, patterns: 0, lexicon: 0, selection: 0 } satisfies Record<keyof ExtractOptions, 0>;
const CUE = { id: 0, pattern: 0, class: 0, kind: 0, side: 0 } satisfies Record<keyof HostCue, 0>;

/** Validates and encodes an event. */
export const encodeEvent = (event: CompactionEvent): Encoded => reading({ "": event }, () => {
  onlyFields(record(event, "", "a compaction event"), EVENT, "");
  const wanted = event.contract === undefined ? {} : (record(event.contract, "contract") as WantedContract);
  onlyFields(wanted, WANTED, "contract");
  const parents = event.parents === undefined ? [] : packParents(event.parents);
  const encoded: Encoded = {
    numbers: [
      wanted.required === undefined ? ALL_CLASSES : classBits(wanted.required, "contract", "required"),
      circumstanceBits(event.conditions, event.policy) | presetBits(event.selection, "selection"),
      event.budget === undefined ? -1 : whole(event.budget, "budget"),
      parents.length,
    ].concat(parents),
    texts: [],
    lengths: [],
  };
  addHost(encoded, wanted.declared, "contract.declared", event, "");
  addMessages(encoded, event.source, "source");
  addMessages(encoded, event.tail === undefined ? [] : event.tail, "tail");
  addText(encoded, event.summary, "summary");
  addText(encoded, event.pinned === undefined ? "" : event.pinned, "pinned");
  fits(encoded.texts, "");
  return encoded;
});

/** Validates and encodes a source alone. */
export const encodeSource = (source: string | readonly Message[], options: ExtractOptions): Encoded => reading({ source, options }, () => {
  onlyFields(record(options, "options"), OPTIONS, "options");
  const encoded: Encoded = { numbers: [ALL_CLASSES, presetBits(options.selection, "options.selection"), -1, 0], texts: [], lengths: [] };
  addHost(encoded, options.declared, "options.declared", options, "options");
  addMessages(encoded, source, "source");
  addMessages(encoded, [], "tail");
  addText(encoded, "", "summary");
  addText(encoded, "", "pinned");
  fits(encoded.texts, "");
  return encoded;
});

/** Writes an encoded event into the buffers; gives the count of numbers. */
export function send(on: Instance, { numbers, texts, lengths }: Encoded): number {
  writeTexts(on, texts, (index, bytes) => (numbers[lengths[index] as number] = bytes));
  numberBuffer(on, numbers.length).set(numbers);
  return numbers.length;
}

/** Writes texts one after another into the byte buffer and tells the size of each. */
export function writeTexts(on: Instance, texts: readonly string[], size: (index: number, bytes: number) => void): void {
  // Room for ASCII first; a text that needs more makes room for its worst case, three bytes a unit.
  let units = 0;
  for (const text of texts) units += text.length;
  on.texts = units;
  const room = (bytes: number) => {
    const pointer = on.binding.reserve_bytes(bytes) >>> 0; // First: it may grow the memory, which detaches the buffer.
    return new Uint8Array(on.binding.memory.buffer, pointer, bytes);
  };
  let buffer = room(units);
  let end = 0;
  texts.forEach((text, index) => {
    const start = end;
    const { read, written } = encoder.encodeInto(text, buffer.subarray(end));
    end += written;
    if (read < text.length) {
      buffer = room(end + units - read + 2 * (text.length - read));
      end += encoder.encodeInto(text.slice(read), buffer.subarray(end)).written;
    }
    units -= text.length;
    if (end > textLimit()) tooLarge("", "more bytes");
    size(index, end - start);
  });
}

const encoder = new TextEncoder();

/** The 2 bits above those of the circumstances. */
const presetBits = (value: unknown, path: string): number => (value === undefined ? 0 : PRESET[name(value, PRESET, path)] << 5);

/** Declared strings, patterns and cues. */
function addHost(to: Encoded, declared: unknown, declaredPath: string, host: Pick<ExtractOptions, "patterns" | "lexicon">, path: string): void {
  const strings = (value: unknown, path: string) => (value === undefined ? [] : array(value, path, "an array of strings"));
  const lists = [[strings(declared, declaredPath), declaredPath], [strings(host.patterns, at(path, "patterns")), at(path, "patterns")]] as const;
  to.numbers.push(lists[0][0].length + lists[1][0].length);
  lists.forEach(([list, path], bits) => list.forEach((string, index) => addItem(to, string, at(path, index), bits)));
  const cues = host.lexicon === undefined ? [] : array(host.lexicon, at(path, "lexicon"), "an array of cues");
  to.numbers.push(2 * cues.length);
  cues.forEach((value, index) => {
    const here = at(at(path, "lexicon"), index);
    const cue = record(value, here, "a cue") as Partial<HostCue>;
    onlyFields(cue, CUE, here);
    const kinds: Record<string, number> = CUE_KINDS[name(cue.class, CUE_KINDS, at(here, "class"))];
    addItem(to, cue.id, at(here, "id"), kinds[name(cue.kind, kinds, at(here, "kind"))] as number);
    addItem(to, cue.pattern, at(here, "pattern"), SIDES[name(cue.side, SIDES, at(here, "side"))]);
  });
}

/** A text and bits that say something of it. */
function addItem(to: Encoded, value: unknown, path: string, bits: number): void {
  addText(to, value, path);
  to.numbers.push(bits);
}

function addMessages(to: Encoded, messages: unknown, path: string): void {
  if (typeof messages === "string") {
    to.numbers.push(1);
    addText(to, messages, path);
    to.numbers.push(ROLES.user);
    return;
  }
  const list = array(messages, path, "a string or an array of messages");
  to.numbers.push(list.length);
  list.forEach((value, index) => {
    const here = at(path, index);
    const message = record(value, here, "a message");
    const role = ROLES[name(message.role, ROLES, at(here, "role"))];
    if (message.text === undefined && "content" in message) {
      fail("missing-field", at(here, "text"), "a string; toMessages of fidelity-floor/transcript reads messages with content", "undefined");
    }
    addText(to, message.text, at(here, "text"));
    to.numbers.push(role | (flag(message.summary, at(here, "summary")) ? 4 : 0));
  });
}

function addText(to: Encoded, value: unknown, path: string): void {
  to.texts.push(text(value, path));
  to.lengths.push(to.numbers.push(0) - 1);
}

/** Refuses texts that are too large together, before any is copied. In bytes it is told when they are written; there are no fewer of them. */
export function fits(texts: readonly string[], path: string): void {
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  if (units > textLimit()) tooLarge(path, `${units} characters`);
}

const tooLarge = (path: string, found: string): never => fail("too-large", path, `texts of at most ${textLimit() / 2 ** 20} MiB together`, found);
