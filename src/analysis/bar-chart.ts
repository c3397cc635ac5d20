/**
 * Bar charts as SVG text: a histogram, or values above and below a line at 0.
 *
 * Bars above 0 and below it differ in colour and in direction, so that nothing depends on colour
 * alone. Names are shown under as many bars as space allows.
 */

import { badArgument, quote } from "../common/errors.ts";
import { computeAxisTicks } from "./axis-ticks.ts";
import {
  formatFillColour,
  renderHeading,
  renderLabel,
  renderPicture,
  roundCoordinate,
} from "./svg-picture.ts";

/** One bar of a chart. */
export interface Bar {
  readonly name: string;
  readonly value: number;
}

/** Titles, axes and size of a bar chart. */
export interface BarChartOptions {
  readonly title?: string;
  readonly x?: string;
  readonly y?: string;
  readonly width?: number;
  readonly height?: number;
}

const MARGIN = { left: 64, right: 16, bottom: 48 };
/** Minimum pixels for a name under a bar. */
const NAME_WIDTH = 44;
/** Steps between named bars: round, so that bins have round names. */
const ROUND = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Renders the bars. `BAD_ARGUMENT` without bars or with one that is not finite. */
export function renderBarChart(
  bars: readonly Bar[],
  { title = "", x = "", y = "", width = 640, height = 300 }: BarChartOptions = {},
): string {
  if (bars.length === 0) throw badArgument("a bar chart needs a bar, got none");
  const strange = bars.find(({ value }) => !Number.isFinite(value));
  if (strange !== undefined) {
    throw badArgument(`the bar ${quote(strange.name)} must be finite, got ${strange.value}`);
  }
  const values = bars.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const top = title === "" ? 12 : 34;
  const bottom = height - MARGIN.bottom;
  const span = high > low ? high - low : 1;
  const up = (value: number): number => bottom - ((value - low) / span) * (bottom - top);
  const step = (width - MARGIN.left - MARGIN.right) / bars.length;
  const ticks = computeAxisTicks(low, high);
  const named = ROUND.find((each) => each * step >= NAME_WIDTH) ?? bars.length;
  const right = width - MARGIN.right;
  return renderPicture({ width, height }, title === "" ? `${y} by ${x}` : title, [
    renderHeading(width, title),
    ...ticks.values.flatMap((value, i) => [
      `<line x1="${MARGIN.left}" x2="${right}" y1="${roundCoordinate(up(value))}" y2="${roundCoordinate(up(value))}" stroke="#ddd" class="rule"/>`,
      renderLabel(MARGIN.left - 8, up(value) + 4, ticks.labels[i] ?? "", 'text-anchor="end"'),
    ]),
    ...bars.map(({ value }, i) => {
      const [from, to] = [up(Math.max(0, value)), up(Math.min(0, value))];
      const gap = step > 4 ? 1 : 0;
      return `<rect x="${roundCoordinate(MARGIN.left + i * step + gap)}" y="${roundCoordinate(from)}" width="${roundCoordinate(step - 2 * gap)}" height="${roundCoordinate(to - from)}" ${formatFillColour(value < 0 ? 0 : 1)}/>`;
    }),
    `<path d="M${MARGIN.left} ${roundCoordinate(up(0))}H${right}" stroke="#222" class="line"/>`,
    ...bars.map(({ name }, i) =>
      i % named === 0
        ? renderLabel(MARGIN.left + (i + 0.5) * step, bottom + 16, name, 'text-anchor="middle"')
        : "",
    ),
    renderLabel((MARGIN.left + right) / 2, height - 10, x, 'text-anchor="middle"'),
    `<g transform="translate(16 ${roundCoordinate((top + bottom) / 2)}) rotate(-90)">${renderLabel(0, 0, y, 'text-anchor="middle"')}</g>`,
  ]);
}
