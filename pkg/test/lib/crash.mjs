// A host that keeps its context in a file, and dies at the point named on its command line: `crash.mjs FOLDER POINT`.
import { createAuditLog, guardCompaction, storeOver } from "fidelity-floor/guard";
import { fileAudit, fileStore, writeAtomically } from "fidelity-floor/sources/node";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as files from "node:fs/promises";

const [folder, point] = process.argv.slice(2);
const file = join(folder, "context.json");
const die = (at) => point === at && process.kill(process.pid, "SIGKILL");

export {};
