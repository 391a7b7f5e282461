import type { Class, Element, Part, Report, Status } from "fidelity-floor/slim";

/** What the page shows of a report: its elements are numbers, so that a large one crosses from the worker without being copied. */
export interface Judged extends Omit<Report, "elements" | "certified" | "retention" | "repair"> {
  repair?: Omit<NonNullable<Report["repair"]>, "reasons" | "contract">;
  /** {@link FIELDS} numbers for each element. */
  elements: Int32Array;
  /** Declared strings that stand nowhere in the source. */
  nowhere: string[];
  /** What the numbers of class, status and part mean. */
  words: string[];
}

/** An element with its words left where they are: in the texts. */
export interface Mark {
  index: number;
  message: number;
  start: number;
  end: number;
  class: Class;
  status: Status;
  /** Where the evidence is; absent without any. */
  part?: Part;
  evidenceStart: number;
}

/** message, start, end, class, status, then of the evidence part, message, start, end. */
export const FIELDS = 9;

export function pack(report: Report, nowhere: string[]): Judged {
  const words: string[] = [];
  const numbers = new Map<string, number>();
  const number = (word = "") => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, words.length);
    return words.push(word) - 1;
  };
  const elements = new Int32Array(report.elements.length * FIELDS);
  report.elements.forEach((element: Element, index) => {
    const { message, start, end, evidence } = element;
    const place = [number(evidence?.part), evidence?.message ?? -1, evidence?.start ?? -1, evidence?.end ?? -1];
    const named = [element.class, element.status].map(number);
    elements.set([message, start, end, ...named, ...place], index * FIELDS);
  });
  const { decision, reasons, waysOut, contract, findings, tokens, repair } = report;
  const mended = repair && { pins: repair.pins, text: repair.text, decision: repair.decision, tokens: repair.tokens };
  return { decision, reasons, waysOut, contract, findings, tokens, ...(mended && { repair: mended }), elements, words, nowhere };
}

export const countMarks = (judged: Judged): number => judged.elements.length / FIELDS;

/** The element at an index of the report. */
export function markAt({ elements, words }: Judged, index: number): Mark | undefined {
  if (index < 0 || (index + 1) * FIELDS > elements.length) return undefined;
  const at = (field: number) => elements[index * FIELDS + field] as number;
  const word = (field: number) => words[at(field)] as string;
  const part = word(5);
  return {
    index,
    message: at(0),
    start: at(1),
    end: at(2),
    class: word(3) as Class,
    status: word(4) as Status,
    ...(part === "" ? {} : { part: part as Part }),
    evidenceStart: at(7),
  };
}
