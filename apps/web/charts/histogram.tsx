/** How many values lie where: bars over an axis. Heights by square root, so that rare values are seen. */

import type { VNode } from "preact";
import type { Histogram as Counts } from "../../../src/api/http-types.ts";
import { formatInteger } from "../parts/format-numbers.ts";
import { createAxis } from "./axis.ts";

const [WIDTH, HEIGHT, BOTTOM] = [420, 170, 22];

interface HistogramProps {
  readonly counts: Counts;
  readonly title: string;
  /** A value to point at. */
  readonly marker?: number | undefined;
}

/** A picture with a title for each bar. */
export function Histogram({ counts: { edges, counts }, title, marker }: HistogramProps): VNode {
  const axis = createAxis(edges);
  const tallest = Math.sqrt(Math.max(...counts, 1));
  const x = (value: number): number => 4 + ((WIDTH - 8) * (value - axis.low)) / axis.width;
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
      {axis.ticks.map(({ value, text }) => (
        <text key={text} x={x(value)} y={HEIGHT - 6} text-anchor="middle">
          {text}
        </text>
      ))}
      {marker !== undefined && (
        <line class="here" x1={x(marker)} x2={x(marker)} y1="4" y2={HEIGHT - BOTTOM} />
      )}
    </svg>
  );
}
