type Bytes = Uint8Array<ArrayBuffer>;
type Natives = { Buffer?: { from(text: string, encoding: "hex"): Bytes }; Uint8Array: { fromHex?(text: string): Bytes } };

/** The bytes of lower-case hex text: by the engine where it can, for a loop takes longer in a cold engine than the compiler. */
export function fromHex(text: string): Bytes {
  const { Buffer, Uint8Array: native } = globalThis as unknown as Natives;
  if (native.fromHex !== undefined) return native.fromHex(text);
  if (typeof Buffer?.from === "function") return Buffer.from(text, "hex");
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16));
}

/**
 * Bytes from printable text of `size` bytes; `scripts/lib/printable.mjs` wrote it.
 *
 * The low bytes, most of a WebAssembly module, are one character each, the others two: the text is a fifth longer than the
 * bytes, and compressed hardly more. A plain loop, for it runs once, in a cold engine: 3 ms for 200 KB.
 */
export function fromPrintable(text: string, size: number): Uint8Array<ArrayBuffer> {
  const characters = new TextEncoder().encode(text);
  const bytes = new Uint8Array(size);
  for (let from = 0, to = 0; to < size; to++) {
    const first = rank(characters[from++] as number);
    bytes[to] = first < SINGLE ? first : SINGLE + (first - SINGLE) * CHARACTERS + rank(characters[from++] as number);
  }
  return bytes;
}

/** From `#` to `~`, without the backslash. */
const rank = (character: number): number => (character > 92 ? character - 36 : character - 35);
const CHARACTERS = 91;
const SINGLE = 89;
