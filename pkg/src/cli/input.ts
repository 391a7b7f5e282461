import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { InputError } from "./problems.js";

/** A file that is read whole may be this large, as may all texts of one event. */
export const MAX_FILE = 256 * 2 ** 20;
/** A line of a batch may be this large. */
export const MAX_LINE = 64 * 2 ** 20;

const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

/** The chunks of a file, or of stdin for `-`. */
async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  const stream = file === "-" ? process.stdin : createReadStream(file, { highWaterMark: 2 ** 18 });
  try {
    for await (const chunk of stream) yield typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
  } catch (error) {
    throw readError(error);
  }
}

function readError(error: unknown): InputError {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const words: Record<string, string> = {
    ENOENT: "expected a file, found none of this name",
    EISDIR: "expected a file, found a directory",
    EACCES: "expected a file that may be read, found one that may not",
  };
  return new InputError("io", words[code] ?? `could not be read: ${code === "" ? String(error) : code}`);
}

/** How large a file is; `undefined` where that cannot be known. */
export async function sizeOf(file: string): Promise<number | undefined> {
  if (file === "-") return undefined;
  const stats = await stat(file).catch((error: unknown) => {
    throw readError(error);
  });
  return stats.isFile() ? stats.size : undefined;
}

/** A whole file as text. */
export async function readText(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(file)) {
    size += chunk.length;
    if (size > MAX_FILE) throw new InputError("too-large", `expected at most ${mib(MAX_FILE)}, found more`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return decode(bytes, isUtf16 ? "utf-16le" : "utf-8");
}

function decode(bytes: Uint8Array, encoding: "utf-8" | "utf-16le"): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new InputError("lone-surrogate", `expected ${encoding.toUpperCase()}, found bytes that are none`);
  }
}

/** A line of a batch, or why it cannot be read. */
export interface Line {
  /** Counted from 1, blank lines too. */
  number: number;
  text: string;
  error?: InputError;
}

/** A file's lines, in the groups that came with one chunk. Never holds more than a chunk and the longest line that is allowed. */
export async function* linesOf(file: string, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<Line[]> {
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const finish = (): Line => {
    number += 1;
    const bytes = length > MAX_LINE ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    return bytes === undefined ? tooLong(number) : lineFrom(bytes, number);
  };
  for await (const chunk of chunksOf(file)) {
    onBytes(chunk.length);
    const lines: Line[] = [];
    for (let from = 0; from < chunk.length; ) {
      const newline = chunk.indexOf(0x0a, from);
      const part = chunk.subarray(from, newline < 0 ? chunk.length : newline);
      length += part.length;
      if (length <= MAX_LINE) parts.push(part);
      else parts = [];
      if (newline >= 0) lines.push(finish());
      from = newline < 0 ? chunk.length : newline + 1;
    }
    yield lines;
  }
  if (length > 0) yield [finish()];
}

function tooLong(number: number): Line {
  return { number, text: "", error: new InputError("too-large", `expected a line of at most ${mib(MAX_LINE)}, found a longer one`) };
}

function lineFrom(bytes: Buffer, number: number): Line {
  try {
    const text = decode(bytes, "utf-8");
    return { number, text: text.endsWith("\r") ? text.slice(0, -1) : text };
  } catch (error) {
    return { number, text: "", error: error as InputError };
  }
}
