/** Words as points by two of their statistics. */

import type { VNode } from "preact";
import { createAxis } from "./axis.ts";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [420, 260, 44, 36];

/** A point with its word. */
export interface Point {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

interface ScatterProps {
  readonly points: readonly Point[];
  readonly xName: string;
  readonly yName: string;
  /** The word to mark. */
  readonly marker?: string | undefined;
}

/** A chart with a tooltip per point. */
export function Scatter({ points, xName, yName, marker }: ScatterProps): VNode {
  const [xs, ys] = [createAxis(points.map(({ x }) => x)), createAxis(points.map(({ y }) => y))];
  const x = (value: number): number => LEFT + ((WIDTH - LEFT - 10) * (value - xs.low)) / xs.width;
  const y = (value: number): number =>
    HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 10) * (value - ys.low)) / ys.width;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${points.length} words by ${xName} and ${yName}`}
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
        <text key={text} x={x(value)} y={HEIGHT - 20} text-anchor="middle">
          {text}
        </text>
      ))}
      <text x={(WIDTH + LEFT) / 2} y={HEIGHT - 4} text-anchor="middle">
        {xName} →
      </text>
      <text transform={`translate(10 ${HEIGHT / 2}) rotate(-90)`} text-anchor="middle">
        {yName} →
      </text>
      {points.map(({ name, x: across, y: up }) => (
        <circle
          key={name}
          class={name === marker ? "point here-point" : "point"}
          cx={x(across)}
          cy={y(up)}
          r={name === marker ? 6 : 3}
        >
          <title>
            {name}: {xName} {across.toPrecision(3)}, {yName} {up.toPrecision(3)}
          </title>
        </circle>
      ))}
    </svg>
  );
}
