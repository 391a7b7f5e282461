import type { Element, Explanation, Message, Report, Status } from "../index.js";
import { hang, tame, type Look, type Paint, wrap } from "./style.js";
import { aboutTexts, count, FINDINGS, HEADLINES, reasonText, stepText, wayOutText } from "./words.js";

export interface PrintOptions {
  width: number;
  paint: Paint;
  /** Show every element. */
  all: boolean;
  /** Show the pins and the repaired summary. */
  pins: boolean;
  source: Message[];
}

/** How many elements of a class are shown unless all are asked for, and how much of a long one. */
const SHOWN = 6;
const LONG = 280;

/** What is wrong first. */
const LOST: [Status, Look][] = [
  ["contradicted", "red"],
  ["altered", "red"],
  ["weakened", "yellow"],
  ["missing", "yellow"],
  ["unverified", "cyan"],
];

/** A report for people: the decision, why, what is lost, what the summary says wrongly, what would help. */
export function printReport(report: Report, options: PrintOptions): string {
  const sections = [
    headline(report, options),
    section("Why", report.reasons.flatMap((reason) => hang("  · ", reasonText(reason), options.width)), options),
    ...losses(report, options),
    section("The summary itself", findings(report, options), options),
    section("Repair", repair(report, options), options),
    section("Ways out", report.waysOut.flatMap((way, index) => hang(`  ${index + 1}. `, wayOutText(way), options.width)), options),
    section("Kept", retention(report, options), options),
  ];
  return `${sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** How one element came by its status, for people. */
export function printExplanation({ element, sentence, steps }: Explanation, { width, paint }: PrintOptions): string {
  const lines = steps.flatMap((step, index) => {
    const { kind, text } = stepText(step);
    return hang(`  ${index + 1}. `, `${kind}: ${tame(text)}`, width, (line) => (kind === "judged" ? paint(line, "bold") : line));
  });
  const about = aboutTexts(element).flatMap(([name, text]) => hang(`  ${name}: `, tame(text), width, (line) => paint(line, "dim")));
  const parts = [hang("  ", tame(sentence), width), about, lines].filter((part) => part.length > 0);
  return `\n${parts.map((part) => part.join("\n")).join("\n\n")}\n`;
}

const NOTHING_FOUND = "Nothing that is required stands in the source, so there was nothing to keep.";
const NOTHING_REQUIRED = "Nothing is required of the summary.";

function headline(report: Report, { width, paint }: PrintOptions): string[] {
  const { word, look, meaning } = HEADLINES[report.decision];
  // Certified, and yet it says nothing: whoever reads only the first lines must see that.
  const vacuous = report.decision === "certified" && report.reasons.some(({ kind }) => kind === "vacuous-contract");
  const unasked = report.contract.required.length === 0;
  const lines = vacuous ? `${unasked ? NOTHING_REQUIRED : NOTHING_FOUND} Whatever the summary says would be certified.` : meaning;
  return ["", `  ${paint(word, "bold", look)}${vacuous ? paint(", but of nothing", "yellow") : ""}`, "", ...hang("  ", lines, width)];
}

function section(title: string, lines: string[], { paint }: PrintOptions): string[] {
  return lines.length === 0 ? [] : [paint(title, "bold"), ...lines];
}

type Listed = PrintOptions & Pick<Report, "elements">;

function losses(report: Report, given: PrintOptions): string[][] {
  const options = { ...given, elements: report.elements };
  const classes = [...new Set(report.elements.map((element) => element.class))];
  const ranked = LOST.map(([status]) => status as Status | undefined);
  return classes.map((name) => {
    const all = report.elements.filter((element) => element.class === name);
    const lost = all
      .filter((element) => ranked.includes(element.status))
      .sort((a, b) => ranked.indexOf(a.status) - ranked.indexOf(b.status));
    if (lost.length === 0) return [];
    const shown = options.all ? lost : lost.slice(0, SHOWN);
    const title = `Not kept: ${name} ${options.paint(`(${lost.length} of ${all.length})`, "dim")}`;
    const rest = lost.length - shown.length;
    return section(title, [...shown.flatMap((element) => loss(element, options)), ...(rest > 0 ? [`  and ${rest} more: --all`] : [])], options);
  });
}

function loss(element: Element, options: Listed): string[] {
  const { width, paint } = options;
  const status = element.status ?? "missing";
  const look = LOST.find(([name]) => name === status)?.[1] ?? "dim";
  const role = options.source[element.message]?.role ?? "";
  const number = options.elements.indexOf(element) + 1;
  const where = `message ${element.message + 1}, ${role} · --why ${number}`;
  const lines = labelled(status, look, shorten(element.text, options), options);
  const { evidence } = element;
  const says = evidence === undefined || evidence.part === "source" ? [] : hang("    now: ", shorten(evidence.text, options), width, (line) => paint(line, look));
  return [...lines, ...says, ...hang("    ", where, width, (line) => paint(line, "dim"))];
}

/** A coloured word in a column of its own where there is room, else on a line of its own. */
function labelled(label: string, look: Look, text: string, { width, paint }: PrintOptions): string[] {
  if (width < 60) return [`  ${paint(label, look)}`, ...hang("    ", text, width)];
  const [first = "", ...rest] = hang(`  ${label.padEnd(12)} `, text, width);
  return [`  ${paint(label, look)}${first.slice(2 + label.length)}`, ...rest];
}

function shorten(text: string, { all }: PrintOptions): string {
  const tamed = tame(text);
  if (all || tamed.length <= LONG) return tamed;
  const cut = tamed.slice(0, LONG).replace(/[\ud800-\udbff]$/, "").replace(/\s\S*$/, "");
  return `${cut} … (and ${count(tamed.length - cut.length, "character")} more: --all)`;
}

function findings(report: Report, options: PrintOptions): string[] {
  const shown = options.all ? report.findings : report.findings.slice(0, SHOWN * 2);
  const rest = report.findings.length - shown.length;
  const lines = shown.flatMap((finding) => {
    const { width, paint } = options;
    const head = labelled(finding.kind, "red", `${FINDINGS[finding.kind]}${finding.text === "" ? "" : `: ${shorten(finding.text, options)}`}`, options);
    const { evidence } = finding;
    if (evidence === undefined) return head;
    const message = evidence.message === undefined ? evidence.part : `message ${evidence.message + 1}`;
    return [...head, ...hang("    ", `${message}: ${shorten(evidence.text, options)}`, width, (line) => paint(line, "dim"))];
  });
  return rest > 0 ? [...lines, `  and ${rest} more: --all`] : lines;
}

function repair({ repair, tokens }: Report, options: PrintOptions): string[] {
  if (repair === undefined) return [];
  const { width, paint } = options;
  const { word, look } = HEADLINES[repair.decision];
  const { pins } = repair;
  const cost = `${pins.tokens === 0 ? "Sentences put back, no pins" : `${count(pins.tokens, "token")} of pins`}; the summary goes from ${tokens.summary} to ${count(repair.tokens, "token")} (source: ${tokens.source}).`;
  const lines = [...hang("  ", cost, width), `  After repair: ${paint(word, "bold", look)}`];
  if (repair.decision !== "certified") lines.push(...repair.reasons.flatMap((reason) => hang("  · ", reasonText(reason), width)));
  if (!options.pins) return [...lines, ...hang("  ", "See them with --pins; take the repaired text from --json.", width, (line) => paint(line, "dim"))];
  const pinned = pins.tokens === 0 ? [] : ["", paint("Pins", "bold"), ...verbatim(pins.text, width)];
  return [...lines, ...pinned, "", paint("Repaired summary", "bold"), ...verbatim(repair.text, width)];
}

/** A text with its own lines, each wrapped. */
function verbatim(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    const tamed = tame(line);
    return tamed === "" ? [""] : wrap(tamed, width - 2 - indent.length).map((piece) => `  ${indent}${piece}`);
  });
}

function retention(report: Report, { width, paint }: PrintOptions): string[] {
  const classes = [...new Set(report.retention.map((row) => row.class))];
  return classes.flatMap((name) => {
    const rows = report.retention.filter((row) => row.class === name);
    const kept = rows.reduce((sum, row) => sum + row.kept, 0);
    const selected = rows.reduce((sum, row) => sum + row.selected, 0);
    const share = `${kept}/${selected}`;
    const kinds = rows.length === 1 && rows[0]?.kind === (name as string) ? "" : rows.map((row) => `${row.kind} ${row.kept}/${row.selected}`).join(", ");
    const head = `  ${name.padEnd(11)} ${share.padStart(7)}`;
    if (kinds !== "" && width >= 60) return hang(`${head}  `, kinds, width, (line) => paint(line, "dim"));
    return [head, ...(kinds === "" ? [] : hang("    ", kinds, width, (line) => paint(line, "dim")))];
  });
}
