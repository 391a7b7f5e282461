import type { Class, Because, Element, Kind, Part, Report, Status } from "fidelity-floor/slim";

/** A report whose elements are numbers, so that a large one crosses from the worker without being copied. */
export interface Judged extends Omit<Report, "elements"> {
  /** {@link FIELDS} numbers for each element. */
  elements: Int32Array;
  /** What the numbers of class, kind, status, because and part mean. */
  words: string[];
  /** How long the check took, in ms. */
  ms: number;
}

/** An element with its words left where they are: in the texts. */
export interface Mark {
  index: number;
  message: number;
  start: number;
  end: number;
  class: Class;
  kind: Kind;
  status: Status;
  because: Because;
  /** Where the evidence is; absent without any. */
  part?: Part;
  evidenceMessage: number;
  evidenceStart: number;
  evidenceEnd: number;
}

/** message, start, end, class, kind, status, because, then of the evidence part, message, start, end. */
export const FIELDS = 11;

export function pack(report: Report, ms: number): Judged {
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
    const named = [element.class, element.kind, element.status, element.because].map(number);
    elements.set([message, start, end, ...named, ...place], index * FIELDS);
  });
  return { ...report, elements, words, ms };
}

export const countMarks = (judged: Judged): number => judged.elements.length / FIELDS;

/** The element at an index of the report. */
export function markAt({ elements, words }: Judged, index: number): Mark | undefined {
  if (index < 0 || (index + 1) * FIELDS > elements.length) return undefined;
  const at = (field: number) => elements[index * FIELDS + field] as number;
  const word = (field: number) => words[at(field)] as string;
  const part = word(7);
  return {
    index,
    message: at(0),
    start: at(1),
    end: at(2),
    class: word(3) as Class,
    kind: word(4) as Kind,
    status: word(5) as Status,
    because: word(6) as Because,
    ...(part === "" ? {} : { part: part as Part }),
    evidenceMessage: at(8),
    evidenceStart: at(9),
    evidenceEnd: at(10),
  };
}
