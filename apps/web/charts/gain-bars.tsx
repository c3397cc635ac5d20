/** One bar per query: its gain or loss over the baseline, the best first. */

import type { VNode } from "preact";
import { createAxis } from "./axis.ts";

const [WIDTH, HEIGHT, LEFT] = [860, 190, 48];

interface GainBarsProps {
  readonly gains: readonly { readonly name: string; readonly gain: number }[];
  readonly title: string;
}

/** A chart with a tooltip per bar. */
export function GainBars({ gains, title }: GainBarsProps): VNode {
  const axis = createAxis([0, ...gains.map(({ gain }) => gain)]);
  const y = (value: number): number =>
    HEIGHT - 8 - ((HEIGHT - 16) * (value - axis.low)) / axis.width;
  const step = (WIDTH - LEFT - 8) / Math.max(gains.length, 1);
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {axis.ticks.map(({ value, text }) => (
        <g key={text}>
          <line
            class={value === 0 ? "zero" : "axis"}
            x1={LEFT}
            x2={WIDTH - 8}
            y1={y(value)}
            y2={y(value)}
          />
          <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {gains.map(({ name, gain }, i) => (
        <rect
          key={name}
          class={gain < 0 ? "fill-minus" : "fill-plus"}
          x={LEFT + i * step}
          y={Math.min(y(gain), y(0))}
          width={Math.max(step - (step > 3 ? 1 : 0), 0.5)}
          height={Math.max(Math.abs(y(gain) - y(0)), 0.5)}
        >
          <title>
            {name}: {gain.toFixed(4)}
          </title>
        </rect>
      ))}
    </svg>
  );
}
