/** Curves over a common axis, such as the loss of a training. */

import type { VNode } from "preact";
import { createScale, type Scale } from "../../../src/analysis/plot-axes.ts";
import { GridLines, TickLabels } from "./axes.tsx";

/** A named curve. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

interface LineChartProps {
  readonly series: readonly Series[];
  readonly title: string;
  /** The label of a whole number of the horizontal axis. Default: the number. */
  readonly formatX?: (x: number) => string;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [420, 190, 48, 22];
const STROKES = ["stroke-accent", "stroke-second", "stroke-third"];
const FILLS = ["fill-accent", "fill-second", "fill-third"];

/** A chart with a grid; its description contains the last value of each curve. */
export function LineChart({ series, title, formatX }: LineChartProps): VNode {
  const all = series.flatMap(({ points }) => points);
  const across = createScale(
    all.map(({ x }) => x),
    [LEFT, WIDTH - 8],
    { maxTicks: 5 },
  );
  const upward = createScale(
    all.map(({ y }) => y),
    [HEIGHT - BOTTOM, 8],
    { maxTicks: 5 },
  );
  const lastValues = series.map(
    ({ name, points }) => `${name} ${points.at(-1)?.y.toPrecision(4) ?? ""}`,
  );
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${title}; now ${lastValues.join(", ")}`}
    >
      <GridLines scale={upward} from={across.from} to={WIDTH - 8} />
      <TickLabels
        scale={formatX === undefined ? across : relabel(across, formatX)}
        y={HEIGHT - 6}
      />
      {series.map(({ name, points }, i) => (
        <g key={name}>
          <polyline
            class={STROKES[i % STROKES.length]}
            stroke-width="2"
            stroke-linejoin="round"
            points={points
              .map((point) => `${across.toPixel(point.x)},${upward.toPixel(point.y)}`)
              .join(" ")}
          />
          {points.slice(-1).map((point) => (
            <circle
              key={name}
              class={FILLS[i % FILLS.length]}
              cx={across.toPixel(point.x)}
              cy={upward.toPixel(point.y)}
              r="3.5"
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** The scale with ticks at whole numbers alone. */
function relabel(scale: Scale, format: (x: number) => string): Scale {
  const values = scale.ticks.values.filter(Number.isInteger);
  return { ...scale, ticks: { ...scale.ticks, values, labels: values.map(format) } };
}
