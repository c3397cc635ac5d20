/** Words as points by two of their statistics. */

import type { VNode } from "preact";
import { createScale } from "../../../src/analysis/plot-axes.ts";
import { GridLines, TickLabels } from "./axes.tsx";

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
  const across = createScale(
    points.map(({ x }) => x),
    [LEFT, WIDTH - 10],
    { maxTicks: 5 },
  );
  const upward = createScale(
    points.map(({ y }) => y),
    [HEIGHT - BOTTOM, 10],
    { maxTicks: 5 },
  );
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${points.length} words by ${xName} and ${yName}`}
    >
      <GridLines scale={upward} from={across.from} to={WIDTH - 8} />
      <TickLabels scale={across} y={HEIGHT - 20} />
      <text x={(WIDTH + LEFT) / 2} y={HEIGHT - 4} text-anchor="middle">
        {xName} →
      </text>
      <text transform={`translate(10 ${HEIGHT / 2}) rotate(-90)`} text-anchor="middle">
        {yName} →
      </text>
      {points.map(({ name, x, y }) => (
        <circle
          key={name}
          class={name === marker ? "point here-point" : "point"}
          cx={across.toPixel(x)}
          cy={upward.toPixel(y)}
          r={name === marker ? 6 : 3}
        >
          <title>
            {name}: {xName} {x.toPrecision(3)}, {yName} {y.toPrecision(3)}
          </title>
        </circle>
      ))}
    </svg>
  );
}
