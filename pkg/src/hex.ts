type Bytes = Uint8Array<ArrayBuffer>;
type Natives = { Buffer?: { from(text: string, encoding: "hex"): Bytes }; Uint8Array: { fromHex?(text: string): Bytes } };

/** The bytes of lower-case hex text: by the engine where it can (0.2 ms for 70 KB), else by a loop (4 ms, cold). */
export function fromHex(text: string): Bytes {
  const { Buffer, Uint8Array: native } = globalThis as unknown as Natives;
  if (native.fromHex !== undefined) return native.fromHex(text);
  if (typeof Buffer?.from === "function") return Buffer.from(text, "hex");
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = (digit(text.charCodeAt(2 * index)) << 4) | digit(text.charCodeAt(2 * index + 1));
  }
  return bytes;
}

const digit = (unit: number): number => unit - (unit < 58 ? 48 : 87);
