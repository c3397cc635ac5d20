/**
 * A line chart as SVG text: named series over two axes, with ticks, a legend
 * and a title.
 *
 * The picture stands alone, without scripts, fonts or style sheets, and every
 * text is escaped, so that it may go into a file or straight into a page.
 * Lines differ in colour and in dashes: they can be told apart in print and by
 * those who do not see all colours (palette: Okabe and Ito, 2008).
 */

import { badArgument, quote } from "../common/errors.ts";
import { axisTicks } from "./axis-ticks.ts";

/** One line of a chart. */
export interface LineSeries {
  readonly name: string;
  /** In the order in which they are joined. A single point is drawn as a dot. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Titles, axes and size of a line chart. */
export interface LineChartOptions {
  readonly title?: string;
  /** What the axes count. */
  readonly x?: string;
  readonly y?: string;
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
}

const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];
// Seven colours and four dashes have no common divisor: 28 lines differ.
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
const TEXT = 'font-family="sans-serif" font-size="12" fill="#222"';
/** Space around the plot for the numbers of the axes and their names. */
const MARGIN = { left: 64, right: 16, bottom: 48 };
const LEGEND_LINE = 18;
/** About the width of a letter: SVG cannot be asked how wide a text is. */
const LETTER = 7;

/** Draws the series. `BAD_ARGUMENT` when there is no point or one is not finite. */
export function lineChart(
  series: readonly LineSeries[],
  { title = "", x = "", y = "", width = 640, height = 360 }: LineChartOptions = {},
): string {
  const points = series.flatMap((line) => checked(line).points);
  if (points.length === 0) throw badArgument("a line chart needs a point, got none");
  const legend = legendOf(series, width);
  const top = (title === "" ? 8 : 30) + legend.height + 8;
  const across = scaleOf(
    points.map(([value]) => value),
    [MARGIN.left, width - MARGIN.right],
  );
  const upward = scaleOf(
    points.map(([, value]) => value),
    [height - MARGIN.bottom, top],
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title === "" ? `${y} by ${x}` : title)}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    title === "" ? "" : text(width / 2, 20, title, 'text-anchor="middle" font-weight="bold"'),
    `<g transform="translate(0 ${title === "" ? 8 : 30})">${legend.drawn}</g>`,
    ...axes(across, upward),
    text((across.from + across.to) / 2, height - 10, x, 'text-anchor="middle"'),
    `<g transform="translate(16 ${at((upward.from + upward.to) / 2)}) rotate(-90)">${text(0, 0, y, 'text-anchor="middle"')}</g>`,
    ...series.map((line, i) => drawn(line, i, across, upward)),
    "</svg>",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** Text as it may stand between tags and in attributes of SVG and HTML. */
export function escaped(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
  };
  return text.replaceAll(/[&<>"]/g, (mark) => entities[mark] as string);
}

/** Where values of an axis lie on the picture. */
interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: ReturnType<typeof axisTicks>;
  place(value: number): number;
}

function scaleOf(values: readonly number[], [from, to]: readonly [number, number]): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const span = high > low ? high - low : 1;
  const start = high > low ? low : low - 0.5; // a lone value stands in the middle
  const place = (value: number): number => from + ((value - start) / span) * (to - from);
  return { from, to, ticks: axisTicks(low, high), place };
}

function axes(across: Scale, upward: Scale): string[] {
  const [left, right] = [across.from, across.to].map(at);
  const [bottom, top] = [upward.from, upward.to].map(at);
  const rows = upward.ticks.values.flatMap((value, i) => [
    `<line x1="${left}" x2="${right}" y1="${at(upward.place(value))}" y2="${at(upward.place(value))}" stroke="#ddd"/>`,
    text(
      across.from - 8,
      upward.place(value) + 4,
      upward.ticks.labels[i] ?? "",
      'text-anchor="end"',
    ),
  ]);
  const columns = across.ticks.values.flatMap((value, i) => [
    `<line x1="${at(across.place(value))}" x2="${at(across.place(value))}" y1="${bottom}" y2="${at(upward.from + 5)}" stroke="#222"/>`,
    text(
      across.place(value),
      upward.from + 18,
      across.ticks.labels[i] ?? "",
      'text-anchor="middle"',
    ),
  ]);
  const frame = `<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="#222"/>`;
  return [...rows, ...columns, frame];
}

function drawn({ points }: LineSeries, number: number, across: Scale, upward: Scale): string {
  const places = points.map(([x, y]) => [at(across.place(x)), at(upward.place(y))] as const);
  const [first, ...others] = places;
  if (first === undefined) return "";
  if (others.length === 0) {
    return `<circle cx="${first[0]}" cy="${first[1]}" r="4" fill="${colourOf(number)}"/>`;
  }
  return `<polyline points="${places.map((place) => place.join(",")).join(" ")}" fill="none" ${strokeOf(number)}/>`;
}

/** The names with a piece of each line, wrapped to the width. */
function legendOf(
  series: readonly LineSeries[],
  width: number,
): { readonly drawn: string; readonly height: number } {
  let [x, y] = [MARGIN.left, LEGEND_LINE - 6];
  const parts: string[] = [];
  for (const [i, { name }] of series.entries()) {
    const taken = 36 + name.length * LETTER;
    if (x > MARGIN.left && x + taken > width - MARGIN.right)
      [x, y] = [MARGIN.left, y + LEGEND_LINE];
    parts.push(`<line x1="${x}" x2="${x + 22}" y1="${y - 4}" y2="${y - 4}" ${strokeOf(i)}/>`);
    parts.push(text(x + 28, y, name));
    x += taken + 8;
  }
  return { drawn: parts.join(""), height: y + 6 };
}

function strokeOf(number: number): string {
  const dashes = DASHES[number % DASHES.length];
  const pattern = dashes === "" ? "" : ` stroke-dasharray="${dashes}"`;
  return `stroke="${colourOf(number)}" stroke-width="2"${pattern}`;
}

function colourOf(number: number): string {
  return COLOURS[number % COLOURS.length] as string;
}

function text(x: number, y: number, words: string, more = ""): string {
  if (words === "") return "";
  return `<text x="${at(x)}" y="${at(y)}" ${TEXT}${more === "" ? "" : ` ${more}`}>${escaped(words)}</text>`;
}

/** A place on the picture; tenths of a pixel are enough. */
function at(place: number): number {
  return Math.round(place * 10) / 10;
}

function checked(line: LineSeries): LineSeries {
  const strange = line.points.find((point) => !point.every(Number.isFinite));
  if (strange === undefined) return line;
  throw badArgument(`a point of ${quote(line.name)} must be two finite numbers, got ${strange}`);
}
