/** The axes of charts: ticks with their labels, and grid lines. */

import type { VNode } from "preact";
import type { Scale } from "../../../src/analysis/plot-axes.ts";

interface GridLinesProps {
  /** From the bottom up. */
  readonly scale: Scale;
  /** The ends of the lines, in pixels. */
  readonly from: number;
  readonly to: number;
  /** The class of the line at 0. */
  readonly zero?: string;
}

/** A labelled line for each tick of the vertical axis. */
export function GridLines({ scale, from, to, zero = "axis" }: GridLinesProps): VNode {
  return (
    <g>
      {scale.ticks.values.map((value, i) => (
        <g key={value}>
          <line
            class={value === 0 ? zero : "axis"}
            x1={from}
            x2={to}
            y1={scale.toPixel(value)}
            y2={scale.toPixel(value)}
          />
          <text x={from - 6} y={scale.toPixel(value) + 4} text-anchor="end">
            {scale.ticks.labels[i]}
          </text>
        </g>
      ))}
    </g>
  );
}

interface TickLabelsProps {
  /** From left to right. */
  readonly scale: Scale;
  /** The height of the labels, in pixels. */
  readonly y: number;
}

/** The labels of the horizontal axis. */
export function TickLabels({ scale, y }: TickLabelsProps): VNode {
  return (
    <g>
      {scale.ticks.values.map((value, i) => (
        <text key={value} x={scale.toPixel(value)} y={y} text-anchor="middle">
          {scale.ticks.labels[i]}
        </text>
      ))}
    </g>
  );
}
