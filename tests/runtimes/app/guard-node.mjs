// Node and Bun, with files.
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as guard from "fidelity-floor/guard";
import { fileStore } from "fidelity-floor/sources/node";
import { guardCases, turned } from "./guard-cases.mjs";

const folder = await mkdtemp(join(tmpdir(), "fidelity-floor-"));
const turn = async (key) => writeFile(join(folder, key), turned(await readFile(join(folder, key))));
console.log(`RESULT ${JSON.stringify(await guardCases(guard, [{ name: "files", store: fileStore(folder), turn }]))}`);
