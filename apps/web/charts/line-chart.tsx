/** Curves over a common axis, such as the loss of a training. */

import type { VNode } from "preact";
import { createAxis } from "./axis.ts";

/** A named curve. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

interface LineChartProps {
  readonly series: readonly Series[];
  readonly title: string;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [420, 190, 48, 22];
const STROKES = ["stroke-accent", "stroke-second", "stroke-third"];
const FILLS = ["fill-accent", "fill-second", "fill-third"];

/** A chart with a grid; its description contains the last value of each curve. */
export function LineChart({ series, title }: LineChartProps): VNode {
  const all = series.flatMap(({ points }) => points);
  const xs = createAxis(all.map(({ x }) => x));
  const ys = createAxis(all.map(({ y }) => y));
  const x = (value: number): number => LEFT + ((WIDTH - LEFT - 8) * (value - xs.low)) / xs.width;
  const y = (value: number): number =>
    HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 8) * (value - ys.low)) / ys.width;
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
      {ys.ticks.map(({ value, text }) => (
        <g key={text}>
          <line class="axis" x1={LEFT} x2={WIDTH - 8} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {xs.ticks.map(({ value, text }) => (
        <text key={text} x={x(value)} y={HEIGHT - 6} text-anchor="middle">
          {text}
        </text>
      ))}
      {series.map(({ name, points }, i) => (
        <g key={name}>
          <polyline
            class={STROKES[i % STROKES.length]}
            stroke-width="2"
            stroke-linejoin="round"
            points={points.map((point) => `${x(point.x)},${y(point.y)}`).join(" ")}
          />
          {points.slice(-1).map((point) => (
            <circle
              key={name}
              class={FILLS[i % FILLS.length]}
              cx={x(point.x)}
              cy={y(point.y)}
              r="3.5"
            />
          ))}
        </g>
      ))}
    </svg>
  );
}
