/** A histogram over an axis. Heights are square roots, so that rare values stay visible. */

import type { VNode } from "preact";
import { createScale } from "../../../src/analysis/plot-axes.ts";
import type { Histogram as Counts } from "../../../src/client/index.ts";
import { formatInteger } from "../parts/format-numbers.ts";
import { TickLabels } from "./axes.tsx";

const [WIDTH, HEIGHT, BOTTOM] = [420, 170, 22];

interface HistogramProps {
  readonly counts: Counts;
  readonly title: string;
  /** A value to mark, if it is on the axis. */
  readonly marker?: number | undefined;
}

/** A chart with a tooltip per bar. */
export function Histogram({ counts: { edges, counts }, title, marker }: HistogramProps): VNode {
  const scale = createScale(edges, [4, WIDTH - 4], { maxTicks: 5 });
  const x = scale.toPixel;
  const isOnAxis =
    marker !== undefined && marker >= (edges[0] ?? 0) && marker <= (edges.at(-1) ?? 0);
  const tallest = Math.sqrt(Math.max(...counts, 1));
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {counts.map((count, i) => {
        const [from, to] = [edges[i] ?? 0, edges[i + 1] ?? 0];
        const height = ((HEIGHT - BOTTOM - 10) * Math.sqrt(count)) / tallest;
        return (
          <rect
            key={from}
            class="fill-accent"
            x={x(from)}
            y={HEIGHT - BOTTOM - height}
            width={Math.max(x(to) - x(from) - 1, 0.5)}
            height={height}
          >
            <title>
              {from.toPrecision(3)} to {to.toPrecision(3)}: {formatInteger(count)}
            </title>
          </rect>
        );
      })}
      <line class="zero" x1="4" x2={WIDTH - 4} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
      <TickLabels scale={scale} y={HEIGHT - 6} />
      {isOnAxis && <line class="here" x1={x(marker)} x2={x(marker)} y1="4" y2={HEIGHT - BOTTOM} />}
    </svg>
  );
}
