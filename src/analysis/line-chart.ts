/**
 * A line chart as SVG text: named series over two axes, with ticks, a legend and a title.
 *
 * The picture is self-contained, without scripts, fonts or style sheets, and every text is escaped,
 * so that it can be a file or part of a page. Lines differ in colour and in dashes, so that they
 * are distinguishable in print and by people with a colour vision deficiency (palette: Okabe and
 * Ito, 2008).
 */

import { badArgument, quote } from "../common/errors.ts";
import { createScale, renderAxes, type Scale } from "./plot-axes.ts";
import {
  formatFillColour,
  formatStrokeColour,
  renderHeading,
  renderLabel,
  renderPicture,
  roundCoordinate,
} from "./svg-picture.ts";

/** One line of a chart. */
export interface LineSeries {
  readonly name: string;
  /** In the order in which they are joined. A single point is drawn as a dot. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The number of a point to mark, such as the best one. */
  readonly marked?: number;
}

/** Titles, axes and size of a line chart. */
export interface LineChartOptions {
  readonly title?: string;
  /** The labels of the axes. */
  readonly x?: string;
  /** Names instead of numbers below the axis: x is then the position of a name, from 0. */
  readonly columns?: readonly string[];
  readonly y?: string;
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
}

// Seven colours and four dashes have no common divisor: 28 lines differ.
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
/** Space around the plot for the numbers of the axes and their names. */
const MARGIN = { left: 64, right: 16, bottom: 48 };
const LEGEND_LINE = 18;
/** Pixels between the axis and the lowest point, so that a line is not mistaken for the axis. */
const INSET = 5;
/** The approximate width of a letter, because SVG text cannot be measured here. */
const LETTER = 7;
/**
 * A line with at most this many points has a dot at each, because only the points were measured.
 */
const FEW_POINTS = 12;

/** Renders the series. `BAD_ARGUMENT` without points or with one that is not finite. */
export function renderLineChart(
  series: readonly LineSeries[],
  { title = "", x = "", y = "", columns, width = 640, height = 360 }: LineChartOptions = {},
): string {
  const points = series.flatMap((line) => checkLine(line).points);
  if (points.length === 0) throw badArgument("a line chart needs a point, got none");
  const legend = renderLegend(series, width);
  const top = (title === "" ? 8 : 30) + legend.height + 8;
  const across = createScale(
    points.map(([value]) => value),
    [MARGIN.left, width - MARGIN.right],
    { names: columns },
  );
  const upward = createScale(
    points.map(([, value]) => value),
    [height - MARGIN.bottom, top],
    { inset: INSET },
  );
  return renderPicture({ width, height }, title === "" ? `${y} by ${x}` : title, [
    renderHeading(width, title),
    `<g transform="translate(0 ${title === "" ? 8 : 30})">${legend.content}</g>`,
    ...renderAxes(across, upward),
    renderLabel((across.from + across.to) / 2, height - 10, x, 'text-anchor="middle"'),
    `<g transform="translate(16 ${roundCoordinate((upward.from + upward.to) / 2)}) rotate(-90)">${renderLabel(0, 0, y, 'text-anchor="middle"')}</g>`,
    ...series.map((line, i) => renderLine(line, i, across, upward)),
  ]);
}

function renderLine(line: LineSeries, number: number, across: Scale, upward: Scale): string {
  const { points, marked } = line;
  const coordinates = points.map(
    ([x, y]) => [roundCoordinate(across.toPixel(x)), roundCoordinate(upward.toPixel(y))] as const,
  );
  const dot = ([x, y]: readonly [number, number], radius: number): string =>
    `<circle cx="${x}" cy="${y}" r="${radius}" ${formatFillColour(number)}/>`;
  const [first] = coordinates;
  if (first === undefined) return "";
  if (coordinates.length === 1) return dot(first, 4);
  const best = coordinates[marked ?? -1];
  return [
    `<polyline points="${coordinates.map((coordinate) => coordinate.join(",")).join(" ")}" fill="none" ${formatStroke(number)}/>`,
    ...(coordinates.length <= FEW_POINTS
      ? coordinates.map((coordinate) => dot(coordinate, 2.5))
      : []),
    ...(best === undefined ? [] : [dot(best, 5)]),
  ].join("");
}

/** The names with a sample of each line, wrapped to the width. */
function renderLegend(
  series: readonly LineSeries[],
  width: number,
): { readonly content: string; readonly height: number } {
  let [x, y] = [MARGIN.left, LEGEND_LINE - 6];
  const parts: string[] = [];
  for (const [i, { name }] of series.entries()) {
    const entryWidth = 36 + name.length * LETTER;
    if (x > MARGIN.left && x + entryWidth > width - MARGIN.right)
      [x, y] = [MARGIN.left, y + LEGEND_LINE];
    parts.push(`<line x1="${x}" x2="${x + 22}" y1="${y - 4}" y2="${y - 4}" ${formatStroke(i)}/>`);
    parts.push(renderLabel(x + 28, y, name));
    x += entryWidth + 8;
  }
  return { content: parts.join(""), height: y + 6 };
}

function formatStroke(number: number): string {
  const dashes = DASHES[number % DASHES.length];
  const pattern = dashes === "" ? "" : ` stroke-dasharray="${dashes}"`;
  return `${formatStrokeColour(number)} stroke-width="2"${pattern}`;
}

function checkLine(line: LineSeries): LineSeries {
  const strange = line.points.find((point) => !point.every(Number.isFinite));
  if (strange === undefined) return line;
  throw badArgument(`a point of ${quote(line.name)} must be two finite numbers, got ${strange}`);
}
