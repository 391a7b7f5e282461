// Tables of text.

/** Columns as wide as they must be; the first on the left, numbers on the right. */
export function table({ title, columns, rows, note }) {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, at) => Math.max(...cells.filter((row) => row.length === columns.length).map((row) => row[at].length)));
  const line = (row) => row.map((cell, at) => (row.length < columns.length || at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  ").trimEnd();
  return ["", title, ...cells.map(line), ...(note === undefined ? [] : [note])].join("\n");
}

/** Three digits, or four where they are all before the point. */
export const number = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value >= 0.1 ? value.toFixed(2) : value.toPrecision(2));
