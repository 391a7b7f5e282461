/** The few looks that a report has. */
export type Look = "bold" | "dim" | "red" | "yellow" | "green" | "cyan";

const CODES: Record<Look, [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  cyan: [36, 39],
};

/** Gives a text looks, or leaves it plain. */
export type Paint = (text: string, ...looks: Look[]) => string;

export function painter(colour: boolean): Paint {
  if (!colour) return (text) => text;
  return (text, ...looks) => looks.reduce((inner, look) => `\u001b[${CODES[look][0]}m${inner}\u001b[${CODES[look][1]}m`, text);
}

/** Whether to colour: what the flags say, else `NO_COLOR`, else `FORCE_COLOR`, else whether it is a terminal. */
export function wantsColour(flag: boolean | undefined, env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (flag !== undefined) return flag;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return isTerminal && env.TERM !== "dumb";
}

/** How many columns to use: the terminal's, else `COLUMNS`, else 80; between 24 and 100. */
export function widthOf(columns: number | undefined, env: NodeJS.ProcessEnv): number {
  const asked = columns ?? Number(env.COLUMNS);
  return Math.min(100, Math.max(24, Number.isFinite(asked) && asked > 0 ? asked : 80));
}

/** A quoted text on one line, without anything that could steer a terminal or turn the direction of writing. */
export function tame(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/** Columns that a text takes: two for East Asian wide characters and emoji, none for combining marks. */
export function columnsOf(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) {
    if (/[\p{Mn}\p{Me}\u200d\ufe0f]/u.test(character)) continue;
    columns += WIDE.test(character) ? 2 : 1;
  }
  return columns;
}

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Breaks a text at spaces into lines of that width; a word that is too long by itself is broken anywhere, and loses nothing. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  const put = (word: string): void => {
    if (line !== "" && columnsOf(line) + 1 + columnsOf(word) <= width) line += ` ${word}`;
    else {
      if (line !== "") lines.push(line);
      line = word;
    }
  };
  for (const word of text.split(" ")) {
    if (columnsOf(word) <= width) put(word);
    else broken(word, width).forEach(put);
  }
  if (line !== "" || lines.length === 0) lines.push(line);
  return lines;
}

function broken(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let columns = 0;
  for (const character of word) {
    const more = columnsOf(character);
    if (columns + more > width) {
      pieces.push(piece);
      piece = "";
      columns = 0;
    }
    piece += character;
    columns += more;
  }
  return [...pieces, piece];
}

/** A wrapped text whose first line begins with `head` and whose others are indented to match. */
export function hang(head: string, text: string, width: number, paint: (line: string) => string = (line) => line): string[] {
  const indent = columnsOf(head);
  const lines = wrap(text, Math.max(12, width - indent));
  return lines.map((line, index) => (index === 0 ? head : " ".repeat(indent)) + paint(line));
}
