/**
 * Sources, audit logs and contexts in files, for Node, Deno and Bun. What is written is whole or not there, whenever the process ends.
 *
 * @module
 */
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Digest, digest } from "../digest.js";
import { type AuditLog, createAuditLog } from "../record.js";
import { fail, show, text } from "../validate.js";
import { storeOver } from "./blobs.js";
import type { SourceStore } from "./store.js";

/**
 * Sources as files of a folder, one a text, named by their digests. The folder is made where it is missing.
 *
 * @throws FidelityError for a name that is none. Each call rejects with the errors of the file system; `prove` never does
 */
export function fileStore(folder: string): SourceStore {
  fileName(folder, "folder");
  const path = (key: string): string => join(folder, key);
  return storeOver({
    async put(key, bytes) {
      await mkdir(folder, { recursive: true });
      await writeAtomically(path(key), bytes);
    },
    get: (key) => readFile(path(key)).catch(absent),
    delete: (key) => rm(path(key), { force: true }),
  });
}

/**
 * Writes a file so that its name always stands for the old content or the new, never a part: into a file beside it, flushed to disk,
 * then renamed. What an ended process left beside it is never read.
 *
 * @throws (it rejects) FidelityError for a name or content that is none, and the errors of the file system; the file is then as it was
 */
export async function writeAtomically(file: string, content: string | Uint8Array): Promise<void> {
  fileName(file, "file");
  if (!ArrayBuffer.isView(content)) text(content, "content");
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(beside, "wx");
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** The rename itself is on disk once its folder is; some systems know no such thing. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, "r");
    await handle.sync();
  } catch (error) {
    if (!["EPERM", "EISDIR", "EINVAL", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    await handle?.close();
  }
}

/**
 * An audit log in a file, one record a line (C4). Goes on where the file ends. A last line that a crash left unfinished was never
 * acknowledged and is cut off.
 *
 * @throws FidelityError `invalid-json` where the last whole line is no record: a broken chain is not gone on with
 */
export async function fileAudit(file: string): Promise<AuditLog> {
  fileName(file, "file");
  const bytes = await readFile(file).catch(absent);
  let last: Digest | undefined;
  if (bytes !== undefined) {
    const end = bytes.lastIndexOf(0x0a) + 1;
    if (end < bytes.length) await cutTo(file, end);
    const lines = bytes.subarray(0, end).toString("utf8").trimEnd();
    if (lines !== "") last = digestIn(lines.slice(lines.lastIndexOf("\n") + 1), `line ${lines.split("\n").length}`);
  }
  return createAuditLog(async (line) => {
    const handle = await open(file, "a");
    try {
      await handle.writeFile(`${line}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }, last);
}

async function cutTo(file: string, length: number): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.truncate(length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function digestIn(line: string, path: string): Digest {
  try {
    return digest((JSON.parse(line) as { digest?: unknown }).digest, path);
  } catch {
    return fail("invalid-json", path, "an audit record", show(line));
  }
}

/** A name that a file can have. */
function fileName(value: unknown, path: string): void {
  const name = text(value, path);
  if (name === "") fail("empty", path, "the name of a file", "none");
  if (name.includes("\0")) fail("invalid-type", path, "the name of a file", "one with a null character");
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}
