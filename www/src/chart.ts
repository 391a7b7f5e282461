import { svg } from "./dom.js";
import { SIGNALS } from "./words.js";

export interface Chart {
  title: string;
  /** One value a cycle; absent where there is none. */
  values: (number | undefined)[];
  /** A level that must not be passed. */
  level?: { value: number; name: string };
  /** The highest value on the axis at least. */
  top: number;
  show(value: number): string;
}

export interface Sign {
  at: number;
  verdict: "watch" | "halt";
}

const WIDTH = 420;
const HEIGHT = 150;
const LEFT = 58;
const RIGHT = 10;
const TOP = 14;
const BOTTOM = 22;

/** One curve over the cycles, with the halts and watches as lines across. */
export function drawChart(chart: Chart, first: number, signs: readonly Sign[], lit: number): SVGElement[] {
  const { values, level, show } = chart;
  const known = values.filter((value) => value !== undefined);
  const low = Math.min(0, ...known);
  const high = Math.max(chart.top, level?.value ?? 0, ...known);
  const x = (at: number) => LEFT + (values.length < 2 ? 0.5 : at / (values.length - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => TOP + (1 - (value - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);
  const points = values.map((value, at) => (value === undefined ? "" : `${x(at).toFixed(1)},${y(value).toFixed(1)}`));
  const label = (value: number, name = show(value)) => svg("text", { x: LEFT - 12, y: y(value) + 4, class: "axis end" }, name);
  const parts: (SVGElement | false)[] = [
    svg("path", { d: `M${LEFT} ${y(low)}H${WIDTH - RIGHT}`, class: "base" }),
    label(low),
    level === undefined ? label(high) : label(level.value, level.name),
    ...signs.flatMap(({ at, verdict }) => [svg("path", { d: `M${x(at)} ${TOP - 8}V${HEIGHT - BOTTOM}`, class: `sign ${verdict}` })]),
    lit >= 0 && svg("path", { d: `M${x(lit)} ${TOP - 8}V${HEIGHT - BOTTOM}`, class: "cursor" }),
    level !== undefined && svg("path", { d: `M${LEFT} ${y(level.value)}H${WIDTH - RIGHT}`, class: "level" }),
    svg("polyline", { points: points.filter((point) => point !== "").join(" "), class: "curve" }),
    ...(values.length > 80 ? [] : values.map((value, at) => value !== undefined && dot(x(at), y(value), signs.find((sign) => sign.at === at)?.verdict))),
    svg("text", { x: LEFT, y: HEIGHT - 5, class: "axis" }, `cycle ${first}`),
    svg("text", { x: WIDTH - RIGHT, y: HEIGHT - 5, class: "axis end" }, String(first + values.length - 1)),
  ];
  return parts.filter((part) => part !== false);
}

/** Halt and watch have the figure of their verdict, all else a dot. */
function dot(x: number, y: number, verdict: "watch" | "halt" | undefined): SVGElement {
  return verdict === undefined ? svg("circle", { cx: x, cy: y, r: 3, class: "dot" }) : svg("text", { x, y: y + 7, class: `dot ${verdict}` }, SIGNALS[verdict].figure);
}

/** The cycle at a place of the chart, a share of its width. */
export function cycleAt(share: number, count: number): number {
  const along = (share * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
  return Math.max(0, Math.min(count - 1, Math.round(along * (count - 1))));
}

export const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
