import type { HostCue } from "../index.js";
import { readText } from "./input.js";
import { UsageError } from "./problems.js";

const COLUMNS = ["id", "class", "kind", "side", "pattern"] as const satisfies readonly (keyof HostCue)[];

/** The cues of tables with tabs between the fields; the first line names the columns, others than these are passed over. */
export async function readCues(files: string[], at: (file: string) => void): Promise<HostCue[]> {
  const cues: HostCue[] = [];
  for (const file of files) {
    at(file);
    const [head = "", ...lines] = (await readText(file)).split(/\r?\n/);
    const names = head.split("\t");
    for (const column of COLUMNS) {
      if (!names.includes(column)) throw new UsageError(`--cue ${file}: no column ${column} in its first line`, "check");
    }
    for (const line of lines.filter((text) => text.trim() !== "")) {
      const fields = line.split("\t");
      // What a field may hold is for the library to judge.
      cues.push(Object.fromEntries(COLUMNS.map((column) => [column, fields[names.indexOf(column)] ?? ""])) as unknown as HostCue);
    }
  }
  at("");
  return cues;
}
